(* FORMAT.md section 4, step 4: "Drop regions with fewer than 2 lives", and step 5: "In a region with 2 or 3 lives put all tokens in
   one boundary, in any order; a spot with both occurrences in that region becomes one token `2`." Step 6, "a spot that now
   occurs only once because a region was dropped becomes the token `2`", changes the notation only: here spots keep their names.

   Of regions with at most 3 lives only the sets of living spots matter: a move takes two of the lives, adds a spot with one, and
   leaves each part with the new spot and at most one other that lives. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Sproof Require Import Drawn Same Stutter Isomorphic Symmetry.
Import ListNotations.

Definition sum_lives (f : spot -> nat) (l : list spot) : nat := list_sum (map f l).
(* At most n lives, "each spot counted once however often it occurs there". *)
Definition at_most (n : nat) (f : spot -> nat) (r : region) : Prop :=
  forall l, NoDup l -> (forall s, In s l -> within r s) -> sum_lives f l <= n.
Definition same_living (f : spot -> nat) (r s : region) : Prop := forall x, 1 <= f x -> (within r x <-> within s x).

(* Every region of rs is small, and has fewer than 2 lives or the living spots of some region of ss. *)
Definition covers (f : spot -> nat) (rs ss : list region) : Prop :=
  forall r, In r rs -> at_most 3 f r /\ (at_most 1 f r \/ exists s, In s ss /\ same_living f r s).
(* The drawings differ in small regions only, and each set of living spots in one is there in the other. *)
Definition small_alike (d e : drawing) : Prop := next d = next e /\ lives d = lives e /\ wf d /\ wf e /\
  exists big small1 small2, Permutation (regions d) (big ++ small1) /\ Permutation (regions e) (big ++ small2) /\
    covers (lives d) small1 small2 /\ covers (lives d) small2 small1.

(* ---- Counting lives ---- *)
Lemma sum_cons : forall f a l, sum_lives f (a :: l) = f a + sum_lives f l.
Proof. reflexivity. Qed.
Lemma sum_le : forall f g l, (forall s, In s l -> f s <= g s) -> sum_lives f l <= sum_lives g l.
Proof.
  induction l as [|a l IH]; intro H; [reflexivity|]. rewrite !sum_cons.
  pose proof (H a (or_introl eq_refl)). assert (sum_lives f l <= sum_lives g l) by (apply IH; intros; apply H; now right). lia.
Qed.
Lemma sum_zero : forall f l, (forall s, In s l -> f s = 0) -> sum_lives f l = 0.
Proof. induction l as [|a l IH]; intro H; [reflexivity|]. rewrite sum_cons, (H a), IH; auto using in_eq, in_cons. Qed.
Lemma sum_remove : forall f x l, NoDup l -> sum_lives f l <= f x + sum_lives f (remove Nat.eq_dec x l).
Proof.
  induction l as [|a l IH]; intro D; [unfold sum_lives; simpl; lia|]. inversion D as [|? ? Na Dl]; subst.
  rewrite sum_cons. simpl remove. destruct (Nat.eq_dec x a) as [->|Ne].
  - rewrite notin_remove by exact Na. lia.
  - rewrite sum_cons. specialize (IH Dl). lia.
Qed.
Lemma nodup_remove : forall (x : spot) l, NoDup l -> NoDup (remove Nat.eq_dec x l).
Proof.
  induction l as [|a l IH]; intro D; simpl; [constructor|]. inversion D as [|? ? Na Dl]; subst.
  destruct (Nat.eq_dec x a); [auto|]. constructor; [|auto]. intro I. apply in_remove in I. tauto.
Qed.
Lemma sum_incl : forall f l m, NoDup l -> incl l m -> sum_lives f l <= sum_lives f m.
Proof.
  intros f l. induction l as [|a l IH]; intros m D I; [unfold sum_lives; simpl; lia|]. inversion D as [|? ? Na Dl]; subst.
  assert (Ia : In a m) by (apply I; now left). apply in_split in Ia. destruct Ia as [u [v ->]].
  assert (sum_lives f l <= sum_lives f (u ++ v)).
  { apply IH; [exact Dl|]. intros s Is. assert (In s (u ++ a :: v)) as J by (apply I; now right).
    apply in_app_iff in J. apply in_app_iff. destruct J as [J|[->|J]]; auto. contradiction. }
  rewrite sum_cons. unfold sum_lives in *. rewrite map_app, list_sum_app in *. simpl. lia.
Qed.
(* How a program counts them. *)
Lemma at_most_two : forall n f r x y, at_most n f r -> within r x -> within r y -> x <> y -> f x + f y <= n.
Proof.
  intros n f r x y A Wx Wy N. specialize (A [x; y]). unfold sum_lives in A. simpl in A.
  enough (f x + (f y + 0) <= n) by lia. apply A; [|intros s [<-|[<-|[]]]; assumption].
  constructor; [simpl; intros [|[]]; congruence|]. constructor; [simpl; tauto | constructor].
Qed.
Lemma at_most_one : forall n f r x, at_most n f r -> within r x -> f x <= n.
Proof.
  intros n f r x A Wx. specialize (A [x]). unfold sum_lives in A. simpl in A. enough (f x + 0 <= n) by lia.
  apply A; [|intros s [<-|[]]; assumption]. constructor; [simpl; tauto | constructor].
Qed.
(* Only the living count. *)
Lemma at_most_living : forall n f r s, at_most n f r -> (forall x, 1 <= f x -> within s x -> within r x) -> at_most n f s.
Proof.
  intros n f r s A H l D I. transitivity (sum_lives f (filter (fun x => 1 <=? f x) l)).
  - clear D I. induction l as [|a l IH]; [auto|]. cbn [filter]. destruct (Nat.leb_spec 1 (f a)); rewrite !sum_cons; lia.
  - apply A; [now apply NoDup_filter|]. intros x Ix. apply filter_In in Ix. destruct Ix as [Ix L]. apply Nat.leb_le in L. auto.
Qed.

(* ---- Which spots a curve can join, and what it leaves ---- *)
Definition can (f : spot -> nat) (x y : spot) : Prop := (x <> y /\ 1 <= f x /\ 1 <= f y) \/ (x = y /\ 2 <= f x).

Lemma draw_can : forall f z R x y news, draw f z R x y news -> can f x y.
Proof. intros f z R x y news []; [left | left | right]; auto. Qed.
Lemma draw_new : forall f z R x y news, draw f z R x y news -> forall n, In n news -> within n z.
Proof.
  intros f z R x y news [] n I; repeat (destruct I as [<-|I]; [inside; tauto|]); destruct I.
Qed.
(* Every spot of a small region that still lives is in one of the parts. *)
Lemma draw_kept : forall f z R x y news, draw f z R x y news -> at_most 3 f R -> forall s, within R s -> 1 <= spend f z x y s -> s <> z ->
  exists n, In n news /\ within n s.
Proof.
  assert (W : forall f x X s, f x <> 3 -> In s (x :: X) -> In s (walk f x X)).
  { intros f x X s N I. unfold walk. apply Nat.eqb_neq in N. rewrite N. simpl in *. rewrite in_app_iff. tauto. }
  intros f z R x y news D A s Ws Ls Ns. destruct (draw_ends _ _ _ _ _ _ D) as [Wx Wy].
  pose proof (spend_le f z x y s Ns). pose proof (fun N => at_most_two 3 f R x s A Wx Ws N) as Two.
  destruct D as [x X y Y bx bY others PR Tx Ty N Lx Ly | x X y Y b near far PR T N Lx Ly | x X b near far PR T L];
    rewrite (perm_within _ _ s PR) in Ws; inside.
  - pose proof (at_most_two 3 f R x y A Wx Wy N). rewrite (turn_in _ _ s Tx), (turn_in _ _ s Ty) in Ws.
    eexists. split; [now left|]. inside. destruct Ws as [I|[I|I]]; auto; left; [left | right; right; left]; apply W; auto; lia.
  - rewrite (turn_in _ _ s T) in Ws. inside. destruct Ws as [[<-|[I|[<-|I]]]|[I|I]].
    + eexists. split; [now left|]. inside. tauto.
    + eexists. split; [now left|]. inside. tauto.
    + eexists. split; [now left|]. inside. tauto.
    + eexists. split; [right; now left|]. inside. tauto.
    + eexists. split; [now left|]. inside. tauto.
    + eexists. split; [right; now left|]. inside. tauto.
  - rewrite (turn_in _ _ s T) in Ws. inside. destruct Ws as [I|[I|I]].
    + destruct (Nat.eq_dec s x) as [->|N]; [eexists; split; [now left|]; inside; tauto|].
      eexists. split; [right; now left|]. inside. left. left. apply W; [|exact I]. intro E.
      assert (f x + f s <= 3) by (apply Two; auto). lia.
    + eexists. split; [now left|]. inside. tauto.
    + eexists. split; [right; now left|]. inside. tauto.
Qed.
(* Conversely, some curve joins any two spots that can be joined. *)
Lemma turn_to : forall b (s : spot), In s b -> exists X, turn b (s :: X).
Proof. intros b s I. apply in_split in I. destruct I as [l [r ->]]. exists (r ++ l). exists l, (s :: r). auto. Qed.
Lemma pick_perm : forall {A} (l : list A) x, In x l -> exists r, Permutation l (x :: r).
Proof. intros A l x I. apply in_split in I. destruct I as [a [b ->]]. exists (a ++ b). symmetry. apply Permutation_middle. Qed.
Lemma can_draw : forall f z R x y, within R x -> within R y -> can f x y -> exists news, draw f z R x y news.
Proof.
  intros f z R x y Wx Wy C. unfold within in Wx, Wy. apply in_concat in Wx, Wy. destruct Wx as [b [Ib Ix]], Wy as [c [Ic Iy]].
  destruct (pick_perm R b Ib) as [R' PR]. destruct (turn_to b x Ix) as [Z T]. destruct C as [[N [Lx Ly]] | [<- L]].
  - destruct (in_dec Nat.eq_dec y b) as [Iyb|Iyb].
    + assert (In y Z) as IZ by (apply (turn_in _ _ y T) in Iyb; destruct Iyb; [congruence|assumption]).
      apply in_split in IZ. destruct IZ as [X [Y ->]].
      eexists. apply (draw_cut f z R x X y Y b R' []); auto. now rewrite app_nil_r.
    + assert (In c R') as IcR by (apply (Permutation_in _ PR) in Ic; destruct Ic; [subst; contradiction | assumption]).
      destruct (pick_perm R' c IcR) as [others PR']. destruct (turn_to c y Iy) as [Y Ty].
      eexists. apply (draw_join f z R x Z y Y b c others); auto. now rewrite PR, PR'.
  - eexists. apply (draw_loop f z R x Z b R' []); auto. now rewrite app_nil_r.
Qed.

(* ---- A move in a small region ---- *)
Section Small.
Variables (f : spot -> nat) (z : spot).
Notation f' := (spend f z).

Section Move.
Variables (R : region) (x y : spot) (news : list region).
Hypothesis small : at_most 3 f R.
Hypothesis fresh : ~ within R z.
Hypothesis D : draw f z R x y news.

Lemma one_left : at_most 1 (f' x y) R.
Proof.
  destruct (draw_ends _ _ _ _ _ _ D) as [Rx Ry]. intros l Dl I.
  assert (Nx : x <> z) by (intros ->; auto). assert (Ny : y <> z) by (intros ->; auto).
  pose (l0 := remove Nat.eq_dec x (remove Nat.eq_dec y l)).
  assert (D0 : NoDup l0) by (now apply nodup_remove, nodup_remove).
  assert (I0 : forall s, In s l0 -> within R s /\ s <> x /\ s <> y).
  { intros s H. apply in_remove in H. destruct H as [H N1]. apply in_remove in H. destruct H as [H N2]. auto. }
  assert (T0 : sum_lives (f' x y) l0 <= sum_lives f l0).
  { apply sum_le. intros s H. apply spend_le. intros ->. apply fresh. now apply I0. }
  pose proof (sum_remove (f' x y) y l Dl) as B1.
  pose proof (sum_remove (f' x y) x (remove Nat.eq_dec y l) (nodup_remove y l Dl)) as B2. fold l0 in B2.
  destruct (draw_can _ _ _ _ _ _ D) as [[N [Lx Ly]]|[E L]].
  - assert (sum_lives f (x :: y :: l0) <= 3) as B.
    { apply small.
      - constructor; [simpl; intros [E|E]; [congruence | now apply I0 in E]|]. constructor; [intro E; now apply I0 in E | exact D0].
      - intros s [<-|[<-|H]]; auto. now apply I0. }
    rewrite !sum_cons in B.
    assert (f' x y x <= f x - 1) by (unfold spend; destruct (Nat.eqb_spec x z), (Nat.eqb_spec x x); lia).
    assert (f' x y y <= f y - 1) by (unfold spend; destruct (Nat.eqb_spec y z), (Nat.eqb_spec y y); lia). lia.
  - subst y. assert (sum_lives f (x :: l0) <= 3) as B.
    { apply small; [constructor; [intro E; now apply I0 in E | exact D0]|]. intros s [<-|H]; auto. now apply I0. }
    rewrite sum_cons in B.
    assert (f' x x x <= f x - 2) by (unfold spend; destruct (Nat.eqb_spec x z), (Nat.eqb_spec x x); lia).
    assert (sum_lives (f' x x) (remove Nat.eq_dec x l) = sum_lives (f' x x) l0) as E.
    { unfold l0. rewrite (notin_remove _ (remove Nat.eq_dec x l)); [reflexivity | apply remove_In]. }
    lia.
Qed.

Definition full (n : region) := forall s, 1 <= f' x y s -> (within n s <-> within R s \/ s = z).

Lemma without_z : forall n l, In n news -> NoDup l -> (forall s, In s l -> within n s) ->
  sum_lives (f' x y) l <= 1 + sum_lives (f' x y) (remove Nat.eq_dec z l) /\
  forall s, In s (remove Nat.eq_dec z l) -> within R s /\ within n s /\ s <> z.
Proof.
  intros n l In_n Dl I. split.
  - pose proof (sum_remove (f' x y) z l Dl) as H. rewrite spend_new in H. exact H.
  - intros s H. apply in_remove in H. destruct H as [H N].
    destruct (draw_within _ _ _ _ _ _ D n s In_n (I s H)); [auto | contradiction].
Qed.
Lemma news_small : forall n, In n news -> at_most 3 (f' x y) n.
Proof.
  intros n In_n l Dl I. destruct (without_z n l In_n Dl I) as [A B].
  assert (sum_lives (f' x y) (remove Nat.eq_dec z l) <= 1) by (apply one_left; [now apply nodup_remove | intros s H; now apply B]).
  lia.
Qed.
Lemma news_full : forall n, In n news -> at_most 1 (f' x y) n \/ (full n /\ exists w, within R w /\ 1 <= f' x y w).
Proof.
  intros n In_n. pose proof (draw_new _ _ _ _ _ _ D) as Hz. pose proof (draw_within _ _ _ _ _ _ D) as Old.
  destruct (Exists_dec (fun w => w <> z /\ 1 <= f' x y w) (concat n)) as [E|E].
  { intro w. destruct (Nat.eq_dec w z); [right; tauto|]. destruct (le_dec 1 (f' x y w)); [left; auto | right; tauto]. }
  - right. apply Exists_exists in E. destruct E as [w [Iw [Nw Lw]]].
    assert (Rw : within R w) by (destruct (Old n w In_n Iw); [assumption|contradiction]).
    split; [|eauto]. intros s Ls. split; [apply (Old n s In_n)|]. intros [Rs| ->]; [|apply (Hz n In_n)].
    destruct (Nat.eq_dec s w) as [->|N]; [exact Iw|]. exfalso.
    pose proof (at_most_two 1 (f' x y) R s w one_left Rs Rw N). lia.
  - left. intros l Dl I. destruct (without_z n l In_n Dl I) as [A B].
    assert (sum_lives (f' x y) (remove Nat.eq_dec z l) = 0); [|lia]. apply sum_zero. intros s H. destruct (B s H) as [_ [Wn N]].
    destruct (f' x y s) eqn:Es; [reflexivity|]. exfalso. apply E. apply Exists_exists. exists s. rewrite Es. split; [exact Wn | split; [exact N | lia]].
Qed.
Lemma some_full : forall w, within R w -> 1 <= f' x y w -> exists n, In n news /\ full n.
Proof.
  intros w Rw Lw. assert (Nw : w <> z) by (intros ->; auto).
  destruct (draw_kept _ _ _ _ _ _ D small w Rw Lw Nw) as [n [In_n Wn]].
  exists n. split; [exact In_n|]. destruct (news_full n In_n) as [A|[F _]]; [|exact F]. exfalso.
  pose proof (at_most_two 1 (f' x y) n w z A Wn (draw_new _ _ _ _ _ _ D n In_n) Nw) as H. rewrite spend_new in H. lia.
Qed.
End Move.

Lemma at_most_after : forall n x y r, ~ within r z -> at_most n f r -> at_most n (f' x y) r.
Proof.
  intros n x y r N A l Dl I. transitivity (sum_lives f l); [|now apply A].
  apply sum_le. intros s H. apply spend_le. intros ->. apply N, I, H.
Qed.
Lemma same_living_after : forall x y r s, ~ within r z -> ~ within s z -> same_living f r s -> same_living (f' x y) r s.
Proof.
  intros x y r s Nr Ns A t L. destruct (Nat.eq_dec t z) as [->|N]; [tauto|]. apply A. pose proof (spend_le f z x y t N). lia.
Qed.

Lemma covers_after : forall R S x y news1 news2 small1 small2 small1' small2',
  at_most 3 f R -> at_most 3 f S -> ~ within R z -> ~ within S z -> same_living f R S ->
  draw f z R x y news1 -> draw f z S x y news2 ->
  (forall r, In r small1 -> ~ within r z) -> (forall r, In r small2 -> ~ within r z) ->
  Permutation small1 (R :: small1') -> Permutation small2 (S :: small2') ->
  covers f small1 small2 -> covers (f' x y) (news1 ++ small1') (news2 ++ small2').
Proof.
  intros R S x y news1 news2 small1 small2 small1' small2' SR SS FR FS A D1 D2 F1 F2 P1 P2 Cov r Ir.
  apply in_app_iff in Ir. destruct Ir as [Ir|Ir].
  - split; [exact (news_small R x y news1 SR FR D1 r Ir)|].
    destruct (news_full R x y news1 SR FR D1 r Ir) as [H|[F [w [Rw Lw]]]]; [now left|]. right.
    assert (Nw : w <> z) by (intros ->; auto).
    assert (Sw : within S w) by (apply A; [pose proof (spend_le f z x y w Nw); lia | exact Rw]).
    destruct (some_full S x y news2 SS FS D2 w Sw Lw) as [n [In_n Fn]].
    exists n. split; [apply in_app_iff; now left|]. intros s Ls. rewrite (F s Ls), (Fn s Ls).
    destruct (Nat.eq_dec s z) as [->|N]; [tauto|]. rewrite (A s) by (pose proof (spend_le f z x y s N); lia). tauto.
  - assert (I1 : In r small1) by (apply (Permutation_in _ (Permutation_sym P1)); now right).
    destruct (Cov r I1) as [S3 H]. split; [now apply at_most_after; [apply F1|]|].
    destruct H as [H|[s [Is As]]]; [left; now apply at_most_after; [apply F1|]|].
    apply (Permutation_in _ P2) in Is. destruct Is as [<-|Is].
    + left. apply (at_most_living _ _ S); [exact (one_left S x y news2 SS FS D2)|]. intros t Lt Wt.
      assert (t <> z) by (intros ->; now apply (F1 r)). apply As; [pose proof (spend_le f z x y t H); lia | exact Wt].
    + right. exists s. split; [apply in_app_iff; now right|]. apply same_living_after; [now apply F1 | | exact As].
      apply F2, (Permutation_in _ (Permutation_sym P2)). now right.
Qed.
Lemma covers_still : forall x y small1 small2,
  (forall r, In r small1 -> ~ within r z) -> (forall r, In r small2 -> ~ within r z) ->
  covers f small1 small2 -> covers (f' x y) small1 small2.
Proof.
  intros x y small1 small2 F1 F2 Cov r Ir. destruct (Cov r Ir) as [A B]. split; [now apply at_most_after; [apply F1|]|].
  destruct B as [B|[s [Is B]]]; [left; now apply at_most_after; [apply F1|] | right; exists s].
  split; [exact Is | now apply same_living_after; [apply F1 | apply F2 |]].
Qed.
End Small.

(* ---- The bisimulation ---- *)
Lemma small_alike_sym : forall d e, small_alike d e -> small_alike e d.
Proof.
  intros d e [En [El [Wd [We [big [s1 [s2 [P1 [P2 [C1 C2]]]]]]]]]]. repeat split; auto. exists big, s2, s1.
  rewrite <- El. auto.
Qed.

Theorem small_alike_same : forall d e, small_alike d e -> same d e.
Proof.
  intros d e H. apply (same_up_to_sym small_alike small_alike_sym); [|exact H]. clear d e H.
  intros d e [En [El [Wd [We [big [s1 [s2 [P1 [P2 [C1 C2]]]]]]]]]] d' St. assert (St0 := St). apply step_draw in St0.
  destruct St0 as [R [rest [x [y [news [P [D ->]]]]]]].
  assert (F : forall b r, In r (regions b) -> wf b -> ~ within r (next b)).
  { intros b r Ir W H. apply (W r) in H; [lia | exact Ir]. }
  assert (F1 : forall r, In r s1 -> ~ within r (next d)).
  { intros r Ir. apply F; [|exact Wd]. apply (Permutation_in _ (Permutation_sym P1)), in_app_iff. now right. }
  assert (F2 : forall r, In r s2 -> ~ within r (next d)).
  { intros r Ir. rewrite En. apply F; [|exact We]. apply (Permutation_in _ (Permutation_sym P2)), in_app_iff. now right. }
  assert (IR : In R (big ++ s1)) by (apply (Permutation_in _ P1), (Permutation_in _ (Permutation_sym P)); now left).
  apply in_app_iff in IR. destruct IR as [IR|IR].
  - (* a large region, which is in both *)
    destruct (pick_perm big R IR) as [big' PB].
    assert (Pr : Permutation rest (big' ++ s1)) by (apply (Permutation_cons_inv (a := R)); rewrite <- P, P1, PB; reflexivity).
    assert (Pe : Permutation (regions e) (R :: big' ++ s2)) by (rewrite P2, PB; reflexivity).
    assert (De := D). rewrite En, El in De. pose proof (draw_step e R _ x y news Pe De) as Se.
    eexists. split; [exact Se|]. apply chain_one.
    split; [simpl; congruence|]. split; [simpl; congruence|]. split; [exact (wf_step _ _ Wd St)|]. split; [exact (wf_step _ _ We Se)|].
    simpl. exists (news ++ big'), s1, s2. rewrite Pr, <- !app_assoc.
    split; [reflexivity|]. split; [reflexivity|]. split; apply covers_still; auto.
  - (* a small region: one with the same living spots is in the other *)
    destruct (C1 R IR) as [SR H]. destruct (draw_ends _ _ _ _ _ _ D) as [Rx Ry]. assert (C := draw_can _ _ _ _ _ _ D).
    destruct H as [H|[S0 [IS A]]].
    { exfalso. destruct C as [[N [Lx Ly]]|[_ L]]; [pose proof (at_most_two 1 _ R x y H Rx Ry N) | pose proof (at_most_one 1 _ R x H Rx)]; lia. }
    destruct (C2 S0 IS) as [SS _].
    destruct (pick_perm s1 R IR) as [s1' PS1], (pick_perm s2 S0 IS) as [s2' PS2].
    assert (Lx : 1 <= lives d x) by (destruct C as [|[]]; lia). assert (Ly : 1 <= lives d y) by (destruct C as [|[<- ]]; lia).
    assert (Sx : within S0 x) by (now apply A). assert (Sy : within S0 y) by (now apply A).
    assert (Pr : Permutation rest (big ++ s1')).
    { apply (Permutation_cons_inv (a := R)). rewrite <- P, P1, PS1. symmetry. apply Permutation_middle. }
    assert (Pe : Permutation (regions e) (S0 :: big ++ s2')) by (rewrite P2, PS2; symmetry; apply Permutation_middle).
    destruct (can_draw (lives d) (next d) S0 x y Sx Sy C) as [news2 D2].
    assert (De := D2). rewrite En, El in De. pose proof (draw_step e S0 _ x y news2 Pe De) as Se.
    eexists. split; [exact Se|]. apply chain_one.
    split; [simpl; congruence|]. split; [simpl; congruence|]. split; [exact (wf_step _ _ Wd St)|]. split; [exact (wf_step _ _ We Se)|].
    simpl. exists big, (news ++ s1'), (news2 ++ s2').
    assert (A' : same_living (lives d) S0 R) by (intros s Ls; symmetry; now apply A).
    split; [rewrite Pr, !app_assoc; now rewrite (Permutation_app_comm news big)|].
    split; [rewrite !app_assoc; now rewrite (Permutation_app_comm news2 big)|]. split.
    + apply (covers_after (lives d) (next d) R S0 x y news news2 s1 s2); auto.
    + apply (covers_after (lives d) (next d) S0 R x y news2 news s2 s1); auto.
Qed.

(* ---- The steps ---- *)
Theorem drop_same : forall d small rest, wf d -> Permutation (regions d) (rest ++ small) ->
  Forall (at_most 1 (lives d)) small -> same d (put d rest).
Proof.
  intros d small rest W P H. apply small_alike_same. split; [reflexivity|]. split; [reflexivity|]. split; [exact W|]. split.
  - apply wf_put; [exact W|]. intros s [r [I Wr]]. exists r. split; [|exact Wr]. apply (Permutation_in _ (Permutation_sym P)), in_app_iff. now left.
  - exists rest, small, []. rewrite app_nil_r. repeat split; auto; try destruct H0. rewrite Forall_forall in H.
    + intros l D I. specialize (H r H0 l D I). lia.
    + left. rewrite Forall_forall in H. auto.
Qed.
(* Any region with the same living spots will do, in any boundaries, each spot once or more often. *)
Theorem small_same : forall d R S rest, wf d -> Permutation (regions d) (R :: rest) -> at_most 3 (lives d) R ->
  same_living (lives d) R S -> (forall s, within S s -> within R s) -> same d (put d (S :: rest)).
Proof.
  intros d R S rest W P A L I. apply small_alike_same. split; [reflexivity|]. split; [reflexivity|]. split; [exact W|]. split.
  - apply wf_put; [exact W|]. intros s [r [Ir Wr]]. destruct Ir as [<-|Ir].
    + exists R. split; [apply (Permutation_in _ (Permutation_sym P)); now left | auto].
    + exists r. split; [apply (Permutation_in _ (Permutation_sym P)); now right | exact Wr].
  - exists rest, [R], [S]. simpl. rewrite P, <- !Permutation_cons_append. split; [reflexivity|]. split; [reflexivity|].
    assert (AS : at_most 3 (lives d) S) by (intros l D Il; apply A; auto).
    split; intros r [<-|[]]; (split; [assumption|right]).
    + exists S. split; [now left | exact L].
    + exists R. split; [now left|]. intros x Lx. symmetry. now apply L.
Qed.
