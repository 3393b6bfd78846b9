(* Drawings that are alike but for what means nothing. FORMAT.md section 2: "a boundary may be rotated freely, and a region
   may be mirrored by reversing all its boundaries at once. Regions and the boundaries of a region have no order. Nothing
   else of the drawing matters." One bisimulation does it, and it also forgets names, dead occurrences, boundaries without a
   living spot, and adjacent occurrences of a spot with one life (steps 1 to 3 of section 4: Dead.v and Adjacent.v). *)
From Coq Require Import List Arith Lia Permutation.
From Sproof Require Import Drawn Same Stutter.
Import ListNotations.

(* ---- Lists that can be matched, element by element, in some order ---- *)
Definition matched {A B : Type} (M : A -> B -> Prop) (l : list A) (l' : list B) : Prop :=
  exists k k', Permutation l k /\ Permutation l' k' /\ Forall2 M k k'.

Section Matched.
Context {A B : Type} (M : A -> B -> Prop).
Lemma forall2_perm : forall k k', Forall2 M k k' -> forall l, Permutation k l -> exists l', Permutation k' l' /\ Forall2 M l l'.
Proof.
  intros k k' H l P. revert k' H. induction P as [|x k l P IH|x y k|k l m P IH P' IH']; intros k' H.
  - inversion H. eauto.
  - inversion H as [|? x' ? m' Hx Hm]; subst. destruct (IH m' Hm) as [l' [Pl Fl]]. exists (x' :: l'). auto.
  - inversion H as [|? y' ? m' Hy Hm]; subst. inversion Hm as [|? x' ? n' Hx Hn]; subst.
    exists (x' :: y' :: n'). split; [apply perm_swap | auto].
  - destruct (IH k' H) as [l' [Pl Fl]], (IH' l' Fl) as [m' [Pm Fm]]. exists m'. split; [now rewrite Pl | exact Fm].
Qed.
Lemma matched_forall2 : forall l l', Forall2 M l l' -> matched M l l'.
Proof. intros l l' H. exists l, l'. auto. Qed.
Lemma matched_perm : forall l l' k k', Permutation k l -> Permutation k' l' -> matched M l l' -> matched M k k'.
Proof. intros l l' k k' P P' [m [m' [Q [Q' F]]]]. exists m, m'. rewrite P, P'. auto. Qed.
Lemma matched_app : forall a a' b b', matched M a a' -> matched M b b' -> matched M (a ++ b) (a' ++ b').
Proof.
  intros a a' b b' [k [k' [P [P' F]]]] [m [m' [Q [Q' G]]]]. exists (k ++ m), (k' ++ m'). rewrite P, P', Q, Q'.
  auto using Forall2_app.
Qed.
Lemma matched_cons : forall x x' l l', M x x' -> matched M l l' -> matched M (x :: l) (x' :: l').
Proof. intros x x' l l' H. apply (matched_app [x] [x']). apply matched_forall2. auto. Qed.
Lemma matched_split : forall l l' a b, matched M l l' -> Permutation l (a ++ b) ->
  exists a' b', Permutation l' (a' ++ b') /\ matched M a a' /\ matched M b b'.
Proof.
  intros l l' a b [k [k' [P [P' F]]]] Q. destruct (forall2_perm k k' F (a ++ b)) as [m' [P2 F2]]; [now rewrite <- P|].
  apply Forall2_app_inv_l in F2. destruct F2 as [a' [b' [Fa [Fb ->]]]]. exists a', b'. rewrite P'. auto using matched_forall2.
Qed.
Lemma matched_pick : forall l l' x r, matched M l l' -> Permutation l (x :: r) ->
  exists x' r', Permutation l' (x' :: r') /\ M x x' /\ matched M r r'.
Proof.
  intros l l' x r [k [k' [P [P' F]]]] Q. destruct (forall2_perm k k' F (x :: r)) as [m' [P2 F2]]; [now rewrite <- P|].
  inversion F2 as [|? x' ? r' Hx Hr]; subst. exists x', r'. rewrite P'. auto using matched_forall2.
Qed.
End Matched.

Lemma matched_mono : forall A B (M N : A -> B -> Prop) l l',
  (forall x x', In x l -> In x' l' -> M x x' -> N x x') -> matched M l l' -> matched N l l'.
Proof.
  intros A B M N l l' H [k [k' [P [P' F]]]]. exists k, k'. split; [exact P|]. split; [exact P'|].
  assert (I : forall x, In x k -> In x l) by (intro; apply Permutation_in; now symmetry).
  assert (I' : forall x, In x k' -> In x l') by (intro; apply Permutation_in; now symmetry).
  clear P P'. induction F; constructor; auto using in_eq, in_cons.
Qed.
Lemma matched_flip : forall A B (M : A -> B -> Prop) l l', matched M l l' -> matched (fun x' x => M x x') l' l.
Proof. intros A B M l l' [k [k' [P [P' F]]]]. exists k', k. split; [|split]; auto. clear -F. induction F; auto. Qed.

(* ---- Regions ---- *)
(* A boundary in which no curve can end any more. *)
Definition idle (f : spot -> nat) (b : boundary) : Prop := forall s, In s b -> f s = 0.

(* The boundaries of the regions face each other, all on the same hand; idle ones are ignored. *)
Definition alike_on (h : bool) P f g (r r' : region) : Prop := exists m i m' i',
  Permutation r (m ++ i) /\ Permutation r' (m' ++ i') /\ Forall (idle f) i /\ Forall (idle g) i' /\ matched (facing h P f g) m m'.
Definition alike P f g (r r' : region) : Prop := exists h, alike_on h P f g r r'.

Lemma perm_split : forall {A} (a b c d : list A), Permutation (a ++ b) (c ++ d) ->
  exists ac ad bc bd, Permutation a (ac ++ ad) /\ Permutation b (bc ++ bd) /\ Permutation c (ac ++ bc) /\ Permutation d (ad ++ bd).
Proof.
  intros A a. induction a as [|x a IH]; intros b c d P.
  - exists [], [], c, d. simpl. auto.
  - assert (I : In x (c ++ d)) by (apply (Permutation_in _ P); now left).
    apply in_app_iff in I. destruct I as [I|I]; apply in_split in I; destruct I as [u [v ->]].
    + destruct (IH b (u ++ v) d) as [ac [ad [bc [bd [P1 [P2 [P3 P4]]]]]]].
      { apply (Permutation_cons_inv (a := x)). simpl in P. rewrite P, <- !app_assoc. simpl. now rewrite <- Permutation_middle. }
      exists (x :: ac), ad, bc, bd. rewrite P1, <- Permutation_middle, P3. auto.
    + destruct (IH b c (u ++ v)) as [ac [ad [bc [bd [P1 [P2 [P3 P4]]]]]]].
      { apply (Permutation_cons_inv (a := x)). simpl in P. rewrite P, app_assoc, <- Permutation_middle. now rewrite app_assoc. }
      exists ac, (x :: ad), bc, bd. rewrite P1, <- !Permutation_middle, P4. auto.
Qed.
Lemma Forall_perm : forall A (Q : A -> Prop) l k, Permutation l k -> Forall Q l -> Forall Q k.
Proof. intros A Q l k P. rewrite !Forall_forall. intros H x I. apply H. now apply (Permutation_in _ (Permutation_sym P)). Qed.

Section Regions.
Variables (h : bool) (P : spot -> spot -> Prop) (f g : spot -> nat).
Notation like := (alike_on h P f g).

Lemma like_cons : forall b b' r r', facing h P f g b b' -> like r r' -> like (b :: r) (b' :: r').
Proof.
  intros b b' r r' F [m [i [m' [i' [Pr [Pr' [I [I' H]]]]]]]]. exists (b :: m), i, (b' :: m'), i'. simpl. rewrite Pr, Pr'.
  repeat split; auto. now apply matched_cons.
Qed.
Lemma like_perm : forall r s r' s', Permutation r s -> Permutation r' s' -> like r r' -> like s s'.
Proof. intros r s r' s' Q Q' [m [i [m' [i' H]]]]. exists m, i, m', i'. now rewrite <- Q, <- Q'. Qed.
Lemma like_pick : forall r r' b o, like r r' -> Permutation r (b :: o) -> ~ idle f b ->
  exists b' o', Permutation r' (b' :: o') /\ facing h P f g b b' /\ like o o'.
Proof.
  intros r r' b o [m [i [m' [i' [Pr [Pr' [I [I' H]]]]]]]] Q N.
  assert (Im : In b m).
  { assert (J : In b (m ++ i)) by (apply (Permutation_in _ Pr), (Permutation_in _ (Permutation_sym Q)); now left).
    apply in_app_iff in J. destruct J as [J|J]; [exact J|]. rewrite Forall_forall in I. destruct (N (I b J)). }
  apply in_split in Im. destruct Im as [u [v ->]].
  destruct (matched_pick _ _ _ b (u ++ v) H (Permutation_sym (Permutation_middle _ _ _))) as [b' [n' [Pm [Fb Hn]]]].
  exists b', (n' ++ i'). split; [now rewrite Pr', Pm|]. split; [exact Fb|].
  exists (u ++ v), i, n', i'. repeat split; auto. apply (Permutation_cons_inv (a := b)).
  rewrite <- Q, Pr, <- Permutation_middle. reflexivity.
Qed.
Lemma like_split : forall o o' near far, like o o' -> Permutation o (near ++ far) ->
  exists near' far', Permutation o' (near' ++ far') /\ like near near' /\ like far far'.
Proof.
  intros o o' near far [m [i [m' [i' [Pr [Pr' [I [I' H]]]]]]]] Q. rewrite Pr in Q.
  destruct (perm_split _ _ _ _ Q) as [mn [mf [i1 [i2 [Pm [Pi [Pn Pf]]]]]]].
  destruct (matched_split _ _ _ mn mf H Pm) as [n' [f' [Pm' [Hn Hf]]]].
  apply (Forall_perm _ _ _ _ Pi), Forall_app in I. destruct I as [I1 I2].
  exists n', (f' ++ i'). split; [now rewrite Pr', Pm', app_assoc|]. split.
  - exists mn, i1, n', []. rewrite app_nil_r. repeat split; auto.
  - exists mf, i2, f', i'. repeat split; auto.
Qed.
End Regions.

Lemma alike_on_mono : forall h (P Q : spot -> spot -> Prop) f g f' g' r r', alike_on h P f g r r' ->
  (forall s t, within r s -> within r' t -> P s t -> Q s t) ->
  (forall s, within r s -> f' s <= f s) -> (forall t, within r' t -> g' t <= g t) -> alike_on h Q f' g' r r'.
Proof.
  intros h P Q f g f' g' r r' [m [i [m' [i' [Pr [Pr' [I [I' H]]]]]]]] PQ F G. exists m, i, m', i'.
  assert (W : forall b s, In b (m ++ i) -> In s b -> within r s).
  { intros b s Ib Is. apply (perm_within _ _ _ Pr), in_concat. eauto. }
  assert (W' : forall b s, In b (m' ++ i') -> In s b -> within r' s).
  { intros b s Ib Is. apply (perm_within _ _ _ Pr'), in_concat. eauto. }
  split; [exact Pr|]. split; [exact Pr'|]. rewrite !Forall_forall in *. split; [|split].
  - intros b Ib s Is. specialize (I b Ib s Is). assert (f' s <= f s) by (apply F, (W b); [apply in_app_iff|]; auto). lia.
  - intros b Ib s Is. specialize (I' b Ib s Is). assert (g' s <= g s) by (apply G, (W' b); [apply in_app_iff|]; auto). lia.
  - apply (matched_mono _ _ (facing h P f g)); [|exact H]. intros b b' Ib Ib' Fb.
    assert (In b (m ++ i)) by (apply in_app_iff; auto). assert (In b' (m' ++ i')) by (apply in_app_iff; auto).
    apply (facing_mono h P Q f g); eauto.
Qed.
Lemma alike_on_flip : forall h P f g r r', alike_on h P f g r r' -> alike_on h (fun s t => P t s) g f r' r.
Proof.
  intros h P f g r r' [m [i [m' [i' [Pr [Pr' [I [I' H]]]]]]]]. exists m', i', m, i. repeat split; auto.
  apply matched_flip in H. apply (matched_mono _ _ _ _ _ _ (fun b b' _ _ => facing_flip h P f g b' b) H).
Qed.

(* ---- A move in one of two regions that are alike has its like in the other ---- *)
(* Names: spots that have been drawn are called by one name in one drawing, another in the other. *)
Record naming (P : spot -> spot -> Prop) (z z' : spot) (f g : spot -> nat) : Prop := {
  drawn : forall s t, P s t -> s < z /\ t < z';
  one_name : forall s t s' t', P s t -> P s' t' -> (s = s' <-> t = t');
  same_lives : forall s t, P s t -> f s = g t }.

Definition also (P : spot -> spot -> Prop) (z z' : spot) : spot -> spot -> Prop := fun s t => P s t \/ (s = z /\ t = z').

Lemma spend_new : forall f z x y, spend f z x y z = 1.
Proof. intros. unfold spend. now rewrite Nat.eqb_refl. Qed.
Lemma spend_le : forall f z x y s, s <> z -> spend f z x y s <= f s.
Proof. intros f z x y s N. unfold spend. apply Nat.eqb_neq in N. rewrite N. lia. Qed.

Lemma naming_also : forall P z z' f g x y x' y', naming P z z' f g -> P x x' -> P y y' ->
  naming (also P z z') (S z) (S z') (spend f z x y) (spend g z' x' y').
Proof.
  intros P z z' f g x y x' y' [D O L] Px Py. split.
  - intros s t [H|[-> ->]]; [apply D in H|]; lia.
  - intros s t s' t' [H|[-> ->]] [H'|[-> ->]]; try tauto; [now apply O | apply D in H | apply D in H']; lia.
  - intros s t [H|[-> ->]]; [|now rewrite !spend_new]. unfold spend. pose proof (D _ _ H).
    pose proof (O _ _ _ _ H Px). pose proof (O _ _ _ _ H Py). rewrite (L _ _ H).
    destruct (Nat.eqb_spec s z), (Nat.eqb_spec t z'); try lia.
    destruct (Nat.eqb_spec s x), (Nat.eqb_spec t x'); try tauto; destruct (Nat.eqb_spec s y), (Nat.eqb_spec t y'); tauto.
Qed.

Lemma hand_join : forall h f x X y Y (z : spot), turn (hand h (walk f x X ++ z :: walk f y Y ++ [z]))
  (walk f x (hand h X) ++ z :: walk f y (hand h Y) ++ [z]).
Proof.
  assert (R : forall f x X, rev (walk f x X) = walk f x (rev X)).
  { intros f x X. unfold walk. destruct (f x =? 3); simpl; [reflexivity|]. now rewrite rev_app_distr. }
  intros [|] f x X y Y z; [|apply turn_refl]. simpl. rewrite !rev_app_distr. simpl. rewrite !rev_app_distr, !R. simpl.
  exists (z :: walk f y (rev Y) ++ [z]), (walk f x (rev X)). simpl. rewrite <- !app_assoc. auto.
Qed.
Lemma hand_loop : forall h f x X (z : spot), turn (hand h (walk f x X ++ [z])) (walk f x (hand h X) ++ [z]).
Proof.
  intros [|] f x X z; [|apply turn_refl]. simpl. rewrite rev_app_distr. simpl. exists [z], (walk f x (rev X)).
  split; [|reflexivity]. simpl. f_equal. unfold walk. destruct (f x =? 3); simpl; [reflexivity|]. now rewrite rev_app_distr.
Qed.
Lemma stutter_walk : forall (P : spot -> spot -> Prop) f g f0 g0 x x' X X', f x = g x' -> P x x' -> stutter P f0 g0 X X' ->
  stutter P f0 g0 (walk f x X) (walk g x' X').
Proof. intros P f g f0 g0 x x' X X' E H S. unfold walk. rewrite E. destruct (g x' =? 3); auto using stutter_app. Qed.

Section Draw.
Variables (P : spot -> spot -> Prop) (z z' : spot) (f g : spot -> nat) (h : bool) (R R' : region).
Hypothesis NP : naming P z z' f g.
Hypothesis HR : alike_on h P f g R R'.
Hypothesis fresh : forall s, within R s -> s < z.
Hypothesis fresh' : forall s, within R' s -> s < z'.
Notation P' := (also P z z').

(* The lives before the move, if the new spot already had its one. *)
Let F s := if s =? z then 1 else f s.
Let G s := if s =? z' then 1 else g s.

Lemma F_old : forall s, s < z -> F s = f s.
Proof. intros s L. unfold F. destruct (Nat.eqb_spec s z); [lia | reflexivity]. Qed.
Lemma G_old : forall s, s < z' -> G s = g s.
Proof. intros s L. unfold G. destruct (Nat.eqb_spec s z'); [lia | reflexivity]. Qed.
Lemma FG : forall s t, P s t -> F s = G t.
Proof. intros s t H. destruct NP as [D _ L]. destruct (D _ _ H). rewrite F_old, G_old; auto. Qed.
Lemma HFG : alike_on h P F G R R'.
Proof. apply (alike_on_mono h P P f g); auto; intros s W; [rewrite F_old | rewrite G_old]; auto. Qed.
Lemma F_fewer : forall x y, fewer F (spend f z x y).
Proof. intros x y s. unfold F, spend. destruct (s =? z); lia. Qed.
Lemma G_fewer : forall x y, fewer G (spend g z' x y).
Proof. intros x y s. unfold G, spend. destruct (s =? z'); lia. Qed.
Lemma F_less : forall x y s, s < z -> 1 <= f s -> s = x \/ s = y -> spend f z x y s < F s.
Proof.
  intros x y s L A E. rewrite F_old by exact L. unfold spend. destruct (Nat.eqb_spec s z); [lia|].
  destruct (Nat.eqb_spec s x), (Nat.eqb_spec s y); subst; destruct E; try congruence; lia.
Qed.
Lemma G_less : forall x y s, s < z' -> 1 <= g s -> s = x \/ s = y -> spend g z' x y s < G s.
Proof.
  intros x y s L A E. rewrite G_old by exact L. unfold spend. destruct (Nat.eqb_spec s z'); [lia|].
  destruct (Nat.eqb_spec s x), (Nat.eqb_spec s y); subst; destruct E; try congruence; lia.
Qed.

Lemma not_idle : forall b x X, turn b (x :: X) -> x < z -> 1 <= f x -> ~ idle F b.
Proof.
  intros b x X T Lz L I. assert (F x = 0) by (apply I, (turn_in _ _ _ T); now left). rewrite F_old in * by exact Lz. lia.
Qed.

Theorem draw_alike : forall x y news, draw f z R x y news -> exists x' y' news', P x x' /\ P y y' /\ draw g z' R' x' y' news' /\
  matched (alike P' (spend f z x y) (spend g z' x' y')) news news'.
Proof.
  intros x y news D. destruct (draw_ends _ _ _ _ _ _ D) as [Wx Wy]. apply fresh in Wx, Wy.
  assert (SF : forall s, s < z -> 1 <= f s -> 1 <= F s) by (intros; rewrite F_old; auto).
  assert (PP : forall s t, P s t -> P' s t) by (intros; now left).
  assert (Pz : P' z z') by (right; auto).
  destruct NP as [Dr One L].
  assert (Lg : forall s t, P s t -> 1 <= f s -> 1 <= g t) by (intros s t H; now rewrite (L _ _ H)).
  destruct D as [x X y Y bx bY others PR Tx Ty N Lx Ly | x X y Y b near far PR T N Lx Ly | x X b near far PR T L2].
  - destruct (like_pick _ _ _ _ _ _ _ _ HFG PR (not_idle _ _ _ Tx Wx Lx)) as [bx' [o1 [PR1 [Fx H1]]]].
    destruct (like_pick _ _ _ _ _ _ _ _ H1 (Permutation_refl _) (not_idle _ _ _ Ty Wy Ly)) as [bY' [o' [PR2 [Fy Ho]]]].
    assert (PR' : Permutation R' (bx' :: bY' :: o')) by now rewrite PR1, PR2.
    destruct (facing_end P F G FG h bx bx' x X Fx Tx (SF _ Wx Lx)) as [x' [X' [Tx' [Px Kx]]]].
    destruct (facing_end P F G FG h bY bY' y Y Fy Ty (SF _ Wy Ly)) as [y' [Y' [Ty' [Py Ky]]]].
    destruct (Dr _ _ Px), (Dr _ _ Py).
    exists x', y'. eexists. split; [exact Px|]. split; [exact Py|]. split.
    + apply (draw_join g z' R' x' X' y' Y' bx' bY' o'); eauto. intro E. apply N. now apply (One _ _ _ _ Px Py).
    + apply matched_forall2. constructor; [|constructor]. exists h. apply like_cons.
      * eexists _, _. split; [apply hand_join|]. split; [apply turn_refl|].
        apply stutter_app; [apply stutter_walk; auto|apply stutter_cons; auto; apply stutter_app; [apply stutter_walk; auto|auto]].
        -- apply (stutter_mono P P' (spend f z x y) (spend g z' x' y')); auto.
           apply Kx; auto using F_fewer, G_fewer, F_less. apply G_less; eauto.
        -- apply (stutter_mono P P' (spend f z x y) (spend g z' x' y')); auto.
           apply Ky; auto using F_fewer, G_fewer, F_less. apply G_less; eauto.
      * apply (alike_on_mono h P _ F G); auto; intros s _; [apply F_fewer | apply G_fewer].
  - destruct (like_pick _ _ _ _ _ _ _ _ HFG PR (not_idle _ _ _ T Wx Lx)) as [b' [o' [PR' [Fb Ho]]]].
    destruct (like_split _ _ _ _ _ _ near far Ho (Permutation_refl _)) as [near' [far' [Po [Hn Hf]]]].
    apply (alike_on_mono h P P' F G (spend f z x y)) with (g' := G) in Hn, Hf; auto using F_fewer;
      try (intros s _; apply F_fewer).
    assert (T2 : exists A B, turn (hand h b) (x :: A ++ y :: B) /\ if h then A = rev Y /\ B = rev X else A = X /\ B = Y).
    { apply (turn_hand h) in T. destruct h; [|eauto]. exists (rev Y), (rev X). split; [|auto]. simpl in T.
      now rewrite rev_app_distr in T; simpl in T; rewrite <- app_assoc in T. }
    destruct T2 as [A [B [T2 EAB]]].
    destruct (facing_ends P F G FG One h b b' x A y B Fb T2 N (SF _ Wx Lx) (SF _ Wy Ly)) as [x' [A' [y' [B' [T' [Px [Py K]]]]]]].
    destruct (Dr _ _ Px), (Dr _ _ Py).
    destruct (K (spend f z x y) (spend g z' x' y')) as [SA SB]; auto using F_fewer, G_fewer, F_less;
      try (apply G_less; eauto; fail).
    apply (stutter_mono P P' _ _ (spend f z x y) (spend g z' x' y')) in SA, SB; auto.
    apply (alike_on_mono h P' P' _ _ (spend f z x y) (spend g z' x' y')) in Hn, Hf; auto; try (intros s _; apply G_fewer).
    assert (N' : x' <> y') by (intro E; apply N; now apply (One _ _ _ _ Px Py)).
    exists x', y'. destruct h; destruct EAB as [-> ->].
    + eexists. split; [exact Px|]. split; [exact Py|]. split.
      * apply (draw_cut g z' R' x' A' y' B' b' far' near'); eauto. now rewrite PR', Po, (Permutation_app_comm near').
      * eexists [_; _], _. split; [apply perm_swap|]. split; [reflexivity|]. constructor; [|constructor; [|constructor]].
        -- exists true. apply like_cons; [|exact Hf]. exists (x :: rev Y ++ [y; z]), (x' :: A' ++ [y'; z']).
           split; [|split; [apply turn_refl | apply stutter_cons; auto; apply stutter_app; auto]].
           simpl. rewrite rev_app_distr. simpl. exists [z], (x :: rev Y ++ [y]). simpl. rewrite <- app_assoc. auto.
        -- exists true. apply like_cons; [|exact Hn]. exists (y :: rev X ++ [x; z]), (y' :: B' ++ [x'; z']).
           split; [|split; [apply turn_refl | apply stutter_cons; auto; apply stutter_app; auto]].
           simpl. rewrite rev_app_distr. simpl. exists [z], (y :: rev X ++ [x]). simpl. rewrite <- app_assoc. auto.
    + eexists. split; [exact Px|]. split; [exact Py|]. split.
      * apply (draw_cut g z' R' x' A' y' B' b' near' far'); eauto. now rewrite PR', Po.
      * apply matched_forall2. constructor; [|constructor; [|constructor]]; exists false; apply like_cons; auto.
        -- eexists _, _. split; [apply turn_refl|]. split; [apply turn_refl|]. apply stutter_cons; auto. apply stutter_app; auto.
        -- eexists _, _. split; [apply turn_refl|]. split; [apply turn_refl|]. apply stutter_cons; auto. apply stutter_app; auto.
  - assert (Lx : 1 <= f x) by lia.
    destruct (like_pick _ _ _ _ _ _ _ _ HFG PR (not_idle _ _ _ T Wx Lx)) as [b' [o' [PR' [Fb Ho]]]].
    destruct (like_split _ _ _ _ _ _ near far Ho (Permutation_refl _)) as [near' [far' [Po [Hn Hf]]]].
    destruct (facing_end P F G FG h b b' x X Fb T (SF _ Wx Lx)) as [x' [X' [T' [Px K]]]]. destruct (Dr _ _ Px).
    exists x', x'. eexists. split; [exact Px|]. split; [exact Px|]. split.
    + apply (draw_loop g z' R' x' X' b' near' far'); [now rewrite PR', Po | exact T' | now rewrite <- (L _ _ Px)].
    + apply matched_forall2. constructor; [|constructor; [|constructor]]; exists h; apply like_cons.
      * exists [x; z], [x'; z']. split; [|split; [apply turn_refl | auto]]. destruct h; [|apply turn_refl]. exists [z], [x]. auto.
      * apply (alike_on_mono h P _ F G); auto; intros s _; [apply F_fewer | apply G_fewer].
      * eexists _, _. split; [apply hand_loop|]. split; [apply turn_refl|]. apply stutter_app; [apply stutter_walk; auto|auto].
        apply (stutter_mono P P' (spend f z x x) (spend g z' x' x')); auto.
        apply K; auto using F_fewer, G_fewer, F_less. apply G_less; eauto.
      * apply (alike_on_mono h P _ F G); auto; intros s _; [apply F_fewer | apply G_fewer].
Qed.
End Draw.

(* ---- Drawings ---- *)
Definition isomorphic (d e : drawing) : Prop := wf d /\ wf e /\ exists P,
  naming P (next d) (next e) (lives d) (lives e) /\ matched (alike P (lives d) (lives e)) (regions d) (regions e).

Lemma isomorphic_sym : forall d e, isomorphic d e -> isomorphic e d.
Proof.
  intros d e [Wd [We [P [[D O L] H]]]]. split; [exact We|]. split; [exact Wd|]. exists (fun s t => P t s). split.
  - split; [intros s t Q; destruct (D _ _ Q); auto | intros s t s' t' Q Q'; symmetry; auto | intros s t Q; symmetry; auto].
  - apply matched_flip in H. apply (matched_mono _ _ _ _ _ _) with (2 := H). intros r r' _ _ [h A]. exists h. now apply alike_on_flip.
Qed.

Theorem isomorphic_same : forall d e, isomorphic d e -> same d e.
Proof.
  intros d e H. apply (same_up_to_sym isomorphic isomorphic_sym); [|exact H].
  clear d e H. intros d e [Wd [We [P [N H]]]] d' S. assert (S0 := S). apply step_draw in S0.
  destruct S0 as [R [rest [x [y [news [PR [D ->]]]]]]].
  destruct (matched_pick _ _ _ R rest H PR) as [R' [rest' [PR' [[h HR] Hrest]]]].
  assert (W : forall q, In q (R :: rest) -> forall s, within q s -> s < next d).
  { intros q Iq s. apply Wd. now apply (Permutation_in _ (Permutation_sym PR)). }
  assert (W' : forall q, In q (R' :: rest') -> forall s, within q s -> s < next e).
  { intros q Iq s. apply We. now apply (Permutation_in _ (Permutation_sym PR')). }
  destruct (draw_alike P _ _ _ _ h R R' N HR (W R (in_eq _ _)) (W' R' (in_eq _ _)) x y news D) as [x' [y' [news' [Px [Py [D' Hn]]]]]].
  pose proof (draw_step e R' rest' x' y' news' PR' D') as S'. eexists. split; [exact S'|]. apply chain_one.
  split; [exact (wf_step _ _ Wd S)|]. split; [exact (wf_step _ _ We S')|].
  exists (also P (next d) (next e)). split; [now apply naming_also|]. simpl. apply matched_app; [exact Hn|].
  apply (matched_mono _ _ _ _ _ _) with (2 := Hrest). intros q q' Iq Iq' [k K]. exists k.
  apply (alike_on_mono k P _ (lives d) (lives e)); auto; [now left | |]; intros s Ws; apply spend_le.
  - apply (W q (in_cons _ _ _ Iq)) in Ws. lia.
  - apply (W' q' (in_cons _ _ _ Iq')) in Ws. lia.
Qed.

(* The form in which it is used: names need only be right of the spots that occur. *)
Definition occurs (d : drawing) (s : spot) : Prop := exists r, In r (regions d) /\ within r s.

Theorem alike_same : forall (P : spot -> spot -> Prop) d e, wf d -> wf e ->
  (forall s t s' t', occurs d s -> occurs e t -> occurs d s' -> occurs e t' -> P s t -> P s' t' -> (s = s' <-> t = t')) ->
  (forall s t, occurs d s -> occurs e t -> P s t -> lives d s = lives e t) ->
  matched (alike P (lives d) (lives e)) (regions d) (regions e) -> same d e.
Proof.
  intros P d e Wd We O L H. apply isomorphic_same. split; [exact Wd|]. split; [exact We|].
  exists (fun s t => P s t /\ occurs d s /\ occurs e t). split.
  - split.
    + intros s t [_ [[r [I W]] [r' [I' W']]]]. split; [now apply (Wd r) | now apply (We r')].
    + intros s t s' t' [Q [A B]] [Q' [A' B']]. now apply O.
    + intros s t [Q [A B]]. now apply L.
  - apply (matched_mono _ _ _ _ _ _) with (2 := H). intros r r' I I' [h A]. exists h.
    apply (alike_on_mono h P _ (lives d) (lives e)); auto. intros s t W W' Q. split; [exact Q|]. split; [exists r | exists r']; auto.
Qed.

(* The same names on both sides. *)
Corollary alike_eq_same : forall d e, wf d -> wf e -> (forall s, occurs d s -> occurs e s -> lives d s = lives e s) ->
  matched (alike eq (lives d) (lives e)) (regions d) (regions e) -> same d e.
Proof.
  intros d e Wd We L. apply alike_same; auto.
  - intros s t s' t' _ _ _ _ -> ->. reflexivity.
  - intros s t A B ->. auto.
Qed.
