(* The numbers of moves (FORMAT.md section 6). Untrusted: a move that is misread is a wrong reply, and rejected or right all the same. *)
open Checked
open Notation

(* With what is left of the number when all moves have been counted. *)
exception No_such_move of int

(* Classes of boundaries: the place of the first, and how many. *)
let classes (region : int array array) =
  let n = Array.length region in
  let plain b = not (Array.exists is_upper b) in
  let rec go i =
    if i >= n then []
    else
      let rec last j = if j < n && plain region.(i) && region.(j) = region.(i) then last (j + 1) else j in
      let j = last (i + 1) in
      (i, j - i) :: go j in
  go 0

let times a b = if a > 0 && b > max_int / a then max_int else a * b

(* Spelled regions, so that lower-case letters are those of each boundary. *)
let regions land_ =
  let rec split acc region b = function
    | [] -> List.rev acc
    | t :: l when t = bar -> split (Array.of_list (List.rev region) :: acc) [] [] l
    | t :: l when t = dot -> split acc (Array.of_list (List.rev b) :: region) [] l
    | t :: l -> split acc region (t :: b) l in
  split [] [] [] (Array.to_list (spelled land_))

let move land_ (number : int) =
  let left = ref number in
  let exception Found of move in
  let in_region r (region : int array array) =
    let cs = classes region in
    (* two boundaries *)
    let rec pairs = function
      | [] -> ()
      | (a, c) :: rest ->
        let n = Array.length region.(a) in
        if c >= 2 then begin
          let count = n * (n + 1) / 2 in
          if !left < count then
            for p = 0 to n - 1 do
              for q = p to n - 1 do
                if !left = 0 then raise (Found (MoveJoin (nat r, nat a, nat p, nat a, nat q)));
                decr left
              done
            done
          else left := !left - count
        end;
        List.iter (fun (b, _) ->
          let m = Array.length region.(b) in
          if !left < n * m then raise (Found (MoveJoin (nat r, nat a, nat (!left / m), nat (b - 1), nat (!left mod m))))
          else left := !left - (n * m)) rest;
        pairs rest in
    pairs cs;
    (* one boundary *)
    List.iter (fun (a, _) ->
      let sizes = List.map (fun (b, c) -> if b = a then c - 1 else c) cs in
      let w = List.fold_left (fun w c -> times w (c + 1)) 1 sizes in
      let near d =
        let rec go d = function
          | [] -> []
          | c :: rest -> let k = d mod (c + 1) in List.init c (fun i -> i < k) @ go (d / (c + 1)) rest in
        go d sizes in
      let b = region.(a) in
      let n = Array.length b in
      for p = 0 to n - 1 do
        if b.(p) < 2 then
          if !left < w then raise (Found (MoveLoop (nat r, nat a, nat p, near !left))) else left := !left - w;
        for q = p + 1 to n - 1 do
          if b.(p) < lower || b.(p) <> b.(q) then
            if !left < w then raise (Found (MoveCut (nat r, nat a, nat p, nat (q - p - 1), near !left))) else left := !left - w
        done
      done) cs in
  try List.iteri in_region (regions land_); raise (No_such_move !left) with Found m -> m
