(* check-verified: checks certificates of Sprouts in normal play with the function `check` of Check.v, of which Sound.v proves
   `check_sound`. What has to be believed here is short: `judge` below, and that the sentence printed is the statement given to `check`.
   All else is untrusted: it reads the file, finds canonical strings and numbers moves. *)
open Checked
open Notation

let reject format = Printf.ksprintf (fun s -> raise (Container.Malformed s)) format

(* ---- to be believed ---- *)
(* The n-spot game as it is drawn: `start n` of Drawn.v, for which `start_position n` stands. Any other start is a position that stands for
   drawings by `denotes` of Tokens.v. *)
type start = Game of int | Other of string * token list list list
let judge oracle key cancelling answer claims statements =
  check oracle key cancelling answer claims
    (List.map (fun (start, outcome) -> (match start with Game n -> start_position (nat n) | Other (_, p) -> p), outcome) statements)
let sentence (start, outcome) =
  let subject = match start with Game n -> Printf.sprintf "the %d-spot game" n | Other (text, _) -> Printf.sprintf "the position %s" text in
  match outcome with
  | Loss -> subject ^ " is lost for the player to move"
  | Win -> subject ^ " is won for the player to move"
  | Nimber k -> Printf.sprintf "%s has nimber %d" subject (int_of_number k)

(* ---- untrusted ---- *)
(* Where a land is kept in the table of claims. *)
let key land_ = positive (1 + (Hashtbl.hash_param 400 400 land_ land 0x3FFFFFFF))

let canonical_land text =
  let land_ = try tokens (land_codes text) with Unreadable s -> reject "not a land: %s" s in
  let string = spelled land_ in
  (match reduce land_ with
   | [ l ] when short string = text && snd (Canonical.search l) = string -> ()
   | _ -> reject "not canonical: %s" text);
  land_, string

(* Lands joined by `+`, as one position: letters of different lands are different. *)
let start_of text =
  let spots = if text = "0" then 1 else try Scanf.sscanf text "0*%u%!" Fun.id with _ -> 0 in
  if spots > 0 && spots <= 600 && text = (if spots = 1 then "0" else Printf.sprintf "0*%d" spots) then Game spots
  else begin
    let lands = if text = "!" then [] else List.map canonical_land (String.split_on_char '+' text) in
    let rec sorted = function (_, a) :: ((_, b) :: _ as l) -> compare_strings a b <= 0 && sorted l | _ -> true in
    if not (sorted lands) then reject "the lands of the start are not in order";
    let shift = ref 0 in
    Other (text, List.concat_map (fun (l, _) ->
      let most = ref 0 in
      let moved = List.map (List.map (List.map (function
        | Nm n -> let n = int_of_positive n in most := max !most n; Nm (positive (n + !shift))
        | t -> t))) l in
      shift := !shift + !most;
      moved) lands)
  end

let decimal_line limit s =
  let digits = String.length s > 0 && String.for_all (fun c -> c >= '0' && c <= '9') s in
  if not digits || (String.length s > 1 && s.[0] = '0') then reject "not a number: %s" s;
  match int_of_string_opt s with Some n when n <= limit -> n | _ -> reject "too large: %s" s

let claim_of line = match String.rindex_opt line ' ' with
  | None -> reject "not a claim: %s" line
  | Some i -> canonical_land (String.sub line 0 i), decimal_line 255 (String.sub line (i + 1) (String.length line - i - 1))

(* "The refutations, each once, sorted by the canonical string of M and then by t, need a reply each." *)
let answers replies refutations =
  let sorted = Array.mapi (fun i (m, x) -> spelled m, int_of_number x, i, m) (Array.of_list refutations) in
  Array.stable_sort (fun (a, j, _, _) (b, k, _, _) -> match compare_strings a b with 0 -> compare j k | c -> c) sorted;
  let answers = Array.make (Array.length sorted) None in
  Array.iteri (fun place (_, _, i, m) -> answers.(i) <- (try Some (Numbering.move m replies.(place)) with Numbering.No_such_move -> None)) sorted;
  Array.to_list answers

let verify path =
  let c = Container.read path in
  let statements = List.map (fun (start, result) ->
    start_of start, match result with Container.Loss -> Loss | Win -> Win | Nimber k -> Nimber (number k)) c.results in
  let claims = Array.map claim_of c.claims in
  Array.iteri (fun i ((_, a), _) -> if i > 0 && compare_strings (snd (fst claims.(i - 1))) a >= 0 then reject "claims are not in order") claims;
  let replies = Array.map (decimal_line max_int) c.replies in
  let asked = ref 0 in
  let answer refutations =
    asked := List.length refutations;
    if !asked = Array.length replies then answers replies refutations else [] in
  let accepted = judge Canonical.choices key c.cancelling answer (Array.to_list (Array.map (fun ((l, _), k) -> l, number k) claims)) statements in
  if (not accepted) && !asked <> Array.length replies then reject "there are %d replies, and %d refutations" (Array.length replies) !asked;
  accepted, List.map sentence statements, c

let () =
  let paths = List.tl (Array.to_list Sys.argv) in
  if paths = [] then (prerr_endline "usage: check-verified FILE..."; exit 2);
  let bad = ref false in
  List.iter (fun path ->
    let began = Sys.time () in
    let worse format = Printf.ksprintf (fun s -> bad := true; Printf.printf "%s: %s\n%!" path (String.escaped s)) format in
    match verify path with
    | true, sentences, c ->
      Printf.printf "%s: proved: %s (%d claims, %d replies, %.1f s)\n%!" path (String.concat "; " sentences) (Array.length c.claims) (Array.length c.replies) (Sys.time () -. began)
    | false, _, _ -> worse "rejected"
    | exception Container.Malformed reason -> worse "malformed: %s" reason
    | exception Sys_error reason -> worse "%s" reason
    | exception Stack_overflow -> worse "beyond the limits of this program") paths;
  if !bad then exit 1
