(* FORMAT.md section 4, step 8: "Split the position into lands: the connected components of its regions, two regions being
   connected when a spot occurs in both. A position is the sum of its lands." Regions that share no living spot never hear of
   each other's moves; so the nimber of the drawing is the exclusive or of the nimbers of its parts (section 7). *)
From Coq Require Import NArith List Lia Arith Permutation.
From Sproof Require Import Drawn Same Xor Isomorphic Symmetry SmallRegions Lives Nimber.
Import ListNotations.

Definition spots (rs : list region) (s : spot) : Prop := exists r, In r rs /\ within r s.
(* No living spot occurs in both. *)
Definition apart (f : spot -> nat) (rs ss : list region) : Prop := forall s, spots rs s -> spots ss s -> f s = 0.

Lemma spots_app : forall rs ss s, spots (rs ++ ss) s <-> spots rs s \/ spots ss s.
Proof.
  intros rs ss s. unfold spots. split.
  - intros [r [I W]]. apply in_app_iff in I. destruct I; [left | right]; eauto.
  - intros [[r [I W]]|[r [I W]]]; exists r; (split; [apply in_app_iff; auto | exact W]).
Qed.
Lemma spots_perm : forall rs ss s, Permutation rs ss -> spots rs s -> spots ss s.
Proof. intros rs ss s P [r [I W]]. exists r. split; [now apply (Permutation_in _ P) | exact W]. Qed.
Lemma apart_sym : forall f rs ss, apart f rs ss -> apart f ss rs.
Proof. intros f rs ss A s X Y. now apply A. Qed.

(* A move in one part leaves the parts apart, and the other part the same. *)
Section Move.
Variables (n : spot) (f : spot -> nat) (rs ss : list region) (R : region) (rest : list region) (x y : spot) (news : list region).
Hypothesis W : wf {| next := n; lives := f; regions := rs ++ ss |}.
Hypothesis A : apart f rs ss.
Hypothesis P : Permutation rs (R :: rest).
Hypothesis D : draw f n R x y news.
Notation f' := (spend f n x y).

Lemma spots_old : forall s, spots (rs ++ ss) s -> s < n.
Proof. intros s [r [I H]]. now apply (W r). Qed.
Lemma spots_news : forall s, spots (news ++ rest) s -> spots rs s \/ s = n.
Proof.
  intros s H. apply spots_app in H. destruct H as [[r [I H]]|[r [I H]]].
  - destruct (draw_within _ _ _ _ _ _ D r s I H) as [H'|H']; [left | now right].
    exists R. split; [apply (Permutation_in _ (Permutation_sym P)); now left | exact H'].
  - left. exists r. split; [apply (Permutation_in _ (Permutation_sym P)); now right | exact H].
Qed.
Lemma other_lives : forall s, spots ss s -> f' s = f s.
Proof.
  intros s H. assert (L : s < n) by (apply spots_old, spots_app; auto). unfold spend. destruct (Nat.eqb_spec s n); [lia|].
  assert (R0 : forall t, within R t -> spots rs t).
  { intros t Wt. exists R. split; [apply (Permutation_in _ (Permutation_sym P)); now left | exact Wt]. }
  assert (E : forall t, within R t -> s = t -> f s = 0) by (intros t Wt ->; apply A; auto).
  destruct (draw_ends _ _ _ _ _ _ D) as [Wx Wy]. pose proof (E x Wx). pose proof (E y Wy).
  destruct (Nat.eqb_spec s x), (Nat.eqb_spec s y); auto; lia.
Qed.
Lemma move_apart : apart f' (news ++ rest) ss.
Proof.
  intros s H1 H2. rewrite (other_lives s H2). destruct (spots_news s H1) as [H| ->]; [now apply A|].
  assert (n < n) by (apply spots_old, spots_app; auto). lia.
Qed.
Lemma move_wf : wf {| next := S n; lives := f'; regions := (news ++ rest) ++ ss |}.
Proof.
  intros r s I H. simpl in *. apply in_app_iff in I. destruct I as [I|I].
  - destruct (spots_news s) as [K| ->]; [now exists r | | lia]. apply Nat.lt_lt_succ_r, spots_old, spots_app. auto.
  - apply Nat.lt_lt_succ_r, (W r); [apply in_app_iff|]; auto.
Qed.
Lemma move_other : same {| next := n; lives := f; regions := ss |} {| next := S n; lives := f'; regions := ss |}.
Proof.
  assert (L : forall s, spots ss s -> s < n) by (intros s H; apply spots_old, spots_app; auto).
  apply same_spots; auto.
  - intros r s I H. apply L. now exists r.
  - intros r s I H. simpl. apply Nat.lt_lt_succ_r, L. now exists r.
  - intros s [r [I H]]. symmetry. apply other_lives. now exists r.
Qed.
Lemma move_whole : step {| next := n; lives := f; regions := rs ++ ss |} {| next := S n; lives := f'; regions := (news ++ rest) ++ ss |}.
Proof.
  rewrite <- app_assoc. apply (draw_step {| next := n; lives := f; regions := rs ++ ss |} R (rest ++ ss)); [simpl; now rewrite P | exact D].
Qed.
End Move.

Notation part n f rs := {| next := n; lives := f; regions := rs |}.
Lemma perm_same : forall n f rs ss, wf (part n f rs) -> Permutation rs ss -> same (part n f rs) (part n f ss).
Proof. intros n f rs ss W P. exact (same_order (part n f rs) ss W P). Qed.

Theorem nimber_sum : forall n f rs ss a b, wf (part n f (rs ++ ss)) -> apart f rs ss ->
  nimber (part n f rs) a -> nimber (part n f ss) b -> nimber (part n f (rs ++ ss)) (N.lxor a b).
Proof.
  intros n f rs ss a b W A Ha Hb. remember (left (part n f (rs ++ ss))) as m eqn:E.
  revert n f rs ss a b W A Ha Hb E. induction m as [m IH] using (well_founded_induction lt_wf).
  intros n f rs ss a b W A Ha Hb ->.
  (* A move in the part ps leads from nimber k to j: in the whole it leads to j and the nimber of the other part qs. *)
  assert (Move : forall ps qs i R rest x y news j, wf (part n f (ps ++ qs)) -> apart f ps qs -> nimber (part n f qs) i ->
    Permutation ps (R :: rest) -> draw f n R x y news -> nimber (part (S n) (spend f n x y) (news ++ rest)) j ->
    nimber (part (S n) (spend f n x y) ((news ++ rest) ++ qs)) (N.lxor j i)).
  { intros ps qs i R rest x y news j W' A' Hi P D Hj.
    pose proof (step_left _ _ W' (move_whole n f ps qs R rest x y news P D)) as L.
    apply (IH (left (part (S n) (spend f n x y) ((news ++ rest) ++ qs)))); auto.
    - unfold left in *. simpl in *. lia.
    - exact (move_wf n f ps qs R rest x y news W' P D).
    - exact (move_apart n f ps qs R rest x y news W' A' P D).
    - exact (same_nimber _ _ Hi _ (move_other n f ps qs R rest x y news W' A' P D)). }
  assert (W' : wf (part n f (ss ++ rs))).
  { intros r s I. apply W. simpl in *. rewrite in_app_iff in *. tauto. }
  assert (Swap : forall R rest x y news, Permutation ss (R :: rest) -> draw f n R x y news ->
    same (part (S n) (spend f n x y) ((news ++ rest) ++ rs)) (part (S n) (spend f n x y) (news ++ rs ++ rest))).
  { intros R rest x y news P D. apply perm_same; [exact (move_wf n f ss rs R rest x y news W' P D)|].
    rewrite <- app_assoc. now rewrite (Permutation_app_comm rest). }
  constructor.
  - intros e S. apply step_draw in S. destruct S as [R [rest [x [y [news [P [D ->]]]]]]]. simpl in *.
    assert (IR : In R (rs ++ ss)) by (apply (Permutation_in _ (Permutation_sym P)); now left).
    apply in_app_iff in IR. destruct IR as [IR|IR]; destruct (pick_perm _ R IR) as [rest' P'].
    + inversion Ha as [d k Ha1 _ Ed Ek]. subst d k.
      destruct (Ha1 _ (draw_step (part n f rs) R rest' x y news P' D)) as [j [Hj Nj]]. simpl in Hj.
      exists (N.lxor j b). split; [|intro Z; now apply lxor_cancel_r in Z].
      apply (same_nimber _ _ (Move rs ss b R rest' x y news j W A Hb P' D Hj)).
      apply perm_same; [exact (move_wf n f rs ss R rest' x y news W P' D)|]. rewrite <- app_assoc. apply Permutation_app_head.
      apply (Permutation_cons_inv (a := R)). rewrite <- P, P'. reflexivity.
    + inversion Hb as [d k Hb1 _ Ed Ek]. subst d k.
      destruct (Hb1 _ (draw_step (part n f ss) R rest' x y news P' D)) as [j [Hj Nj]]. simpl in Hj.
      exists (N.lxor j a). split; [|intro Z; rewrite (N.lxor_comm a) in Z; now apply lxor_cancel_r in Z].
      apply (same_nimber _ _ (Move ss rs a R rest' x y news j W' (apart_sym _ _ _ A) Ha P' D Hj)).
      apply perm_same; [exact (move_wf n f ss rs R rest' x y news W' P' D)|]. rewrite <- app_assoc. apply Permutation_app_head.
      apply (Permutation_cons_inv (a := R)). rewrite <- P, P'. simpl. now rewrite (Permutation_app_comm rs), <- app_comm_cons.
  - intros j L. destruct (lxor_less _ _ _ L) as [[i [Li <-]]|[i [Li <-]]].
    + inversion Ha as [d k _ Ha2 Ed Ek]. subst d k. destruct (Ha2 i Li) as [e [S He]]. apply step_draw in S.
      destruct S as [R [rest [x [y [news [P [D ->]]]]]]]. simpl in *.
      eexists. split; [exact (move_whole n f rs ss R rest x y news P D)|]. exact (Move rs ss b R rest x y news i W A Hb P D He).
    + inversion Hb as [d k _ Hb2 Ed Ek]. subst d k. destruct (Hb2 i Li) as [e [S He]]. apply step_draw in S.
      destruct S as [R [rest [x [y [news [P [D ->]]]]]]]. simpl in *.
      exists (part (S n) (spend f n x y) (news ++ rs ++ rest)). split.
      * apply (draw_step (part n f (rs ++ ss)) R (rs ++ rest)); [simpl; rewrite P; symmetry; apply Permutation_middle | exact D].
      * rewrite N.lxor_comm. apply (same_nimber _ _ (Move ss rs a R rest x y news i W' (apart_sym _ _ _ A) Ha P D He)).
        now apply (Swap R).
Qed.
