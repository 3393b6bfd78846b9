(* A move as seen from one boundary of its region: the boundary is left as it is, or the curve ends there. *)
From Coq Require Import List Arith Lia Permutation.
From Sproof Require Import Drawn Same.
Import ListNotations.

Lemma draw_perm : forall f z Q Q' x y news, Permutation Q Q' -> draw f z Q x y news -> draw f z Q' x y news.
Proof.
  intros f z Q Q' x y news P D. destruct D; [eapply draw_join | eapply draw_cut | eapply draw_loop]; eauto; now rewrite <- P.
Qed.
(* Only the lives of the ends matter. *)
Lemma draw_ext : forall f g z Q x y news, f x = g x -> f y = g y -> draw f z Q x y news -> draw g z Q x y news.
Proof.
  intros f g z Q x y news Ex Ey D.
  assert (K : forall t X, f t = g t -> walk f t X = walk g t X) by (intros t X H; unfold walk; now rewrite H).
  destruct D; rewrite ?(K _ _ Ex), ?(K _ _ Ey); [eapply draw_join | eapply draw_cut | eapply draw_loop]; eauto; lia.
Qed.

(* b is left as it is, in one of the new regions; the curve is drawn in the same way beside any other boundary c. *)
Definition untouched f z (b : boundary) (R : region) x y news : Prop := exists N' ns,
  (exists N, Permutation news (N :: ns) /\ Permutation N (b :: N')) /\
  (forall c, exists news' N, draw f z (c :: R) x y news' /\ Permutation news' (N :: ns) /\ Permutation N (c :: N')).
Inductive touched f z (b : boundary) (R : region) : spot -> spot -> list region -> Prop :=
| from_b x X y Y c others : turn b (x :: X) -> Permutation R (c :: others) -> turn c (y :: Y) -> x <> y -> 1 <= f x -> 1 <= f y ->
    touched f z b R x y [(walk f x X ++ z :: walk f y Y ++ [z]) :: others]
| to_b x X y Y c others : turn b (y :: Y) -> Permutation R (c :: others) -> turn c (x :: X) -> x <> y -> 1 <= f x -> 1 <= f y ->
    touched f z b R x y [(walk f x X ++ z :: walk f y Y ++ [z]) :: others]
| inside_b x X y Y near far : turn b (x :: X ++ y :: Y) -> Permutation R (near ++ far) -> x <> y -> 1 <= f x -> 1 <= f y ->
    touched f z b R x y [(x :: X ++ [y; z]) :: near; (y :: Y ++ [x; z]) :: far]
| loop_b x X near far : turn b (x :: X) -> Permutation R (near ++ far) -> 2 <= f x ->
    touched f z b R x x [[x; z] :: near; (walk f x X ++ [z]) :: far].

(* The new regions have no spots but those of R and the new one. *)
Lemma untouched_spots : forall f z b R x y news, untouched f z b R x y news -> within R x /\ within R y.
Proof.
  intros f z b R x y news [N' [ns [_ H]]]. destruct (H []) as [news' [N [D _]]]. exact (draw_ends _ _ _ _ _ _ D).
Qed.

Lemma perm_first : forall {A} (b c : A) l m, Permutation (b :: l) (c :: m) ->
  (b = c /\ Permutation l m) \/ exists k, Permutation m (b :: k) /\ Permutation l (c :: k).
Proof.
  intros A b c l m P. assert (I : In c (b :: l)) by (apply (Permutation_in _ (Permutation_sym P)); now left).
  destruct I as [->|I]; [left; split; [reflexivity | now apply Permutation_cons_inv in P]|].
  right. apply in_split in I. destruct I as [u [v ->]]. exists (u ++ v). split.
  - apply (Permutation_cons_inv (a := c)). rewrite <- P, <- Permutation_middle. apply perm_swap.
  - symmetry. apply Permutation_middle.
Qed.
Lemma perm_first_app : forall {A} (b : A) l m n, Permutation (b :: l) (m ++ n) ->
  (exists k, Permutation m (b :: k) /\ Permutation l (k ++ n)) \/ (exists k, Permutation n (b :: k) /\ Permutation l (m ++ k)).
Proof.
  intros A b l m n P. assert (I : In b (m ++ n)) by (apply (Permutation_in _ P); now left). apply in_app_iff in I.
  destruct I as [I|I]; apply in_split in I; destruct I as [u [v ->]]; [left | right]; exists (u ++ v);
    (split; [symmetry; apply Permutation_middle|]); apply (Permutation_cons_inv (a := b)); rewrite P.
  - now rewrite <- (Permutation_middle u v).
  - now rewrite <- (Permutation_middle u v), <- Permutation_middle.
Qed.

Lemma draw_beside : forall f z Q x y news b R, draw f z Q x y news -> Permutation Q (b :: R) ->
  untouched f z b R x y news \/ touched f z b R x y news.
Proof.
  intros f z Q x y news b R D PQ.
  destruct D as [x X y Y bx bY others PR Tx Ty N Lx Ly | x X y Y c near far PR T N Lx Ly | x X c near far PR T L]; rewrite PQ in PR.
  - destruct (perm_first _ _ _ _ PR) as [[<- P1]|[k [P1 P2]]]; [right; eapply from_b; eauto|].
    destruct (perm_first _ _ _ _ (Permutation_sym P1)) as [[-> P3]|[m [P3 P4]]].
    + right. eapply to_b; eauto. now rewrite P2, P3.
    + left. exists ((walk f x X ++ z :: walk f y Y ++ [z]) :: m), []. split.
      * eexists. split; [reflexivity|]. rewrite P3. apply perm_swap.
      * intro c. do 2 eexists. split; [|split; [reflexivity|]].
        -- apply (draw_join f z (c :: R) x X y Y bx bY (c :: m)); auto. rewrite P2, P4.
           rewrite (perm_swap bx c), (perm_swap bY c). reflexivity.
        -- apply perm_swap.
  - destruct (perm_first _ _ _ _ PR) as [[<- P1]|[k [P1 P2]]]; [right; eapply inside_b; eauto|].
    left. destruct (perm_first_app _ _ _ _ (Permutation_sym P1)) as [[m [P3 P4]]|[m [P3 P4]]].
    + exists ((x :: X ++ [y; z]) :: m), [(y :: Y ++ [x; z]) :: far]. split.
      * eexists. split; [reflexivity|]. rewrite P3. apply perm_swap.
      * intro b'. do 2 eexists. split; [|split; [reflexivity|]].
        -- apply (draw_cut f z (b' :: R) x X y Y c (b' :: m) far); auto. rewrite P2, P4. apply perm_swap.
        -- apply perm_swap.
    + exists ((y :: Y ++ [x; z]) :: m), [(x :: X ++ [y; z]) :: near]. split.
      * eexists. split; [apply perm_swap|]. rewrite P3. apply perm_swap.
      * intro b'. do 2 eexists. split; [|split; [apply perm_swap|]].
        -- apply (draw_cut f z (b' :: R) x X y Y c near (b' :: m)); auto. rewrite P2, P4, <- Permutation_middle. apply perm_swap.
        -- apply perm_swap.
  - destruct (perm_first _ _ _ _ PR) as [[<- P1]|[k [P1 P2]]]; [right; eapply loop_b; eauto|].
    left. destruct (perm_first_app _ _ _ _ (Permutation_sym P1)) as [[m [P3 P4]]|[m [P3 P4]]].
    + exists ([x; z] :: m), [(walk f x X ++ [z]) :: far]. split.
      * eexists. split; [reflexivity|]. rewrite P3. apply perm_swap.
      * intro b'. do 2 eexists. split; [|split; [reflexivity|]].
        -- apply (draw_loop f z (b' :: R) x X c (b' :: m) far); auto. rewrite P2, P4. apply perm_swap.
        -- apply perm_swap.
    + exists ((walk f x X ++ [z]) :: m), [[x; z] :: near]. split.
      * eexists. split; [apply perm_swap|]. rewrite P3. apply perm_swap.
      * intro b'. do 2 eexists. split; [|split; [apply perm_swap|]].
        -- apply (draw_loop f z (b' :: R) x X c near (b' :: m)); auto. rewrite P2, P4, <- Permutation_middle. apply perm_swap.
        -- apply perm_swap.
Qed.
