(* A single move of a position, by the places it is made at. *)
From Coq Require Import List Arith Permutation Bool.
Import ListNotations.
From Sproof Require Import Tokens Play Moves Options Canon.

(* Region r; in it the boundary a, read from place p on. For a join, boundary b of the others, read from place q on; for a cut,
   the place q after p, and for each other boundary whether it goes to the first side. *)
Inductive move :=
| MoveJoin (r a p b q : nat)
| MoveCut (r a p q : nat) (near : list bool)
| MoveLoop (r a p : nat) (near : list bool)
(* Or by its place in the list of moves. *)
| MoveListed (n : nat).
Fixpoint sides {A} (near : list bool) (l : list A) : list A * list A :=
  match l with
  | [] => ([], [])
  | b :: l => let (m, n) := sides (tl near) l in if hd false near then (b :: m, n) else (m, b :: n)
  end.
Definition shape_of (P : position) (m : move) : option (shape token) :=
  match m with
  | MoveJoin r a p b q =>
    match pick r P with None => None | Some (R, rest) =>
    match pick a R with None => None | Some (bx, R1) =>
    match pick b R1 with None => None | Some (bY, others) =>
    match rotate p bx, rotate q bY with
    | x :: X, y :: Y => if same_letter x y then None else Some (Join x X y Y others rest)
    | _, _ => None
    end end end end
  | MoveCut r a p q near =>
    match pick r P with None => None | Some (R, rest) =>
    match pick a R with None => None | Some (b, others) =>
    match rotate p b with
    | x :: c => match skipn q c with
                | y :: Y => if may_cut x y then let (n, m) := sides near others in Some (Cut x (firstn q c) y Y n m rest) else None
                | [] => None
                end
    | [] => None
    end end end
  | MoveLoop r a p near =>
    match pick r P with None => None | Some (R, rest) =>
    match pick a R with None => None | Some (b, others) =>
    match rotate p b with
    | x :: X => if may_loop x then let (n, m) := sides near others in Some (Loop x X n m rest) else None
    | [] => None
    end end end
  | MoveListed n => nth_error (moves P) n
  end.
Lemma sides_perm : forall A (l : list A) near m n, sides near l = (m, n) -> Permutation l (m ++ n).
Proof.
  induction l as [|b l IH]; intros near m n E; cbn in E; [injection E as <- <-; constructor|].
  destruct (sides (tl near) l) as [m' n'] eqn:E'. apply IH in E'. destruct (hd false near); injection E as <- <-.
  - cbn. now apply perm_skip.
  - rewrite <- Permutation_middle. now apply perm_skip.
Qed.
Lemma shape_of_sound : forall P m s, shape_of P m = Some s -> shows P s /\ allowed s.
Proof.
  intros P m s E. destruct m as [r a p b q|r a p q near|r a p near|i]; cbn in E.
  - destruct (pick r P) as [[R rest]|] eqn:E1; [|discriminate]. destruct (pick a R) as [[bx R1]|] eqn:E2; [|discriminate].
    destruct (pick b R1) as [[bY others]|] eqn:E3; [|discriminate]. apply pick_perm in E1, E2, E3.
    pose proof (rotate_turned _ p bx) as Tx. pose proof (rotate_turned _ q bY) as Ty.
    destruct (rotate p bx) as [|x X]; [discriminate|]. destruct (rotate q bY) as [|y Y]; [discriminate|].
    destruct (same_letter x y) eqn:S; [discriminate|]. injection E as <-. split; [|exact S].
    apply (shows_join _ P x X y Y bx bY R); auto. now rewrite E2, E3.
  - destruct (pick r P) as [[R rest]|] eqn:E1; [|discriminate]. destruct (pick a R) as [[b others]|] eqn:E2; [|discriminate]. apply pick_perm in E1, E2.
    pose proof (rotate_turned _ p b) as T. destruct (rotate p b) as [|x c]; [discriminate|]. destruct (skipn q c) as [|y Y] eqn:Ec; [discriminate|].
    destruct (may_cut x y) eqn:S; [|discriminate]. destruct (sides near others) as [n m] eqn:Es. injection E as <-. apply sides_perm in Es.
    split; [|now apply may_cut_spec]. apply (shows_cut _ P x _ y Y b R); auto; [now rewrite E2, Es|]. rewrite <- Ec, firstn_skipn. exact T.
  - destruct (pick r P) as [[R rest]|] eqn:E1; [|discriminate]. destruct (pick a R) as [[b others]|] eqn:E2; [|discriminate]. apply pick_perm in E1, E2.
    pose proof (rotate_turned _ p b) as T. destruct (rotate p b) as [|x X]; [discriminate|].
    destruct (may_loop x) eqn:S; [|discriminate]. destruct (sides near others) as [n m] eqn:Es. injection E as <-. apply sides_perm in Es.
    split; [|now apply may_loop_spec]. apply (shows_loop _ P x X b R); auto. now rewrite E2, Es.
  - apply moves_sound. exact (nth_error_In _ _ E).
Qed.

