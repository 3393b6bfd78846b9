(* Step 7 of FORMAT.md section 4: "A boundary that is exactly `22` becomes `1`. In a region with 2 or 3 lives two tokens `2` become
   one `1`." *)
From Coq Require Import List Arith Lia Permutation Bool PArith NArith.
Import ListNotations.
From Sproof Require Import Drawn Same Isomorphic Symmetry SmallRegions Sum Pair Tokens Play Moves Means Reduce.

Definition is_small (ts : list token) : bool := match within_lives (fun t => t) 3 [] ts with Some _ => true | None => false end.
Fixpoint without_two (b : list token) : option (list token) :=
  match b with [] => None | T2 :: b => Some b | t :: b => option_map (cons t) (without_two b) end.
Definition two_twos (b : list token) : option (list token) := match without_two b with Some c => without_two c | None => None end.
Definition pair_boundary (b : list token) : list token := match b with [T2; T2] => [T1] | _ => b end.
Definition pair_region (R : list (list token)) : list (list token) :=
  match R with
  | [b] => match two_twos b with
           | Some c => if is_small b && is_small (T1 :: c) then [T1 :: c] else [pair_boundary b]
           | None => [b]
           end
  | _ => map pair_boundary R
  end.

Lemma leads_pair : forall R P, leads (([T2; T2] :: R) :: P) (([T1] :: R) :: P).
Proof.
  intros R P d [e [S [Q L]]]. assert (W := labels_wf _ _ _ L). destruct e as [n f rs]. destruct L as [EP [Ed G]]. cbn [regions next lives] in *.
  destruct Q as [|[|b QR] QP]; try discriminate. destruct b as [|[t1 s1] [|[t2 s2] [|]]]; try discriminate. injection EP as -> -> ER EP.
  rewrite all_cons in G. cbn [concat app] in G.
  assert (G' := G). destruct G' as [G1 G2]. inversion G1 as [|? ? A1 A2]; subst. inversion A1 as [|? ? A12 A1']; subst. inversion A2 as [|? ? A2' A3]; subst.
  inversion G2 as [|? ? [L1 F1] G2']; subst. inversion G2' as [|? ? [L2 F2] G3]; subst. cbn [fst snd] in *. rewrite Forall_forall in A1', A2', G3.
  assert (N12 : s1 <> s2) by (intro E; apply A12 in E; cbn in E; tauto).
  assert (N1 : forall o, In o (concat QR ++ all QP) -> snd o <> s1).
  { intros o I E. symmetry in E. apply (A1' o I) in E. cbn in E. tauto. }
  assert (N2 : forall o, In o (concat QR ++ all QP) -> snd o <> s2).
  { intros o I E. symmetry in E. apply (A2' o I) in E. cbn in E. tauto. }
  exists (Build_drawing n (fun u => if u =? s1 then 2 else f u) (([s1] :: map (map snd) QR) :: map3 snd QP)). split.
  - apply same_trans with (1 := S).
    assert (H : forall u, spots (map (map snd) QR :: map3 snd QP) u -> exists o, snd o = u /\ In o (concat QR ++ all QP)).
    { intros u [r [Ir Iu]]. assert (I : In u (map snd (concat QR ++ all QP))); [|apply in_map_iff in I; exact I].
      rewrite map_app, concat_map, <- all_map. apply in_app_iff. destruct Ir as [<-|Ir]; [now left|]. right. now apply (within_all _ r). }
    apply pair_same; auto; intro C; apply H in C; destruct C as [o [E I]]; [now apply (N1 o I) | now apply (N2 o I)].
  - exists (([(T1, s1)] :: QR) :: QP). split; [unfold map3 in *; cbn; reflexivity|]. split; [reflexivity|]. cbn [next lives]. rewrite all_cons. cbn [concat app].
    split.
    + constructor; [|exact A3]. apply Forall_forall. intros o I. split; [intro E; cbn in E; symmetry in E; now apply N1 in E | cbn; tauto].
    + constructor; [split; cbn; [exact L1 | now rewrite Nat.eqb_refl]|]. apply Forall_forall. intros o I. destruct (G3 o I) as [Lo Fo]. split; [exact Lo|].
      destruct (Nat.eqb_spec (snd o) s1) as [E|_]; [now apply N1 in E | exact Fo].
Qed.

(* The tokens of a small region can be put in other boundaries. *)
Lemma small_at_most : forall N f (QR : list (list occurrence)), good N f (concat QR) -> is_small (map fst (concat QR)) = true -> at_most 3 f (map (map snd) QR).
Proof.
  intros N f QR G E. unfold is_small in E. pose proof (within_lives_map (concat QR) 3 []) as M. cbn [map] in M.
  destruct (within_lives (fun t => t) 3 [] (map fst (concat QR))) as [ts|]; [|discriminate].
  destruct (within_lives fst 3 [] (concat QR)) as [os|] eqn:Eo; [|discriminate].
  destruct (within_lives_spec N f _ _ _ _ Eo G ltac:(constructor)) as [[k [Lk Ek]] [ND [I1 [I2 Go]]]]. cbn in Ek, I2.
  intros l D I. transitivity (sum_lives f (map snd os)); [|rewrite (lives_spots N f os Go), Ek; exact Lk].
  apply sum_incl; [exact D|]. intros s Is. apply I in Is. unfold within in Is. rewrite <- concat_map in Is. apply in_map_iff in Is.
  destruct Is as [o [<- Io]]. now apply I2.
Qed.
Lemma leads_regroup : forall R R' P, is_small (concat R) = true ->
  (forall QR : list (list occurrence), map (map fst) QR = R -> exists QR', map (map fst) QR' = R' /\ Permutation (concat QR) (concat QR')) -> leads (R :: P) (R' :: P).
Proof.
  intros R R' P E H. apply leads_by. intros Q d L. assert (W := labels_wf _ _ _ L). destruct L as [EP [Ed G]]. destruct Q as [|QR QP]; [discriminate|].
  injection EP as ER EP. destruct (H QR ER) as [QR' [ER' Pm]]. exists (QR' :: QP). split; [unfold map3 in *; cbn; now rewrite ER', EP|]. split.
  - rewrite all_cons in *. apply (good_perm _ _ (concat QR ++ all QP)); [now apply Permutation_app_tail | exact G].
  - assert (Wi : forall s, within (map (map snd) QR) s <-> within (map (map snd) QR') s).
    { intro s. unfold within. rewrite <- !concat_map. split; apply Permutation_in; [now apply Permutation_map | now apply Permutation_map, Permutation_sym]. }
    apply (small_same d (map (map snd) QR)); auto; [rewrite <- Ed; reflexivity | | |].
    + apply (small_at_most (next d)); [apply (good_region _ _ (QR :: QP)); [exact G | now left]|]. rewrite concat_map. now rewrite ER.
    + intros s _. apply Wi.
    + intros s. apply Wi.
Qed.
Lemma without_two_perm : forall b c, without_two b = Some c -> Permutation b (T2 :: c).
Proof.
  induction b as [|t b IH]; intros c E; [discriminate|]. destruct t; cbn in E; try (destruct (without_two b) as [c'|]; [|discriminate]; injection E as <-;
    rewrite (IH c' eq_refl); apply perm_swap). injection E as <-. reflexivity.
Qed.
Lemma two_twos_perm : forall b c, two_twos b = Some c -> Permutation b ([T2; T2] ++ c).
Proof.
  intros b c E. unfold two_twos in E. destruct (without_two b) as [b'|] eqn:E1; [|discriminate]. apply without_two_perm in E1, E. now rewrite E1, E.
Qed.
Lemma leads_pair_small : forall b c P, two_twos b = Some c -> is_small b = true -> is_small (T1 :: c) = true -> leads ([b] :: P) ([T1 :: c] :: P).
Proof.
  intros b c P E Sb Sc. apply two_twos_perm in E. apply leads_trans with ([[T2; T2]; c] :: P).
  - apply leads_regroup; [cbn; now rewrite app_nil_r|]. intros QR EQ. destruct QR as [|q [|]]; try discriminate. injection EQ as EQ. rewrite <- EQ in E.
    apply Permutation_sym, Permutation_map_inv in E. destruct E as [os [Eo Po]]. change ([T2; T2] ++ c = map fst os) in Eo. symmetry in Eo. apply map_eq_app in Eo. destruct Eo as [u [v [-> [Eu Ev]]]].
    exists [u; v]. split; [cbn; now rewrite Eu, Ev|]. cbn. now rewrite !app_nil_r.
  - apply leads_trans with ([[T1]; c] :: P); [apply leads_pair|]. apply leads_regroup; [cbn; now rewrite app_nil_r|].
    intros QR EQ. destruct QR as [|u [|v [|]]]; try discriminate. injection EQ as Eu Ev. exists [u ++ v]. split; [cbn; now rewrite map_app, Eu, Ev|]. cbn. now rewrite !app_nil_r.
Qed.
Lemma leads_pair_boundaries : forall R done P, leads ((done ++ R) :: P) ((done ++ map pair_boundary R) :: P).
Proof.
  induction R as [|b R IH]; intros done P; [apply leads_refl|]. cbn [map].
  apply leads_trans with ((done ++ pair_boundary b :: R) :: P).
  - destruct (list_eq_dec token_dec b [T2; T2]) as [->|N].
    + apply leads_trans with (([T2; T2] :: done ++ R) :: P); [apply leads_arranged, arranged_boundaries; symmetry; apply Permutation_middle|].
      apply leads_trans with (([T1] :: done ++ R) :: P); [apply leads_pair|]. apply leads_arranged, arranged_boundaries, Permutation_middle.
    + replace (pair_boundary b) with b; [apply leads_refl|]. destruct b as [|[| | |] [|[| | |] [|]]]; try reflexivity. congruence.
  - specialize (IH (done ++ [pair_boundary b]) P). now rewrite <- !app_assoc in IH.
Qed.
Theorem leads_twos : forall R P, leads (R :: P) (pair_region R :: P).
Proof.
  intros R P. assert (H : leads (R :: P) (map pair_boundary R :: P)) by (apply (leads_pair_boundaries R [])).
  destruct R as [|b [|]]; [exact H| |exact H]. unfold pair_region. destruct (two_twos b) as [c|] eqn:E; [|apply leads_refl].
  destruct (is_small b) eqn:Sb; [|exact H]. destruct (is_small (T1 :: c)) eqn:Sc; [|exact H]. now apply leads_pair_small.
Qed.
