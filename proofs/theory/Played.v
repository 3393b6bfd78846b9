(* A move on tokens is a move of the drawn game: the labels of the position before the move give labels of the position after it,
   and these fit what is drawn, without its dead occurrences. *)
From Coq Require Import List Arith Lia Permutation Bool PArith.
Import ListNotations.
From Sproof Require Import Drawn Tokens Play.

Section Core.
Variables (d : drawing) (f g z : positive).
Let n := next d.

Section Two.
Variables (x y : occurrence) (O : list occurrence).
Hypothesis G : good n (lives d) (x :: y :: O).
Hypothesis apart : same_letter (fst x) (fst y) = false.
Let d' := spent (snd x) (snd y) d.

Lemma xy_spots : snd x <> snd y.
Proof.
  destruct G as [G1 _]. inversion G1 as [|? ? F _]; subst. inversion F as [|? ? Ax _]; subst. intro E. apply Ax in E.
  destruct x as [tx sx], y as [ty sy]. simpl in *. destruct E as [<- N]. destruct tx; try contradiction. simpl in apart.
  now rewrite Pos.eqb_refl in apart.
Qed.
Lemma x_fits : fits n (lives d) x.
Proof. destruct G as [_ G2]. now inversion G2. Qed.
Lemma y_fits : fits n (lives d) y.
Proof. destruct G as [_ G2]. inversion G2 as [|? ? _ F]. now inversion F. Qed.
Lemma O_good : good n (lives d) O.
Proof. apply (good_app n (lives d) [x; y] O) in G. tauto. Qed.
Lemma O_fits : forall o, In o O -> fits n (lives d) o.
Proof. intros o I. destruct O_good as [_ F]. rewrite Forall_forall in F. now apply F. Qed.
Lemma x_agree : forall o, In o O -> agree x o.
Proof. intros o I. apply (good_app n (lives d) [x; y] O) in G. apply G; simpl; auto. Qed.
Lemma y_agree : forall o, In o O -> agree y o.
Proof. intros o I. apply (good_app n (lives d) [x; y] O) in G. apply G; simpl; auto. Qed.

Lemma spent_x : d' (snd x) = life (fst x) - 1.
Proof.
  unfold d', spent. pose proof x_fits as [L E]. pose proof xy_spots. fold n. destruct (Nat.eqb_spec (snd x) n); [lia|].
  rewrite Nat.eqb_refl. destruct (Nat.eqb_spec (snd x) (snd y)); [contradiction|]. lia.
Qed.
Lemma spent_y : d' (snd y) = life (fst y) - 1.
Proof.
  unfold d', spent. pose proof y_fits as [L E]. pose proof xy_spots. fold n. destruct (Nat.eqb_spec (snd y) n); [lia|].
  rewrite Nat.eqb_refl. destruct (Nat.eqb_spec (snd y) (snd x)); [congruence|]. lia.
Qed.
Lemma spent_n : d' n = 1.
Proof. unfold d', spent. fold n. now rewrite Nat.eqb_refl. Qed.
Lemma spent_other : forall o, In o O -> snd o <> snd x -> snd o <> snd y -> d' (snd o) = lives d (snd o).
Proof.
  intros o I Nx Ny. unfold d', spent. pose proof (O_fits o I) as [L _]. fold n. destruct (Nat.eqb_spec (snd o) n); [lia|].
  destruct (Nat.eqb_spec (snd o) (snd x)); [contradiction|]. destruct (Nat.eqb_spec (snd o) (snd y)); [contradiction|]. lia.
Qed.
Definition stays (o : occurrence) := survives (fst x) (fst y) (fst o).
Lemma stays_spots : forall o, In o O -> stays o = true -> snd o <> snd x /\ snd o <> snd y.
Proof.
  intros o I S. unfold stays, survives in S. apply negb_true_iff, orb_false_iff in S. destruct S as [Sx Sy].
  split; intro E; symmetry in E; [apply (x_agree o I) in E; destruct E as [E M]; rewrite <- E in Sx; destruct (fst x) |
   apply (y_agree o I) in E; destruct E as [E M]; rewrite <- E in Sy; destruct (fst y)]; try contradiction; simpl in *;
   rewrite Pos.eqb_refl in *; discriminate.
Qed.
Lemma stays_alive : forall o, In o O -> (1 <=? d' (snd o)) = stays o.
Proof.
  intros o I. destruct (stays o) eqn:S.
  - destruct (stays_spots o I S) as [Nx Ny]. rewrite (spent_other o I Nx Ny). destruct (O_fits o I) as [_ ->].
    destruct (fst o); reflexivity.
  - unfold stays, survives in S. apply negb_false_iff, orb_true_iff in S. apply Nat.leb_gt.
    assert (T : forall a b, same_letter a b = true -> a = b /\ named a /\ life a = 1).
    { intros a b H. destruct a, b; try discriminate. simpl in H. apply Pos.eqb_eq in H. subst. simpl. auto. }
    destruct S as [S|S]; apply T in S; destruct S as [E [M L]].
    + assert (Es : snd x = snd o) by (apply (x_agree o I); rewrite <- E; auto). rewrite <- Es, spent_x, <- E, L. lia.
    + assert (Es : snd y = snd o) by (apply (y_agree o I); rewrite <- E; auto). rewrite <- Es, spent_y, <- E, L. lia.
Qed.

(* What is written after the move agrees. *)
Variables (px py pz : list occurrence) (tx ty : token).
Hypothesis Cx : copies (tx, snd x) px.
Hypothesis Cy : copies (ty, snd y) py.
Hypothesis Cz : copies (Nm z, n) pz.
Hypothesis Hx : px <> [] -> life tx = life (fst x) - 1.
Hypothesis Hy : py <> [] -> life ty = life (fst y) - 1.
Hypothesis Nx : tx = T1 \/ tx = Nm f.
Hypothesis Ny : ty = T1 \/ ty = Nm g.
Hypothesis new : f <> g /\ f <> z /\ g <> z.
Hypothesis fr : forall o, In o O -> fst o <> Nm f /\ fst o <> Nm g /\ fst o <> Nm z.

Lemma good_two : forall kept, (forall o, In o kept -> In o O /\ stays o = true) -> good n (lives d) kept ->
  good (S n) d' (px ++ py ++ pz ++ kept).
Proof.
  intros kept Ik Gk. pose proof xy_spots as Nxy. destruct x_fits as [Lx _]. destruct y_fits as [Ly _].
  assert (Gk' : good (S n) d' kept).
  { destruct Gk as [G1 G2]. split; [exact G1|]. apply Forall_forall. intros o I. destruct (Ik o I) as [IO S].
    destruct (O_fits o IO) as [L E]. destruct (stays_spots o IO S) as [Ax Ay]. split; [lia|]. now rewrite spent_other. }
  assert (Ez : forall o, In o pz -> o = (Nm z, n)) by apply Cz.
  assert (Ey : forall o, In o py -> o = (ty, snd y)) by apply Cy.
  apply (good_copies _ _ (tx, snd x)); [exact Cx | | |  |].
  - intro N. split; simpl; [lia | rewrite spent_x; symmetry; auto].
  - apply (good_copies _ _ (ty, snd y)); [exact Cy | | |  |].
    + intro N. split; simpl; [lia | rewrite spent_y; symmetry; auto].
    + apply (good_copies _ _ (Nm z, n)); [exact Cz | | exact Gk' |  |].
      * intro N. split; simpl; [lia | apply spent_n].
      * intros o I. simpl. destruct (Ik o I) as [IO _]. destruct (O_fits o IO). lia.
      * intros o I _. simpl. destruct (Ik o I) as [IO _]. now apply fr.
    + intros o I. simpl. apply in_app_iff in I. destruct I as [I|I].
      * rewrite (Ez o I). simpl. lia.
      * destruct (Ik o I) as [IO S]. now apply stays_spots.
    + intros o I M. simpl in *. destruct Ny as [->| ->]; [contradiction|]. apply in_app_iff in I. destruct I as [I|I].
      * rewrite (Ez o I). simpl. intro E. injection E. intro. now symmetry in H; apply new in H.
      * destruct (Ik o I) as [IO _]. now apply fr.
  - intros o I. simpl. rewrite !in_app_iff in I. destruct I as [I|[I|I]].
    + rewrite (Ey o I). simpl. congruence.
    + rewrite (Ez o I). simpl. lia.
    + destruct (Ik o I) as [IO S]. now apply stays_spots.
  - intros o I M. simpl in *. destruct Nx as [->| ->]; [contradiction|]. rewrite !in_app_iff in I. destruct I as [I|[I|I]].
    + rewrite (Ey o I). simpl. destruct Ny as [->| ->]; [discriminate|]. intro E. injection E. intro. symmetry in H. now apply new in H.
    + rewrite (Ez o I). simpl. intro E. injection E. intro. symmetry in H. now apply new in H.
    + destruct (Ik o I) as [IO _]. now apply fr.
Qed.

(* The spots of what is written after the move: those alive of what is drawn. *)
Lemma spots_boundary : forall b, (forall o, In o b -> In o O) ->
  filter (fun s => 1 <=? d' s) (map snd b) = map snd (filter stays b).
Proof. intros b I. apply filter_map_comm. intros o Io. apply stays_alive, I, Io. Qed.
Lemma spots_region : forall r, (forall o, In o (concat r) -> In o O) ->
  map (filter (fun s => 1 <=? d' s)) (map (map snd) r) = map (map snd) (map (filter stays) r).
Proof.
  intros r I. rewrite !map_map. apply map_ext_in. intros b Ib. apply spots_boundary. intros o Io. apply I, in_concat. eauto.
Qed.
Lemma spots_rest : forall r, (forall o, In o (all r) -> In o O) ->
  map (map (filter (fun s => 1 <=? d' s))) (map3 snd r) = map3 snd (map (map (filter stays)) r).
Proof.
  intros r I. unfold map3. rewrite !map_map. apply map_ext_in. intros b Ib. apply spots_region. intros o Io. apply I.
  unfold all. apply in_concat in Io. destruct Io as [c [Ic Io]]. apply in_concat. exists c. split; [|exact Io]. apply in_concat. eauto.
Qed.
End Two.

Definition letters_of (o : occurrence) (f : positive) : list occurrence :=
  match fst o with T0 => [(T1, snd o)] | T1 => [(Nm f, snd o); (Nm f, snd o)] | _ => [] end.
Definition kept_of (o : occurrence) (X : list occurrence) := match fst o with T0 => [] | _ => X end.
Definition token_of (o : occurrence) (f : positive) : token := match fst o with T0 => T1 | _ => Nm f end.
Lemma letters_copies : forall o f, copies (token_of o f, snd o) (letters_of o f).
Proof. intros [t s] h. unfold copies, letters_of, token_of. destruct t; simpl; split; auto; intuition. Qed.
Lemma letters_life : forall o f, letters_of o f <> [] -> life (token_of o f) = life (fst o) - 1.
Proof. intros [t s] h. unfold letters_of, token_of. destruct t; simpl; intuition. Qed.
Lemma token_cases : forall o f, token_of o f = T1 \/ token_of o f = Nm f.
Proof. intros [t s] h. unfold token_of. destruct t; simpl; auto. Qed.
Notation walk := (walk_of fst (fun t (o : occurrence) => (t, snd o))).
Notation ending := (end_of fst (fun t (o : occurrence) => (t, snd o))).
Lemma walk_perm : forall x X f, Permutation (walk x X f) (letters_of x f ++ kept_of x X).
Proof.
  intros [t s] X h. unfold walk_of, letters_of, kept_of. destruct t; simpl; auto. apply perm_skip. symmetry. apply Permutation_cons_append.
Qed.
Lemma ending_copies : forall o f, copies (Nm f, snd o) (ending o f ++ ending o f).
Proof. intros [t s] h. unfold copies, end_of. destruct t; simpl; split; auto; intuition. Qed.
Lemma ending_life : forall o f, ending o f ++ ending o f <> [] -> life (Nm f) = life (fst o) - 1.
Proof. intros [t s] h. unfold end_of. destruct t; simpl; intuition. Qed.
Lemma kept_in : forall x X o, In o (kept_of x X) -> In o X.
Proof. intros [t s] X o. unfold kept_of. destruct t; simpl; tauto. Qed.

Lemma all_filter : forall (p : occurrence -> bool) P, all (map (map (filter p)) P) = filter p (all P).
Proof. intros. unfold all. rewrite <- concat_map. apply concat_filter_map. Qed.
Lemma filter_all : forall A (p : A -> bool) l, (forall a, In a l -> p a = true) -> filter p l = l.
Proof. induction l as [|a l IH]; intro H; [reflexivity|]. simpl. rewrite H by (now left). rewrite IH; [reflexivity|]. intros; apply H; now right. Qed.

Lemma played_two : forall x y O raw drawn_regions px py pz tx ty K,
  good n (lives d) (x :: y :: O) -> same_letter (fst x) (fst y) = false ->
  copies (tx, snd x) px -> copies (ty, snd y) py -> copies (Nm z, n) pz ->
  (px <> [] -> life tx = life (fst x) - 1) -> (py <> [] -> life ty = life (fst y) - 1) ->
  (tx = T1 \/ tx = Nm f) -> (ty = T1 \/ ty = Nm g) -> f <> g /\ f <> z /\ g <> z ->
  (forall o, In o (x :: y :: O) -> fst o <> Nm f /\ fst o <> Nm g /\ fst o <> Nm z) ->
  Permutation (all raw) (px ++ py ++ pz ++ K) -> (forall o, In o K -> In o O) -> good n (lives d) K ->
  map (map (filter (fun s => 1 <=? spent (snd x) (snd y) d s))) drawn_regions = map3 snd (map (map (filter (stays x y))) raw) ->
  labels (kill fst x y raw) (map3 fst (kill fst x y raw))
    (cleaned {| next := S n; lives := spent (snd x) (snd y) d; regions := drawn_regions |}).
Proof.
  intros x y O raw dr px py pz tx ty K G Ap Cx Cy Cz Hx Hy Nx Ny New Fr P IK GK E.
  split; [reflexivity|]. split.
  - rewrite kill_filter. unfold cleaned, alive. simpl. symmetry. exact E.
  - rewrite kill_filter. fold (stays x y). rewrite all_filter. simpl next. simpl lives.
    assert (FP : Permutation (filter (stays x y) (all raw)) (px ++ py ++ pz ++ filter (stays x y) K)).
    { assert (FP : Permutation (filter (stays x y) (all raw)) (filter (stays x y) (px ++ py ++ pz ++ K))).
      { clear - P. induction P; simpl; auto.
        - destruct (stays x y x0); auto.
        - destruct (stays x y x0), (stays x y y0); auto. apply perm_swap.
        - now transitivity (filter (stays x y) l'). }
      rewrite FP, !filter_app. assert (In x (x :: y :: O)) as Ix by (now left). assert (In y (x :: y :: O)) as Iy by (right; now left).
      assert (S : forall a s, a = T1 \/ a = Nm f \/ a = Nm g \/ a = Nm z -> stays x y (a, s) = true).
      { intros a s Ha. unfold stays, survives. simpl. apply negb_true_iff, orb_false_iff.
        assert (T : forall o, In o (x :: y :: O) -> same_letter a (fst o) = false).
        { intros o Io. destruct (Fr o Io) as [F1 [F2 F3]]. destruct a as [| | |a]; try reflexivity. simpl.
          destruct (fst o) as [| | |m] eqn:Eo; try reflexivity. apply Pos.eqb_neq. intros ->. destruct Ha as [Ha|[Ha|[Ha|Ha]]]; congruence. }
        auto. }
      rewrite (filter_all _ _ px), (filter_all _ _ py), (filter_all _ _ pz); [reflexivity| | |].
      - intros o I. rewrite (proj1 Cz o I). apply S. auto.
      - intros o I. rewrite (proj1 Cy o I). apply S. tauto.
      - intros o I. rewrite (proj1 Cx o I). apply S. tauto. }
    apply (good_perm _ _ _ _ (Permutation_sym FP)).
    apply (good_two x y O G Ap px py pz tx ty Cx Cy Cz Hx Hy Nx Ny New).
    + intros o I. apply Fr. now do 2 right.
    + intros o I. apply filter_In in I. destruct I as [I S]. split; [now apply IK | exact S].
    + now apply good_filter.
Qed.
End Core.

Notation walk := (walk_of fst (fun t (o : occurrence) => (t, snd o))).
Notation ending := (end_of fst (fun t (o : occurrence) => (t, snd o))).

Section Walks.
Variables (d : drawing) (x y : occurrence) (O : list occurrence) (h : positive).
Hypothesis G : good (next d) (lives d) (x :: y :: O).
Hypothesis apart : same_letter (fst x) (fst y) = false.
Hypothesis Fr : forall o, In o (x :: y :: O) -> fst o <> Nm h.
Let d' := spent (snd x) (snd y) d.
Lemma stays_h : forall s, stays x y (Nm h, s) = true.
Proof.
  intro s. unfold stays, survives. simpl. apply negb_true_iff, orb_false_iff.
  assert (T : forall o, In o (x :: y :: O) -> same_letter (Nm h) (fst o) = false).
  { intros o Io. simpl. destruct (fst o) as [| | |m] eqn:Eo; try reflexivity. apply Pos.eqb_neq. intros ->. now apply (Fr o Io). }
  split; apply T; simpl; auto.
Qed.
(* o is x or y *)
Lemma walk_spots : forall o X, fits (next d) (lives d) o -> d' (snd o) = life (fst o) - 1 -> (forall a, In a X -> In a O) ->
  filter (fun s => 1 <=? d' s) (trip d (snd o) (map snd X)) = map snd (filter (stays x y) (walk o X h)).
Proof.
  intros [t s] X [_ E] E' I. simpl in E, E'. unfold trip, walk_of. simpl. rewrite E.
  pose proof (spots_boundary d x y O G apart X I) as S. fold d' in S.
  destruct t; simpl in *; rewrite E'; simpl.
  - reflexivity.
  - rewrite stays_h. simpl. rewrite !filter_app, S, map_app. simpl. rewrite E', stays_h. reflexivity.
  - rewrite filter_app, S. simpl. rewrite E'. simpl. apply app_nil_r.
  - rewrite filter_app, S. simpl. rewrite E'. simpl. apply app_nil_r.
Qed.
Lemma ending_spots : forall o, fits (next d) (lives d) o -> d' (snd o) = life (fst o) - 1 -> fst o <> T0 ->
  filter (fun s => 1 <=? d' s) [snd o] = map snd (filter (stays x y) (ending o h)).
Proof. intros [t s] [_ E] E' N. simpl in *. destruct t; try congruence; simpl in *; rewrite E'; simpl; rewrite ?stays_h; reflexivity. Qed.
End Walks.

Lemma good_part : forall n f (a b : list occurrence), good n f (a ++ b) -> good n f b.
Proof. intros n f a b H. apply good_app in H. tauto. Qed.
Lemma good_kept : forall n f x X O, good n f (X ++ O) -> good n f (kept_of x X ++ O).
Proof. intros n f [t s] X O G. unfold kept_of. destruct t; simpl; auto. exact (good_part _ _ _ _ G). Qed.

Lemma filter_new : forall A (p : A -> bool) a u v, p a = true -> filter p (u ++ a :: v ++ [a]) = filter p u ++ a :: filter p v ++ [a].
Proof. intros A p a u v H. rewrite filter_app. simpl. rewrite H, filter_app. simpl. now rewrite H. Qed.
Lemma filter_end : forall A (p : A -> bool) a x X y, p a = true -> filter p (x ++ X ++ y ++ [a]) = filter p x ++ filter p X ++ filter p y ++ [a].
Proof. intros A p a x X y H. rewrite !filter_app. simpl. now rewrite H. Qed.

Theorem played : forall Q P d s f g z, labels Q P d -> shows Q s -> allowed (map_shape fst s) -> news f g z P ->
  labels (result_labelled f g z (next d) s) (result f g z (map_shape fst s)) (cleaned (drawn d (map_shape snd s))).
Proof.
  intros Q P d s f g z [EP [Ed G]] Sh Al [Ff [Fg [Fz New]]]. rewrite <- (result_labelled_tokens f g z (next d)).
  apply (good_perm _ _ _ _ (shows_occurs _ _ _ Sh)) in G.
  assert (Fr : forall o, In o (occurs s) -> fst o <> Nm f /\ fst o <> Nm g /\ fst o <> Nm z).
  { intros o I. apply (Permutation_in _ (Permutation_sym (shows_occurs _ _ _ Sh))) in I. 
    assert (I2 : In (fst o) (all P)) by (rewrite <- EP, all_map; apply in_map; exact I). clear I. rename I2 into I. unfold fresh in *. repeat split; intro E; rewrite E in I; contradiction. }
  clear EP Ff Fg Fz Sh Ed Q P. destruct s as [x X y Y others rest|x X y Y near far rest|x X near far rest]; simpl occurs in *.
  - simpl in Al. unfold result_labelled. simpl result_of. simpl map_shape. unfold drawn.
    set (O := X ++ Y ++ concat others ++ all rest) in *.
    pose proof (spent_x d x y O G Al) as Sx. pose proof (spent_y d x y O G Al) as Sy. pose proof (spent_n d x y : spent (snd x) (snd y) d (next d) = 1) as Sn.
    pose proof (x_fits d x y O G) as Fx. pose proof (y_fits d x y O G) as Fy.
    apply (played_two d f g z x y O _ _ (letters_of x f) (letters_of y g) [(Nm z, next d); (Nm z, next d)] (token_of x f) (token_of y g)
      (kept_of x X ++ kept_of y Y ++ concat others ++ all rest)); auto using letters_copies, letters_life, token_cases.
    + split; [|now left]. intros o [<-|[<-|[]]]; reflexivity.
    + rewrite all_cons. simpl. rewrite !walk_perm. by_counting.
    + intros o I. unfold O. rewrite !in_app_iff in *. destruct I as [I|[I|I]]; [apply kept_in in I | apply kept_in in I |]; auto.
    + apply good_kept. apply (good_part _ _ [x; y]) in G. apply good_perm with (kept_of y Y ++ X ++ concat others ++ all rest); [by_counting|].
      apply good_kept. apply good_perm with O; [|exact G]. unfold O. by_counting.
    + unfold map3. cbn [map]. f_equal; [f_equal|].
      * rewrite (filter_new _ (fun s => 1 <=? _ s)) by (now rewrite Sn). rewrite (filter_new _ (stays x y)) by (apply (stays_h x y O z); intros; now apply Fr).
        rewrite map_app. simpl. rewrite map_app. simpl.
        f_equal; [|f_equal; f_equal].
        -- apply (walk_spots d x y O f); auto. intros; now apply Fr. intros; unfold O; rewrite in_app_iff; auto.
        -- apply (walk_spots d x y O g); auto. intros; now apply Fr. intros; unfold O; rewrite !in_app_iff; auto.
      * apply (spots_region d x y O G Al). intros; unfold O; rewrite !in_app_iff; auto.
      * apply (spots_rest d x y O G Al). intros; unfold O; rewrite !in_app_iff; auto.
  - simpl in Al. destruct Al as [Al [Tx Ty]]. unfold result_labelled. simpl result_of. simpl map_shape. unfold drawn.
    set (O := X ++ Y ++ concat near ++ concat far ++ all rest) in *.
    pose proof (spent_x d x y O G Al) as Sx. pose proof (spent_y d x y O G Al) as Sy.
    pose proof (spent_n d x y : spent (snd x) (snd y) d (next d) = 1) as Sn.
    pose proof (x_fits d x y O G) as Fx. pose proof (y_fits d x y O G) as Fy.
    apply (played_two d f g z x y O _ _ (ending x f ++ ending x f) (ending y g ++ ending y g) [(Nm z, next d); (Nm z, next d)] (Nm f) (Nm g) O);
      auto using ending_copies, ending_life.
    + split; [|now left]. intros o [<-|[<-|[]]]; reflexivity.
    + rewrite !all_cons. simpl. unfold O. by_counting.
    + exact (good_part _ _ [x; y] O G).
    + unfold map3. cbn [map]. f_equal; [f_equal|f_equal; [f_equal|]].
      * change (snd x :: map snd X ++ [snd y; next d]) with ([snd x] ++ map snd X ++ [snd y] ++ [next d]).
        rewrite (filter_end _ (fun s => 1 <=? _ s)) by (now rewrite Sn). rewrite (filter_end _ (stays x y)) by (apply (stays_h x y O z); intros; now apply Fr).
        rewrite !map_app. f_equal; [|f_equal; [|f_equal]].
        -- apply (ending_spots d x y O f); auto. intros; now apply Fr.
        -- apply (spots_boundary d x y O G Al). intros; unfold O; rewrite !in_app_iff; auto.
        -- apply (ending_spots d x y O g); auto. intros; now apply Fr.
      * apply (spots_region d x y O G Al). intros; unfold O; rewrite !in_app_iff; auto.
      * change (snd y :: map snd Y ++ [snd x; next d]) with ([snd y] ++ map snd Y ++ [snd x] ++ [next d]).
        rewrite (filter_end _ (fun s => 1 <=? _ s)) by (now rewrite Sn). rewrite (filter_end _ (stays x y)) by (apply (stays_h x y O z); intros; now apply Fr).
        rewrite !map_app. f_equal; [|f_equal; [|f_equal]].
        -- apply (ending_spots d x y O g); auto. intros; now apply Fr.
        -- apply (spots_boundary d x y O G Al). intros; unfold O; rewrite !in_app_iff; auto.
        -- apply (ending_spots d x y O f); auto. intros; now apply Fr.
      * apply (spots_region d x y O G Al). intros; unfold O; rewrite !in_app_iff; auto.
      * apply (spots_rest d x y O G Al). intros; unfold O; rewrite !in_app_iff; auto 6.
  - (* a loop: all other occurrences stay *)
    simpl in Al. set (O := X ++ concat near ++ concat far ++ all rest) in *.
    apply (good_app _ _ [x] O) in G. destruct G as [[_ Gx] [GO Gxo]]. inversion Gx as [|? ? [Lx Ex] _]; subst.
    assert (Hx : forall o, In o O -> snd o <> snd x).
    { intros o I E. symmetry in E. apply (Gxo x o (or_introl eq_refl) I) in E. destruct E as [E N]. destruct Al as [E'|E']; rewrite E' in N; exact N. }
    set (d' := spent (snd x) (snd x) d).
    assert (Sn : d' (next d) = 1) by (unfold d', spent; now rewrite Nat.eqb_refl).
    assert (Sx : d' (snd x) = life (fst x) - 2).
    { unfold d', spent. destruct (Nat.eqb_spec (snd x) (next d)); [lia|]. rewrite Nat.eqb_refl. lia. }
    assert (FO : forall o, In o O -> fits (next d) (lives d) o) by (destruct GO as [_ H]; rewrite Forall_forall in H; exact H).
    assert (So : forall o, In o O -> d' (snd o) = life (fst o)).
    { intros o I. destruct (FO o I) as [L <-]. unfold d', spent. destruct (Nat.eqb_spec (snd o) (next d)); [lia|].
      destruct (Nat.eqb_spec (snd o) (snd x)) as [E|_]; [now destruct (Hx o I)|]. lia. }
    assert (GO' : good (S (next d)) d' O).
    { destruct GO as [H _]. split; [exact H|]. apply Forall_forall. intros o I. split; [|now apply So]. destruct (FO o I). lia. }
    assert (Spots : forall b, (forall o, In o b -> In o O) -> filter (fun s => 1 <=? d' s) (map snd b) = map snd b).
    { intros b I. apply filter_all. intros s Is. apply in_map_iff in Is. destruct Is as [o [<- Io]]. rewrite So by auto. destruct (fst o); reflexivity. }
    assert (Spots2 : forall r, (forall o, In o (concat r) -> In o O) -> map (filter (fun s => 1 <=? d' s)) (map (map snd) r) = map (map snd) r).
    { intros r I. rewrite map_map. apply map_ext_in. intros b Ib. apply Spots. intros o Io. apply I, in_concat. eauto. }
    assert (Spots3 : forall r, (forall o, In o (all r) -> In o O) -> map (map (filter (fun s => 1 <=? d' s))) (map3 snd r) = map3 snd r).
    { intros r I. unfold map3. rewrite map_map. apply map_ext_in. intros b Ib. apply Spots2. intros o Io. apply I.
      unfold all. apply in_concat in Io. destruct Io as [c [Ic Io]]. apply in_concat. exists c. split; [|exact Io]. apply in_concat. eauto. }
    unfold result_labelled. simpl result_of. simpl map_shape. unfold drawn, trip. rewrite Ex. fold d'.
    assert (Cz : copies (Nm z, next d) [(Nm z, next d); (Nm z, next d)]) by (split; [intros o [<-|[<-|[]]]; reflexivity | now left]).
    assert (GZ : good (S (next d)) d' ([(Nm z, next d); (Nm z, next d)] ++ O)).
    { apply (good_copies _ _ (Nm z, next d)); auto.
      - intros _. split; simpl; [lia | exact Sn].
      - intros o I. simpl. destruct (FO o I). lia.
      - intros o I _. simpl. apply (Fr o). now right. }
    destruct Al as [E|E]; rewrite E in *; simpl in *; (split; [reflexivity|split]).
    + unfold cleaned, map3, alive. cbn [regions lives next map filter app snd]. rewrite ?Sx, ?Sn. cbn. fold d'. f_equal; [f_equal|f_equal; [f_equal|]]; symmetry.
      * apply Spots2. intros; unfold O; rewrite !in_app_iff; auto.
      * apply Spots2. intros; unfold O; rewrite !in_app_iff; auto.
      * apply Spots3. intros; unfold O; rewrite !in_app_iff; auto.
    + simpl. apply good_perm with ([(Nm f, snd x); (Nm f, snd x)] ++ ([(Nm z, next d); (Nm z, next d)] ++ concat near ++ concat far ++ all rest)).
      { rewrite !all_cons. simpl. by_counting. }
      assert (GZ' : good (S (next d)) d' ([(Nm z, next d); (Nm z, next d)] ++ concat near ++ concat far ++ all rest)).
      { apply (good_part _ _ X). apply good_perm with ([(Nm z, next d); (Nm z, next d)] ++ O); [unfold O; by_counting | exact GZ]. }
      apply (good_copies _ _ (Nm f, snd x)); auto.
      * split; [intros o [<-|[<-|[]]]; reflexivity | now left].
      * intros _. split; simpl; [lia | exact Sx].
      * intros o I. rewrite in_app_iff in I. destruct I as [[<-|[<-|[]]]|I]; simpl; try lia. apply Hx. unfold O. rewrite in_app_iff. auto.
      * intros o I _. rewrite in_app_iff in I. simpl. destruct I as [[<-|[<-|[]]]|I]; simpl; try (intro C; injection C; intro; subst; now apply New).
        apply (Fr o). right. unfold O. rewrite in_app_iff. auto.
    + unfold cleaned, map3, alive. cbn [regions lives next map filter app snd]. rewrite ?Sx, ?Sn. cbn. fold d'. f_equal; [f_equal|f_equal; [f_equal|]]; symmetry.
      * apply Spots2. intros; unfold O; rewrite !in_app_iff; auto.
      * rewrite <- app_assoc, !filter_app, Spots by (intros; unfold O; rewrite !in_app_iff; auto). simpl. rewrite Sx, Sn, map_app. reflexivity.
      * apply Spots2. intros; unfold O; rewrite !in_app_iff; auto.
      * apply Spots3. intros; unfold O; rewrite !in_app_iff; auto.
    + simpl. apply good_perm with ([(Nm z, next d); (Nm z, next d)] ++ O); [|exact GZ]. rewrite !all_cons. simpl. unfold O. by_counting.
Qed.
