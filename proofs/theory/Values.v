(* Every drawing that a position stands for has a nimber, and one position has one nimber. *)
From Coq Require Import List Arith Lia Permutation Bool PArith NArith.
Import ListNotations.
From Sproof Require Import Drawn Same Mex Nimber Lives Tokens Play Moves Means Options.

(* ---- games end: every move takes a life ---- *)
(* Every game from d has at most n moves. *)
Fixpoint ends (n : nat) (d : drawing) : Prop := match n with O => forall e, ~ step d e | S n => forall e, step d e -> ends n e end.
Lemma ends_left : forall n d, wf d -> left d <= n -> ends n d.
Proof.
  induction n as [|n IH]; intros d W L; cbn; intros e St; pose proof (step_left d e W St); [lia|]. apply IH; [now apply (wf_step d) | lia].
Qed.
Lemma ends_same : forall n d e, same d e -> ends n d -> ends n e.
Proof.
  induction n as [|n IH]; intros d e S E e' St; destruct (same_step_back d e S e' St) as [d' [St' S']]; [exact (E d' St') | apply (IH d'); auto].
Qed.
Lemma ends_acc : forall n d, ends n d -> Acc (fun e d => step d e) d.
Proof. induction n as [|n IH]; intros d E; constructor; intros e St; [now apply E in St | now apply IH, E]. Qed.
(* A part of a drawing ends with it. *)
Lemma ends_part : forall h n f rs ss, ends h (Build_drawing n f (rs ++ ss)) -> ends h (Build_drawing n f rs).
Proof.
  assert (H : forall n f rs ss e, step (Build_drawing n f rs) e -> step (Build_drawing n f (rs ++ ss)) (Build_drawing (next e) (lives e) (regions e ++ ss))).
  { intros n f rs ss e St. apply step_draw in St. destruct St as [R [rest [x [y [new [P [D ->]]]]]]]. cbn [next lives regions] in *. rewrite <- app_assoc.
    apply step_draw. exists R, (rest ++ ss), x, y, new. split; [cbn; now rewrite P|]. split; [exact D | reflexivity]. }
  induction h as [|h IH]; intros n f rs ss E e St; apply (H n f rs ss) in St.
  - now apply E in St.
  - apply E in St. apply IH in St. now destruct e.
Qed.

(* ---- spots of degree 0 stay alone ---- *)
Lemma sane_rest : forall P b X x R others, sane P -> In R P -> Permutation R (b :: others) -> turned b (x :: X) -> ~ In T0 X.
Proof.
  intros P b X x R others S IR PR T I. assert (E : b = [T0]).
  { apply (S R b IR); [apply (Permutation_in _ (Permutation_sym PR)); now left|]. apply turned_perm, Permutation_sym in T.
    apply (Permutation_in _ T). now right. }
  apply turned_perm, Permutation_length in T. rewrite E in T. destruct X; [destruct I | simpl in T; lia].
Qed.
Definition tidy (b : list token) : Prop := In T0 b -> b = [T0].
Lemma sane_tidy : forall P, sane P <-> Forall (Forall tidy) P.
Proof.
  intro P. rewrite Forall_forall. unfold sane, tidy. split.
  - intros S R IR. rewrite Forall_forall. intros b Ib. now apply (S R).
  - intros F R b IR Ib. specialize (F R IR). rewrite Forall_forall in F. now apply F.
Qed.
Lemma kill_tidy : forall x y P, Forall (Forall tidy) P -> Forall (Forall tidy) (kill (fun t => t) x y P).
Proof.
  intros x y P F. rewrite kill_filter. rewrite Forall_map. eapply Forall_impl; [|exact F]. intros R FR. rewrite Forall_map. eapply Forall_impl; [|exact FR].
  intros b T I. apply filter_In in I. destruct I as [I _]. rewrite (T I). reflexivity.
Qed.
Lemma untidy : forall b, ~ In T0 b -> tidy b.
Proof. intros b N I. contradiction. Qed.
Lemma walk_T0 : forall x X f, ~ In T0 X -> ~ In T0 (walk_of (fun t => t) (fun t _ => t) x X f).
Proof. intros x X f N. unfold walk_of. destruct x; simpl; rewrite ?in_app_iff; simpl; intuition discriminate. Qed.
Lemma end_T0 : forall x f, ~ In T0 (end_of (fun t => t) (fun t _ => t) x f).
Proof. intros x f. unfold end_of. destruct x; simpl; intuition discriminate. Qed.

Theorem sane_result : forall P s f g z, sane P -> shows P s -> sane (result f g z s).
Proof.
  intros P s f g z S Sh. assert (F := proj1 (sane_tidy P) S). apply sane_tidy. unfold result.
  destruct Sh as [x X y Y bx bY R others rest P1 P2 Tx Ty | x X y Y b R near far rest P1 P2 T | x X b R near far rest P1 P2 T];
    assert (IR : In R P) by (apply (Permutation_in _ (Permutation_sym P1)); now left);
    rewrite P1 in F; inversion F as [|? ? FR Frest]; subst; rewrite P2 in FR; inversion FR as [|? ? _ FR']; subst; cbn [result_of].
  - inversion FR' as [|? ? _ Fo]; subst. apply kill_tidy. constructor; [constructor|]; auto. apply untidy.
    assert (NX : ~ In T0 X) by (apply (sane_rest P bx X x R (bY :: others)); auto).
    assert (NY : ~ In T0 Y) by (apply (sane_rest P bY Y y R (bx :: others)); auto; now rewrite P2, perm_swap).
    rewrite in_app_iff. simpl. rewrite in_app_iff. simpl. pose proof (walk_T0 x X f NX). pose proof (walk_T0 y Y g NY). intuition discriminate.
  - apply Forall_app in FR'. destruct FR' as [Fn Ff]. apply kill_tidy.
    assert (N : ~ In T0 (X ++ y :: Y)) by (apply (sane_rest P b _ x R (near ++ far)); auto). rewrite in_app_iff in N. simpl in N.
    pose proof (end_T0 x f). pose proof (end_T0 y g).
    constructor; [constructor; auto|constructor; [constructor; auto|auto]]; apply untidy; rewrite !in_app_iff; simpl; intuition discriminate.
  - apply Forall_app in FR'. destruct FR' as [Fn Ff].
    assert (N : ~ In T0 X) by (apply (sane_rest P b _ x R (near ++ far)); auto).
    destruct x; (constructor; [constructor; auto|constructor; [constructor; auto|auto]]); apply untidy; rewrite ?in_app_iff; simpl; intuition discriminate.
Qed.
Corollary sane_play : forall P s, sane P -> In s (moves P) -> sane (play P s).
Proof. intros P s S I. apply moves_sound in I. unfold play. now apply (sane_result P). Qed.

(* ---- one position, one game ---- *)
Theorem means_unique : forall P d e, sane P -> means P d -> means P e -> same d e.
Proof.
  intros P d e S D E. exists (fun d e => exists P, sane P /\ means P d /\ means P e). split; [|eauto].
  clear. intros d e [P [S [D E]]]. split.
  - intros d' St. destruct (complete P d d' S D St) as [s [I M]]. destruct (sound P e s E I) as [e' [St' M']].
    exists e'. split; [exact St'|]. exists (play P s). split; [now apply sane_play | auto].
  - intros e' St. destruct (complete P e e' S E St) as [s [I M]]. destruct (sound P d s D I) as [d' [St' M']].
    exists d'. split; [exact St'|]. exists (play P s). split; [now apply sane_play | auto].
Qed.
Theorem nimber_exists : forall P d, sane P -> means P d -> exists k, nimber d k.
Proof.
  assert (H : forall d, Acc (fun e d => step d e) d -> forall P, sane P -> means P d -> exists k, nimber d k).
  { intros d A. induction A as [d _ IH]. intros P S M.
    assert (L : forall ss, incl ss (moves P) -> exists ks, Forall2 (fun s k => exists e, step d e /\ means (play P s) e /\ nimber e k) ss ks).
    { induction ss as [|s ss IHs]; intro I; [exists []; constructor|]. destruct IHs as [ks F]; [intros t It; apply I; now right|].
      assert (Is : In s (moves P)) by (apply I; now left). destruct (sound P d s M Is) as [e [St Me]].
      destruct (IH e St (play P s) (sane_play P s S Is) Me) as [k K]. exists (k :: ks). constructor; [eauto | exact F]. }
    destruct (L (moves P) (incl_refl _)) as [ks F]. clear L IH. destruct (mex_spec ks) as [M1 M2]. exists (mex ks). constructor.
    - intros e St. destruct (complete P d e S M St) as [s [Is Me]].
      assert (E : exists k, In k ks /\ exists e, step d e /\ means (play P s) e /\ nimber e k).
      { clear - F Is. induction F as [|s' k ss ks H F IH]; [destruct Is|]. destruct Is as [->|Is]; [exists k; split; [now left | exact H]|].
        destruct (IH Is) as [k' [I' H']]. exists k'. split; [now right | exact H']. }
      destruct E as [k [Ik [e' [St' [Me' K]]]]]. exists k. split; [|intros ->; contradiction].
      apply (same_nimber e' k K). apply (means_unique (play P s)); auto using sane_play.
    - intros j Lj. specialize (M2 j Lj). clear - F M2. induction F as [|s' k ss ks H F IH]; [destruct M2|].
      destruct M2 as [->|I]; [destruct H as [e [St [_ K]]]; eauto | now apply IH]. }
  intros P d S [e [Se D]]. destruct (H e (ends_acc (left e) e (ends_left _ e (denotes_wf P e D) (le_n _))) P S (denotes_means P e D)) as [k K].
  exists k. apply (same_nimber e k K). now apply same_sym.
Qed.
