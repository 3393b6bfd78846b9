(* The checker for normal play: the rules of FORMAT.md section 7, "a certificate is valid when", for any number of results. What it accepts is
   true: Sound.v. *)
From Coq Require Import List Arith Bool PArith NArith FMapPositive.
Import ListNotations.
From Sproof Require Import Drawn Nimber Tokens Play Moves Options Letters Lands Canon Places.

Definition region_eq : list (list token) -> list (list token) -> bool := list_eq boundary_eq.
Definition region_eq_spec := list_eq_spec _ boundary_eq boundary_eq_spec.
Definition position_eq : position -> position -> bool := list_eq region_eq.
Definition position_eq_spec := list_eq_spec _ region_eq region_eq_spec.

(* ---- statements ---- *)
Inductive outcome := Loss | Win | Nimber (k : N).
Definition holds (o : outcome) (d : drawing) : Prop := match o with Loss => lost d | Win => won d | Nimber k => nimber d k end.

(* ---- the checker ---- *)
Section Check.
(* None of these is trusted: how to write a land, and where a land is kept in a table. *)
Variables (oracle : position -> list choice) (key : position -> positive).

(* Lands with a number: claims, or refutations. *)
Definition table := M.t (list (position * N)).
Definition bucket (t : table) (L : position) : list (position * N) := match M.find (key L) t with Some b => b | None => [] end.
Definition enter (t : table) (c : position * N) : table := M.add (key (fst c)) (c :: bucket t (fst c)) t.
Definition table_of (claims : list (position * N)) : table := fold_left enter claims (M.empty _).
Fixpoint find_claim (L : position) (b : list (position * N)) : option N :=
  match b with [] => None | (L', k) :: b => if position_eq L L' then Some k else find_claim L b end.
Definition claim (t : table) (L : position) : option N := find_claim L (bucket t L).

(* The lands of a position, written canonically. *)
Fixpoint canons (Ps : list position) : option (list position) :=
  match Ps with
  | [] => Some []
  | P :: Ps => match canon oracle P with
               | Some P => match canons Ps with Some Ps => Some (P :: Ps) | None => None end
               | None => None
               end
  end.
(* "Equal lands cancel in pairs." Claimed ones do, too. *)
Fixpoint toggle (L : position) (p : list position) : option (list position) :=
  match p with [] => None | L' :: p => if position_eq L L' then Some p else match toggle L p with Some p => Some (L' :: p) | None => None end end.
Fixpoint cancel (p : list position) : list position :=
  match p with [] => [] | L :: p => let p := cancel p in match toggle L p with Some q => q | None => L :: p end end.
(* The rest of a position. *)
Definition settle (P : position) : option (list position) :=
  match canons (reduce P) with Some p => Some (cancel p) | None => None end.

(* The refutations met so far, each once: in a table, and in a list. *)
Definition refutations := (table * list (position * N))%type.
Definition meet (r : refutations) (c : position * N) : refutations :=
  if existsb (fun d => N.eqb (snd c) (snd d) && position_eq (fst c) (fst d)) (bucket (fst r) (fst c)) then r else (enter (fst r) c, c :: snd r).

(* What is known of a position, where it must not have the nimber k. *)
Inductive verdict := Settled (x : N) | Rests (M : position) (x : N).

Section Claims.
Variable t : table.
(* The exclusive or of the claimed nimbers, and the lands without a claim. *)
Fixpoint known (p : list position) : N * list position :=
  match p with
  | [] => (0%N, [])
  | L :: p => let (x, u) := known p in match claim t L with Some k => (N.lxor k x, u) | None => (x, L :: u) end
  end.
Definition judge (k : N) (P : position) : option verdict :=
  match settle P with
  | None => None
  | Some p => match known p with
              | (x, []) => if N.eqb x k then None else Some (Settled x)
              | (x, [M]) => Some (Rests M (N.lxor x k))
              | _ => None
              end
  end.
(* Rule 1 for all moves; the numbers they are settled with, and the refutations they rest on. *)
Fixpoint moves_ok (L : position) (k : N) (ss : list (shape token)) (found : list N) (r : refutations) : option (list N * refutations) :=
  match ss with
  | [] => Some (found, r)
  | s :: ss => match judge k (play L s) with
               | Some (Settled x) => moves_ok L k ss (if existsb (N.eqb x) found then found else x :: found) r
               | Some (Rests M x) => moves_ok L k ss found (meet r (M, x))
               | None => None
               end
  end.
Definition below (k : N) : list N := map N.of_nat (seq 0 (N.to_nat k)).
Definition claim_ok (r : refutations) (c : position * N) : option refutations :=
  let (L, k) := c in
  if sane_b L then
    match moves_ok L k (moves L) [] r with
    | Some (found, r) => if forallb (fun j => existsb (N.eqb j) found) (below k) then Some r else None
    | None => None
    end
  else None.
Fixpoint claims_ok (r : refutations) (cs : list (position * N)) : option refutations :=
  match cs with [] => Some r | c :: cs => match claim_ok r c with Some r => claims_ok r cs | None => None end end.
Definition statement_ok (r : refutations) (s : position * outcome) : option refutations :=
  let (P, o) := s in
  match o with
  | Win => match judge 0 P with Some (Settled _) => Some r | Some (Rests M x) => Some (meet r (M, x)) | None => None end
  | _ => match settle P with
         | Some p => match known p with
                     | (x, []) => if N.eqb x (match o with Nimber k => k | _ => 0 end) then Some r else None
                     | _ => None
                     end
         | None => None
         end
  end.
Fixpoint statements_ok (r : refutations) (ss : list (position * outcome)) : option refutations :=
  match ss with [] => Some r | s :: ss => match statement_ok r s with Some r => statements_ok r ss | None => None end end.
(* Rule 3: a move to a position that is settled with x. *)
Definition refuted (m : option move) (M : position) (x : N) : bool :=
  match m with
  | Some m => match shape_of M m with
              | Some s => match settle (play M s) with
                          | Some p => match known p with (y, []) => N.eqb y x | _ => false end
                          | None => false
                          end
              | None => false
              end
  | None => false
  end.
End Claims.
Fixpoint replies_ok (t : table) (cs : list (position * N)) (ms : list (option move)) : bool :=
  match cs, ms with
  | [], [] => true
  | c :: cs, m :: ms => if refuted t m (fst c) (snd c) then replies_ok t cs ms else false
  | _, _ => false
  end.
(* The replies come from whoever is given the list of refutations, and are not trusted. *)
Definition check (answer : list (position * N) -> list (option move))
  (claims : list (position * N)) (statements : list (position * outcome)) : bool :=
  let t := table_of claims in
  match claims_ok t (M.empty _, []) claims with
  | Some r => match statements_ok t r statements with
              | Some r => replies_ok t (snd r) (answer (snd r))
              | None => false
              end
  | None => false
  end.
End Check.

(* The start of the n-spot game. *)
Definition start_position (n : nat) : position := [repeat [T0] n].
