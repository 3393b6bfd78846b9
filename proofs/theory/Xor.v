(* Exclusive or: the one fact about it that the theorem of Sprague and Grundy needs, and cancellation. *)
From Coq Require Import NArith Lia.
Local Open Scope N_scope.

Definition bit (b : bool) : N := if b then 1 else 0.

Lemma halves : forall x, x = 2 * N.div2 x + bit (N.odd x).
Proof. intro x. rewrite (N.div2_odd x) at 1. reflexivity. Qed.

Lemma lxor_bits : forall x y a b, N.lxor (2 * x + bit a) (2 * y + bit b) = 2 * N.lxor x y + bit (xorb a b).
Proof. intros [|x] [|y] [|] [|]; simpl; try reflexivity; destruct (Pos.lxor x y); reflexivity. Qed.

(* Of two heaps x and y one can be made smaller so that any number less than their exclusive or is left. *)
Lemma lxor_less : forall x y a, a < N.lxor x y ->
  (exists x', x' < x /\ N.lxor x' y = a) \/ (exists y', y' < y /\ N.lxor x y' = a).
Proof.
  intro x. induction x as [x IH] using (well_founded_induction N.lt_wf_0). intros y a H.
  destruct (N.eq_dec x 0) as [->|nz].
  - right. rewrite N.lxor_0_l in H. exists a. split; [exact H | apply N.lxor_0_l].
  - pose proof (halves x) as Ex. pose proof (halves y) as Ey. pose proof (halves a) as Ea.
    set (x1 := N.div2 x) in *; set (y1 := N.div2 y) in *; set (a1 := N.div2 a) in *.
    set (p := N.odd x) in *; set (q := N.odd y) in *; set (c := N.odd a) in *. clearbody x1 y1 a1 p q c.
    assert (L : a1 < N.lxor x1 y1 \/ (a1 = N.lxor x1 y1 /\ c = false /\ xorb p q = true)).
    { rewrite Ex, Ey, Ea, lxor_bits in H.
      destruct c, (xorb p q); cbn [bit] in H; first [left; lia | destruct (N.eq_dec a1 (N.lxor x1 y1)); [right; auto | left; lia]]. }
    destruct L as [L | [E [Ec Epq]]].
    + assert (Lx : x1 < x) by (destruct p; cbn [bit] in *; lia).
      destruct (IH x1 Lx y1 a1 L) as [[x2 [Hx E]] | [y2 [Hy E]]].
      * left. exists (2 * x2 + bit (xorb c q)). split; [destruct (xorb c q), p; cbn [bit] in *; lia|].
        rewrite Ey, lxor_bits, E, Ea. f_equal. destruct c, q; reflexivity.
      * right. exists (2 * y2 + bit (xorb c p)). split; [destruct (xorb c p), q; cbn [bit] in *; lia|].
        rewrite Ex, lxor_bits, E, Ea. f_equal. destruct c, p; reflexivity.
    + destruct p, q; try discriminate Epq.
      * left. exists (2 * x1 + bit false). split; [cbn [bit] in *; lia|]. rewrite Ey, lxor_bits, Ea, E, Ec. reflexivity.
      * right. exists (2 * y1 + bit false). split; [cbn [bit] in *; lia|]. rewrite Ex, lxor_bits, Ea, E, Ec. reflexivity.
Qed.

Lemma lxor_cancel_l : forall x y z, N.lxor x y = N.lxor x z -> y = z.
Proof. intros x y z H. apply (f_equal (N.lxor x)) in H. rewrite <- !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_l in H. exact H. Qed.
Lemma lxor_cancel_r : forall x y z, N.lxor y x = N.lxor z x -> y = z.
Proof. intros x y z. rewrite !(N.lxor_comm _ x). apply lxor_cancel_l. Qed.
