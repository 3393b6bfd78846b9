(* The checker as an OCaml program. `check` and `check_misere` are the functions that `check_sound` and
   `check_misere_sound` are about. The others serve to prepare what these are given. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Sproof Require Import Tokens Options Lands Canon Check Search TreeTable MisereCheck.
Extraction Language OCaml.
(* The order of `positive` in the standard library has opaque parts; the maps used here do not look at them. *)
Set Warnings "-extraction-opaque-accessed".
Extraction "checked.ml" check check_misere lands_of start_position canon search_oracle search_key table_of settle known moves play reduce.
