"""Work spread over a cluster by Ray: `python -m sproof.cluster --help`.

A *work* says what is to be done next and takes what was done (`work`); a *pool* keeps one Ray actor per core busy with it (`pool`).
Actors may come, die or vanish with their machines at any time: what they had is given to others. The three works are
searches of Sprouts by the coordinator of the crate `workers` (`sprouts`), searches of Morpion Solitaire (`morpion`), and the
checking of many certificates (`checks`). A work saves its state, and goes on from it when the same command is given again.
"""
