(* All moves of a position. Boundaries that are token for token the same are counted, not told apart. *)
From Coq Require Import List Arith Lia Permutation Bool PArith.
Import ListNotations.
From Sproof Require Import Drawn Tokens Play.

(* ---- runs of equal boundaries: (b, n) stands for n + 1 times b ---- *)
Fixpoint list_eq {A} (eq : A -> A -> bool) (a b : list A) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => eq x y && list_eq eq a b | _, _ => false end.
Lemma list_eq_spec : forall A (eq : A -> A -> bool), (forall a b, eq a b = true <-> a = b) ->
  forall a b, list_eq eq a b = true <-> a = b.
Proof.
  intros A eq H. induction a as [|x a IH]; destruct b as [|y b]; simpl; try (split; congruence).
  rewrite andb_true_iff, H, IH. split; [intros [-> ->]; reflexivity | intro E; injection E; auto].
Qed.
Definition boundary_eq : list token -> list token -> bool := list_eq token_eq.
Definition boundary_eq_spec := list_eq_spec token token_eq token_eq_spec.

Definition run := (list token * nat)%type.
Fixpoint runs (bs : list (list token)) : list run :=
  match bs with
  | [] => []
  | b :: bs => match runs bs with
               | (c, n) :: rs => if boundary_eq b c then (c, S n) :: rs else (b, 0) :: (c, n) :: rs
               | [] => [(b, 0)]
               end
  end.
Definition expand (rs : list run) : list (list token) := flat_map (fun r => repeat (fst r) (S (snd r))) rs.
Lemma expand_runs : forall bs, expand (runs bs) = bs.
Proof.
  induction bs as [|b bs IH]; [reflexivity|]. simpl. destruct (runs bs) as [|[c n] rs]; [simpl in *; now subst|].
  destruct (boundary_eq b c) eqn:E; [apply boundary_eq_spec in E; subst c|]; rewrite <- IH; reflexivity.
Qed.

(* One boundary, and the others. *)
Definition fewer (r : run) (rs : list run) : list run := match r with (b, S n) => (b, n) :: rs | (_, O) => rs end.
Fixpoint picks (rs : list run) : list (list token * list run) :=
  match rs with [] => [] | r :: rs => (fst r, fewer r rs) :: map (fun p => (fst p, r :: snd p)) (picks rs) end.
Lemma expand_fewer : forall r rs, expand (r :: rs) = fst r :: expand (fewer r rs).
Proof. intros [b [|n]] rs; reflexivity. Qed.
Lemma expand_cons : forall r rs, expand (r :: rs) = repeat (fst r) (S (snd r)) ++ expand rs.
Proof. reflexivity. Qed.
Lemma picks_sound : forall rs b others, In (b, others) (picks rs) -> Permutation (expand rs) (b :: expand others).
Proof.
  induction rs as [|r rs IH]; intros b others I; [destruct I|]. destruct I as [E|I].
  - injection E as <- <-. now rewrite expand_fewer.
  - apply in_map_iff in I. destruct I as [[c o] [E I]]. simpl in E. injection E as <- <-. rewrite !expand_cons, (IH c o I).
    symmetry. apply Permutation_middle.
Qed.
Lemma picks_all : forall rs b, In b (expand rs) -> exists others, In (b, others) (picks rs).
Proof.
  induction rs as [|r rs IH]; intros b I; [destruct I|]. rewrite expand_cons in I. apply in_app_iff in I. destruct I as [I|I].
  - apply repeat_spec in I. subst b. exists (fewer r rs). now left.
  - destruct (IH b I) as [o Io]. exists (r :: o). right. apply in_map_iff. now exists (b, o).
Qed.
Lemma picks_complete : forall rs b others, Permutation (expand rs) (b :: others) ->
  exists o, In (b, o) (picks rs) /\ Permutation others (expand o).
Proof.
  intros rs b others P. destruct (picks_all rs b) as [o I].
  - apply (Permutation_in _ (Permutation_sym P)). now left.
  - exists o. split; [exact I|]. apply picks_sound in I. apply (Permutation_cons_inv (a := b)). now rewrite <- P.
Qed.

(* Two boundaries in one order, and the others. *)
Fixpoint pairs (rs : list run) : list (list token * list token * list run) :=
  match rs with
  | [] => []
  | r :: rs => map (fun p => (fst r, fst p, snd p)) (match r with
                 | (b, S n) => [(b, fewer (b, n) rs)] | _ => [] end)
               ++ map (fun p => (fst r, fst p, fewer r (snd p))) (picks rs)
               ++ map (fun p => (fst p, r :: snd p)) (pairs rs)
  end.
Lemma pairs_sound : forall rs b c others, In (b, c, others) (pairs rs) -> Permutation (expand rs) (b :: c :: expand others).
Proof.
  induction rs as [|r rs IH]; intros b c others I; [destruct I|]. cbn [pairs] in I. rewrite !in_app_iff, !in_map_iff in I.
  destruct I as [[[c' o] [E I]]|[[[c' o] [E I]]|[[[b' c'] o] [E I]]]]; cbn [fst snd] in E; injection E as <- <- <-.
  - destruct r as [b [|n]]; [destruct I|]. destruct I as [E|[]]. injection E as <- <-. rewrite expand_fewer. cbn [fewer fst]. now rewrite expand_fewer.
  - rewrite expand_fewer. apply perm_skip. apply picks_sound in I. destruct r as [b [|n]]; cbn [fewer fst]; [exact I|].
    rewrite !expand_cons, I. symmetry. apply Permutation_middle.
  - rewrite !expand_cons, (IH _ _ _ I). rewrite Permutation_app_comm. cbn [app]. do 2 apply perm_skip. apply Permutation_app_comm.
Qed.
Lemma pairs_all : forall rs b others c, In (b, others) (picks rs) -> In c (expand others) ->
  exists o, In (b, c, o) (pairs rs) \/ In (c, b, o) (pairs rs).
Proof.
  induction rs as [|r rs IH]; intros b others c I J; [destruct I|]. cbn [pairs]. destruct I as [E|I].
  - injection E as <- <-. destruct r as [b [|n]]; cbn [fewer fst] in *.
    + destruct (picks_all rs c J) as [o Io]. exists o. left. rewrite !in_app_iff, !in_map_iff. right. left. now exists (c, o).
    + rewrite expand_cons in J. apply in_app_iff in J. destruct J as [J|J].
      * apply repeat_spec in J. subst c. eexists. left. rewrite !in_app_iff. left. cbn. left. reflexivity.
      * destruct (picks_all rs c J) as [o Io]. eexists. left. rewrite !in_app_iff, !in_map_iff. right. left. exists (c, o). split; [reflexivity|exact Io].
  - apply in_map_iff in I. destruct I as [[b' o] [E I]]. cbn [fst snd] in E. injection E as <- <-.
    rewrite expand_cons in J. apply in_app_iff in J. destruct J as [J|J].
    + apply repeat_spec in J. subst c. eexists. right. rewrite !in_app_iff, !in_map_iff. right. left. exists (b', o). split; [reflexivity|exact I].
    + destruct (IH b' o c I J) as [q [K|K]]; exists (r :: q); [left|right]; rewrite !in_app_iff, !in_map_iff; right; right.
      * now exists (b', c, q).
      * now exists (c, b', q).
Qed.
Lemma pairs_complete : forall rs b c others, Permutation (expand rs) (b :: c :: others) ->
  exists o, (In (b, c, o) (pairs rs) \/ In (c, b, o) (pairs rs)) /\ Permutation others (expand o).
Proof.
  intros rs b c others P. destruct (picks_complete rs b (c :: others) P) as [o [I Po]].
  destruct (pairs_all rs b o c I) as [q K].
  { apply (Permutation_in _ Po). now left. }
  exists q. split; [exact K|]. destruct K as [K|K]; apply pairs_sound in K; rewrite P in K.
  - now apply Permutation_cons_inv, Permutation_cons_inv in K.
  - rewrite perm_swap in K. now apply Permutation_cons_inv, Permutation_cons_inv in K.
Qed.

(* Distributions over two sides, by the number of each kind. *)
Fixpoint shares (b : list token) (n : nat) (far : list (list token)) (near : list (list token)) : list (list (list token) * list (list token)) :=
  (near, repeat b n ++ far) :: match n with O => [] | S n => shares b n far (b :: near) end.
Fixpoint splits (rs : list run) : list (list (list token) * list (list token)) :=
  match rs with [] => [([], [])] | r :: rs => flat_map (fun s => shares (fst r) (S (snd r)) (snd s) (fst s)) (splits rs) end.
Lemma shares_spec : forall b n far near p, In p (shares b n far near) <-> exists i, i <= n /\ p = (repeat b i ++ near, repeat b (n - i) ++ far).
Proof.
  assert (R : forall (b : list token) i l, repeat b i ++ b :: l = b :: repeat b i ++ l).
  { intros b i l. induction i as [|i IH]; [reflexivity|]. simpl. now rewrite IH. }
  intros b. induction n as [|n IH]; intros far near p.
  - split; [intros [<-|[]]; exists 0; auto | intros [i [L ->]]]. assert (i = 0) as -> by lia. now left.
  - cbn [shares]. split.
    + intros [<-|I]; [exists 0; split; [lia|reflexivity]|]. apply IH in I. destruct I as [i [L ->]]. exists (S i). split; [lia|]. simpl. now rewrite R.
    + intros [[|i] [L ->]]; [now left|]. right. apply IH. exists i. split; [lia|]. simpl. now rewrite R.
Qed.
Lemma splits_sound : forall rs near far, In (near, far) (splits rs) -> Permutation (expand rs) (near ++ far).
Proof.
  induction rs as [|r rs IH]; intros near far I; cbn [splits] in I.
  - destruct I as [E|[]]. injection E as <- <-. constructor.
  - apply in_flat_map in I. destruct I as [[n f] [I J]]. apply shares_spec in J. destruct J as [i [L E]]. injection E as -> ->.
    cbn [fst snd] in *. rewrite expand_cons, (IH n f I). replace (S (snd r)) with (i + (S (snd r) - i)) at 1 by lia.
    rewrite repeat_app, <- !app_assoc. apply Permutation_app_head. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.
Lemma share_out : forall (b : list token) n (l near far : list (list token)), Permutation (repeat b n ++ l) (near ++ far) ->
  exists i near' far', i <= n /\ Permutation near (repeat b i ++ near') /\ Permutation far (repeat b (n - i) ++ far') /\ Permutation l (near' ++ far').
Proof.
  intros b. induction n as [|n IH]; intros l near far P.
  - exists 0, near, far. auto.
  - simpl in P. assert (I : In b (near ++ far)) by (apply (Permutation_in _ P); now left). apply in_app_iff in I.
    destruct I as [I|I]; apply in_split in I; destruct I as [u [v ->]].
    + destruct (IH l (u ++ v) far) as [i [near' [far' [L [P1 [P2 P3]]]]]].
      { apply (Permutation_cons_inv (a := b)). rewrite P, <- !app_assoc. simpl. symmetry. apply Permutation_middle. }
      exists (S i), near', far'. split; [lia|]. split; [|auto]. simpl. rewrite <- P1. symmetry. apply Permutation_middle.
    + destruct (IH l near (u ++ v)) as [i [near' [far' [L [P1 [P2 P3]]]]]].
      { apply (Permutation_cons_inv (a := b)). rewrite P, !app_assoc. symmetry. apply Permutation_middle. }
      exists i, near', far'. split; [lia|]. split; [exact P1|]. split; [|exact P3]. replace (S n - i) with (S (n - i)) by lia. simpl. rewrite <- P2. symmetry. apply Permutation_middle.
Qed.
Lemma splits_complete : forall rs near far, Permutation (expand rs) (near ++ far) ->
  exists n f, In (n, f) (splits rs) /\ Permutation near n /\ Permutation far f.
Proof.
  induction rs as [|r rs IH]; intros near far P.
  - apply Permutation_nil in P. apply app_eq_nil in P. destruct P as [-> ->]. exists [], []. simpl. auto.
  - rewrite expand_cons in P. apply share_out in P. destruct P as [i [near' [far' [L [P1 [P2 P3]]]]]].
    destruct (IH _ _ P3) as [n [f [I [Q1 Q2]]]]. exists (repeat (fst r) i ++ n), (repeat (fst r) (S (snd r) - i) ++ f). split; [|split].
    + cbn [splits]. apply in_flat_map. exists (n, f). split; [exact I|]. apply shares_spec. eauto.
    + rewrite P1. now apply Permutation_app_head.
    + rewrite P2. now apply Permutation_app_head.
Qed.

(* ---- places on a boundary ---- *)
Section Places.
Context {A : Type}.
Fixpoint turns_from (before b : list A) : list (A * list A) :=
  match b with [] => [] | x :: after => (x, after ++ rev before) :: turns_from (x :: before) after end.
Definition turns (b : list A) := turns_from [] b.
Lemma turns_from_spec : forall b before x X, In (x, X) (turns_from before b) <-> exists l r, b = l ++ x :: r /\ X = r ++ rev before ++ l.
Proof.
  induction b as [|a b IH]; intros before x X; simpl.
  - split; [tauto | intros [l [r [E _]]]; now destruct l].
  - rewrite IH. split.
    + intros [E|[l [r [-> ->]]]].
      * injection E as <- <-. exists [], b. rewrite app_nil_r. auto.
      * exists (a :: l), r. split; [reflexivity|]. simpl. now rewrite <- app_assoc.
    + intros [[|c l] [r [E ->]]]; simpl in E; injection E as -> ->.
      * left. now rewrite app_nil_r.
      * right. exists l, r. split; [reflexivity|]. simpl. now rewrite <- !app_assoc.
Qed.
Lemma turns_spec : forall b x X, In (x, X) (turns b) <-> turned b (x :: X).
Proof.
  intros b x X. unfold turns. rewrite turns_from_spec. simpl. split.
  - intros [l [r [-> ->]]]. exists l, (x :: r). auto.
  - intros [l [r [-> E]]]. destruct r as [|y r]; simpl in E.
    + subst l. exists [], X. rewrite !app_nil_r. auto.
    + injection E as -> ->. exists l, r. auto.
Qed.

(* Two places, in the order in which they are written: x X y Y, Y going around the end. *)
Fixpoint ends_from (x : A) (before between b : list A) : list (A * list A * A * list A) :=
  match b with [] => [] | y :: after => (x, rev between, y, after ++ before) :: ends_from x before (y :: between) after end.
Fixpoint chords_from (before b : list A) : list (A * list A * A * list A) :=
  match b with [] => [] | x :: after => ends_from x (rev before) [] after ++ chords_from (x :: before) after end.
Definition chords (b : list A) := chords_from [] b.
Lemma ends_from_spec : forall b x before between x' X y Y, In (x', X, y, Y) (ends_from x before between b) <->
  x' = x /\ exists l r, b = l ++ y :: r /\ X = rev between ++ l /\ Y = r ++ before.
Proof.
  induction b as [|a b IH]; intros x before between x' X y Y; simpl.
  - split; [tauto | intros [_ [l [r [E _]]]]; now destruct l].
  - rewrite IH. split.
    + intros [E|[-> [l [r [-> [-> ->]]]]]].
      * injection E as <- <- <- <-. split; [reflexivity|]. exists [], b. rewrite app_nil_r. auto.
      * split; [reflexivity|]. exists (a :: l), r. simpl. rewrite <- app_assoc. auto.
    + intros [-> [[|c l] [r [E [-> ->]]]]]; simpl in E; injection E as -> ->.
      * left. now rewrite app_nil_r.
      * right. split; [reflexivity|]. exists l, r. simpl. rewrite <- app_assoc. auto.
Qed.
Lemma chords_from_spec : forall b before x X y Y, In (x, X, y, Y) (chords_from before b) <->
  exists l r, b = l ++ x :: X ++ y :: r /\ Y = r ++ rev before ++ l.
Proof.
  induction b as [|a b IH]; intros before x X y Y; simpl.
  - split; [tauto | intros [l [r [E _]]]; now destruct l].
  - rewrite in_app_iff, IH, ends_from_spec. split.
    + intros [[-> [l [r [-> [-> ->]]]]]|[l [r [-> ->]]]].
      * exists [], r. rewrite app_nil_r. auto.
      * exists (a :: l), r. split; [reflexivity|]. simpl. now rewrite <- app_assoc.
    + intros [[|c l] [r [E ->]]]; simpl in E; injection E as -> ->.
      * left. split; [reflexivity|]. exists X, r. rewrite app_nil_r. auto.
      * right. exists l, r. split; [reflexivity|]. simpl. now rewrite <- app_assoc.
Qed.
Lemma chords_sound : forall b x X y Y, In (x, X, y, Y) (chords b) -> turned b (x :: X ++ y :: Y).
Proof.
  intros b x X y Y I. unfold chords in I. apply chords_from_spec in I. destruct I as [l [r [-> ->]]]. simpl. exists l, (x :: X ++ y :: r).
  split; [reflexivity|]. simpl. now rewrite <- app_assoc.
Qed.
Lemma chords_complete : forall b x X y Y, turned b (x :: X ++ y :: Y) -> In (x, X, y, Y) (chords b) \/ In (y, Y, x, X) (chords b).
Proof.
  intros b x X y Y [l [r [-> E]]]. unfold chords. rewrite !chords_from_spec. simpl. destruct r as [|x' r]; simpl in E.
  - subst l. left. exists [], Y. rewrite !app_nil_r. auto.
  - injection E as <- E. symmetry in E. apply app_eq_app in E. destruct E as [w [[-> E]|[-> E]]].
    + destruct w as [|y' w]; simpl in E.
      * subst l. right. exists [], X. simpl. rewrite !app_nil_r. auto.
      * injection E as <- ->. left. exists l, w. auto.
    + subst l. right. exists w, r. now rewrite <- app_assoc.
Qed.
End Places.
