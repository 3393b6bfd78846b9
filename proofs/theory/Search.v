(* A canonical way to write a land, found inside Coq, for theorems that trust no extracted program. Nothing is proved of it and nothing
   rests on it: `canon` follows any choices. It writes boundary by boundary, keeps all ways that are least so far, and is canonical
   because every way is tried. The order is not that of FORMAT.md. *)
From Coq Require Import List Arith Bool PArith NArith FMapPositive.
Import ListNotations.
From Sproof Require Import Tokens Moves Letters Canon.

(* Regions not begun; boundaries left of the region that is being written, whether that is mirrored, which region it was; the choices
   so far, the last first; the numbers of letters, and letters written once, in the order of their numbers. *)
Record state := { regions_left : position; current : list (list token); mirrored : bool; region_was : nat; order_so_far : list (nat * nat);
                  choices_so_far : list choice; numbers : M.t N; count : N; open_letters : list positive }.

Fixpoint without (n : positive) (l : list positive) : option (list positive) :=
  match l with [] => None | m :: l => if Pos.eqb m n then Some l else option_map (cons m) (without n l) end.
Fixpoint spell (b : list token) (m : M.t N) (c : N) (o : list positive) : list N * (M.t N * N * list positive) :=
  match b with
  | [] => ([], (m, c, o))
  | t :: b =>
    match t with
    | T0 => let (s, r) := spell b m c o in (0%N :: s, r)
    | T1 => let (s, r) := spell b m c o in (1%N :: s, r)
    | T2 => let (s, r) := spell b m c o in (2%N :: s, r)
    | Nm n => match M.find n m with
              | Some k => let (s, r) := spell b m c (match without n o with Some o => o | None => o ++ [n] end) in (k :: s, r)
              | None => let (s, r) := spell b (M.add n c m) (N.succ c) (o ++ [n]) in (c :: s, r)
              end
    end
  end.

Fixpoint compare_lists (a b : list N) : comparison :=
  match a, b with
  | [], [] => Eq | [], _ => Lt | _, [] => Gt
  | x :: a, y :: b => match N.compare x y with Eq => compare_lists a b | c => c end
  end.
(* The least strings so far, with what they lead to. *)
Definition least := (list N * list state)%type.
Definition better (found : option least) (s : list N) (fresh : bool) (st : state) (first : bool) : option least :=
  match found with
  | None => Some (s, [st])
  | Some (best, sts) => match compare_lists s best with
                        | Lt => Some (s, [st])
                        | Eq => if fresh || first then Some (best, st :: sts) else found
                        | Gt => found
                        end
  end.

Definition step_boundary (st : state) (place n : nat) (b : list token) (rest : list (list token)) : list N * bool * state :=
  let '(s, (m, c, o)) := spell (rotate n b) (numbers st) (count st) (open_letters st) in
  let order := (place, n) :: order_so_far st in
  (N.of_nat (length (current st)) :: s, negb (N.eqb c (count st)),
   match rest with
   | [] => {| regions_left := regions_left st; current := []; mirrored := false; region_was := 0; order_so_far := [];
              choices_so_far := {| which := region_was st; mirror := mirrored st; order := rev order |} :: choices_so_far st;
              numbers := m; count := c; open_letters := o |}
   | _ => {| regions_left := regions_left st; current := rest; mirrored := mirrored st; region_was := region_was st; order_so_far := order;
             choices_so_far := choices_so_far st; numbers := m; count := c; open_letters := o |}
   end).
Fixpoint turns_of (st : state) (place n more : nat) (b : list token) (rest : list (list token)) (acc : option least * bool) : option least * bool :=
  match more with
  | O => acc
  | S more => let '(s, fresh, st') := step_boundary st place n b rest in
    let found := better (fst acc) s fresh st' (snd acc) in
    (* Without new letters one way from each state is enough. *)
    let still := match fst acc with Some (best, _) => match compare_lists s best with Gt => snd acc | _ => false end | None => false end in
    turns_of st place (S n) more b rest (found, still)
  end.
Fixpoint places_of (st : state) (place : nat) (before l : list (list token)) (acc : option least * bool) : option least * bool :=
  match l with
  | [] => acc
  | b :: after =>
    let again := match before with c :: _ => boundary_eq b c | [] => false end in
    places_of st (S place) (b :: before) after (if again then acc else turns_of st place 0 (length b) b (rev_append before after) acc)
  end.
Definition short (R : list (list token)) : bool := forallb (fun b => length b <=? 2) R.
Definition begin_region (st : state) (n : nat) (hand : bool) (R : list (list token)) (others : position) : state :=
  {| regions_left := others; current := if hand then map (@rev token) R else R; mirrored := hand; region_was := n; order_so_far := [];
     choices_so_far := choices_so_far st; numbers := numbers st; count := count st; open_letters := open_letters st |}.
Definition has (n : positive) (R : list (list token)) : bool := existsb (existsb (token_eq (Nm n))) R.
Definition expand_from (st : state) (found : option least) : option least := fst (places_of st 0 [] (current st) (found, true)).
Fixpoint begin_regions (st : state) (wanted : option positive) (n : nat) (before l : position) (found : option least) : option least :=
  match l with
  | [] => found
  | R :: after =>
    let others := rev_append before after in
    if match wanted with Some p => has p R | None => true end then
      let found := expand_from (begin_region st n false R others) found in
      let found := if short R then found else expand_from (begin_region st n true R others) found in
      match wanted with Some _ => found | None => begin_regions st wanted (S n) (R :: before) after found end
    else begin_regions st wanted (S n) (R :: before) after found
  end.
Definition expand_state (found : option least) (st : state) : option least :=
  match current st with
  | [] => begin_regions st (match open_letters st with p :: _ => Some p | [] => None end) 0 [] (regions_left st) found
  | _ => expand_from st found
  end.
Fixpoint search (fuel : nat) (sts : list state) : list choice :=
  match sts with
  | [] => []
  | st :: _ =>
    match current st, regions_left st, fuel with
    | [], [], _ | _, _, O => rev (choices_so_far st)
    | _, _, S fuel => match fold_left expand_state sts None with Some (_, sts) => search fuel sts | None => [] end
    end
  end.
Definition search_oracle (P : position) : list choice :=
  search (length (concat P)) [{| regions_left := P; current := []; mirrored := false; region_was := 0; order_so_far := []; choices_so_far := [];
                                 numbers := M.empty N; count := 3%N; open_letters := [] |}].

(* A place in the table for every land. *)
Fixpoint key_letter (n k : positive) : positive := match n with xH => xO k | xO n => xI (xO (key_letter n k)) | xI n => xI (xI (key_letter n k)) end.
Definition key_token (k : positive) (t : token) : positive :=
  match t with T0 => xO (xO (xO k)) | T1 => xO (xO (xI k)) | T2 => xO (xI (xO k)) | Nm n => xI (key_letter n k) end.
Definition search_key (P : position) : positive :=
  fold_left (fun k R => xO (xI (xI (xO (fold_left (fun k b => xO (xI (xI (xI (fold_left key_token b k))))) R k))))) P 1%positive.
