//! All tests in which the programs meet, as one executable: it is linked once, the programs are built once for it, and the
//! slow tests of one module run beside the quick ones of another. `cargo test -p sproof-tests --test suite play::` runs a
//! module.

mod bad_inputs;
mod certificates;
mod command_line;
mod differential;
#[cfg(unix)]
mod documents;
mod draw;
mod drawn_game;
mod faults;
mod finding_ones_way;
mod gaps;
mod ground_truth;
mod hostile_certificates;
mod hostile_inputs;
mod hostile_outputs;
mod hostile_texts;
mod json_outputs;
mod kills;
mod misere;
mod morpion;
mod normal_play;
mod outputs;
mod play;
mod play_terminal;
mod proof_commands;
mod properties;
mod published;
mod puzzle_certificates;
mod puzzle_samples;
mod records;
mod serve;
mod snapshots;
mod staying_power;
mod symmetric_lands;
mod tampering;
mod terminal;
mod theory;
mod variant_certificates;
mod variants;
mod verified;
mod words;
mod workers;
