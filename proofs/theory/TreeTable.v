(* Trees by numbers, for a program: a table of children, of outcomes, and of sums, each entry checked against the others.
   FORMAT.md section 11. Nothing is trusted of the tables; a tree may have several numbers. *)
From Coq Require Import List Arith Lia Bool PArith FMapPositive.
From Sproof Require Import Trees.
Import ListNotations.
Module M := PositiveMap.

Section Table.
Variable bound : positive.
Variable table : M.t (list positive).
(* Children have smaller numbers: others are not read. *)
Definition kids (i : positive) : list positive :=
  if (i <=? bound)%positive then match M.find i table with Some l => filter (fun c => (c <? i)%positive) l | None => [] end else [].
Lemma kids_less : forall i c, In c (kids i) -> (c < i)%positive.
Proof.
  intros i c. unfold kids. destruct (i <=? bound)%positive; [|intros []]. destruct (M.find i table) as [l|]; [|intros []].
  intro I. apply filter_In in I. now apply Pos.ltb_lt.
Qed.

Fixpoint tree_within (n : nat) (i : positive) : tree := match n with O => zero | S n => Tree (map (tree_within n) (kids i)) end.
Definition tree_at (i : positive) : tree := tree_within (Pos.to_nat i) i.
Lemma tree_enough : forall n m i, Pos.to_nat i <= n -> Pos.to_nat i <= m -> tree_within n i = tree_within m i.
Proof.
  induction n as [|n IH]; intros [|m] i N K; try lia. cbn [tree_within]. f_equal. apply map_ext_in. intros c I. apply kids_less in I. apply IH; lia.
Qed.
Lemma tree_at_eq : forall i, tree_at i = Tree (map tree_at (kids i)).
Proof.
  intro i. unfold tree_at at 1. destruct (Pos.to_nat i) as [|n] eqn:E; [lia|]. cbn [tree_within]. f_equal. apply map_ext_in. intros c I.
  apply kids_less in I. apply tree_enough; lia.
Qed.
Lemma tree_child : forall i x, In x (children (tree_at i)) <-> exists c, In c (kids i) /\ x = tree_at c.
Proof. intros i x. rewrite tree_at_eq. cbn [children]. rewrite in_map_iff. split; intros [c [A B]]; eauto. Qed.

(* ---- Outcomes: of a tree, and of the tree and a heap 1 ---- *)
Variable outcomes : M.t (bool * bool).
Definition outcome (i : positive) : bool * bool :=
  if (i <=? bound)%positive then match M.find i outcomes with Some w => w | None => (true, false) end else (true, false).
Definition is_nil (l : list positive) : bool := match l with [] => true | _ => false end.
Definition outcome_ok (i : positive) : bool :=
  eqb (fst (outcome i)) (is_nil (kids i) || existsb (fun c => negb (fst (outcome c))) (kids i)) &&
  eqb (snd (outcome i)) (negb (fst (outcome i)) || existsb (fun c => negb (snd (outcome c))) (kids i)).
Definition upto (n : positive) : list positive := map Pos.of_succ_nat (seq 0 (Pos.to_nat n)).
Lemma upto_in : forall n i, (i <= n)%positive -> In i (upto n).
Proof.
  intros n i L. apply in_map_iff. exists (pred (Pos.to_nat i)). split; [|apply in_seq; lia].
  pose proof (Pos2Nat.is_pos i). apply Pos2Nat.inj. rewrite SuccNat2Pos.id_succ. lia.
Qed.

Hypothesis outcomes_checked : forallb outcome_ok (upto bound) = true.
Lemma beyond : forall i, (bound < i)%positive -> kids i = [] /\ outcome i = (true, false).
Proof. intros i L. unfold kids, outcome. apply Pos.leb_gt in L. now rewrite L. Qed.
Lemma outcome_eq : forall i, fst (outcome i) = (is_nil (kids i) || existsb (fun c => negb (fst (outcome c))) (kids i)) /\
  snd (outcome i) = (negb (fst (outcome i)) || existsb (fun c => negb (snd (outcome c))) (kids i)).
Proof.
  intro i. destruct (Pos.leb_spec i bound) as [L|L].
  - rewrite forallb_forall in outcomes_checked. specialize (outcomes_checked i (upto_in _ _ L)). apply andb_prop in outcomes_checked.
    destruct outcomes_checked as [A B]. apply eqb_prop in A, B. auto.
  - destruct (beyond i L) as [-> ->]. auto.
Qed.
Lemma is_nil_spec : forall l, is_nil l = true <-> l = []. Proof. intros [|]; simpl; split; congruence. Qed.
Lemma pos_ind : forall Q : positive -> Prop, (forall i, (forall c, (c < i)%positive -> Q c) -> Q i) -> forall i, Q i.
Proof.
  intros Q H i. induction i as [i IH] using (well_founded_induction (well_founded_ltof _ Pos.to_nat)). apply H. intros c L. apply IH.
  unfold ltof. lia.
Qed.
Theorem outcome_true : forall i, wins (tree_at i) = fst (outcome i).
Proof.
  induction i as [i IH] using pos_ind. destruct (outcome_eq i) as [-> _]. apply eq_true_iff_eq. rewrite wins_true, orb_true_iff, existsb_exists, is_nil_spec. split.
  - intros [E|[x [I W]]].
    + left. rewrite tree_at_eq in E. cbn [children] in E. now apply map_eq_nil in E.
    + right. apply tree_child in I. destruct I as [c [I ->]]. exists c. split; [exact I|]. rewrite <- IH by now apply kids_less. now rewrite W.
  - intros [E|[c [I W]]].
    + left. now rewrite tree_at_eq, E.
    + right. exists (tree_at c). split; [apply tree_child; eauto|]. rewrite IH by now apply kids_less. now destruct (fst (outcome c)).
Qed.
Theorem outcome_one_true : forall i, wins (sum (tree_at i) one) = snd (outcome i).
Proof.
  induction i as [i IH] using pos_ind. destruct (outcome_eq i) as [_ ->]. rewrite (equal_wins _ _ (plus_one _)).
  apply eq_true_iff_eq. rewrite wins_true, orb_true_iff, existsb_exists. cbn [children]. split.
  - intros [E|[x [[<-|I] W]]]; [discriminate| |].
    + left. now rewrite <- outcome_true, W.
    + right. apply in_map_iff in I. destruct I as [y [<- I]]. apply tree_child in I. destruct I as [c [I ->]]. exists c. split; [exact I|].
      rewrite <- IH by now apply kids_less. now rewrite W.
  - intros [W|[c [I W]]]; right.
    + exists (tree_at i). split; [now left|]. rewrite outcome_true. now destruct (fst (outcome i)).
    + exists (sum (tree_at c) one). split; [right; apply in_map_iff; exists (tree_at c); split; [reflexivity | apply tree_child; eauto]|].
      rewrite IH by now apply kids_less. now destruct (snd (outcome c)).
Qed.

(* ---- Reducers ---- *)
Definition among (i : positive) (l : list positive) : bool := existsb (Pos.eqb i) l.
Lemma among_in : forall i l, among i l = true <-> In i l.
Proof.
  intros i l. unfold among. rewrite existsb_exists. split; [intros [j [I E]]; apply Pos.eqb_eq in E; now subst | intro I; exists i; split; [exact I | apply Pos.eqb_refl]].
Qed.
(* c is what is left of the set l. *)
Definition reduces (l : list positive) (c : positive) : bool :=
  forallb (fun x => among x l) (kids c) && forallb (fun y => among y (kids c) || among c (kids y)) l &&
  (negb (is_nil (kids c)) || is_nil l || existsb (fun y => negb (fst (outcome y))) l).
Theorem reduces_true : forall l c, reduces l c = true -> equal (Tree (map tree_at l)) (tree_at c).
Proof.
  intros l c H. apply andb_prop in H. destruct H as [H W]. apply andb_prop in H. destruct H as [A B]. rewrite forallb_forall in A, B.
  apply equal_sym, reducer_equal. split; [|split]; cbn [children].
  - intros x I. apply tree_child in I. destruct I as [i [I ->]]. exists (tree_at i). split; [apply in_map, among_in, A, I | apply equal_refl].
  - intros y I. apply in_map_iff in I. destruct I as [i [<- I]]. specialize (B i I). apply orb_prop in B. destruct B as [B|B]; apply among_in in B.
    + left. exists (tree_at i). split; [apply tree_child; eauto | apply equal_refl].
    + right. exists (tree_at c). split; [apply tree_child; eauto | apply equal_refl].
  - intro E. rewrite tree_at_eq in E. cbn [children] in E. apply map_eq_nil in E. rewrite E in W. simpl in W. apply wins_true. cbn [children].
    apply orb_prop in W. destruct W as [W|W]; [left; apply is_nil_spec in W; now subst|]. apply existsb_exists in W. destruct W as [y [I W]].
    right. exists (tree_at y). split; [now apply in_map|]. rewrite outcome_true. now destruct (fst (outcome y)).
Qed.

(* ---- Sums ---- *)
Variable sums : M.t (M.t positive).
Definition plus (a b : positive) : option positive := match M.find a sums with Some m => M.find b m | None => None end.
Fixpoint all_some {A} (l : list (option A)) : option (list A) :=
  match l with [] => Some [] | Some x :: l => match all_some l with Some r => Some (x :: r) | None => None end | None :: _ => None end.
Definition plus_ok (a b c : positive) : bool :=
  match all_some (map (fun x => plus x b) (kids a) ++ map (plus a) (kids b)) with Some l => reduces l c | None => false end.
Definition sums_ok : bool := forallb (fun am => forallb (fun bc => plus_ok (fst am) (fst bc) (snd bc)) (M.elements (snd am))) (M.elements sums).

Lemma all_some_in : forall A (l : list (option A)) r, all_some l = Some r -> (forall x, In x r <-> In (Some x) l) /\ ~ In None l.
Proof.
  intros A. induction l as [|[a|] l IH]; intros r E; simpl in E; try discriminate.
  - injection E as <-. split; [intro x; reflexivity | intros []].
  - destruct (all_some l) as [q|]; [|discriminate]. injection E as <-. destruct (IH q eq_refl) as [A1 A2]. split.
    + intro x. simpl. rewrite A1. split; intros [H|H]; auto; [left; congruence | injection H as ->; auto].
    + intros [H|H]; [discriminate | auto].
Qed.
Hypothesis sums_checked : sums_ok = true.
Lemma plus_checked : forall a b c, plus a b = Some c -> plus_ok a b c = true.
Proof.
  intros a b c H. unfold plus in H. destruct (M.find a sums) as [m|] eqn:Ea; [|discriminate]. unfold sums_ok in sums_checked.
  rewrite forallb_forall in sums_checked. specialize (sums_checked (a, m) (M.elements_correct _ _ Ea)). simpl in sums_checked.
  rewrite forallb_forall in sums_checked. exact (sums_checked (b, c) (M.elements_correct _ _ H)).
Qed.
Theorem plus_true : forall a b c, plus a b = Some c -> equal (sum (tree_at a) (tree_at b)) (tree_at c).
Proof.
  intro a. induction a as [a IHa] using pos_ind. intro b. induction b as [b IHb] using pos_ind. intros c H. apply plus_checked in H. unfold plus_ok in H.
  destruct (all_some _) as [l|] eqn:E; [|discriminate]. apply all_some_in in E. destruct E as [In_l No]. apply reduces_true in H.
  apply (equal_trans _ (Tree (map tree_at l))); [|exact H]. apply children_equal; cbn [children].
  - intros x I. apply sum_child in I. destruct I as [[y [I ->]]|[y [I ->]]]; apply tree_child in I; destruct I as [i [I ->]].
    + destruct (plus i b) as [k|] eqn:K.
      * exists (tree_at k). split; [|apply (IHa i (kids_less _ _ I) b k K)]. apply in_map, In_l, in_app_iff. left. apply in_map_iff. eauto.
      * destruct No. apply in_app_iff. left. apply in_map_iff. eauto.
    + destruct (plus a i) as [k|] eqn:K.
      * exists (tree_at k). split; [|apply (IHb i (kids_less _ _ I) k K)]. apply in_map, In_l, in_app_iff. right. apply in_map_iff. eauto.
      * destruct No. apply in_app_iff. right. apply in_map_iff. eauto.
  - intros y I. apply in_map_iff in I. destruct I as [k [<- I]]. apply In_l, in_app_iff in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as [i [K I]].
    + exists (sum (tree_at i) (tree_at b)). split; [|apply (IHa i (kids_less _ _ I) b k K)]. apply sum_child. left. exists (tree_at i). split; [apply tree_child; eauto | reflexivity].
    + exists (sum (tree_at a) (tree_at i)). split; [|apply (IHb i (kids_less _ _ I) k K)]. apply sum_child. right. exists (tree_at i). split; [apply tree_child; eauto | reflexivity].
Qed.
End Table.
