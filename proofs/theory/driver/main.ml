(* check-verified: checks certificates of Sprouts with the functions `check` and `check_misere`, of which Sound.v and MisereSound.v prove
   that what they accept is true. What has to be believed here is in statement.ml; all else is untrusted: it reads the file, finds
   canonical strings and trees, and numbers moves. *)

let verify path =
  let c = Container.read path in
  match c.closure with None -> Normal.verify c | Some closure -> Misere.verify c closure

let () =
  let paths = List.tl (Array.to_list Sys.argv) in
  if paths = [] then (prerr_endline "usage: check-verified FILE..."; exit 2);
  let bad = ref false in
  List.iter (fun path ->
    let began = Sys.time () in
    let worse format = Printf.ksprintf (fun s -> bad := true; Printf.printf "%s: %s\n%!" path (String.escaped s)) format in
    match verify path with
    | true, sentences, size -> Printf.printf "%s: proved: %s (%s, %.1f s)\n%!" path (String.concat "; " sentences) size (Sys.time () -. began)
    | false, _, _ -> worse "rejected"
    | exception Container.Malformed reason -> worse "malformed: %s" reason
    | exception Sys_error reason -> worse "%s" reason
    | exception Stack_overflow -> worse "beyond the limits of this program") paths;
  if !bad then exit 1
