(* Boundaries that no move can tell apart: after a change of names, without dead occurrences, and with adjacent
   occurrences of a spot that has one life written once. `stutter` compares lists, `facing` cyclic lists on either hand. *)
From Coq Require Import List Arith Lia Permutation.
From Sproof Require Import Drawn Same.
Import ListNotations.

(* P says which spot of the one drawing is which of the other; f and g are their lives. *)
Inductive stutter (P : spot -> spot -> Prop) (f g : spot -> nat) : list spot -> list spot -> Prop :=
| stutter_nil : stutter P f g [] []
| stutter_cons x x' l l' : P x x' -> stutter P f g l l' -> stutter P f g (x :: l) (x' :: l')
| stutter_dead x l l' : f x = 0 -> stutter P f g l l' -> stutter P f g (x :: l) l'
| stutter_dead' x' l l' : g x' = 0 -> stutter P f g l l' -> stutter P f g l (x' :: l')
| stutter_twice x l l' : f x <= 1 -> stutter P f g (x :: l) l' -> stutter P f g (x :: x :: l) l'
| stutter_twice' x' l l' : g x' <= 1 -> stutter P f g l (x' :: l') -> stutter P f g l (x' :: x' :: l').
#[export] Hint Constructors stutter : core.

Lemma stutter_flip : forall P f g l l', stutter P f g l l' -> stutter (fun s t => P t s) g f l' l.
Proof. induction 1; auto. Qed.
Lemma stutter_refl : forall (P : spot -> spot -> Prop) f g l, (forall s, In s l -> P s s) -> stutter P f g l l.
Proof. induction l; simpl; auto. Qed.
Lemma stutter_app : forall P f g a a' b b', stutter P f g a a' -> stutter P f g b b' -> stutter P f g (a ++ b) (a' ++ b').
Proof. intros P f g a a' b b' H K. induction H; simpl in *; auto. Qed.

(* Lives are only lost, and names only added. *)
Lemma stutter_mono : forall (P Q : spot -> spot -> Prop) f g f' g' l l', stutter P f g l l' ->
  (forall s t, In s l -> In t l' -> P s t -> Q s t) ->
  (forall s, In s l -> f' s <= f s) -> (forall t, In t l' -> g' t <= g t) -> stutter Q f' g' l l'.
Proof.
  intros P Q f g f' g' l l' H.
  induction H as [|x x' l l' Hx H IH|x l l' Hx H IH|x' l l' Hx H IH|x l l' Hx H IH|x' l l' Hx H IH]; intros PQ F G; simpl in *.
  - constructor.
  - constructor; auto.
  - constructor; [specialize (F x (or_introl eq_refl)); lia | auto].
  - constructor; [specialize (G x' (or_introl eq_refl)); lia | auto].
  - constructor; [specialize (F x (or_introl eq_refl)); lia | apply IH; intuition].
  - constructor; [specialize (G x' (or_introl eq_refl)); lia | apply IH; intuition].
Qed.

(* Adjacent occurrences need not stand at the beginning; so lists may be reversed. *)
Lemma stutter_inner : forall P f g u v, stutter P f g u v -> forall l x r, u = l ++ x :: r -> f x <= 1 -> stutter P f g (l ++ x :: x :: r) v.
Proof.
  intros P f g u v H. induction H as [|a a' m m' Ha H IH|a m m' Ha H IH|a' m m' Ha H IH|a m m' Ha H IH|a' m m' Ha H IH];
    intros l x r E L.
  - destruct l; discriminate.
  - destruct l as [|b l]; injection E as -> ->; simpl; auto.
  - destruct l as [|b l]; injection E as -> ->; simpl; auto.
  - auto.
  - destruct l as [|b l]; injection E as -> E; simpl; [subst; auto|].
    specialize (IH l x r E L). destruct l as [|c l]; injection E as -> ->; simpl in *; auto.
  - auto.
Qed.
Lemma stutter_rev : forall P f g l l', stutter P f g l l' -> stutter P f g (rev l) (rev l').
Proof.
  intros P f g l l' H. induction H as [|x x' l l' Hx H IH|x l l' Hx H IH|x' l l' Hx H IH|x l l' Hx H IH|x' l l' Hx H IH]; simpl in *.
  - auto.
  - apply stutter_app; auto.
  - rewrite <- (app_nil_r (rev l')). apply stutter_app; auto.
  - rewrite <- (app_nil_r (rev l)). apply stutter_app; auto.
  - rewrite <- app_assoc. simpl. apply (stutter_inner _ _ _ _ _ IH (rev l) x []); auto.
  - apply stutter_flip in IH. apply stutter_flip. rewrite <- app_assoc. simpl.
    apply (stutter_inner _ _ _ _ _ IH (rev l') x' []); auto.
Qed.

(* What is left of a spot's lives when a curve ends there. *)
Definition fewer (f f0 : spot -> nat) : Prop := forall s, f0 s <= f s.

(* A curve ends at an occurrence of x; on the other side it ends at an occurrence of the same spot. If x had one life, it
   dies, and the occurrences beside it mean nothing any more. *)
Lemma stutter_split : forall (P : spot -> spot -> Prop) f g w w', (forall s t, P s t -> f s = g t) -> stutter P f g w w' ->
  forall l x r, w = l ++ x :: r -> 1 <= f x ->
  exists l' x' r', w' = l' ++ x' :: r' /\ P x x' /\
    forall f0 g0, fewer f f0 -> fewer g g0 -> f0 x < f x -> g0 x' < g x' -> stutter P f0 g0 l l' /\ stutter P f0 g0 r r'.
Proof.
  intros P f g w w' PL H. induction H as [|a a' m m' Ha H IH|a m m' Ha H IH|a' m m' Ha H IH|a m m' Ha H IH|a' m m' Ha H IH];
    intros l x r E L.
  - destruct l; discriminate.
  - destruct l as [|b l]; injection E as -> E.
    + subst m. exists [], a', m'. repeat split; auto. apply (stutter_mono P P f g); auto.
    + destruct (IH l x r E L) as [l' [x' [r' [-> [Px K]]]]]. exists (a' :: l'), x', r'. repeat split; auto.
      * apply stutter_cons; [auto|]. now apply K.
      * now apply K.
  - destruct l as [|b l]; injection E as -> E; [lia|].
    destruct (IH l x r E L) as [l' [x' [r' [-> [Px K]]]]]. exists l', x', r'. repeat split; auto; [|now apply K].
    apply stutter_dead; [specialize (H0 b); lia | now apply K].
  - destruct (IH l x r E L) as [l' [x' [r' [-> [Px K]]]]]. exists (a' :: l'), x', r'. repeat split; auto; [|now apply K].
    apply stutter_dead'; [specialize (H1 a'); lia | now apply K].
  - destruct l as [|b l]; injection E as -> E.
    + subst r. destruct (IH [] x m eq_refl L) as [l' [x' [r' [-> [Px K]]]]]. exists l', x', r'. repeat split; auto; [now apply K|].
      apply stutter_dead; [lia | now apply K].
    + destruct (IH l x r E L) as [l' [x' [r' [-> [Px K]]]]]. exists l', x', r'. repeat split; auto; [|now apply K].
      destruct l as [|c l]; injection E as -> ->.
      * apply stutter_dead; [lia | now apply K].
      * apply stutter_twice; [specialize (H0 c); lia | now apply K].
  - destruct (IH l x r E L) as [l' [x' [r' [E' [Px K]]]]]. destruct l' as [|c' l']; injection E' as -> ->.
    + exists [x'], x', r'. repeat split; auto; [|now apply K]. apply stutter_dead'; [rewrite (PL _ _ Px) in L; lia | now apply K].
    + exists (c' :: c' :: l'), x', r'. repeat split; auto; [|now apply K]. apply stutter_twice'; [specialize (H1 c'); lia | now apply K].
Qed.

(* ---- Cyclic lists, on either hand ---- *)
Definition hand (mirrored : bool) (b : boundary) : boundary := if mirrored then rev b else b.
Definition facing (h : bool) P f g (b b' : boundary) : Prop :=
  exists c c', turn (hand h b) c /\ turn b' c' /\ stutter P f g c c'.

Lemma turn_refl : forall b, turn b b.
Proof. intro b. exists [], b. split; [reflexivity | symmetry; apply app_nil_r]. Qed.
Lemma turn_sym : forall b c, turn b c -> turn c b.
Proof. intros b c [l [r [-> ->]]]. exists r, l. auto. Qed.
Lemma turn_rev : forall b c, turn b c -> turn (rev b) (rev c).
Proof. intros b c [l [r [-> ->]]]. exists (rev r), (rev l). rewrite !rev_app_distr. auto. Qed.
Lemma app_app : forall (a b c d : list spot), a ++ b = c ++ d -> (exists m, a = c ++ m /\ d = m ++ b) \/ (exists m, c = a ++ m /\ b = m ++ d).
Proof.
  induction a as [|x a IH]; intros b c d E; [right; exists c; auto|].
  destruct c as [|y c]; [left; exists (x :: a); auto|]. injection E as -> E.
  destruct (IH b c d E) as [[m [-> ->]]|[m [-> ->]]]; [left | right]; exists m; auto.
Qed.
Lemma turn_trans : forall a b c, turn a b -> turn b c -> turn a c.
Proof.
  intros a b c [l [r [-> ->]]] [l' [r' [E ->]]]. destruct (app_app _ _ _ _ E) as [[m [-> ->]]|[m [-> ->]]].
  - exists (l ++ l'), m. rewrite !app_assoc. auto.
  - exists m, (r' ++ r). rewrite !app_assoc. auto.
Qed.
Lemma turn_cons : forall c x (X : list spot), turn c (x :: X) -> exists l r, c = l ++ x :: r /\ X = r ++ l.
Proof.
  intros c x X [l [r [-> E]]]. destruct r as [|y r].
  - exists [], X. simpl in *. rewrite app_nil_r. rewrite app_nil_r. auto.
  - injection E as -> ->. eauto.
Qed.
Lemma turn_hand : forall h b x X, turn b (x :: X) -> turn (hand h b) (x :: hand h X).
Proof.
  intros [|] b x X T; [|exact T]. simpl. apply turn_rev in T. apply (turn_trans _ _ _ T). simpl. exists (rev X), [x]. auto.
Qed.
Lemma hand_in : forall h b s, In s (hand h b) <-> In s b.
Proof. intros [|] b s; [symmetry; apply in_rev | reflexivity]. Qed.

Lemma facing_flip : forall h P f g b b', facing h P f g b b' -> facing h (fun s t => P t s) g f b' b.
Proof.
  intros h P f g b b' [c [c' [T [T' S]]]]. apply stutter_flip in S. destruct h; simpl in *.
  - exists (rev c'), (rev c). split; [now apply turn_rev|]. split; [|now apply stutter_rev].
    rewrite <- (rev_involutive b). now apply turn_rev.
  - exists c', c. auto.
Qed.
Lemma facing_mono : forall h (P Q : spot -> spot -> Prop) f g f' g' b b', facing h P f g b b' ->
  (forall s t, In s b -> In t b' -> P s t -> Q s t) -> (forall s, In s b -> f' s <= f s) -> (forall t, In t b' -> g' t <= g t) -> facing h Q f' g' b b'.
Proof.
  intros h P Q f g f' g' b b' [c [c' [T [T' S]]]] PQ F G. exists c, c'. split; [exact T|]. split; [exact T'|].
  assert (I : forall s, In s c -> In s b) by (intros s Is; apply (hand_in h), (turn_in _ _ _ T), Is).
  assert (I' : forall s, In s c' -> In s b') by (intros s Is; apply (turn_in _ _ _ T'), Is).
  apply (stutter_mono P Q f g); auto.
Qed.

Section Ends.
Variables (P : spot -> spot -> Prop) (f g : spot -> nat).
Hypothesis PL : forall s t, P s t -> f s = g t.
Hypothesis one : forall s t s' t', P s t -> P s' t' -> (s = s' <-> t = t').

(* A curve ends at one occurrence of the boundary. *)
Lemma facing_end : forall h b b' x X, facing h P f g b b' -> turn b (x :: X) -> 1 <= f x ->
  exists x' X', turn b' (x' :: X') /\ P x x' /\
    forall f0 g0, fewer f f0 -> fewer g g0 -> f0 x < f x -> g0 x' < g x' -> stutter P f0 g0 (hand h X) X'.
Proof.
  intros h b b' x X [c [c' [T [T' S]]]] Tx L. apply (turn_hand h) in Tx.
  assert (Tc : turn c (x :: hand h X)) by (eapply turn_trans; [apply turn_sym|]; eassumption).
  apply turn_cons in Tc. destruct Tc as [l [r [-> ->]]].
  destruct (stutter_split P f g _ _ PL S l x r eq_refl L) as [l' [x' [r' [-> [Px K]]]]].
  exists x', (r' ++ l'). split; [apply (turn_trans _ _ _ T'); now exists l', (x' :: r')|]. split; [exact Px|].
  intros f0 g0 F G Fx Gx. destruct (K f0 g0 F G Fx Gx). now apply stutter_app.
Qed.

(* A curve ends at two occurrences, of different spots: on a mirrored boundary they are passed in the other order. *)
Lemma facing_ends : forall h b b' x A y B, facing h P f g b b' -> turn (hand h b) (x :: A ++ y :: B) -> x <> y -> 1 <= f x -> 1 <= f y ->
  exists x' A' y' B', turn b' (x' :: A' ++ y' :: B') /\ P x x' /\ P y y' /\
    forall f0 g0, fewer f f0 -> fewer g g0 -> f0 x < f x -> f0 y < f y -> g0 x' < g x' -> g0 y' < g y' ->
      stutter P f0 g0 A A' /\ stutter P f0 g0 B B'.
Proof.
  intros h b b' x A y B [c [c' [T [T' S]]]] Tx N Lx Ly.
  assert (Tc : turn c (x :: A ++ y :: B)) by (eapply turn_trans; [apply turn_sym|]; eassumption).
  apply turn_cons in Tc. destruct Tc as [l [r [-> E]]].
  destruct (stutter_split P f g _ _ PL S l x r eq_refl Lx) as [l' [x' [r' [-> [Px K]]]]].
  set (f1 := fun s => if s =? x then f s - 1 else f s). set (g1 := fun t => if t =? x' then g t - 1 else g t).
  assert (PL1 : forall s t, P s t -> f1 s = g1 t).
  { intros s t Pst. unfold f1, g1. rewrite (PL _ _ Pst). pose proof (one _ _ _ _ Pst Px).
    destruct (Nat.eqb_spec s x), (Nat.eqb_spec t x'); tauto || reflexivity. }
  assert (S1 : stutter P f1 g1 (A ++ y :: B) (r' ++ l')).
  { rewrite E. pose proof (PL _ _ Px).
    destruct (K f1 g1); try (unfold fewer, f1, g1; intros; match goal with |- context [?a =? ?b] => destruct (Nat.eqb_spec a b) end; lia).
    now apply stutter_app. }
  assert (Ly1 : 1 <= f1 y) by (unfold f1; destruct (Nat.eqb_spec y x); [congruence | exact Ly]).
  destruct (stutter_split P f1 g1 _ _ PL1 S1 A y B eq_refl Ly1) as [A' [y' [B' [E' [Py K1]]]]].
  assert (Ny : y' <> x') by (intro Z; apply N; symmetry; now apply (one _ _ _ _ Py Px)).
  exists x', A', y', B'. split; [|split; [exact Px|split; [exact Py|]]].
  - apply (turn_trans _ _ _ T'). exists l', (x' :: r'). split; [reflexivity|]. simpl. now rewrite E'.
  - intros f0 g0 F G Fx Fy Gx Gy. apply K1; unfold fewer, f1, g1.
    + intro s. specialize (F s). destruct (Nat.eqb_spec s x); subst; lia.
    + intro s. specialize (G s). destruct (Nat.eqb_spec s x'); subst; lia.
    + destruct (Nat.eqb_spec y x); [congruence | exact Fy].
    + destruct (Nat.eqb_spec y' x'); [congruence | exact Gy].
Qed.
End Ends.
