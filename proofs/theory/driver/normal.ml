(* The text of a certificate in normal play (FORMAT.md section 9), as `check` is given it. Untrusted. *)
open Checked
open Notation
open Reading

let claim_of line = match String.rindex_opt line ' ' with
  | None -> reject "not a claim: %s" line
  | Some i -> canonical_land (String.sub line 0 i), decimal_line 255 (String.sub line (i + 1) (String.length line - i - 1))

(* "The refutations, each once, sorted by the canonical string of M and then by t, need a reply each." *)
let answers replies refutations =
  let sorted = Array.mapi (fun i (m, x) -> spelled m, int_of_number x, i, m) (Array.of_list refutations) in
  Array.stable_sort (fun (a, j, _, _) (b, k, _, _) -> match compare_strings a b with 0 -> compare j k | c -> c) sorted;
  let answers = Array.make (Array.length sorted) None in
  Array.iteri (fun place (_, _, i, m) -> answers.(i) <- (try Some (Numbering.move m replies.(place)) with Numbering.No_such_move _ -> None)) sorted;
  Array.to_list answers

let verify (c : Container.certificate) =
  let results = List.map (fun (start, result) ->
    start_of start, match result with Container.Loss -> Loss | Win -> Win | Nimber k -> Nimber (number k)) c.results in
  let claims = Array.map claim_of c.claims in
  Array.iteri (fun i ((_, a), _) -> if i > 0 && compare_strings (snd (fst claims.(i - 1))) a >= 0 then reject "claims are not in order") claims;
  let replies = Array.map (decimal_line max_int) c.replies in
  let asked = ref 0 in
  let answer refutations =
    asked := List.length refutations;
    if !asked = Array.length replies then answers replies refutations else [] in
  let accepted = Statement.judge Canonical.choices key answer (Array.to_list (Array.map (fun ((l, _), k) -> l, number k) claims)) results in
  if (not accepted) && !asked <> Array.length replies then reject "there are %d replies, and %d refutations" (Array.length replies) !asked;
  accepted, List.map Statement.sentence results, Printf.sprintf "%d claims, %d replies" (Array.length claims) (Array.length replies)
