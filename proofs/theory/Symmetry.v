(* What a written position is free to choose, each as a theorem. FORMAT.md section 2: "a boundary may be rotated freely, and a
   region may be mirrored by reversing all its boundaries at once. Regions and the boundaries of a region have no order." And
   spots may be renamed; `next` and the lives of spots that do not occur mean nothing. All are cases of `alike_same`. *)
From Coq Require Import List Arith Lia Permutation.
From Sproof Require Import Drawn Same Stutter Isomorphic.
Import ListNotations.

(* The drawing with other regions. *)
Definition put (d : drawing) (rs : list region) : drawing := {| next := next d; lives := lives d; regions := rs |}.

Lemma wf_occurs : forall d, wf d <-> forall s, occurs d s -> s < next d.
Proof. intro d. split; [intros W s [r [I H]]; now apply (W r) | intros H r s I W; apply H; now exists r]. Qed.
Lemma wf_put : forall d rs, wf d -> (forall s, occurs (put d rs) s -> occurs d s) -> wf (put d rs).
Proof. intros d rs W H. rewrite wf_occurs in *. intros s O. apply W, H, O. Qed.

(* ---- Regions that are alike, built boundary by boundary ---- *)
Section Alike.
Variables (P : spot -> spot -> Prop) (f g : spot -> nat).

Lemma facing_same : forall h b, (forall s, In s b -> P s s) -> facing h P f g b (hand h b).
Proof.
  intros h b H. exists (hand h b), (hand h b). split; [apply turn_refl|]. split; [apply turn_refl|]. apply stutter_refl.
  intros s I. apply H. now apply (hand_in h).
Qed.
Lemma facing_turn : forall h b c c', turn c c' -> facing h P f g b c -> facing h P f g b c'.
Proof.
  intros h b c c' T [k [k' [T1 [T2 S]]]]. exists k, k'. split; [exact T1|]. split; [|exact S].
  apply (turn_trans _ c); [now apply turn_sym | exact T2].
Qed.
Lemma facing_stutter : forall b c, stutter P f g b c -> facing false P f g b c.
Proof. intros b c S. exists b, c. split; [apply turn_refl|]. split; [apply turn_refl | exact S]. Qed.
Lemma alike_on_matched : forall h r r', matched (facing h P f g) r r' -> alike_on h P f g r r'.
Proof. intros h r r' M. exists r, [], r', []. rewrite !app_nil_r. auto 8. Qed.
Lemma alike_on_forall2 : forall h r r', Forall2 (facing h P f g) r r' -> alike_on h P f g r r'.
Proof. intros h r r' F. now apply alike_on_matched, matched_forall2. Qed.
Lemma alike_on_hand : forall h r, (forall s, within r s -> P s s) -> alike_on h P f g r (map (hand h) r).
Proof.
  intros h r H. apply alike_on_forall2. induction r as [|b r IH]; simpl; constructor.
  - apply facing_same. intros s I. apply H, within_cons. auto.
  - apply IH. intros s I. apply H, within_cons. auto.
Qed.
Lemma alike_on_refl : forall r, (forall s, within r s -> P s s) -> alike_on false P f g r r.
Proof. intros r H. rewrite <- (map_id r) at 2. exact (alike_on_hand false r H). Qed.
Lemma alike_refl : forall r, (forall s, within r s -> P s s) -> alike P f g r r.
Proof. intros r H. exists false. now apply alike_on_refl. Qed.
End Alike.

(* Every region in its place, and alike. *)
Lemma put_same : forall d rs, wf d -> (forall s, occurs (put d rs) s -> occurs d s) ->
  matched (alike eq (lives d) (lives d)) (regions d) rs -> same d (put d rs).
Proof. intros d rs W O M. apply alike_eq_same; auto. now apply wf_put. Qed.
Lemma matched_refl : forall A (M : A -> A -> Prop), (forall x, M x x) -> forall l, matched M l l.
Proof. intros A M H l. apply matched_forall2. induction l; auto. Qed.

(* ---- The choices ---- *)
Theorem same_order : forall d rs, wf d -> Permutation (regions d) rs -> same d (put d rs).
Proof.
  intros d rs W P. apply put_same; auto.
  - intros s [r [I H]]. exists r. split; [|exact H]. now apply (Permutation_in _ (Permutation_sym P)).
  - apply (matched_perm _ rs rs); auto. apply matched_refl. intro r. now apply alike_refl.
Qed.

Lemma occurs_forall2 : forall (M : region -> region -> Prop) rs ss s, Forall2 M rs ss -> (forall r r', M r r' -> within r' s -> within r s) ->
  (exists r', In r' ss /\ within r' s) -> exists r, In r rs /\ within r s.
Proof.
  intros M rs ss s F H. induction F as [|r r' rs ss Hr F IH]; intros [q [I W]]; [destruct I|].
  destruct I as [->|I].
  - exists r. split; [now left | now apply (H _ q)].
  - destruct IH as [r0 [I0 W0]]; [eauto|]. exists r0. split; [now right | exact W0].
Qed.
(* A relation of regions that leaves them alike, and adds no spot. *)
Lemma same_each : forall (M : region -> region -> Prop) d rs, wf d -> Forall2 M (regions d) rs ->
  (forall r r', M r r' -> alike eq (lives d) (lives d) r r') -> (forall r r' s, M r r' -> within r' s -> within r s) -> same d (put d rs).
Proof.
  intros M d rs W F A I. apply put_same; auto.
  - intros s. apply (occurs_forall2 M _ _ _ F). intros r r' H. now apply I.
  - apply matched_forall2. induction F; auto.
Qed.

(* A function that gives each boundary one that faces it. *)
Lemma same_boundaries : forall (m : boundary -> boundary) d, wf d -> (forall b, facing false eq (lives d) (lives d) b (m b)) ->
  (forall b s, In s (m b) -> In s b) -> same d (put d (map (map m) (regions d))).
Proof.
  intros m d W F I. apply (same_each (fun r r' => r' = map m r) _ _ W).
  - induction (regions d); simpl; auto.
  - intros r r' ->. exists false. apply alike_on_forall2. induction r; simpl; auto.
  - intros r r' s ->. unfold within. rewrite !in_concat. intros [c [Ic Is]]. apply in_map_iff in Ic. destruct Ic as [b [<- Ib]]. eauto.
Qed.

Theorem same_boundary_order : forall d rs, wf d -> Forall2 (@Permutation boundary) (regions d) rs -> same d (put d rs).
Proof.
  intros d rs W F. apply (same_each _ _ _ W F).
  - intros r r' P. destruct (alike_refl eq (lives d) (lives d) r) as [h A]; auto. exists h. now apply (like_perm h _ _ _ r r r r').
  - intros r r' s P. now apply perm_within.
Qed.
Theorem same_rotation : forall d rs, wf d -> Forall2 (Forall2 turn) (regions d) rs -> same d (put d rs).
Proof.
  intros d rs W F. apply (same_each _ _ _ W F).
  - intros r r' T. exists false. apply alike_on_forall2. induction T as [|b c r r' T _ IH]; constructor; auto.
    apply (facing_turn _ _ _ _ _ b); [exact T | now apply facing_same].
  - intros r r' s T. induction T as [|b c r r' T _ IH]; [auto|]. rewrite !within_cons, (turn_in _ _ _ T). tauto.
Qed.
(* r' is r, on either hand. *)
Definition mirrored (r r' : region) : Prop := exists h, r' = map (hand h) r.
Theorem same_mirror : forall d rs, wf d -> Forall2 mirrored (regions d) rs -> same d (put d rs).
Proof.
  intros d rs W F. apply (same_each _ _ _ W F).
  - intros r r' [h ->]. exists h. now apply alike_on_hand.
  - intros r r' s [h ->] I. unfold within in *. apply in_concat in I. destruct I as [c [Ic Is]]. apply in_map_iff in Ic.
    destruct Ic as [b [<- Ib]]. apply in_concat. exists b. split; [exact Ib | now apply (hand_in h)].
Qed.

(* Other names, other numbers of the next spot, other lives of spots that do not occur. *)
Theorem same_rename : forall (name : spot -> spot) d e, wf d -> wf e -> regions e = map (map (map name)) (regions d) ->
  (forall s t, occurs d s -> occurs d t -> name s = name t -> s = t) -> (forall s, occurs d s -> lives e (name s) = lives d s) -> same d e.
Proof.
  intros name d e Wd We E Inj L. apply (alike_same (fun s t => occurs d s /\ t = name s)); auto.
  - intros s t s' t' _ _ _ _ [O ->] [O' ->]. split; [now intros -> | now apply Inj].
  - intros s t _ _ [O ->]. symmetry. auto.
  - rewrite E. clear E. apply matched_forall2.
    assert (H : forall r, In r (regions d) -> forall s, within r s -> occurs d s) by (intros r I s W; now exists r).
    induction (regions d) as [|r rs IH]; simpl; [constructor|]. constructor; [|apply IH; intros q I; apply H; now right].
    exists false. apply alike_on_forall2. specialize (H r (in_eq _ _)). clear IH.
    induction r as [|b r IH]; simpl; [constructor|]. constructor; [|apply IH; intros s W; apply H, within_cons; auto].
    apply facing_stutter. assert (Hb : forall s, In s b -> occurs d s) by (intros s I; apply H, within_cons; auto).
    clear H IH. induction b as [|s b IH]; simpl in *; auto.
Qed.
Corollary same_spots : forall d e, wf d -> wf e -> regions d = regions e -> (forall s, occurs d s -> lives d s = lives e s) -> same d e.
Proof.
  intros d e Wd We E L. apply (same_rename (fun s => s)); auto.
  - rewrite <- E. symmetry. rewrite (map_ext _ (fun r => r)); [apply map_id|]. intro r.
    rewrite (map_ext _ (fun b => b)); [apply map_id|]. intro b. apply map_id.
  - intros s O. symmetry. auto.
Qed.
