(* check-verified: checks certificates of Sprouts in normal play with the function `check` of Check.v, of which `check_sound` is proved.
   All else here is untrusted: it reads the file, finds canonical strings and numbers moves. *)
open Checked
open Notation

let reject format = Printf.ksprintf (fun s -> raise (Container.Malformed s)) format

(* Where a land is kept in the table of claims. *)
let key land_ = positive (1 + (Hashtbl.hash_param 400 400 land_ land 0x3FFFFFFF))

let canonical_land text =
  let land_ = try tokens (land_codes text) with Unreadable s -> reject "not a land: %s" s in
  let string = spelled land_ in
  if short string <> text || snd (Canonical.search land_) <> string then reject "not canonical: %s" text;
  land_, string

(* Lands joined by `+`, as one position: letters of different lands are different. *)
let position text =
  let lands = if text = "!" then [] else List.map (fun t -> fst (canonical_land t)) (String.split_on_char '+' text) in
  let shift = ref 0 in
  List.concat_map (fun l ->
    let most = ref 0 in
    let moved = List.map (List.map (List.map (function
      | Nm n -> let n = int_of_positive n in most := max !most n; Nm (positive (n + !shift))
      | t -> t))) l in
    shift := !shift + !most;
    moved) lands

let decimal_line limit s =
  let digits = String.length s > 0 && String.for_all (fun c -> c >= '0' && c <= '9') s in
  if not digits || (String.length s > 1 && s.[0] = '0') then reject "not a number: %s" s;
  match int_of_string_opt s with Some n when n <= limit -> n | _ -> reject "too large: %s" s

let verify path =
  let c = Container.read path in
  let start = position c.start in
  let outcome = match c.result with Container.Loss -> Loss | Win -> Win | Nimber k -> Nimber (number k) in
  let claims = List.map (fun line ->
    match String.rindex_opt line ' ' with
    | None -> reject "not a claim: %s" line
    | Some i -> canonical_land (String.sub line 0 i), decimal_line 255 (String.sub line (i + 1) (String.length line - i - 1))) c.claims in
  let rec increasing = function
    | ((_, a), _) :: (((_, b), _) :: _ as rest) -> if compare_strings a b >= 0 then reject "claims are not in order"; increasing rest
    | _ -> () in
  increasing claims;
  let claims = List.map (fun ((l, _), k) -> l, number k) claims in
  let replies = Array.of_list (List.map (decimal_line max_int) c.replies) in
  let asked = ref 0 in
  (* "The refutations, each once, sorted by the canonical string of M and then by t, need a reply each." *)
  let answer refutations =
    let n = List.length refutations in
    asked := n;
    if n <> Array.length replies then []
    else begin
      let sorted = Array.of_list (List.mapi (fun i (m, x) -> spelled m, int_of_number x, i, m) refutations) in
      Array.stable_sort (fun (a, j, _, _) (b, k, _, _) -> match compare_strings a b with 0 -> compare j k | c -> c) sorted;
      let answers = Array.make n None in
      Array.iteri (fun place (_, _, i, m) -> answers.(i) <- (try Some (Numbering.move m replies.(place)) with Numbering.No_such_move -> None)) sorted;
      Array.to_list answers
    end in
  let accepted = check Canonical.choices key false answer claims [ start, outcome ] in
  if not accepted && !asked <> Array.length replies then reject "there are %d replies, and %d are needed" (Array.length replies) !asked;
  accepted, c

let () =
  let paths = List.tl (Array.to_list Sys.argv) in
  if paths = [] then (prerr_endline "usage: check-verified FILE..."; exit 2);
  let bad = ref false in
  List.iter (fun path ->
    let began = Sys.time () in
    match verify path with
    | true, c ->
      let result = match c.result with Container.Loss -> "is lost" | Win -> "is won" | Nimber k -> Printf.sprintf "has nimber %d" k in
      Printf.printf "%s: proved: %s %s (%d claims, %d replies, %.1f s)\n%!" path c.start result (List.length c.claims) (List.length c.replies) (Sys.time () -. began)
    | false, _ -> bad := true; Printf.printf "%s: rejected\n%!" path
    | exception Container.Malformed reason -> bad := true; Printf.printf "%s: malformed: %s\n%!" path (String.escaped reason)
    | exception Sys_error reason -> bad := true; Printf.printf "%s: %s\n%!" path reason) paths;
  if !bad then exit 1
