(* FORMAT.md section 4, step 2: "Where the two occurrences of a degree-2 spot are cyclically adjacent in a boundary, write them
   as one token `2`." It is true of any occurrences of a spot with at most one life, and of occurrences with dead ones between. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Sproof Require Import Drawn Same Stutter Isomorphic Symmetry.
Import ListNotations.

(* One boundary of a drawing, with adjacent occurrences of a at any place of the cyclic list. *)
Theorem adjacent_same : forall d R rest b c others a l, wf d -> Permutation (regions d) (R :: rest) -> Permutation R (b :: others) ->
  turn b (a :: a :: l) -> turn c (a :: l) -> lives d a <= 1 -> same d (put d ((c :: others) :: rest)).
Proof.
  intros d R rest b c others a l W P PR Tb Tc L. apply put_same; auto.
  - intros s [r [I H]]. destruct I as [<-|I].
    + exists R. split; [apply (Permutation_in _ (Permutation_sym P)); now left|]. apply (perm_within _ _ _ PR).
      rewrite within_cons, (turn_in _ _ _ Tc) in H. rewrite within_cons, (turn_in _ _ _ Tb). simpl in *. tauto.
    + exists r. split; [apply (Permutation_in _ (Permutation_sym P)); now right | exact H].
  - apply (matched_perm _ (R :: rest) ((c :: others) :: rest)); auto. apply matched_cons.
    + exists false. apply (like_perm false _ _ _ (b :: others) R (c :: others) (c :: others)); auto; [now symmetry|].
      apply like_cons.
      * exists (a :: a :: l), (a :: l). split; [exact Tb|]. split; [exact Tc|]. apply stutter_twice; [exact L|]. now apply stutter_refl.
      * now apply alike_on_refl.
    + apply matched_refl. intro r. now apply alike_refl.
Qed.

(* All boundaries at once: `merge` writes runs of occurrences of a spot with one life once, `merge_ends` those around the end
   of the cyclic list. *)
Fixpoint merge (f : spot -> nat) (b : boundary) : boundary :=
  match b with
  | x :: (y :: _) as r => if (x =? y) && (f x <=? 1) then merge f r else x :: merge f r
  | _ => b
  end.
Definition merge_ends (f : spot -> nat) (b : boundary) : boundary :=
  match b with
  | x :: (_ :: _) as r => if (x =? last r x) && (f x <=? 1) then r else b
  | _ => b
  end.

Lemma merge_cons2 : forall f x y r, merge f (x :: y :: r) = if (x =? y) && (f x <=? 1) then merge f (y :: r) else x :: merge f (y :: r).
Proof. reflexivity. Qed.
Lemma stutter_merge : forall (P : spot -> spot -> Prop) f g b, (forall s, In s b -> P s s) -> stutter P f g b (merge f b).
Proof.
  intros P f g. induction b as [|x b IH]; intro H; [simpl; auto|]. destruct b as [|y r]; [simpl in *; auto|].
  assert (Hx : P x x) by (apply H; now left). rewrite merge_cons2. assert (S : stutter P f g (y :: r) (merge f (y :: r))) by (apply IH; intros; apply H; now right).
  destruct (Nat.eqb_spec x y) as [E|N]; simpl andb; [|now apply stutter_cons].
  destruct (Nat.leb_spec (f x) 1); [subst y; now apply stutter_twice | now apply stutter_cons].
Qed.
Lemma merge_in : forall f b s, In s (merge f b) -> In s b.
Proof.
  intros f. induction b as [|x b IH]; [auto|]. intros s. destruct b as [|y r]; [auto|]. rewrite merge_cons2.
  destruct ((x =? y) && (f x <=? 1)); intro H; [right; now apply IH | destruct H as [->|K]; [now left | right; now apply IH]].
Qed.
Lemma facing_merge_ends : forall (P : spot -> spot -> Prop) f g b, (forall s, In s b -> P s s) -> facing false P f g b (merge_ends f b).
Proof.
  intros P f g b H. assert (S := facing_same P f g false b H). destruct b as [|x [|y r]]; auto. unfold merge_ends.
  destruct (Nat.eqb_spec x (last (y :: r) x)) as [E|N]; simpl andb; auto. destruct (Nat.leb_spec (f x) 1) as [L|L]; auto.
  destruct (@exists_last _ (y :: r)) as [m [t Em]]; [discriminate|]. rewrite Em in *. rewrite last_last in E. subst t.
  exists (x :: x :: m), (x :: m). split; [now exists (x :: m), [x]|]. split; [now exists m, [x]|].
  apply stutter_twice; [exact L|]. apply stutter_refl. intros s I. apply H. simpl in *. rewrite in_app_iff. tauto.
Qed.
Lemma merge_ends_in : forall f b s, In s (merge_ends f b) -> In s b.
Proof. intros f [|x [|y r]] s; auto. unfold merge_ends. destruct ((x =? _) && _); [now right | auto]. Qed.

Theorem merge_same : forall d, wf d -> same d (put d (map (map (merge (lives d))) (regions d))).
Proof.
  intros d W. apply same_boundaries; auto; [|intros b s; apply merge_in]. intro b. now apply facing_stutter, stutter_merge.
Qed.
Theorem merge_ends_same : forall d, wf d -> same d (put d (map (map (merge_ends (lives d))) (regions d))).
Proof.
  intros d W. apply same_boundaries; auto; [|intros b s; apply merge_ends_in]. intro b. now apply facing_merge_ends.
Qed.
