(* Nodes are the sums of their pieces: their moves, those whose outcome needs no claim, and those that are equal. FORMAT.md section 12: "In a
   node one moves in one piece." *)
From Coq Require Import List Arith Lia Permutation Bool PArith NArith FMapPositive.
From Sproof Require Import Drawn Same Nimber Lives Sum Tokens Play Moves Means Options Values Lands Canon Places Check Sound.
From Sproof Require Import Trees Heaps TreeTable Misere MisereCheck MisereTables.
Import ListNotations.

Section Nodes.
Variables (oracle : position -> list choice) (key : position -> positive) (T : tables) (small : list (position * N)).
Notation smalls := (table_of key small).
Hypothesis T_ok : tables_ok T = true.
Hypothesis small_checked : forallb (small_ok oracle key T smalls) small = true.
Notation kids := (TreeTable.kids (bound T) (childs T)). Notation outcome := (TreeTable.outcome (bound T) (outcomes T)).
Notation plus := (TreeTable.plus (sums T)). Notation reduces := (TreeTable.reduces (bound T) (childs T) (outcomes T)).
Notation at_ := (tree_at (bound T) (childs T)).
Notation small_id := (small_id key smalls). Notation lands_of := (lands_of oracle). Notation split := (split T). Notation size := (size T).
Notation lands_plays := (lands_plays oracle). Notation at_none := (at_none T). Notation split_equal := (split_equal T T_ok).
Notation T_outcomes := (T_outcomes T T_ok). Notation at_one := (at_one T T_ok). Notation size_equal := (size_equal T T_ok). Notation small_equal := (small_equal oracle key T small T_ok small_checked).

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
End Nodes.
