"""Morpion Solitaire: a search cut into tasks."""

import pytest

import sproof
from sproof import MorpionGame, MorpionSearch


def test_a_search_in_tasks_makes_a_certificate_that_checks() -> None:
    game = MorpionGame.known("rosin82")
    assert (len(game), game.rules, game.moves_left()) == (82, "5D", [])
    search = MorpionSearch(game, 60)
    with pytest.raises(ValueError, match="tasks have not been searched"):
        search.certificate()
    for task in reversed(search.left()):
        found = search.search(task)
        assert search.add(task, found) and not search.add(task, found)
    assert search.is_finished and search.nodes == sum(search.histogram)
    assert search.best >= 82 and len(search.longest) == search.best
    verified = sproof.check(search.certificate())
    assert str(verified) == f"VERIFIED morpion 5D {game.name(60)} FROM 60 BEST {search.best}"


def test_games_are_read() -> None:
    game = MorpionGame.known("rosin82")
    assert MorpionGame("\n".join(game.moves), rules="5D") == game
    with pytest.raises(sproof.RecordError, match="no move"):
        MorpionGame("1 2 3")
    with pytest.raises(ValueError, match="no game of the name"):
        MorpionGame.known("chess")


def test_foreign_results_are_refused() -> None:
    search = MorpionSearch(MorpionGame.known("rosin82"), 60)
    counts, longest = search.search(0)
    for wrong in ((counts, longest[1:]), ([2, *counts[1:]], longest), ([], []), (counts, [0 for _ in longest])):
        if wrong != (counts, longest):
            with pytest.raises(ValueError, match="not the results"):
                search.add(0, wrong)
    with pytest.raises(ValueError, match="there is no task"):
        search.search(10**6)
