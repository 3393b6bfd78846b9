(* Misère play of the drawn game. FORMAT.md section 1: "in misère play a player who cannot move wins." The tree of a drawing is the tree of its
   options (section 4); regions that share no living spot are a sum (step 8), so lands may be replaced by equal trees (section 11). *)
From Coq Require Import List Arith Lia Permutation.
From Sproof Require Import Drawn Same Isomorphic Symmetry Lives Nimber SmallRegions Sum Enumerate Trees.
Import ListNotations.

(* Ground truth, beside `lost` and `won` of Drawn.v. *)
Inductive lost_misere : drawing -> Prop :=
| lost_misere_intro d : (exists e, step d e) -> (forall e, step d e -> won_misere e) -> lost_misere d
with won_misere : drawing -> Prop :=
| won_misere_end d : (forall e, ~ step d e) -> won_misere d
| won_misere_move d e : step d e -> lost_misere e -> won_misere d.

(* g is a tree of the drawing d: its children are the trees of the options of d. *)
Inductive plays : drawing -> tree -> Prop :=
| plays_intro d g : (forall e, step d e -> exists x, In x (children g) /\ plays e x) ->
    (forall x, In x (children g) -> exists e, step d e /\ plays e x) -> plays d g.

Lemma plays_inv : forall d g, plays d g -> (forall e, step d e -> exists x, In x (children g) /\ plays e x) /\
  (forall x, In x (children g) -> exists e, step d e /\ plays e x).
Proof. intros d g P. inversion P. auto. Qed.

Theorem plays_outcome : forall g d, plays d g -> (wins g = true -> won_misere d) /\ (wins g = false -> lost_misere d).
Proof.
  induction g as [g IH] using tree_ind'. intros d P. destruct (plays_inv d g P) as [A B]. split; intro W.
  - apply wins_true in W. destruct W as [E|[c [I W]]].
    + apply won_misere_end. intros e S. destruct (A e S) as [x [I _]]. rewrite E in I. destruct I.
    + destruct (B c I) as [e [S Pe]]. apply (won_misere_move d e S). now apply (IH c I).
  - apply wins_false in W. destruct W as [N W]. constructor.
    + destruct (children g) as [|c l]; [destruct N; reflexivity|]. destruct (B c (or_introl eq_refl)) as [e [S _]]. eauto.
    + intros e S. destruct (A e S) as [x [I Pe]]. apply (IH x I e Pe). auto.
Qed.

(* Same drawings have the same trees. *)
Theorem plays_same : forall g d e, same d e -> plays d g -> plays e g.
Proof.
  induction g as [g IH] using tree_ind'. intros d e H P. destruct (plays_inv d g P) as [A B]. constructor.
  - intros e' S. destruct (same_step_back d e H e' S) as [d' [S' H']]. destruct (A d' S') as [x [I Px]]. eauto.
  - intros x I. destruct (B x I) as [d' [S' Px]]. destruct (same_step d e H d' S') as [e' [S H']]. eauto.
Qed.
(* And a drawing has one tree only. *)
Theorem plays_unique : forall g d h, plays d g -> plays d h -> same_tree g h.
Proof.
  induction g as [g IH] using tree_ind'. intros d h P Q. destruct (plays_inv d g P) as [A B], (plays_inv d h Q) as [C D]. constructor.
  - intros x I. destruct (B x I) as [e [S Px]], (C e S) as [y [J Py]]. eauto.
  - intros y J. destruct (D y J) as [e [S Py]], (A e S) as [x [I Px]]. eauto.
Qed.

Lemma plays_tree : forall g h d, same_tree g h -> plays d g -> plays d h.
Proof.
  induction g as [g IH] using tree_ind'. intros h d S P. inversion S as [g' h' A B]. subst g' h'. destruct (plays_inv d g P) as [C D]. constructor.
  - intros e T. destruct (C e T) as [x [I Px]], (A x I) as [y [J H]]. eauto.
  - intros y J. destruct (B y J) as [x [I H]], (D x I) as [e [T Px]]. eauto.
Qed.

(* Every drawing has a tree, since its moves can be listed and every move takes one life. *)
Lemma reordered_same : forall d e, wf d -> reordered d e -> same d e.
Proof.
  intros d e W [En [El [rs [P F]]]]. apply (same_trans _ (put d rs)); [now apply same_order|].
  assert (W' : wf (put d rs)) by (intros r s I; apply W, (Permutation_in _ (Permutation_sym P)), I).
  destruct e as [n f ss]. simpl in *. subst n f. exact (same_boundary_order (put d rs) ss W' F).
Qed.
Theorem plays_exists : forall d, wf d -> exists g, plays d g.
Proof.
  intros d. remember (left d) as m eqn:E. revert d E. induction m as [m IH] using (well_founded_induction lt_wf). intros d -> W.
  assert (H : forall l, incl l (moves d) -> exists gs, Forall2 plays l gs).
  { induction l as [|e l IHl]; intro I; [exists []; constructor|]. assert (S : step d e) by (apply moves_sound, I; now left).
    destruct (IH (left e)) with (d := e) as [g P]; [pose proof (step_left d e W S); lia | reflexivity | now apply (wf_step d) |].
    destruct IHl as [gs F]; [intros x J; apply I; now right|]. exists (g :: gs). now constructor. }
  destruct (H (moves d) (incl_refl _)) as [gs F]. exists (Tree gs). constructor; simpl.
  - intros e S. destruct (moves_complete d e S) as [e' [I R]].
    assert (K : forall l, Forall2 plays l gs -> In e' l -> exists x, In x gs /\ plays e' x).
    { clear. intros l F. induction F as [|a g l gs Pa F IH]; intro I; [destruct I|]. destruct I as [->|I]; [exists g; simpl; auto|].
      destruct (IH I) as [x [J Px]]. exists x. simpl. auto. }
    destruct (K (moves d) F I) as [x [J Px]]. exists x. split; [exact J|].
    apply (plays_same x e'); [|exact Px]. apply same_sym, reordered_same; [now apply (wf_step d) | exact R].
  - assert (K : forall l x, Forall2 plays l gs -> In x gs -> exists e, In e l /\ plays e x).
    { clear. intros l x F. induction F as [|a g l gs Pa F IH]; intro I; [destruct I|]. destruct I as [->|I]; [exists a; simpl; auto|].
      destruct (IH I) as [e [J Pe]]. exists e. simpl. auto. }
    intros x I. destruct (K _ x F I) as [e [J Pe]]. exists e. split; [now apply moves_sound | exact Pe].
Qed.

(* Step 8 in misère play. *)
Notation part n f rs := {| next := n; lives := f; regions := rs |}.
Theorem plays_sum : forall n f rs ss g h, wf (part n f (rs ++ ss)) -> apart f rs ss ->
  plays (part n f rs) g -> plays (part n f ss) h -> plays (part n f (rs ++ ss)) (sum g h).
Proof.
  intros n f rs ss g h W A Pg Ph. remember (left (part n f (rs ++ ss))) as m eqn:E.
  revert n f rs ss g h W A Pg Ph E. induction m as [m IH] using (well_founded_induction lt_wf).
  intros n f rs ss g h W A Pg Ph ->.
  assert (Move : forall ps qs i R rest x y news j, wf (part n f (ps ++ qs)) -> apart f ps qs -> plays (part n f qs) i ->
    Permutation ps (R :: rest) -> draw f n R x y news -> plays (part (S n) (spend f n x y) (news ++ rest)) j ->
    plays (part (S n) (spend f n x y) ((news ++ rest) ++ qs)) (sum j i)).
  { intros ps qs i R rest x y news j W' A' Hi P D Hj.
    pose proof (step_left _ _ W' (move_whole n f ps qs R rest x y news P D)) as L.
    apply (IH (left (part (S n) (spend f n x y) ((news ++ rest) ++ qs)))); auto.
    - unfold left in *. simpl in *. lia.
    - exact (move_wf n f ps qs R rest x y news W' P D).
    - exact (move_apart n f ps qs R rest x y news W' A' P D).
    - exact (plays_same _ _ _ (move_other n f ps qs R rest x y news W' A' P D) Hi). }
  assert (W' : wf (part n f (ss ++ rs))) by (intros r s I; apply W; simpl in *; rewrite in_app_iff in *; tauto).
  (* The order of the parts means nothing. *)
  assert (Swap : forall R rest rest' x y news, Permutation ss (R :: rest) -> Permutation rest' (rs ++ rest) -> draw f n R x y news ->
    same (part (S n) (spend f n x y) ((news ++ rest) ++ rs)) (part (S n) (spend f n x y) (news ++ rest'))).
  { intros R rest rest' x y news P P' D. apply perm_same; [exact (move_wf n f ss rs R rest x y news W' P D)|].
    rewrite P', <- app_assoc. now rewrite (Permutation_app_comm rest). }
  destruct (plays_inv _ _ Pg) as [Ag Bg], (plays_inv _ _ Ph) as [Ah Bh]. constructor.
  - intros e S. apply step_draw in S. destruct S as [R [rest [x [y [news [P [D ->]]]]]]]. simpl in *.
    assert (IR : In R (rs ++ ss)) by (apply (Permutation_in _ (Permutation_sym P)); now left).
    apply in_app_iff in IR. destruct IR as [IR|IR]; destruct (pick_perm _ R IR) as [rest' P'].
    + destruct (Ag _ (draw_step (part n f rs) R rest' x y news P' D)) as [j [I Hj]]. simpl in Hj.
      exists (sum j h). split; [apply sum_child; eauto|].
      apply (plays_same _ _ _) with (2 := Move rs ss h R rest' x y news j W A Ph P' D Hj).
      apply perm_same; [exact (move_wf n f rs ss R rest' x y news W P' D)|]. rewrite <- app_assoc. apply Permutation_app_head.
      apply (Permutation_cons_inv (a := R)). rewrite <- P, P'. reflexivity.
    + destruct (Ah _ (draw_step (part n f ss) R rest' x y news P' D)) as [j [I Hj]]. simpl in Hj.
      exists (sum g j). split; [apply sum_child; eauto|]. apply (plays_tree (sum j g)); [apply sum_comm|].
      apply (plays_same _ _ _) with (2 := Move ss rs g R rest' x y news j W' (apart_sym _ _ _ A) Pg P' D Hj).
      apply (Swap R); auto. apply (Permutation_cons_inv (a := R)). rewrite <- P, P'. symmetry. apply Permutation_middle.
  - intros c I. apply sum_child in I. destruct I as [[j [I ->]]|[j [I ->]]].
    + destruct (Bg j I) as [e [S Hj]]. apply step_draw in S. destruct S as [R [rest [x [y [news [P [D ->]]]]]]]. simpl in *.
      eexists. split; [exact (move_whole n f rs ss R rest x y news P D)|]. exact (Move rs ss h R rest x y news j W A Ph P D Hj).
    + destruct (Bh j I) as [e [S Hj]]. apply step_draw in S. destruct S as [R [rest [x [y [news [P [D ->]]]]]]]. simpl in *.
      exists (part (S n) (spend f n x y) (news ++ rs ++ rest)). split.
      * apply (draw_step (part n f (rs ++ ss)) R (rs ++ rest)); [simpl; rewrite P; symmetry; apply Permutation_middle | exact D].
      * apply (plays_tree (sum j g)); [apply sum_comm|].
        apply (plays_same _ _ _) with (2 := Move ss rs g R rest x y news j W' (apart_sym _ _ _ A) Pg P D Hj). now apply (Swap R).
Qed.

(* ---- The value of a drawing in misère play: any tree that is equal to its own in every sum ---- *)
Definition worth (d : drawing) (t : tree) : Prop := exists g, plays d g /\ equal g t.

Lemma worth_outcome : forall d t, worth d t -> (wins t = true -> won_misere d) /\ (wins t = false -> lost_misere d).
Proof. intros d t [g [P E]]. rewrite <- (equal_wins _ _ E). now apply plays_outcome. Qed.
Lemma worth_equal : forall d t u, equal t u -> worth d t -> worth d u.
Proof. intros d t u E [g [P F]]. exists g. split; [exact P | now apply (equal_trans g t u)]. Qed.
(* "Positions with equal trees can replace each other in sums." *)
Theorem worth_sum : forall n f rs ss t u, wf (part n f (rs ++ ss)) -> apart f rs ss ->
  worth (part n f rs) t -> worth (part n f ss) u -> worth (part n f (rs ++ ss)) (sum t u).
Proof.
  intros n f rs ss t u W A [g [Pg Eg]] [h [Ph Eh]]. exists (sum g h). split; [now apply plays_sum | now apply equal_sum].
Qed.
(* "The tree of a position is what is left of the set of the trees of its options": t, if t is a reducer of such a tree, and so on. *)
Theorem worth_options : forall d ts, (exists g, plays d g) -> (forall e, step d e -> exists t, In t ts /\ worth e t) ->
  (forall t, In t ts -> exists e, step d e /\ worth e t) -> worth d (Tree ts).
Proof.
  intros d ts [g P] A B. exists g. split; [exact P|]. destruct (plays_inv d g P) as [C D].
  apply children_equal; simpl.
  - intros x I. destruct (D x I) as [e [S Px]]. destruct (A e S) as [t [J [x' [Px' E]]]]. exists t. split; [exact J|].
    apply (equal_trans _ x'); [apply same_equal, (plays_unique x e x' Px Px') | exact E].
  - intros t I. destruct (B t I) as [e [S [x' [Px' E]]]]. destruct (C e S) as [x [J Px]]. exists x. split; [exact J|].
    apply (equal_trans _ x'); [apply same_equal, (plays_unique x e x' Px Px') | exact E].
Qed.
Corollary worth_reduced : forall d t u, reducer u t -> worth d t -> worth d u.
Proof. intros d t u R. apply worth_equal, equal_sym. now apply reducer_equal. Qed.
