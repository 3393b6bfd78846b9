(* The checker for misère play at work: the 1-spot game is won by the player who moves first, once by listed nodes, once by trees. *)
From Coq Require Import List Arith Bool PArith NArith FMapPositive.
From Sproof Require Import Drawn Tokens Play Options Places Check Search Trees TreeTable Misere MisereCheck MisereSound.
Import ListNotations.

Definition spot_alone : position := [[[T0]]].
(* The land `AB|AB`, as the search writes it. *)
Definition two_sides : position :=
  match moves spot_alone with s :: _ => match lands_of search_oracle (play spot_alone s) with Some (L :: _) => L | _ => [] end | [] => [] end.
Definition node_of (ls : list position) : node := {| nlands := ls; ntrees := []; with_one := false |}.
Definition key_of (N : node) : positive := match nlands N with L :: _ => search_key L | [] => 1%positive end.
Definition first_moves (Ns : list node) : list (option node_move) := map (fun _ => Some (In_land 0 (MoveListed 0))) Ns.

(* The trees 0 and 1, with the numbers 1 and 2. *)
Definition few : tables :=
  {| bound := 2; childs := PM.add 2%positive [1%positive] (PM.empty _);
     outcomes := PM.add 1%positive (true, false) (PM.add 2%positive (false, true) (PM.empty _));
     sums := PM.empty _; zero_at := 1; one_at := 2; halves := PM.empty _; sizes := PM.empty _ |}.

(* With a reply to the listed node `AB|AB`. *)
Theorem misere_1 : won_misere (start 1).
Proof. apply (check_misere_sound search_oracle search_key key_of few [] [node_of [two_sides]] first_moves [(spot_alone, true)] 1 true); [vm_compute; reflexivity | now left]. Qed.
(* With the trees of the two lands: `AB|AB` is 1, and {1} is reduced to 0. *)
Theorem misere_1_by_trees : won_misere (start 1).
Proof.
  apply (check_misere_sound search_oracle search_key key_of few [(spot_alone, 0%N); (two_sides, 1%N)] [] first_moves [(spot_alone, true)] 1 true); [vm_compute; reflexivity | now left].
Qed.
(* It is not accepted that the second player wins, nor that a node with no reply is lost. *)
Example not_lost : check_misere search_oracle search_key key_of few [(spot_alone, 0%N); (two_sides, 1%N)] [] first_moves [(spot_alone, false)] = false.
Proof. vm_compute. reflexivity. Qed.
Example not_listed : check_misere search_oracle search_key key_of few [] [node_of [spot_alone]] first_moves [(spot_alone, false)] = false.
Proof. vm_compute. reflexivity. Qed.
Example wrong_tree : check_misere search_oracle search_key key_of few [(spot_alone, 1%N); (two_sides, 1%N)] [] first_moves [(spot_alone, false)] = false.
Proof. vm_compute. reflexivity. Qed.
