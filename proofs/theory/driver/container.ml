(* The file of a certificate (FORMAT.md sections 8 and 9). Untrusted: whatever is read here is checked by `check`. *)
exception Malformed of string
let malformed format = Printf.ksprintf (fun s -> raise (Malformed s)) format

type result = Loss | Win | Nimber of int
(* `closure` is there in misère play. *)
type certificate = { results : (string * result) list; closure : string option; claims : string array; replies : string array }

let magic = "SPROOF\r\n"

let read_file path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

let read path =
  let file = read_file path in
  let size = String.length file in
  if size < 40 || String.sub file 0 8 <> magic then malformed "not a certificate";
  if Blake3.hash (String.sub file 0 (size - 32)) <> String.sub file (size - 32) 32 then malformed "the digest is wrong";
  let place = ref 8 in
  let byte () =
    if !place >= size - 32 then malformed "the file ends too soon";
    incr place;
    Char.code file.[!place - 1] in
  let number bits =
    let rec go shift sum =
      if shift >= bits then malformed "a number is too long";
      let b = byte () in
      if b = 0 && shift > 0 then malformed "a number with a leading zero";
      let sum = sum lor ((b land 127) lsl shift) in
      if b < 128 then sum else go (shift + 7) sum in
    let n = go 0 0 in
    if n lsr bits > 0 then malformed "a number is too large";
    n in
  let bytes () =
    let n = number 40 in
    if n > size - 32 - !place then malformed "the file ends too soon";
    place := !place + n;
    String.sub file (!place - n) n in
  let version = number 32 in
  if version <> 3 then malformed "version %d is not known: this program reads version 3" version;
  let misere = match number 32 with 0 -> false | 1 -> true | _ -> malformed "not a certificate of Sprouts" in
  let one _ =
    let start = bytes () in
    start, match number 32 with 0 -> Loss | 1 -> Win | 2 when not misere -> Nimber (byte ()) | _ -> malformed "an unknown result" in
  let count = number 32 in
  if count = 0 || count > size then malformed "%d results" count;
  let results = Array.to_list (Array.init count one) in
  if List.length (List.sort_uniq compare (List.map fst results)) < count then malformed "two results for one start";
  let closure = if misere then Some (bytes ()) else None in
  let claims = number 32 in
  let replies = number 32 in
  let body = bytes () in
  if !place <> size - 32 then malformed "bytes after the certificate";
  let text =
    try Inflate.inflate body (30_000_000 + (4 * String.length body))
    with Inflate.Bad reason -> malformed "%s" reason in
  let length = String.length text in
  if length > 0 && text.[length - 1] <> '\n' then malformed "the last line does not end";
  let lines = Array.of_list (if length = 0 then [] else String.split_on_char '\n' (String.sub text 0 (length - 1))) in
  if Array.length lines <> claims + replies then malformed "%d lines, not %d + %d" (Array.length lines) claims replies;
  { results; closure; claims = Array.sub lines 0 claims; replies = Array.sub lines claims replies }
