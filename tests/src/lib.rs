//! Where solver, checker and the drawn game meet.

pub mod drawn;
