(* The listed moves of a drawing as an OCaml program, to compare the ground truth with other accounts of the rules. *)
From Sproof Require Import Drawn Enumerate.
Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
Extraction Language OCaml.
Extraction "enumerate.ml" moves.
