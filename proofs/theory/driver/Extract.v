(* The checker as an OCaml program. `check` is the function that `check_sound` is about. The others serve to write theorems.v. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Sproof Require Import Tokens Options Lands Canon Check Sound Search.
Extraction Language OCaml.
Extraction "checked.ml" check start_position canon search_oracle search_key table_of settle known moves play reduce.
