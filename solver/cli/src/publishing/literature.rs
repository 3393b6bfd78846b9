//! Sizes of proofs that others have published, by spots.

/// Claims in the smallest databases that Lemoine and Viennot published with GLOP.
pub const SMALLEST_KNOWN: [(usize, usize); 20] = [
    (2, 3),
    (3, 6),
    (4, 15),
    (5, 15),
    (6, 43),
    (7, 65),
    (8, 137),
    (9, 58),
    (10, 110),
    (11, 113),
    (16, 669),
    (17, 329),
    (18, 1997),
    (19, 1736),
    (20, 1831),
    (21, 5312),
    (22, 1581),
    (23, 1058),
    (24, 5327),
    (25, 2497),
];

/// Positions needed in misère play, as Lemoine and Viennot counted them (2009, figure 10).
pub const NEEDED_BEFORE: [(usize, usize); 11] = [
    (7, 7),
    (8, 24),
    (9, 44),
    (10, 114),
    (11, 79),
    (12, 983),
    (13, 1082),
    (14, 3517),
    (15, 6906),
    (16, 8981),
    (17, 17583),
];
