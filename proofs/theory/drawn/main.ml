(* Reads drawings, one a line, and prints the drawings that one move leads to, one a line, with an empty line after the last.
   A drawing: spots are numbers; `.` stands after each boundary, `|` after each region. `0 . 1 . |` is the start of the 2-spot
   game. The lives are read off it: a spot alone in its boundary has 3, any other 3 less its occurrences. A printed
   drawing has the lives of all its spots after it, as the theory says they are. *)
open Enumerate

let parse line =
  let lives = Hashtbl.create 16 and count = ref 0 in
  let spend boundary =
    List.iter (fun s ->
      count := max !count (s + 1);
      let left = try Hashtbl.find lives s with Not_found -> 3 in
      Hashtbl.replace lives s (if List.length boundary = 1 then left else left - 1)) boundary in
  let word (b, r, rs) = function
    | "" -> (b, r, rs)
    | "." -> let b = List.rev b in spend b; ([], b :: r, rs)
    | "|" -> ([], [], List.rev r :: rs)
    | s -> (int_of_string s :: b, r, rs) in
  let _, _, rs = List.fold_left word ([], [], []) (String.split_on_char ' ' line) in
  { next = !count; lives = (fun s -> try Hashtbl.find lives s with Not_found -> 3); regions = List.rev rs }

let print d =
  let boundary b = List.iter (Printf.printf "%d ") b; print_string ". " in
  List.iter (fun r -> List.iter boundary r; print_string "| ") d.regions;
  print_string ":";
  for s = 0 to d.next - 1 do Printf.printf " %d" (d.lives s) done;
  print_newline ()

let () =
  try
    while true do
      List.iter print (moves (parse (read_line ())));
      print_newline ()
    done
  with End_of_file -> ()
