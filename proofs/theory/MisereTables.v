(* The tables of the checker for misère play are true: the trees by numbers, what splits, the sizes of heaps, and the trees of small lands.
   FORMAT.md section 11: "The tree of a position is what is left of the set of the trees of its options. The tree of a sum of positions
   depends only on the trees of the summands." *)
From Coq Require Import List Arith Lia Permutation Bool PArith NArith FMapPositive.
From Sproof Require Import Drawn Same Isomorphic Nimber Lives Sum Tokens Play Moves Means Options Values Reduce Lands Canon Places Check Sound.
From Sproof Require Import Trees Heaps TreeTable Misere MisereCheck.
Import ListNotations.

(* ---- Sums of lists of trees ---- *)
Definition sum_all (ts : list tree) : tree := fold_right sum zero ts.
Lemma zero_sum : forall g, equal (sum zero g) g.
Proof. intro g. apply (equal_trans _ (sum g zero)); apply same_equal; [apply sum_comm | apply sum_zero]. Qed.
Lemma sum_all_perm : forall a b, Permutation a b -> equal (sum_all a) (sum_all b).
Proof.
  induction 1 as [|x a b P IH|x y a|a b c P IH P' IH']; simpl; [auto | now apply equal_sum_r | | now apply (equal_trans _ (sum_all b))].
  apply (equal_trans _ (sum (sum y x) (sum_all a))); [apply equal_sym, same_equal, sum_assoc|].
  apply (equal_trans _ (sum (sum x y) (sum_all a))); [apply equal_sum_l, same_equal, sum_comm | apply same_equal, sum_assoc].
Qed.
Lemma sum_all_equal : forall a b, Forall2 equal a b -> equal (sum_all a) (sum_all b).
Proof. induction 1; simpl; [auto | now apply equal_sum]. Qed.
Lemma sum_all_ones : forall l, equal (sum_all (one :: one :: l)) (sum_all l).
Proof.
  intro l. simpl. apply (equal_trans _ (sum (sum one one) (sum_all l))); [apply equal_sym, same_equal, sum_assoc|].
  apply (equal_trans _ (sum zero (sum_all l))); [apply equal_sum_l, equal_sym, one_one | apply zero_sum].
Qed.
Lemma sum_all_child : forall l c, In c (children (sum_all l)) <-> exists a x b y, l = a ++ x :: b /\ In y (children x) /\ c = sum_all (a ++ y :: b).
Proof.
  induction l as [|t l IH]; intro c; simpl.
  - split; [intros [] | intros [[|] [x [b [y [E _]]]]]; discriminate].
  - rewrite sum_child. split.
    + intros [[y [I ->]]|[z [I ->]]]; [exists [], t, l, y; auto|]. apply IH in I. destruct I as [a [x [b [y [-> [I ->]]]]]]. exists (t :: a), x, b, y. auto.
    + intros [[|u a] [x [b [y [E [I ->]]]]]]; injection E as -> ->; [left; eauto|]. right. exists (sum_all (a ++ y :: b)). split; [apply IH; eauto 8 | reflexivity].
Qed.
Lemma sum_all_depth : forall l, list_sum (map depth l) <= depth (sum_all l).
Proof. induction l as [|t l IH]; [simpl; lia|]. simpl. pose proof (depth_sum t (sum_all l)). unfold list_sum in *. simpl. lia. Qed.

(* ---- Lands and their trees ---- *)
Definition land_tree (L : position) (g : tree) : Prop := exists d, means L d /\ plays d g.
Lemma means_plays : forall P d, means P d -> exists g, plays d g.
Proof.
  intros P d [e [S D]]. destruct (plays_exists e (denotes_wf _ _ D)) as [g G]. exists g. apply (plays_same g e); [now apply same_sym | exact G].
Qed.
Lemma means_ends : forall P d, means P d -> exists h, ends h d.
Proof.
  intros P d [e [S D]]. exists (left e). apply (ends_same _ e); [now apply same_sym|]. apply ends_left; [now apply (denotes_wf P) | auto].
Qed.
Lemma plays_equal : forall d g h, plays d g -> plays d h -> equal g h.
Proof. intros d g h G H. now apply same_equal, (plays_unique g d). Qed.

Section Tables.
Variables (oracle : position -> list choice) (key : position -> positive) (T : tables) (small : list (position * N)).
Notation smalls := (table_of key small).
Notation kids := (TreeTable.kids (bound T) (childs T)). Notation outcome := (TreeTable.outcome (bound T) (outcomes T)).
Notation plus := (TreeTable.plus (sums T)). Notation reduces := (TreeTable.reduces (bound T) (childs T) (outcomes T)).
Notation at_ := (tree_at (bound T) (childs T)).
Notation small_id := (small_id key smalls). Notation lands_of := (lands_of oracle). Notation split := (split T). Notation size := (size T).

(* A position is the sum of its lands, written canonically. *)
Lemma lands_plays : forall P p d, lands_of P = Some p -> means P d ->
  exists ds, Forall2 means p ds /\ (forall h, ends h d -> Forall (ends h) ds) /\ Forall sane p /\ forall gs, Forall2 plays ds gs -> plays d (sum_all gs).
Proof.
  intros P p d E M. destruct (canons_leads oracle _ _ E) as [F S].
  destruct (reduce_value tree plays sum zero) with (P := P) (d := d) as [ds [Fm [Fh K]]]; auto.
  - intros n f. constructor; [intros e St; now apply nothing_left in St | intros x []].
  - exact plays_sum.
  - intros a b g Sab. now apply plays_same.
  - exists ds. split; [|split; [exact Fh|split; [exact S | exact K]]]. clear - F Fm.
    revert p F. induction Fm as [|L d Ls ds HM Fm IH]; intros q F; inversion F; subst; constructor; auto.
Qed.
Lemma plays_all : forall p ds, Forall2 means p ds -> exists gs, Forall2 plays ds gs /\ Forall2 land_tree p gs.
Proof.
  induction 1 as [|L d p ds M F [gs [G H]]]; [exists []; auto|]. destruct (means_plays L d M) as [g Pg]. exists (g :: gs).
  split; constructor; auto. exists d. auto.
Qed.

Hypothesis T_ok : tables_ok T = true.
Lemma T_outcomes : forallb (outcome_ok (bound T) (childs T) (outcomes T)) (upto (bound T)) = true.
Proof. unfold tables_ok in T_ok. rewrite !andb_true_iff in T_ok. tauto. Qed.
Lemma T_sums : sums_ok (bound T) (childs T) (outcomes T) (sums T) = true.
Proof. unfold tables_ok in T_ok. rewrite !andb_true_iff in T_ok. tauto. Qed.
Lemma at_none : forall i, TreeTable.is_nil (kids i) = true -> at_ i = zero.
Proof. intros i E. apply is_nil_spec in E. now rewrite tree_at_eq, E. Qed.
Lemma at_zero : at_ (zero_at T) = zero.
Proof. apply at_none. unfold tables_ok in T_ok. rewrite !andb_true_iff in T_ok. tauto. Qed.
Lemma at_one : at_ (one_at T) = one.
Proof.
  unfold tables_ok in T_ok. rewrite !andb_true_iff in T_ok. destruct T_ok as [[_ H] _]. rewrite tree_at_eq.
  destruct (kids (one_at T)) as [|z [|]]; try discriminate. simpl. now rewrite (at_none z H).
Qed.
Lemma plus_equal : forall a b c, plus a b = Some c -> equal (sum (at_ a) (at_ b)) (at_ c).
Proof. intros a b c. exact (plus_true _ _ _ T_outcomes _ T_sums a b c). Qed.
Lemma sum_ids_equal : forall ids s, sum_ids T ids = Some s -> equal (sum_all (map at_ ids)) (at_ s).
Proof.
  induction ids as [|i ids IH]; intros s E; cbn [sum_ids] in E; [injection E as <-; rewrite at_zero; apply equal_refl|].
  destruct ids as [|j ids]; [injection E as <-; apply same_equal, sum_zero|].
  destruct (sum_ids T (j :: ids)) as [r|] eqn:R; [|discriminate]. specialize (IH r eq_refl).
  apply (equal_trans _ (sum (at_ i) (at_ r))); [apply equal_sum_r, IH | now apply plus_equal].
Qed.
Lemma split_equal : forall i g, split i = Some g -> equal (at_ i) (sum (at_ g) one) /\ (g < i)%positive.
Proof.
  intros i g H. unfold MisereCheck.split in H. destruct (PM.find i (halves T)) as [g'|]; [|discriminate]. destruct (plus g' (one_at T)) as [j|] eqn:E; [|discriminate].
  destruct (Pos.eqb i j && (g' <? i)%positive)%bool eqn:B; [|discriminate]. injection H as ->. apply andb_prop in B. destruct B as [B1 B2].
  apply Pos.eqb_eq in B1. apply Pos.ltb_lt in B2. subst j. split; [|exact B2]. apply plus_equal in E. rewrite at_one in E. now apply equal_sym.
Qed.
Lemma size_equal : forall i k, size i = Some k -> equal (at_ i) (heap k).
Proof.
  intro i. induction i as [i IH] using pos_ind. intros k H. assert (C : size_ok T (i, k) = true).
  { unfold tables_ok in T_ok. rewrite !andb_true_iff in T_ok. destruct T_ok as [_ S]. rewrite forallb_forall in S. apply S.
    exact (PM.elements_correct _ _ H). }
  unfold size_ok in C. apply andb_prop in C. destruct C as [A B]. rewrite forallb_forall in A, B. cbn [fst snd] in *. apply children_equal.
  - intros x I. apply tree_child in I. destruct I as [c [I ->]]. specialize (A c I). destruct (size c) as [j|] eqn:E; [|discriminate]. apply Nat.ltb_lt in A.
    exists (heap j). split; [apply heap_child; eauto | apply IH; [now apply kids_less in I | exact E]].
  - intros y I. apply heap_child in I. destruct I as [j [L ->]]. assert (J : In j (seq 0 k)) by (apply in_seq; lia). specialize (B j J).
    apply existsb_exists in B. destruct B as [c [I E]]. destruct (size c) as [m|] eqn:Es; [|discriminate]. apply Nat.eqb_eq in E. subst m.
    exists (at_ c). split; [apply tree_child; eauto | apply IH; [now apply kids_less in I | exact Es]].
Qed.

(* ---- Small lands have the trees that the table says ---- *)
Hypothesis small_checked : forallb (small_ok oracle key T smalls) small = true.
Lemma small_true : forall h L i d, small_id L = Some i -> means L d -> ends h d -> worth d (at_ i).
Proof.
  induction h as [h IH] using (well_founded_induction lt_wf). intros L i d E M En. unfold MisereCheck.small_id in E.
  destruct (claim key smalls L) as [k|] eqn:C; [|discriminate]. injection E as <-. apply claim_in in C.
  assert (O := small_checked). rewrite forallb_forall in O. specialize (O _ C). apply andb_prop in O. destruct O as [Sn O]. cbn [fst snd] in *.
  apply sane_b_spec in Sn. destruct (all_some _) as [ids|] eqn:A; [|discriminate]. apply all_some_in in A. destruct A as [In_ids No].
  apply (worth_equal d (Tree (map at_ ids))); [exact (reduces_true _ _ _ T_outcomes _ _ O)|].
  assert (Step : forall s e, In s (moves L) -> step d e -> means (play L s) e -> exists j, In j ids /\ option_id oracle key T smalls L s = Some j /\ worth e (at_ j)).
  { intros s e Is St Me. destruct (option_id oracle key T smalls L s) as [j|] eqn:Ej; [|destruct No; apply in_map_iff; eauto].
    exists j. split; [apply In_ids, in_map_iff; eauto|]. split; [reflexivity|]. unfold option_id in Ej.
    destruct (lands_of (play L s)) as [p|] eqn:Ep; [|discriminate]. destruct (all_some (map small_id p)) as [js|] eqn:Ejs; [|discriminate].
    destruct (lands_plays _ _ _ Ep Me) as [ds [Fm [Fh [_ K]]]]. destruct h as [|h]; [destruct (En e St)|].
    assert (F : Forall (ends h) ds) by (apply Fh, En, St).
    assert (G : exists gs, Forall2 plays ds gs /\ Forall2 equal gs (map at_ js)).
    { clear K Ej Ep Fh. revert F js Ejs. induction Fm as [|L' d' q es M' Fm IHm]; intros F js Ejs; cbn [map all_some] in Ejs; [injection Ejs as <-; exists []; split; constructor|].
      destruct (small_id L') as [i'|] eqn:Ei; [|discriminate]. destruct (all_some (map small_id q)) as [js'|]; [|discriminate]. injection Ejs as <-.
      apply Forall_cons_iff in F. destruct F as [E1 E2]. destruct (IHm E2 js' eq_refl) as [gs [G1 G2]].
      destruct (IH h (Nat.lt_succ_diag_r h) L' i' d' Ei M' E1) as [g [Pg Eg]]. exists (g :: gs). split; constructor; auto. }
    destruct G as [gs [G1 G2]]. exists (sum_all gs). split; [now apply K|].
    apply (equal_trans _ (sum_all (map at_ js))); [now apply sum_all_equal | now apply sum_ids_equal]. }
  apply worth_options; [exact (means_plays L d M)| |].
  - intros e St. destruct (complete L d e Sn M St) as [s [Is Me]]. destruct (Step s e Is St Me) as [j [Ij [_ W]]]. exists (at_ j). split; [now apply in_map | exact W].
  - intros t I. apply in_map_iff in I. destruct I as [j [<- I]]. apply In_ids, in_map_iff in I. destruct I as [s [Ej Is]].
    destruct (moves_sound L s Is) as [Sh Al]. destruct (sound_shape L d s M Sh Al) as [e [St Me]]. exists e. split; [exact St|].
    destruct (Step s e Is St Me) as [j' [_ [Ej' W]]]. congruence.
Qed.
Lemma small_equal : forall L i g, small_id L = Some i -> land_tree L g -> equal g (at_ i).
Proof.
  intros L i g E [d [M P]]. destruct (means_ends L d M) as [h En]. destruct (small_true h L i d E M En) as [g' [P' Eg]].
  apply (equal_trans _ g'); [now apply (plays_equal d) | exact Eg].
Qed.
End Tables.
