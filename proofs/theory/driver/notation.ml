(* Lands in short notation (FORMAT.md section 5), as tokens, and as strings of numbers in the order of the alphabet. Untrusted. *)
open Checked

let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n / 2)) else XO (positive (n / 2))
let rec int_of_positive = function XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> (2 * int_of_positive p) + 1
let number n = if n = 0 then N0 else Npos (positive n)
let int_of_number = function N0 -> 0 | Npos p -> int_of_positive p
let rec nat n = if n = 0 then O else S (nat (n - 1))

(* 0, 1, 2; lower-case letters; upper-case letters; the two terminators. *)
let lower = 3 and upper = 0x100000 and dot = 0x200000 and bar = 0x200001
let is_lower t = t >= lower && t < upper
let is_upper t = t >= upper && t < dot

exception Unreadable of string
let unreadable land_ = raise (Unreadable land_)

(* A decimal number without leading zeros, and the place after it. *)
let decimal s i =
  let rec go j n = if j < String.length s && s.[j] >= '0' && s.[j] <= '9' then go (j + 1) (if n > 1_000_000 then n else (10 * n) + Char.code s.[j] - 48) else j, n in
  let j, n = go i 0 in
  if j = i || (s.[i] = '0' && j > i + 1) || n > 1_000_000 then unreadable s;
  j, n

(* The codes of a boundary. *)
let boundary s =
  let rec go i =
    if i = String.length s then []
    else match s.[i] with
      | '0' .. '2' -> (Char.code s.[i] - 48) :: go (i + 1)
      | 'm' | 'n' when i + 1 < String.length s && s.[i + 1] = '(' ->
        let j, k = decimal s (i + 2) in
        if j >= String.length s || s.[j] <> ')' || k < 27 then unreadable s;
        ((if s.[i] = 'm' then lower else upper) + k - 1) :: go (j + 1)
      | 'a' .. 'z' -> (lower + Char.code s.[i] - 97) :: go (i + 1)
      | 'A' .. 'Z' -> (upper + Char.code s.[i] - 65) :: go (i + 1)
      | _ -> unreadable s in
  go 0

let land_codes s =
  List.map (fun r ->
    List.concat_map (fun b ->
      if String.length b > 2 && b.[0] = '0' && b.[1] = '*' then begin
        let j, k = decimal b 2 in
        if j <> String.length b || k < 2 || k > 600 then unreadable s;
        List.init k (fun _ -> [ 0 ])
      end
      else [ boundary b ]) (String.split_on_char '.' r)) (String.split_on_char '|' s)

(* Tokens of coded regions. Letters get names in the order of first appearance, as `rename` gives them. *)
let tokens codes =
  let count = ref 0 and uppers = Hashtbl.create 16 in
  List.map (List.map (fun b ->
    let lowers = Hashtbl.create 8 in
    let name table c = match Hashtbl.find_opt table c with Some n -> n | None -> incr count; Hashtbl.add table c (positive !count); positive !count in
    List.map (fun c -> match c with
      | 0 -> T0 | 1 -> T1 | 2 -> T2
      | c when is_upper c -> Nm (name uppers c)
      | c -> Nm (name lowers c)) b)) codes

let flat codes =
  Array.of_list (List.concat_map (fun r -> List.concat_map (fun b -> b @ [ dot ]) r @ [ bar ]) codes)

(* Regions of tokens with their names as numbers: a name that occurs twice in a region is a lower-case letter. *)
let coded (land_ : token list list list) : int array list array =
  let regions = Hashtbl.create 16 in
  List.iteri (fun i r -> List.iter (List.iter (function
    | Nm n -> let n = int_of_positive n in Hashtbl.replace regions n (i :: (try Hashtbl.find regions n with Not_found -> []))
    | _ -> ())) r) land_;
  let code = function
    | T0 -> 0 | T1 -> 1 | T2 -> 2
    | Nm n -> let n = int_of_positive n in
      (match Hashtbl.find regions n with [ i; j ] when i = j -> lower + n | _ -> upper + n) in
  Array.of_list (List.map (List.map (fun b -> Array.of_list (List.map code b))) land_)

(* The string of a land as it is written. *)
let spelled land_ =
  let uppers = Hashtbl.create 16 in
  let out = ref [] in
  let push t = out := t :: !out in
  Array.iter (fun r ->
    List.iter (fun b ->
      let lowers = Hashtbl.create 8 in
      let name table first c = match Hashtbl.find_opt table c with
        | Some n -> n
        | None -> let n = first + Hashtbl.length table in Hashtbl.add table c n; n in
      Array.iter (fun c -> push (if c < lower then c else if c < upper then name lowers lower c else name uppers upper c)) b;
      push dot) r;
    push bar) (coded land_);
  Array.of_list (List.rev !out)

let compare_strings (a : int array) (b : int array) =
  let n = min (Array.length a) (Array.length b) in
  let rec go i = if i = n then compare (Array.length a) (Array.length b) else let c = compare a.(i) b.(i) in if c <> 0 then c else go (i + 1) in
  go 0

(* Canonical strings in short notation, to compare with what a file says. *)
let short (string : int array) =
  let out = Buffer.create 64 in
  let letter first name k = if k < 26 then Buffer.add_char out (Char.chr (first + k)) else Buffer.add_string out (Printf.sprintf "%c(%d)" name (k + 1)) in
  let n = Array.length string in
  let rec go i =
    if i < n then begin
      let t = string.(i) in
      if t = 0 && string.(i + 1) = dot && (i = 0 || string.(i - 1) >= dot) then begin
        let rec run j k = if j + 1 < n && string.(j) = 0 && string.(j + 1) = dot then run (j + 2) (k + 1) else k in
        let k = run i 0 in
        Buffer.add_string out (if k = 1 then "0" else Printf.sprintf "0*%d" k);
        go (i + (2 * k) - 1)
      end
      else begin
        if t < lower then Buffer.add_char out (Char.chr (48 + t))
        else if t < upper then letter 97 'm' (t - lower)
        else if t < dot then letter 65 'n' (t - upper)
        else if t = dot then (if string.(i + 1) <> bar then Buffer.add_char out '.')
        else if i + 1 < n then Buffer.add_char out '|';
        go (i + 1)
      end
    end in
  go 0;
  Buffer.contents out
