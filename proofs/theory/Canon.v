(* Another way to write a land, by choices that need not be trusted (FORMAT.md section 5): the result stands for the same drawings
   whatever the choices are. That it is the least string is never used. *)
From Coq Require Import List Arith Lia Permutation Bool PArith NArith FMapPositive.
Import ListNotations.
From Sproof Require Import Drawn Same Symmetry Tokens Play Moves Means Reduce Letters.

(* Which of the regions that are left comes next; whether it is mirrored; for each of its boundaries, which of those that are
   left, and where it begins. *)
Record choice := { which : nat; mirror : bool; order : list (nat * nat) }.

Fixpoint pick {A} (n : nat) (l : list A) : option (A * list A) :=
  match n, l with
  | _, [] => None
  | O, x :: l => Some (x, l)
  | S n, x :: l => match pick n l with Some (y, r) => Some (y, x :: r) | None => None end
  end.
Definition rotate {A} (n : nat) (l : list A) : list A := skipn n l ++ firstn n l.
Fixpoint order_boundaries (bs : list (list token)) (o : list (nat * nat)) : option (list (list token)) :=
  match o with
  | [] => match bs with [] => Some [] | _ => None end
  | (place, n) :: o =>
    match pick place bs with
    | Some (b, bs) => match order_boundaries bs o with Some r => Some (rotate n b :: r) | None => None end
    | None => None
    end
  end.
Fixpoint order_regions (P : position) (cs : list choice) : option position :=
  match cs with
  | [] => match P with [] => Some [] | _ => None end
  | c :: cs =>
    match pick (which c) P with
    | Some (R, P) =>
      match order_boundaries (if mirror c then map (@rev token) R else R) (order c), order_regions P cs with
      | Some R, Some P => Some (R :: P)
      | _, _ => None
      end
    | None => None
    end
  end.

Lemma pick_perm : forall A n (l : list A) x r, pick n l = Some (x, r) -> Permutation l (x :: r).
Proof.
  induction n as [|n IH]; intros [|a l] x r E; cbn in E; try discriminate.
  - injection E as -> ->. reflexivity.
  - destruct (pick n l) as [[y s]|] eqn:En; [|discriminate]. injection E as -> <-. rewrite (IH l x s En). apply perm_swap.
Qed.
Lemma rotate_turned : forall A n (b : list A), turned b (rotate n b).
Proof. intros A n b. exists (firstn n b), (skipn n b). split; [symmetry; apply firstn_skipn | reflexivity]. Qed.
Lemma order_boundaries_arranged : forall o bs bs' done P, order_boundaries bs o = Some bs' -> arranged ((done ++ bs) :: P) ((done ++ bs') :: P).
Proof.
  induction o as [|[place n] o IH]; intros bs bs' done P E; cbn in E.
  - destruct bs; [|discriminate]. injection E as <-. apply arranged_refl.
  - destruct (pick place bs) as [[b r]|] eqn:Ep; [|discriminate]. destruct (order_boundaries r o) as [r'|] eqn:Er; [|discriminate]. injection E as <-.
    apply pick_perm in Ep. apply arranged_trans with ((b :: done ++ r) :: P).
    { apply arranged_boundaries. rewrite Ep. symmetry. apply Permutation_middle. }
    apply arranged_trans with ((rotate n b :: done ++ r) :: P); [apply arranged_turn, rotate_turned|].
    apply arranged_trans with (((done ++ [rotate n b]) ++ r) :: P).
    { apply arranged_boundaries. rewrite <- app_assoc. apply Permutation_middle. }
    replace (done ++ rotate n b :: r') with ((done ++ [rotate n b]) ++ r') by (now rewrite <- app_assoc). now apply IH.
Qed.
Lemma order_regions_arranged : forall cs P P' done, order_regions P cs = Some P' -> arranged (done ++ P) (done ++ P').
Proof.
  induction cs as [|c cs IH]; intros P P' done E; cbn in E.
  - destruct P; [|discriminate]. injection E as <-. apply arranged_refl.
  - destruct (pick (which c) P) as [[R r]|] eqn:Ep; [|discriminate].
    destruct (order_boundaries (if mirror c then map (@rev token) R else R) (order c)) as [R'|] eqn:Eb; [|discriminate].
    destruct (order_regions r cs) as [r'|] eqn:Er; [|discriminate]. injection E as <-. apply pick_perm in Ep.
    apply arranged_trans with (R :: done ++ r); [apply arranged_regions; rewrite Ep; symmetry; apply Permutation_middle|].
    apply arranged_trans with ((if mirror c then map (@rev token) R else R) :: done ++ r).
    { destruct (mirror c); [apply arranged_mirror | apply arranged_refl]. }
    apply arranged_trans with (R' :: done ++ r); [exact (order_boundaries_arranged _ _ _ [] _ Eb)|].
    apply arranged_trans with ((done ++ [R']) ++ r); [apply arranged_regions; rewrite <- app_assoc; apply Permutation_middle|].
    replace (done ++ R' :: r') with ((done ++ [R']) ++ r') by (now rewrite <- app_assoc). now apply IH.
Qed.

(* ---- letters in the order of first appearance ---- *)
Definition names := (M.t positive * positive)%type.
Definition add_name (st : names) (t : token) : names :=
  match t with Nm n => match M.find n (fst st) with Some _ => st | None => (M.add n (snd st) (fst st), Pos.succ (snd st)) end | _ => st end.
Definition names_boundary (st : names) (b : list token) := fold_left add_name b st.
Definition names_region (st : names) (R : list (list token)) := fold_left names_boundary R st.
Definition names_of (P : position) : names := fold_left names_region P (M.empty positive, 1%positive).
Definition renamed (m : M.t positive) (t : token) : token :=
  match t with Nm n => match M.find n m with Some k => Nm k | None => t end | _ => t end.
Definition rename (P : position) : position := let m := fst (names_of P) in map (map (map (renamed m))) P.

Lemma names_all : forall P, names_of P = fold_left add_name (all P) (M.empty positive, 1%positive).
Proof.
  assert (H1 : forall R st, names_region st R = fold_left add_name (concat R) st).
  { unfold names_region. induction R as [|b R IH]; intro st; [reflexivity|]. cbn. rewrite fold_left_app. apply IH. }
  unfold names_of. intro P. generalize (M.empty positive, 1%positive). induction P as [|R P IH]; intro st; [reflexivity|].
  rewrite all_cons, fold_left_app. cbn. rewrite IH, H1. reflexivity.
Qed.
Definition distinct (st : names) : Prop :=
  (forall n k, M.find n (fst st) = Some k -> (k < snd st)%positive) /\ (forall n n' k, M.find n (fst st) = Some k -> M.find n' (fst st) = Some k -> n = n').
Lemma add_name_distinct : forall st t, distinct st -> distinct (add_name st t).
Proof.
  intros [m x] t [B I]. destruct t as [| | |n]; try (split; assumption). cbn. destruct (M.find n m) as [k|] eqn:E; [split; assumption|].
  cbn [fst snd] in *. split; cbn [fst snd].
  - intros n' k F. destruct (Pos.eq_dec n n') as [<-|N]; [rewrite M.gss in F; injection F as <-; lia|]. rewrite M.gso in F by auto. apply B in F. lia.
  - intros n1 n2 k F1 F2. destruct (Pos.eq_dec n n1) as [<-|N1], (Pos.eq_dec n n2) as [<-|N2]; auto.
    + rewrite M.gss in F1. injection F1 as <-. rewrite M.gso in F2 by auto. apply B in F2. lia.
    + rewrite M.gss in F2. injection F2 as <-. rewrite M.gso in F1 by auto. apply B in F1. lia.
    + rewrite M.gso in F1, F2 by auto. now apply (I n1 n2 k).
Qed.
Lemma add_names_distinct : forall l st, distinct st -> distinct (fold_left add_name l st).
Proof. induction l as [|t l IH]; intros st D; [exact D|]. cbn. now apply IH, add_name_distinct. Qed.
Lemma add_name_keeps : forall l st n k, M.find n (fst st) = Some k -> M.find n (fst (fold_left add_name l st)) = Some k.
Proof.
  induction l as [|t l IH]; intros st n k F; [exact F|]. cbn. apply IH. destruct t as [| | |m]; auto. cbn. destruct (M.find m (fst st)) eqn:E; [exact F|].
  cbn. rewrite M.gso; [exact F | congruence].
Qed.
Lemma add_names_found : forall l st n, In (Nm n) l -> exists k, M.find n (fst (fold_left add_name l st)) = Some k.
Proof.
  induction l as [|t l IH]; intros st n I; [destruct I|]. destruct I as [->|I]; [|now apply IH]. cbn [fold_left].
  cbn. destruct (M.find n (fst st)) as [k|] eqn:E.
  - exists k. now apply add_name_keeps.
  - exists (snd st). apply add_name_keeps. cbn. apply M.gss.
Qed.
Theorem leads_rename : forall P, leads P (rename P).
Proof.
  intro P. apply leads_by. intros Q d [EP [Ed G]]. set (m := fst (names_of P)). pose (h := fun o : occurrence => (renamed m (fst o), snd o)).
  assert (D : distinct (names_of P)).
  { rewrite names_all. apply add_names_distinct. split; cbn; intros; rewrite M.gempty in *; discriminate. }
  assert (F : forall o, In o (all Q) -> forall n, fst o = Nm n -> exists k, M.find n m = Some k).
  { intros o I n E. unfold m. rewrite names_all. apply add_names_found. rewrite <- E, <- EP, all_map. now apply in_map. }
  exists (map3 h Q). split; [|split].
  - transitivity (map (map (map (renamed m))) (map3 fst Q)); [|unfold rename; now rewrite EP]. unfold map3. rewrite !map_map. apply map_ext. intro R.
    rewrite !map_map. apply map_ext. intro b. now rewrite !map_map.
  - rewrite all_map. destruct G as [G1 G2]. split.
    + clear G2 Ed EP. revert F G1. generalize (all Q). intros os F G1. induction G1 as [|a l H G IH]; [constructor|]. cbn [map].
      constructor; [|apply IH; intros o I; apply F; now right].
      apply Forall_forall. intros b' I. apply in_map_iff in I. destruct I as [b [<- I]]. rewrite Forall_forall in H. specialize (H b I).
      assert (Fa := F a (or_introl eq_refl)). assert (Fb := F b (or_intror I)).
      unfold agree, h, renamed in *. cbn [fst snd]. rewrite H. split.
      * intros [E N]. rewrite <- E. split; [reflexivity|]. destruct (fst a); try contradiction. destruct (M.find n m); exact Logic.I.
      * intros [E N]. destruct (fst a) as [| | |n]; try contradiction. destruct (fst b) as [| | |n'];
          try (destruct (Fa n eq_refl) as [k Fk]; rewrite Fk in E; discriminate).
        destruct (Fa n eq_refl) as [k Fk]. destruct (Fb n' eq_refl) as [k' Fk']. rewrite Fk, Fk' in E. injection E as ->. split; [|exact Logic.I].
        f_equal. now apply (proj2 D n n' k').
    + rewrite Forall_map. eapply Forall_impl; [|exact G2]. intros [t s] [L E]. split; [exact L|]. cbn [h fst snd] in *. rewrite E. unfold renamed.
      destruct t; try reflexivity. destruct (M.find n m); reflexivity.
  - apply put_same_regions. rewrite <- Ed. unfold map3. rewrite !map_map. apply map_ext. intro R. rewrite !map_map. apply map_ext. intro b. now rewrite map_map.
Qed.

(* "A spot of degree 0 is alone in its boundary", to be checked. *)
Definition tidy_b (b : list token) : bool := match b with [T0] => true | _ => negb (existsb (token_eq T0) b) end.
Definition sane_b (P : position) : bool := forallb (forallb tidy_b) P.
Lemma sane_b_spec : forall P, sane_b P = true -> sane P.
Proof.
  intros P H R b IR Ib I. unfold sane_b in H. rewrite forallb_forall in H. specialize (H R IR). rewrite forallb_forall in H. specialize (H b Ib).
  assert (K : negb (existsb (token_eq T0) b) = true -> b = [T0]).
  { intro K. apply negb_true_iff in K. rewrite <- not_true_iff_false in K. destruct K. apply existsb_exists. exists T0. auto. }
  destruct b as [|[| | |] [|]]; auto.
Qed.

Section Canon.
Variable oracle : position -> list choice.
Definition canon (P : position) : option position :=
  match order_regions P (oracle P) with
  | Some P => let P := rename P in if sane_b P then Some P else None
  | None => None
  end.
Theorem canon_leads : forall P P', canon P = Some P' -> leads P P' /\ sane P'.
Proof.
  intros P P' E. unfold canon in E. destruct (order_regions P (oracle P)) as [P0|] eqn:E0; [|discriminate].
  destruct (sane_b (rename P0)) eqn:S; [|discriminate]. injection E as <-. split; [|now apply sane_b_spec].
  apply leads_trans with P0; [|apply leads_rename]. apply leads_arranged. exact (order_regions_arranged _ _ _ [] E0).
Qed.
End Canon.
