(* FORMAT.md section 4, step 1: "Delete every occurrence of a dead spot", and step 3: "Drop empty boundaries." *)
From Coq Require Import List Arith Lia Permutation.
From Sproof Require Import Drawn Same Stutter Isomorphic Symmetry.
Import ListNotations.

Definition living (f : spot -> nat) (b : boundary) : boundary := filter (fun s => 1 <=? f s) b.
Definition nonempty (b : boundary) : bool := match b with [] => false | _ => true end.

Lemma stutter_living : forall (P : spot -> spot -> Prop) f g b, (forall s, In s b -> P s s) -> stutter P f g b (living f b).
Proof.
  intros P f g b. induction b as [|s b IH]; intro H; simpl in *; auto. destruct (f s) eqn:E; simpl; auto.
Qed.

(* Boundaries without a living spot come and go. *)
Lemma alike_on_idle : forall h P f g r r' i i', alike_on h P f g r r' -> Forall (idle f) i -> Forall (idle g) i' ->
  alike_on h P f g (r ++ i) (r' ++ i').
Proof.
  intros h P f g r r' i i' [m [j [m' [j' [Pr [Pr' [J [J' M]]]]]]]] I I'. exists m, (j ++ i), m', (j' ++ i').
  rewrite Pr, Pr', !app_assoc. repeat split; auto; apply Forall_app; auto.
Qed.

Theorem dead_same : forall d, wf d -> same d (put d (map (map (living (lives d))) (regions d))).
Proof.
  intros d W. apply same_boundaries; auto.
  - intro b. now apply facing_stutter, stutter_living.
  - intros b s I. now apply filter_In in I.
Qed.

Theorem empty_same : forall d, wf d -> same d (put d (map (filter nonempty) (regions d))).
Proof.
  intros d W. apply (same_each (fun r r' => r' = filter nonempty r) _ _ W).
  - induction (regions d); simpl; auto.
  - intros r r' ->. exists false.
    apply (like_perm false _ _ _ (filter nonempty r ++ filter (fun b => negb (nonempty b)) r) r (filter nonempty r ++ []) (filter nonempty r)).
    + induction r as [|b r IH]; simpl; auto. destruct (nonempty b); simpl; [auto|]. now rewrite <- Permutation_middle, IH.
    + now rewrite app_nil_r.
    + apply alike_on_idle; auto.
      * now apply alike_on_refl.
      * rewrite Forall_forall. intros b I s Is. apply filter_In in I. destruct b; [destruct Is | destruct I; discriminate].
  - intros r r' s -> I. unfold within in *. apply in_concat in I. destruct I as [c [Ic Is]]. apply filter_In in Ic.
    apply in_concat. exists c. tauto.
Qed.
