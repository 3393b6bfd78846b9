(* Writes a certificate as a Coq file with the theorem that it proves: claims in the canonical form of Search.v, and for each refutation,
   in the order in which `check` meets them, the number of the first move in the list of Options.v that serves as a reply. *)
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
  let path = Sys.argv.(1) and spots = int_of_string Sys.argv.(2) in
  let c = Container.read path in
  let result = List.assoc (if spots = 1 then "0" else Printf.sprintf "0*%d" spots) c.results in
  let claims = List.map (fun line ->
    let i = String.rindex line ' ' in
    canonical (tokens (land_codes (String.sub line 0 i))), number (int_of_string (String.sub line (i + 1) (String.length line - i - 1)))) (Array.to_list c.claims) in
  let table = table_of key claims in
  let replies = Buffer.create 10000 in
  let answer refutations =
    List.map (fun (m, x) ->
      let rec first i = function
        | [] -> failwith "a refutation without a reply"
        | s :: rest -> match settle oracle c.cancelling (play m s) with
          | Some p when known key table p = (x, []) -> i
          | _ -> first (i + 1) rest in
      let i = first 0 (moves m) in
      Buffer.add_string replies (string_of_int i ^ ";");
      Some (MoveListed (nat i))) refutations in
  let outcome, word = match result with Container.Loss -> Loss, "lost" | Win -> Win, "won" | Nimber _ -> failwith "a nimber" in
  if not (check oracle key c.cancelling answer claims [ start_position (nat spots), outcome ]) then failwith "rejected";
  let text = Buffer.create 10000 in
  List.iter (fun (l, k) -> write_land text l; Buffer.add_string text (Printf.sprintf ":%d;" (int_of_number k))) claims;
  Printf.printf "(* Written from a certificate of proofs/ by theorems.ml. *)\nFrom Sproof Require Import Drawn Reading.\n";
  Printf.printf "Definition claims : bytes := \"%s\"%%bytes.\nDefinition replies : bytes := \"%s\"%%bytes.\n" (Buffer.contents text) (Buffer.contents replies);
  Printf.printf "Theorem sprouts_%d : %s (start %d).\nProof. apply (%s_by %b claims replies). vm_compute. reflexivity. Qed.\nPrint Assumptions sprouts_%d.\n" spots word spots word c.cancelling spots
