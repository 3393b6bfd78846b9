(* The nimber of a drawing. FORMAT.md section 7: "Every land has a nimber: the least number that is not the nimber of one of its
   options", and "a position is lost for the player to move exactly when its nimber is 0." *)
From Coq Require Import NArith List Lia Arith.
From Sproof Require Import Drawn Same.
Import ListNotations.

(* The least number that is not the nimber of an option. *)
Inductive nimber : drawing -> N -> Prop :=
| nimber_intro d k :
    (forall e, step d e -> exists j, nimber e j /\ j <> k) ->
    (forall j, (j < k)%N -> exists e, step d e /\ nimber e j) -> nimber d k.

Lemma nimber_ind' : forall Q : drawing -> N -> Prop,
  (forall d k, (forall e, step d e -> exists j, nimber e j /\ Q e j /\ j <> k) ->
    (forall j, (j < k)%N -> exists e, step d e /\ nimber e j /\ Q e j) -> Q d k) ->
  forall d k, nimber d k -> Q d k.
Proof.
  intros Q H. fix IH 3. intros d k [d' k' A B]. apply H.
  - intros e S. destruct (A e S) as [j [Nj Ne]]. exists j. split; [exact Nj|]. split; [now apply IH | exact Ne].
  - intros j L. destruct (B j L) as [e [S Nj]]. exists e. split; [exact S|]. split; [exact Nj | now apply IH].
Qed.

Theorem nimber_unique : forall d j, nimber d j -> forall k, nimber d k -> j = k.
Proof.
  intros d j H. induction H as [d j A B] using nimber_ind'. intros k K. inversion K as [d' k' A' B' E1 E2]. subst d' k'.
  destruct (N.lt_trichotomy j k) as [L|[L|L]]; [|exact L|]; exfalso.
  - destruct (B' j L) as [e [S Ne]]. destruct (A e S) as [i [Ni [IH Nei]]]. apply Nei, IH, Ne.
  - destruct (B k L) as [e [S [Ne IH]]]. destruct (A' e S) as [i [Ni Nei]]. apply Nei. symmetry. now apply IH.
Qed.

(* Nimber 0: lost for the player to move. Any other: won. *)
Theorem nimber_outcome : forall d k, nimber d k -> (k = 0%N -> lost d) /\ (k <> 0%N -> won d).
Proof.
  intros d k H. induction H as [d k A B] using nimber_ind'. split; intro E.
  - constructor. intros e S. destruct (A e S) as [j [_ [[_ IH] Ne]]]. apply IH. congruence.
  - destruct (B 0%N) as [e [S [_ [IH _]]]]; [lia|]. eapply won_intro; eauto.
Qed.

Theorem same_nimber : forall d k, nimber d k -> forall e, same d e -> nimber e k.
Proof.
  intros d k H. induction H as [d k A B] using nimber_ind'. intros e Hs. constructor.
  - intros e' S. destruct (same_step_back _ _ Hs e' S) as [d' [Sd Hs']]. destruct (A d' Sd) as [j [_ [IH Ne]]]. eauto.
  - intros j L. destruct (B j L) as [d' [Sd [_ IH]]]. destruct (same_step _ _ Hs d' Sd) as [e' [Se Hs']]. eauto.
Qed.
