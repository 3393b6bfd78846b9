(* The canonical string of a land (FORMAT.md section 5) by a search over the ways to write it. Untrusted: `canon` follows the choices
   found here, whatever they are; were two strings found for one land, a good certificate might be rejected, but no bad one accepted. *)
open Checked
open Notation

(* A way to write the next boundary: twice its region, and one more if that is mirrored; which of the boundaries of the region that
   are left; and where it begins. *)
type way = { hand : int; place : int; turn : int }

type search = {
  walks : int array list array;
  mutable string : int array; mutable length : int;
  mutable named : int; (* how many upper-case letters have been written *)
  letter : int array; (* the code of each, in order *)
  index : int array; (* of a name *)
  times : int array; (* how often each upper-case letter has been written *)
  low : int array; low_stamp : int array; mutable stamp : int;
  mutable ways : way list; (* the last one first *)
  mutable left : int array list; (* boundaries of the region that has been begun *)
  mutable best : int array; mutable best_ways : way list;
}

let push s t =
  if s.length >= Array.length s.string then s.string <- Array.append s.string (Array.make (Array.length s.string) 0);
  s.string.(s.length) <- t;
  s.length <- s.length + 1

(* Writes a boundary. *)
let spell s walk hand turn =
  let n = Array.length walk in
  s.stamp <- s.stamp + 1;
  let lows = ref 0 in
  let at = ref turn in
  for _ = 1 to n do
    let t = walk.(!at) in
    at := if hand land 1 = 0 then (if !at + 1 = n then 0 else !at + 1) else if !at = 0 then n - 1 else !at - 1;
    if t < lower then push s t
    else if t < upper then begin
      let name = t - lower in
      if s.low_stamp.(name) <> s.stamp then (s.low_stamp.(name) <- s.stamp; s.low.(name) <- !lows; incr lows);
      push s (lower + s.low.(name))
    end
    else begin
      let name = t - upper in
      if s.index.(name) < 0 then begin
        s.index.(name) <- s.named;
        s.letter.(s.named) <- t;
        s.times.(s.named) <- 0;
        s.named <- s.named + 1
      end;
      let i = s.index.(name) in
      s.times.(i) <- s.times.(i) + 1;
      push s (upper + i)
    end
  done;
  push s dot

(* Takes back what has been written since. *)
let restore s length named =
  for i = length to s.length - 1 do
    let t = s.string.(i) in
    if is_upper t then s.times.(t - upper) <- s.times.(t - upper) - 1
  done;
  for i = named to s.named - 1 do s.index.(s.letter.(i) - upper) <- -1 done;
  s.length <- length;
  s.named <- named

(* The regions that may come next, on either hand. *)
let hands s = match s.ways with
  | [] -> List.init (2 * Array.length s.walks) Fun.id
  | { hand; _ } :: _ when s.left <> [] -> [ hand ]
  | _ ->
    let rec first i = if i = s.named then None else if s.times.(i) = 1 then Some s.letter.(i) else first (i + 1) in
    match first 0 with
    | None -> []
    | Some letter ->
      let begun r = List.exists (fun w -> w.hand / 2 = r) s.ways in
      let has r = List.exists (Array.exists (fun t -> t = letter)) s.walks.(r) in
      let rec find r = if r = Array.length s.walks then [] else if has r && not (begun r) then [ 2 * r; (2 * r) + 1 ] else find (r + 1) in
      find 0

(* Compares what has been written from `from` on with a string. *)
let compare_written s from (b : int array) =
  let n = s.length - from and m = Array.length b in
  let rec go i =
    if i = n then (if i = m then 0 else -1) else if i = m then 1
    else let x = s.string.(from + i) and y = b.(i) in if x < y then -1 else if x > y then 1 else go (i + 1) in
  go 0

(* The ways to write the next boundary as the least string. *)
let next s =
  let found = ref [] and least = ref [| bar |] in
  let written = s.length and names = s.named in
  List.iter (fun hand ->
    (* Boundaries of one or two tokens are their own mirror images. *)
    if hand land 1 = 0 || List.exists (fun w -> Array.length w > 2) s.walks.(hand / 2) then begin
      let previous = ref [||] in
      List.iteri (fun place walk ->
        if place = 0 || !previous <> walk then begin
          let first = !least.(0) in
          Array.iteri (fun turn t ->
            if min t lower <= first then begin
              spell s walk hand turn;
              let fresh = s.named > names in
              let c = compare_written s written !least in
              if c < 0 then (found := []; least := Array.sub s.string written (s.length - written));
              (* Without new letters, one way on each hand is enough. *)
              if c <= 0 && (fresh || match !found with [] -> true | w :: _ -> w.hand <> hand) then found := { hand; place; turn } :: !found;
              restore s written names
            end) walk
        end;
        previous := walk) (if s.left = [] then s.walks.(hand / 2) else s.left)
    end) (hands s);
  List.rev !found

let rec remove i = function [] -> assert false | x :: l -> if i = 0 then x, l else let y, r = remove (i - 1) l in y, x :: r

(* Writes the rest in all ways that may be least. The answer is how many ways of the path to keep: after the best string has been
   found once more, by a symmetry, all below the place where the two paths part is the same again. *)
let rec write s depth =
  let written = s.length and names = s.named and ways = s.ways and left = s.left in
  let order =
    if Array.length s.best < written then -1
    else
      let rec go i = if i = written then 0 else let x = s.string.(i) and y = s.best.(i) in if x < y then -1 else if x > y then 1 else go (i + 1) in
      go 0 in
  if order > 0 then depth
  else match next s with
    | [] when order = 0 ->
      let rec common a b = match a, b with x :: a, y :: b when x = y -> 1 + common a b | _ -> 0 in
      common (List.rev s.ways) (List.rev s.best_ways)
    | [] -> s.best <- Array.sub s.string 0 s.length; s.best_ways <- s.ways; depth
    | found ->
      let rec each = function
        | [] -> depth
        | way :: rest ->
          let walk, others = remove way.place (if left = [] then s.walks.(way.hand / 2) else left) in
          s.left <- others;
          spell s walk way.hand way.turn;
          if others = [] then push s bar;
          s.ways <- way :: ways;
          let kept = write s (depth + 1) in
          restore s written names;
          s.ways <- ways;
          s.left <- left;
          if kept < depth then kept else each rest in
      each found

let search land_ =
  let walks = coded land_ in
  let most = Array.fold_left (List.fold_left (Array.fold_left (fun m t -> max m (if is_upper t then t - upper else if is_lower t then t - lower else 0)))) 0 walks in
  let s = { walks; string = Array.make 128 0; length = 0; named = 0; letter = Array.make (most + 1) 0; index = Array.make (most + 1) (-1);
            times = Array.make (most + 1) 0; low = Array.make (most + 1) 0; low_stamp = Array.make (most + 1) 0; stamp = 0;
            ways = []; left = []; best = [||]; best_ways = [] } in
  ignore (write s 0);
  List.rev s.best_ways, s.best

(* The ways as the choices that `canon` follows. *)
let choices land_ =
  let ways, _ = search land_ in
  let regions = Array.of_list land_ in
  let rec place x i = function [] -> assert false | y :: l -> if x = y then i else place x (i + 1) l in
  let rec group remaining = function
    | [] -> []
    | { hand; _ } :: _ as ways ->
      let r = hand / 2 in
      let rec take lengths ways = match lengths, ways with
        | [], _ -> [], ways
        | _, w :: ways ->
          let n, lengths = remove w.place lengths in
          let turn = if hand land 1 = 1 then n - 1 - w.turn else w.turn in
          let order, rest = take lengths ways in
          (nat w.place, nat turn) :: order, rest
        | _, [] -> assert false in
      let order, rest = take (List.map List.length regions.(r)) ways in
      { which = nat (place r 0 remaining); mirror = hand land 1 = 1; order } :: group (List.filter (fun x -> x <> r) remaining) rest in
  group (List.init (Array.length regions) Fun.id) ways
