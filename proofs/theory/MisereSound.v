(* What the checker for misère play accepts is true of the drawn game. FORMAT.md section 12: "by induction on the longest game that is left,
   every listed node is lost, and every node with a reply is won; the replaced lands change no outcome." *)
From Coq Require Import List Arith Lia Permutation Bool PArith NArith FMapPositive.
From Sproof Require Import Drawn Same Isomorphic Nimber Lives Sum Tokens Play Moves Means Options Values Reduce Lands Canon Places Check Sound.
From Sproof Require Import Trees Heaps TreeTable Misere MisereCheck.
Import ListNotations.

(* ---- Sums of lists of trees ---- *)
Definition sum_all (ts : list tree) : tree := fold_right sum zero ts.
Lemma zero_sum : forall g, equal (sum zero g) g.
Proof. intro g. apply (equal_trans _ (sum g zero)); apply same_equal; [apply sum_comm | apply sum_zero]. Qed.
Lemma sum_all_app : forall a b, equal (sum_all (a ++ b)) (sum (sum_all a) (sum_all b)).
Proof.
  induction a as [|x a IH]; intro b; [apply equal_sym, zero_sum|]. simpl. apply (equal_trans _ (sum x (sum (sum_all a) (sum_all b)))).
  - apply equal_sum_r, IH.
  - apply equal_sym, same_equal, sum_assoc.
Qed.
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

Section Sound.
Variables (oracle : position -> list choice) (key : position -> positive) (node_key : node -> positive) (T : tables) (small : list (position * N)).
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

(* ---- Nodes: the sum of their pieces ---- *)
Notation add_tree := (add_tree T). Notation add_land := (add_land key T smalls). Notation add_lands := (add_lands key T smalls).
Notation after_land := (after_land oracle key T smalls).
Definition pieces (N : node) : list tree := map at_ (ntrees N) ++ (if with_one N then [one] else []).
Definition total (N : node) (gs : list tree) : tree := sum_all (gs ++ pieces N).
Definition witness (N : node) (gs : list tree) : Prop := Forall2 land_tree (nlands N) gs.
Definition depths (gs : list tree) : nat := list_sum (map depth gs).
Definition numbers (N : node) : nat := list_sum (map Pos.to_nat (ntrees N)).
Definition ones (N : node) : nat := if with_one N then 1 else 0.
Definition smaller (N : node) (gs : list tree) (N' : node) (gs' : list tree) : Prop :=
  depths gs < depths gs' \/ (depths gs <= depths gs' /\ (numbers N < numbers N' \/ (numbers N <= numbers N' /\ ones N < ones N'))).
(* A move of N, in one of its pieces, leads to O. *)
Definition leads_to (N : node) (gs : list tree) (c : tree) (O : node) (gs' : list tree) : Prop :=
  witness O gs' /\ equal c (total O gs') /\ smaller O gs' N gs.

Lemma list_sum_perm : forall a b, Permutation a b -> list_sum a = list_sum b.
Proof. intros a b P. unfold list_sum. induction P; simpl; lia. Qed.
Lemma depths_perm : forall a b, Permutation a b -> depths a = depths b.
Proof. intros a b P. now apply list_sum_perm, Permutation_map. Qed.
Lemma depths_cons : forall t l, depths (t :: l) = depth t + depths l. Proof. reflexivity. Qed.

Lemma add_tree_lands : forall i N, nlands (add_tree i N) = nlands N.
Proof. intros i N. unfold MisereCheck.add_tree. destruct (TreeTable.is_nil (kids i)); [reflexivity|]. destruct (split i); reflexivity. Qed.
Lemma add_tree_numbers : forall i N, numbers (add_tree i N) <= Pos.to_nat i + numbers N.
Proof.
  intros i N. unfold MisereCheck.add_tree, numbers. destruct (TreeTable.is_nil (kids i)); [lia|]. destruct (split i) as [g|] eqn:E; cbn [ntrees].
  - apply split_equal in E. destruct E as [_ L]. destruct (TreeTable.is_nil (kids g)); [lia|]. change (list_sum (map Pos.to_nat (g :: ntrees N))) with (Pos.to_nat g + list_sum (map Pos.to_nat (ntrees N))). lia.
  - apply Nat.le_refl.
Qed.
Lemma add_tree_total : forall i N gs, equal (total (add_tree i N) gs) (sum (at_ i) (total N gs)).
Proof.
  intros i N gs. unfold MisereCheck.add_tree. destruct (TreeTable.is_nil (kids i)) eqn:Z; [rewrite (at_none i Z); apply equal_sym, zero_sum|].
  destruct (split i) as [g|] eqn:E.
  - apply split_equal in E. destruct E as [E _]. apply equal_sym. apply (equal_trans _ (sum (sum (at_ g) one) (total N gs))); [now apply equal_sum_l|].
    apply (equal_trans _ (sum (at_ g) (sum one (total N gs)))); [apply same_equal, sum_assoc|].
    set (o := if negb (with_one N) then [one] else []).
    assert (A : equal (sum one (total N gs)) (sum_all (gs ++ map at_ (ntrees N) ++ o))).
    { unfold total, pieces, o. change (sum one (sum_all ?l)) with (sum_all (one :: l)). destruct (with_one N); simpl negb; cbv iota.
      - apply (equal_trans _ (sum_all (one :: one :: gs ++ map at_ (ntrees N)))).
        + apply sum_all_perm. apply perm_skip. rewrite app_assoc. symmetry. apply Permutation_cons_append.
        + rewrite app_nil_r. apply sum_all_ones.
      - apply sum_all_perm. rewrite app_nil_r, app_assoc. apply Permutation_cons_append. }
    apply (equal_trans _ (sum (at_ g) (sum_all (gs ++ map at_ (ntrees N) ++ o)))); [now apply equal_sum_r|].
    unfold total, pieces. cbn [ntrees with_one]. fold o. destruct (TreeTable.is_nil (kids g)) eqn:Zg.
    + rewrite (at_none g Zg). apply zero_sum.
    + apply (sum_all_perm (at_ g :: gs ++ map at_ (ntrees N) ++ o)). apply Permutation_middle.
  - unfold total, pieces. cbn [ntrees with_one map app]. apply equal_sym.
    apply (sum_all_perm (at_ i :: gs ++ map at_ (ntrees N) ++ if with_one N then [one] else [])). apply Permutation_middle.
Qed.

Lemma add_lands_total : forall p gsp N gs, Forall2 land_tree p gsp -> witness N gs ->
  exists gs', witness (add_lands p N) gs' /\ equal (total (add_lands p N) gs') (sum (sum_all gsp) (total N gs)) /\ depths gs' <= depths gsp + depths gs.
Proof.
  intros p gsp N gs F W. induction F as [|L g p gsp Lg F [gs' [W' [E' D']]]]; cbn [MisereCheck.add_lands fold_right].
  - exists gs. split; [exact W|]. split; [apply equal_sym, zero_sum | unfold depths at 2; simpl; lia].
  - change (fold_right add_land N p) with (add_lands p N). rewrite depths_cons. unfold MisereCheck.add_land. destruct (small_id L) as [i|] eqn:S.
    + exists gs'. split; [unfold witness; now rewrite add_tree_lands|]. split; [|lia].
      apply (equal_trans _ (sum (at_ i) (total (add_lands p N) gs'))); [apply add_tree_total|].
      apply (equal_trans _ (sum g (sum (sum_all gsp) (total N gs)))).
      * apply equal_sum; [apply equal_sym, (small_equal L); auto | exact E'].
      * apply equal_sym, same_equal, sum_assoc.
    + exists (g :: gs'). split; [constructor; auto|]. split; [|rewrite depths_cons; lia].
      change (equal (sum g (total (add_lands p N) gs')) (sum (sum g (sum_all gsp)) (total N gs))).
      apply (equal_trans _ (sum g (sum (sum_all gsp) (total N gs)))); [now apply equal_sum_r | apply equal_sym, same_equal, sum_assoc].
Qed.

(* A move in a land. *)
Lemma land_core : forall N L others s O e y a b gr, after_land N others L s = Some O -> means (play L s) e -> plays e y ->
  Forall2 land_tree others gr -> Permutation (a ++ b) gr ->
  exists gs', witness O gs' /\ equal (sum_all ((a ++ y :: b) ++ pieces N)) (total O gs') /\ depths gs' <= depth y + depths gr.
Proof.
  intros N L others s O e y a b gr A M Py F P. unfold MisereCheck.after_land in A. destruct (lands_of (play L s)) as [p|] eqn:Ep; [|discriminate]. injection A as <-.
  destruct (lands_plays _ _ _ Ep M) as [ds [Fm [_ [_ K]]]]. destruct (plays_all p ds Fm) as [gsp [G1 G2]]. assert (Pe := K gsp G1).
  destruct (add_lands_total p gsp (without_land N others) gr G2 F) as [gs' [W' [E' D']]]. exists gs'. split; [exact W'|]. split.
  - apply equal_sym. apply (equal_trans _ _ _ E'). apply (equal_trans _ (sum y (total (without_land N others) gr))).
    + apply equal_sum_l, (plays_equal e); auto.
    + change (equal (sum_all (y :: gr ++ pieces N)) (sum_all ((a ++ y :: b) ++ pieces N))). apply sum_all_perm. rewrite <- P, <- Permutation_middle. reflexivity.
  - pose proof (same_tree_depth _ _ (plays_unique _ _ _ Py Pe)). pose proof (sum_all_depth gsp). unfold depths in *. lia.
Qed.
Lemma land_leads : forall N L others s O gs, Permutation (nlands N) (L :: others) -> shows L s -> allowed s -> after_land N others L s = Some O -> witness N gs ->
  exists c gs', In c (children (total N gs)) /\ leads_to N gs c O gs'.
Proof.
  intros N L others s O gs P Sh Al A W. destruct (Forall2_perm _ _ _ _ _ P gs W) as [gs2 [P2 F2]]. inversion F2 as [|? g ? gr [d [M Pg]] F]; subst.
  destruct (sound_shape L d s M Sh Al) as [e [St Me]]. destruct (plays_inv d g Pg) as [C _]. destruct (C e St) as [y [Iy Py]].
  assert (Ig : In g gs) by (apply (Permutation_in _ (Permutation_sym P2)); now left). apply in_split in Ig. destruct Ig as [a [b ->]].
  assert (Pab : Permutation (a ++ b) gr) by (apply (Permutation_cons_inv (a := g)); rewrite <- P2; apply Permutation_middle).
  destruct (land_core N L others s O e y a b gr A Me Py F Pab) as [gs' [W' [E D]]].
  exists (sum_all ((a ++ y :: b) ++ pieces N)), gs'. split; [|split; [exact W'|split; [exact E|left]]].
  - apply sum_all_child. exists a, g, (b ++ pieces N), y. rewrite <- !app_assoc. auto.
  - rewrite (depths_perm _ _ P2), depths_cons. apply depth_child in Iy. lia.
Qed.
(* A move in a tree, or in the piece `1`. *)
Lemma tree_core : forall N i others c a b gs, ntrees N = a ++ i :: b -> Permutation (a ++ b) others -> In c (kids i) -> witness N gs ->
  leads_to N gs (sum_all (gs ++ (map at_ a ++ at_ c :: map at_ b) ++ if with_one N then [one] else [])) (add_tree c (without_tree N others)) gs.
Proof.
  intros N i others c a b gs E P I W. split; [unfold witness; now rewrite add_tree_lands|]. split.
  - apply equal_sym. apply (equal_trans _ _ _ (add_tree_total _ _ _)).
    apply (sum_all_perm (at_ c :: gs ++ map at_ others ++ if with_one N then [one] else [])). rewrite <- P, map_app.
    rewrite (Permutation_middle gs). apply Permutation_app_head. rewrite <- !app_assoc. simpl. now rewrite <- Permutation_middle.
  - right. split; [auto|]. left. pose proof (add_tree_numbers c (without_tree N others)) as B. apply kids_less in I. unfold numbers in *. cbn [without_tree ntrees] in B.
    rewrite E. rewrite <- (list_sum_perm _ _ (Permutation_map Pos.to_nat P)) in B. rewrite map_app, list_sum_app in B |- *. cbn [map] in *.
    change (list_sum (Pos.to_nat i :: map Pos.to_nat b)) with (Pos.to_nat i + list_sum (map Pos.to_nat b)). lia.
Qed.
Lemma one_core : forall N gs, with_one N = true -> witness N gs -> leads_to N gs (sum_all (gs ++ map at_ (ntrees N) ++ [zero])) (without_one N) gs.
Proof.
  intros N gs E W. split; [exact W|]. split.
  - unfold total, pieces, without_one. cbn [ntrees with_one]. rewrite app_nil_r, app_assoc.
    apply (equal_trans _ (sum_all (zero :: gs ++ map at_ (ntrees N)))); [apply sum_all_perm; symmetry; apply Permutation_cons_append | apply zero_sum].
  - right. split; [auto|]. right. split; [apply Nat.le_refl|]. unfold ones. rewrite E. simpl. lia.
Qed.

Lemma child_tree : forall N gs i c a b, ntrees N = a ++ i :: b -> In c (kids i) ->
  In (sum_all (gs ++ (map at_ a ++ at_ c :: map at_ b) ++ if with_one N then [one] else [])) (children (total N gs)).
Proof.
  intros N gs i c a b E I. apply sum_all_child. exists (gs ++ map at_ a), (at_ i), (map at_ b ++ if with_one N then [one] else []), (at_ c).
  split; [unfold pieces; rewrite E, map_app; cbn [map]; now rewrite <- !app_assoc|]. split; [apply tree_child; eauto|]. now rewrite <- !app_assoc.
Qed.
Lemma child_one : forall N gs, with_one N = true -> In (sum_all (gs ++ map at_ (ntrees N) ++ [zero])) (children (total N gs)).
Proof.
  intros N gs E. apply sum_all_child. exists (gs ++ map at_ (ntrees N)), one, [], zero. unfold pieces. rewrite E, <- !app_assoc. simpl. auto.
Qed.
Lemma other_split : forall A (l : list A) x r, In (x, r) (others_of [] l) -> exists a b, l = a ++ x :: b /\ Permutation (a ++ b) r.
Proof.
  intros A l x r I. apply others_sound in I. cbn [rev app] in I. assert (Ix : In x l) by (apply (Permutation_in _ (Permutation_sym I)); now left).
  apply in_split in Ix. destruct Ix as [a [b ->]]. exists a, b. split; [reflexivity|]. apply (Permutation_cons_inv (a := x)). rewrite <- I. apply Permutation_middle.
Qed.

Definition a_move (N : node) (gs : list tree) (O : node) : Prop := exists c gs', In c (children (total N gs)) /\ leads_to N gs c O gs'.
Lemma tree_leads : forall N gs i r c, In (i, r) (others_of [] (ntrees N)) -> In c (kids i) -> witness N gs -> a_move N gs (add_tree c (without_tree N r)).
Proof.
  intros N gs i r c I Ic W. apply other_split in I. destruct I as [a [b [E P]]]. eexists _, gs. split; [|exact (tree_core N i r c a b gs E P Ic W)].
  now apply (child_tree N gs i).
Qed.
Lemma one_leads : forall N gs, with_one N = true -> witness N gs -> a_move N gs (without_one N).
Proof. intros N gs E W. eexists _, gs. split; [now apply child_one | now apply one_core]. Qed.

Notation play_node := (play_node oracle key T smalls). Notation node_options := (node_options oracle key T smalls).
Lemma play_node_leads : forall N m O gs, play_node N m = Some O -> witness N gs -> a_move N gs O.
Proof.
  intros N m O gs E W. destruct m as [i m|i c|]; cbn [MisereCheck.play_node] in E.
  - destruct (nth_error _ i) as [[L r]|] eqn:X; [|discriminate]. apply nth_error_In, others_sound in X. destruct (shape_of L m) as [s|] eqn:Es; [|discriminate].
    apply shape_of_sound in Es. destruct Es as [Sh Al]. exact (land_leads N L r s O gs X Sh Al E W).
  - destruct (nth_error _ i) as [[t r]|] eqn:X; [|discriminate]. apply nth_error_In in X. destruct (among c (kids t)) eqn:A; [|discriminate].
    injection E as <-. apply among_in in A. now apply (tree_leads N gs t).
  - destruct (with_one N) eqn:Z; [|discriminate]. injection E as <-. now apply one_leads.
Qed.
Lemma options_sound : forall N os O gs, node_options N = Some os -> In O os -> witness N gs -> a_move N gs O.
Proof.
  intros N os O gs E I W. unfold MisereCheck.node_options in E. destruct (forallb sane_b (nlands N)); [|discriminate]. destruct (all_some _) as [l|] eqn:A; [|discriminate].
  injection E as <-. apply all_some_in in A. destruct A as [In_l _]. rewrite !in_app_iff in I. destruct I as [I|[I|I]].
  - apply In_l, in_flat_map in I. destruct I as [[L r] [IL I]]. apply in_map_iff in I. destruct I as [s [Es Is]]. cbn [fst snd] in *.
    destruct (moves_sound L s Is) as [Sh Al]. apply (land_leads N L r s); auto. now apply others_sound in IL.
  - apply in_flat_map in I. destruct I as [[i r] [Ii I]]. apply in_map_iff in I. destruct I as [c [<- Ic]]. now apply (tree_leads N gs i).
  - destruct (with_one N) eqn:Z; [|destruct I]. destruct I as [<-|[]]. now apply one_leads.
Qed.
Lemma options_complete : forall N os c gs, node_options N = Some os -> witness N gs -> In c (children (total N gs)) ->
  exists O gs', In O os /\ leads_to N gs c O gs'.
Proof.
  intros N os c gs E W I. unfold MisereCheck.node_options in E. destruct (forallb sane_b (nlands N)) eqn:Sn; [|discriminate].
  destruct (all_some _) as [l|] eqn:A; [|discriminate]. injection E as <-. apply all_some_in in A. destruct A as [In_l No].
  unfold total in I. apply sum_all_child in I. destruct I as [a [x [b [y [E [Iy ->]]]]]].
  (* in which piece *)
  assert (Cases : (exists b', gs = a ++ x :: b' /\ b = b' ++ pieces N) \/ (exists a', a = gs ++ a' /\ pieces N = a' ++ x :: b)).
  { clear - E. revert a E. induction gs as [|g gs IH]; intros a E; [right; exists a; auto|]. destruct a as [|g' a]; injection E as -> E.
    - left. exists gs. auto.
    - destruct (IH a E) as [[b' [-> ->]]|[a' [-> Ea]]]; [left; exists b' | right; exists a']; auto. }
  destruct Cases as [[b' [-> ->]]|[a' [-> Ea]]].
  - (* a land *)
    apply Forall2_app_inv_r in W. destruct W as [La [Lr [Fa [Fr En]]]]. inversion Fr as [|L ? Lb ? [d [M Pd]] Fb]; subst.
    assert (P : Permutation (nlands N) (L :: La ++ Lb)) by (rewrite En; symmetry; apply Permutation_middle).
    destruct (others_complete _ _ _ _ P) as [r [Ir Pr]]. destruct (Forall2_perm _ _ _ _ _ Pr (a ++ b') (Forall2_app Fa Fb)) as [gr [Pg Fg]].
    destruct (plays_inv d x Pd) as [_ B]. destruct (B y Iy) as [e [St Py]].
    assert (SL : sane L) by (rewrite forallb_forall in Sn; apply sane_b_spec, Sn; rewrite En; apply in_app_iff; right; now left).
    destruct (complete L d e SL M St) as [s [Is Me]].
    assert (J : In (after_land N r L s) (flat_map (fun Lr => map (after_land N (snd Lr) (fst Lr)) (moves (fst Lr))) (others_of [] (nlands N)))).
    { apply in_flat_map. exists (L, r). split; [exact Ir|]. apply in_map_iff. now exists s. }
    destruct (after_land N r L s) as [O|] eqn:EO; [|destruct (No J)]. destruct (land_core N L r s O e y a b' gr EO Me Py Fg Pg) as [gs' [W' [E' D']]].
    exists O, gs'. split; [apply in_app_iff; left; now apply In_l|]. split; [exact W'|]. split; [rewrite <- app_assoc in E'; exact E'|]. left.
    assert (Pd2 : Permutation (a ++ x :: b') (x :: gr)) by (rewrite <- Permutation_middle, Pg; reflexivity).
    rewrite (depths_perm _ _ Pd2), depths_cons. apply depth_child in Iy. lia.
  - unfold pieces in Ea.
    assert (Cases : (exists ia i ib, ntrees N = ia ++ i :: ib /\ a' = map at_ ia /\ x = at_ i /\ b = map at_ ib ++ if with_one N then [one] else []) \/
                    (with_one N = true /\ a' = map at_ (ntrees N) /\ x = one /\ b = [])).
    { clear - Ea. revert a' Ea. induction (ntrees N) as [|i is IH]; intros a' Ea; cbn [map app] in Ea.
      - destruct (with_one N); [|destruct a'; discriminate]. right. destruct a' as [|u [|]]; try discriminate; injection Ea as <- <-; auto.
      - destruct a' as [|u a']; injection Ea as <- Ea; [left; exists [], i, is; auto|].
        destruct (IH a' Ea) as [[ia [j [ib [-> [-> [-> ->]]]]]]|[Z [-> [-> ->]]]]; [left; exists (i :: ia), j, ib; auto | right; auto]. }
    destruct Cases as [[ia [i [ib [En [-> [-> ->]]]]]]|[Z [-> [-> ->]]]].
    + apply tree_child in Iy. destruct Iy as [k [Ik ->]].
      assert (P : Permutation (ntrees N) (i :: ia ++ ib)) by (rewrite En; symmetry; apply Permutation_middle).
      destruct (others_complete _ _ _ _ P) as [r [Ir Pr]]. exists (add_tree k (without_tree N r)), gs. split.
      * apply in_app_iff. right. apply in_app_iff. left. apply in_flat_map. exists (i, r). split; [exact Ir|]. apply in_map_iff. now exists k.
      * pose proof (tree_core N i r k ia ib gs En Pr Ik W) as H. rewrite <- !app_assoc in *. exact H.
    + destruct Iy as [<-|[]]. exists (without_one N), gs. split; [apply in_app_iff; right; apply in_app_iff; right; rewrite Z; now left|].
      pose proof (one_core N gs Z W) as H. rewrite <- app_assoc. exact H.
Qed.

(* ---- Closed nodes ---- *)
Notation closed := (closed T).
Lemma nim_all : forall ks, nim ks = sum_all (map heap ks). Proof. induction ks as [|k ks IH]; [reflexivity|]. simpl. now rewrite <- IH. Qed.
Lemma sizes_equal : forall ts ks, all_some (map size ts) = Some ks -> Forall2 equal (map at_ ts) (map heap ks).
Proof.
  induction ts as [|i ts IH]; intros ks E; cbn [map all_some] in E; [injection E as <-; constructor|]. destruct (size i) as [k|] eqn:Ei; [|discriminate].
  destruct (all_some (map size ts)) as [r|]; [|discriminate]. injection E as <-. constructor; [now apply size_equal | now apply IH].
Qed.
Lemma closed_true : forall N w gs, closed N = Some w -> witness N gs -> wins (total N gs) = w.
Proof.
  intros N w gs C W. unfold MisereCheck.closed in C. unfold witness in W. destruct (nlands N); [|discriminate]. inversion W; subst. unfold total, pieces. cbn [app].
  destruct (ntrees N) as [|i [|j ts]] eqn:En.
  - injection C as <-. destruct (with_one N); reflexivity.
  - injection C as <-. cbn [map app]. destruct (with_one N).
    + rewrite <- (outcome_one_true _ _ _ T_outcomes i). apply equal_wins. apply (equal_sum_r (sum one zero)), same_equal, sum_zero.
    + rewrite <- (outcome_true _ _ _ T_outcomes i). apply equal_wins, same_equal, sum_zero.
  - destruct (all_some _) as [ks|] eqn:A; [|discriminate]. injection C as <-. apply sizes_equal in A. rewrite <- bouton, nim_all. destruct (with_one N).
    + apply equal_wins. apply (equal_trans _ (sum_all (one :: map at_ (i :: j :: ts)))); [apply sum_all_perm; symmetry; apply Permutation_cons_append|].
      apply (sum_all_equal (one :: map at_ (i :: j :: ts)) (map heap (1 :: ks))). constructor; [apply equal_refl | exact A].
    + rewrite app_nil_r. apply equal_wins. now apply sum_all_equal.
Qed.

(* ---- The same node, with pieces in another order ---- *)
Lemma drop_perm : forall A (eq : A -> A -> bool), (forall a b, eq a b = true -> a = b) -> forall a l r, drop eq a l = Some r -> Permutation l (a :: r).
Proof.
  intros A eq Eq a. induction l as [|b l IH]; intros r E; cbn [drop] in E; [discriminate|]. destruct (eq a b) eqn:B.
  - injection E as <-. apply Eq in B. now subst.
  - destruct (drop eq a l) as [q|]; [|discriminate]. injection E as <-. rewrite (IH q eq_refl). apply perm_swap.
Qed.
Lemma shuffled_perm : forall A (eq : A -> A -> bool), (forall a b, eq a b = true -> a = b) -> forall l k, shuffled eq l k = true -> Permutation l k.
Proof.
  intros A eq Eq. induction l as [|a l IH]; intros k H; cbn [shuffled] in H; [destruct k; [auto | discriminate]|].
  destruct (drop eq a k) as [r|] eqn:D; [|discriminate]. rewrite (drop_perm A eq Eq a k r D). apply perm_skip, IH, H.
Qed.
Lemma node_eq_same : forall N O gs, node_eq N O = true -> witness N gs ->
  exists gs', witness O gs' /\ equal (total N gs) (total O gs') /\ depths gs' = depths gs /\ numbers O = numbers N /\ ones O = ones N.
Proof.
  intros N O gs E W. unfold node_eq in E. rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3]. apply eqb_prop in E1.
  apply (shuffled_perm _ _ (fun a b => proj1 (Pos.eqb_eq a b))) in E2. apply (shuffled_perm _ _ (fun a b => proj1 (position_eq_spec a b))) in E3.
  destruct (Forall2_perm _ _ _ _ _ E3 gs W) as [gs' [P F]]. exists gs'. split; [exact F|]. split; [|split; [|split]].
  - apply sum_all_perm. unfold pieces. now rewrite P, E1, E2.
  - apply depths_perm. now symmetry.
  - unfold numbers. apply list_sum_perm. now rewrite E2.
  - unfold ones. now rewrite E1.
Qed.

(* ---- Nodes in tables ---- *)
Notation node_table_of := (node_table_of node_key). Notation node_bucket := (node_bucket node_key). Notation enter_node := (enter_node node_key).
Definition stands_for (l : list node) (N : node) : Prop := exists O, In O l /\ (N = O \/ node_eq N O = true).
Definition tabled (t : node_table) (l : list node) : Prop := forall M O, In O (node_bucket t M) -> In O l.
Lemma tabled_enter : forall t l N, tabled t l -> tabled (enter_node t N) (N :: l).
Proof.
  intros t l N H M O. unfold MisereCheck.enter_node, MisereCheck.node_bucket at 1. destruct (Pos.eq_dec (node_key N) (node_key M)) as [E|E].
  - rewrite <- E, PM.gss. intros [<-|I]; [now left | right; now apply (H N)].
  - rewrite PM.gso by auto. intro I. right. now apply (H M).
Qed.
Lemma tabled_incl : forall t l k, incl l k -> tabled t l -> tabled t k.
Proof. intros t l k I H M O B. apply I, (H M O B). Qed.
Lemma tabled_empty : tabled (PM.empty _) [].
Proof. intros M O. unfold MisereCheck.node_bucket. now rewrite PM.gempty. Qed.
Lemma table_of_tabled : forall ns, tabled (node_table_of ns) ns.
Proof.
  assert (B : forall ns t l, tabled t l -> tabled (fold_left enter_node ns t) (rev ns ++ l)).
  { induction ns as [|N ns IH]; intros t l H; [exact H|]. simpl. rewrite <- app_assoc. apply (IH _ (N :: l)). now apply tabled_enter. }
  intro ns. apply (tabled_incl _ (rev ns ++ [])); [|apply B, tabled_empty]. intros N I. rewrite app_nil_r in I. now apply in_rev.
Qed.
Lemma node_in_stands : forall t l N, tabled t l -> node_in node_key t N = true -> stands_for l N.
Proof. intros t l N H I. apply existsb_exists in I. destruct I as [O [B E]]. exists O. split; [now apply (H N) | now right]. Qed.

(* ---- Listed nodes are lost ---- *)
Variables (listed met : list node).
Notation lost := (node_table_of listed).
Notation known_lost := (known_lost node_key T lost). Notation replied := (replied oracle key node_key T smalls lost).
(* What is known of a node that has to be won. *)
Definition to_be_won (l : list node) (O : node) : Prop := closed O = Some true \/ stands_for l O.
Definition node_valid (l : list node) (N : node) : Prop := exists os, node_options N = Some os /\ os <> [] /\ Forall (to_be_won l) os.
Hypothesis listed_valid : forall N, In N listed -> node_valid met N.
Hypothesis met_replied : forall O, In O met -> exists m, replied O m = true.

Lemma stands_same : forall l N gs, stands_for l N -> witness N gs ->
  exists O gs', In O l /\ witness O gs' /\ equal (total N gs) (total O gs') /\ depths gs' = depths gs /\ numbers O = numbers N /\ ones O = ones N.
Proof.
  intros l N gs [O [I [<-|E]]] W; [exists N, gs; auto 7|]. destruct (node_eq_same N O gs E W) as [gs' H]. exists O, gs'. auto.
Qed.
Lemma smaller_trans : forall N gs O gs' P gs'', smaller N gs O gs' -> smaller O gs' P gs'' -> smaller N gs P gs''.
Proof. unfold smaller. intros. lia. Qed.
Lemma smaller_ind : forall Q : node -> list tree -> Prop, (forall N gs, (forall O gs', smaller O gs' N gs -> Q O gs') -> Q N gs) -> forall N gs, Q N gs.
Proof.
  intros Q H. assert (A : forall a b c N gs, depths gs = a -> numbers N = b -> ones N = c -> Q N gs).
  { induction a as [a IHa] using (well_founded_induction lt_wf). induction b as [b IHb] using (well_founded_induction lt_wf).
    induction c as [c IHc] using (well_founded_induction lt_wf). intros N gs <- <- <-. apply H. intros O gs' S.
    destruct (Nat.lt_trichotomy (depths gs') (depths gs)) as [L|[L|L]]; [now apply (IHa (depths gs') L (numbers O) (ones O)) | | unfold smaller in S; lia].
    destruct (Nat.lt_trichotomy (numbers O) (numbers N)) as [M|[M|M]]; [now apply (IHb (numbers O) M (ones O)) | | unfold smaller in S; lia].
    apply (IHc (ones O)); auto. unfold smaller in S. lia. }
  intros N gs. now apply (A (depths gs) (numbers N) (ones N)).
Qed.

Definition true_below (N : node) (gs : list tree) : Prop :=
  forall O gs', smaller O gs' N gs -> In O listed -> witness O gs' -> wins (total O gs') = false.
Lemma known_lost_true : forall N gs, (forall O gs', In O listed -> witness O gs' -> depths gs' = depths gs -> numbers O = numbers N -> ones O = ones N ->
  wins (total O gs') = false) -> known_lost N = true -> witness N gs -> wins (total N gs) = false.
Proof.
  intros N gs H K W. unfold MisereCheck.known_lost in K. destruct (closed N) as [w|] eqn:C; [rewrite (closed_true N w gs C W); now destruct w|].
  apply (node_in_stands _ listed) in K; [|apply table_of_tabled]. destruct (stands_same _ N gs K W) as [O [gs' [I [W' [E' [D1 [D2 D3]]]]]]].
  rewrite (equal_wins _ _ E'). auto.
Qed.
Lemma to_be_won_true : forall N gs, true_below N gs -> to_be_won met N -> witness N gs -> wins (total N gs) = true.
Proof.
  intros N gs B [C|K] W; [now apply closed_true|]. destruct (stands_same _ N gs K W) as [O [gs' [I [W' [E [D1 [D2 D3]]]]]]]. rewrite (equal_wins _ _ E).
  destruct (met_replied O I) as [[m|] R]; [|discriminate]. cbn [MisereCheck.replied] in R. destruct (play_node O m) as [P|] eqn:EP; [|discriminate].
  destruct (play_node_leads O m P gs' EP W') as [c [gs2 [Ic [W2 [Ec S]]]]]. apply wins_true. right. exists c. split; [exact Ic|].
  rewrite (equal_wins _ _ Ec). apply known_lost_true; auto. intros Q gs3 I3 W3 D4 D5 D6. apply B; auto. unfold smaller in *. lia.
Qed.
Theorem listed_lost : forall N gs, In N listed -> witness N gs -> wins (total N gs) = false.
Proof.
  apply (smaller_ind (fun N gs => In N listed -> witness N gs -> wins (total N gs) = false)). intros N gs IH I W.
  destruct (listed_valid N I) as [os [E [Z V]]]. rewrite Forall_forall in V. apply wins_false. split.
  - destruct os as [|o os]; [now destruct Z|]. destruct (options_sound N _ o gs E (or_introl eq_refl) W) as [c [gs' [Ic _]]]. intro Y. rewrite Y in Ic. destruct Ic.
  - intros c Ic. destruct (options_complete N _ c gs E W Ic) as [O [gs' [IO [W' [Ec S]]]]]. rewrite (equal_wins _ _ Ec).
    apply to_be_won_true; auto. intros P gs2 S2 IP WP. apply IH; auto. now apply (smaller_trans P gs2 O gs').
Qed.

(* ---- The statement ---- *)
Lemma start_worth : forall P p d, lands_of P = Some p -> means P d ->
  exists gs, let N := add_lands p {| nlands := []; ntrees := []; with_one := false |} in witness N gs /\ worth d (total N gs).
Proof.
  intros P p d E M. destruct (lands_plays _ _ _ E M) as [ds [Fm [_ [_ K]]]]. destruct (plays_all p ds Fm) as [gsp [G1 G2]].
  destruct (add_lands_total p gsp {| nlands := []; ntrees := []; with_one := false |} [] G2) as [gs [W [Et _]]]; [constructor|].
  exists gs. split; [exact W|]. exists (sum_all gsp). split; [now apply K|]. apply equal_sym. apply (equal_trans _ _ _ Et). apply same_equal, sum_zero.
Qed.
Definition result_valid (P : position) (win : bool) : Prop := exists p, lands_of P = Some p /\
  let N := add_lands p {| nlands := []; ntrees := []; with_one := false |} in if win then to_be_won met N else known_lost N = true.
Theorem result_true : forall P win d, result_valid P win -> means P d -> if win then won_misere d else lost_misere d.
Proof.
  intros P win d [p [E V]] M. destruct (start_worth P p d E M) as [gs [W X]]. apply worth_outcome in X. destruct X as [X1 X2]. destruct win.
  - apply X1, to_be_won_true; auto. intros O gs' _. apply listed_lost.
  - apply X2, known_lost_true; auto. intros O gs' I WO _ _ _. now apply listed_lost.
Qed.
End Sound.

(* ---- The loops of the checker ---- *)
Section Loops.
Variables (oracle : position -> list choice) (key : position -> positive) (node_key : node -> positive) (T : tables) (small : list (position * N)) (lost : node_table).
Notation smalls := (table_of key small).
Notation tabled := (tabled node_key).
Definition grows (r r' : asked) : Prop := tabled (fst r') (snd r') /\ incl (snd r) (snd r').
Lemma collect_spec : forall A (f : asked -> A -> option asked) (good : list node -> A -> Prop),
  (forall a b x, incl a b -> good a x -> good b x) ->
  (forall r x r', f r x = Some r' -> tabled (fst r) (snd r) -> grows r r' /\ good (snd r') x) ->
  forall l r r', collect f r l = Some r' -> tabled (fst r) (snd r) -> grows r r' /\ Forall (good (snd r')) l.
Proof.
  intros A f good Up F. induction l as [|x l IH]; intros r r' E H; cbn [collect] in E; [injection E as <-; split; [split; [exact H | apply incl_refl] | constructor]|].
  destruct (f r x) as [r1|] eqn:E1; [|discriminate]. destruct (F _ _ _ E1 H) as [[G1 I1] V1]. destruct (IH _ _ E G1) as [[G2 I2] V2].
  split; [split; [exact G2 | now apply incl_tran with (snd r1)]|]. constructor; [now apply (Up (snd r1)) | exact V2].
Qed.
Lemma stands_incl : forall a b N, incl a b -> stands_for a N -> stands_for b N.
Proof. intros a b N I [O [J E]]. exists O. auto. Qed.
Lemma to_be_won_incl : forall a b N, incl a b -> to_be_won T a N -> to_be_won T b N.
Proof. intros a b N I [C|S]; [now left | right; now apply (stands_incl a)]. Qed.
Lemma won_ok_spec : forall r O r', won_ok node_key T lost r O = Some r' -> tabled (fst r) (snd r) -> grows r r' /\ to_be_won T (snd r') O.
Proof.
  intros r O r' E H. unfold won_ok in E. destruct (closed T O) as [[|]|] eqn:C; [|discriminate|].
  - injection E as <-. split; [split; [exact H | apply incl_refl] | now left].
  - destruct (node_in node_key lost O); [discriminate|]. injection E as <-. unfold ask. destruct (node_in node_key (fst r) O) eqn:M.
    + split; [split; [exact H | apply incl_refl]|]. right. now apply (node_in_stands node_key (fst r)).
    + split; [split; [now apply tabled_enter | intros N I; now right]|]. right. exists O. split; [now left | now left].
Qed.
Lemma lost_ok_spec : forall r N r', lost_ok oracle key node_key T smalls lost r N = Some r' -> tabled (fst r) (snd r) ->
  grows r r' /\ node_valid oracle key T small (snd r') N.
Proof.
  intros r N r' E H. unfold lost_ok in E. destruct (node_options oracle key T smalls N) as [[|o os]|] eqn:Eo; try discriminate.
  destruct (collect_spec _ _ (to_be_won T) to_be_won_incl won_ok_spec _ _ _ E H) as [G V]. split; [exact G|]. exists (o :: os). split; [exact Eo|]. split; [discriminate | exact V].
Qed.
Lemma node_valid_incl : forall a b N, incl a b -> node_valid oracle key T small a N -> node_valid oracle key T small b N.
Proof. intros a b N I [os [E [Z V]]]. exists os. split; [exact E|]. split; [exact Z|]. apply (Forall_impl _ (fun O => to_be_won_incl a b O I) V). Qed.
End Loops.
Lemma result_ok_spec : forall oracle key node_key T small listed r s r',
  result_ok oracle key node_key T (table_of key small) (node_table_of node_key listed) r s = Some r' -> tabled node_key (fst r) (snd r) ->
  grows node_key r r' /\ result_valid oracle key node_key T small listed (snd r') (fst s) (snd s).
Proof.
  intros oracle key node_key T small listed r [P win] r' E H. unfold result_ok in E. cbn [fst snd] in *. destruct (lands_of oracle P) as [p|] eqn:L; [|discriminate].
  destruct win.
  - destruct (won_ok_spec _ _ _ _ _ _ E H) as [G V]. split; [exact G|]. exists p. auto.
  - destruct (known_lost _ _ _ _) eqn:K; [|discriminate]. injection E as <-. split; [split; [exact H | apply incl_refl]|]. exists p. auto.
Qed.
Lemma result_valid_incl : forall oracle key node_key T small listed a b s, incl a b ->
  result_valid oracle key node_key T small listed a (fst s) (snd s) -> result_valid oracle key node_key T small listed b (fst s) (snd s).
Proof. intros oracle key node_key T small listed a b [P win] I [p [E V]]. exists p. split; [exact E|]. destruct win; [now apply (to_be_won_incl T a) | exact V]. Qed.

(* What the checker accepts about a position in misère play is true of the drawings it stands for. *)
Definition holds_misere (win : bool) (d : drawing) : Prop := if win then won_misere d else lost_misere d.
Theorem check_misere_true : forall oracle key node_key T small listed answer results, check_misere oracle key node_key T small listed answer results = true ->
  forall P win d, In (P, win) results -> means P d -> holds_misere win d.
Proof.
  intros oracle key node_key T small listed answer results C P win d I M. unfold check_misere in C. rewrite !andb_true_iff in C. destruct C as [[C1 C2] C].
  destruct (collect _ _ listed) as [r1|] eqn:E1; [|discriminate]. destruct (collect _ r1 results) as [r2|] eqn:E2; [|discriminate].
  destruct (collect_spec node_key _ _ _ (node_valid_incl oracle key T small) (lost_ok_spec oracle key node_key T small _) _ _ _ E1 (tabled_empty node_key)) as [[G1 I1] V1].
  destruct (collect_spec node_key _ _ _ (result_valid_incl oracle key node_key T small listed) (result_ok_spec oracle key node_key T small listed) _ _ _ E2 G1) as [[G2 I2] V2].
  rewrite Forall_forall in V1, V2. apply (result_true oracle key node_key T small C1 C2 listed (snd r2)) with P; [| | exact (V2 _ I) | exact M].
  - intros N J. apply (node_valid_incl oracle key T small (snd r1)); auto.
  - clear - C. revert C. generalize (answer (snd r2)). induction (snd r2) as [|N0 Ns IH]; intros ms C N J; [destruct J|]. destruct ms as [|m ms]; [discriminate|].
    cbn [all_replied] in C. apply andb_prop in C. destruct C as [C1 C2]. destruct J as [<-|J]; [eauto | now apply (IH ms)].
Qed.
Theorem check_misere_sound : forall oracle key node_key T small listed answer results n win,
  check_misere oracle key node_key T small listed answer results = true -> In (start_position n, win) results -> holds_misere win (start n).
Proof.
  intros oracle key node_key T small listed answer results n win C I. apply (check_misere_true _ _ _ _ _ _ _ _ C _ _ _ I). apply denotes_means, start_denotes.
Qed.
Print Assumptions check_misere_sound.
