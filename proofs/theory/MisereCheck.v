(* The checker for misère play: the rules of FORMAT.md section 12, with trees by numbers (TreeTable.v). What it accepts is true: MisereSound.v.
   Of its tables nothing is trusted: every entry is checked against the others. *)
From Coq Require Import List Arith Bool PArith NArith FMapPositive.
From Sproof Require Import Tokens Play Moves Options Lands Canon Places Check Trees Heaps TreeTable.
Import ListNotations.
Module PM := PositiveMap.

(* Trees by numbers, and what is known of them. `zero_at` and `one_at` are the numbers of the heaps 0 and 1. *)
Record tables := { bound : positive; childs : PM.t (list positive); outcomes : PM.t (bool * bool); sums : PM.t (PM.t positive);
                   zero_at : positive; one_at : positive; halves : PM.t positive; sizes : PM.t nat }.

(* A node: lands that are not small, trees, and perhaps a piece `1`. *)
Record node := { nlands : list position; ntrees : list positive; with_one : bool }.
(* A move in a node: in a land, in a tree, or in the piece `1`. *)
Inductive node_move := In_land (which : nat) (m : move) | In_tree (which : nat) (child : positive) | In_one.

Section Check.
Variables (oracle : position -> list choice) (key : position -> positive) (node_key : node -> positive).
Variable T : tables.
Notation kids := (TreeTable.kids (bound T) (childs T)).
Notation outcome := (TreeTable.outcome (bound T) (outcomes T)).
Notation plus := (TreeTable.plus (sums T)).
Notation reduces := (TreeTable.reduces (bound T) (childs T) (outcomes T)).

(* ---- Small lands and their trees ---- *)
Variable smalls : table.
Definition small_id (L : position) : option positive := match claim key smalls L with Some k => Some (N.succ_pos k) | None => None end.
Definition lands_of (P : position) : option (list position) := canons oracle (reduce P).
Fixpoint sum_ids (ids : list positive) : option positive :=
  match ids with
  | [] => Some (zero_at T)
  | [i] => Some i
  | i :: ids => match sum_ids ids with Some s => plus i s | None => None end
  end.
Definition option_id (L : position) (s : shape token) : option positive :=
  match lands_of (play L s) with
  | Some p => match all_some (map small_id p) with Some ids => sum_ids ids | None => None end
  | None => None
  end.
(* "The tree of a position is what is left of the set of the trees of its options." *)
Definition small_ok (c : position * N) : bool :=
  sane_b (fst c) && match all_some (map (option_id (fst c)) (moves (fst c))) with Some ids => reduces ids (N.succ_pos (snd c)) | None => false end.

(* ---- Trees that split, and heaps ---- *)
Definition split (i : positive) : option positive :=
  match PM.find i (halves T) with
  | Some g => match plus g (one_at T) with Some j => if (Pos.eqb i j && (g <? i)%positive)%bool then Some g else None | None => None end
  | None => None
  end.
Definition size (i : positive) : option nat := PM.find i (sizes T).
Definition size_ok (ik : positive * nat) : bool :=
  forallb (fun c => match size c with Some j => j <? snd ik | None => false end) (kids (fst ik)) &&
  forallb (fun j => existsb (fun c => match size c with Some i => i =? j | None => false end) (kids (fst ik))) (seq 0 (snd ik)).
Definition tables_ok : bool :=
  forallb (outcome_ok (bound T) (childs T) (outcomes T)) (upto (bound T)) && sums_ok (bound T) (childs T) (outcomes T) (sums T) &&
  TreeTable.is_nil (kids (zero_at T)) && match kids (one_at T) with [z] => TreeTable.is_nil (kids z) | _ => false end &&
  forallb size_ok (PM.elements (sizes T)).

(* ---- Nodes ---- *)
Definition add_tree (i : positive) (N : node) : node :=
  if TreeTable.is_nil (kids i) then N
  else match split i with
       | Some g => {| nlands := nlands N; ntrees := if TreeTable.is_nil (kids g) then ntrees N else g :: ntrees N; with_one := negb (with_one N) |}
       | None => {| nlands := nlands N; ntrees := i :: ntrees N; with_one := with_one N |}
       end.
Definition add_land (L : position) (N : node) : node :=
  match small_id L with
  | Some i => add_tree i N
  | None => {| nlands := L :: nlands N; ntrees := ntrees N; with_one := with_one N |}
  end.
Definition add_lands (p : list position) (N : node) : node := fold_right add_land N p.
Definition without_land (N : node) (ls : list position) : node := {| nlands := ls; ntrees := ntrees N; with_one := with_one N |}.
Definition without_tree (N : node) (ts : list positive) : node := {| nlands := nlands N; ntrees := ts; with_one := with_one N |}.
Definition without_one (N : node) : node := {| nlands := nlands N; ntrees := ntrees N; with_one := false |}.

Definition after_land (N : node) (others : list position) (L : position) (s : shape token) : option node :=
  match lands_of (play L s) with Some p => Some (add_lands p (without_land N others)) | None => None end.
(* All options; `None` if a land is not sane or cannot be written. *)
Definition node_options (N : node) : option (list node) :=
  if forallb sane_b (nlands N) then
    match all_some (flat_map (fun Lr => map (after_land N (snd Lr) (fst Lr)) (moves (fst Lr))) (others_of [] (nlands N))) with
    | Some os => Some (os ++ flat_map (fun ir => map (fun c => add_tree c (without_tree N (snd ir))) (kids (fst ir))) (others_of [] (ntrees N))
                          ++ if with_one N then [without_one N] else [])
    | None => None
    end
  else None.
Definition play_node (N : node) (m : node_move) : option node :=
  match m with
  | In_land i m =>
    match nth_error (others_of [] (nlands N)) i with
    | Some (L, others) => match shape_of L m with Some s => after_land N others L s | None => None end
    | None => None
    end
  | In_tree i c =>
    match nth_error (others_of [] (ntrees N)) i with
    | Some (t, others) => if among c (kids t) then Some (add_tree c (without_tree N others)) else None
    | None => None
    end
  | In_one => if with_one N then Some (without_one N) else None
  end.

(* Outcomes that need no claim. *)
Definition closed (N : node) : option bool :=
  match nlands N with
  | [] => match ntrees N with
          | [] => Some (negb (with_one N))
          | [i] => Some (if with_one N then snd (outcome i) else fst (outcome i))
          | ts => match all_some (map size ts) with
                  | Some ks => Some (negb (loses (if with_one N then 1 :: ks else ks)))
                  | None => None
                  end
          end
  | _ => None
  end.

Fixpoint drop {A} (eq : A -> A -> bool) (a : A) (l : list A) : option (list A) :=
  match l with [] => None | b :: l => if eq a b then Some l else match drop eq a l with Some r => Some (b :: r) | None => None end end.
Fixpoint shuffled {A} (eq : A -> A -> bool) (l k : list A) : bool :=
  match l with [] => match k with [] => true | _ => false end | a :: l => match drop eq a k with Some k => shuffled eq l k | None => false end end.
Definition node_eq (N O : node) : bool :=
  eqb (with_one N) (with_one O) && shuffled Pos.eqb (ntrees N) (ntrees O) && shuffled position_eq (nlands N) (nlands O).

(* ---- Listed nodes ---- *)
Definition node_table := PM.t (list node).
Definition node_bucket (t : node_table) (N : node) : list node := match PM.find (node_key N) t with Some b => b | None => [] end.
Definition enter_node (t : node_table) (N : node) : node_table := PM.add (node_key N) (N :: node_bucket t N) t.
Definition node_table_of (ns : list node) : node_table := fold_left enter_node ns (PM.empty _).
Definition node_in (t : node_table) (N : node) : bool := existsb (node_eq N) (node_bucket t N).

(* The nodes met so far that need a reply, each once: in a table, and in a list. *)
Definition asked := (node_table * list node)%type.
Definition ask (r : asked) (N : node) : asked := if node_in (fst r) N then r else (enter_node (fst r) N, N :: snd r).
Fixpoint collect {A} (f : asked -> A -> option asked) (r : asked) (l : list A) : option asked :=
  match l with [] => Some r | x :: l => match f r x with Some r => collect f r l | None => None end end.

Variable lost : node_table.
Definition known_lost (N : node) : bool := match closed N with Some w => negb w | None => node_in lost N end.
(* A node that has to be won: "closed with WIN; or not closed and not listed and has a reply". *)
Definition won_ok (r : asked) (O : node) : option asked :=
  match closed O with Some true => Some r | Some false => None | None => if node_in lost O then None else Some (ask r O) end.
(* Rule 1 for a listed node, but for the replies. *)
Definition lost_ok (r : asked) (N : node) : option asked :=
  match node_options N with Some [] | None => None | Some os => collect won_ok r os end.
(* Rule 2 for a result: the position is won, or lost. *)
Definition result_ok (r : asked) (s : position * bool) : option asked :=
  match lands_of (fst s) with
  | Some p => let N := add_lands p {| nlands := []; ntrees := []; with_one := false |} in
              if snd s then won_ok r N else if known_lost N then Some r else None
  | None => None
  end.
Definition replied (O : node) (m : option node_move) : bool :=
  match m with Some m => match play_node O m with Some P => known_lost P | None => false end | None => false end.
Fixpoint all_replied (Ns : list node) (ms : list (option node_move)) : bool :=
  match Ns, ms with [], [] => true | N :: Ns, m :: ms => replied N m && all_replied Ns ms | _, _ => false end.
End Check.

(* The whole check of results about positions: won (`true`) or lost. The replies come from whoever is given the list of nodes that need
   one, and are not trusted. *)
Definition check_misere oracle key node_key T (small : list (position * N)) (listed : list node) (answer : list node -> list (option node_move))
  (results : list (position * bool)) : bool :=
  let smalls := table_of key small in
  let lost := node_table_of node_key listed in
  match collect (lost_ok oracle key node_key T smalls lost) (PM.empty _, []) listed with
  | Some r => match collect (result_ok oracle key node_key T smalls lost) r results with
              | Some r => all_replied oracle key node_key T smalls lost (snd r) (answer (snd r))
              | None => false
              end
  | None => false
  end && tables_ok T && forallb (small_ok oracle key T smalls) small.
