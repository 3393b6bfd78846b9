(* FORMAT.md section 4, step 7: "A boundary that is exactly `22` becomes `1`." Two spots with one life each, alone in a boundary,
   are one spot with two lives: joining one of them to another boundary leaves one life, joining them to each other none. "In a
   region with 2 or 3 lives two tokens `2` become one `1`": there they can first be put in a boundary of their own (SmallRegions.v). *)
From Coq Require Import List Arith Lia Permutation.
From Sproof Require Import Drawn Same Stutter Isomorphic Symmetry Beside SmallRegions Sum.
Import ListNotations.

(* ---- Lives after a move, case by case ---- *)
Lemma spend_fst : forall f z x y, x <> z -> x <> y -> spend f z x y x = f x - 1.
Proof. intros f z x y A B. unfold spend. apply Nat.eqb_neq in A, B. rewrite A, B, Nat.eqb_refl. lia. Qed.
Lemma spend_swap : forall f z x y u, spend f z x y u = spend f z y x u.
Proof. intros. unfold spend. destruct (u =? z); lia. Qed.
Lemma spend_snd : forall f z x y, y <> z -> x <> y -> spend f z x y y = f y - 1.
Proof. intros. rewrite spend_swap. apply spend_fst; auto. Qed.
Lemma spend_both : forall f z x, x <> z -> spend f z x x x = f x - 2.
Proof. intros f z x A. unfold spend. apply Nat.eqb_neq in A. rewrite A, Nat.eqb_refl. lia. Qed.
Lemma spend_else : forall f z x y u, u <> z -> u <> x -> u <> y -> spend f z x y u = f u.
Proof. intros f z x y u A B C. unfold spend. apply Nat.eqb_neq in A, B, C. rewrite A, B, C. lia. Qed.

Lemma spots_cons : forall r rs s, spots (r :: rs) s <-> within r s \/ spots rs s.
Proof.
  intros r rs s. unfold spots. split.
  - intros [q [[<-|I] W]]; eauto.
  - intros [W|[q [I W]]]; [exists r | exists q]; simpl; auto.
Qed.

(* The lives f and g, where s and t have one life each, or s has two. *)
Definition pair_lives (f g : spot -> nat) (s t : spot) (rs : list region) : Prop :=
  s <> t /\ f s = 1 /\ f t = 1 /\ g s = 2 /\ ~ spots rs s /\ ~ spots rs t /\ forall u, spots rs u -> f u = g u.

Definition paired (d e : drawing) : Prop := wf d /\ wf e /\ next d = next e /\ exists s t R rest Q Q',
  Permutation (regions d) (Q :: rest) /\ Permutation Q ([s; t] :: R) /\
  Permutation (regions e) (Q' :: rest) /\ Permutation Q' ([s] :: R) /\ pair_lives (lives d) (lives e) s t (R :: rest).

Lemma pair_lives_after : forall f g n s t rs rs' x y, pair_lives f g s t rs -> s < n -> t < n -> (forall u, spots rs u -> u < n) ->
  spots rs x -> spots rs y -> (forall u, spots rs' u -> spots rs u \/ u = n) -> pair_lives (spend f n x y) (spend g n x y) s t rs'.
Proof.
  intros f g n s t rs rs' x y [N [Fs [Ft [Gs [Ns [Nt E]]]]]] Ls Lt L Sx Sy New.
  assert (K : forall h u, ~ spots rs u -> u < n -> spend h n x y u = h u).
  { intros h u Nu Lu. apply spend_else; [lia | |]; intros ->; contradiction. }
  assert (O : forall u, u < n -> ~ spots rs u -> ~ spots rs' u) by (intros u Lu Nu H; destruct (New u H); [contradiction | lia]).
  unfold pair_lives. rewrite !K by assumption. repeat split; auto.
  intros u Su. destruct (New u Su) as [H| ->]; [|now rewrite !spend_new]. unfold spend. now rewrite (E u H).
Qed.

Lemma matched_refl_in : forall A (M : A -> A -> Prop) l, (forall x, In x l -> M x x) -> matched M l l.
Proof. intros A M l H. apply matched_forall2. induction l; constructor; auto using in_eq, in_cons. Qed.

Section Ends.
Variables (n : spot) (f g : spot -> nat) (s t : spot) (R : region) (rest : list region).
Hypothesis PL : pair_lives f g s t (R :: rest).
Hypothesis Ls : s < n.
Hypothesis Lt : t < n.
Hypothesis L : forall u, spots (R :: rest) u -> u < n.
Variables rest1 rest2 : list region.
Hypothesis P1 : Permutation rest1 rest.
Hypothesis P2 : Permutation rest2 rest.

Lemma rest_spots : forall r u, In r rest1 \/ In r rest2 -> within r u -> spots (R :: rest) u.
Proof.
  intros r u I W. apply spots_cons. right. exists r. split; [|exact W].
  destruct I as [I|I]; [apply (Permutation_in _ P1) | apply (Permutation_in _ P2)]; exact I.
Qed.

(* One of the two, a, is joined to y; the other, o, is left. *)
Lemma join_same : forall a o y Y c others w w', (a = s /\ o = t) \/ (a = t /\ o = s) -> Permutation R (c :: others) -> turn c (y :: Y) ->
  turn w ([a; o; a] ++ n :: walk f y Y ++ [n]) -> turn w' ([s; s] ++ n :: walk g y Y ++ [n]) ->
  forall F G, (forall u, F u = spend f n a y u) -> (forall u, G u = spend g n s y u) ->
  same {| next := S n; lives := F; regions := (w :: others) :: rest1 |} {| next := S n; lives := G; regions := (w' :: others) :: rest2 |}.
Proof.
  intros a o y Y c others w w' Ao PR Tc Tw Tw' F G EF EG.
  destruct PL as [N [Fs [Ft [Gs [Ns [Nt E]]]]]].
  assert (IR : forall u, In u (y :: Y) -> spots (R :: rest) u).
  { intros u I. apply spots_cons. left. apply (perm_within _ _ _ PR), within_cons. left. now apply (turn_in _ _ _ Tc). }
  assert (Io : forall u, within others u -> spots (R :: rest) u).
  { intros u I. apply spots_cons. left. apply (perm_within _ _ _ PR), within_cons. auto. }
  assert (Sy : spots (R :: rest) y) by (apply IR; now left).
  assert (Ny : y <> s /\ y <> t) by (split; intros ->; contradiction). destruct Ny as [Nys Nyt].
  assert (Ha : F a = 0 /\ F o = 1 /\ G s = 1).
  { rewrite !EF, EG, (spend_fst g), Gs by lia. destruct Ao as [[-> ->]|[-> ->]]; rewrite spend_fst, spend_else by lia; lia. }
  destruct Ha as [Fa [Fo G1]].
  assert (FG : forall u, spots (R :: rest) u -> F u = G u).
  { intros u Su. assert (u < n) by auto. assert (u <> s /\ u <> t) as [] by (split; intros ->; contradiction). rewrite EF, EG.
    destruct (Nat.eq_dec u y) as [->|]; [rewrite !spend_snd | rewrite !spend_else]; try (destruct Ao as [[-> ->]|[-> ->]]; lia);
      now rewrite (E _ Su). }
  assert (Fn : F n = 1 /\ G n = 1) by (rewrite EF, EG, !spend_new; auto). destruct Fn as [Fn Gn].
  set (P := fun u v => (u = v /\ (spots (R :: rest) u \/ u = n)) \/ (u = o /\ v = s)).
  assert (Os : o = s \/ o = t) by tauto.
  assert (No : ~ spots (R :: rest) o /\ o < n) by (destruct Os as [->| ->]; auto). destruct No as [No Lo].
  assert (Wn : forall h u X, In u (walk h y X) -> In u (y :: X)) by (intros; eapply walk_in; eauto).
  apply (alike_same P).
  - intros r u I W. simpl in *. destruct I as [<-|I].
    + apply within_cons in W. destruct W as [W|W]; [|apply Io, L in W; lia]. rewrite (turn_in _ _ _ Tw) in W. inside.
      destruct W as [W|[W|[W|[W|[W|[W|[]]]]]]]; try (subst; destruct Ao as [[-> ->]|[-> ->]]; lia). apply Wn, IR, L in W. lia.
    + apply (rest_spots r) in W; [apply L in W; lia | auto].
  - intros r u I W. simpl in *. destruct I as [<-|I].
    + apply within_cons in W. destruct W as [W|W]; [|apply Io, L in W; lia]. rewrite (turn_in _ _ _ Tw') in W. inside.
      destruct W as [W|[W|[W|[W|[W|[]]]]]]; try (subst; lia). apply Wn, IR, L in W. lia.
    + apply (rest_spots r) in W; [apply L in W; lia | auto].
  - intros u v u' v' _ _ _ _ [[<- [H| ->]]|[-> ->]] [[<- [H'| ->]]|[-> ->]]; split; intro Z; subst; try contradiction; auto; lia.
  - simpl. intros u v _ _ [[<- [H| ->]]|[-> ->]]; [now apply FG | congruence | congruence].
  - simpl. apply matched_cons.
    + exists false. apply like_cons.
      * exists ([a; o; a] ++ n :: walk f y Y ++ [n]), ([s; s] ++ n :: walk g y Y ++ [n]). split; [exact Tw|]. split; [exact Tw'|].
        assert (Pn : P n n) by (left; auto). apply stutter_app.
        -- apply stutter_dead; [exact Fa|]. apply stutter_twice'; [lia|]. apply stutter_cons; [right; auto|]. auto.
        -- apply stutter_cons; [exact Pn|]. apply stutter_app; [|auto]. apply stutter_walk; [now apply E | left; auto|].
           apply stutter_refl. intros u I. left. split; [reflexivity|]. left. apply IR. now right.
      * apply alike_on_refl. intros u W. left. auto.
    + apply (matched_perm _ rest1 rest1); [reflexivity | now rewrite P2, P1|]. apply matched_refl_in. intros r I. apply alike_refl.
      intros u W. left. split; [reflexivity|]. left. apply (rest_spots r); auto.
Qed.

(* The two are joined to each other, and both die; or the one is joined to itself. *)
Lemma cut_same : forall a o near far, (a = s /\ o = t) \/ (a = t /\ o = s) -> Permutation R (near ++ far) ->
  same {| next := S n; lives := spend f n a o; regions := ([a; o; n] :: near) :: ([o; a; n] :: far) :: rest1 |}
       {| next := S n; lives := spend g n s s; regions := ([s; n] :: near) :: ([s; s; n] :: far) :: rest2 |}.
Proof.
  intros a o near far Ao PR. destruct PL as [N [Fs [Ft [Gs [Ns [Nt E]]]]]]. assert (n <> s /\ n <> t) as [] by lia.
  assert (Ha : spend f n a o s = 0 /\ spend f n a o t = 0 /\ spend g n s s s = 0).
  { rewrite spend_both, Gs by lia. destruct Ao as [[-> ->]|[-> ->]]; rewrite spend_fst, spend_snd by lia; lia. }
  destruct Ha as [F1 [F2 G1]].
  assert (FG : forall u, spots (R :: rest) u -> spend f n a o u = spend g n s s u).
  { intros u Su. assert (u < n) by auto. assert (u <> s /\ u <> t) as [] by (split; intros ->; contradiction).
    destruct Ao as [[-> ->]|[-> ->]]; rewrite !spend_else by lia; auto. }
  assert (Io : forall u, within near u \/ within far u -> spots (R :: rest) u).
  { intros u I. apply spots_cons. left. apply (perm_within _ _ _ PR), within_app. auto. }
  assert (Fa : spend f n a o a = 0 /\ spend f n a o o = 0) by (destruct Ao as [[-> ->]|[-> ->]]; auto). destruct Fa as [Fa Fo].
  assert (La : a < n /\ o < n) by (destruct Ao as [[-> ->]|[-> ->]]; auto). destruct La as [La Lo].
  apply alike_eq_same.
  - intros r u I W. simpl in *. destruct I as [<-|[<-|I]].
    + inside. destruct W as [[W|[W|[W|[]]]]|W]; try (subst; lia). assert (u < n) by auto. lia.
    + inside. destruct W as [[W|[W|[W|[]]]]|W]; try (subst; lia). assert (u < n) by auto. lia.
    + apply (rest_spots r) in W; [apply L in W; lia | auto].
  - intros r u I W. simpl in *. destruct I as [<-|[<-|I]].
    + inside. destruct W as [[W|[W|[]]]|W]; try (subst; lia). assert (u < n) by auto. lia.
    + inside. destruct W as [[W|[W|[W|[]]]]|W]; try (subst; lia). assert (u < n) by auto. lia.
    + apply (rest_spots r) in W; [apply L in W; lia | auto].
  - simpl. intros u _ [r [I W]]. simpl in I.
    assert (U : u = s \/ u = n \/ spots (R :: rest) u).
    { destruct I as [<-|[<-|I]]; [| |right; right; apply (rest_spots r); auto]; inside; intuition. }
    destruct U as [->|[->|U]]; [congruence | now rewrite !spend_new | now apply FG].
  - simpl. apply matched_cons; [|apply matched_cons].
    + exists false. apply like_cons; [apply facing_stutter | now apply alike_on_refl].
      apply stutter_dead; [exact Fa|]. apply stutter_dead; [exact Fo|]. apply stutter_dead'; [exact G1|]. auto.
    + exists false. apply like_cons; [apply facing_stutter | now apply alike_on_refl].
      apply stutter_dead; [exact Fo|]. apply stutter_dead; [exact Fa|]. do 2 (apply stutter_dead'; [exact G1|]). auto.
    + apply (matched_perm _ rest1 rest1); [reflexivity | now rewrite P2, P1|]. apply matched_refl. intro r. now apply alike_refl.
Qed.
End Ends.

Lemma turn_pair : forall s t x X, turn [s; t] (x :: X) -> (x = s /\ X = [t]) \/ (x = t /\ X = [s]).
Proof.
  intros s t x X T. apply turn_cons in T. destruct T as [l [r [E ->]]]. destruct l as [|a [|b l]].
  - injection E as -> <-. auto.
  - injection E as -> -> <-. auto.
  - injection E as _ _ E. destruct l; discriminate.
Qed.
Lemma turn_one : forall s x X, turn [s] (x :: X) -> x = s /\ X = [].
Proof.
  intros s x X T. apply turn_cons in T. destruct T as [l [r [E ->]]]. destruct l as [|a l]; [injection E as -> <-; auto|].
  injection E as _ E. destruct l; discriminate.
Qed.

(* Where the curve of a move is drawn: in the region Q that has the boundary, or in another one. *)
Lemma which_region : forall (R0 Q : region) rs rest0 rest, Permutation rs (R0 :: rest0) -> Permutation rs (Q :: rest) ->
  (R0 = Q /\ Permutation rest0 rest) \/ exists k, Permutation rest (R0 :: k) /\ Permutation rest0 (Q :: k).
Proof.
  intros R0 Q rs rest0 rest P P'. assert (P2 : Permutation (R0 :: rest0) (Q :: rest)) by (now rewrite <- P).
  destruct (perm_first _ _ _ _ P2) as [H|[k [A B]]]; [left; exact H | right; eauto].
Qed.

(* ---- The bisimulation, up to sameness ---- *)
(* The curve is somewhere else: the pair is still there. *)
Lemma paired_after : forall d e s t R rest x y R1 rest1 rs rs' Q1 Q1', wf d -> wf e -> next d = next e ->
  pair_lives (lives d) (lives e) s t (R :: rest) -> s < next d -> t < next d -> (forall u, spots (R :: rest) u -> u < next d) ->
  spots (R :: rest) x -> spots (R :: rest) y -> (forall u, spots (R1 :: rest1) u -> spots (R :: rest) u \/ u = next d) ->
  Permutation rs (Q1 :: rest1) -> Permutation Q1 ([s; t] :: R1) -> Permutation rs' (Q1' :: rest1) -> Permutation Q1' ([s] :: R1) ->
  step d {| next := S (next d); lives := spend (lives d) (next d) x y; regions := rs |} ->
  step e {| next := S (next e); lives := spend (lives e) (next e) x y; regions := rs' |} ->
  paired {| next := S (next d); lives := spend (lives d) (next d) x y; regions := rs |}
         {| next := S (next e); lives := spend (lives e) (next e) x y; regions := rs' |}.
Proof.
  intros d e s t R rest x y R1 rest1 rs rs' Q1 Q1' Wd We E PL Ls Lt L Sx Sy New P PQ P' PQ' S S'.
  split; [exact (wf_step _ _ Wd S)|]. split; [exact (wf_step _ _ We S')|]. split; [simpl; congruence|].
  exists s, t, R1, rest1, Q1, Q1'. simpl. split; [exact P|]. split; [exact PQ|]. split; [exact P'|]. split; [exact PQ'|].
  rewrite <- E. exact (pair_lives_after _ _ _ _ _ (R :: rest) _ x y PL Ls Lt L Sx Sy New).
Qed.

Lemma untouched_new : forall f n R x y N' ns, (forall c, exists news' N, draw f n (c :: R) x y news' /\
    Permutation news' (N :: ns) /\ Permutation N (c :: N')) -> forall u, spots (N' :: ns) u -> within R u \/ u = n.
Proof.
  intros f n R x y N' ns H u Su. destruct (H []) as [news' [N [D [P PN]]]].
  assert (K : spots news' u).
  { apply (spots_perm (N :: ns)); [now symmetry|]. apply spots_cons in Su. apply spots_cons. destruct Su as [Su|Su]; [left | now right].
    apply (perm_within _ _ _ PN), within_cons. auto. }
  destruct K as [r [I W]]. destruct (draw_within _ _ _ _ _ _ D r u I W) as [K|K]; auto.
Qed.

Lemma paired_facts : forall d s t R rest Q, wf d -> Permutation (regions d) (Q :: rest) -> Permutation Q ([s; t] :: R) ->
  s < next d /\ t < next d /\ forall u, spots (R :: rest) u -> u < next d.
Proof.
  intros d s t R rest Q W P PQ.
  assert (WQ : forall u, within Q u -> u < next d) by (intros u; apply W, (Permutation_in _ (Permutation_sym P)); now left).
  repeat split.
  - apply WQ, (perm_within _ _ _ PQ), within_cons. simpl. auto.
  - apply WQ, (perm_within _ _ _ PQ), within_cons. simpl. auto.
  - intros u Su. apply spots_cons in Su. destruct Su as [Su|[r [I Su]]].
    + apply WQ, (perm_within _ _ _ PQ), within_cons. auto.
    + apply (W r); [apply (Permutation_in _ (Permutation_sym P)); now right | exact Su].
Qed.

Lemma walk_one : forall f s, f s <> 3 -> forall X, walk f s X = s :: X ++ [s].
Proof. intros f s N X. unfold walk. apply Nat.eqb_neq in N. now rewrite N. Qed.
Lemma join_turn : forall (u v : list spot) n, turn (u ++ n :: v ++ [n]) (v ++ n :: u ++ [n]).
Proof. intros u v n. exists (u ++ [n]), (v ++ [n]). rewrite <- !app_assoc. auto. Qed.

(* From two to one. *)
Lemma paired_forth : progress paired (chain paired).
Proof.
  intros d e [Wd [We [En [s [t [R [rest [Q [Q' [P [PQ [P' [PQ' PL]]]]]]]]]]]]] d' St. assert (St0 := St). apply step_draw in St0.
  destruct St0 as [R0 [rest0 [x [y [news [P0 [D ->]]]]]]].
  destruct (paired_facts d s t R rest Q Wd P PQ) as [Ls [Lt L]]. assert (PL0 := PL). destruct PL0 as [N [Fs [Ft [Gs [Ns [Nt E]]]]]].
  destruct (which_region R0 Q _ rest0 rest P0 P) as [[-> Pr]|[k [Pk Pk']]].
  - destruct (draw_beside _ _ _ _ _ _ _ _ D PQ) as [U|T].
    + destruct (untouched_spots _ _ _ _ _ _ _ U) as [Wx Wy].
      assert (Sx : spots (R :: rest) x) by (apply spots_cons; auto). assert (Sy : spots (R :: rest) y) by (apply spots_cons; auto).
      destruct U as [N' [ns [[N1 [Pn PN]] H]]]. destruct (H [s]) as [news' [N2 [D' [Pn' PN']]]].
      apply (draw_ext _ (lives e)) in D'; auto. rewrite En in D'. apply (draw_perm _ _ _ Q') in D'; [|now symmetry].
      pose proof (draw_step e Q' rest x y news' P' D') as S'. eexists. split; [exact S'|]. apply chain_one.
      apply (paired_after d e s t R rest x y N' (ns ++ rest) _ _ N1 N2); auto.
      * intros u Su. apply (spots_app (N' :: ns) rest) in Su. destruct Su as [Su|Su]; [|left; apply spots_cons; auto].
        destruct (untouched_new (lives d) (next d) R x y N' ns H u Su); [left; apply spots_cons; auto | auto].
      * now rewrite Pn, Pr.
      * now rewrite Pn'.
    + inversion T as [x1 X y1 Y c others Tb Pc Tc Nxy Lx Ly | x1 X y1 Y c others Tb Pc Tc Nxy Lx Ly | x1 X y1 Y near far Tb Pc Nxy Lx Ly
                     | x1 X near far Tb Pc L2]; subst x1 news; try subst y1.
      * assert (Sy : spots (R :: rest) y).
        { apply spots_cons. left. apply (perm_within _ _ _ Pc), within_cons. left. apply (turn_in _ _ _ Tc). now left. }
        assert (Ey := E y Sy). eexists. split.
        { apply (draw_step e Q' rest s y); [exact P'|]. apply (draw_join _ _ Q' s [] y Y [s] c others); auto; try lia.
          - now rewrite PQ', Pc. - apply turn_refl. - intros ->. contradiction. }
        rewrite <- En. apply chain_same. rewrite (walk_one (lives e) s) by lia.
        apply turn_pair in Tb. destruct Tb as [[-> ->]|[-> ->]]; [rewrite (walk_one (lives d) s) by lia | rewrite (walk_one (lives d) t) by lia].
        -- apply (join_same (next d) _ _ s t R rest PL Ls Lt L rest0 rest Pr (Permutation_refl _) s t y Y c others); auto; apply turn_refl.
        -- apply (join_same (next d) _ _ s t R rest PL Ls Lt L rest0 rest Pr (Permutation_refl _) t s y Y c others); auto; apply turn_refl.
      * assert (Sx : spots (R :: rest) x).
        { apply spots_cons. left. apply (perm_within _ _ _ Pc), within_cons. left. apply (turn_in _ _ _ Tc). now left. }
        assert (Ex := E x Sx). eexists. split.
        { apply (draw_step e Q' rest x s); [exact P'|]. apply (draw_join _ _ Q' x X s [] c [s] others); auto; try lia.
          - rewrite PQ', Pc. apply perm_swap. - apply turn_refl. - intros ->. contradiction. }
        rewrite <- En. apply chain_same. rewrite (walk_one (lives e) s) by lia.
        apply turn_pair in Tb. destruct Tb as [[-> ->]|[-> ->]]; [rewrite (walk_one (lives d) s) by lia | rewrite (walk_one (lives d) t) by lia].
        -- apply (join_same (next d) _ _ s t R rest PL Ls Lt L rest0 rest Pr (Permutation_refl _) s t x X c others);
             auto; try apply join_turn; intro u; apply spend_swap.
        -- apply (join_same (next d) _ _ s t R rest PL Ls Lt L rest0 rest Pr (Permutation_refl _) t s x X c others);
             auto; try apply join_turn; intro u; apply spend_swap.
      * eexists. split.
        { apply (draw_step e Q' rest s s); [exact P'|]. apply (draw_loop _ _ Q' s [] [s] near far); try lia.
          - now rewrite PQ', Pc. - apply turn_refl. }
        rewrite <- En. apply chain_same. rewrite walk_one by lia.
        apply turn_pair in Tb. destruct Tb as [[-> EX]|[-> EX]]; (destruct X as [|? [|]]; [|discriminate|discriminate]); injection EX as -> ->.
        -- apply (cut_same (next d) _ _ s t R rest PL Ls Lt L rest0 rest Pr (Permutation_refl _) s t near far); auto.
        -- apply (cut_same (next d) _ _ s t R rest PL Ls Lt L rest0 rest Pr (Permutation_refl _) t s near far); auto.
      * apply turn_pair in Tb. destruct Tb as [[-> _]|[-> _]]; lia.
  - destruct (draw_ends _ _ _ _ _ _ D) as [Wx Wy].
    assert (SR : forall u, within R0 u -> spots (R :: rest) u).
    { intros u W. apply spots_cons. right. exists R0. split; [apply (Permutation_in _ (Permutation_sym Pk)); now left | exact W]. }
    assert (De := D). apply (draw_ext _ (lives e)) in De; auto. rewrite En in De.
    assert (Pe : Permutation (regions e) (R0 :: Q' :: k)) by (rewrite P', Pk; apply perm_swap).
    pose proof (draw_step e R0 (Q' :: k) x y news Pe De) as S'. eexists. split; [exact S'|]. apply chain_one.
    apply (paired_after d e s t R rest x y R (news ++ k) _ _ Q Q'); auto.
    + intros u Su. apply spots_cons in Su. destruct Su as [Su|Su]; [left; apply spots_cons; auto|].
      apply spots_app in Su. destruct Su as [[r [I W]]|[r [I W]]].
      * destruct (draw_within _ _ _ _ _ _ D r u I W); auto.
      * left. apply spots_cons. right. exists r. split; [apply (Permutation_in _ (Permutation_sym Pk)); now right | exact W].
    + rewrite Pk'. symmetry. apply Permutation_middle.
    + symmetry. apply Permutation_middle.
Qed.

(* And from one to two. *)
Lemma paired_back : progress (fun e d => paired d e) (chain paired).
Proof.
  intros e d [Wd [We [En [s [t [R [rest [Q [Q' [P [PQ [P' [PQ' PL]]]]]]]]]]]]] e' St. assert (St0 := St). apply step_draw in St0.
  destruct St0 as [R0 [rest0 [x [y [news [P0 [D ->]]]]]]].
  destruct (paired_facts d s t R rest Q Wd P PQ) as [Ls [Lt L]]. assert (PL0 := PL). destruct PL0 as [N [Fs [Ft [Gs [Ns [Nt E]]]]]].
  destruct (which_region R0 Q' _ rest0 rest P0 P') as [[-> Pr]|[k [Pk Pk']]].
  - destruct (draw_beside _ _ _ _ _ _ _ _ D PQ') as [U|T].
    + destruct (untouched_spots _ _ _ _ _ _ _ U) as [Wx Wy].
      assert (Sx : spots (R :: rest) x) by (apply spots_cons; auto). assert (Sy : spots (R :: rest) y) by (apply spots_cons; auto).
      destruct U as [N' [ns [[N1 [Pn PN]] H]]]. destruct (H [s; t]) as [news' [N2 [D' [Pn' PN']]]].
      apply (draw_ext _ (lives d)) in D'; try (symmetry; auto). rewrite <- En in D'. apply (draw_perm _ _ _ Q) in D'; [|now symmetry].
      pose proof (draw_step d Q rest x y news' P D') as S'. eexists. split; [exact S'|]. apply chain_sym, chain_one.
      apply (paired_after d e s t R rest x y N' (ns ++ rest) _ _ N2 N1); auto.
      * intros u Su. apply (spots_app (N' :: ns) rest) in Su. destruct Su as [Su|Su]; [|left; apply spots_cons; auto].
        rewrite En. destruct (untouched_new (lives e) (next e) R x y N' ns H u Su); [left; apply spots_cons; auto | auto].
      * now rewrite Pn'.
      * now rewrite Pn, Pr.
    + inversion T as [x1 X y1 Y c others Tb Pc Tc Nxy Lx Ly | x1 X y1 Y c others Tb Pc Tc Nxy Lx Ly | x1 X y1 Y near far Tb Pc Nxy Lx Ly
                     | x1 X near far Tb Pc L2]; subst x1 news; try subst y1.
      * assert (Sy : spots (R :: rest) y).
        { apply spots_cons. left. apply (perm_within _ _ _ Pc), within_cons. left. apply (turn_in _ _ _ Tc). now left. }
        assert (Ey := E y Sy). apply turn_one in Tb. destruct Tb as [-> ->]. eexists. split.
        { apply (draw_step d Q rest s y); [exact P|]. apply (draw_join _ _ Q s [t] y Y [s; t] c others); auto; try lia.
          - now rewrite PQ, Pc. - apply turn_refl. }
        rewrite <- En. apply chain_sym, chain_same. rewrite (walk_one (lives e) s), (walk_one (lives d) s) by lia.
        apply (join_same (next d) _ _ s t R rest PL Ls Lt L rest rest0 (Permutation_refl _) Pr s t y Y c others); auto; apply turn_refl.
      * assert (Sx : spots (R :: rest) x).
        { apply spots_cons. left. apply (perm_within _ _ _ Pc), within_cons. left. apply (turn_in _ _ _ Tc). now left. }
        assert (Ex := E x Sx). apply turn_one in Tb. destruct Tb as [-> ->]. eexists. split.
        { apply (draw_step d Q rest x s); [exact P|]. apply (draw_join _ _ Q x X s [t] c [s; t] others); auto; try lia.
          - rewrite PQ, Pc. apply perm_swap. - apply turn_refl. }
        rewrite <- En. apply chain_sym, chain_same. rewrite (walk_one (lives e) s), (walk_one (lives d) s) by lia.
        apply (join_same (next d) _ _ s t R rest PL Ls Lt L rest rest0 (Permutation_refl _) Pr s t x X c others);
          auto; try apply join_turn; intro u; apply spend_swap.
      * apply turn_one in Tb. destruct Tb as [_ EX]. destruct X; discriminate.
      * apply turn_one in Tb. destruct Tb as [-> ->]. eexists. split.
        { apply (draw_step d Q rest s t); [exact P|]. apply (draw_cut _ _ Q s [] t [] [s; t] near far); auto; try lia.
          - now rewrite PQ, Pc. - apply turn_refl. }
        rewrite <- En. apply chain_sym, chain_same. rewrite (walk_one (lives e) s) by lia.
        apply (cut_same (next d) _ _ s t R rest PL Ls Lt L rest rest0 (Permutation_refl _) Pr s t near far); auto.
  - destruct (draw_ends _ _ _ _ _ _ D) as [Wx Wy].
    assert (SR : forall u, within R0 u -> spots (R :: rest) u).
    { intros u W. apply spots_cons. right. exists R0. split; [apply (Permutation_in _ (Permutation_sym Pk)); now left | exact W]. }
    assert (Dd := D). apply (draw_ext _ (lives d)) in Dd; try (symmetry; auto). rewrite <- En in Dd.
    assert (Pd : Permutation (regions d) (R0 :: Q :: k)) by (rewrite P, Pk; apply perm_swap).
    pose proof (draw_step d R0 (Q :: k) x y news Pd Dd) as S'. eexists. split; [exact S'|]. apply chain_sym, chain_one.
    apply (paired_after d e s t R rest x y R (news ++ k) _ _ Q Q'); auto.
    + intros u Su. apply spots_cons in Su. destruct Su as [Su|Su]; [left; apply spots_cons; auto|].
      apply spots_app in Su. destruct Su as [[r [I W]]|[r [I W]]].
      * rewrite En. destruct (draw_within _ _ _ _ _ _ D r u I W); auto.
      * left. apply spots_cons. right. exists r. split; [apply (Permutation_in _ (Permutation_sym Pk)); now right | exact W].
    + symmetry. apply Permutation_middle.
    + rewrite Pk'. symmetry. apply Permutation_middle.
Qed.

Theorem paired_same : forall d e, paired d e -> same d e.
Proof. exact (same_up_to paired paired_forth paired_back). Qed.

(* Step 7: the boundary `22`, of spots that occur nowhere else, becomes `1`. *)
Corollary pair_same : forall n f s t R rest, wf {| next := n; lives := f; regions := ([s; t] :: R) :: rest |} -> s <> t -> f s = 1 -> f t = 1 ->
  ~ spots (R :: rest) s -> ~ spots (R :: rest) t ->
  same {| next := n; lives := f; regions := ([s; t] :: R) :: rest |}
       {| next := n; lives := fun u => if u =? s then 2 else f u; regions := ([s] :: R) :: rest |}.
Proof.
  intros n f s t R rest W N Fs Ft Ns Nt. apply paired_same. split; [exact W|]. split.
  - intros r u I Wu. simpl in *. destruct I as [<-|I]; [|apply (W r); auto; now right].
    apply (W ([s; t] :: R)); [now left|]. inside. tauto.
  - split; [reflexivity|]. exists s, t, R, rest, ([s; t] :: R), ([s] :: R). simpl. repeat split; auto.
    + now rewrite Nat.eqb_refl.
    + intros u Su. destruct (Nat.eqb_spec u s) as [->|]; [contradiction | reflexivity].
Qed.

(* "In a region with 2 or 3 lives two tokens `2` become one `1` (so `22` becomes `1`, `222` becomes `12`, `22A` becomes `1A`)": u are the
   other spots of the region. *)
Theorem small_pair_same : forall n f s t Q rest u, wf {| next := n; lives := f; regions := Q :: rest |} -> at_most 3 f Q ->
  s <> t -> f s = 1 -> f t = 1 -> within Q s -> within Q t -> ~ spots rest s -> ~ spots rest t ->
  (forall v, In v u <-> within Q v /\ v <> s /\ v <> t) ->
  same {| next := n; lives := f; regions := Q :: rest |}
       {| next := n; lives := fun v => if v =? s then 2 else f v; regions := [s :: u] :: rest |}.
Proof.
  intros n f s t Q rest u W A N Fs Ft Qs Qt Ns Nt U. set (g := fun v => if v =? s then 2 else f v).
  assert (Eq : forall v, within ([s; t] :: [u]) v <-> within Q v).
  { intro v. inside. rewrite U. unfold within at 1. simpl. split; [intros [[<-|[<-|[]]]|[[H _]|[]]]; auto|]. intro H.
    destruct (Nat.eq_dec v s), (Nat.eq_dec v t); auto 8. }
  assert (W1 : wf {| next := n; lives := f; regions := ([s; t] :: [u]) :: rest |}).
  { intros r v [<-|I] H; [apply (W Q); [now left | now apply Eq] | apply (W r); [now right | exact H]]. }
  assert (Sp : forall v, v = s \/ v = t -> ~ spots ([u] :: rest) v).
  { intros v E H. apply spots_cons in H. destruct H as [H|H]; [|destruct E as [->| ->]; contradiction].
    inside. rewrite U in H. unfold within in H. simpl in H. tauto. }
  apply (same_trans _ {| next := n; lives := f; regions := ([s; t] :: [u]) :: rest |}).
  { apply (small_same _ Q ([s; t] :: [u]) rest W (Permutation_refl _) A); [|intros v; apply Eq]. intros v _. symmetry. apply Eq. }
  apply (same_trans _ {| next := n; lives := g; regions := ([s] :: [u]) :: rest |}); [apply pair_same; auto|].
  assert (W2 : wf {| next := n; lives := g; regions := ([s] :: [u]) :: rest |}).
  { intros r v [<-|I] H; [|apply (W r); [now right | exact H]]. apply (W1 ([s; t] :: [u])); [now left|]. inside. tauto. }
  apply (small_same _ ([s] :: [u]) [s :: u] rest W2 (Permutation_refl _)); [|intros v _; inside; tauto | intros v; inside; tauto].
  intros l D I. cbn [lives].
  assert (G : forall k, ~ In s k -> sum_lives g k = sum_lives f k).
  { induction k as [|v k IH]; intro H; [reflexivity|]. rewrite !sum_cons, IH by (intro; apply H; now right). f_equal. unfold g.
    destruct (Nat.eqb_spec v s) as [->|]; [destruct H; now left | reflexivity]. }
  assert (It : forall v, In v l -> within Q v /\ v <> t).
  { intros v Iv. apply I in Iv. inside. rewrite U in Iv. unfold within at 2 in Iv. simpl in Iv. intuition; subst; auto. }
  set (k := remove Nat.eq_dec s l).
  assert (K : forall v, In v k -> within Q v /\ v <> s /\ v <> t) by (intros v Iv; apply in_remove in Iv; destruct Iv as [Iv Nv]; apply It in Iv; tauto).
  assert (B3 : sum_lives f (s :: t :: k) <= 3).
  { apply A.
    - constructor; [intros [E|E]; [congruence | now apply K in E]|]. constructor; [intro E; now apply K in E | now apply nodup_remove].
    - intros v [<-|[<-|Iv]]; auto. now apply K. }
  pose proof (sum_remove g s l D) as B. fold k in B. rewrite (G k) in B by (intro E; now apply K in E).
  assert (g s = 2) as Es by (unfold g; now rewrite Nat.eqb_refl). rewrite !sum_cons in B3. lia.
Qed.
