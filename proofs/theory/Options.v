(* The list of moves is sound and complete: what it leads to is what moves of the drawn game lead to, up to sameness. *)
From Coq Require Import List Arith Lia Permutation Bool PArith.
Import ListNotations.
From Sproof Require Import Drawn Same Tokens Play Moves Means.

(* An element, and the others. *)
Fixpoint others_of {A} (before l : list A) : list (A * list A) :=
  match l with [] => [] | a :: after => (a, rev_append before after) :: others_of (a :: before) after end.
Lemma others_sound : forall A (l before : list A) a r, In (a, r) (others_of before l) -> Permutation (rev before ++ l) (a :: r).
Proof.
  induction l as [|b l IH]; intros before a r I; [destruct I|]. destruct I as [E|I].
  - injection E as <- <-. rewrite rev_append_rev. symmetry. apply Permutation_middle.
  - apply IH in I. simpl in I. now rewrite <- app_assoc in I.
Qed.
Lemma others_all : forall A (l before : list A) a, In a l -> exists r, In (a, r) (others_of before l).
Proof.
  induction l as [|b l IH]; intros before a I; [destruct I|]. destruct I as [<-|I]; [eexists; now left|].
  destruct (IH (b :: before) a I) as [r H]. exists r. now right.
Qed.
Lemma others_complete : forall A (l : list A) a r, Permutation l (a :: r) -> exists r', In (a, r') (others_of [] l) /\ Permutation r r'.
Proof.
  intros A l a r P. destruct (others_all A l [] a) as [r' I]; [apply (Permutation_in _ (Permutation_sym P)); now left|].
  exists r'. split; [exact I|]. apply others_sound in I. simpl in I. rewrite P in I. now apply Permutation_cons_inv in I.
Qed.

Definition may_cut (x y : token) : bool := negb (same_letter x y || token_eq x T0 || token_eq y T0).
Definition may_loop (x : token) : bool := match x with T0 | T1 => true | _ => false end.

Definition joins (rs : list run) (rest : position) : list (shape token) :=
  flat_map (fun p => match p with (bx, bY, o) => let o := expand o in
    flat_map (fun q => match q with (x, X) =>
      flat_map (fun q => match q with (y, Y) => if same_letter x y then [] else [Join x X y Y o rest] end) (turns bY) end) (turns bx) end) (pairs rs).
Definition cuts (rs : list run) (rest : position) : list (shape token) :=
  flat_map (fun p => match p with (b, o) => let ds := splits o in
    flat_map (fun q => match q with (x, X) => if may_loop x then map (fun d => Loop x X (fst d) (snd d) rest) ds else [] end) (turns b)
    ++ flat_map (fun q => match q with (x, X, y, Y) => if may_cut x y then map (fun d => Cut x X y Y (fst d) (snd d) rest) ds else [] end) (chords b)
    end) (picks rs).
Definition moves (P : position) : list (shape token) :=
  flat_map (fun p => match p with (R, rest) => let rs := runs R in joins rs rest ++ cuts rs rest end) (others_of [] P).

Lemma may_cut_spec : forall x y, may_cut x y = true <-> same_letter x y = false /\ x <> T0 /\ y <> T0.
Proof.
  intros x y. unfold may_cut. rewrite negb_true_iff, !orb_false_iff. split.
  - intros [[H Hx] Hy]. repeat split; auto; intros ->; discriminate.
  - intros [H [Nx Ny]]. repeat split; auto; [destruct x | destruct y]; auto; congruence.
Qed.
Lemma may_loop_spec : forall x, may_loop x = true <-> x = T0 \/ x = T1.
Proof. destruct x; simpl; intuition congruence. Qed.

Theorem moves_sound : forall P s, In s (moves P) -> shows P s /\ allowed s.
Proof.
  intros P s I. unfold moves in I. apply in_flat_map in I. destruct I as [[R rest] [IR I]]. apply others_sound in IR. simpl in IR.
  apply in_app_iff in I. destruct I as [I|I].
  - unfold joins in I. apply in_flat_map in I. destruct I as [[[bx bY] o] [Ip I]]. apply pairs_sound in Ip. rewrite expand_runs in Ip.
    apply in_flat_map in I. destruct I as [[x X] [Ix I]]. apply turns_spec in Ix. apply in_flat_map in I. destruct I as [[y Y] [Iy I]].
    apply turns_spec in Iy. destruct (same_letter x y) eqn:E; [destruct I|]. destruct I as [<-|[]]. split; [|exact E].
    now apply (shows_join _ P x X y Y bx bY R).
  - unfold cuts in I. apply in_flat_map in I. destruct I as [[b o] [Ip I]]. apply picks_sound in Ip. rewrite expand_runs in Ip.
    apply in_app_iff in I. destruct I as [I|I].
    + apply in_flat_map in I. destruct I as [[x X] [Ix I]]. apply turns_spec in Ix. destruct (may_loop x) eqn:E; [|destruct I].
      apply may_loop_spec in E. apply in_map_iff in I. destruct I as [[n f] [<- Id]]. apply splits_sound in Id. split; [|exact E].
      apply (shows_loop _ P x X b R); auto. simpl. now rewrite <- Id.
    + apply in_flat_map in I. destruct I as [[[[x X] y] Y] [Ix I]]. apply chords_sound in Ix. destruct (may_cut x y) eqn:E; [|destruct I].
      apply may_cut_spec in E. apply in_map_iff in I. destruct I as [[n f] [<- Id]]. apply splits_sound in Id. split; [|exact E].
      apply (shows_cut _ P x X y Y b R); auto. simpl. now rewrite <- Id.
Qed.

(* ---- complete ---- *)
Lemma arranged_filter : forall A (p : A -> bool) P P', arranged P P' -> arranged (map (map (filter p)) P) (map (map (filter p)) P').
Proof.
  intros A p P P' H. induction H; cbn [map].
  - now apply arranged_regions, Permutation_map.
  - now apply arranged_boundaries, Permutation_map.
  - apply arranged_turn. destruct H as [l [r [-> ->]]]. exists (filter p l), (filter p r). now rewrite !filter_app.
  - replace (map (filter p) (map (@rev A) R)) with (map (@rev A) (map (filter p) R)); [apply arranged_mirror|].
    rewrite !map_map. apply map_ext. intro b. induction b as [|a b IH]; [reflexivity|]. simpl. rewrite filter_app. simpl.
    destruct (p a); simpl; rewrite IH; [reflexivity | now rewrite app_nil_r].
  - eapply arranged_trans; eassumption.
Qed.
Lemma arranged_one : forall A (u : list A) o o' r r', Permutation o o' -> Permutation r r' -> arranged ((u :: o) :: r) ((u :: o') :: r').
Proof.
  intros A u o o' r r' Po Pr. eapply arranged_trans; [apply arranged_boundaries, perm_skip, Po|]. apply arranged_regions, perm_skip, Pr.
Qed.
Lemma arranged_two : forall A (u v : list A) n n' m m' r r', Permutation n n' -> Permutation m m' -> Permutation r r' ->
  arranged ((u :: n) :: (v :: m) :: r) ((u :: n') :: (v :: m') :: r').
Proof.
  intros A u v n n' m m' r r' Pn Pm Pr. eapply arranged_trans; [apply arranged_boundaries, perm_skip, Pn|]. apply arranged_cons.
  now apply arranged_one.
Qed.
Lemma kill_swap : forall x y (P : position), kill (fun t => t) x y P = kill (fun t => t) y x P.
Proof.
  intros x y P. rewrite !kill_filter. apply map_ext. intro R. apply map_ext. intro b. apply filter_ext. intro t. unfold survives. now rewrite orb_comm.
Qed.
Lemma kill_arranged : forall x y (P P' : position), arranged P P' -> arranged (kill (fun t => t) x y P) (kill (fun t => t) x y P').
Proof. intros x y P P' H. rewrite !kill_filter. now apply arranged_filter. Qed.

(* s' stands for s: it leads to the same position, differently written. *)
Definition stands (s s' : shape token) : Prop :=
  (forall f g z, arranged (result f g z s) (result f g z s')) \/ (forall f g z, arranged (result g f z s) (result f g z s')).

Theorem moves_complete : forall P s, shows P s -> allowed s -> exists s', In s' (moves P) /\ stands s s'.
Proof.
  intros P s Sh Al. unfold moves. destruct Sh as [x X y Y bx bY R others rest P1 P2 Tx Ty | x X y Y b R near far rest P1 P2 T | x X b R near far rest P1 P2 T];
    destruct (others_complete _ _ _ _ P1) as [rest' [IR Pr]]; rewrite <- (expand_runs R) in P2.
  - destruct (pairs_complete _ _ _ _ P2) as [o [Io Po]]. destruct Io as [Io|Io].
    + exists (Join x X y Y (expand o) rest'). split.
      * apply in_flat_map. exists (R, rest'). split; [exact IR|]. apply in_app_iff. left. apply in_flat_map. exists (bx, bY, o). split; [exact Io|].
        apply in_flat_map. exists (x, X). split; [now apply turns_spec|]. apply in_flat_map. exists (y, Y). split; [now apply turns_spec|].
        simpl in Al. rewrite Al. now left.
      * left. intros f g z. apply kill_arranged. now apply arranged_one.
    + exists (Join y Y x X (expand o) rest'). split.
      * apply in_flat_map. exists (R, rest'). split; [exact IR|]. apply in_app_iff. left. apply in_flat_map. exists (bY, bx, o). split; [exact Io|].
        apply in_flat_map. exists (y, Y). split; [now apply turns_spec|]. apply in_flat_map. exists (x, X). split; [now apply turns_spec|].
        simpl in Al. replace (same_letter y x) with false; [now left|]. rewrite <- Al. destruct x, y; try reflexivity. simpl. apply Pos.eqb_sym.
      * right. intros f g z. unfold result, result_of. rewrite (kill_swap y x). apply kill_arranged.
        eapply arranged_trans; [apply arranged_turn | apply arranged_one; eassumption].
        exists (walk_of (fun t => t) (fun t _ => t) x X g ++ [Nm z]), (walk_of (fun t => t) (fun t _ => t) y Y f ++ [Nm z]).
        split; now rewrite <- !app_assoc.
  - destruct (picks_complete _ _ _ P2) as [o [Io Po]]. apply Permutation_sym in Po. cbn [allowed] in Al. destruct (chords_complete _ _ _ _ _ T) as [Ic|Ic].
    + destruct (splits_complete _ _ _ Po) as [n [m [Id [Pn Pm]]]]. exists (Cut x X y Y n m rest'). split.
      * apply in_flat_map. exists (R, rest'). split; [exact IR|]. apply in_app_iff. right. apply in_flat_map. exists (b, o). split; [exact Io|].
        apply in_app_iff. right. apply in_flat_map. exists (x, X, y, Y). split; [exact Ic|]. apply may_cut_spec in Al. rewrite Al.
        apply in_map_iff. now exists (n, m).
      * left. intros f g z. apply kill_arranged. now apply arranged_two.
    + rewrite Permutation_app_comm in Po. destruct (splits_complete _ _ _ Po) as [n [m [Id [Pn Pm]]]]. exists (Cut y Y x X n m rest'). split.
      * apply in_flat_map. exists (R, rest'). split; [exact IR|]. apply in_app_iff. right. apply in_flat_map. exists (b, o). split; [exact Io|].
        apply in_app_iff. right. apply in_flat_map. exists (y, Y, x, X). split; [exact Ic|].
        replace (may_cut y x) with true; [apply in_map_iff; now exists (n, m)|]. symmetry. apply may_cut_spec. destruct Al as [Al [Nx Ny]].
        repeat split; auto. rewrite <- Al. destruct x, y; try reflexivity. simpl. apply Pos.eqb_sym.
      * right. intros f g z. unfold result, result_of. rewrite (kill_swap y x). apply kill_arranged.
        eapply arranged_trans; [apply arranged_regions, perm_swap | now apply arranged_two].
  - destruct (picks_complete _ _ _ P2) as [o [Io Po]]. apply Permutation_sym in Po. destruct (splits_complete _ _ _ Po) as [n [m [Id [Pn Pm]]]].
    exists (Loop x X n m rest'). split.
    + apply in_flat_map. exists (R, rest'). split; [exact IR|]. apply in_app_iff. right. apply in_flat_map. exists (b, o). split; [exact Io|].
      apply in_app_iff. left. apply in_flat_map. exists (x, X). split; [now apply turns_spec|]. apply may_loop_spec in Al. rewrite Al.
      apply in_map_iff. now exists (n, m).
    + left. intros f g z. unfold result, result_of. destruct x; now apply arranged_two.
Qed.

(* ---- new letters ---- *)
Definition top_token (m : positive) (t : token) : positive := match t with Nm n => Pos.max m n | _ => m end.
Definition top_boundary (m : positive) (b : list token) : positive := fold_left top_token b m.
Definition top_region (m : positive) (R : list (list token)) : positive := fold_left top_boundary R m.
Definition top (P : position) : positive := fold_left top_region P 1%positive.
Lemma top_spec : forall P n, In (Nm n) (all P) -> (n <= top P)%positive.
Proof.
  assert (H1 : forall b m, (m <= top_boundary m b)%positive /\ forall n, In (Nm n) b -> (n <= top_boundary m b)%positive).
  { unfold top_boundary. induction b as [|t b IH]; intro m; simpl; [split; [lia | tauto]|]. destruct (IH (top_token m t)) as [A B].
    assert (m <= top_token m t)%positive by (destruct t; simpl; lia). split; [lia|]. intros n [->|I]; [simpl in *; lia | now apply B]. }
  assert (H2 : forall R m, (m <= top_region m R)%positive /\ forall n b, In b R -> In (Nm n) b -> (n <= top_region m R)%positive).
  { unfold top_region. induction R as [|b R IH]; intro m; simpl; [split; [lia | tauto]|]. destruct (H1 b m) as [A1 B1]. destruct (IH (top_boundary m b)) as [A B].
    split; [lia|]. intros n c [<-|I] J; [specialize (B1 n J); lia | now apply (B n c)]. }
  assert (H3 : forall P m, (m <= fold_left top_region P m)%positive /\ forall n R b, In R P -> In b R -> In (Nm n) b -> (n <= fold_left top_region P m)%positive).
  { induction P as [|R P IH]; intro m; simpl; [split; [lia | tauto]|]. destruct (H2 R m) as [A1 B1]. destruct (IH (top_region m R)) as [A B].
    split; [lia|]. intros n R' b [<-|I] J K; [specialize (B1 n b J K); lia | now apply (B n R' b)]. }
  intros P n I. apply all_in in I. destruct I as [R [b [IR [Ib It]]]]. now apply (H3 P 1%positive) with R b.
Qed.
Definition play (P : position) (s : shape token) : position :=
  let f := Pos.succ (top P) in let g := Pos.succ f in result f g (Pos.succ g) s.
Lemma news_above : forall P f g z, (top P < f)%positive -> (top P < g)%positive -> (top P < z)%positive -> f <> g -> f <> z -> g <> z -> news f g z P.
Proof. intros P f g z Hf Hg Hz Hfg Hfz Hgz. unfold news, fresh. repeat split; auto; intro I; apply top_spec in I; lia. Qed.

(* ---- moves and the drawn game ---- *)
Theorem complete : forall P d e, sane P -> means P d -> step d e -> exists s, In s (moves P) /\ means (play P s) e.
Proof.
  intros P d e SP [d0 [S0 D]] St. destruct (same_step d d0 S0 e St) as [e0 [St0 Se]].
  destruct (shape_complete P d0 e0 SP D St0) as [s [Sh [Al M]]]. destruct (moves_complete P s Sh Al) as [s' [I E]]. exists s'. split; [exact I|].
  apply (means_same _ e0); [now apply same_sym|]. unfold play. set (f := Pos.succ (top P)). set (g := Pos.succ f). set (z := Pos.succ g).
  destruct E as [E|E]; [apply means_arranged with (result f g z s) | apply means_arranged with (result g f z s)]; auto; apply M, news_above; lia.
Qed.
Theorem sound_shape : forall P d s, means P d -> shows P s -> allowed s -> exists e, step d e /\ means (play P s) e.
Proof.
  intros P d s [d0 [S0 D]] Sh Al. destruct (shape_sound P d0 s D Sh Al) as [e0 [St M]].
  destruct (same_step_back d d0 S0 e0 St) as [e [Se H]]. exists e. split; [exact Se|]. apply (means_same _ e0); [now apply same_sym|].
  unfold play. apply M, news_above; lia.
Qed.
Corollary sound : forall P d s, means P d -> In s (moves P) -> exists e, step d e /\ means (play P s) e.
Proof. intros P d s M I. apply moves_sound in I. destruct I as [Sh Al]. now apply sound_shape. Qed.
