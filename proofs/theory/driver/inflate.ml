(* Raw DEFLATE (RFC 1951). Untrusted. *)
exception Bad of string

type tree = Leaf of int | Node of tree * tree | Empty

(* The canonical prefix code of these lengths. *)
let tree_of lengths =
  let longest = Array.fold_left max 0 lengths in
  let code = ref 0 and codes = ref [] in
  for length = 1 to longest do
    Array.iteri (fun symbol l -> if l = length then (codes := (symbol, length, !code) :: !codes; incr code)) lengths;
    if !code > 1 lsl length then raise (Bad "a code with too many words");
    code := 2 * !code
  done;
  let rec insert tree symbol length code =
    if length = 0 then Leaf symbol
    else
      let l, r = match tree with Node (l, r) -> l, r | Empty -> Empty, Empty | Leaf _ -> raise (Bad "an overfull code") in
      if (code lsr (length - 1)) land 1 = 0 then Node (insert l symbol (length - 1) code, r)
      else Node (l, insert r symbol (length - 1) code) in
  List.fold_left (fun tree (symbol, length, code) -> insert tree symbol length code) Empty !codes

let length_base = [| 3; 4; 5; 6; 7; 8; 9; 10; 11; 13; 15; 17; 19; 23; 27; 31; 35; 43; 51; 59; 67; 83; 99; 115; 131; 163; 195; 227; 258 |]
let length_more = [| 0; 0; 0; 0; 0; 0; 0; 0; 1; 1; 1; 1; 2; 2; 2; 2; 3; 3; 3; 3; 4; 4; 4; 4; 5; 5; 5; 5; 0 |]
let distance_base = [| 1; 2; 3; 4; 5; 7; 9; 13; 17; 25; 33; 49; 65; 97; 129; 193; 257; 385; 513; 769; 1025; 1537; 2049; 3073; 4097; 6145; 8193; 12289; 16385; 24577 |]
let distance_more = [| 0; 0; 0; 0; 1; 1; 2; 2; 3; 3; 4; 4; 5; 5; 6; 6; 7; 7; 8; 8; 9; 9; 10; 10; 11; 11; 12; 12; 13; 13 |]
let order = [| 16; 17; 18; 0; 8; 7; 9; 6; 10; 5; 11; 4; 12; 3; 13; 2; 14; 1; 15 |]

let inflate text limit =
  let out = Buffer.create (4 * String.length text) in
  let place = ref 0 and bit = ref 0 in
  let one () =
    if !place >= String.length text then raise (Bad "the compressed text ends too soon");
    let b = (Char.code text.[!place] lsr !bit) land 1 in
    if !bit = 7 then (bit := 0; incr place) else incr bit;
    b in
  let rec bits n = if n = 0 then 0 else let b = one () in b lor (bits (n - 1) lsl 1) in
  let rec symbol = function
    | Leaf s -> s
    | Node (l, r) -> symbol (if one () = 0 then l else r)
    | Empty -> raise (Bad "an unknown code word") in
  let put c = if Buffer.length out >= limit then raise (Bad "the text is too long"); Buffer.add_char out c in
  let rec codes literals distances =
    let s = symbol literals in
    if s < 256 then (put (Char.chr s); codes literals distances)
    else if s > 256 then begin
      let s = s - 257 in
      if s > 28 then raise (Bad "an unknown length");
      let length = length_base.(s) + bits length_more.(s) in
      let d = symbol distances in
      if d > 29 then raise (Bad "an unknown distance");
      let distance = distance_base.(d) + bits distance_more.(d) in
      if distance > Buffer.length out then raise (Bad "a distance beyond the beginning");
      for _ = 1 to length do put (Buffer.nth out (Buffer.length out - distance)) done;
      codes literals distances
    end in
  let stored () =
    if !bit > 0 then (bit := 0; incr place);
    let length = bits 16 in
    if bits 16 <> length lxor 0xFFFF then raise (Bad "a stored block with a wrong length");
    for _ = 1 to length do put (Char.chr (bits 8)) done in
  let fixed () =
    let literals = Array.init 288 (fun i -> if i < 144 then 8 else if i < 256 then 9 else if i < 280 then 7 else 8) in
    codes (tree_of literals) (tree_of (Array.make 30 5)) in
  let dynamic () =
    let hlit = 257 + bits 5 in
    let hdist = 1 + bits 5 in
    let hclen = 4 + bits 4 in
    let lengths = Array.make 19 0 in
    for i = 0 to hclen - 1 do lengths.(order.(i)) <- bits 3 done;
    let tree = tree_of lengths in
    let all = Array.make (hlit + hdist) 0 in
    let i = ref 0 in
    let repeat value times =
      if !i + times > hlit + hdist then raise (Bad "too many code lengths");
      for _ = 1 to times do all.(!i) <- value; incr i done in
    while !i < hlit + hdist do
      match symbol tree with
      | 16 -> if !i = 0 then raise (Bad "nothing to repeat"); let v = all.(!i - 1) in repeat v (3 + bits 2)
      | 17 -> repeat 0 (3 + bits 3)
      | 18 -> repeat 0 (11 + bits 7)
      | l -> repeat l 1
    done;
    codes (tree_of (Array.sub all 0 hlit)) (tree_of (Array.sub all hlit hdist)) in
  let rec blocks () =
    let last = one () in
    (match bits 2 with 0 -> stored () | 1 -> fixed () | 2 -> dynamic () | _ -> raise (Bad "an unknown kind of block"));
    if last = 0 then blocks () in
  blocks ();
  if !place + (if !bit > 0 then 1 else 0) <> String.length text then raise (Bad "bytes after the compressed text");
  Buffer.contents out
