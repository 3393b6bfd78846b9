(* Moves on tokens (FORMAT.md section 3, with step 1 of section 4), and that they are those of the drawn game. *)
From Coq Require Import List Arith Lia Permutation Bool PArith.
Import ListNotations.
From Sproof Require Import Drawn Tokens.

(* ---- the result of a move ---- *)
Definition same_letter (a b : token) : bool := match a, b with Nm m, Nm n => Pos.eqb m n | _, _ => false end.
Definition survives (x y t : token) : bool := negb (same_letter t x || same_letter t y).
Definition is_letter (t : token) : bool := match t with Nm _ => true | _ => false end.

(* The same text serves for tokens and for occurrences. `f`, `g`, `z` are new letters: for what x and y become, and for
   the new spot. *)
Section Result.
Context {A : Type} (tok : A -> token) (become : token -> A -> A) (f g : positive) (z : A).
Definition walk_of (x : A) (X : list A) (f : positive) : list A :=
  match tok x with T0 => [become T1 x] | T1 => become (Nm f) x :: X ++ [become (Nm f) x] | _ => X end.
Definition end_of (x : A) (f : positive) : list A := match tok x with T1 => [become (Nm f) x] | _ => [] end.
(* Letters that are used up die everywhere. *)
Definition kill (x y : A) (P : list (list (list A))) : list (list (list A)) :=
  if is_letter (tok x) || is_letter (tok y) then map (map (filter (fun o => survives (tok x) (tok y) (tok o)))) P else P.
Definition result_of (s : shape A) : list (list (list A)) :=
  match s with
  | Join x X y Y others rest => kill x y (((walk_of x X f ++ z :: walk_of y Y g ++ [z]) :: others) :: rest)
  | Cut x X y Y near far rest =>
    kill x y (((end_of x f ++ X ++ end_of y g ++ [z]) :: near) :: ((end_of y g ++ Y ++ end_of x f ++ [z]) :: far) :: rest)
  | Loop x X near far rest =>
    match tok x with
    | T0 => ([become (Nm f) x; z] :: near) :: ([become (Nm f) x; z] :: far) :: rest
    | _ => ([z] :: near) :: ((X ++ [z]) :: far) :: rest
    end
  end.
Lemma kill_filter : forall x y P, kill x y P = map (map (filter (fun o => survives (tok x) (tok y) (tok o)))) P.
Proof.
  intros. unfold kill. destruct (is_letter (tok x) || is_letter (tok y)) eqn:E; [reflexivity|].
  apply orb_false_iff in E. destruct E as [Ex Ey].
  assert (H : forall b : list A, filter (fun o => survives (tok x) (tok y) (tok o)) b = b).
  { induction b as [|o b IH]; [reflexivity|]. simpl. rewrite IH. unfold survives, same_letter.
    destruct (tok o), (tok x), (tok y); try discriminate; reflexivity. }
  rewrite (map_ext _ (fun R => R)); [now rewrite map_id|]. intro R. rewrite (map_ext _ (fun b => b)); [now rewrite map_id|]. exact H.
Qed.
End Result.

Definition result (f g z : positive) : shape token -> position := result_of (fun t => t) (fun t _ => t) f g (Nm z).
Definition result_labelled (f g z : positive) (n : spot) : shape occurrence -> list (list (list occurrence)) :=
  result_of fst (fun t o => (t, snd o)) f g (Nm z, n).

Lemma filter_map_comm : forall A B (h : A -> B) (p : A -> bool) (q : B -> bool) l, (forall a, In a l -> q (h a) = p a) ->
  filter q (map h l) = map h (filter p l).
Proof.
  induction l as [|a l IH]; intro H; [reflexivity|]. simpl. rewrite H by (now left). rewrite IH by (intros; apply H; now right).
  now destruct (p a).
Qed.
Lemma result_labelled_tokens : forall f g z n s, map3 fst (result_labelled f g z n s) = result f g z (map_shape fst s).
Proof.
  assert (K : forall x y P, map3 fst (kill (@fst token spot) x y P) = kill (fun t => t) (fst x) (fst y) (map3 fst P)).
  { intros. rewrite !kill_filter. unfold map3. rewrite !map_map. apply map_ext. intro R. rewrite !map_map. apply map_ext. intro b.
    symmetry. now apply filter_map_comm. }
  intros f g z n s. unfold result, result_labelled. destruct s as [[x sx] X [y sy] Y o r|[x sx] X [y sy] Y m k r|[x sx] X m k r]; simpl.
  - rewrite K. simpl. f_equal. unfold map3. simpl. f_equal. f_equal. rewrite map_app. simpl. rewrite map_app. simpl.
    f_equal; [|f_equal; f_equal]; destruct x, y; unfold walk_of; simpl; rewrite ?map_app; reflexivity.
  - rewrite K. simpl. f_equal. unfold map3. simpl. f_equal; [f_equal|f_equal; f_equal]; rewrite !map_app; simpl;
    destruct x, y; reflexivity.
  - destruct x; simpl; unfold map3; simpl; rewrite ?map_app; reflexivity.
Qed.

(* ---- legal moves, and moves in the drawn game ---- *)
Definition allowed (s : shape token) : Prop :=
  match s with
  | Join x _ y _ _ _ => same_letter x y = false
  | Cut x _ y _ _ _ _ => same_letter x y = false /\ x <> T0 /\ y <> T0
  | Loop x _ _ _ _ => x = T0 \/ x = T1
  end.
Definition legal (d : drawing) (s : shape spot) : Prop :=
  match s with
  | Join x _ y _ _ _ | Cut x _ y _ _ _ _ => x <> y /\ 1 <= lives d x /\ 1 <= lives d y
  | Loop x _ _ _ _ => 2 <= lives d x
  end.
Definition drawn (d : drawing) (s : shape spot) : drawing :=
  match s with
  | Join x X y Y others rest => {| next := S (next d); lives := spent x y d;
      regions := ((trip d x X ++ next d :: trip d y Y ++ [next d]) :: others) :: rest |}
  | Cut x X y Y near far rest => {| next := S (next d); lives := spent x y d;
      regions := ((x :: X ++ [y; next d]) :: near) :: ((y :: Y ++ [x; next d]) :: far) :: rest |}
  | Loop x X near far rest => {| next := S (next d); lives := spent x x d;
      regions := ([x; next d] :: near) :: ((trip d x X ++ [next d]) :: far) :: rest |}
  end.
Lemma step_shows : forall d e, step d e <-> exists s, shows (regions d) s /\ legal d s /\ e = drawn d s.
Proof.
  intros d e. split.
  - intros [x X y Y bx bY R others rest P PR Tx Ty N Lx Ly | x X y Y b R near far rest P PR T N Lx Ly | x X b R near far rest P PR T L].
    + exists (Join x X y Y others rest). repeat split; auto. exact (shows_join _ _ x X y Y bx bY R others rest P PR Tx Ty).
    + exists (Cut x X y Y near far rest). repeat split; auto. exact (shows_cut _ _ x X y Y b R near far rest P PR T).
    + exists (Loop x X near far rest). repeat split; auto. exact (shows_loop _ _ x X b R near far rest P PR T).
  - intros [s [H [L ->]]]. destruct H as [x X y Y bx bY R others rest P PR Tx Ty | x X y Y b R near far rest P PR T | x X b R near far rest P PR T].
    + destruct L as [N [Lx Ly]]. exact (join d x X y Y bx bY R others rest P PR Tx Ty N Lx Ly).
    + destruct L as [N [Lx Ly]]. exact (cut d x X y Y b R near far rest P PR T N Lx Ly).
    + exact (loop d x X b R near far rest P PR T L).
Qed.

Definition alive (d : drawing) (s : spot) : bool := 1 <=? lives d s.
Definition cleaned (d : drawing) : drawing :=
  {| next := next d; lives := lives d; regions := map (map (filter (alive d))) (regions d) |}.

Definition fresh (n : positive) (P : position) : Prop := ~ In (Nm n) (all P).
Definition news (f g z : positive) (P : position) : Prop := fresh f P /\ fresh g P /\ fresh z P /\ f <> g /\ f <> z /\ g <> z.
