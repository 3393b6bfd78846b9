(* Reduced trees by numbers (FORMAT.md section 11). Untrusted: `check_misere` checks every entry of the tables made from them.

   Every tree is here once. One that does not split has an even number 2n, and that tree + 1 has the number 2n + 1. Children come before
   their parents. *)

type tree = { children : int array; height : int; name : string; won : bool; heap : int option }

let zero = 0 and one = 1
let trees = ref [||] and count = ref 0
let known : (int array, int) Hashtbl.t = Hashtbl.create 5000
let sums : (int * int, int) Hashtbl.t = Hashtbl.create 50000
let get i = !trees.(i)

let add children =
  let below = List.map get (Array.to_list children) in
  let tree = {
    children;
    height = List.fold_left (fun h t -> max h (t.height + 1)) 0 below;
    name = Blake3.hash (String.concat "" (List.sort compare (List.map (fun t -> t.name) below)));
    won = below = [] || List.exists (fun t -> not t.won) below;
    heap = (let k = Array.length children in
            if List.for_all (fun t -> match t.heap with Some j -> j < k | None -> false) below then Some k else None) } in
  if !count = Array.length !trees then trees := Array.append !trees (Array.make (max 1000 !count) tree);
  !trees.(!count) <- tree;
  Hashtbl.replace known children !count;
  incr count

(* Adds a new tree, which does not split, and that tree + 1. *)
let plant children =
  let n = !count in
  add children;
  let more = Array.append (Array.map (fun c -> c lxor 1) children) [| n |] in
  Array.sort compare more;
  add more;
  n
let () = ignore (plant [||])

let has (set : int array) x =
  let rec go lo hi = lo < hi && let mid = (lo + hi) / 2 in set.(mid) = x || if set.(mid) < x then go (mid + 1) hi else go lo mid in
  go 0 (Array.length set)

(* A reducer is a child of the highest child: being a child of a child, it is too low to have that as its own child. *)
let reducer set =
  let highest = Array.fold_left (fun h c -> if (get c).height > (get h).height then c else h) set.(0) set in
  let reduces g =
    let kept = (get g).children in
    Array.for_all (has set) kept && Array.for_all (fun c -> has kept c || has (get c).children g) set
    && (g <> zero || Array.exists (fun c -> not (get c).won) set) in
  List.find_opt reduces (Array.to_list (get highest).children)

(* The tree of a position whose options have these trees. *)
let of_options options =
  let set = Array.of_list (List.sort_uniq compare options) in
  match Hashtbl.find_opt known set with
  | Some tree -> tree
  | None -> match reducer set with Some tree -> tree | None -> plant set

let rec sum a b =
  let parity = (a lxor b) land 1 and a = min a b land lnot 1 and b = max a b land lnot 1 in
  if a = zero then b lxor parity
  else match Hashtbl.find_opt sums (a, b) with
    | Some c -> c lxor parity
    | None ->
      let moved = Array.map (fun c -> sum c b) (get a).children and other = Array.map (sum a) (get b).children in
      let c = of_options (Array.to_list moved @ Array.to_list other) in
      Hashtbl.add sums (a, b) c;
      c lxor parity

(* By height and then by name. *)
let compare_trees i j = let a = get i and b = get j in compare (a.height, a.name) (b.height, b.name)
