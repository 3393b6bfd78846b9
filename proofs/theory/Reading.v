(* Certificates as strings of bytes inside Coq: claims and replies. Nothing is proved of the reading and nothing rests on it. *)
From Coq Require Import List Arith Bool PArith NArith Init.Byte.
From Coq Require Strings.Byte.
Import ListNotations.
From Sproof Require Import Drawn Tokens Options Canon Places Check Sound Search.

Inductive bytes := Bytes (l : list byte).
Definition unbytes (b : bytes) : list byte := match b with Bytes l => l end.
Declare Scope bytes_scope.
Delimit Scope bytes_scope with bytes.
String Notation bytes Bytes unbytes : bytes_scope.

Definition value (c : byte) : N := Byte.to_N c.
(* `0`, `1`, `2`; letter number i is the byte 63 + i; `.` after a boundary, `/` after a region; `:`, the nimber and `;` after a land. *)
Fixpoint read_claims (l : list byte) (k : option N) (b : list token) (R : list (list token)) (P : position) (acc : list (position * N)) : list (position * N) :=
  match l with
  | [] => rev acc
  | c :: l =>
    match k, c with
    | Some k, x3b => read_claims l None [] [] [] ((rev P, k) :: acc)
    | Some k, c => read_claims l (Some (10 * k + (value c - 48))%N) b R P acc
    | None, x3a => read_claims l (Some 0%N) [] [] P acc
    | None, x2f => read_claims l None [] [] (rev R :: P) acc
    | None, x2e => read_claims l None [] (rev b :: R) P acc
    | None, x30 => read_claims l None (T0 :: b) R P acc
    | None, x31 => read_claims l None (T1 :: b) R P acc
    | None, x32 => read_claims l None (T2 :: b) R P acc
    | None, c => read_claims l None (match (value c - 63)%N with N0 => T0 | Npos p => Nm p end :: b) R P acc
    end
  end.
Fixpoint read_numbers (l : list byte) (k : N) (acc : list N) : list N :=
  match l with
  | [] => rev acc
  | x3b :: l => read_numbers l 0 (k :: acc)
  | c :: l => read_numbers l (10 * k + (value c - 48)) acc
  end.
Definition accepted (claims replies : bytes) (results : list (nat * outcome)) : bool :=
  check search_oracle search_key (fun _ => map (fun k => Some (MoveListed (N.to_nat k))) (read_numbers (unbytes replies) 0 []))
    (read_claims (unbytes claims) None [] [] [] []) (map (fun r => (start_position (fst r), snd r)) results).
Theorem accepted_true : forall claims replies results, accepted claims replies results = true ->
  forall n o, In (n, o) results -> holds o (start n).
Proof.
  intros claims replies results A n o I. apply (check_sound _ _ _ _ _ n o A).
  exact (in_map (fun r => (start_position (fst r), snd r)) results (n, o) I).
Qed.
