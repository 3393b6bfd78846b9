(* FORMAT.md section 7: "Every move takes one life, so options have fewer lives than their positions." And section 2: "A spot of
   degree 0 occurs once, alone in its boundary." *)
From Coq Require Import List Arith Lia Permutation.
From Sproof Require Import Drawn Same Isomorphic SmallRegions.
Import ListNotations.

(* All lives of the spots that have been drawn. *)
Definition left (d : drawing) : nat := list_sum (map (lives d) (seq 0 (next d))).

Definition take (f : spot -> nat) (x s : spot) : nat := f s - (if s =? x then 1 else 0).
Lemma sum_seq_S : forall (f : spot -> nat) n, list_sum (map f (seq 0 (S n))) = list_sum (map f (seq 0 n)) + f n.
Proof. intros f n. rewrite seq_S, map_app, list_sum_app. simpl. now rewrite Nat.add_0_r. Qed.
Lemma sum_take : forall f x n, 1 <= f x -> list_sum (map (take f x) (seq 0 n)) + (if x <? n then 1 else 0) = list_sum (map f (seq 0 n)).
Proof.
  intros f x n L. induction n as [|n IH]; [reflexivity|]. rewrite !sum_seq_S.
  assert (E : take f x n = f n - (if n =? x then 1 else 0)) by reflexivity. rewrite E.
  destruct (Nat.ltb_spec x n), (Nat.ltb_spec x (S n)), (Nat.eqb_spec n x); subst; lia.
Qed.

Theorem step_left : forall d e, wf d -> step d e -> S (left e) = left d.
Proof.
  intros d e W S. apply step_draw in S. destruct S as [R [rest [x [y [news [P [D ->]]]]]]]. unfold left. cbn [lives next].
  destruct (draw_ends _ _ _ _ _ _ D) as [Wx Wy]. assert (IR : In R (regions d)) by (apply (Permutation_in _ (Permutation_sym P)); now left).
  apply (W R) in Wx, Wy; auto. rewrite sum_seq_S, spend_new.
  rewrite (map_ext_in _ (take (take (lives d) x) y)).
  - assert (C : 1 <= lives d x /\ 1 <= take (lives d) x y).
    { unfold take. destruct (draw_can _ _ _ _ _ _ D) as [[N [Lx Ly]]|[E L]]; (split; [lia|]); destruct (Nat.eqb_spec y x), (Nat.eqb_spec x x); subst; try congruence; lia. }
    destruct C as [Cx Cy]. pose proof (sum_take (lives d) x (next d) Cx) as E1. pose proof (sum_take (take (lives d) x) y (next d) Cy) as E2.
    apply Nat.ltb_lt in Wx, Wy. rewrite Wx in E1. rewrite Wy in E2. lia.
  - intros s I. apply in_seq in I. unfold spend, take. destruct (Nat.eqb_spec s (next d)); lia.
Qed.

(* ---- Drawings that can be reached ---- *)
(* No spot has more than 3 lives. *)
Definition three (d : drawing) : Prop := forall s, lives d s <= 3.
Lemma three_start : forall n, three (start n).
Proof. intros n s. simpl. lia. Qed.
Lemma three_step : forall d e, three d -> step d e -> three e.
Proof.
  intros d e T S. apply step_draw in S. destruct S as [R [rest [x [y [news [P [D ->]]]]]]]. intro s. specialize (T s). simpl.
  unfold spend. destruct (s =? next d); lia.
Qed.
(* "A spot of degree 0 occurs once, alone in its boundary." *)
Definition alone (d : drawing) : Prop := forall r b s, In r (regions d) -> In b r -> In s b -> 3 <= lives d s -> b = [s].
Lemma wf_start : forall n, wf (start n).
Proof.
  intros n r s [<-|[]] I. unfold within in I. apply in_concat in I. destruct I as [b [Ib Is]].
  apply in_map_iff in Ib. destruct Ib as [t [<- It]]. destruct Is as [<-|[]]. apply in_seq in It. simpl. lia.
Qed.
Lemma alone_start : forall n, alone (start n).
Proof. intros n r b s [<-|[]] Ib Is _. apply in_map_iff in Ib. destruct Ib as [t [<- _]]. now destruct Is as [<-|[]]. Qed.
Lemma alone_step : forall d e, wf d -> three d -> alone d -> step d e -> alone e.
Proof.
  intros d e W T A S. apply step_draw in S. destruct S as [R [rest [x [y [news [P [D ->]]]]]]]. intros r b s Ir Ib Is L. simpl in *.
  assert (H : s <> next d /\ s <> x /\ s <> y /\ 3 <= lives d s).
  { specialize (T s). unfold spend in L. destruct (Nat.eqb_spec s (next d)); [lia|].
    destruct (Nat.eqb_spec s x), (Nat.eqb_spec s y); repeat split; auto; lia. }
  destruct H as [Nz [Nx [Ny Ls]]].
  assert (Old : forall q c, In q (R :: rest) -> In c q -> In s c -> c = [s]).
  { intros q c Iq Ic Isc. apply (A q); auto. now apply (Permutation_in _ (Permutation_sym P)). }
  assert (OldR : forall c, In c R -> In s c -> c = [s]) by (intro c; apply (Old R c), in_eq).
  apply in_app_iff in Ir. destruct Ir as [Ir|Ir]; [|apply (Old r b); simpl; auto].
  assert (New : forall c t Y, In c R -> turn c (t :: Y) -> t <> s -> In s (t :: Y) -> False).
  { intros c t Y Ic Tc N Isc. assert (E : c = [s]) by (apply (Old R c); [now left | exact Ic | now apply (turn_in _ _ _ Tc)]).
    subst c. assert (I : In t [s]) by (apply (turn_in _ _ _ Tc); now left). destruct I as [I|[]]. congruence. }
  destruct D as [x X y Y bx bY others PR Tx Ty N Lx Ly | x X y Y c near far PR Tc N Lx Ly | x X c near far PR Tc L2];
    assert (IR : forall q, In q R <-> _) by (intro q; split; [apply (Permutation_in _ PR) | apply (Permutation_in _ (Permutation_sym PR))]).
  - destruct Ir as [<-|[]]. destruct Ib as [<-|Ib]; [exfalso | apply OldR; auto; apply IR; simpl; auto].
    inside. destruct Is as [I|[I|[I|[I|[]]]]]; auto; apply walk_in in I;
      [apply (New bx x X) | apply (New bY y Y)]; auto; apply IR; simpl; auto.
  - destruct Ir as [<-|[<-|[]]]; (destruct Ib as [<-|Ib]; [exfalso | apply OldR; auto; apply IR; simpl; rewrite in_app_iff; auto]);
      apply (New c x (X ++ y :: Y)); auto; try (apply IR; now left); inside; intuition congruence.
  - destruct Ir as [<-|[<-|[]]]; (destruct Ib as [<-|Ib]; [exfalso | apply OldR; auto; apply IR; simpl; rewrite in_app_iff; auto]);
      inside; [intuition|]. destruct Is as [I|[I|[]]]; auto. apply walk_in in I. apply (New c x X); auto. apply IR. now left.
Qed.
(* So `trip` of Drawn.v, which writes a spot of degree 0 without its boundary, forgets nothing. *)
Inductive reached (n : nat) : drawing -> Prop :=
| reached_start : reached n (start n)
| reached_step d e : reached n d -> step d e -> reached n e.
Theorem reached_alone : forall n d, reached n d -> wf d /\ three d /\ alone d.
Proof.
  intros n d H. induction H as [|d e H [W [T A]] S]; [split; [apply wf_start | split; [apply three_start | apply alone_start]]|].
  split; [now apply (wf_step d) | split; [now apply (three_step d) | now apply (alone_step d)]].
Qed.
