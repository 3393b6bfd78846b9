(* What has to be believed of this program besides the theorems `check_sound` and `check_misere_sound`: that the sentences which are
   printed are the statements that were given to `check` and `check_misere`. *)
open Checked
open Notation

(* The n-spot game as it is drawn: `start n` of Drawn.v, for which `start_position n` stands. Any other start is a position that stands
   for drawings by `denotes` of Tokens.v. *)
type start = Game of int | Other of string * token list list list

let position = function Game n -> start_position (nat n) | Other (_, p) -> p
let subject = function Game n -> Printf.sprintf "the %d-spot game" n | Other (text, _) -> Printf.sprintf "the position %s" text

let judge oracle key answer claims results =
  check oracle key answer claims (List.map (fun (start, outcome) -> position start, outcome) results)
let sentence (start, outcome) = match outcome with
  | Loss -> subject start ^ " is lost for the player to move"
  | Win -> subject start ^ " is won for the player to move"
  | Nimber k -> Printf.sprintf "%s has nimber %d" (subject start) (int_of_number k)

let judge_misere oracle key node_key tables small listed answer results =
  check_misere oracle key node_key tables small listed answer (List.map (fun (start, won) -> position start, won) results)
let sentence_misere (start, won) =
  Printf.sprintf "%s is %s in misère play for the player to move" (subject start) (if won then "won" else "lost")
