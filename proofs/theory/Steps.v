(* The symmetries and steps 1 to 3 once more, one region at a time: the forms in which a reduction of lists uses them. *)
From Coq Require Import List Arith Lia Permutation.
From Sproof Require Import Drawn Same Stutter Isomorphic Symmetry Dead Adjacent.
Import ListNotations.

Section Steps.
Variables (n : spot) (f : spot -> nat).
Notation drawing_of := (Build_drawing n f).

Lemma wf_regions : forall rs ss, wf (drawing_of rs) -> (forall s, In s (concat (concat ss)) -> In s (concat (concat rs))) -> wf (drawing_of ss).
Proof.
  intros rs ss W H r s I Ws. simpl in *. assert (J : In s (concat (concat ss))).
  { unfold within in Ws. apply in_concat in Ws. destruct Ws as [b [Ib Is]]. apply in_concat. exists b. split; [|exact Is].
    apply in_concat. eauto. }
  apply H, in_concat in J. destruct J as [b [Ib Is]]. apply in_concat in Ib. destruct Ib as [q [Iq Ib]].
  apply (W q s Iq), in_concat. eauto.
Qed.

Lemma perm_same : forall rs ss, wf (drawing_of rs) -> Permutation rs ss -> same (drawing_of rs) (drawing_of ss).
Proof. intros rs ss W P. exact (same_order (drawing_of rs) ss W P). Qed.

Lemma forall2_rest : forall A (M : A -> A -> Prop), (forall x, M x x) -> forall l, Forall2 M l l.
Proof. intros A M H l. induction l; auto. Qed.

Lemma region_same : forall R S rest, wf (drawing_of (R :: rest)) -> Permutation R S ->
  same (drawing_of (R :: rest)) (drawing_of (S :: rest)).
Proof.
  intros R S rest W P. apply (same_boundary_order (drawing_of (R :: rest)) (S :: rest) W). constructor; [exact P|].
  apply forall2_rest. auto.
Qed.
Lemma turn_same : forall b c R rest, wf (drawing_of ((b :: R) :: rest)) -> turn b c ->
  same (drawing_of ((b :: R) :: rest)) (drawing_of ((c :: R) :: rest)).
Proof.
  intros b c R rest W T. apply (same_rotation (drawing_of ((b :: R) :: rest)) ((c :: R) :: rest) W). constructor; [constructor; [exact T|]|].
  - apply forall2_rest, turn_refl.
  - apply forall2_rest. apply forall2_rest, turn_refl.
Qed.
Lemma mirror_same : forall R rest, wf (drawing_of (R :: rest)) ->
  same (drawing_of (R :: rest)) (drawing_of (map (@rev spot) R :: rest)).
Proof.
  intros R rest W. apply (same_mirror (drawing_of (R :: rest)) _ W). constructor; [now exists true|].
  apply forall2_rest. intro r. exists false. symmetry. apply map_id.
Qed.
Lemma living_same : forall rs, wf (drawing_of rs) -> same (drawing_of rs) (drawing_of (map (map (filter (fun s => 1 <=? f s))) rs)).
Proof. intros rs W. exact (dead_same (drawing_of rs) W). Qed.
Lemma nonempty_same : forall R rest, wf (drawing_of (([] :: R) :: rest)) ->
  same (drawing_of (([] :: R) :: rest)) (drawing_of (R :: rest)).
Proof.
  intros R rest W.
  assert (W' : wf (drawing_of (R :: rest))) by (apply (wf_regions (([] :: R) :: rest)); auto).
  eapply same_trans; [apply (empty_same _ W)|]. apply same_sym. exact (empty_same _ W').
Qed.
Lemma twice_same : forall s b R rest, wf (drawing_of (((s :: s :: b) :: R) :: rest)) -> f s <= 1 ->
  same (drawing_of (((s :: s :: b) :: R) :: rest)) (drawing_of (((s :: b) :: R) :: rest)).
Proof.
  intros s b R rest W L. apply (adjacent_same _ ((s :: s :: b) :: R) rest (s :: s :: b) (s :: b) R s b W); auto using turn_refl.
Qed.
End Steps.
