(* What drawings a position stands for, up to sameness; other ways to write it; and moves. *)
From Coq Require Import List Arith Lia Permutation Bool PArith.
Import ListNotations.
From Sproof Require Import Drawn Same Isomorphic Symmetry Dead Tokens Play Played Moves.

Definition means (P : position) (d : drawing) : Prop := exists e, same d e /\ denotes P e.

Lemma denotes_means : forall P d, denotes P d -> means P d.
Proof. intros P d H. exists d. split; [apply same_refl | exact H]. Qed.
Lemma means_same : forall P d e, same d e -> means P d -> means P e.
Proof. intros P d e S [c [H D]]. exists c. split; [|exact D]. apply same_trans with d; [now apply same_sym | exact H]. Qed.
Lemma in_all : forall A (P : list (list (list A))) R b a, In R P -> In b R -> In a b -> In a (all P).
Proof. intros A P R b a IR Ib Ia. unfold all. apply in_concat. exists b. split; [|exact Ia]. apply in_concat. eauto. Qed.
Lemma all_in : forall A (P : list (list (list A))) a, In a (all P) -> exists R b, In R P /\ In b R /\ In a b.
Proof.
  intros A P a I. unfold all in I. apply in_concat in I. destruct I as [b [Ib Ia]]. apply in_concat in Ib. destruct Ib as [R [IR Ib]]. eauto.
Qed.
Lemma within_all : forall rs r s, In r rs -> within r s -> In s (all rs).
Proof. intros rs r s I W. unfold within in W. apply in_concat in W. destruct W as [b [Ib Is]]. eapply in_all; eauto. Qed.
Lemma labels_wf : forall Q P d, labels Q P d -> wf d.
Proof.
  intros Q P d [_ [E [_ G]]] r s I W. pose proof (within_all _ _ _ I W) as H. rewrite <- E, all_map in H. apply in_map_iff in H.
  destruct H as [o [<- Io]]. rewrite Forall_forall in G. now apply G.
Qed.
Lemma denotes_wf : forall P d, denotes P d -> wf d.
Proof. intros P d [Q H]. now apply labels_wf in H. Qed.

(* ---- other ways to write a position ---- *)
Inductive arranged {A} : list (list (list A)) -> list (list (list A)) -> Prop :=
| arranged_regions P P' : Permutation P P' -> arranged P P'
| arranged_boundaries R R' P : Permutation R R' -> arranged (R :: P) (R' :: P)
| arranged_turn b c R P : turned b c -> arranged ((b :: R) :: P) ((c :: R) :: P)
| arranged_mirror R P : arranged (R :: P) (map (@rev A) R :: P)
| arranged_trans P P' P'' : arranged P P' -> arranged P' P'' -> arranged P P''.

Lemma arranged_refl : forall A (P : list (list (list A))), arranged P P.
Proof. intros. now apply arranged_regions. Qed.
Lemma arranged_map : forall A B (f : A -> B) P P', arranged P P' -> arranged (map3 f P) (map3 f P').
Proof.
  intros A B f P P' H. induction H; unfold map3 in *; cbn [map].
  - now apply arranged_regions, Permutation_map.
  - now apply arranged_boundaries, Permutation_map.
  - now apply arranged_turn, turned_map.
  - replace (map (map f) (map (@rev A) R)) with (map (@rev B) (map (map f) R)); [apply arranged_mirror|].
    rewrite !map_map. apply map_ext. intro b. symmetry. apply map_rev.
  - eapply arranged_trans; eassumption.
Qed.
Lemma arranged_unmap : forall A B (f : A -> B) P P', arranged P P' -> forall Q, P = map3 f Q -> exists Q', P' = map3 f Q' /\ arranged Q Q'.
Proof.
  intros A B f P P' H. induction H as [P P' H|R R' P H|b c R P H|R P|P P' P'' _ IH1 _ IH2]; intros Q E.
  - subst P. apply Permutation_sym, Permutation_map_inv in H. destruct H as [Q' [-> H]]. exists Q'. split; [reflexivity | now apply arranged_regions].
  - destruct Q as [|r Q]; [discriminate|]. injection E as -> ->. apply Permutation_sym, Permutation_map_inv in H. destruct H as [r' [-> H]].
    exists (r' :: Q). split; [reflexivity | now apply arranged_boundaries].
  - destruct Q as [|[|b' r] Q]; try discriminate. injection E as -> -> ->. apply turned_unmap in H. destruct H as [c' [-> H]].
    exists ((c' :: r) :: Q). split; [reflexivity | now apply arranged_turn].
  - destruct Q as [|r Q]; [discriminate|]. injection E as -> ->. exists (map (@rev A) r :: Q). split; [|apply arranged_mirror].
    unfold map3. cbn [map]. f_equal. rewrite !map_map. apply map_ext. intro b. symmetry. apply map_rev.
  - destruct (IH1 Q E) as [Q' [E' A1]]. destruct (IH2 Q' E') as [Q'' [E'' A2]]. exists Q''. split; [exact E'' | eapply arranged_trans; eassumption].
Qed.
Lemma arranged_all : forall A (P P' : list (list (list A))), arranged P P' -> Permutation (all P) (all P').
Proof.
  intros A P P' H. induction H.
  - now apply perm_all.
  - rewrite !all_cons. apply Permutation_app_tail. now apply perm_concat.
  - rewrite !all_cons. cbn [concat]. apply Permutation_app_tail, Permutation_app_tail. now apply turned_perm.
  - rewrite !all_cons. apply Permutation_app_tail. induction R as [|b R IH]; [constructor|]. cbn [map concat].
    apply Permutation_app; [apply Permutation_rev | exact IH].
  - now transitivity (all P').
Qed.
Lemma arranged_cons : forall A (R : list (list A)) P P', arranged P P' -> arranged (R :: P) (R :: P').
Proof.
  intros A R P P' H. induction H.
  - now apply arranged_regions, perm_skip.
  - eapply arranged_trans; [apply arranged_regions, perm_swap|]. eapply arranged_trans; [apply arranged_boundaries; eassumption|]. apply arranged_regions, perm_swap.
  - eapply arranged_trans; [apply arranged_regions, perm_swap|]. eapply arranged_trans; [apply arranged_turn; eassumption|]. apply arranged_regions, perm_swap.
  - eapply arranged_trans; [apply arranged_regions, perm_swap|]. eapply arranged_trans; [apply arranged_mirror|]. apply arranged_regions, perm_swap.
  - eapply arranged_trans; eassumption.
Qed.

Lemma Forall2_refl : forall A (R : A -> A -> Prop) l, (forall x, R x x) -> Forall2 R l l.
Proof. intros. induction l; auto. Qed.
Lemma turn_refl' : forall b, turn b b.
Proof. intro b. exists [], b. now rewrite app_nil_r. Qed.
Lemma all_wf : forall d, wf d <-> forall s, In s (all (regions d)) -> s < next d.
Proof.
  intro d. split.
  - intros W s I. apply all_in in I. destruct I as [R [b [IR [Ib Is]]]]. apply (W R); [exact IR|]. unfold within. apply in_concat. eauto.
  - intros H r s I W. apply H. eapply within_all; eauto.
Qed.
Lemma arranged_same : forall rs ss, arranged rs ss -> forall d, regions d = rs -> wf d -> same d (put d ss).
Proof.
  intros rs ss H. induction H as [P P' H|R R' P H|b c R P H|R P|P P' P'' A1 IH1 A2 IH2]; intros d E W.
  - apply same_order; [exact W | now rewrite E].
  - apply same_boundary_order; [exact W|]. rewrite E. constructor; [exact H | apply Forall2_refl; reflexivity].
  - apply same_rotation; [exact W|]. rewrite E. constructor; [constructor; [exact H|]|]; repeat (apply Forall2_refl; intro); apply turn_refl'.
  - apply same_mirror; [exact W|]. rewrite E. constructor; [now exists true|]. apply Forall2_refl. intro r. exists false. cbn. now rewrite map_id.
  - apply same_trans with (put d P'); [now apply IH1|]. apply (IH2 (put d P')); [reflexivity|].
    apply all_wf. intros s I. cbn in *. rewrite all_wf in W. apply W. rewrite E. apply arranged_all in A1.
    apply (Permutation_in _ (Permutation_sym A1)), I.
Qed.
Lemma labels_arranged : forall Q Q' P d, labels Q P d -> arranged Q Q' -> labels Q' (map3 fst Q') (put d (map3 snd Q')).
Proof.
  intros Q Q' P d [EP [Ed G]] H. split; [reflexivity|]. split; [reflexivity|]. cbn. exact (good_perm _ _ _ _ (arranged_all _ _ _ H) G).
Qed.
Lemma denotes_arranged : forall P P' d, arranged P P' -> denotes P d -> exists e, same d e /\ denotes P' e.
Proof.
  intros P P' d H [Q L]. assert (L' := L). destruct L' as [EP [Ed _]].
  destruct (arranged_unmap _ _ _ _ _ H Q (eq_sym EP)) as [Q' [-> HQ]].
  exists (put d (map3 snd Q')). split; [|exists Q'; now apply labels_arranged with Q P].
  apply (arranged_same (regions d)); [|reflexivity | exact (labels_wf _ _ _ L)]. rewrite <- Ed. now apply arranged_map.
Qed.
Theorem means_arranged : forall P P' d, arranged P P' -> means P d -> means P' d.
Proof.
  intros P P' d H [e [S D]]. destruct (denotes_arranged P P' e H D) as [e' [S' D']]. exists e'. split; [eapply same_trans; eassumption | exact D'].
Qed.

(* ---- moves of the drawn game and shapes of moves on tokens ---- *)
(* "A spot of degree 0 occurs once, alone in its boundary." *)
Definition sane (P : position) : Prop := forall R b, In R P -> In b R -> In T0 b -> b = [T0].

Lemma cleaned_same : forall d, wf d -> same d (cleaned d).
Proof. intros d W. exact (dead_same d W). Qed.

Lemma shape_complete : forall P d e, sane P -> denotes P d -> step d e ->
  exists s, shows P s /\ allowed s /\ forall f g z, news f g z P -> means (result f g z s) e.
Proof.
  intros P d e SP [Q L] St. assert (We : wf e) by (eapply wf_step; [exact (labels_wf _ _ _ L) | exact St]).
  apply step_shows in St. destruct St as [s [Sh [Le ->]]]. assert (L' := L). destruct L' as [EP [Ed G]].
  rewrite <- Ed in Sh. apply shows_unmap in Sh. destruct Sh as [q [-> Sh]].
  assert (ShP : shows P (map_shape fst q)) by (rewrite <- EP; now apply shows_map).
  assert (Al : allowed (map_shape fst q)).
  { apply (good_perm _ _ _ _ (shows_occurs _ _ _ Sh)) in G. assert (GF := G). destruct GF as [GP GF].
    assert (Ap : forall x y O, good (next d) (lives d) (x :: y :: O) -> snd x <> snd y -> same_letter (fst x) (fst y) = false).
    { intros x y O [H _] N. inversion H as [|? ? H1 _]; subst. inversion H1 as [|? ? A _]; subst. destruct (same_letter (fst x) (fst y)) eqn:E; [|reflexivity].
      exfalso. apply N, A. destruct (fst x), (fst y); try discriminate. apply Pos.eqb_eq in E. subst. simpl. auto. }
    destruct q as [x X y Y o r|x X y Y n m r|x X n m r]; cbn [map_shape allowed legal occurs] in *.
    - destruct Le as [N _]. eapply Ap; eassumption.
    - destruct Le as [N _]. split; [eapply Ap; eassumption|].
      remember (Cut (fst x) (map fst X) (fst y) (map fst Y) (map (map fst) n) (map (map fst) m) (map3 fst r)) as c eqn:Ec.
      destruct ShP as [| ? ? ? ? b R near far rest P1 P2 T |]; try discriminate. injection Ec as -> -> -> -> -> -> ->.
      assert (H : In T0 b -> False).
      { intro I. assert (E : b = [T0]).
        { apply (SP R b); [apply (Permutation_in _ (Permutation_sym P1)); now left | apply (Permutation_in _ (Permutation_sym P2)); now left | exact I]. }
        apply turned_perm in T. apply Permutation_length in T. rewrite E in T. simpl in T. rewrite app_length in T. simpl in T. lia. }
      apply turned_perm, Permutation_sym in T. split; intro E; apply H; apply (Permutation_in _ T); [left; exact E|].
      right. apply in_app_iff. right. left. exact E.
    - inversion GF as [|? ? [_ F] _]; subst. rewrite F in Le. destruct (fst x); simpl in Le; auto; lia. }
  exists (map_shape fst q). split; [exact ShP|]. split; [exact Al|]. intros f g z N. exists (cleaned (drawn d (map_shape snd q))). split.
  - now apply cleaned_same.
  - eexists. now apply (played Q P).
Qed.
Lemma shape_sound : forall P d s, denotes P d -> shows P s -> allowed s ->
  exists e, step d e /\ forall f g z, news f g z P -> means (result f g z s) e.
Proof.
  intros P d s [Q L] Sh Al. assert (L' := L). destruct L' as [EP [Ed G]]. rewrite <- EP in Sh. apply shows_unmap in Sh.
  destruct Sh as [q [-> Sh]].
  assert (St : step d (drawn d (map_shape snd q))).
  { apply step_shows. exists (map_shape snd q). split; [rewrite <- Ed; now apply shows_map|]. split; [|reflexivity].
    apply (good_perm _ _ _ _ (shows_occurs _ _ _ Sh)) in G. assert (GF := G). destruct GF as [_ GF].
    destruct q as [x X y Y o r|x X y Y n m r|x X n m r]; cbn [map_shape allowed legal occurs] in *.
    - pose proof (xy_spots d x y _ G Al). inversion GF as [|? ? [_ Fx] GF']; subst. inversion GF' as [|? ? [_ Fy] _]; subst.
      rewrite Fx, Fy. split; [assumption|]. destruct (fst x), (fst y); simpl; lia.
    - destruct Al as [Al _]. pose proof (xy_spots d x y _ G Al). inversion GF as [|? ? [_ Fx] GF']; subst. inversion GF' as [|? ? [_ Fy] _]; subst.
      rewrite Fx, Fy. split; [assumption|]. destruct (fst x), (fst y); simpl; lia.
    - inversion GF as [|? ? [_ F] _]; subst. rewrite F. destruct Al as [->| ->]; simpl; lia. }
  exists (drawn d (map_shape snd q)). split; [exact St|]. intros f g z N. exists (cleaned (drawn d (map_shape snd q))). split.
  - apply cleaned_same. eapply wf_step; [exact (labels_wf _ _ _ L) | exact St].
  - eexists. now apply (played Q P).
Qed.
