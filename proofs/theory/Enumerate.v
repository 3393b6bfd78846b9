(* All moves of a drawing, listed by a program: a test of the ground truth. The list is sound, and complete up to the order of
   regions and of boundaries; so what the program extracted from it prints can be compared with any other account of the rules. *)
From Coq Require Import List Arith Lia Permutation.
From Sproof Require Import Drawn Same Beside.
Import ListNotations.

(* All ways to take one element out of a list, to deal a list out in two, and to read a cyclic list from some place on. *)
Fixpoint picks {A} (l : list A) : list (A * list A) :=
  match l with [] => [] | a :: l => (a, l) :: map (fun p => (fst p, a :: snd p)) (picks l) end.
Fixpoint deals {A} (l : list A) : list (list A * list A) :=
  match l with [] => [([], [])] | a :: l => flat_map (fun p => [(a :: fst p, snd p); (fst p, a :: snd p)]) (deals l) end.
Fixpoint cuts {A} (before b : list A) : list (list A * A * list A) :=
  match b with [] => [] | x :: b => (rev before, x, b) :: cuts (x :: before) b end.

Definition joins (f : spot -> nat) (z : spot) (R : region) : list (spot * spot * list region) :=
  flat_map (fun '(bx, R1) => flat_map (fun '(bY, others) =>
    flat_map (fun '(lx, x, rx) => flat_map (fun '(ly, y, ry) =>
      if (negb (x =? y) && (1 <=? f x) && (1 <=? f y))%bool
      then [(x, y, [(walk f x (rx ++ lx) ++ z :: walk f y (ry ++ ly) ++ [z]) :: others])] else [])
    (cuts [] bY)) (cuts [] bx)) (picks R1)) (picks R).
Definition chords (f : spot -> nat) (z : spot) (R : region) : list (spot * spot * list region) :=
  flat_map (fun '(b, R1) => flat_map (fun '(near, far) =>
    flat_map (fun '(l, x, r) => flat_map (fun '(X, y, Y) =>
      if (negb (x =? y) && (1 <=? f x) && (1 <=? f y))%bool
      then [(x, y, [(x :: X ++ [y; z]) :: near; (y :: Y ++ [x; z]) :: far])] else [])
    (cuts [] (r ++ l))) (cuts [] b)) (deals R1)) (picks R).
Definition loops (f : spot -> nat) (z : spot) (R : region) : list (spot * spot * list region) :=
  flat_map (fun '(b, R1) => flat_map (fun '(near, far) => flat_map (fun '(l, x, r) =>
      if 2 <=? f x then [(x, x, [[x; z] :: near; (walk f x (r ++ l) ++ [z]) :: far])] else [])
    (cuts [] b)) (deals R1)) (picks R).

Definition moves (d : drawing) : list drawing :=
  flat_map (fun '(R, rest) => map (fun '(x, y, news) =>
      {| next := S (next d); lives := spend (lives d) (next d) x y; regions := news ++ rest |})
    (joins (lives d) (next d) R ++ chords (lives d) (next d) R ++ loops (lives d) (next d) R)) (picks (regions d)).

Lemma picks_sound : forall A (l : list A) x r, In (x, r) (picks l) -> Permutation l (x :: r).
Proof.
  intros A. induction l as [|a l IH]; intros x r I; [destruct I|]. destruct I as [E|I]; [injection E as -> ->; auto|].
  apply in_map_iff in I. destruct I as [[y q] [E I]]. injection E as <- <-. rewrite (IH _ _ I). apply perm_swap.
Qed.
Lemma picks_complete : forall A (l : list A) x r, Permutation l (x :: r) -> exists r', In (x, r') (picks l) /\ Permutation r r'.
Proof.
  intros A. induction l as [|a l IH]; intros x r P; [now apply Permutation_nil in P|].
  destruct (perm_first _ _ _ _ P) as [[-> P']|[k [P1 P2]]]; [exists l; split; [now left | now symmetry]|].
  destruct (IH x k P2) as [r' [I P3]]. exists (a :: r'). split; [right; apply in_map_iff; now exists (x, r') | now rewrite P1, P3].
Qed.
Lemma deals_sound : forall A (l near far : list A), In (near, far) (deals l) -> Permutation l (near ++ far).
Proof.
  intros A. induction l as [|a l IH]; intros near far I; simpl in I; [destruct I as [E|[]]; injection E as <- <-; auto|].
  apply in_flat_map in I. destruct I as [[n m] [I [E|[E|[]]]]]; injection E as <- <-; rewrite (IH _ _ I); [auto | apply Permutation_middle].
Qed.
Lemma deals_complete : forall A (l near far : list A), Permutation l (near ++ far) ->
  exists near' far', In (near', far') (deals l) /\ Permutation near near' /\ Permutation far far'.
Proof.
  intros A. induction l as [|a l IH]; intros near far P.
  - apply Permutation_nil, app_eq_nil in P. destruct P as [-> ->]. exists [], []. simpl. auto.
  - destruct (perm_first_app _ _ _ _ P) as [[k [P1 P2]]|[k [P1 P2]]]; destruct (IH _ _ P2) as [n [m [I [Pn Pm]]]].
    + exists (a :: n), m. rewrite P1, Pn. split; [apply in_flat_map; exists (n, m); simpl; auto | auto].
    + exists n, (a :: m). rewrite P1, Pm. split; [apply in_flat_map; exists (n, m); simpl; auto | auto].
Qed.
Lemma cuts_spec : forall A (b before l : list A) x r, In (l, x, r) (cuts before b) <-> exists m, b = m ++ x :: r /\ l = rev before ++ m.
Proof.
  intros A. induction b as [|a b IH]; intros before l x r; simpl.
  - split; [intros [] | intros [[|] [E _]]; discriminate].
  - rewrite IH. split.
    + intros [E|[m [-> ->]]]; [injection E as <- <- <-; exists []; now rewrite app_nil_r|]. exists (a :: m). simpl. now rewrite <- app_assoc.
    + intros [[|c m] [E ->]]; injection E as -> ->; [left; now rewrite app_nil_r|]. right. exists m. simpl. now rewrite <- app_assoc.
Qed.
Lemma cuts_turn : forall (b l : list spot) x r, In (l, x, r) (cuts [] b) <-> b = l ++ x :: r.
Proof. intros b l x r. rewrite cuts_spec. split; [now intros [m [-> ->]] | intros ->; now exists l]. Qed.

Lemma test_join : forall (f : spot -> nat) x y, (negb (x =? y) && (1 <=? f x) && (1 <=? f y))%bool = true <-> x <> y /\ 1 <= f x /\ 1 <= f y.
Proof. intros. rewrite !Bool.andb_true_iff, Bool.negb_true_iff, Nat.eqb_neq, !Nat.leb_le. tauto. Qed.

Theorem moves_sound : forall d e, In e (moves d) -> step d e.
Proof.
  intros d e I. apply in_flat_map in I. destruct I as [[R rest] [IR I]]. apply picks_sound in IR. apply in_map_iff in I.
  destruct I as [[[x y] news] [<- I]]. apply (draw_step d R rest x y news IR). rewrite !in_app_iff in I. destruct I as [I|[I|I]].
  - apply in_flat_map in I. destruct I as [[bx R1] [I1 I]]. apply in_flat_map in I. destruct I as [[bY others] [I2 I]].
    apply in_flat_map in I. destruct I as [[[lx x'] rx] [I3 I]]. apply in_flat_map in I. destruct I as [[[ly y'] ry] [I4 I]].
    destruct (negb (x' =? y') && (1 <=? lives d x') && (1 <=? lives d y'))%bool eqn:T; [|destruct I].
    destruct I as [E|[]]. injection E as -> -> <-. apply test_join in T. apply picks_sound in I1, I2. apply cuts_turn in I3, I4. subst.
    eapply draw_join with (bx := lx ++ x :: rx) (bY := ly ++ y :: ry); try tauto; [now rewrite I1, I2 | eexists _, _; split; reflexivity..].
  - apply in_flat_map in I. destruct I as [[b R1] [I1 I]]. apply in_flat_map in I. destruct I as [[near far] [I2 I]].
    apply in_flat_map in I. destruct I as [[[l x'] r] [I3 I]]. apply in_flat_map in I. destruct I as [[[X y'] Y] [I4 I]].
    destruct (negb (x' =? y') && (1 <=? lives d x') && (1 <=? lives d y'))%bool eqn:T; [|destruct I].
    destruct I as [E|[]]. injection E as -> -> <-. apply test_join in T. apply picks_sound in I1. apply deals_sound in I2.
    apply cuts_turn in I3, I4. eapply draw_cut with (b := b); try tauto; [now rewrite I1, I2|]. exists l, (x :: r). split; [exact I3|].
    simpl. now rewrite <- I4.
  - apply in_flat_map in I. destruct I as [[b R1] [I1 I]]. apply in_flat_map in I. destruct I as [[near far] [I2 I]].
    apply in_flat_map in I. destruct I as [[[l x'] r] [I3 I]]. destruct (2 <=? lives d x') eqn:T; [|destruct I].
    destruct I as [E|[]]. injection E as <- <- <-. apply Nat.leb_le in T. apply picks_sound in I1. apply deals_sound in I2.
    apply cuts_turn in I3. eapply draw_loop with (b := b); auto; [now rewrite I1, I2|]. exists l, (x' :: r). auto.
Qed.

(* The same drawing, with regions and boundaries in another order. *)
Definition reordered (d e : drawing) : Prop := next d = next e /\ lives d = lives e /\
  exists rs, Permutation (regions d) rs /\ Forall2 (@Permutation boundary) rs (regions e).

Lemma turn_cut : forall b x X, turn b (x :: X) -> exists l r, b = l ++ x :: r /\ X = r ++ l.
Proof.
  intros c x X [l [r [-> E]]]. destruct r as [|y r].
  - exists [], X. simpl in *. rewrite !app_nil_r. auto.
  - injection E as -> ->. eauto.
Qed.
Lemma reordered_same_rest : forall rest rest', Permutation rest rest' -> forall ns ns', Forall2 (@Permutation boundary) ns ns' ->
  exists rs, Permutation (ns ++ rest) rs /\ Forall2 (@Permutation boundary) rs (ns' ++ rest').
Proof.
  intros rest rest' P ns ns' F. exists (ns ++ rest'). split; [now rewrite P|]. apply Forall2_app; [exact F|].
  clear. induction rest'; auto.
Qed.

Theorem moves_complete : forall d e, step d e -> exists e', In e' (moves d) /\ reordered e e'.
Proof.
  intros d e S. apply step_draw in S. destruct S as [R [rest [x [y [news [P [D ->]]]]]]].
  destruct (picks_complete _ _ _ _ P) as [rest' [IR Pr]].
  assert (H : exists news', In (x, y, news') (joins (lives d) (next d) R ++ chords (lives d) (next d) R ++ loops (lives d) (next d) R) /\
    Forall2 (@Permutation boundary) news news').
  { destruct D as [x X y Y bx bY others PR Tx Ty N Lx Ly | x X y Y b near far PR T N Lx Ly | x X b near far PR T L].
    - destruct (picks_complete _ _ _ _ PR) as [R1 [I1 P1]], (picks_complete _ _ _ _ (Permutation_sym P1)) as [o' [I2 P2]].
      apply turn_cut in Tx, Ty. destruct Tx as [lx [rx [-> ->]]], Ty as [ly [ry [-> ->]]].
      eexists. split; [apply in_app_iff; left|constructor; [apply perm_skip, P2 | constructor]].
      apply in_flat_map. exists (lx ++ x :: rx, R1). split; [exact I1|]. apply in_flat_map. exists (ly ++ y :: ry, o'). split; [exact I2|].
      apply in_flat_map. exists (lx, x, rx). split; [now apply cuts_turn|]. apply in_flat_map. exists (ly, y, ry). split; [now apply cuts_turn|].
      assert (T : x <> y /\ 1 <= lives d x /\ 1 <= lives d y) by auto. apply test_join in T. rewrite T. now left.
    - destruct (picks_complete _ _ _ _ PR) as [R1 [I1 P1]], (deals_complete _ _ _ _ (Permutation_sym P1)) as [n' [f' [I2 [Pn Pf]]]].
      apply turn_cut in T. destruct T as [l [r [-> E]]].
      eexists. split; [apply in_app_iff; right; apply in_app_iff; left|constructor; [apply perm_skip, Pn | constructor; [apply perm_skip, Pf | constructor]]].
      apply in_flat_map. exists (l ++ x :: r, R1). split; [exact I1|]. apply in_flat_map. exists (n', f'). split; [exact I2|].
      apply in_flat_map. exists (l, x, r). split; [now apply cuts_turn|]. apply in_flat_map. exists (X, y, Y). split; [now apply cuts_turn|].
      assert (T : x <> y /\ 1 <= lives d x /\ 1 <= lives d y) by auto. apply test_join in T. rewrite T. now left.
    - destruct (picks_complete _ _ _ _ PR) as [R1 [I1 P1]], (deals_complete _ _ _ _ (Permutation_sym P1)) as [n' [f' [I2 [Pn Pf]]]].
      apply turn_cut in T. destruct T as [l [r [-> ->]]].
      eexists. split; [apply in_app_iff; right; apply in_app_iff; right|constructor; [apply perm_skip, Pn | constructor; [apply perm_skip, Pf | constructor]]].
      apply in_flat_map. exists (l ++ x :: r, R1). split; [exact I1|]. apply in_flat_map. exists (n', f'). split; [exact I2|].
      apply in_flat_map. exists (l, x, r). split; [now apply cuts_turn|]. apply Nat.leb_le in L. rewrite L. now left. }
  destruct H as [news' [I F]].
  exists {| next := S (next d); lives := spend (lives d) (next d) x y; regions := news' ++ rest' |}. split.
  - apply in_flat_map. exists (R, rest'). split; [exact IR|]. apply in_map_iff. now exists (x, y, news').
  - split; [reflexivity|]. split; [reflexivity|]. now apply reordered_same_rest.
Qed.
