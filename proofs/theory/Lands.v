(* Step 8 of FORMAT.md section 4: "Split the position into lands", and the whole reduction. *)
From Coq Require Import List Arith Lia Permutation Bool PArith NArith.
Import ListNotations.
From Sproof Require Import Drawn Same Symmetry Nimber Sum Tokens Play Moves Means Options Values Reduce Letters Twos.

Definition letters_in (R : list (list token)) : list positive :=
  flat_map (flat_map (fun t => match t with Nm n => [n] | _ => [] end)) R.
Definition share (a b : list positive) : bool := existsb (fun n => existsb (Pos.eqb n) b) a.
(* Groups of regions, each with its letters. *)
Fixpoint groups (P : position) : list (list positive * position) :=
  match P with
  | [] => []
  | R :: P => let ns := letters_in R in
    let (joined, others) := partition (fun g => share ns (fst g)) (groups P) in
    (ns ++ flat_map fst joined, R :: flat_map snd joined) :: others
  end.
Definition lands (P : position) : list position := map snd (groups P).

Definition covered (g : list positive * position) : Prop := forall n, In (Nm n) (all (snd g)) -> In n (fst g).
Definition disjoint (g h : list positive * position) : Prop := forall n, In n (fst g) -> In n (fst h) -> False.
Lemma letters_in_spec : forall R n, In n (letters_in R) <-> In (Nm n) (concat R).
Proof.
  intros R n. unfold letters_in. rewrite in_flat_map, in_concat. split.
  - intros [b [Ib I]]. exists b. split; [exact Ib|]. apply in_flat_map in I. destruct I as [t [It I]]. destruct t; try contradiction. destruct I as [->|[]]. exact It.
  - intros [b [Ib I]]. exists b. split; [exact Ib|]. apply in_flat_map. exists (Nm n). split; [exact I | now left].
Qed.
Lemma share_false : forall a b, share a b = false -> forall n, In n a -> In n b -> False.
Proof.
  intros a b H n Ia Ib. unfold share in H. rewrite <- not_true_iff_false in H. apply H, existsb_exists. exists n. split; [exact Ia|].
  apply existsb_exists. exists n. split; [exact Ib | apply Pos.eqb_refl].
Qed.
Lemma partition_filter : forall A (p : A -> bool) l, partition p l = (filter p l, filter (fun a => negb (p a)) l).
Proof. induction l as [|a l IH]; [reflexivity|]. cbn. rewrite IH. now destruct (p a). Qed.
Lemma filter_perm : forall A (p : A -> bool) l, Permutation l (filter p l ++ filter (fun a => negb (p a)) l).
Proof.
  induction l as [|a l IH]; [constructor|]. cbn. destruct (p a); cbn; [now apply perm_skip|]. rewrite <- Permutation_middle. now apply perm_skip.
Qed.
Lemma flat_map_concat' : forall A (l : list (list positive * list A)), flat_map snd l = concat (map snd l).
Proof. intros. apply flat_map_concat_map. Qed.
Lemma groups_spec : forall P, Permutation P (concat (lands P)) /\ Forall covered (groups P) /\ ForallOrdPairs disjoint (groups P).
Proof.
  unfold lands. induction P as [|R P [IH1 [IH2 IH3]]]; [repeat constructor|]. cbn [groups]. rewrite partition_filter.
  set (p := fun g => share (letters_in R) (fst g)). set (joined := filter p (groups P)). set (others := filter (fun g => negb (p g)) (groups P)).
  assert (IJ : forall g, In g joined -> In g (groups P)) by (intros g I; apply filter_In in I; tauto).
  split; [|split].
  - cbn. apply perm_skip. rewrite IH1 at 1. rewrite flat_map_concat', <- concat_app, <- map_app. apply perm_concat, Permutation_map, filter_perm.
  - constructor.
    + intros n I. cbn [fst snd] in *. rewrite all_cons in I. apply in_app_iff in I. apply in_app_iff. destruct I as [I|I]; [left; now apply letters_in_spec|]. right.
      apply all_in in I. destruct I as [S [b [IS [Ib In]]]]. apply in_flat_map in IS. destruct IS as [g [Ig IS]]. apply in_flat_map. exists g. split; [exact Ig|].
      rewrite Forall_forall in IH2. apply (IH2 g (IJ g Ig)). eapply in_all; eauto.
    + rewrite Forall_forall in *. intros g I. apply filter_In in I. now apply IH2.
  - constructor.
    + apply Forall_forall. intros g I n J K. apply filter_In in I. destruct I as [Ig Sg]. cbn [fst] in J. apply in_app_iff in J. destruct J as [J|J].
      * apply negb_true_iff in Sg. exact (share_false _ _ Sg n J K).
      * apply in_flat_map in J. destruct J as [h [Ih J]]. apply (Permutation_sym) in IH1. clear IH1.
        assert (D : ForallOrdPairs disjoint (joined ++ others)).
        { apply (pairs_perm disjoint) with (groups P); [|apply filter_perm | exact IH3]. intros a b H m Ia Ib. exact (H m Ib Ia). }
        apply pairs_app in D. destruct D as [_ [_ D]]. apply (D h g Ih) with n; auto. apply filter_In. auto.
    + now apply pairs_filter.
Qed.

Definition letters_apart (L L' : position) : Prop := forall n, In (Nm n) (all L) -> In (Nm n) (all L') -> False.
Lemma all_app : forall A (P P' : list (list (list A))), all (P ++ P') = all P ++ all P'.
Proof. intros. unfold all. now rewrite !concat_app. Qed.
Lemma spots_all : forall rs s, spots rs s -> In s (all rs).
Proof. intros rs s [r [I W]]. now apply (within_all _ r). Qed.

(* Values of which that of a sum is the sum: nimbers in normal play, trees in misère play. *)
Section Sums.
Variables (V : Type) (value : drawing -> V -> Prop) (op : V -> V -> V) (unit : V).
Hypothesis value_none : forall n f, value (Build_drawing n f []) unit.
Hypothesis value_sum : forall n f rs ss a b, wf (Build_drawing n f (rs ++ ss)) -> apart f rs ss ->
  value (Build_drawing n f rs) a -> value (Build_drawing n f ss) b -> value (Build_drawing n f (rs ++ ss)) (op a b).
Hypothesis value_same : forall d e a, same d e -> value d a -> value e a.

Lemma sum_of_lands : forall Ls n f rs Q, ForallOrdPairs letters_apart Ls -> labels Q (concat Ls) (Build_drawing n f rs) ->
  exists ds, Forall2 denotes Ls ds /\ (forall h, ends h (Build_drawing n f rs) -> Forall (ends h) ds) /\
    forall ks, Forall2 value ds ks -> value (Build_drawing n f rs) (fold_right op unit ks).
Proof.
  induction Ls as [|L Ls IH]; intros n f rs Q D H.
  - destruct H as [EQ [Er G]]. destruct Q; [|discriminate]. cbn in Er. subst rs. exists []. split; [constructor|]. split; [constructor|]. intros ks F. inversion F; subst.
    apply value_none.
  - assert (W := labels_wf _ _ _ H). destruct H as [EQ [Er G]]. cbn [concat] in EQ. unfold map3 in EQ. apply map_eq_app in EQ. destruct EQ as [QL [QLs [-> [EL ELs]]]].
    cbn [regions next lives] in *. unfold map3 in Er. rewrite map_app in Er. fold (map3 snd QL) (map3 snd QLs) in Er. subst rs.
    rewrite all_app in G. apply good_app in G. destruct G as [GL [GLs GX]]. inversion D as [|? ? D1 D2]; subst.
    destruct (IH n f (map3 snd QLs) QLs D2) as [ds [F2 [Fh K]]]; [repeat split; auto; apply GLs|].
    exists (Build_drawing n f (map3 snd QL) :: ds). split; [constructor; [|exact F2]; exists QL; repeat split; auto; apply GL|].
    split; [intros h E; constructor; [now apply ends_part in E | apply Fh; apply (ends_part h n f _ (map3 snd QL)); apply (ends_same h (Build_drawing n f (map3 snd QL ++ map3 snd QLs))); [|exact E]]|].
    { apply (same_order (Build_drawing n f (map3 snd QL ++ map3 snd QLs))); [exact W | apply Permutation_app_comm]. }
    intros ks Fk. inversion Fk as [|? k ? ks' K1 K2]; subst. cbn [fold_right]. apply (value_sum n f); [exact W | | exact K1 | now apply K].
    intros s S1 S2. exfalso. apply spots_all in S1, S2. rewrite all_map in S1, S2. apply in_map_iff in S1, S2. destruct S1 as [o1 [E1 I1]], S2 as [o2 [E2 I2]].
    assert (A := GX o1 o2 I1 I2). rewrite <- E2 in E1. apply A in E1. destruct E1 as [E N]. destruct (fst o1) as [| | |m] eqn:T; try contradiction.
    assert (J1 : In (Nm m) (all (map3 fst QL))) by (rewrite all_map, <- T; now apply in_map).
    assert (J2 : In (Nm m) (all (concat Ls))) by (rewrite <- ELs; fold (map3 fst QLs); rewrite all_map, E; now apply in_map).
    apply all_in in J2. destruct J2 as [R [b [IR [Ib It]]]]. apply in_concat in IR. destruct IR as [L' [IL IR]]. rewrite Forall_forall in D1.
    apply (D1 L' IL m); [exact J1 | eapply in_all; eauto].
Qed.
Theorem lands_value : forall P d, means P d ->
  exists ds, Forall2 means (lands P) ds /\ (forall h, ends h d -> Forall (ends h) ds) /\ forall ks, Forall2 value ds ks -> value d (fold_right op unit ks).
Proof.
  intros P d M. destruct (groups_spec P) as [Pm [C D]]. apply (means_arranged P (concat (lands P))) in M; [|now apply arranged_regions].
  destruct M as [[n f rs] [S [Q L]]]. destruct (sum_of_lands (lands P) n f rs Q) as [ds [F [Fh K]]]; auto.
  - unfold lands. clear - C D. induction D as [|g gs F D IH]; [constructor|]. inversion C as [|? ? Cg C']; subst. cbn [map]. constructor; [|now apply IH].
    rewrite Forall_map. rewrite Forall_forall in *. intros h I m I1 I2. apply (F h I m); [now apply Cg | now apply C'].
  - exists ds. split; [|split; [intros h E; apply Fh; now apply (ends_same h d)|intros ks Fk; apply (value_same (Build_drawing n f rs)); [now apply same_sym | now apply K]]].
    clear - F. induction F; constructor; auto. now apply denotes_means.
Qed.
End Sums.


(* ---- the whole ---- *)
Definition merge_boundary (b : list token) : list token := merge_ends_by same_letter (merge_by same_letter b).
Definition merge_region (R : list (list token)) : list (list token) := filter some (map merge_boundary R).
Definition reduced (P : position) : position := map pair_region (name_once (flat_map (fun R => shrink_region (merge_region R)) P)).
Definition reduce (P : position) : list position := lands (reduced P).

Lemma flat_map_map' : forall A B C (f : A -> B) (g : B -> list C) l, flat_map g (map f l) = flat_map (fun a => g (f a)) l.
Proof. induction l as [|a l IH]; [reflexivity|]. cbn. now rewrite IH. Qed.

Theorem leads_reduced : forall P, leads P (reduced P).
Proof.
  intro P. unfold reduced. apply leads_trans with (map (map (merge_by same_letter)) P); [apply leads_merge|].
  apply leads_trans with (map (map (merge_ends_by same_letter)) (map (map (merge_by same_letter)) P)); [apply leads_merge_ends|].
  replace (map (map (merge_ends_by same_letter)) (map (map (merge_by same_letter)) P)) with (map (map merge_boundary) P).
  2:{ rewrite map_map. apply map_ext. intro R. now rewrite map_map. }
  apply leads_trans with (map (filter some) (map (map merge_boundary) P)); [apply leads_some|]. rewrite map_map. fold merge_region.
  change (fun R => filter some (map merge_boundary R)) with merge_region.
  apply leads_trans with (flat_map shrink_region (map merge_region P)); [apply leads_regions; apply leads_small|].
  rewrite flat_map_map'. apply leads_trans with (name_once (flat_map (fun R => shrink_region (merge_region R)) P)); [apply leads_once|].
  generalize (name_once (flat_map (fun R => shrink_region (merge_region R)) P)). clear P. intro P.
  replace (map pair_region P) with (flat_map (fun R => [pair_region R]) P); [|induction P as [|R P IH]; [reflexivity | cbn; now rewrite IH]].
  apply leads_regions. intros R P'. apply leads_twos.
Qed.

Definition xors (ks : list N) : N := fold_right N.lxor 0%N ks.
Lemma nothing_left : forall n f e, ~ step (Build_drawing n f []) e.
Proof.
  intros n f e S. apply step_shows in S. destruct S as [s [Sh _]]. cbn in Sh.
  destruct Sh as [? ? ? ? ? ? ? ? ? P|? ? ? ? ? ? ? ? ? P|? ? ? ? ? ? ? P]; now apply Permutation_nil in P.
Qed.
Theorem reduce_value : forall A (value : drawing -> A -> Prop) op unit, (forall n f, value (Build_drawing n f []) unit) ->
  (forall n f rs ss a b, wf (Build_drawing n f (rs ++ ss)) -> apart f rs ss ->
    value (Build_drawing n f rs) a -> value (Build_drawing n f ss) b -> value (Build_drawing n f (rs ++ ss)) (op a b)) ->
  (forall d e a, same d e -> value d a -> value e a) -> forall P d, means P d ->
  exists ds, Forall2 means (reduce P) ds /\ (forall h, ends h d -> Forall (ends h) ds) /\ forall ks, Forall2 value ds ks -> value d (fold_right op unit ks).
Proof. intros A value op unit None Sum Same P d M. apply lands_value; auto. now apply leads_reduced. Qed.
Theorem reduce_sum : forall P d, means P d ->
  exists ds, Forall2 means (reduce P) ds /\ (forall h, ends h d -> Forall (ends h) ds) /\ forall ks, Forall2 nimber ds ks -> nimber d (xors ks).
Proof.
  apply (reduce_value N nimber N.lxor 0%N).
  - intros n f. constructor; [intros e S; now apply nothing_left in S | lia].
  - exact nimber_sum.
  - intros d e k S H. now apply (same_nimber d k H).
Qed.
