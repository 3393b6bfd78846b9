(* The checker as an OCaml program. `check` is the function that `check_sound` is about. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Sproof Require Import Tokens Canon Check Sound.
Extraction Language OCaml.
Extraction "checked.ml" check start_position.
