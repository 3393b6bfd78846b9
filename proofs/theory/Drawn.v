(* The drawn game: FORMAT.md sections 1 to 3, before any reduction. This file is the ground truth; every theorem about
   the game ends in its words `start`, `step`, `lost` and `won`, and nothing else needs to be believed.

   "The curves cut the plane into regions. The part of the drawing that borders a region falls into connected
   boundaries. Walk along a boundary with the region on a fixed hand and write down each spot that is passed: this
   cyclic list of occurrences is the boundary. Nothing else of the drawing matters." *)
From Coq Require Import List Arith Permutation.
Import ListNotations.

(* ---- Positions (sections 1 and 2) ---- *)

(* Spots are numbered in the order in which they are drawn. *)
Definition spot := nat.
(* The occurrences of spots on a walk along the boundary. The list is cyclic: where it begins means nothing. *)
Definition boundary := list spot.
(* The boundaries of a region in any order, all walked with the region on the same hand. *)
Definition region := list boundary.

(* The lives of a spot are 3 minus its curve ends. The next spot to be drawn has the number `next`. *)
Record drawing := { next : spot; lives : spot -> nat; regions : list region }.

(* "The n-spot game starts with one region of n boundaries, each a single spot of degree 0." *)
Definition start (n : nat) : drawing :=
  {| next := n; lives := fun _ => 3; regions := [map (fun s => [s]) (seq 0 n)] |}.

(* ---- Moves (section 3) ---- *)

(* c is the boundary b, read from another place on. *)
Definition turn (b c : boundary) : Prop := exists l r, b = l ++ r /\ c = r ++ l.

(* The lives after a curve from x to y: each end takes one, and the new spot on the curve, of degree 2, has one. *)
Definition spent (x y : spot) (d : drawing) : spot -> nat := fun s =>
  if s =? next d then 1 else lives d s - (if s =? x then 1 else 0) - (if s =? y then 1 else 0).

(* The walk that comes to x along the new curve, goes all around the old boundary `x X`, and leaves x along the new
   curve. It passes x twice; only once, if x had degree 0, and then x was alone in its boundary. *)
Definition trip (d : drawing) (x : spot) (X : boundary) : boundary := if lives d x =? 3 then [x] else x :: X ++ [x].

(* A move: a curve inside a region R, with the new spot `next d` on it. "An endpoint needs at least one life, a loop on
   a spot at least two." The order of regions, and of boundaries in a region, means nothing: hence the permutations. *)
Inductive step (d : drawing) : drawing -> Prop :=
(* Two boundaries `x X` and `y Y`: they are replaced by the one boundary `x X x z y Y y z`. *)
| join x X y Y bx bY R others rest :
    Permutation (regions d) (R :: rest) -> Permutation R (bx :: bY :: others) ->
    turn bx (x :: X) -> turn bY (y :: Y) -> x <> y -> 1 <= lives d x -> 1 <= lives d y ->
    step d {| next := S (next d); lives := spent x y d;
              regions := ((trip d x X ++ next d :: trip d y Y ++ [next d]) :: others) :: rest |}
(* One boundary `x X y Y`, two different spots: the curve cuts R in two, one part with the boundary `x X y z`, the other
   with the boundary `y Y x z`. "Every other boundary of R goes to one of the two regions, in every possible way." *)
| cut x X y Y b R near far rest :
    Permutation (regions d) (R :: rest) -> Permutation R (b :: near ++ far) ->
    turn b (x :: X ++ y :: Y) -> x <> y -> 1 <= lives d x -> 1 <= lives d y ->
    step d {| next := S (next d); lives := spent x y d;
              regions := ((x :: X ++ [y; next d]) :: near) :: ((y :: Y ++ [x; next d]) :: far) :: rest |}
(* One boundary `x X`, a loop on x: it cuts R in two, one part with the boundary `x z`, the other with `x X x z`, in
   which x is written once if it had degree 0. *)
| loop x X b R near far rest :
    Permutation (regions d) (R :: rest) -> Permutation R (b :: near ++ far) ->
    turn b (x :: X) -> 2 <= lives d x ->
    step d {| next := S (next d); lives := spent x x d;
              regions := ([x; next d] :: near) :: ((trip d x X ++ [next d]) :: far) :: rest |}.

(* "Players move in turn. In normal play a player who cannot move loses." `lost` and `won` are said of the player who
   is to move. *)
Inductive lost : drawing -> Prop := lost_intro d : (forall e, step d e -> won e) -> lost d
with won : drawing -> Prop := won_intro d e : step d e -> lost e -> won d.
