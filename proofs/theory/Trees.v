(* Misère play of sums of games, and reduction of trees. FORMAT.md section 11: "A tree G is a reducer of a tree H if every child of G is a
   child of H, G is not H, every child of H that is not a child of G has G among its own children, and, only where G is 0, the outcome
   of H is WIN. H and its reducer can replace each other in every misère sum." (Conway; Lemoine and Viennot.)
   Trees are lists of children here; order and repetition mean nothing (`same_tree`). *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.

Inductive tree := Tree (children : list tree).
Definition children (t : tree) : list tree := match t with Tree l => l end.
Definition zero : tree := Tree [].
Definition one : tree := Tree [zero].

Fixpoint tree_ind' (Q : tree -> Prop) (H : forall t, (forall c, In c (children t) -> Q c) -> Q t) (t : tree) : Q t.
Proof.
  apply H. destruct t as [l]. simpl. induction l as [|a l IH]; intros c I; [destruct I|].
  destruct I as [<-|I]; [now apply tree_ind' | now apply IH].
Defined.

(* "The outcome of a tree: WIN if it has no children or a child with the outcome LOSS; else LOSS." *)
Fixpoint wins (t : tree) : bool := match t with Tree [] => true | Tree l => existsb (fun c => negb (wins c)) l end.
Lemma wins_true : forall t, wins t = true <-> children t = [] \/ exists c, In c (children t) /\ wins c = false.
Proof.
  intros [[|a l]]; simpl children; [simpl; split; auto|].
  change (wins (Tree (a :: l))) with (existsb (fun c => negb (wins c)) (a :: l)). rewrite existsb_exists. split.
  - intros [c [I E]]. right. exists c. split; [exact I | now destruct (wins c)].
  - intros [E|[c [I E]]]; [discriminate|]. exists c. split; [exact I | now rewrite E].
Qed.
Lemma wins_false : forall t, wins t = false <-> children t <> [] /\ forall c, In c (children t) -> wins c = true.
Proof.
  intro t. rewrite <- not_true_iff_false, wins_true. split.
  - intro H. split; [intro E; apply H; auto|]. intros c I. destruct (wins c) eqn:E; [reflexivity | destruct H; eauto].
  - intros [N A] [E|[c [I E]]]; [auto|]. rewrite (A c I) in E. discriminate.
Qed.

(* ---- Sums ---- *)
Fixpoint sum (g : tree) : tree -> tree := fix sum_g (h : tree) : tree :=
  match g, h with Tree a, Tree b => Tree (map (fun x => sum x h) a ++ map (fun y => sum_g y) b) end.
Lemma sum_children : forall g h, children (sum g h) = map (fun x => sum x h) (children g) ++ map (sum g) (children h).
Proof. intros [a] [b]. reflexivity. Qed.
Lemma sum_child : forall g h c, In c (children (sum g h)) <->
  (exists x, In x (children g) /\ c = sum x h) \/ (exists y, In y (children h) /\ c = sum g y).
Proof.
  intros g h c. rewrite sum_children, in_app_iff, !in_map_iff. split; (intros [[x [A B]]|[x [A B]]]; [left | right]; exists x; auto).
Qed.
Lemma sum_nil : forall g h, children (sum g h) = [] <-> children g = [] /\ children h = [].
Proof.
  intros g h. rewrite sum_children. split.
  - intro E. apply app_eq_nil in E. destruct E as [E1 E2]. split; [now apply map_eq_nil in E1 | now apply map_eq_nil in E2].
  - intros [-> ->]. reflexivity.
Qed.

(* ---- Trees with the same children, whatever the order ---- *)
Inductive same_tree : tree -> tree -> Prop :=
| same_tree_intro g h : (forall x, In x (children g) -> exists y, In y (children h) /\ same_tree x y) ->
    (forall y, In y (children h) -> exists x, In x (children g) /\ same_tree x y) -> same_tree g h.

Lemma same_tree_refl : forall g, same_tree g g.
Proof. induction g as [g IH] using tree_ind'. constructor; eauto. Qed.
Lemma same_tree_wins : forall g h, same_tree g h -> wins g = wins h.
Proof.
  induction g as [g IH] using tree_ind'. intros h S. inversion S as [g' h' A B]; subst. apply eq_true_iff_eq. rewrite !wins_true. split.
  - intros [E|[x [I W]]].
    + left. destruct (children h) as [|y l]; [reflexivity|]. destruct (B y (or_introl eq_refl)) as [x [I _]]. rewrite E in I. destruct I.
    + right. destruct (A x I) as [y [J H]]. exists y. split; [exact J|]. rewrite <- (IH x I y H). exact W.
  - intros [E|[y [J W]]].
    + left. destruct (children g) as [|x l]; [reflexivity|]. destruct (A x (or_introl eq_refl)) as [y [I _]]. rewrite E in I. destruct I.
    + right. destruct (B y J) as [x [I H]]. exists x. split; [exact I|]. rewrite (IH x I y H). exact W.
Qed.
Lemma sum_comm : forall g h, same_tree (sum g h) (sum h g).
Proof.
  induction g as [g IHg] using tree_ind'. induction h as [h IHh] using tree_ind'. constructor; intros c I; apply sum_child in I.
  - destruct I as [[x [I ->]]|[y [I ->]]]; eexists; (split; [apply sum_child|]); eauto.
  - destruct I as [[y [I ->]]|[x [I ->]]]; eexists; (split; [apply sum_child|]); eauto.
Qed.
Lemma sum_assoc : forall g h k, same_tree (sum (sum g h) k) (sum g (sum h k)).
Proof.
  induction g as [g IHg] using tree_ind'. induction h as [h IHh] using tree_ind'. induction k as [k IHk] using tree_ind'.
  constructor; intros c I; apply sum_child in I.
  - destruct I as [[x [I ->]]|[y [I ->]]]; [apply sum_child in I; destruct I as [[u [I ->]]|[v [I ->]]]|].
    + exists (sum u (sum h k)). split; [apply sum_child; eauto | auto].
    + exists (sum g (sum v k)). split; [apply sum_child; right; exists (sum v k); split; [apply sum_child|]; eauto | auto].
    + exists (sum g (sum h y)). split; [apply sum_child; right; exists (sum h y); split; [apply sum_child|]; eauto | auto].
  - destruct I as [[u [I ->]]|[x [I ->]]]; [|apply sum_child in I; destruct I as [[v [I ->]]|[y [I ->]]]].
    + exists (sum (sum u h) k). split; [apply sum_child; left; exists (sum u h); split; [apply sum_child|]; eauto | auto].
    + exists (sum (sum g v) k). split; [apply sum_child; left; exists (sum g v); split; [apply sum_child|]; eauto | auto].
    + exists (sum (sum g h) y). split; [apply sum_child; eauto | auto].
Qed.
Lemma sum_zero : forall g, same_tree (sum g zero) g.
Proof.
  induction g as [g IH] using tree_ind'. constructor; intros c I.
  - apply sum_child in I. destruct I as [[x [I ->]]|[y [[] _]]]. eauto.
  - exists (sum c zero). split; [apply sum_child; eauto | auto].
Qed.
Lemma same_tree_sum : forall g h, same_tree g h -> forall x, same_tree (sum g x) (sum h x).
Proof.
  induction g as [g IHg] using tree_ind'. intros h S. induction x as [x IHx] using tree_ind'. inversion S as [g' h' A B]; subst.
  constructor; intros c I; apply sum_child in I; destruct I as [[u [I ->]]|[y [I ->]]].
  - destruct (A u I) as [v [J H]]. exists (sum v x). split; [apply sum_child; eauto | auto].
  - exists (sum h y). split; [apply sum_child; eauto | auto].
  - destruct (B u I) as [v [J H]]. exists (sum v x). split; [apply sum_child; eauto | auto].
  - exists (sum g y). split; [apply sum_child; eauto | auto].
Qed.

(* ---- Trees that can replace each other in every sum ---- *)
Definition equal (g h : tree) : Prop := forall x, wins (sum g x) = wins (sum h x).

Lemma equal_refl : forall g, equal g g. Proof. intros g x. reflexivity. Qed.
Lemma equal_sym : forall g h, equal g h -> equal h g. Proof. intros g h E x. symmetry. apply E. Qed.
Lemma equal_trans : forall g h k, equal g h -> equal h k -> equal g k. Proof. intros g h k E F x. now rewrite E. Qed.
Lemma same_equal : forall g h, same_tree g h -> equal g h.
Proof. intros g h S x. now apply same_tree_wins, same_tree_sum. Qed.
Lemma equal_wins : forall g h, equal g h -> wins g = wins h.
Proof. intros g h E. specialize (E zero). now rewrite !(same_tree_wins _ _ (sum_zero _)) in E. Qed.
Lemma equal_sum_l : forall g h x, equal g h -> equal (sum g x) (sum h x).
Proof. intros g h x E y. rewrite !(same_tree_wins _ _ (sum_assoc _ _ _)). apply E. Qed.
Lemma equal_sum_r : forall g h x, equal g h -> equal (sum x g) (sum x h).
Proof.
  intros g h x E. apply (equal_trans _ (sum g x)); [apply same_equal, sum_comm|].
  apply (equal_trans _ (sum h x)); [now apply equal_sum_l | apply same_equal, sum_comm].
Qed.
Lemma equal_sum : forall g h g' h', equal g g' -> equal h h' -> equal (sum g h) (sum g' h').
Proof. intros g h g' h' E F. apply (equal_trans _ (sum g' h)); [now apply equal_sum_l | now apply equal_sum_r]. Qed.
#[export] Hint Resolve equal_refl same_tree_refl : core.

(* ---- Reducers ---- *)
(* Children need only be equal in every sum. "G is not H" is of no use here. *)
Definition reducer (g h : tree) : Prop :=
  (forall x, In x (children g) -> exists y, In y (children h) /\ equal x y) /\
  (forall y, In y (children h) -> (exists x, In x (children g) /\ equal x y) \/ (exists w, In w (children y) /\ equal w g)) /\
  (children g = [] -> wins h = true).

Theorem reducer_equal : forall g h, reducer g h -> equal g h.
Proof.
  intros g h [Sub [Rev Proviso]]. intro x. induction x as [x IH] using tree_ind'.
  assert (C : forall u v, wins (sum u v) = wins (sum v u)) by (intros; apply same_tree_wins, sum_comm).
  destruct (wins (sum g x)) eqn:W; symmetry.
  - apply wins_true in W. apply wins_true. destruct W as [E|[c [I W]]].
    + apply sum_nil in E. destruct E as [Eg Ex]. specialize (Proviso Eg). apply wins_true in Proviso.
      destruct Proviso as [Eh|[y [J Wy]]]; [left; now apply sum_nil|]. right. exists (sum y x). split; [apply sum_child; eauto|].
      rewrite <- Wy. assert (x = zero) as -> by (destruct x as [l]; simpl in Ex; now subst l). apply same_tree_wins, sum_zero.
    + right. apply sum_child in I. destruct I as [[u [I ->]]|[y [I ->]]].
      * destruct (Sub u I) as [v [J E]]. exists (sum v x). split; [apply sum_child; eauto | now rewrite <- E].
      * exists (sum h y). split; [apply sum_child; eauto | now rewrite <- IH].
  - assert (L := W). apply wins_false in W. apply wins_false. destruct W as [N A]. split.
    + intro E. apply sum_nil in E. destruct E as [Eh Ex]. apply N, sum_nil. split; [|exact Ex].
      destruct (children g) as [|u l]; [reflexivity|]. destruct (Sub u (or_introl eq_refl)) as [v [J _]]. rewrite Eh in J. destruct J.
    + intros c I. apply sum_child in I. destruct I as [[v [I ->]]|[y [I ->]]].
      * destruct (Rev v I) as [[u [J E]]|[w [J E]]].
        -- rewrite <- (E x). apply A, sum_child. eauto.
        -- apply wins_true. right. exists (sum w x). split; [apply sum_child; eauto | now rewrite (E x)].
      * rewrite <- IH by exact I. apply A, sum_child. eauto.
Qed.

(* Children may be replaced by equal ones. *)
Corollary children_equal : forall g h, (forall x, In x (children g) -> exists y, In y (children h) /\ equal x y) ->
  (forall y, In y (children h) -> exists x, In x (children g) /\ equal x y) -> equal g h.
Proof.
  intros g h A B. apply reducer_equal. split; [exact A|]. split; [intros y I; left; auto|]. intro E. apply wins_true. left.
  destruct (children h) as [|y l]; [reflexivity|]. destruct (B y (or_introl eq_refl)) as [x [I _]]. rewrite E in I. destruct I.
Qed.

(* ---- Splitting off a heap 1 ---- *)
(* "G + 1: the tree whose children are G and C + 1 for every child C of G." *)
Lemma plus_one : forall g, equal (sum g one) (Tree (g :: map (fun c => sum c one) (children g))).
Proof.
  intro g. apply children_equal; simpl.
  - intros c I. apply sum_child in I. destruct I as [[x [I ->]]|[y [[<-|[]] ->]]].
    + exists (sum x one). split; [right; apply in_map_iff; eauto | auto].
    + exists g. split; [now left | apply same_equal, sum_zero].
  - intros c [<-|I].
    + exists (sum g zero). split; [apply sum_child; right; exists zero; simpl; auto | apply same_equal, sum_zero].
    + apply in_map_iff in I. destruct I as [x [<- I]]. exists (sum x one). split; [apply sum_child; eauto | auto].
Qed.
(* "If G = K + 1, it is K": two heaps 1 are left out together. *)
Lemma one_one : equal zero (sum one one).
Proof.
  apply reducer_equal. split; [intros x []|]. split; [|reflexivity]. intros y I. right. exists zero.
  apply sum_child in I. destruct I as [[x [[<-|[]] ->]]|[x [[<-|[]] ->]]]; (split; [simpl; auto | auto]).
Qed.
Theorem plus_one_one : forall k, equal (sum (sum k one) one) k.
Proof.
  intro k. apply (equal_trans _ (sum k (sum one one))); [apply same_equal, sum_assoc|].
  apply (equal_trans _ (sum k zero)); [apply equal_sum_r, equal_sym, one_one | apply same_equal, sum_zero].
Qed.

(* ---- The longest game ---- *)
Fixpoint depth (t : tree) : nat := match t with Tree l => fold_right (fun c m => max (S (depth c)) m) 0 l end.
Lemma depth_cons : forall a l, depth (Tree (a :: l)) = max (S (depth a)) (depth (Tree l)).
Proof. reflexivity. Qed.
Lemma depth_child : forall t c, In c (children t) -> depth c < depth t.
Proof.
  intros [l] c I. cbn [children] in I. induction l as [|a l IH]; [destruct I|]. rewrite depth_cons. destruct I as [->|I]; [lia | specialize (IH I); lia].
Qed.
Lemma depth_le : forall t n, (forall c, In c (children t) -> depth c < n) -> depth t <= n.
Proof.
  intros [l] n H. cbn [children] in H. induction l as [|a l IH]; [simpl; lia|]. rewrite depth_cons. pose proof (H a (or_introl eq_refl)).
  assert (depth (Tree l) <= n) by (apply IH; intros; apply H; now right). lia.
Qed.
Lemma depth_deepest : forall t, depth t = 0 \/ exists c, In c (children t) /\ depth t = S (depth c).
Proof.
  intros [l]. cbn [children]. induction l as [|a l [IH|[c [I IH]]]]; [auto | right | right]; rewrite depth_cons.
  - exists a. rewrite IH. split; [now left | lia].
  - destruct (Nat.max_spec (S (depth a)) (depth (Tree l))) as [[L E]|[L E]]; rewrite E; [exists c | exists a]; simpl; auto.
Qed.
Lemma same_tree_depth : forall g h, same_tree g h -> depth g = depth h.
Proof.
  induction g as [g IH] using tree_ind'. intros h S. inversion S as [g' h' A B]. subst g' h'. apply Nat.le_antisymm; apply depth_le; intros c I.
  - destruct (A c I) as [y [J H]]. rewrite (IH c I y H). now apply depth_child.
  - destruct (B c I) as [x [J H]]. rewrite <- (IH x J c H). now apply depth_child.
Qed.
Lemma depth_sum : forall g h, depth g + depth h <= depth (sum g h).
Proof.
  induction g as [g IHg] using tree_ind'. induction h as [h IHh] using tree_ind'. destruct (depth_deepest g) as [Eg|[x [I E]]].
  - destruct (depth_deepest h) as [Eh|[y [J E]]]; [lia|].
    assert (C : In (sum g y) (children (sum g h))) by (apply sum_child; eauto). apply depth_child in C. specialize (IHh y J). lia.
  - assert (C : In (sum x h) (children (sum g h))) by (apply sum_child; eauto). apply depth_child in C. specialize (IHg x I h). lia.
Qed.
