(* Impartial games with listed options, the theorem of Sprague and Grundy, and why a certificate proves what it states.
   FORMAT.md section 7: "Every land has a nimber: the least number that is not the nimber of one of its options, where the
   nimber of a sum is the exclusive or of the nimbers of its lands, and that of the empty position is 0." *)
From Coq Require Import NArith List Lia Arith Bool FinFun.
From Sproof Require Import Xor.
Import ListNotations.

(* ---- The least number that is not in a list ---- *)
Fixpoint mex_from (n : nat) (k : N) (l : list N) : N :=
  match n with O => k | S n => if in_dec N.eq_dec k l then mex_from n (k + 1) l else k end.
Definition mex (l : list N) : N := mex_from (S (length l)) 0 l.

Lemma mex_from_spec : forall n k l, (forall j, (j < k)%N -> In j l) ->
  (forall j, (j < mex_from n k l)%N -> In j l) /\ (In (mex_from n k l) l -> mex_from n k l = (k + N.of_nat n)%N).
Proof.
  induction n as [|n IH]; intros k l H; simpl.
  - split; [exact H | lia].
  - destruct (in_dec N.eq_dec k l) as [i|i]; [|split; [exact H | contradiction]].
    destruct (IH (k + 1)%N l) as [A B].
    + intros j Hj. destruct (N.eq_dec j k) as [->|]; [exact i | apply H; lia].
    + split; [exact A | intro I; rewrite (B I); lia].
Qed.
Lemma mex_spec : forall l, ~ In (mex l) l /\ forall j, (j < mex l)%N -> In j l.
Proof.
  intro l. unfold mex. destruct (mex_from_spec (S (length l)) 0 l) as [A B]; [lia|]. split; [|exact A].
  intro I. specialize (B I).
  assert (NoDup (map N.of_nat (seq 0 (S (length l))))) as D.
  { apply Injective_map_NoDup; [intros a b; lia | apply seq_NoDup]. }
  apply NoDup_incl_length with (l' := l) in D.
  - rewrite map_length, seq_length in D. lia.
  - intros j Hj. apply in_map_iff in Hj. destruct Hj as [i [E Hi]]. apply in_seq in Hi. apply A. lia.
Qed.
Lemma mex_unique : forall l k, ~ In k l -> (forall j, (j < k)%N -> In j l) -> mex l = k.
Proof.
  intros l k Hk Hl. destruct (mex_spec l) as [A B]. destruct (N.lt_trichotomy (mex l) k) as [C|[C|C]]; auto.
  - destruct (A (Hl _ C)).
  - destruct (Hk (B _ C)).
Qed.

(* ---- Games and nimbers ---- *)
Record game := { pos :> Type; opts : pos -> list pos; size : pos -> nat;
                 shrink : forall p q, In q (opts p) -> size q < size p }.
Arguments opts {g}. Arguments size {g}. Arguments shrink {g}.

Section Nimbers.
Context {G : game}.
Fixpoint nim_within (n : nat) (p : G) : N := match n with O => 0%N | S n => mex (map (nim_within n) (opts p)) end.
Definition nim (p : G) : N := nim_within (S (size p)) p.

Lemma nim_enough : forall n m (p : G), size p < n -> size p < m -> nim_within n p = nim_within m p.
Proof.
  induction n as [|n IH]; intros [|m] p Hn Hm; try lia. simpl. f_equal. apply map_ext_in.
  intros q Hq. apply shrink in Hq. apply IH; lia.
Qed.
Lemma nim_eq : forall p : G, nim p = mex (map nim (opts p)).
Proof.
  intro p. unfold nim at 1. simpl. f_equal. apply map_ext_in. intros q Hq. apply shrink in Hq.
  apply nim_enough; lia.
Qed.
Lemma nim_option : forall p q : G, In q (opts p) -> nim q <> nim p.
Proof. intros p q Hq E. destruct (mex_spec (map nim (opts p))) as [A _]. apply A. rewrite <- nim_eq, <- E. apply in_map, Hq. Qed.
Lemma nim_less : forall (p : G) j, (j < nim p)%N -> exists q, In q (opts p) /\ nim q = j.
Proof.
  intros p j H. rewrite nim_eq in H. destruct (mex_spec (map nim (opts p))) as [_ B].
  destruct (proj1 (in_map_iff _ _ _) (B j H)) as [q [E I]]. eauto.
Qed.
Lemma nim_is : forall (p : G) k, (forall q, In q (opts p) -> nim q <> k) ->
  (forall j, (j < k)%N -> exists q, In q (opts p) /\ nim q = j) -> nim p = k.
Proof.
  intros p k A B. rewrite nim_eq. apply mex_unique.
  - intro I. apply in_map_iff in I. destruct I as [q [E I]]. exact (A q I E).
  - intros j Hj. destruct (B j Hj) as [q [I <-]]. apply in_map, I.
Qed.
End Nimbers.

(* Positions with the same canonical tree have the same nimber. *)
Definition bisimilar {G H : game} (R : G -> H -> Prop) := forall p q, R p q ->
  (forall p', In p' (opts p) -> exists q', In q' (opts q) /\ R p' q') /\
  (forall q', In q' (opts q) -> exists p', In p' (opts p) /\ R p' q').
Theorem bisimilar_nim : forall (G H : game) (R : G -> H -> Prop), bisimilar R -> forall p q, R p q -> nim p = nim q.
Proof.
  intros G H R HR p. induction p as [p IH] using (well_founded_induction (well_founded_ltof _ (@size G))).
  intros q Hpq. destruct (HR p q Hpq) as [A B]. apply nim_is.
  - intros p' Hp' E. destruct (A p' Hp') as [q' [Hq' R']].
    rewrite (IH p' (shrink _ _ Hp') q' R') in E. exact (nim_option q q' Hq' E).
  - intros j Hj. destruct (nim_less q j Hj) as [q' [Hq' E]]. destruct (B q' Hq') as [p' [Hp' R']].
    exists p'. split; [exact Hp'|]. rewrite (IH p' (shrink _ _ Hp') q' R'). exact E.
Qed.

(* ---- Sums of lands: a position is a list of lands, a move is made in one of them ---- *)
Section Lands.
Variable land : Type.
Variable lopts : land -> list (list land).
Variable lsize : land -> nat.
Definition total (p : list land) : nat := list_sum (map lsize p).
Hypothesis lshrink : forall L O, In O (lopts L) -> total O < lsize L.

Fixpoint popts (p : list land) : list (list land) :=
  match p with [] => [] | L :: r => map (fun O => O ++ r) (lopts L) ++ map (cons L) (popts r) end.

Lemma total_app : forall a b, total (a ++ b) = total a + total b.
Proof. intros. unfold total. now rewrite map_app, list_sum_app. Qed.

Lemma popts_app : forall a b q, In q (popts (a ++ b)) <->
  (exists a', In a' (popts a) /\ q = a' ++ b) \/ (exists b', In b' (popts b) /\ q = a ++ b').
Proof.
  induction a as [|L a IH]; intros b q; simpl.
  - firstorder; subst; auto.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [[O [<- HO]] | [q' [<- Hq]]].
      * left. exists (O ++ a). rewrite app_assoc. split; [|reflexivity]. apply in_app_iff. left. apply in_map_iff. eauto.
      * apply IH in Hq. destruct Hq as [[a' [Ha ->]] | [b' [Hb ->]]].
        -- left. exists (L :: a'). split; [|reflexivity]. apply in_app_iff. right. apply in_map, Ha.
        -- right. eauto.
    + intros [[a' [Ha ->]] | [b' [Hb ->]]].
      * apply in_app_iff in Ha. rewrite !in_map_iff in Ha. destruct Ha as [[O [<- HO]] | [a'' [<- Ha]]].
        -- left. exists O. rewrite app_assoc. auto.
        -- right. exists (a'' ++ b). split; [reflexivity|]. apply IH. left. eauto.
      * right. exists (a ++ b'). split; [reflexivity|]. apply IH. right. eauto.
Qed.

Lemma pshrink : forall p q, In q (popts p) -> total q < total p.
Proof.
  induction p as [|L r IH]; intros q H; [destruct H|]. simpl in H. apply in_app_iff in H. rewrite !in_map_iff in H.
  change (total (L :: r)) with (lsize L + total r).
  destruct H as [[O [<- HO]] | [q' [<- Hq]]].
  - rewrite total_app. apply lshrink in HO. lia.
  - change (total (L :: q')) with (lsize L + total q'). apply IH in Hq. lia.
Qed.

Definition sums : game := {| pos := list land; opts := popts; size := total; shrink := pshrink |}.
Definition pnim (p : list land) : N := @nim sums p.

Theorem sprague_grundy : forall a b, pnim (a ++ b) = N.lxor (pnim a) (pnim b).
Proof.
  intros a b. remember (total (a ++ b)) as n eqn:E. revert a b E.
  induction n as [n IH] using (well_founded_induction lt_wf). intros a b ->.
  apply nim_is; simpl opts.
  - intros q Hq E. pose proof (pshrink _ _ Hq) as S. apply popts_app in Hq.
    destruct Hq as [[a' [Ha ->]] | [b' [Hb ->]]]; change (@nim sums) with pnim in E;
      rewrite (IH _ S _ _ eq_refl) in E.
    + apply lxor_cancel_r in E. exact (@nim_option sums a a' Ha E).
    + apply lxor_cancel_l in E. exact (@nim_option sums b b' Hb E).
  - intros j Hj. destruct (lxor_less _ _ _ Hj) as [[x [Hx Ex]] | [x [Hx Ex]]].
    + destruct (@nim_less sums a x Hx) as [a' [Ha Ea]].
      assert (I : In (a' ++ b) (popts (a ++ b))) by (apply popts_app; eauto).
      exists (a' ++ b). split; [exact I|]. change (@nim sums) with pnim.
      rewrite (IH _ (pshrink _ _ I) _ _ eq_refl). unfold pnim at 1. rewrite Ea. exact Ex.
    + destruct (@nim_less sums b x Hx) as [b' [Hb Eb]].
      assert (I : In (a ++ b') (popts (a ++ b))) by (apply popts_app; eauto).
      exists (a ++ b'). split; [exact I|]. change (@nim sums) with pnim.
      rewrite (IH _ (pshrink _ _ I) _ _ eq_refl). unfold pnim at 2. rewrite Eb. exact Ex.
Qed.

Lemma pnim_cons : forall L p, pnim (L :: p) = N.lxor (pnim [L]) (pnim p).
Proof. intros L p. exact (sprague_grundy [L] p). Qed.
Lemma single_opts : forall L O, In O (popts [L]) <-> In O (lopts L).
Proof.
  intros L O. simpl. rewrite app_nil_r, in_map_iff. split.
  - intros [O' [<- H]]. now rewrite app_nil_r.
  - intro H. exists O. now rewrite app_nil_r.
Qed.

(* ---- Equal lands cancel in pairs: the sum of two has nimber 0, whatever the land ---- *)
(* Any test that never takes different lands for equal will do; one that is always false cancels nothing. *)
Variable equal : land -> land -> bool.
Hypothesis equal_sound : forall L M, equal L M = true -> L = M.

Fixpoint toggle (L : land) (p : list land) : list land :=
  match p with [] => [L] | M :: q => if equal L M then q else M :: toggle L q end.
Definition cancel (p : list land) : list land := fold_right toggle [] p.

Lemma toggle_nim : forall L p, pnim (toggle L p) = N.lxor (pnim [L]) (pnim p).
Proof.
  intros L p. induction p as [|M p IH]; simpl toggle; [symmetry; apply N.lxor_0_r|].
  destruct (equal L M) eqn:E.
  - apply equal_sound in E. subst M. now rewrite (pnim_cons L p), lxor_twice.
  - rewrite (pnim_cons M), IH, (pnim_cons M p), <- !N.lxor_assoc. now rewrite (N.lxor_comm (pnim [M])).
Qed.
Theorem cancel_nim : forall p, pnim (cancel p) = pnim p.
Proof.
  induction p as [|L p IH]; [reflexivity|]. simpl cancel. change (fold_right toggle [] p) with (cancel p).
  now rewrite toggle_nim, IH, <- pnim_cons.
Qed.
Lemma toggle_in : forall L p M, In M (toggle L p) -> M = L \/ In M p.
Proof.
  intros L p M. induction p as [|K p IH]; simpl; [intuition|]. destruct (equal L K); simpl; intuition.
Qed.
Lemma cancel_in : forall p M, In M (cancel p) -> In M p.
Proof. induction p as [|L p IH]; intros M H; [exact H|]. apply toggle_in in H. destruct H as [->|H]; [now left | right; auto]. Qed.

(* ---- Certificates ---- *)
Variable claim : land -> option N.
(* The reply to a refutation (M, t), already played: a position that the rules allow from M. *)
Variable reply : land -> N -> option (list land).
Hypothesis reply_legal : forall M t O, reply M t = Some O -> In O (lopts M).

(* The exclusive or of the claimed nimbers, and the lands that are not claimed. *)
Definition known (p : list land) : N := fold_right (fun L s => match claim L with Some k => N.lxor k s | None => s end) 0%N p.
Definition unclaimed (p : list land) : list land := filter (fun L => match claim L with Some _ => false | None => true end) p.

(* "All lands of O are claimed: O is settled, with the exclusive or of the claimed nimbers." *)
Definition settled (p : list land) (k : N) : bool :=
  match unclaimed (cancel p) with [] => N.eqb (known (cancel p)) k | _ => false end.
(* Rule 3. *)
Definition refuted (M : land) (t : N) : bool := match reply M t with Some P => settled P t | None => false end.
(* Rule 1 for one option: "O is settled with another number than k, or rests on a refutation; it is not open." *)
Definition option_ok (k : N) (O : list land) : bool :=
  match unclaimed (cancel O) with
  | [] => negb (N.eqb (known (cancel O)) k)
  | [M] => refuted M (N.lxor (known (cancel O)) k)
  | _ => false
  end.
Definition below (k : N) : list N := map N.of_nat (seq 0 (N.to_nat k)).
(* Rules 1 and 2. *)
Definition claim_ok (L : land) (k : N) : bool :=
  forallb (option_ok k) (lopts L) && forallb (fun j => existsb (fun O => settled O j) (lopts L)) (below k).
Definition valid : Prop := forall L k, claim L = Some k -> claim_ok L k = true.

Definition true_of (p : list land) : Prop := forall L k, In L p -> claim L = Some k -> pnim [L] = k.

Lemma known_unclaimed : forall p, true_of p -> pnim p = N.lxor (known p) (pnim (unclaimed p)).
Proof.
  induction p as [|L p IH]; intro T; [reflexivity|].
  rewrite pnim_cons, IH by (intros M k HM; apply T; now right). simpl.
  destruct (claim L) as [k|] eqn:E.
  - rewrite (T L k) by (now left || assumption). now rewrite N.lxor_assoc.
  - rewrite (pnim_cons L (unclaimed p)), <- !N.lxor_assoc. now rewrite (N.lxor_comm (pnim [L])).
Qed.
Lemma true_cancel : forall p, true_of p -> true_of (cancel p).
Proof. intros p T L k I. apply T, cancel_in, I. Qed.
Lemma settled_true : forall p k, true_of p -> settled p k = true -> pnim p = k.
Proof.
  intros p k T H. rewrite <- cancel_nim, known_unclaimed by now apply true_cancel. unfold settled in H.
  destruct (unclaimed (cancel p)); [|discriminate]. apply N.eqb_eq in H. rewrite H. apply N.lxor_0_r.
Qed.

Lemma smaller : forall L p, In L p -> lsize L <= total p.
Proof.
  induction p as [|M p IH]; intro H; [destruct H|]. change (total (M :: p)) with (lsize M + total p).
  destruct H as [->|H]; [lia | apply IH in H; lia].
Qed.

(* An option that is not open does not have nimber k, if all claims about smaller positions are true. *)
Lemma option_true : forall O k, (forall p, total p <= total O -> true_of p) -> option_ok k O = true -> pnim O <> k.
Proof.
  intros O k T H. unfold option_ok in H. rewrite <- (cancel_nim O), known_unclaimed by (apply true_cancel, T; lia).
  destruct (unclaimed (cancel O)) as [|M [|]] eqn:U; try discriminate.
  - change (pnim []) with 0%N. rewrite N.lxor_0_r. now apply negb_true_iff, N.eqb_neq in H.
  - assert (SM : lsize M <= total O).
    { assert (I : In M (unclaimed (cancel O))) by (rewrite U; now left). apply filter_In in I. apply smaller, cancel_in, I. }
    unfold refuted in H. destruct (reply M _) as [P|] eqn:R; [|discriminate]. apply reply_legal in R.
    assert (EP : pnim P = N.lxor (known (cancel O)) k).
    { apply settled_true; [apply T; apply lshrink in R; lia | exact H]. }
    intro E. apply (@nim_option sums [M] P (proj2 (single_opts M P) R)). change (@nim sums) with pnim.
    now rewrite EP, <- E, lxor_twice.
Qed.

(* Why this is enough: by induction on lives all claims and refutations are true. *)
Theorem certificate : valid -> forall L k, claim L = Some k -> pnim [L] = k.
Proof.
  intros V L. induction L as [L IH] using (well_founded_induction (well_founded_ltof _ lsize)). intros k C.
  assert (T : forall p, total p < lsize L -> true_of p).
  { intros p Hp M j HM CM. apply IH; [|exact CM]. apply smaller in HM. unfold ltof. lia. }
  specialize (V L k C). apply andb_prop in V. destruct V as [V1 V2]. rewrite forallb_forall in V1, V2.
  apply nim_is; change (@opts sums) with popts; change (@nim sums) with pnim.
  - intros O HO. apply single_opts in HO. pose proof (lshrink _ _ HO). apply option_true; [|now apply V1].
    intros p Hp. apply T. lia.
  - intros j Hj. specialize (V2 j). rewrite existsb_exists in V2. destruct V2 as [O [HO S]].
    + apply in_map_iff. exists (N.to_nat j). split; [lia|]. apply in_seq. lia.
    + exists O. split; [apply single_opts, HO | apply settled_true; [apply T, lshrink, HO | exact S]].
Qed.

(* Rule 4: "LOSS of a position: it is settled with 0. NIMBER k of a position: it is settled with k. WIN of a position: it
   is settled with another number than 0, or rests, for k = 0, on a refutation." *)
Theorem statement_nimber : valid -> forall p k, settled p k = true -> pnim p = k.
Proof. intros V p k. apply settled_true. intros L j _. now apply certificate. Qed.
Theorem statement_win : valid -> forall p, option_ok 0 p = true -> pnim p <> 0%N.
Proof. intros V p. apply option_true. intros q _ L j _. now apply certificate. Qed.
End Lands.
