(* Reduction (FORMAT.md section 4, steps 2 to 7) on tokens. Step 1 is done by the moves, step 8 in Lands.v. *)
From Coq Require Import List Arith Lia Permutation Bool PArith NArith FMapPositive.
Import ListNotations.
From Sproof Require Import Drawn Same Isomorphic Symmetry Dead Adjacent SmallRegions Tokens Play Moves Means.

(* Whatever P stands for, P' stands for as well. *)
Definition leads (P P' : position) : Prop := forall d, means P d -> means P' d.
Lemma leads_refl : forall P, leads P P.
Proof. intros P d H. exact H. Qed.
Lemma leads_trans : forall P P' P'', leads P P' -> leads P' P'' -> leads P P''.
Proof. intros P P' P'' H K d M. auto. Qed.
Lemma leads_arranged : forall P P', arranged P P' -> leads P P'.
Proof. intros P P' H d. now apply means_arranged. Qed.
Lemma leads_perm : forall P P', Permutation P P' -> leads P P'.
Proof. intros P P' H. now apply leads_arranged, arranged_regions. Qed.

(* To show it of a labelled position is enough. *)
Lemma leads_by : forall P P', (forall Q d, labels Q P d -> exists Q', map3 fst Q' = P' /\ good (next d) (lives d) (all Q') /\ same d (put d (map3 snd Q'))) ->
  leads P P'.
Proof.
  intros P P' H d [e [S [Q L]]]. destruct (H Q e L) as [Q' [E [G S']]]. exists (put e (map3 snd Q')).
  split; [now apply same_trans with e|]. exists Q'. repeat split; auto; apply G.
Qed.
Lemma leads_regions : forall h : list (list token) -> position, (forall R P, leads (R :: P) (h R ++ P)) -> forall P, leads P (flat_map h P).
Proof.
  intros h H P. assert (K : forall P done, leads (done ++ P) (done ++ flat_map h P)).
  { clear P. induction P as [|R P IH]; intro done; [apply leads_refl|]. cbn [flat_map].
    apply leads_trans with (R :: done ++ P); [apply leads_perm; symmetry; apply Permutation_middle|].
    apply leads_trans with (h R ++ done ++ P); [apply H|]. apply leads_trans with ((done ++ h R) ++ P).
    - apply leads_perm. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
    - apply leads_trans with ((done ++ h R) ++ flat_map h P); [apply IH|]. rewrite <- app_assoc. apply leads_refl. }
  exact (K P []).
Qed.

(* ---- parts of a good list ---- *)
Inductive sub {A} : list A -> list A -> Prop :=
| sub_nil : sub [] []
| sub_keep a k l : sub k l -> sub (a :: k) (a :: l)
| sub_drop a k l : sub k l -> sub k (a :: l).
Lemma sub_refl : forall A (l : list A), sub l l.
Proof. induction l; constructor; auto. Qed.
Lemma sub_in : forall A (k l : list A), sub k l -> forall a, In a k -> In a l.
Proof. intros A k l S. induction S; simpl; intuition. Qed.
Lemma sub_app : forall A (k l k' l' : list A), sub k l -> sub k' l' -> sub (k ++ k') (l ++ l').
Proof. intros A k l k' l' S S'. induction S; simpl; auto; now constructor. Qed.
Lemma sub_good : forall n f k l, sub k l -> good n f l -> good n f k.
Proof.
  intros n f k l S [G1 G2]. rewrite Forall_forall in G2. split; [|apply Forall_forall; intros o I; apply G2; now apply (sub_in _ k)].
  clear G2. induction S as [|a k l S IH|a k l S IH]; auto; inversion G1 as [|? ? F F']; subst; auto. constructor; auto.
  rewrite Forall_forall in *. intros x I. apply F. now apply (sub_in _ k).
Qed.
Lemma sub_concat : forall A (h : list A -> list A) R, (forall b, sub (h b) b) -> sub (concat (map h R)) (concat R).
Proof. intros A h R H. induction R as [|b R IH]; [constructor|]. cbn. now apply sub_app. Qed.
Lemma sub_all : forall A (h : list A -> list A) P, (forall b, sub (h b) b) -> sub (all (map (map h) P)) (all P).
Proof. intros A h P H. unfold all. rewrite <- concat_map. now apply sub_concat. Qed.
Lemma good_region : forall n f Q R, good n f (all Q) -> In R Q -> good n f (concat R).
Proof.
  intros n f Q R G I. apply in_split in I. destruct I as [a [b ->]]. unfold all in G. rewrite !concat_app in G. apply good_app in G.
  destruct G as [_ [G _]]. cbn in G. rewrite concat_app in G. apply good_app in G. tauto.
Qed.
Lemma good_boundary : forall n f (R : list (list occurrence)) b, good n f (concat R) -> In b R -> good n f b.
Proof.
  intros n f R b G I. apply in_split in I. destruct I as [u [v ->]]. rewrite concat_app in G. apply good_app in G.
  destruct G as [_ [G _]]. cbn in G. apply good_app in G. tauto.
Qed.

(* ---- step 2: adjacent occurrences ---- *)
Section Merge.
Context {A : Type} (eq : A -> A -> bool).
Fixpoint merge_by (b : list A) : list A :=
  match b with
  | x :: (y :: _) as r => if eq x y then merge_by r else x :: merge_by r
  | _ => b
  end.
Definition merge_ends_by (b : list A) : list A :=
  match b with
  | x :: (_ :: _) as r => if eq x (last r x) then r else b
  | _ => b
  end.
Lemma merge_by_cons : forall x y r, merge_by (x :: y :: r) = if eq x y then merge_by (y :: r) else x :: merge_by (y :: r).
Proof. reflexivity. Qed.
Lemma merge_by_sub : forall b, sub (merge_by b) b.
Proof.
  induction b as [|x b IH]; [constructor|]. destruct b as [|y b]; [apply sub_refl|]. rewrite merge_by_cons.
  destruct (eq x y); [now apply sub_drop | now apply sub_keep].
Qed.
Lemma merge_ends_sub : forall b, sub (merge_ends_by b) b.
Proof. intros [|x [|y b]]; try apply sub_refl. unfold merge_ends_by. destruct (eq x _); [apply sub_drop|]; apply sub_refl. Qed.
End Merge.
Lemma map_last : forall A B (h : A -> B) l a, last (map h l) (h a) = h (last l a).
Proof. induction l as [|b l IH]; intro a; [reflexivity|]. destruct l as [|c l]; [reflexivity|]. exact (IH a). Qed.
Lemma merge_by_map : forall A B (h : A -> B) eqA eqB b, (forall x y, eqB (h x) (h y) = eqA x y) ->
  map h (merge_by eqA b) = merge_by eqB (map h b).
Proof.
  intros A B h eqA eqB b H. induction b as [|x b IH]; [reflexivity|]. destruct b as [|y b]; [reflexivity|].
  cbn [map] in *. rewrite !merge_by_cons, H. destruct (eqA x y); [exact IH|]. cbn [map]. now rewrite IH.
Qed.
Lemma merge_ends_map : forall A B (h : A -> B) eqA eqB b, (forall x y, eqB (h x) (h y) = eqA x y) ->
  map h (merge_ends_by eqA b) = merge_ends_by eqB (map h b).
Proof.
  intros A B h eqA eqB [|x [|y b]] H; auto.
  change (merge_ends_by eqB (map h (x :: y :: b))) with (if eqB (h x) (last (map h (y :: b)) (h x)) then map h (y :: b) else h x :: map h (y :: b)).
  change (merge_ends_by eqA (x :: y :: b)) with (if eqA x (last (y :: b) x) then y :: b else x :: y :: b).
  rewrite map_last, H. now destruct (eqA x _).
Qed.

Definition same_name (a b : occurrence) : bool := same_letter (fst a) (fst b).
Lemma same_name_spot : forall n f a b, agree a b -> fits n f a -> ((snd a =? snd b) && (f (snd a) <=? 1)) = same_name a b.
Proof.
  intros n f [t s] [u v] A [_ F]. unfold agree, same_name in *. cbn [fst snd] in *. destruct (Nat.eqb_spec s v) as [E|N].
  - apply A in E. destruct E as [<- N]. destruct t; try contradiction. rewrite F. simpl. symmetry. apply Pos.eqb_refl.
  - simpl. destruct (same_letter t u) eqn:E; [|reflexivity]. exfalso. apply N, A. destruct t, u; try discriminate. apply Pos.eqb_eq in E. subst. simpl. auto.
Qed.
Lemma merge_spots : forall n f b, good n f b -> map snd (merge_by same_name b) = merge f (map snd b).
Proof.
  intros n f. induction b as [|x b IH]; intro G; [reflexivity|]. destruct b as [|y b]; [reflexivity|]. cbn [map] in *.
  assert (G' := G). destruct G' as [G1 G2]. inversion G1 as [|? ? F _]; subst. inversion F as [|? ? A _]; subst. inversion G2 as [|? ? Fx _]; subst.
  rewrite merge_by_cons, merge_cons2, (same_name_spot n f x y A Fx). apply (sub_good _ _ (y :: b)) in G; [|apply sub_drop, sub_refl].
  destruct (same_name x y); [now apply IH|]. cbn [map]. now rewrite IH.
Qed.
Lemma last_in : forall A (l : list A) a b, In (last (b :: l) a) (b :: l).
Proof. induction l as [|c l IH]; intros a b; [now left|]. right. exact (IH a c). Qed.
Lemma merge_ends_spots : forall n f b, good n f b -> map snd (merge_ends_by same_name b) = merge_ends f (map snd b).
Proof.
  intros n f [|x [|y b]] [G1 G2]; auto. inversion G1 as [|? ? F _]; subst. inversion G2 as [|? ? Fx _]; subst.
  change (merge_ends f (map snd (x :: y :: b))) with
    (if (snd x =? last (map snd (y :: b)) (snd x)) && (f (snd x) <=? 1) then map snd (y :: b) else snd x :: map snd (y :: b)).
  change (merge_ends_by same_name (x :: y :: b)) with (if same_name x (last (y :: b) x) then y :: b else x :: y :: b).
  rewrite map_last. rewrite Forall_forall in F. rewrite (same_name_spot n f x (last (y :: b) x)); auto; [|apply F, last_in].
  now destruct (same_name x _).
Qed.

(* One boundary function on all boundaries, on tokens and on spots. *)
Lemma leads_boundaries : forall (h : list token -> list token) (hl : list occurrence -> list occurrence) (hs : drawing -> boundary -> boundary),
  (forall b, map fst (hl b) = h (map fst b)) -> (forall d b, good (next d) (lives d) b -> map snd (hl b) = hs d (map snd b)) ->
  (forall b, sub (hl b) b) -> (forall d, wf d -> same d (put d (map (map (hs d)) (regions d)))) -> forall P, leads P (map (map h) P).
Proof.
  intros h hl hs Hf Hs Hsub Hsame P. apply leads_by. intros Q d L. assert (W := labels_wf _ _ _ L). destruct L as [EP [Ed G]].
  exists (map (map hl) Q). split; [|split].
  - rewrite <- EP. unfold map3. rewrite !map_map. apply map_ext. intro R. rewrite !map_map. apply map_ext. exact Hf.
  - apply (sub_good _ _ _ (all Q)); [now apply sub_all | exact G].
  - replace (map3 snd (map (map hl) Q)) with (map (map (hs d)) (regions d)); [now apply Hsame|].
    rewrite <- Ed. unfold map3. rewrite !map_map. apply map_ext_in. intros R IR. rewrite !map_map. apply map_ext_in. intros b Ib.
    symmetry. apply Hs. apply (good_boundary _ _ R); [now apply (good_region _ _ Q) | exact Ib].
Qed.
Theorem leads_merge : forall P, leads P (map (map (merge_by same_letter)) P).
Proof.
  apply (leads_boundaries _ (merge_by same_name) (fun d => merge (lives d))).
  - intro b. now apply merge_by_map.
  - intros d b G. now apply (merge_spots (next d)).
  - apply merge_by_sub.
  - apply merge_same.
Qed.
Theorem leads_merge_ends : forall P, leads P (map (map (merge_ends_by same_letter)) P).
Proof.
  apply (leads_boundaries _ (merge_ends_by same_name) (fun d => merge_ends (lives d))).
  - intro b. now apply merge_ends_map.
  - intros d b G. now apply (merge_ends_spots (next d)).
  - apply merge_ends_sub.
  - apply merge_ends_same.
Qed.

(* ---- step 3: empty boundaries ---- *)
Definition some {A} (b : list A) : bool := match b with [] => false | _ => true end.
Theorem leads_some : forall P, leads P (map (filter some) P).
Proof.
  intro P. apply leads_by. intros Q d L. assert (W := labels_wf _ _ _ L). destruct L as [EP [Ed G]]. exists (map (filter some) Q). split; [|split].
  - rewrite <- EP. unfold map3. rewrite !map_map. apply map_ext. intro R. symmetry. apply filter_map_comm. intros [|]; reflexivity.
  - replace (all (map (filter some) Q)) with (all Q); [exact G|]. clear. unfold all. induction Q as [|R Q IH]; [reflexivity|]. cbn [map concat].
    rewrite !concat_app, IH. f_equal. induction R as [|b R IH']; [reflexivity|]. cbn [filter concat]. destruct b; cbn [some concat]; now rewrite IH'.
  - replace (map3 snd (map (filter some) Q)) with (map (filter nonempty) (regions d)); [now apply empty_same|].
    rewrite <- Ed. unfold map3. rewrite !map_map. apply map_ext. intro R. apply filter_map_comm. intros [|]; reflexivity.
Qed.

(* ---- steps 4 and 5: small regions ---- *)
Section Small.
Context {A : Type} (tok : A -> token).
(* The tokens of a list, each letter once; None if they have more lives than `n`. *)
Fixpoint within_lives (n : nat) (seen : list A) (l : list A) : option (list A) :=
  match l with
  | [] => Some seen
  | a :: l => if existsb (fun b => same_letter (tok a) (tok b)) seen then within_lives n seen l
              else if life (tok a) <=? n then within_lives (n - life (tok a)) (a :: seen) l else None
  end.
End Small.
Definition lives_of (ts : list token) : nat := list_sum (map life ts).
Definition shrink_region (R : list (list token)) : position :=
  match within_lives (fun t => t) 3 [] (concat R) with
  | Some ts => if lives_of ts <=? 1 then [] else [[ts]]
  | None => [R]
  end.

Lemma within_lives_map : forall (l : list occurrence) n seen,
  option_map (map fst) (within_lives fst n seen l) = within_lives (fun t => t) n (map fst seen) (map fst l).
Proof.
  induction l as [|a l IH]; intros n seen; [reflexivity|]. cbn [within_lives map].
  replace (existsb (fun b => same_letter (fst a) b) (map fst seen)) with (existsb (fun b => same_letter (fst a) (fst b)) seen).
  2:{ induction seen as [|s seen IHs]; [reflexivity|]. cbn. now rewrite IHs. }
  destruct (existsb _ seen); [apply IH|]. destruct (life (fst a) <=? n); [apply (IH _ (a :: seen)) | reflexivity].
Qed.
(* The spots in the result are those of the list, each once. *)
Lemma within_lives_spec : forall N f (l : list occurrence) n seen os, within_lives fst n seen l = Some os -> good N f (seen ++ l) -> NoDup (map snd seen) ->
  (exists k, k <= n /\ lives_of (map fst os) = lives_of (map fst seen) + k) /\ NoDup (map snd os) /\ (forall o, In o os -> In o (seen ++ l)) /\
  (forall o, In o (seen ++ l) -> In (snd o) (map snd os)) /\ good N f os.
Proof.
  intros N f. induction l as [|a l IH]; intros n seen os E G D; cbn [within_lives] in E.
  - injection E as <-. rewrite app_nil_r in *. split; [exists 0; lia|]. split; [exact D|]. split; [auto|]. split; [intros o I; now apply in_map | exact G].
  - destruct (existsb (fun b => same_letter (fst a) (fst b)) seen) eqn:X.
    + destruct (IH n seen os E) as [H1 [H2 [H3 [H4 H5]]]]; auto.
      { apply (sub_good _ _ _ (seen ++ a :: l)); [|exact G]. apply sub_app; [apply sub_refl | apply sub_drop, sub_refl]. }
      split; [exact H1|]. split; [exact H2|]. split; [intros o I; specialize (H3 o I); rewrite in_app_iff in *; simpl; tauto|]. split; [|exact H5].
      intros o I. apply in_app_iff in I. destruct I as [I|[<-|I]]; [apply H4, in_app_iff; now left | | apply H4, in_app_iff; now right].
      apply existsb_exists in X. destruct X as [b [Ib X]]. assert (Eab : snd b = snd a).
      { apply good_app in G. destruct G as [_ [_ G]]. apply (G b a Ib (or_introl eq_refl)). destruct (fst a), (fst b); try discriminate. apply Pos.eqb_eq in X. subst. simpl. auto. }
      rewrite <- Eab. apply H4, in_app_iff. now left.
    + destruct (Nat.leb_spec (life (fst a)) n) as [Ln|]; [|discriminate]. destruct (IH (n - life (fst a)) (a :: seen) os E) as [H1 [H2 [H3 [H4 H5]]]]; auto.
      { apply (good_perm _ _ (seen ++ a :: l)); [symmetry; apply Permutation_middle | exact G]. }
      { cbn [map]. constructor; [|exact D]. intro I. apply in_map_iff in I. destruct I as [b [Eb Ib]]. apply good_app in G. destruct G as [_ [_ G]].
        assert (A := proj1 (G b a Ib (or_introl eq_refl)) Eb). destruct A as [A M]. rewrite <- not_true_iff_false in X. apply X, existsb_exists. exists b. split; [exact Ib|].
        rewrite <- A. destruct (fst b); try contradiction. apply Pos.eqb_refl. }
      split; [|split; [exact H2|split; [|split; [|exact H5]]]].
      * destruct H1 as [k [Lk Ek]]. exists (k + life (fst a)). split; [lia|]. rewrite Ek. unfold lives_of. simpl. lia.
      * intros o I. specialize (H3 o I). simpl in H3. rewrite in_app_iff in *. simpl. tauto.
      * intros o I. apply H4. simpl. rewrite in_app_iff in *. simpl in I. tauto.
Qed.
Lemma lives_spots : forall N f (os : list occurrence), good N f os -> sum_lives f (map snd os) = lives_of (map fst os).
Proof.
  intros N f os [_ G]. induction G as [|o os [_ F] G IH]; [reflexivity|]. unfold sum_lives, lives_of in *.
  change (f (snd o) + list_sum (map f (map snd os)) = life (fst o) + list_sum (map life (map fst os))). now rewrite F, IH.
Qed.

Theorem leads_small : forall R P, leads (R :: P) (shrink_region R ++ P).
Proof.
  intros R P. unfold shrink_region. destruct (within_lives (fun t => t) 3 [] (concat R)) as [ts|] eqn:E; [|apply leads_refl].
  apply leads_by. intros Q d L. assert (W := labels_wf _ _ _ L). destruct L as [EP [Ed G]]. destruct Q as [|QR QP]; [discriminate|].
  injection EP as ER EP. assert (GR : good (next d) (lives d) (concat QR)) by (apply (good_region _ _ (QR :: QP)); [exact G | now left]).
  pose proof (within_lives_map (concat QR) 3 []) as M. rewrite concat_map, ER in M. cbn [map] in M. rewrite E in M.
  destruct (within_lives fst 3 [] (concat QR)) as [os|] eqn:Eo; [|discriminate]. injection M as M.
  destruct (within_lives_spec (next d) (lives d) _ _ _ _ Eo GR ltac:(constructor)) as [[k [Lk Ek]] [ND [I1 [I2 Go]]]]. cbn in Ek, I1, I2.
  assert (In_os : forall s, within (map (map snd) QR) s -> In s (map snd os)).
  { intros s I. unfold within in I. rewrite <- concat_map in I. apply in_map_iff in I. destruct I as [o [<- Io]]. now apply I2. }
  assert (os_In : forall s, In s (map snd os) -> within (map (map snd) QR) s).
  { intros s I. apply in_map_iff in I. destruct I as [o [<- Io]]. unfold within. rewrite <- concat_map. now apply in_map, I1. }
  assert (AM : at_most (lives_of ts) (lives d) (map (map snd) QR)).
  { intros l D I. rewrite <- M, <- (lives_spots (next d) (lives d) os Go). apply sum_incl; [exact D|]. intros s Is. apply In_os, I, Is. }
  assert (Er : regions d = map (map snd) QR :: map3 snd QP) by (rewrite <- Ed; reflexivity).
  assert (GP : good (next d) (lives d) (os ++ all QP)).
  { rewrite all_cons in G. apply good_app in G. destruct G as [_ [GP GX]]. apply good_app. split; [exact Go|]. split; [exact GP|].
    intros x y Ix Iy. apply GX; auto. }
  destruct (Nat.leb_spec (lives_of ts) 1) as [L1|L1].
  - exists QP. split; [exact EP|]. split; [now apply good_app in GP|].
    apply (drop_same d [map (map snd) QR]); auto; [rewrite Er; apply Permutation_cons_append|]. constructor; [|constructor].
    intros l D I. specialize (AM l D I). lia.
  - exists ([os] :: QP). split; [unfold map3 in *; cbn; now rewrite M, EP|]. split; [rewrite all_cons; cbn; now rewrite app_nil_r|].
    unfold map3. cbn [map]. apply (small_same d (map (map snd) QR)); auto; [now rewrite Er | | |].
    + intros l D I. specialize (AM l D I). rewrite <- M in AM. lia.
    + intros s _. split; intro I; [|apply os_In]; unfold within in *; cbn in *; rewrite app_nil_r in *; auto.
    + intros s I. apply os_In. unfold within in I. cbn in I. now rewrite app_nil_r in I.
Qed.
