(* Sameness of drawings, and tools to prove it. FORMAT.md section 4: "Reduction forgets what no move can ever feel: the
   reduced position has the same canonical tree as the position." Two drawings have the same canonical tree when some
   bisimulation relates them. *)
From Coq Require Import List Arith Lia Permutation.
From Sproof Require Import Drawn.
Import ListNotations.

(* ---- Well-formed drawings ---- *)
(* The spots of a drawing have been drawn already. The theory needs no more of a drawing than this. *)
Definition within (r : region) (s : spot) : Prop := In s (concat r).
Definition wf (d : drawing) : Prop := forall r s, In r (regions d) -> within r s -> s < next d.

(* ---- Bisimulation ---- *)
Definition bisimulation (R : drawing -> drawing -> Prop) : Prop := forall d e, R d e ->
  (forall d', step d d' -> exists e', step e e' /\ R d' e') /\ (forall e', step e e' -> exists d', step d d' /\ R d' e').
Definition same (d e : drawing) : Prop := exists R, bisimulation R /\ R d e.

Lemma same_refl : forall d, same d d.
Proof. intro d. exists eq. split; [|reflexivity]. intros a b ->. split; eauto. Qed.
Lemma same_sym : forall d e, same d e -> same e d.
Proof.
  intros d e [R [B H]]. exists (fun a b => R b a). split; [|exact H].
  intros a b Hab. destruct (B b a Hab) as [B1 B2]. split; intros; [apply B2 | apply B1]; assumption.
Qed.
Lemma same_trans : forall d e f, same d e -> same e f -> same d f.
Proof.
  intros d e f [R [BR Hde]] [T [BT Hef]]. exists (fun a c => exists b, R a b /\ T b c). split; [|eauto].
  intros a c [b [Hab Hbc]]. destruct (BR a b Hab) as [R1 R2], (BT b c Hbc) as [T1 T2]. split.
  - intros a' S. destruct (R1 a' S) as [b' [Sb Rb]], (T1 b' Sb) as [c' [Sc Tc]]. eauto 6.
  - intros c' S. destruct (T2 c' S) as [b' [Sb Rb]], (R2 b' Sb) as [a' [Sa Ta]]. eauto 6.
Qed.
#[export] Hint Resolve same_refl : core.

(* The largest bisimulation. *)
Lemma same_step : forall d e, same d e -> forall d', step d d' -> exists e', step e e' /\ same d' e'.
Proof. intros d e [R [B H]] d' S. destruct (proj1 (B d e H) d' S) as [e' [S' R']]. exists e'. split; [|exists R]; auto. Qed.
Lemma same_step_back : forall d e, same d e -> forall e', step e e' -> exists d', step d d' /\ same d' e'.
Proof. intros d e H e' S. destruct (same_step e d (same_sym _ _ H) e' S) as [d' [S' H']]. eauto using same_sym. Qed.

(* Same drawings are lost together, and won together. *)
Scheme lost_ind' := Induction for lost Sort Prop with won_ind' := Induction for won Sort Prop.
Combined Scheme outcome_ind from lost_ind', won_ind'.
Theorem same_outcome : (forall d, lost d -> forall e, same d e -> lost e) /\ (forall d, won d -> forall e, same d e -> won e).
Proof.
  apply (outcome_ind (fun d _ => forall e, same d e -> lost e) (fun d _ => forall e, same d e -> won e)).
  - intros d _ IH e H. constructor. intros e' S. destruct (same_step_back d e H e' S) as [d' [Sd H']]. eauto.
  - intros d d' S _ IH e H. destruct (same_step d e H d' S) as [e' [Se H']]. eapply won_intro; eauto.
Qed.
Corollary same_lost : forall d e, same d e -> lost d -> lost e.
Proof. intros d e H L. exact (proj1 same_outcome d L e H). Qed.
Corollary same_won : forall d e, same d e -> won d -> won e.
Proof. intros d e H W. exact (proj2 same_outcome d W e H). Qed.

(* ---- Bisimulation up to sameness: the general tool ----
   It is enough that the moves of related drawings lead to drawings that a chain of `R` and `same` connects. *)
Inductive chain (R : drawing -> drawing -> Prop) : drawing -> drawing -> Prop :=
| chain_one d e : R d e -> chain R d e
| chain_same d e : same d e -> chain R d e
| chain_sym d e : chain R e d -> chain R d e
| chain_trans d e f : chain R d e -> chain R e f -> chain R d f.

Definition progress (R T : drawing -> drawing -> Prop) : Prop :=
  forall d e, R d e -> forall d', step d d' -> exists e', step e e' /\ T d' e'.

Theorem same_up_to : forall R : drawing -> drawing -> Prop,
  progress R (chain R) -> progress (fun d e => R e d) (chain R) -> forall d e, R d e -> same d e.
Proof.
  intros R F B d e H. exists (chain R). split; [|now constructor].
  clear d e H. intros d e C. induction C as [d e H|d e H|d e _ [IH1 IH2]|d e f _ [A1 A2] _ [B1 B2]].
  - split; [now apply F|]. intros e' S. destruct (B e d H e' S) as [d' [S' C]]. eauto using chain_sym.
  - split; intros x S; [destruct (same_step _ _ H x S) as [y [S' C]] | destruct (same_step_back _ _ H x S) as [y [S' C]]];
      eauto using chain_same.
  - split; intros x S; [destruct (IH2 x S) as [y [S' C]] | destruct (IH1 x S) as [y [S' C]]]; eauto using chain_sym.
  - split; intros x S.
    + destruct (A1 x S) as [y [S' C]], (B1 y S') as [z [S'' C']]. eauto using chain_trans.
    + destruct (B2 x S) as [y [S' C]], (A2 y S') as [z [S'' C']]. eauto using chain_trans.
Qed.

(* For a symmetric relation one direction is enough. *)
Corollary same_up_to_sym : forall R : drawing -> drawing -> Prop,
  (forall d e, R d e -> R e d) -> progress R (chain R) -> forall d e, R d e -> same d e.
Proof. intros R S F d e. apply same_up_to; [exact F|]. intros a b H. apply F. auto. Qed.

(* ---- A move seen from its region ---- *)
(* The lives after a curve from x to y with the new spot z, and the walk around the boundary `x X`. *)
Definition spend (f : spot -> nat) (z x y s : spot) : nat :=
  if s =? z then 1 else f s - (if s =? x then 1 else 0) - (if s =? y then 1 else 0).
Definition walk (f : spot -> nat) (x : spot) (X : boundary) : boundary := if f x =? 3 then [x] else x :: X ++ [x].

(* A curve from x to y in R leaves the regions `news` in its place. *)
Inductive draw (f : spot -> nat) (z : spot) (R : region) : spot -> spot -> list region -> Prop :=
| draw_join x X y Y bx bY others :
    Permutation R (bx :: bY :: others) -> turn bx (x :: X) -> turn bY (y :: Y) -> x <> y -> 1 <= f x -> 1 <= f y ->
    draw f z R x y [(walk f x X ++ z :: walk f y Y ++ [z]) :: others]
| draw_cut x X y Y b near far :
    Permutation R (b :: near ++ far) -> turn b (x :: X ++ y :: Y) -> x <> y -> 1 <= f x -> 1 <= f y ->
    draw f z R x y [(x :: X ++ [y; z]) :: near; (y :: Y ++ [x; z]) :: far]
| draw_loop x X b near far :
    Permutation R (b :: near ++ far) -> turn b (x :: X) -> 2 <= f x ->
    draw f z R x x [[x; z] :: near; (walk f x X ++ [z]) :: far].

Lemma step_draw : forall d d', step d d' <-> exists R rest x y news, Permutation (regions d) (R :: rest) /\
  draw (lives d) (next d) R x y news /\ d' = {| next := S (next d); lives := spend (lives d) (next d) x y; regions := news ++ rest |}.
Proof.
  intros d d'. split.
  - intros [x X y Y bx bY R others rest P PR Tx Ty N Lx Ly | x X y Y b R near far rest P PR T N Lx Ly | x X b R near far rest P PR T L];
      exists R, rest.
    + exists x, y. eexists. split; [exact P|]. split; [eapply draw_join; eauto | reflexivity].
    + exists x, y. eexists. split; [exact P|]. split; [eapply draw_cut; eauto | reflexivity].
    + exists x, x. eexists. split; [exact P|]. split; [eapply draw_loop; eauto | reflexivity].
  - intros [R [rest [x [y [news [P [[x' X y' Y bx bY others | x' X y' Y b near far | x' X b near far] ->]]]]]]];
      [eapply (join d); eauto | eapply (cut d); eauto | eapply (loop d); eauto].
Qed.
Corollary draw_step : forall d R rest x y news, Permutation (regions d) (R :: rest) -> draw (lives d) (next d) R x y news ->
  step d {| next := S (next d); lives := spend (lives d) (next d) x y; regions := news ++ rest |}.
Proof. intros. apply step_draw. do 5 eexists. eauto. Qed.

Lemma turn_in : forall b c s, turn b c -> (In s b <-> In s c).
Proof. intros b c s [l [r [-> ->]]]. rewrite !in_app_iff. tauto. Qed.
Lemma perm_within : forall r s x, Permutation r s -> (within r x <-> within s x).
Proof.
  assert (forall r s x, Permutation r s -> within r x -> within s x) as H.
  { unfold within. intros r s x P I. apply in_concat in I. destruct I as [b [Ib Ix]]. apply in_concat. exists b.
    split; [apply (Permutation_in _ P), Ib | exact Ix]. }
  intros r s x P. split; apply H; [exact P | now apply Permutation_sym].
Qed.
Lemma within_cons : forall b r s, within (b :: r) s <-> In s b \/ within r s.
Proof. intros. unfold within. simpl. apply in_app_iff. Qed.
Lemma within_app : forall q r s, within (q ++ r) s <-> within q s \/ within r s.
Proof. intros. unfold within. rewrite concat_app. apply in_app_iff. Qed.
Lemma walk_in : forall f x X s, In s (walk f x X) -> In s (x :: X).
Proof. intros f x X s. unfold walk. destruct (f x =? 3); simpl; rewrite ?in_app_iff; simpl; tauto. Qed.

Ltac inside := repeat (rewrite ?within_cons, ?within_app, ?in_app_iff in *; cbn [In app] in *).

(* No spot but the new one appears in the regions that a curve makes. *)
Lemma draw_within : forall f z R x y news, draw f z R x y news -> forall n s, In n news -> within n s -> within R s \/ s = z.
Proof.
  intros f z R x y news [x' X y' Y bx bY others PR Tx Ty N Lx Ly | x' X y' Y b near far PR T N Lx Ly | x' X b near far PR T L] n s I W;
    rewrite (perm_within _ _ s PR); inside.
  - destruct I as [<-|[]]. inside. rewrite (turn_in _ _ s Tx), (turn_in _ _ s Ty).
    destruct W as [[W|[W|[W|W]]]|W]; try apply walk_in in W; inside; intuition.
  - rewrite (turn_in _ _ s T). destruct I as [<-|[<-|[]]]; inside; intuition.
  - rewrite (turn_in _ _ s T). destruct I as [<-|[<-|[]]]; inside; [intuition|].
    destruct W as [[W|W]|W]; try apply walk_in in W; inside; intuition.
Qed.

Lemma draw_ends : forall f z R x y news, draw f z R x y news -> within R x /\ within R y.
Proof.
  intros f z R x y news [x' X y' Y bx bY others PR Tx Ty N Lx Ly | x' X y' Y b near far PR T N Lx Ly | x' X b near far PR T L];
    rewrite !(perm_within _ _ _ PR); inside; rewrite ?(turn_in _ _ _ Tx), ?(turn_in _ _ _ Ty), ?(turn_in _ _ _ T); inside; auto 8.
Qed.

Lemma wf_step : forall d e, wf d -> step d e -> wf e.
Proof.
  intros d e W S. apply step_draw in S. destruct S as [R [rest [x [y [news [P [D ->]]]]]]]. intros r s I H. simpl in *.
  assert (WR : forall q t, In q (R :: rest) -> within q t -> t < next d).
  { intros q t Iq. apply W. now apply (Permutation_in _ (Permutation_sym P)). }
  apply in_app_iff in I. destruct I as [I|I].
  - destruct (draw_within _ _ _ _ _ _ D r s I H) as [H'| ->]; [apply (WR R) in H'; [lia | now left] | lia].
  - apply (WR r) in H; [lia | now right].
Qed.
