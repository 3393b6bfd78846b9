(* Writes a certificate of normal play as a Coq file with the theorems that it proves about games: claims in the canonical form of
   Search.v, and for each refutation, in the order in which `check` meets them, the number of the first move in the list of Options.v that
   serves as a reply. *)
open Checked
open Notation

let oracle = search_oracle and key = search_key

let canonical land_ = match canon oracle land_ with Some l -> l | None -> failwith "not canonical"

let write_land out land_ =
  List.iter (fun r ->
    List.iter (fun b ->
      List.iter (fun t -> Buffer.add_char out (match t with
        | T0 -> '0' | T1 -> '1' | T2 -> '2'
        | Nm n -> let n = int_of_positive n in if n > 63 then failwith "too many letters" else Char.chr (63 + n))) b;
      Buffer.add_char out '.') r;
    Buffer.add_char out '/') land_

let () =
  let c = Container.read Sys.argv.(1) in
  let results = List.filter_map (fun (start, result) -> match Reading.start_of start, result with
    | Statement.Game n, Container.Loss -> Some (n, Loss)
    | Game n, Win -> Some (n, Win)
    | _ -> None) c.results in
  let claims = List.map (fun line -> let (land_, _), k = Normal.claim_of line in canonical land_, number k) (Array.to_list c.claims) in
  let table = table_of key claims in
  let replies = Buffer.create 10000 in
  let answer refutations =
    List.map (fun (m, x) ->
      let rec first i = function
        | [] -> failwith "a refutation without a reply"
        | s :: rest -> match settle oracle (play m s) with
          | Some p when known key table p = (x, []) -> i
          | _ -> first (i + 1) rest in
      let i = first 0 (moves m) in
      Buffer.add_string replies (string_of_int i ^ ";");
      Some (MoveListed (nat i))) refutations in
  if not (check oracle key answer claims (List.map (fun (n, o) -> start_position (nat n), o) results)) then failwith "rejected";
  let text = Buffer.create 10000 in
  List.iter (fun (l, k) -> write_land text l; Buffer.add_string text (Printf.sprintf ":%d;" (int_of_number k))) claims;
  let name = function Loss -> "Loss" | _ -> "Win" and word = function Loss -> "lost" | _ -> "won" in
  Printf.printf "(* Written from a certificate of proofs/ by theorems.ml. *)\nFrom Coq Require Import List.\n";
  Printf.printf "From Sproof Require Import Drawn Check Reading.\nImport ListNotations.\n";
  Printf.printf "Definition claims : bytes := \"%s\"%%bytes.\nDefinition replies : bytes := \"%s\"%%bytes.\n" (Buffer.contents text) (Buffer.contents replies);
  Printf.printf "Definition results : list (nat * outcome) := [%s].\n" (String.concat "; " (List.map (fun (n, o) -> Printf.sprintf "(%d, %s)" n (name o)) results));
  Printf.printf "Lemma verified : accepted claims replies results = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n";
  List.iter (fun (n, o) ->
    Printf.printf "Theorem sprouts_%d : %s (start %d).\n" n (word o) n;
    Printf.printf "Proof. apply (accepted_true claims replies results verified %d %s). repeat ((left; reflexivity) || right). Qed.\n" n (name o);
    Printf.printf "Print Assumptions sprouts_%d.\n" n) results
