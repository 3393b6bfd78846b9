(* The least number that is not in a list. *)
From Coq Require Import NArith List Lia FinFun.
Import ListNotations.

Fixpoint mex_from (n : nat) (k : N) (l : list N) : N :=
  match n with O => k | S n => if in_dec N.eq_dec k l then mex_from n (k + 1) l else k end.
Definition mex (l : list N) : N := mex_from (S (length l)) 0 l.

Lemma mex_from_spec : forall n k l, (forall j, (j < k)%N -> In j l) ->
  (forall j, (j < mex_from n k l)%N -> In j l) /\ (In (mex_from n k l) l -> mex_from n k l = (k + N.of_nat n)%N).
Proof.
  induction n as [|n IH]; intros k l H; simpl.
  - split; [exact H | lia].
  - destruct (in_dec N.eq_dec k l) as [i|i]; [|split; [exact H | contradiction]].
    destruct (IH (k + 1)%N l) as [A B].
    + intros j Hj. destruct (N.eq_dec j k) as [->|]; [exact i | apply H; lia].
    + split; [exact A | intro I; rewrite (B I); lia].
Qed.
Lemma mex_spec : forall l, ~ In (mex l) l /\ forall j, (j < mex l)%N -> In j l.
Proof.
  intro l. unfold mex. destruct (mex_from_spec (S (length l)) 0 l) as [A B]; [lia|]. split; [|exact A].
  intro I. specialize (B I).
  assert (NoDup (map N.of_nat (seq 0 (S (length l))))) as D.
  { apply Injective_map_NoDup; [intros a b; lia | apply seq_NoDup]. }
  apply NoDup_incl_length with (l' := l) in D.
  - rewrite map_length, seq_length in D. lia.
  - intros j Hj. apply in_map_iff in Hj. destruct Hj as [i [E Hi]]. apply in_seq in Hi. apply A. lia.
Qed.
