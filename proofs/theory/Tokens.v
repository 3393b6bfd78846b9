(* Positions as a program writes them (FORMAT.md sections 4 and 5), and what drawings they stand for. *)
From Coq Require Import List Arith Lia Permutation Bool PArith.
Import ListNotations.
From Sproof Require Import Drawn.

(* `0`, `1`, `2`: a spot with 3, 2, 1 lives that occurs once. A letter: a spot with one life; all its occurrences have
   the same letter. *)
Inductive token := T0 | T1 | T2 | Nm (n : positive).
Definition position := list (list (list token)).

Definition named (t : token) : Prop := match t with Nm _ => True | _ => False end.
Definition life (t : token) : nat := match t with T0 => 3 | T1 => 2 | _ => 1 end.

Definition token_eq (a b : token) : bool :=
  match a, b with T0, T0 | T1, T1 | T2, T2 => true | Nm m, Nm n => Pos.eqb m n | _, _ => false end.
Lemma token_eq_spec : forall a b, token_eq a b = true <-> a = b.
Proof.
  destruct a, b; simpl; try (split; [discriminate || reflexivity | discriminate || reflexivity]); try tauto.
  rewrite Pos.eqb_eq. split; congruence.
Qed.
Lemma token_dec : forall a b : token, {a = b} + {a <> b}.
Proof. decide equality. apply Pos.eq_dec. Qed.

(* ---- occurrences: a token and the spot it is written for ---- *)
Notation occurrence := (token * spot)%type.
Lemma occurrence_dec : forall a b : occurrence, {a = b} + {a <> b}.
Proof. decide equality; [apply Nat.eq_dec | apply token_dec]. Qed.

Definition map3 {A B} (f : A -> B) : list (list (list A)) -> list (list (list B)) := map (map (map f)).
Definition all {A} (P : list (list (list A))) : list A := concat (concat P).

(* Two occurrences are of one spot exactly if they have the same letter. *)
Definition agree (a b : occurrence) : Prop := snd a = snd b <-> (fst a = fst b /\ named (fst a)).
Definition fits (n : nat) (f : spot -> nat) (o : occurrence) : Prop := snd o < n /\ f (snd o) = life (fst o).
Definition good (n : nat) (f : spot -> nat) (os : list occurrence) : Prop :=
  ForallOrdPairs agree os /\ Forall (fits n f) os.

Definition labels (Q : list (list (list occurrence))) (P : position) (d : drawing) : Prop :=
  map3 fst Q = P /\ map3 snd Q = regions d /\ good (next d) (lives d) (all Q).
Definition denotes (P : position) (d : drawing) : Prop := exists Q, labels Q P d.

Lemma agree_sym : forall a b, agree a b -> agree b a.
Proof.
  intros [t s] [u v]. unfold agree. cbn [fst snd]. intros [H1 H2]. split.
  - intro E. destruct (H1 (eq_sym E)) as [E1 N]. subst. auto.
  - intros [E N]. subst. symmetry. apply H2. auto.
Qed.

(* ---- ordered pairs ---- *)
Section Pairs.
Context {A : Type} (R : A -> A -> Prop).
Lemma pairs_app : forall a b, ForallOrdPairs R (a ++ b) <->
  ForallOrdPairs R a /\ ForallOrdPairs R b /\ (forall x y, In x a -> In y b -> R x y).
Proof.
  induction a as [|x a IH]; intro b; simpl.
  - split; [intro H; repeat split; [constructor | exact H | contradiction] | tauto].
  - split.
    + intro H. inversion H as [|? ? F Fa]; subst. apply IH in Fa. destruct Fa as [Fa [Fb Fab]].
      rewrite Forall_forall in F. repeat split; auto.
      * constructor; [|exact Fa]. apply Forall_forall. intros y Iy. apply F, in_app_iff. now left.
      * intros u y [<-|Iu] Iy; [apply F, in_app_iff; now right | now apply Fab].
    + intros [Fa [Fb Fab]]. inversion Fa as [|? ? F Fa']; subst. constructor.
      * apply Forall_app. split; [exact F|]. apply Forall_forall. intros y Iy. apply Fab; auto.
      * apply IH. repeat split; auto.
Qed.
Hypothesis sym : forall a b, R a b -> R b a.
Lemma pairs_perm : forall a b, Permutation a b -> ForallOrdPairs R a -> ForallOrdPairs R b.
Proof.
  induction 1; intro K; auto.
  - inversion K as [|? ? F F']; subst. constructor; auto. apply Forall_forall. intros z Iz.
    rewrite Forall_forall in F. apply F. eapply Permutation_in; [apply Permutation_sym; eassumption | exact Iz].
  - inversion K as [|? ? F F']; subst. inversion F' as [|? ? G G']; subst. inversion F; subst.
    constructor; [constructor; auto | constructor; auto].
Qed.
Lemma pairs_filter : forall (p : A -> bool) a, ForallOrdPairs R a -> ForallOrdPairs R (filter p a).
Proof.
  induction a as [|x a IH]; intro H; [constructor|]. inversion H as [|? ? F F']; subst. simpl.
  destruct (p x); auto. constructor; auto. apply Forall_forall. intros y Iy. apply filter_In in Iy.
  rewrite Forall_forall in F. now apply F.
Qed.
End Pairs.

Lemma good_perm : forall n f a b, Permutation a b -> good n f a -> good n f b.
Proof.
  intros n f a b P [G1 G2]. split; [exact (pairs_perm _ agree_sym a b P G1)|].
  rewrite Forall_forall in *. intros o I. apply G2. eapply Permutation_in; [apply Permutation_sym; exact P | exact I].
Qed.
Lemma good_app : forall n f a b, good n f (a ++ b) <-> good n f a /\ good n f b /\ (forall x y, In x a -> In y b -> agree x y).
Proof. intros. unfold good. rewrite pairs_app, Forall_app. tauto. Qed.
Lemma good_filter : forall n f p a, good n f a -> good n f (filter p a).
Proof.
  intros n f p a [G1 G2]. split; [now apply pairs_filter|]. rewrite Forall_forall in *. intros o I. apply filter_In in I. now apply G2.
Qed.

(* Copies of one occurrence of a spot that is new among others. *)
Definition copies (o : occurrence) (l : list occurrence) : Prop :=
  (forall x, In x l -> x = o) /\ (named (fst o) \/ length l <= 1).
Lemma copies_pairs : forall o l, copies o l -> ForallOrdPairs agree l.
Proof.
  intros o l [E N]. destruct N as [N|N].
  - induction l as [|a l IH]; constructor.
    + apply Forall_forall. intros y Iy. rewrite (E a), (E y) by (simpl; auto). unfold agree. tauto.
    + apply IH. intros; apply E; now right.
  - destruct l as [|a [|b l]]; [constructor | constructor; constructor | simpl in N; lia].
Qed.
Lemma good_copies : forall n f o l os, copies o l -> (l <> [] -> fits n f o) -> good n f os ->
  (forall a, In a os -> snd a <> snd o) -> (forall a, In a os -> named (fst o) -> fst a <> fst o) -> good n f (l ++ os).
Proof.
  intros n f o l os C F G D N. apply good_app. split; [split|split]; auto.
  - now apply copies_pairs with o.
  - apply Forall_forall. intros x I. destruct C as [E _]. rewrite (E x I). apply F. now destruct l.
  - intros x y Ix Iy. destruct C as [E _]. rewrite (E x Ix). unfold agree. split.
    + intro H. now destruct (D y Iy).
    + intros [H M]. now destruct (N y Iy M).
Qed.

(* ---- permutations by counting ---- *)
Lemma count_cons : forall (a : occurrence) l v, count_occ occurrence_dec (a :: l) v =
  count_occ occurrence_dec [a] v + count_occ occurrence_dec l v.
Proof. intros. simpl. destruct (occurrence_dec a v); lia. Qed.
Ltac by_counting :=
  apply (Permutation_count_occ occurrence_dec); let v := fresh "v" in intro v;
  repeat (rewrite count_occ_app || rewrite (count_cons _ (_ :: _)) || rewrite (count_cons _ (_ ++ _))); lia.

Lemma all_cons : forall A (R : list (list A)) P, all (R :: P) = concat R ++ all P.
Proof. intros. unfold all. simpl. apply concat_app. Qed.
Lemma perm_concat : forall A (a b : list (list A)), Permutation a b -> Permutation (concat a) (concat b).
Proof. induction 1; simpl; auto. - now apply Permutation_app_head. - rewrite !app_assoc. now apply Permutation_app_tail, Permutation_app_comm. - now transitivity (concat l'). Qed.
Lemma perm_all : forall A (a b : list (list (list A))), Permutation a b -> Permutation (all a) (all b).
Proof. intros. unfold all. now apply perm_concat, perm_concat. Qed.
Lemma all_map : forall A B (f : A -> B) P, all (map3 f P) = map f (all P).
Proof. intros. unfold all, map3. now rewrite !concat_map. Qed.

(* ---- the parts a move is made of, whatever is written in the position ---- *)
Section Shapes.
Variable A : Type.
Definition turned (b c : list A) := exists l r, b = l ++ r /\ c = r ++ l.
Inductive shape :=
| Join (x : A) (X : list A) (y : A) (Y : list A) (others : list (list A)) (rest : list (list (list A)))
| Cut (x : A) (X : list A) (y : A) (Y : list A) (near far : list (list A)) (rest : list (list (list A)))
| Loop (x : A) (X : list A) (near far : list (list A)) (rest : list (list (list A))).
Inductive shows (P : list (list (list A))) : shape -> Prop :=
| shows_join x X y Y bx bY R others rest : Permutation P (R :: rest) -> Permutation R (bx :: bY :: others) ->
    turned bx (x :: X) -> turned bY (y :: Y) -> shows P (Join x X y Y others rest)
| shows_cut x X y Y b R near far rest : Permutation P (R :: rest) -> Permutation R (b :: near ++ far) ->
    turned b (x :: X ++ y :: Y) -> shows P (Cut x X y Y near far rest)
| shows_loop x X b R near far rest : Permutation P (R :: rest) -> Permutation R (b :: near ++ far) ->
    turned b (x :: X) -> shows P (Loop x X near far rest).
End Shapes.
Arguments turned {A}. Arguments Join {A}. Arguments Cut {A}. Arguments Loop {A}. Arguments shows {A}.

Definition map_shape {A B} (f : A -> B) (s : shape A) : shape B :=
  match s with
  | Join x X y Y o r => Join (f x) (map f X) (f y) (map f Y) (map (map f) o) (map3 f r)
  | Cut x X y Y n m r => Cut (f x) (map f X) (f y) (map f Y) (map (map f) n) (map (map f) m) (map3 f r)
  | Loop x X n m r => Loop (f x) (map f X) (map (map f) n) (map (map f) m) (map3 f r)
  end.

Section Mapped.
Context {A B : Type} (f : A -> B).
Lemma turned_map : forall b c, turned b c -> turned (map f b) (map f c).
Proof. intros b c [l [r [-> ->]]]. exists (map f l), (map f r). now rewrite !map_app. Qed.
Lemma turned_unmap : forall b c, turned (map f b) c -> exists c', c = map f c' /\ turned b c'.
Proof.
  intros b c [l [r [E ->]]]. apply map_eq_app in E. destruct E as [l' [r' [-> [<- <-]]]].
  exists (r' ++ l'). split; [now rewrite map_app | now exists l', r'].
Qed.
Lemma shows_map : forall P s, shows P s -> shows (map3 f P) (map_shape f s).
Proof.
  intros P s H. destruct H as [x X y Y bx bY R others rest P1 P2 Tx Ty | x X y Y b R near far rest P1 P2 T | x X b R near far rest P1 P2 T]; simpl.
  - apply (shows_join _ _ _ _ _ _ (map f bx) (map f bY) (map (map f) R)).
    + apply (Permutation_map (map (map f))) in P1. exact P1.
    + apply (Permutation_map (map f)) in P2. exact P2.
    + now apply turned_map in Tx.
    + now apply turned_map in Ty.
  - apply (shows_cut _ _ _ _ _ _ (map f b) (map (map f) R)).
    + apply (Permutation_map (map (map f))) in P1. exact P1.
    + apply (Permutation_map (map f)) in P2. simpl in P2. now rewrite map_app in P2.
    + apply turned_map in T. simpl in T. now rewrite map_app in T.
  - apply (shows_loop _ _ _ _ (map f b) (map (map f) R)).
    + apply (Permutation_map (map (map f))) in P1. exact P1.
    + apply (Permutation_map (map f)) in P2. simpl in P2. now rewrite map_app in P2.
    + now apply turned_map in T.
Qed.
Lemma shows_unmap : forall P s, shows (map3 f P) s -> exists s', s = map_shape f s' /\ shows P s'.
Proof.
  intros P s H. destruct H as [x X y Y bx bY R others rest P1 P2 Tx Ty | x X y Y b R near far rest P1 P2 T | x X b R near far rest P1 P2 T].
  - apply Permutation_sym, Permutation_map_inv in P1. destruct P1 as [P' [E P1]]. destruct P' as [|R' rest']; [discriminate|].
    injection E as -> ->. apply Permutation_sym, Permutation_map_inv in P2. destruct P2 as [L [E P2]].
    destruct L as [|bx' [|bY' others']]; try discriminate. injection E as -> -> ->.
    apply turned_unmap in Tx, Ty. destruct Tx as [c [E Tx]], Ty as [c2 [E2 Ty]]. destruct c as [|x' X'], c2 as [|y' Y']; try discriminate.
    injection E as -> ->. injection E2 as -> ->. exists (Join x' X' y' Y' others' rest'). split; [reflexivity|].
    now apply (shows_join _ _ _ _ _ _ bx' bY' R').
  - apply Permutation_sym, Permutation_map_inv in P1. destruct P1 as [P' [E P1]]. destruct P' as [|R' rest']; [discriminate|].
    injection E as -> ->. apply Permutation_sym, Permutation_map_inv in P2. destruct P2 as [L [E P2]].
    destruct L as [|b' L]; try discriminate. injection E as -> E. symmetry in E. apply map_eq_app in E. destruct E as [near' [far' [-> [<- <-]]]].
    apply turned_unmap in T. destruct T as [c [E T]]. destruct c as [|x' c]; try discriminate. injection E as -> E.
    symmetry in E. apply map_eq_app in E. destruct E as [X' [c2 [-> [<- E]]]]. destruct c2 as [|y' Y']; try discriminate. injection E as <- <-.
    exists (Cut x' X' y' Y' near' far' rest'). split; [reflexivity|]. now apply (shows_cut _ _ _ _ _ _ b' R').
  - apply Permutation_sym, Permutation_map_inv in P1. destruct P1 as [P' [E P1]]. destruct P' as [|R' rest']; [discriminate|].
    injection E as -> ->. apply Permutation_sym, Permutation_map_inv in P2. destruct P2 as [L [E P2]].
    destruct L as [|b' L]; try discriminate. injection E as -> E. symmetry in E. apply map_eq_app in E. destruct E as [near' [far' [-> [<- <-]]]].
    apply turned_unmap in T. destruct T as [c [E T]]. destruct c as [|x' X']; try discriminate. injection E as -> ->.
    exists (Loop x' X' near' far' rest'). split; [reflexivity|]. now apply (shows_loop _ _ _ _ b' R').
Qed.
End Mapped.

(* The occurrences of a shape: those of the position. *)
Definition occurs {A} (s : shape A) : list A :=
  match s with
  | Join x X y Y o r => x :: y :: X ++ Y ++ concat o ++ all r
  | Cut x X y Y n m r => x :: y :: X ++ Y ++ concat n ++ concat m ++ all r
  | Loop x X n m r => x :: X ++ concat n ++ concat m ++ all r
  end.
Lemma turned_perm : forall A (b c : list A), turned b c -> Permutation b c.
Proof. intros A b c [l [r [-> ->]]]. apply Permutation_app_comm. Qed.
Lemma shows_occurs : forall A P (s : shape A), shows P s -> Permutation (all P) (occurs s).
Proof.
  intros A P s H. destruct H as [x X y Y bx bY R others rest P1 P2 Tx Ty | x X y Y b R near far rest P1 P2 T | x X b R near far rest P1 P2 T]; simpl;
    rewrite (perm_all _ _ _ P1), all_cons, (perm_concat _ _ _ P2); simpl.
  - apply turned_perm in Tx, Ty. rewrite Tx, Ty. simpl. rewrite <- !app_assoc. apply perm_skip. simpl.
    rewrite <- Permutation_middle, <- ?app_assoc. reflexivity.
  - apply turned_perm in T. rewrite T, concat_app. simpl. rewrite <- !app_assoc. apply perm_skip. simpl. rewrite <- Permutation_middle, <- ?app_assoc. reflexivity.
  - apply turned_perm in T. rewrite T, concat_app. simpl. rewrite <- !app_assoc. reflexivity.
Qed.
