(* Lands, starts and numbers in the text of a certificate (FORMAT.md sections 5, 8 and 9). Untrusted: whatever is read here is checked by
   `check`, and read strictly only so that a file is rejected when the format says so. *)
open Checked
open Notation

let reject = Container.malformed

(* Where a land is kept in the table of claims. *)
let key land_ = positive (1 + (Hashtbl.hash_param 400 400 land_ land 0x3FFFFFFF))

(* The tokens of a land, and its string. *)
let canonical_land text =
  let land_ = try tokens (land_codes text) with Unreadable s -> reject "not a land: %s" s in
  let string = spelled land_ in
  (match reduce land_ with
   | [ l ] when short string = text && snd (Canonical.search l) = string -> ()
   | _ -> reject "not canonical: %s" text);
  land_, string

(* The lands of a position. *)
let lands_of_text text =
  let lands = if text = "!" then [] else List.map canonical_land (String.split_on_char '+' text) in
  let rec sorted = function (_, a) :: ((_, b) :: _ as l) -> compare_strings a b <= 0 && sorted l | _ -> true in
  if not (sorted lands) then reject "lands are not in order: %s" text;
  lands

(* Lands as one position: letters of different lands are different. *)
let together lands =
  let shift = ref 0 in
  List.concat_map (fun l ->
    let most = ref 0 in
    let moved = List.map (List.map (List.map (function
      | Nm n -> let n = int_of_positive n in most := max !most n; Nm (positive (n + !shift))
      | t -> t))) l in
    shift := !shift + !most;
    moved) lands

let start_of text =
  let spots = if text = "0" then 1 else try Scanf.sscanf text "0*%u%!" Fun.id with _ -> 0 in
  if spots > 0 && spots <= 600 && text = (if spots = 1 then "0" else Printf.sprintf "0*%d" spots) then Statement.Game spots
  else Statement.Other (text, together (List.map fst (lands_of_text text)))

let decimal_line limit s =
  let digits = String.length s > 0 && String.for_all (fun c -> c >= '0' && c <= '9') s in
  if not digits || (String.length s > 1 && s.[0] = '0') then reject "not a number: %s" s;
  match int_of_string_opt s with Some n when n <= limit -> n | _ -> reject "too large: %s" s
