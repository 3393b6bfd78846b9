(* What the checker for misère play accepts is true of the drawn game. FORMAT.md section 12: "by induction on the longest game that is left,
   every listed node is lost, and every node with a reply is won; the replaced lands change no outcome." *)
From Coq Require Import List Arith Lia Permutation Bool PArith NArith FMapPositive.
From Sproof Require Import Drawn Same Isomorphic Nimber Lives Sum Tokens Play Moves Means Options Values Reduce Lands Canon Places Check Sound.
From Sproof Require Import Trees Heaps TreeTable Misere MisereCheck MisereTables MisereNodes.
Import ListNotations.

Section Sound.
Variables (oracle : position -> list choice) (key : position -> positive) (node_key : node -> positive) (T : tables) (small : list (position * N)).
Notation smalls := (table_of key small).
Hypothesis T_ok : tables_ok T = true.
Hypothesis small_checked : forallb (small_ok oracle key T smalls) small = true.
Notation at_ := (tree_at (bound T) (childs T)).
Notation lands_of := (lands_of oracle). Notation add_lands := (add_lands key T smalls). Notation closed := (closed T).
Notation play_node := (play_node oracle key T smalls). Notation node_options := (node_options oracle key T smalls).
Notation lands_plays := (lands_plays oracle). Notation total := (total T). Notation closed_true := (closed_true T T_ok). Notation node_eq_same := (node_eq_same T).
Notation play_node_leads := (play_node_leads oracle key T small T_ok small_checked).
Notation options_sound := (options_sound oracle key T small T_ok small_checked).
Notation options_complete := (options_complete oracle key T small T_ok small_checked).
Notation add_lands_total := (add_lands_total oracle key T small T_ok small_checked).

(* ---- Nodes in tables ---- *)
Notation node_table_of := (node_table_of node_key). Notation node_bucket := (node_bucket node_key). Notation enter_node := (enter_node node_key).
Definition stands_for (l : list node) (N : node) : Prop := exists O, In O l /\ (N = O \/ node_eq N O = true).
Definition tabled (t : node_table) (l : list node) : Prop := forall M O, In O (node_bucket t M) -> In O l.
Lemma tabled_enter : forall t l N, tabled t l -> tabled (enter_node t N) (N :: l).
Proof.
  intros t l N H M O. unfold MisereCheck.enter_node, MisereCheck.node_bucket at 1. destruct (Pos.eq_dec (node_key N) (node_key M)) as [E|E].
  - rewrite <- E, PM.gss. intros [<-|I]; [now left | right; now apply (H N)].
  - rewrite PM.gso by auto. intro I. right. now apply (H M).
Qed.
Lemma tabled_incl : forall t l k, incl l k -> tabled t l -> tabled t k.
Proof. intros t l k I H M O B. apply I, (H M O B). Qed.
Lemma tabled_empty : tabled (PM.empty _) [].
Proof. intros M O. unfold MisereCheck.node_bucket. now rewrite PM.gempty. Qed.
Lemma table_of_tabled : forall ns, tabled (node_table_of ns) ns.
Proof.
  assert (B : forall ns t l, tabled t l -> tabled (fold_left enter_node ns t) (rev ns ++ l)).
  { induction ns as [|N ns IH]; intros t l H; [exact H|]. simpl. rewrite <- app_assoc. apply (IH _ (N :: l)). now apply tabled_enter. }
  intro ns. apply (tabled_incl _ (rev ns ++ [])); [|apply B, tabled_empty]. intros N I. rewrite app_nil_r in I. now apply in_rev.
Qed.
Lemma node_in_stands : forall t l N, tabled t l -> node_in node_key t N = true -> stands_for l N.
Proof. intros t l N H I. apply existsb_exists in I. destruct I as [O [B E]]. exists O. split; [now apply (H N) | now right]. Qed.

(* ---- Listed nodes are lost ---- *)
Variables (listed met : list node).
Notation lost := (node_table_of listed).
Notation known_lost := (known_lost node_key T lost). Notation replied := (replied oracle key node_key T smalls lost).
(* What is known of a node that has to be won. *)
Definition to_be_won (l : list node) (O : node) : Prop := closed O = Some true \/ stands_for l O.
Definition node_valid (l : list node) (N : node) : Prop := exists os, node_options N = Some os /\ os <> [] /\ Forall (to_be_won l) os.
Hypothesis listed_valid : forall N, In N listed -> node_valid met N.
Hypothesis met_replied : forall O, In O met -> exists m, replied O m = true.

Lemma stands_same : forall l N gs, stands_for l N -> witness N gs ->
  exists O gs', In O l /\ witness O gs' /\ equal (total N gs) (total O gs') /\ depths gs' = depths gs /\ numbers O = numbers N /\ ones O = ones N.
Proof.
  intros l N gs [O [I [<-|E]]] W; [exists N, gs; auto 7|]. destruct (node_eq_same N O gs E W) as [gs' H]. exists O, gs'. auto.
Qed.
Lemma smaller_trans : forall N gs O gs' P gs'', smaller N gs O gs' -> smaller O gs' P gs'' -> smaller N gs P gs''.
Proof. unfold smaller. intros. lia. Qed.
Lemma smaller_ind : forall Q : node -> list tree -> Prop, (forall N gs, (forall O gs', smaller O gs' N gs -> Q O gs') -> Q N gs) -> forall N gs, Q N gs.
Proof.
  intros Q H. assert (A : forall a b c N gs, depths gs = a -> numbers N = b -> ones N = c -> Q N gs).
  { induction a as [a IHa] using (well_founded_induction lt_wf). induction b as [b IHb] using (well_founded_induction lt_wf).
    induction c as [c IHc] using (well_founded_induction lt_wf). intros N gs <- <- <-. apply H. intros O gs' S.
    destruct (Nat.lt_trichotomy (depths gs') (depths gs)) as [L|[L|L]]; [now apply (IHa (depths gs') L (numbers O) (ones O)) | | unfold smaller in S; lia].
    destruct (Nat.lt_trichotomy (numbers O) (numbers N)) as [M|[M|M]]; [now apply (IHb (numbers O) M (ones O)) | | unfold smaller in S; lia].
    apply (IHc (ones O)); auto. unfold smaller in S. lia. }
  intros N gs. now apply (A (depths gs) (numbers N) (ones N)).
Qed.

Definition true_below (N : node) (gs : list tree) : Prop :=
  forall O gs', smaller O gs' N gs -> In O listed -> witness O gs' -> wins (total O gs') = false.
Lemma known_lost_true : forall N gs, (forall O gs', In O listed -> witness O gs' -> depths gs' = depths gs -> numbers O = numbers N -> ones O = ones N ->
  wins (total O gs') = false) -> known_lost N = true -> witness N gs -> wins (total N gs) = false.
Proof.
  intros N gs H K W. unfold MisereCheck.known_lost in K. destruct (closed N) as [w|] eqn:C; [rewrite (closed_true N w gs C W); now destruct w|].
  apply (node_in_stands _ listed) in K; [|apply table_of_tabled]. destruct (stands_same _ N gs K W) as [O [gs' [I [W' [E' [D1 [D2 D3]]]]]]].
  rewrite (equal_wins _ _ E'). auto.
Qed.
Lemma to_be_won_true : forall N gs, true_below N gs -> to_be_won met N -> witness N gs -> wins (total N gs) = true.
Proof.
  intros N gs B [C|K] W; [now apply closed_true|]. destruct (stands_same _ N gs K W) as [O [gs' [I [W' [E [D1 [D2 D3]]]]]]]. rewrite (equal_wins _ _ E).
  destruct (met_replied O I) as [[m|] R]; [|discriminate]. cbn [MisereCheck.replied] in R. destruct (play_node O m) as [P|] eqn:EP; [|discriminate].
  destruct (play_node_leads O m P gs' EP W') as [c [gs2 [Ic [W2 [Ec S]]]]]. apply wins_true. right. exists c. split; [exact Ic|].
  rewrite (equal_wins _ _ Ec). apply known_lost_true; auto. intros Q gs3 I3 W3 D4 D5 D6. apply B; auto. unfold smaller in *. lia.
Qed.
Theorem listed_lost : forall N gs, In N listed -> witness N gs -> wins (total N gs) = false.
Proof.
  apply (smaller_ind (fun N gs => In N listed -> witness N gs -> wins (total N gs) = false)). intros N gs IH I W.
  destruct (listed_valid N I) as [os [E [Z V]]]. rewrite Forall_forall in V. apply wins_false. split.
  - destruct os as [|o os]; [now destruct Z|]. destruct (options_sound N _ o gs E (or_introl eq_refl) W) as [c [gs' [Ic _]]]. intro Y. rewrite Y in Ic. destruct Ic.
  - intros c Ic. destruct (options_complete N _ c gs E W Ic) as [O [gs' [IO [W' [Ec S]]]]]. rewrite (equal_wins _ _ Ec).
    apply to_be_won_true; auto. intros P gs2 S2 IP WP. apply IH; auto. now apply (smaller_trans P gs2 O gs').
Qed.

(* ---- The statement ---- *)
Lemma start_worth : forall P p d, lands_of P = Some p -> means P d ->
  exists gs, let N := add_lands p {| nlands := []; ntrees := []; with_one := false |} in witness N gs /\ worth d (total N gs).
Proof.
  intros P p d E M. destruct (lands_plays _ _ _ E M) as [ds [Fm [_ [_ K]]]]. destruct (plays_all p ds Fm) as [gsp [G1 G2]].
  destruct (add_lands_total p gsp {| nlands := []; ntrees := []; with_one := false |} [] G2) as [gs [W [Et _]]]; [constructor|].
  exists gs. split; [exact W|]. exists (sum_all gsp). split; [now apply K|]. apply equal_sym. apply (equal_trans _ _ _ Et). apply same_equal, sum_zero.
Qed.
Definition result_valid (P : position) (win : bool) : Prop := exists p, lands_of P = Some p /\
  let N := add_lands p {| nlands := []; ntrees := []; with_one := false |} in if win then to_be_won met N else known_lost N = true.
Theorem result_true : forall P win d, result_valid P win -> means P d -> if win then won_misere d else lost_misere d.
Proof.
  intros P win d [p [E V]] M. destruct (start_worth P p d E M) as [gs [W X]]. apply worth_outcome in X. destruct X as [X1 X2]. destruct win.
  - apply X1, to_be_won_true; auto. intros O gs' _. apply listed_lost.
  - apply X2, known_lost_true; auto. intros O gs' I WO _ _ _. now apply listed_lost.
Qed.
End Sound.

(* ---- The loops of the checker ---- *)
Section Loops.
Variables (oracle : position -> list choice) (key : position -> positive) (node_key : node -> positive) (T : tables) (small : list (position * N)) (lost : node_table).
Notation smalls := (table_of key small).
Notation tabled := (tabled node_key).
Definition grows (r r' : asked) : Prop := tabled (fst r') (snd r') /\ incl (snd r) (snd r').
Lemma collect_spec : forall A (f : asked -> A -> option asked) (good : list node -> A -> Prop),
  (forall a b x, incl a b -> good a x -> good b x) ->
  (forall r x r', f r x = Some r' -> tabled (fst r) (snd r) -> grows r r' /\ good (snd r') x) ->
  forall l r r', collect f r l = Some r' -> tabled (fst r) (snd r) -> grows r r' /\ Forall (good (snd r')) l.
Proof.
  intros A f good Up F. induction l as [|x l IH]; intros r r' E H; cbn [collect] in E; [injection E as <-; split; [split; [exact H | apply incl_refl] | constructor]|].
  destruct (f r x) as [r1|] eqn:E1; [|discriminate]. destruct (F _ _ _ E1 H) as [[G1 I1] V1]. destruct (IH _ _ E G1) as [[G2 I2] V2].
  split; [split; [exact G2 | now apply incl_tran with (snd r1)]|]. constructor; [now apply (Up (snd r1)) | exact V2].
Qed.
Lemma stands_incl : forall a b N, incl a b -> stands_for a N -> stands_for b N.
Proof. intros a b N I [O [J E]]. exists O. auto. Qed.
Lemma to_be_won_incl : forall a b N, incl a b -> to_be_won T a N -> to_be_won T b N.
Proof. intros a b N I [C|S]; [now left | right; now apply (stands_incl a)]. Qed.
Lemma won_ok_spec : forall r O r', won_ok node_key T lost r O = Some r' -> tabled (fst r) (snd r) -> grows r r' /\ to_be_won T (snd r') O.
Proof.
  intros r O r' E H. unfold won_ok in E. destruct (closed T O) as [[|]|] eqn:C; [|discriminate|].
  - injection E as <-. split; [split; [exact H | apply incl_refl] | now left].
  - destruct (node_in node_key lost O); [discriminate|]. injection E as <-. unfold ask. destruct (node_in node_key (fst r) O) eqn:M.
    + split; [split; [exact H | apply incl_refl]|]. right. now apply (node_in_stands node_key (fst r)).
    + split; [split; [now apply tabled_enter | intros N I; now right]|]. right. exists O. split; [now left | now left].
Qed.
Lemma lost_ok_spec : forall r N r', lost_ok oracle key node_key T smalls lost r N = Some r' -> tabled (fst r) (snd r) ->
  grows r r' /\ node_valid oracle key T small (snd r') N.
Proof.
  intros r N r' E H. unfold lost_ok in E. destruct (node_options oracle key T smalls N) as [[|o os]|] eqn:Eo; try discriminate.
  destruct (collect_spec _ _ (to_be_won T) to_be_won_incl won_ok_spec _ _ _ E H) as [G V]. split; [exact G|]. exists (o :: os). split; [exact Eo|]. split; [discriminate | exact V].
Qed.
Lemma node_valid_incl : forall a b N, incl a b -> node_valid oracle key T small a N -> node_valid oracle key T small b N.
Proof. intros a b N I [os [E [Z V]]]. exists os. split; [exact E|]. split; [exact Z|]. apply (Forall_impl _ (fun O => to_be_won_incl a b O I) V). Qed.
End Loops.
Lemma result_ok_spec : forall oracle key node_key T small listed r s r',
  result_ok oracle key node_key T (table_of key small) (node_table_of node_key listed) r s = Some r' -> tabled node_key (fst r) (snd r) ->
  grows node_key r r' /\ result_valid oracle key node_key T small listed (snd r') (fst s) (snd s).
Proof.
  intros oracle key node_key T small listed r [P win] r' E H. unfold result_ok in E. cbn [fst snd] in *. destruct (lands_of oracle P) as [p|] eqn:L; [|discriminate].
  destruct win.
  - destruct (won_ok_spec _ _ _ _ _ _ E H) as [G V]. split; [exact G|]. exists p. auto.
  - destruct (known_lost _ _ _ _) eqn:K; [|discriminate]. injection E as <-. split; [split; [exact H | apply incl_refl]|]. exists p. auto.
Qed.
Lemma result_valid_incl : forall oracle key node_key T small listed a b s, incl a b ->
  result_valid oracle key node_key T small listed a (fst s) (snd s) -> result_valid oracle key node_key T small listed b (fst s) (snd s).
Proof. intros oracle key node_key T small listed a b [P win] I [p [E V]]. exists p. split; [exact E|]. destruct win; [now apply (to_be_won_incl T a) | exact V]. Qed.

(* What the checker accepts about a position in misère play is true of the drawings it stands for. *)
Definition holds_misere (win : bool) (d : drawing) : Prop := if win then won_misere d else lost_misere d.
Theorem check_misere_true : forall oracle key node_key T small listed answer results, check_misere oracle key node_key T small listed answer results = true ->
  forall P win d, In (P, win) results -> means P d -> holds_misere win d.
Proof.
  intros oracle key node_key T small listed answer results C P win d I M. unfold check_misere in C. rewrite !andb_true_iff in C. destruct C as [[C C1] C2].
  destruct (collect _ _ listed) as [r1|] eqn:E1; [|discriminate]. destruct (collect _ r1 results) as [r2|] eqn:E2; [|discriminate].
  destruct (collect_spec node_key _ _ _ (node_valid_incl oracle key T small) (lost_ok_spec oracle key node_key T small _) _ _ _ E1 (tabled_empty node_key)) as [[G1 I1] V1].
  destruct (collect_spec node_key _ _ _ (result_valid_incl oracle key node_key T small listed) (result_ok_spec oracle key node_key T small listed) _ _ _ E2 G1) as [[G2 I2] V2].
  rewrite Forall_forall in V1, V2. apply (result_true oracle key node_key T small C1 C2 listed (snd r2)) with P; [| | exact (V2 _ I) | exact M].
  - intros N J. apply (node_valid_incl oracle key T small (snd r1)); auto.
  - clear - C. revert C. generalize (answer (snd r2)). induction (snd r2) as [|N0 Ns IH]; intros ms C N J; [destruct J|]. destruct ms as [|m ms]; [discriminate|].
    cbn [all_replied] in C. apply andb_prop in C. destruct C as [C1 C2]. destruct J as [<-|J]; [eauto | now apply (IH ms)].
Qed.
Theorem check_misere_sound : forall oracle key node_key T small listed answer results n win,
  check_misere oracle key node_key T small listed answer results = true -> In (start_position n, win) results -> holds_misere win (start n).
Proof.
  intros oracle key node_key T small listed answer results n win C I. apply (check_misere_true _ _ _ _ _ _ _ _ C _ _ _ I). apply denotes_means, start_denotes.
Qed.
Print Assumptions check_misere_sound.
