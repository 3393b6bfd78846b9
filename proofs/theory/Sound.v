(* What the checker accepts is true of the drawn game. "By induction on lives all claims and refutations are true" (FORMAT.md
   section 7); here the induction is on the number of moves that a game can still have. *)
From Coq Require Import List Arith Lia Permutation Bool PArith NArith FMapPositive.
Import ListNotations.
From Sproof Require Import Drawn Same Symmetry Nimber Lives Tokens Play Moves Means Options Values Reduce Letters Twos Lands Canon Places Check.

Section Sound.
Variables (oracle : position -> list choice) (key : position -> positive).
Notation table_of := (table_of key). Notation bucket := (bucket key). Notation claim := (claim key). Notation enter := (enter key). Notation meet := (meet key).
Notation canons := (canons oracle). Notation settle := (settle oracle). Notation known := (known key).
Notation judge := (judge oracle key). Notation refuted := (refuted oracle key).
Notation moves_ok := (moves_ok oracle key). Notation claim_ok := (claim_ok oracle key). Notation claims_ok := (claims_ok oracle key).
Notation statement_ok := (statement_ok oracle key). Notation statements_ok := (statements_ok oracle key).
Notation replies_ok := (replies_ok oracle key). Notation check := (check oracle key).

(* ---- the table ---- *)
Lemma claim_in : forall claims L k, claim (table_of claims) L = Some k -> In (L, k) claims.
Proof.
  intros claims L k. unfold claim. assert (F : forall b, find_claim L b = Some k -> In (L, k) b).
  { induction b as [|[L' k'] b IH]; cbn; [discriminate|]. destruct (position_eq L L') eqn:E; [|intro H; right; now apply IH].
    apply position_eq_spec in E. subst L'. intro H. injection H as ->. now left. }
  assert (B : forall cs t, (forall M c, In c (bucket t M) -> In c claims) -> incl cs claims -> forall M c, In c (bucket (fold_left enter cs t) M) -> In c claims).
  { induction cs as [|c0 cs IH]; intros t H I M c; [apply H|]. cbn. apply IH; [|intros x Hx; apply I; now right].
    intros M' c'. unfold enter, bucket at 1. cbn [fst]. destruct (Pos.eq_dec (key (fst c0)) (key M')) as [E|E].
    - rewrite <- E, M.gss. intros [<-|J]; [apply I; now left | now apply (H (fst c0))].
    - rewrite M.gso by auto. intro J. now apply (H M'). }
  intro H. apply F in H. apply (B claims (M.empty _)) with L; auto using incl_refl. intros M c. unfold bucket. rewrite M.gempty. intros [].
Qed.

(* ---- sums ---- *)
(* The drawing e is a sum of drawings for the lands p, and a heap x. *)
Definition sum_of (h : nat) (e : drawing) (x : N) (p : list position) : Prop :=
  exists ds, Forall2 means p ds /\ Forall (ends h) ds /\ Forall sane p /\ forall ks, Forall2 nimber ds ks -> nimber e (N.lxor x (xors ks)).

Lemma canons_leads : forall Ps Ps', canons Ps = Some Ps' -> Forall2 leads Ps Ps' /\ Forall sane Ps'.
Proof.
  induction Ps as [|P Ps IH]; intros Ps' E; cbn in E; [injection E as <-; auto|].
  destruct (canon oracle P) as [P'|] eqn:EP; [|discriminate]. destruct (canons Ps) as [Qs|]; [|discriminate]. injection E as <-.
  apply canon_leads in EP. destruct EP as [L S]. destruct (IH Qs eq_refl) as [F G]. auto.
Qed.
Lemma toggle_perm : forall L p q, toggle L p = Some q -> Permutation p (L :: q).
Proof.
  intros L. induction p as [|L' p IH]; intros q E; cbn in E; [discriminate|]. destruct (position_eq L L') eqn:EL.
  - apply position_eq_spec in EL. subst. injection E as <-. reflexivity.
  - destruct (toggle L p) as [q'|]; [|discriminate]. injection E as <-. rewrite (IH q' eq_refl). apply perm_swap.
Qed.
Lemma Forall2_perm : forall A B (R : A -> B -> Prop) p p', Permutation p p' -> forall ds, Forall2 R p ds -> exists ds', Permutation ds ds' /\ Forall2 R p' ds'.
Proof.
  intros A B R p p' P. induction P; intros ds F.
  - inversion F; subst. exists []. auto.
  - inversion F as [|? d ? ds' H F']; subst. destruct (IHP ds' F') as [e [Pe Fe]]. exists (d :: e). auto.
  - inversion F as [|? d ? ds' H F']; subst. inversion F' as [|? d' ? ds'' H' F'']; subst. exists (d' :: d :: ds''). split; [apply perm_swap | auto].
  - destruct (IHP1 ds F) as [e [Pe Fe]]. destruct (IHP2 e Fe) as [e' [Pe' Fe']]. exists e'. split; [now transitivity e | exact Fe'].
Qed.
Lemma xors_perm : forall a b, Permutation a b -> xors a = xors b.
Proof.
  intros a b P. unfold xors in *. induction P; cbn [fold_right]; auto; [now rewrite IHP | | congruence].
  rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
Qed.
Lemma sum_of_perm : forall h e x p q, Permutation p q -> sum_of h e x p -> sum_of h e x q.
Proof.
  intros h e x p q P [ds [F [E [S K]]]]. destruct (Forall2_perm _ _ _ _ _ P ds F) as [ds' [P' F']]. exists ds'. split; [exact F'|].
  split; [now rewrite <- P'|]. split; [now rewrite <- P|]. intros ks Fk. destruct (Forall2_perm _ _ _ _ _ (Permutation_sym P') ks Fk) as [ks' [Pk Fk']].
  rewrite (xors_perm ks ks' Pk). now apply K.
Qed.
Lemma sum_of_twice : forall h e x L p, sum_of h e x (L :: L :: p) -> sum_of h e x p.
Proof.
  intros h e x L p [ds [F [E [S K]]]]. inversion F as [|? d1 ? ds1 M1 F1]; subst. inversion F1 as [|? d2 ? ds2 M2 F2]; subst.
  inversion E as [|? ? _ E1]; subst. inversion E1 as [|? ? _ E2]; subst. inversion S as [|? ? SL S1]; subst. inversion S1 as [|? ? _ S2]; subst.
  destruct (nimber_exists L d1 SL M1) as [k K1]. assert (K2 : nimber d2 k) by (apply (same_nimber d1 k K1); now apply (means_unique L)).
  exists ds2. split; [auto|split; [auto|split; [auto|]]]. intros ks Fk. specialize (K (k :: k :: ks)). cbn [xors fold_right] in K. rewrite <- (N.lxor_assoc k k), N.lxor_nilpotent, N.lxor_0_l in K.
  apply K. auto.
Qed.
Lemma sum_of_cons : forall h e x L p q, (forall e x, sum_of h e x p -> sum_of h e x q) -> sum_of h e x (L :: p) -> sum_of h e x (L :: q).
Proof.
  intros h e x L p q H [ds [F [E [S K]]]]. inversion F as [|? d ? ds1 M1 F1]; subst. inversion E as [|? ? E0 E1]; subst. inversion S as [|? ? SL S1]; subst.
  destruct (nimber_exists L d SL M1) as [k K1]. destruct (H e (N.lxor x k)) as [ds' [F' [E' [S' K']]]].
  - exists ds1. split; [auto|split; [auto|split; [auto|]]]. intros ks Fk. specialize (K (k :: ks)). cbn [xors fold_right] in K. rewrite <- N.lxor_assoc in K. apply K. auto.
  - exists (d :: ds'). split; [auto|split; [auto|split; [auto|]]]. intros ks Fk. inversion Fk as [|? k' ? ks' K1' Fk']; subst. rewrite (nimber_unique d k' K1' k K1).
    cbn [xors fold_right]. rewrite <- N.lxor_assoc. now apply K'.
Qed.
Lemma sum_of_cancel : forall h p e x, sum_of h e x p -> sum_of h e x (cancel p).
Proof.
  intros h. induction p as [|L p IH]; intros e x H; [exact H|]. cbn [cancel]. apply (sum_of_cons h e x L p (cancel p)) in H; [|exact IH].
  destruct (toggle L (cancel p)) as [q|] eqn:E; [|exact H]. apply toggle_perm in E. apply (sum_of_twice h e x L).
  apply (sum_of_perm h e x (L :: cancel p)); [now apply perm_skip | exact H].
Qed.
Lemma settle_sum : forall P p h e, settle P = Some p -> means P e -> ends h e -> sum_of h e 0 p.
Proof.
  intros P p h e E M En. unfold settle in E. destruct (canons (reduce P)) as [q|] eqn:Eq; [|discriminate].
  assert (H : sum_of h e 0 q).
  { apply canons_leads in Eq. destruct Eq as [F S]. destruct (reduce_sum P e M) as [ds [Fm [Fh K]]]. exists ds. split; [|split; [now apply Fh|split; [exact S|exact K]]].
    clear - F Fm. revert q F. induction Fm as [|L d Ls ds HM Fm IH]; intros q F; inversion F; subst; constructor; auto. }
  injection E as <-. now apply sum_of_cancel.
Qed.

(* ---- refutations ---- *)
Definition listed (r : refutations) : Prop := forall L c, In c (bucket (fst r) L) -> In c (snd r).
Lemma meet_spec : forall r c, listed r -> listed (meet r c) /\ In c (snd (meet r c)) /\ incl (snd r) (snd (meet r c)).
Proof.
  intros [t l] [M x] H. unfold meet. cbn [fst snd]. destruct (existsb _ (bucket t M)) eqn:E; cbn [fst snd].
  - split; [exact H|]. split; [|apply incl_refl]. apply existsb_exists in E. destruct E as [[M' x'] [I E]]. cbn [fst snd] in E. apply andb_prop in E. destruct E as [E1 E2].
    apply N.eqb_eq in E1. apply position_eq_spec in E2. subst. apply (H M'), I.
  - split; [|split; [now left | intros d I; now right]]. intros L d I. cbn [fst snd] in *. unfold bucket, enter in I. cbn [fst] in I.
    destruct (Pos.eq_dec (key M) (key L)) as [K|K].
    + rewrite <- K, M.gss in I. destruct I as [<-|I]; [now left | right; now apply (H M)].
    + rewrite M.gso in I by auto. right. now apply (H L).
Qed.

(* ---- claims ---- *)
Section Valid.
Variables (t : table) (all_met : list (position * N)).
(* What a verdict rests on is among the refutations. *)
Definition met (v : verdict) : Prop := match v with Settled _ => True | Rests M x => In (M, x) all_met end.
Definition claim_valid (L : position) (k : N) : Prop :=
  sane L /\ (forall s, In s (moves L) -> exists v, judge t k (play L s) = Some v /\ met v) /\
  forall j, (j < k)%N -> exists s, In s (moves L) /\ judge t k (play L s) = Some (Settled j).
Hypothesis valid : forall L k, claim t L = Some k -> claim_valid L k.
Hypothesis replied : forall M x, In (M, x) all_met -> exists m, refuted t m M x = true.
Definition true_for (h : nat) : Prop := forall L k d, claim t L = Some k -> means L d -> ends h d -> nimber d k.

Lemma known_sum : forall h, true_for h -> forall p e x y u, known t p = (y, u) -> sum_of h e x p -> sum_of h e (N.lxor x y) u.
Proof.
  intros h T. induction p as [|L p IH]; intros e x y u E H; cbn in E.
  - injection E as <- <-. now rewrite N.lxor_0_r.
  - destruct (known t p) as [y' u']. destruct (claim t L) as [k|] eqn:C; injection E as <- <-.
    + destruct H as [ds [F [En [S K]]]]. inversion F as [|? d ? ds1 M1 F1]; subst. inversion En as [|? ? E0 E1]; subst. inversion S as [|? ? SL S1]; subst.
      rewrite <- N.lxor_assoc. apply IH; [reflexivity|]. exists ds1. split; [auto|split; [auto|split; [auto|]]]. intros ks Fk. specialize (K (k :: ks)). cbn [xors fold_right] in K.
      rewrite <- N.lxor_assoc in K. apply K. constructor; [|exact Fk]. now apply (T L).
    + destruct H as [ds [F [En [S K]]]]. inversion F as [|? d ? ds1 M1 F1]; subst. inversion En as [|? ? E0 E1]; subst. inversion S as [|? ? SL S1]; subst.
      destruct (nimber_exists L d SL M1) as [k K1]. destruct (IH e (N.lxor x k) y' u' eq_refl) as [ds' [F' [E' [S' K']]]].
      { exists ds1. split; [auto|split; [auto|split; [auto|]]]. intros ks Fk. specialize (K (k :: ks)). cbn [xors fold_right] in K. rewrite <- N.lxor_assoc in K. apply K. auto. }
      exists (d :: ds'). split; [auto|split; [auto|split; [auto|]]]. intros ks Fk. inversion Fk as [|? k' ? ks' K1' Fk']; subst. rewrite (nimber_unique d k' K1' k K1).
      specialize (K' ks' Fk'). cbn [xors fold_right]. rewrite <- N.lxor_assoc, (N.lxor_assoc x y' k), (N.lxor_comm y' k), <- N.lxor_assoc. exact K'.
Qed.
Lemma sum_settled : forall h e x, sum_of h e x [] -> nimber e x.
Proof. intros h e x [ds [F [_ [_ K]]]]. inversion F; subst. specialize (K [] ltac:(constructor)). change (xors []) with 0%N in K. rewrite N.lxor_0_r in K. exact K. Qed.
Lemma sum_one : forall h e x L, sum_of h e x [L] -> exists d k, means L d /\ ends h d /\ sane L /\ nimber d k /\ nimber e (N.lxor x k).
Proof.
  intros h e x L [ds [F [E [S K]]]]. inversion F as [|? d ? ds1 M1 F1]; subst. inversion F1; subst. inversion E; subst. inversion S; subst.
  destruct (nimber_exists L d) as [k K1]; auto. exists d, k. do 4 (split; [assumption|]). specialize (K [k] ltac:(auto)). change (xors [k]) with (N.lxor k 0) in K. rewrite (N.lxor_0_r k) in K. exact K.
Qed.
(* Of a land with a reply to x there is no nimber x. *)
Lemma refuted_not : forall h m M x d k, (forall g, g < h -> true_for g) -> refuted t m M x = true -> means M d -> ends h d -> nimber d k -> k <> x.
Proof.
  intros h m M x d k T R Md Ed Kd. unfold refuted in R. destruct m as [m|]; [|discriminate]. destruct (shape_of M m) as [s|] eqn:Es; [|discriminate].
  apply shape_of_sound in Es. destruct Es as [Sh Al]. destruct (sound_shape M d s Md Sh Al) as [e [St Me]].
  destruct (settle (play M s)) as [p|] eqn:Ep; [|discriminate]. destruct (known t p) as [y u] eqn:Ek. destruct u; [|discriminate]. apply N.eqb_eq in R. subst y.
  destruct h as [|h]; [exfalso; exact (Ed e St)|]. assert (Ee : ends h e) by (now apply Ed).
  pose proof (settle_sum _ _ h e Ep Me Ee) as H. apply (known_sum h (T h (Nat.lt_succ_diag_r h)) p e 0 x []) in H; [|exact Ek]. rewrite N.lxor_0_l in H.
  apply sum_settled in H. inversion Kd as [? ? K1 K2]; subst. destruct (K1 e St) as [j [Kj Nj]]. rewrite (nimber_unique e j Kj x H) in Nj. congruence.
Qed.
Lemma judge_value : forall h P k v e, (forall g, g <= h -> true_for g) -> judge t k P = Some v -> met v -> means P e -> ends h e ->
  exists j, nimber e j /\ j <> k /\ forall x, v = Settled x -> j = x.
Proof.
  intros h P k v e T E A M En. unfold judge in E. destruct (settle P) as [p|] eqn:Ep; [|discriminate].
  pose proof (settle_sum _ _ h e Ep M En) as H. destruct (known t p) as [x u] eqn:Ek. apply (known_sum h (T h (le_n h)) p e 0 x u) in H; [|exact Ek].
  rewrite N.lxor_0_l in H. destruct u as [|U [|]]; try discriminate.
  - destruct (N.eqb_spec x k) as [|N]; [discriminate|]. injection E as <-. exists x. split; [now apply (sum_settled h)|]. split; [exact N|]. intros y Ey. now injection Ey.
  - injection E as <-. destruct (sum_one h e x U H) as [d [j [Md [Ed [_ [Kd Ke]]]]]]. cbn [met] in A. destruct (replied _ _ A) as [m R].
    exists (N.lxor x j). split; [exact Ke|]. split; [|discriminate].
    assert (N : j <> N.lxor x k) by (apply (refuted_not h m U (N.lxor x k) d j); auto; intros g Lg; apply T; lia).
    intro C. apply N. rewrite <- C, <- N.lxor_assoc, N.lxor_nilpotent. symmetry. apply N.lxor_0_l.
Qed.
Theorem claims_true : forall h, true_for h.
Proof.
  intro h. induction h as [h IH] using (well_founded_induction lt_wf). intros L k d C M En.
  apply valid in C. destruct C as [S [A B]].
  assert (V : forall s v e, judge t k (play L s) = Some v -> met v -> step d e -> means (play L s) e ->
    exists j, nimber e j /\ j <> k /\ forall x, v = Settled x -> j = x).
  { intros s v e Es Ev St Me. destruct h as [|h]; [exfalso; exact (En e St)|]. apply (judge_value h (play L s)); auto. intros g Lg. apply IH. lia. }
  constructor.
  - intros e St. destruct (complete L d e S M St) as [s [Is Me]]. destruct (A s Is) as [v [Ev Av]]. destruct (V s v e Ev Av St Me) as [j [Kj [Nj _]]]. eauto.
  - intros j Lj. destruct (B j Lj) as [s [Is Es]]. destruct (sound L d s M Is) as [e [St Me]]. exists e. split; [exact St|].
    destruct (V s _ e Es Logic.I St Me) as [j' [Kj [_ Ej]]]. now rewrite (Ej j eq_refl) in Kj.
Qed.
Definition statement_valid (P : position) (o : outcome) : Prop :=
  match o with
  | Win => exists v, judge t 0 P = Some v /\ met v
  | Loss => exists p, settle P = Some p /\ known t p = (0%N, [])
  | Nimber k => exists p, settle P = Some p /\ known t p = (k, [])
  end.
Theorem statement_true : forall P o d, statement_valid P o -> means P d -> holds o d.
Proof.
  intros P o d E [e [S D]]. assert (W := denotes_wf P e D). assert (En : ends (left e) e) by (apply ends_left; auto).
  assert (Sd : same e d) by (now apply same_sym).
  assert (V : forall k, (exists p, settle P = Some p /\ known t p = (k, [])) -> nimber d k).
  { intros k [p [Ep Ek]]. pose proof (settle_sum P p (left e) e Ep (denotes_means P e D) En) as H.
    apply (known_sum (left e) (claims_true _) p e 0 k []) in H; [|exact Ek]. rewrite N.lxor_0_l in H. apply sum_settled in H. exact (same_nimber e k H d Sd). }
  destruct o as [| |k]; cbn in *.
  - apply (nimber_outcome d 0); auto.
  - destruct E as [v [Ev Av]]. destruct (judge_value (left e) P 0 v e (fun g _ => claims_true g) Ev Av (denotes_means P e D) En) as [j [Kj [Nj _]]].
    apply (nimber_outcome d j); auto. exact (same_nimber e j Kj d Sd).
  - auto.
Qed.
End Valid.

(* ---- what the loops have seen ---- *)
Section Loops.
Variable t : table.
Definition grows (r r' : refutations) : Prop := listed r' /\ incl (snd r) (snd r').
Lemma met_incl : forall a b v, incl a b -> met a v -> met b v.
Proof. intros a b [x|M x] I; cbn; auto. Qed.
Lemma moves_ok_spec : forall L k ss found r found' r', moves_ok t L k ss found r = Some (found', r') -> listed r -> grows r r' /\
  (forall s, In s ss -> exists v, judge t k (play L s) = Some v /\ met (snd r') v) /\
  (forall j, In j found' -> In j found \/ exists s, In s ss /\ judge t k (play L s) = Some (Settled j)).
Proof.
  intros L k. induction ss as [|s ss IH]; intros found r found' r' E H; cbn in E.
  - injection E as <- <-. split; [split; [exact H | apply incl_refl]|]. split; [intros s []|]. auto.
  - destruct (judge t k (play L s)) as [[x|M x]|] eqn:Es; [| |discriminate].
    + destruct (IH _ _ _ _ E H) as [G [A B]]. split; [exact G|]. split.
      * intros s' [<-|I]; [exists (Settled x); split; [exact Es | exact Logic.I] | now apply A].
      * intros j I. destruct (B j I) as [J|[s' [Is Hs]]]; [|right; exists s'; split; [now right | exact Hs]].
        destruct (existsb (N.eqb x) found); [now left|]. destruct J as [<-|J]; [|now left]. right. exists s. split; [now left | exact Es].
    + destruct (meet_spec r (M, x) H) as [H1 [H2 H3]]. destruct (IH _ _ _ _ E H1) as [[G1 G2] [A B]]. split; [split; [exact G1 | now apply incl_tran with (2 := G2)]|]. split.
      * intros s' [<-|I]; [exists (Rests M x); split; [exact Es | now apply G2] | now apply A].
      * intros j I. destruct (B j I) as [J|[s' [Is Hs]]]; [now left|]. right. exists s'. split; [now right | exact Hs].
Qed.
Lemma claim_ok_spec : forall r L k r', claim_ok t r (L, k) = Some r' -> listed r -> grows r r' /\ claim_valid t (snd r') L k.
Proof.
  intros r L k r' E H. cbn in E. destruct (sane_b L) eqn:S; [|discriminate]. apply sane_b_spec in S.
  destruct (moves_ok t L k (moves L) [] r) as [[found r1]|] eqn:Em; [|discriminate]. destruct (forallb _ (below k)) eqn:C; [|discriminate]. injection E as <-.
  destruct (moves_ok_spec _ _ _ _ _ _ _ Em H) as [G [A B]]. split; [exact G|]. split; [exact S|]. split; [exact A|]. intros j Lj. rewrite forallb_forall in C.
  assert (I : In j (below k)) by (unfold below; apply in_map_iff; exists (N.to_nat j); split; [lia | apply in_seq; lia]).
  specialize (C j I). apply existsb_exists in C. destruct C as [x [Ix Ex]]. apply N.eqb_eq in Ex. subst x. destruct (B j Ix) as [[]|H']. exact H'.
Qed.
Lemma claim_valid_incl : forall a b L k, incl a b -> claim_valid t a L k -> claim_valid t b L k.
Proof.
  intros a b L k I [S [A B]]. split; [exact S|]. split; [|exact B]. intros s Is. destruct (A s Is) as [v [Ev Mv]]. exists v. split; [exact Ev | now apply (met_incl a)].
Qed.
Lemma claims_ok_spec : forall cs r r', claims_ok t r cs = Some r' -> listed r -> grows r r' /\ forall L k, In (L, k) cs -> claim_valid t (snd r') L k.
Proof.
  induction cs as [|[L0 k0] cs IH]; intros r r' E H; cbn [claims_ok] in E.
  - injection E as <-. split; [split; [exact H | apply incl_refl] | intros L k []].
  - destruct (claim_ok t r (L0, k0)) as [r1|] eqn:E1; [|discriminate]. destruct (claim_ok_spec _ _ _ _ E1 H) as [[G1 I1] V1].
    destruct (IH _ _ E G1) as [[G2 I2] V2]. split; [split; [exact G2 | now apply incl_tran with (snd r1)]|].
    intros L k [C|C]; [|now apply V2]. injection C as <- <-. now apply (claim_valid_incl (snd r1)).
Qed.
Lemma statement_ok_spec : forall r P o r', statement_ok t r (P, o) = Some r' -> listed r -> grows r r' /\ statement_valid t (snd r') P o.
Proof.
  intros r P o r' E H. assert (Gr : grows r r) by (split; [exact H | apply incl_refl]).
  assert (K : forall k, match settle P with Some p => match known t p with (x, []) => if N.eqb x k then Some r else None | _ => None end | None => None end = Some r' ->
    grows r r' /\ exists p, settle P = Some p /\ known t p = (k, [])).
  { intros k E'. destruct (settle P) as [p|]; [|discriminate]. destruct (known t p) as [x [|]] eqn:Ek; [|discriminate]. destruct (N.eqb_spec x k) as [->|]; [|discriminate].
    injection E' as <-. split; [exact Gr|]. exists p. auto. }
  destruct o as [| |k]; cbn in *; auto. destruct (judge t 0 P) as [[x|M x]|]; [| |discriminate]; injection E as <-.
  - split; [exact Gr|]. exists (Settled x). split; [reflexivity | exact Logic.I].
  - destruct (meet_spec r (M, x) H) as [H1 [H2 H3]]. split; [split; assumption|]. exists (Rests M x). split; [reflexivity | exact H2].
Qed.
Lemma statement_valid_incl : forall a b P o, incl a b -> statement_valid t a P o -> statement_valid t b P o.
Proof. intros a b P o I. destruct o; cbn; auto. intros [v [Ev Mv]]. exists v. split; [exact Ev | now apply (met_incl a)]. Qed.
Lemma statements_ok_spec : forall ss r r', statements_ok t r ss = Some r' -> listed r -> grows r r' /\ forall P o, In (P, o) ss -> statement_valid t (snd r') P o.
Proof.
  induction ss as [|[P0 o0] ss IH]; intros r r' E H; cbn [statements_ok] in E.
  - injection E as <-. split; [split; [exact H | apply incl_refl] | intros P o []].
  - destruct (statement_ok t r (P0, o0)) as [r1|] eqn:E1; [|discriminate]. destruct (statement_ok_spec _ _ _ _ E1 H) as [[G1 I1] V1].
    destruct (IH _ _ E G1) as [[G2 I2] V2]. split; [split; [exact G2 | now apply incl_tran with (snd r1)]|].
    intros P o [C|C]; [|now apply V2]. injection C as <- <-. now apply (statement_valid_incl (snd r1)).
Qed.
End Loops.

Theorem check_true : forall answer claims statements, check answer claims statements = true ->
  forall P o d, In (P, o) statements -> means P d -> holds o d.
Proof.
  intros answer claims statements E P o d I M. unfold check in E. set (t := table_of claims) in *.
  destruct (claims_ok t (M.empty _, []) claims) as [r1|] eqn:E1; [|discriminate]. destruct (statements_ok t r1 statements) as [r2|] eqn:E2; [|discriminate].
  destruct (claims_ok_spec t _ _ _ E1) as [[G1 I1] V1].
  { intros L c. unfold bucket. cbn. rewrite M.gempty. intros []. }
  destruct (statements_ok_spec t _ _ _ E2 G1) as [[G2 I2] V2].
  apply (statement_true t (snd r2)) with P; [| |now apply V2 | exact M].
  - intros L k C. apply (claim_valid_incl t (snd r1)); [exact I2|]. apply V1. now apply claim_in.
  - clear - E. revert E. generalize (answer (snd r2)). induction (snd r2) as [|[N0 x0] cs IH]; intros ms E N x J; [destruct J|]. destruct ms as [|m ms]; [discriminate|].
    cbn [Check.replies_ok fst snd] in E. destruct (refuted t m N0 x0) eqn:R; [|discriminate]. destruct J as [J|J]; [injection J as <- <-; eauto | now apply (IH ms)].
Qed.
End Sound.

(* ---- the n-spot game ---- *)
Lemma start_denotes : forall n, denotes (start_position n) (start n).
Proof.
  intro n. exists [map (fun s => [(T0, s)]) (seq 0 n)]. split; [|split].
  - unfold map3, start_position. cbn [map]. f_equal. rewrite map_map. cbn. generalize 0. induction n as [|n IH]; intro m; [reflexivity|]. cbn. now rewrite IH.
  - unfold map3, start. cbn [map regions]. f_equal. rewrite map_map. reflexivity.
  - cbn [next lives start]. unfold all. cbn. rewrite app_nil_r.
    assert (E : concat (map (fun s : spot => [(T0, s)]) (seq 0 n)) = map (fun s : spot => (T0, s)) (seq 0 n)).
    { generalize 0. induction n as [|n IH]; intro m; [reflexivity|]. cbn. now rewrite IH. }
    refine (eq_ind_r (good n (fun _ => 3)) _ E).
    split.
    + assert (H : forall l : list spot, NoDup l -> ForallOrdPairs agree (map (fun s => (T0, s)) l)).
      { intros l N. induction N as [|a l Na N IH]; [constructor|]. cbn [map]. constructor; [|exact IH]. apply Forall_forall. intros o I. apply in_map_iff in I.
        destruct I as [s [<- Is]]. split; cbn; [intros ->; contradiction | tauto]. }
      apply H, seq_NoDup.
    + apply Forall_forall. intros o I. apply in_map_iff in I. destruct I as [s [<- Is]]. apply in_seq in Is. split; cbn; lia.
Qed.

(* What the checker accepts about the n-spot game is true of the n-spot game as it is drawn. *)
Theorem check_sound : forall oracle key answer claims statements n o,
  check oracle key answer claims statements = true -> In (start_position n, o) statements -> holds o (start n).
Proof.
  intros oracle key answer claims statements n o E I. apply (check_true oracle key answer claims statements E (start_position n) o); [exact I|].
  apply denotes_means, start_denotes.
Qed.
Print Assumptions check_sound.
