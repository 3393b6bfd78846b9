(* The text of a certificate in misère play (FORMAT.md sections 12 and 13), as `check_misere` is given it: the small lands and their trees,
   the tables of trees and of their sums, the listed nodes, and the replies. Untrusted. *)
open Checked
open Notation
open Reading

module Lands = Hashtbl.Make (struct
  type t = token list list list
  let equal (a : t) b = a = b
  let hash (l : t) = Hashtbl.hash_param 400 400 l
end)
module Pairs = Hashtbl

(* ---- small lands and their trees ---- *)

(* The tree of each small land. Each of their options is a list of trees, in the order in which `check_misere` adds them up. *)
type closure = { trees : int Lands.t; adding : (int list, unit) Hashtbl.t }

let lands_of position = match Checked.lands_of Canonical.choices position with Some lands -> lands | None -> reject "a land that cannot be written"

(* No more small lands than this. The 5-spot game has 12,631. *)
let most_lands = 400_000

let rec tree_of closure land_ = match Lands.find_opt closure.trees land_ with
  | Some tree -> tree
  | None ->
    let option s =
      let trees = List.map (tree_of closure) (lands_of (play land_ s)) in
      (match trees with [] | [ _ ] -> () | _ -> Hashtbl.replace closure.adding trees ());
      List.fold_right Forest.sum trees Forest.zero in
    let tree = Forest.of_options (List.map option (moves land_)) in
    if Lands.length closure.trees >= most_lands then reject "more than %d small lands, the limit of this program" most_lands;
    Lands.add closure.trees land_ tree;
    tree

let closures : (string, closure) Hashtbl.t = Hashtbl.create 4
let closure_of text = match Hashtbl.find_opt closures text with
  | Some closure -> closure
  | None ->
    let closure = { trees = Lands.create 10000; adding = Hashtbl.create 1000 } in
    List.iter (fun (l, _) -> List.iter (fun l -> ignore (tree_of closure l)) (lands_of l)) (lands_of_text text);
    Hashtbl.add closures text closure;
    closure

(* "Take the trees of the small lands, their children, the children of these, and so on. Those among them that do not split, 0 left out,
   sorted by height and then by name, are numbered." *)
type numbers = { of_tree : (int, int) Hashtbl.t; tree : int array; below : (int, unit) Hashtbl.t }
let numbers_of closure =
  let below = Hashtbl.create 1000 in
  let rec visit i = if not (Hashtbl.mem below i) then (Hashtbl.add below i (); Array.iter visit (Forest.get i).children) in
  visit Forest.zero;
  Lands.iter (fun _ i -> visit i; visit (i land lnot 1)) closure.trees;
  let met = Hashtbl.fold (fun i () l -> if i land 1 = 0 && i <> Forest.zero then i :: l else l) below [] in
  let tree = Array.of_list (List.sort Forest.compare_trees met) in
  let of_tree = Hashtbl.create 1000 in
  Array.iteri (fun number i -> Hashtbl.add of_tree i number) tree;
  { of_tree; tree; below }

(* ---- tables for `check_misere`: tree i has the number i + 1 there ---- *)
let id i = positive (i + 1)
let tree_of_id p = int_of_positive p - 1
let map_of f l = List.fold_left (fun m (k, v) -> PositiveMap.add (id k) (f v) m) PositiveMap.empty l

(* All sums that are needed: those of the options of small lands, those with the heap 1, and those of their options. *)
let sums_of closure numbers =
  let sums = Pairs.create 10000 in
  let rec need a b =
    if not (Pairs.mem sums (a, b)) then begin
      Pairs.add sums (a, b) (Forest.sum a b);
      Array.iter (fun c -> need c b) (Forest.get a).children;
      Array.iter (need a) (Forest.get b).children
    end in
  let rec total = function [] -> Forest.zero | [ i ] -> i | i :: l -> let s = total l in need i s; Forest.sum i s in
  Hashtbl.iter (fun trees () -> ignore (total trees)) closure.adding;
  Hashtbl.iter (fun i () -> if i land 1 = 1 then need (i - 1) Forest.one) numbers.below;
  sums

let tables_of closure numbers =
  let sums = sums_of closure numbers in
  let rows = Hashtbl.create 1000 in
  Pairs.iter (fun (a, b) c -> Hashtbl.replace rows a ((b, c) :: (try Hashtbl.find rows a with Not_found -> []))) sums;
  let all = List.init !Forest.count (fun i -> i, Forest.get i) in
  { bound = positive !Forest.count;
    childs = map_of (fun t -> List.map id (Array.to_list t.Forest.children)) all;
    outcomes = map_of Fun.id (List.map (fun (i, t) -> i, (t.Forest.won, (Forest.get (i lxor 1)).won)) all);
    sums = map_of (map_of id) (Hashtbl.fold (fun a row l -> (a, row) :: l) rows []);
    zero_at = id Forest.zero; one_at = id Forest.one;
    halves = map_of id (List.filter_map (fun (i, _) -> if i land 1 = 1 && Hashtbl.mem numbers.below i then Some (i, i - 1) else None) all);
    sizes = map_of nat (List.filter_map (fun (i, t) -> Option.map (fun k -> i, k) t.Forest.heap) all) }

(* ---- nodes ---- *)

(* Lands in order, numbers of trees in order, and whether there is a piece `1`: compared as section 12 says. *)
type key = int array list * int list * bool
let rec compare_land_lists a b = match a, b with
  | [], [] -> 0 | [], _ -> -1 | _, [] -> 1
  | x :: a, y :: b -> match compare_strings x y with 0 -> compare_land_lists a b | c -> c
let compare_keys ((a, t, o) : key) ((b, u, p) : key) =
  match compare_land_lists a b with 0 -> (match compare t u with 0 -> compare o p | c -> c) | c -> c
let number_of numbers p = try Hashtbl.find numbers.of_tree (tree_of_id p) with Not_found -> max_int
let key_of numbers (n : node) : key =
  List.sort compare_strings (List.map spelled n.nlands), List.sort compare (List.map (number_of numbers) n.ntrees), n.with_one
(* Where a node is kept in a table: the order of its pieces does not matter. *)
let node_key (n : node) =
  let lands = List.fold_left (fun h l -> h + Hashtbl.hash_param 400 400 l) 0 n.nlands in
  let trees = List.fold_left (fun h t -> h + Hashtbl.hash t) 0 n.ntrees in
  positive (1 + (Hashtbl.hash (lands, trees, n.with_one) land 0x3FFFFFFF))

let node_of closure numbers line =
  let add (n : node) piece =
    if piece = "*1" then { n with with_one = true }
    else if piece <> "" && piece.[0] = 't' then begin
      let number = decimal_line max_int (String.sub piece 1 (String.length piece - 1)) in
      if number >= Array.length numbers.tree then reject "there is no tree %d" number;
      { n with ntrees = id numbers.tree.(number) :: n.ntrees }
    end
    else { n with nlands = fst (canonical_land piece) :: n.nlands } in
  let node = List.fold_left add { nlands = []; ntrees = []; with_one = false } (String.split_on_char '+' line) in
  List.iter (fun l -> if Lands.mem closure.trees l then reject "a small land in %s" line) node.nlands;
  let lands, trees, one = key_of numbers node in
  let written = List.map short lands @ List.map (Printf.sprintf "t%d") trees @ if one then [ "*1" ] else [] in
  if String.concat "+" written <> line then reject "the pieces are not in order: %s" line;
  node

(* The move with a number: pieces in the order in which they are written, equal ones only once. *)
let move_of numbers (n : node) number =
  let indexed l = List.mapi (fun i x -> i, x) l in
  let once compare l = List.sort_uniq (fun (_, a) (_, b) -> compare a b) l in
  let lands = once compare_strings (List.map (fun (i, l) -> i, spelled l) (indexed n.nlands)) in
  let trees = once compare (List.map (fun (i, t) -> i, number_of numbers t) (indexed n.ntrees)) in
  let rec in_lands left = function
    | [] -> in_trees left trees
    | (i, _) :: rest ->
      match Numbering.move (List.nth n.nlands i) left with
      | m -> Some (In_land (nat i, m))
      | exception Numbering.No_such_move left -> in_lands left rest
  and in_trees left = function
    | [] -> if left = 0 && n.with_one then Some In_one else None
    | (i, _) :: rest ->
      let children = Array.copy (Forest.get (tree_of_id (List.nth n.ntrees i))).children in
      Array.sort Forest.compare_trees children;
      if left < Array.length children then Some (In_tree (nat i, id children.(left))) else in_trees (left - Array.length children) rest in
  in_lands number lands

let verify (c : Container.certificate) closure_text =
  let closure = closure_of closure_text in
  let numbers = numbers_of closure in
  let tables = tables_of closure numbers in
  let small = Lands.fold (fun l tree all -> (l, Notation.number tree) :: all) closure.trees [] in
  let results = List.map (fun (start, result) -> start_of start, result = Container.Win) c.results in
  let listed = Array.map (node_of closure numbers) c.claims in
  let keys = Array.map (key_of numbers) listed in
  Array.iteri (fun i k -> if i > 0 && compare_keys keys.(i - 1) k >= 0 then reject "nodes are not in order") keys;
  Array.iter (fun n -> if closed tables n <> None then reject "a closed node is listed") listed;
  let replies = Array.map (decimal_line max_int) c.replies in
  let asked = ref 0 in
  let answer nodes =
    asked := List.length nodes;
    if !asked <> Array.length replies then []
    else begin
      let sorted = Array.mapi (fun i n -> key_of numbers n, i, n) (Array.of_list nodes) in
      Array.stable_sort (fun (a, _, _) (b, _, _) -> compare_keys a b) sorted;
      let answers = Array.make !asked None in
      Array.iteri (fun place (_, i, n) -> answers.(i) <- move_of numbers n replies.(place)) sorted;
      Array.to_list answers
    end in
  let accepted = Statement.judge_misere Canonical.choices key node_key tables small (Array.to_list listed) answer results in
  if (not accepted) && !asked <> Array.length replies then reject "there are %d replies, and %d nodes that need one" (Array.length replies) !asked;
  accepted, List.map Statement.sentence_misere results, Printf.sprintf "%d lost nodes, %d replies, %d small lands, %d trees"
    (Array.length listed) (Array.length replies) (Lands.length closure.trees) !Forest.count
