(* Nim in misère play. FORMAT.md section 12: "a node without lands, all of whose trees are heaps (of 2 or more): WIN exactly when the
   exclusive or of their sizes, and of 1 if there is a piece `1`, is not 0." "A sum of heaps is Bouton's game of Nim." *)
From Coq Require Import NArith List Arith Lia Bool.
From Sproof Require Import Xor Trees.
Import ListNotations.

(* "The tree with children 0, 1, …, k − 1 is the heap k." *)
Fixpoint heaps (k : nat) : list tree := match k with O => [] | S k => heaps k ++ [Tree (heaps k)] end.
Definition heap (k : nat) : tree := Tree (heaps k).
Lemma heap_child : forall k x, In x (children (heap k)) <-> exists j, j < k /\ x = heap j.
Proof.
  intros k x. simpl. induction k as [|k IH]; simpl; [split; [intros [] | intros [j [L _]]; lia]|]. rewrite in_app_iff, IH. simpl. split.
  - intros [[j [L ->]]|[<-|[]]]; [exists j | exists k]; split; auto.
  - intros [j [L ->]]. destruct (Nat.eq_dec j k) as [->|]; [auto|]. left. exists j. split; [lia | reflexivity].
Qed.

Definition nim (l : list nat) : tree := fold_right (fun k t => sum (heap k) t) zero l.
Lemma nim_child : forall l x, In x (children (nim l)) <-> exists a k b j, l = a ++ k :: b /\ j < k /\ x = nim (a ++ j :: b).
Proof.
  induction l as [|n l IH]; intro x.
  - simpl. split; [intros [] | intros [[|] [k [b [j [E _]]]]]; discriminate].
  - change (nim (n :: l)) with (sum (heap n) (nim l)). rewrite sum_child. split.
    + intros [[y [I ->]]|[y [I ->]]].
      * apply heap_child in I. destruct I as [j [L ->]]. exists [], n, l, j. auto.
      * apply IH in I. destruct I as [a [k [b [j [-> [L ->]]]]]]. exists (n :: a), k, b, j. auto.
    + intros [[|m a] [k [b [j [E [L ->]]]]]]; injection E as -> ->.
      * left. exists (heap j). split; [apply heap_child; eauto | reflexivity].
      * right. exists (nim (a ++ j :: b)). split; [apply IH; eauto 8 | reflexivity].
Qed.

Definition xor (l : list nat) : N := fold_right (fun k s => N.lxor (N.of_nat k) s) 0%N l.
Definition ones (l : list nat) : bool := forallb (fun k => k <=? 1) l.
(* Lost: with a heap of 2 or more, if the exclusive or is 0; else if there is an odd number of heaps 1. *)
Definition loses (l : list nat) : bool := if ones l then Nat.odd (list_sum l) else (xor l =? 0)%N.

Lemma odd_one : forall n, Nat.odd (1 + n) = negb (Nat.odd n).
Proof. intro n. change (1 + n) with (S n). now rewrite Nat.odd_succ, <- Nat.negb_odd. Qed.
Lemma xor_app : forall a b, xor (a ++ b) = N.lxor (xor a) (xor b).
Proof. induction a as [|k a IH]; intro b; [reflexivity|]. simpl. now rewrite IH, N.lxor_assoc. Qed.
Lemma xor_ones : forall l, ones l = true -> xor l = if Nat.odd (list_sum l) then 1%N else 0%N.
Proof.
  induction l as [|k l IH]; intro H; [reflexivity|]. simpl in H. apply andb_prop in H. destruct H as [K H]. apply Nat.leb_le in K.
  specialize (IH H). change (list_sum (k :: l)) with (k + list_sum l). change (xor (k :: l)) with (N.lxor (N.of_nat k) (xor l)). rewrite IH.
  destruct k as [|[|k]]; [simpl; now rewrite ?N.lxor_0_l | | lia]. rewrite odd_one.
  destruct (Nat.odd (list_sum l)); reflexivity.
Qed.
Lemma ones_app : forall a b, ones (a ++ b) = ones a && ones b.
Proof. intros. apply forallb_app. Qed.
Lemma ones_mid : forall a k b, ones (a ++ k :: b) = (k <=? 1) && ones (a ++ b).
Proof. intros. rewrite !ones_app. simpl. destruct (ones a), (k <=? 1); reflexivity. Qed.
Lemma sum_mid : forall a k b, list_sum (a ++ k :: b) = k + list_sum (a ++ b).
Proof. intros. rewrite !list_sum_app. simpl. lia. Qed.
Lemma xor_mid : forall a k b, xor (a ++ k :: b) = N.lxor (N.of_nat k) (xor (a ++ b)).
Proof. intros. rewrite !xor_app. simpl. rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm. Qed.

(* Any smaller number can be left. *)
Lemma xor_less : forall l i, (i < xor l)%N -> exists a k b j, l = a ++ k :: b /\ j < k /\ xor (a ++ j :: b) = i.
Proof.
  induction l as [|n l IH]; intros i L; [simpl in L; lia|]. simpl in L. destruct (lxor_less _ _ _ L) as [[x [Lx E]]|[x [Lx E]]].
  - exists [], n, l, (N.to_nat x). split; [reflexivity|]. split; [lia|]. simpl. now rewrite N2Nat.id.
  - destruct (IH x Lx) as [a [k [b [j [-> [Lj Ex]]]]]]. exists (n :: a), k, b, j. split; [reflexivity|]. split; [exact Lj|].
    simpl. now rewrite Ex.
Qed.
Lemma all_zero : forall l, ones l = true -> list_sum l = 0 \/ exists a b, l = a ++ 1 :: b.
Proof.
  induction l as [|k l IH]; intro H; [now left|]. simpl in H. apply andb_prop in H. destruct H as [K H]. apply Nat.leb_le in K.
  destruct k as [|[|k]]; [|right; exists [], l; reflexivity | lia]. destruct (IH H) as [E|[a [b ->]]]; [left; exact E | right; exists (0 :: a), b; reflexivity].
Qed.
Lemma some_big : forall l, ones l = false -> exists a k b, l = a ++ k :: b /\ 2 <= k.
Proof.
  induction l as [|k l IH]; intro H; [discriminate|]. simpl in H. apply andb_false_iff in H. destruct H as [K|H].
  - apply Nat.leb_gt in K. exists [], k, l. split; [reflexivity | lia].
  - destruct (IH H) as [a [m [b [-> L]]]]. exists (k :: a), m, b. auto.
Qed.

(* From a lost position every move leads to one that is not. *)
Lemma loses_moves : forall a k b j, loses (a ++ k :: b) = true -> j < k -> loses (a ++ j :: b) = false.
Proof.
  intros a k b j H L. unfold loses in *. rewrite ones_mid in *. destruct (Nat.leb_spec k 1) as [K|K]; simpl in H.
  - assert (k = 1 /\ j = 0) as [-> ->] by lia. simpl. destruct (ones (a ++ b)).
    + rewrite sum_mid in *. simpl. rewrite odd_one in H. now destruct (Nat.odd (list_sum (a ++ b))).
    + apply N.eqb_eq in H. rewrite xor_mid in *. apply N.eqb_neq. intro E. rewrite <- E in H. apply lxor_cancel_r in H. discriminate.
  - apply N.eqb_eq in H. rewrite xor_mid in *. destruct ((j <=? 1) && ones (a ++ b)) eqn:O.
    + apply andb_prop in O. destruct O as [_ O]. rewrite (xor_ones _ O) in H. apply N.lxor_eq in H. destruct (Nat.odd (list_sum (a ++ b))); lia.
    + apply N.eqb_neq. intro E. rewrite <- E in H. apply lxor_cancel_r in H. lia.
Qed.
(* From any other, unless all heaps are empty, some move leads to a lost one. *)
Lemma wins_move : forall l, loses l = false -> (forall k, In k l -> k = 0) \/ exists a k b j, l = a ++ k :: b /\ j < k /\ loses (a ++ j :: b) = true.
Proof.
  intros l H. unfold loses in H. destruct (ones l) eqn:O.
  - destruct (all_zero l O) as [E|[a [b ->]]].
    + left. clear H O. induction l as [|k l IH]; intros n I; [destruct I|]. change (list_sum (k :: l)) with (k + list_sum l) in E.
      destruct I as [->|I]; [lia | apply IH; auto; lia].
    + right. exists a, 1, b, 0. split; [reflexivity|]. split; [lia|]. unfold loses. rewrite ones_mid in *. simpl in *. rewrite O, sum_mid in *.
      rewrite odd_one in H. now destruct (Nat.odd (list_sum (a ++ b))) eqn:Q; simpl; rewrite ?Q.
  - right. apply N.eqb_neq in H. destruct (xor_less l 0) as [a [k [b [j [-> [L E]]]]]]; [lia|].
    destruct (ones (a ++ j :: b)) eqn:O'.
    + rewrite ones_mid in *. apply andb_prop in O'. destruct O' as [J O']. rewrite O', andb_true_r in O. apply Nat.leb_gt in O.
      destruct (Nat.odd (list_sum (a ++ b))) eqn:Q.
      * exists a, k, b, 0. split; [reflexivity|]. split; [lia|]. unfold loses. now rewrite ones_mid, O', sum_mid.
      * exists a, k, b, 1. split; [reflexivity|]. split; [lia|]. unfold loses. now rewrite ones_mid, O', sum_mid, odd_one, Q.
    + exists a, k, b, j. split; [reflexivity|]. split; [exact L|]. unfold loses. rewrite O'. now apply N.eqb_eq.
Qed.

Theorem bouton : forall l, wins (nim l) = negb (loses l).
Proof.
  intro l. remember (list_sum l) as m eqn:E. revert l E. induction m as [m IH] using (well_founded_induction lt_wf). intros l ->.
  assert (Down : forall a k b j, l = a ++ k :: b -> j < k -> wins (nim (a ++ j :: b)) = negb (loses (a ++ j :: b))).
  { intros a k b j -> L. apply (IH (list_sum (a ++ j :: b))); [rewrite !sum_mid; lia | reflexivity]. }
  destruct (loses l) eqn:H; simpl.
  - apply wins_false. split.
    + assert (N : exists a k b, l = a ++ k :: b /\ 1 <= k).
      { unfold loses in H. destruct (ones l) eqn:O.
        - destruct (all_zero l O) as [Z|[a [b ->]]]; [rewrite Z in H; discriminate | exists a, 1, b; auto].
        - destruct (some_big l O) as [a [k [b [-> L]]]]. exists a, k, b. split; [reflexivity | lia]. }
      destruct N as [a [k [b [-> L]]]]. intro Z.
      assert (I : In (nim (a ++ 0 :: b)) (children (nim (a ++ k :: b)))) by (apply nim_child; exists a, k, b, 0; auto).
      rewrite Z in I. destruct I.
    + intros c I. apply nim_child in I. destruct I as [a [k [b [j [-> [L ->]]]]]]. rewrite (Down a k b j) by auto.
      now rewrite (loses_moves a k b j H L).
  - apply wins_true. destruct (wins_move l H) as [Z|[a [k [b [j [-> [L K]]]]]]].
    + left. destruct (children (nim l)) as [|c cs] eqn:C; [reflexivity|]. exfalso.
      assert (I : In c (children (nim l))) by (rewrite C; now left). apply nim_child in I. destruct I as [a [k [b [j [-> [L _]]]]]].
      assert (k = 0) by (apply Z, in_app_iff; right; now left). lia.
    + right. exists (nim (a ++ j :: b)). split; [apply nim_child; eauto 8|]. rewrite (Down a k b j) by auto. now rewrite K.
Qed.
