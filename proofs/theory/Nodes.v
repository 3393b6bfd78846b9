(* What a certificate proves in misère play, FORMAT.md section 12, whatever the nodes are: "by induction on the longest game that is left,
   every listed node is lost, and every node with a reply is won; the replaced lands change no outcome." *)
From Coq Require Import List Arith Lia Bool.
From Sproof Require Import Drawn Trees Misere.
Import ListNotations.

Section Nodes.
Variable node : Type.
(* The sum that a node stands for, its options, and the longest game that is left. *)
Variable value : node -> tree.
Variable options : node -> list node.
Variable longest : node -> nat.
(* An option of a node stands for an option of its sum, or for a tree that can replace it, and no option is left out. *)
Hypothesis options_sound : forall N O, In O (options N) -> exists c, In c (children (value N)) /\ equal c (value O).
Hypothesis options_complete : forall N c, In c (children (value N)) -> exists O, In O (options N) /\ equal c (value O).
Hypothesis options_end : forall N O, In O (options N) -> longest O < longest N.

(* Outcomes that need no claim, listed nodes, and replies. *)
Variable closed : node -> option bool.
Hypothesis closed_true : forall N w, closed N = Some w -> wins (value N) = w.
Variable listed : node -> bool.
Variable reply : node -> option node.
Hypothesis reply_legal : forall N O, reply N = Some O -> In O (options N).

Definition known_lost (N : node) : bool := listed N || match closed N with Some false => true | _ => false end.
Definition answered (O : node) : bool := match reply O with Some P => known_lost P | None => false end.
(* "O is closed with WIN; or O has a reply: a move to a node that is known to be lost." *)
Definition option_won (O : node) : bool := match closed O with Some w => w | None => answered O end.
(* Rule 1. "Every node that is not closed has options"; here that is checked. *)
Definition listed_ok (N : node) : bool := match options N with [] => false | os => forallb option_won os end.
Definition valid : Prop := forall N, listed N = true -> listed_ok N = true.

Lemma node_lost : forall N, options N <> [] -> (forall O, In O (options N) -> wins (value O) = true) -> wins (value N) = false.
Proof.
  intros N E A. apply wins_false. split.
  - destruct (options N) as [|O os] eqn:Eo; [now destruct E|]. destruct (options_sound N O) as [c [I _]]; [rewrite Eo; now left|].
    intro Z. rewrite Z in I. destruct I.
  - intros c I. destruct (options_complete N c I) as [O [J Q]]. rewrite (equal_wins _ _ Q). auto.
Qed.
Lemma node_won : forall N O, In O (options N) -> wins (value O) = false -> wins (value N) = true.
Proof.
  intros N O I W. apply wins_true. right. destruct (options_sound N O I) as [c [J Q]]. exists c. split; [exact J|].
  now rewrite (equal_wins _ _ Q).
Qed.

Lemma known_lost_true : forall N, (listed N = true -> wins (value N) = false) -> known_lost N = true -> wins (value N) = false.
Proof.
  intros N H K. apply orb_prop in K. destruct K as [K|K]; [auto|]. destruct (closed N) as [[|]|] eqn:C; try discriminate.
  now apply closed_true.
Qed.
Theorem listed_lost : valid -> forall N, listed N = true -> wins (value N) = false.
Proof.
  intros V N. induction N as [N IH] using (well_founded_induction (well_founded_ltof _ longest)). intro L.
  specialize (V N L). unfold listed_ok in V. destruct (options N) as [|o os] eqn:E; [discriminate|]. rewrite <- E in V.
  rewrite forallb_forall in V. apply node_lost; [rewrite E; discriminate|]. intros O I. specialize (V O I). unfold option_won in V.
  destruct (closed O) as [w|] eqn:C; [subst w; now apply closed_true|]. unfold answered in V.
  destruct (reply O) as [P|] eqn:R; [|discriminate]. apply reply_legal in R. apply (node_won O P R). apply known_lost_true; [|exact V].
  apply IH. unfold ltof. pose proof (options_end N O I). pose proof (options_end O P R). lia.
Qed.

(* Rule 2. "LOSS: the node of the start is known to be lost. WIN: it is closed with WIN, or has a reply." *)
Theorem statement_lost : valid -> forall N d, worth d (value N) -> known_lost N = true -> lost_misere d.
Proof. intros V N d W K. apply (worth_outcome d (value N) W). apply known_lost_true; [now apply listed_lost | exact K]. Qed.
Theorem statement_won : valid -> forall N d, worth d (value N) -> option_won N = true -> won_misere d.
Proof.
  intros V N d W K. apply (worth_outcome d (value N) W). unfold option_won in K. destruct (closed N) as [w|] eqn:C; [subst w; now apply closed_true|].
  unfold answered in K. destruct (reply N) as [P|] eqn:R; [|discriminate]. apply reply_legal in R. apply (node_won N P R).
  apply known_lost_true; [now apply listed_lost | exact K].
Qed.
End Nodes.
