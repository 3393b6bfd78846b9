(* Step 6 of FORMAT.md section 4: "A spot that now occurs only once becomes the token `2`." And step 7: "A boundary that is
   exactly `22` becomes `1`. In a region with 2 or 3 lives two tokens `2` become one `1`." *)
From Coq Require Import List Arith Lia Permutation Bool PArith NArith FMapPositive.
Import ListNotations.
From Sproof Require Import Drawn Same Isomorphic Symmetry Dead Adjacent SmallRegions Tokens Play Moves Means Reduce.
Module M := PositiveMap.

(* ---- step 6 ---- *)
(* Letters seen, and whether more than once. *)
Definition note (m : M.t bool) (t : token) : M.t bool := match t with Nm n => M.add n (M.mem n m) m | _ => m end.
Definition note_boundary (m : M.t bool) (b : list token) := fold_left note b m.
Definition note_region (m : M.t bool) (R : list (list token)) := fold_left note_boundary R m.
Definition letters (P : position) : M.t bool := fold_left note_region P (M.empty bool).
Definition written (m : M.t bool) (t : token) : token :=
  match t with Nm n => match M.find n m with Some true => t | _ => T2 end | _ => t end.
Definition name_once (P : position) : position := let m := letters P in map (map (map (written m))) P.

Lemma letters_all : forall P, letters P = fold_left note (all P) (M.empty bool).
Proof.
  assert (H1 : forall R m, note_region m R = fold_left note (concat R) m).
  { unfold note_region. induction R as [|b R IH]; intro m; [reflexivity|]. cbn. rewrite fold_left_app. apply IH. }
  unfold letters. intro P. generalize (M.empty bool). induction P as [|R P IH]; intro m; [reflexivity|]. rewrite all_cons, fold_left_app. cbn.
  rewrite IH, H1. reflexivity.
Qed.
Lemma note_stays : forall l m n, M.find n m = Some true -> M.find n (fold_left note l m) = Some true.
Proof.
  induction l as [|t l IH]; intros m n H; [exact H|]. cbn. apply IH. destruct t as [| | |k]; auto. cbn. destruct (Pos.eq_dec k n) as [->|N].
  - rewrite M.gss. f_equal. rewrite M.mem_find, H. reflexivity.
  - rewrite M.gso; auto.
Qed.
Lemma note_again : forall l m n, M.mem n m = true -> In (Nm n) l -> M.find n (fold_left note l m) = Some true.
Proof.
  induction l as [|t l IH]; intros m n H I; [destruct I|]. cbn. destruct I as [->|I].
  - apply note_stays. cbn. rewrite M.gss. now rewrite H.
  - apply IH; [|exact I]. destruct t as [| | |k]; auto. cbn. rewrite M.mem_find in *. destruct (Pos.eq_dec k n) as [->|N]; [now rewrite M.gss | rewrite M.gso; auto].
Qed.
Lemma note_keeps : forall l m n, M.mem n m = true -> M.mem n (fold_left note l m) = true.
Proof.
  induction l as [|t l IH]; intros m n H; [exact H|]. cbn. apply IH. destruct t as [| | |k]; auto. cbn. rewrite M.mem_find in *.
  destruct (Pos.eq_dec k n) as [->|N]; [now rewrite M.gss | rewrite M.gso; auto].
Qed.
Lemma note_seen : forall l m n, In (Nm n) l -> M.mem n (fold_left note l m) = true.
Proof.
  induction l as [|t l IH]; intros m n I; [destruct I|]. cbn. destruct I as [->|I]; [|now apply IH]. apply note_keeps. cbn. rewrite M.mem_find. now rewrite M.gss.
Qed.
Lemma note_twice : forall a b n, In (Nm n) a \/ In (Nm n) b -> M.find n (fold_left note (a ++ Nm n :: b) (M.empty bool)) = Some true.
Proof.
  intros a b n H. rewrite fold_left_app. cbn [fold_left]. destruct H as [H|H].
  - apply note_stays. cbn. rewrite M.gss. f_equal. now apply note_seen.
  - apply note_again; [|exact H]. cbn. rewrite M.mem_find. now rewrite M.gss.
Qed.

Lemma put_same_regions : forall d rs, rs = regions d -> same d (put d rs).
Proof. intros [n f rs] ss E. cbn in E. subst. apply same_refl. Qed.
Theorem leads_once : forall P, leads P (name_once P).
Proof.
  intro P. apply leads_by. intros Q d [EP [Ed G]]. set (m := letters P). pose (h := fun o : occurrence => (written m (fst o), snd o)).
  exists (map3 h Q). split; [|split].
  - transitivity (map (map (map (written m))) (map3 fst Q)); [|unfold name_once; now rewrite EP]. unfold map3. rewrite !map_map. apply map_ext. intro R. rewrite !map_map. apply map_ext. intro b.
    now rewrite !map_map.
  - rewrite all_map. assert (Em : m = fold_left note (map fst (all Q)) (M.empty bool)) by (unfold m; rewrite letters_all, <- EP, all_map; reflexivity).
    destruct G as [G1 G2]. split.
    + assert (H : forall post pre, all Q = pre ++ post -> ForallOrdPairs agree post -> ForallOrdPairs agree (map h post)).
      { clear G1 G2. induction post as [|a post IH]; intros pre E F; [constructor|]. inversion F as [|? ? F1 F2]; subst. cbn [map]. constructor.
        - apply Forall_forall. intros b' Ib. apply in_map_iff in Ib. destruct Ib as [b [<- Ib]]. rewrite Forall_forall in F1. specialize (F1 b Ib).
          assert (Tw : forall n, fst a = Nm n -> fst b = Nm n -> M.find n m = Some true).
          { intros n Ea Eb. rewrite Em, E, map_app. cbn [map]. rewrite Ea. apply note_twice. right. rewrite <- Eb. now apply in_map. }
          unfold agree, h, written in *. cbn [fst snd]. split.
          + intro Es. apply F1 in Es. destruct Es as [E' N]. destruct (fst a) as [| | |n]; try contradiction. rewrite <- E', (Tw n eq_refl (eq_sym E')). auto.
          + intros [E' N]. apply F1. destruct (fst a) as [| | |n]; try contradiction. destruct (M.find n m) as [[|]|]; try contradiction.
            destruct (fst b) as [| | |k]; try discriminate. destruct (M.find k m) as [[|]|]; try discriminate. auto.
        - apply (IH (pre ++ [a])); [now rewrite <- app_assoc | exact F2]. }
      apply (H (all Q) []); auto.
    + rewrite Forall_map. eapply Forall_impl; [|exact G2]. intros [t s] [L E]. split; [exact L|]. cbn [h fst snd] in *. rewrite E. unfold written.
      destruct t; try reflexivity. destruct (M.find n m) as [[|]|]; reflexivity.
  - apply put_same_regions. rewrite <- Ed. unfold map3. rewrite !map_map. apply map_ext. intro R. rewrite !map_map. apply map_ext. intro b. now rewrite map_map.
Qed.
