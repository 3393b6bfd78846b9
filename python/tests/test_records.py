"""Records of games, and reduced canonical trees."""

import pickle

import pytest

import sproof
from sproof import Record, RecordError, Tree, TreeError

GAME = "5: 1-6-2; 3-7-4; 1-8-2>; 3-9-4>1"


def test_records_are_read_and_converted() -> None:
    record = Record("1-6-2; 3-7-4; 1-8-2>; 3-9-4>1")
    assert (record.spots, len(record), str(record)) == (5, 4, GAME)
    assert record.text("wgosa") == "5: 1(6)2 3(7)4 1(8)2 3(9)4[5]!"
    assert Record(record.text("wgosa")) == record == pickle.loads(pickle.dumps(record))
    assert record.moves() == ["1-6-2", "3-7-4", "1-8-2>", "3-9-4>1"]


def test_positions_follow_each_other() -> None:
    record = Record(GAME)
    assert record.positions[0] == sproof.canonical(5) and len(record.positions) == len(record.drawings) == 5
    for before, after in zip(record.positions, record.positions[1:]):
        assert after in before.options()


def test_games_are_played_to_the_end() -> None:
    record = Record.start(1)
    assert not record.is_over and record.winner() is None
    record = record.play("1-2-1").play("1(3)2")
    assert record.is_over and (record.winner(), record.winner(misere=True)) == ("second", "first")
    assert record.positions[-1].is_over


def test_illegal_moves_are_explained() -> None:
    with pytest.raises(RecordError, match="legal would be"):
        Record("2: 1-3-1; 1-4-3")
    with pytest.raises(RecordError, match="there is no spot 9"):
        Record.start(2).play("1-3-9")
    with pytest.raises(RecordError, match="the record is empty"):
        Record("")
    with pytest.raises(ValueError, match="hoey"):
        Record(GAME).text("morse")  # type: ignore[arg-type]


def test_trees_decide_misere_play() -> None:
    for spots in range(1, 5):
        assert sproof.rct(spots).outcome == sproof.solve(spots, misere=True, closure=2).outcome
    tree = sproof.rct(4)
    assert tree.height == 1 + max(child.height for child in tree.children)
    assert Tree(tree.text()) == tree and hash(Tree(tree.text())) == hash(tree)
    assert all(child != tree for child in tree.children)


def test_trees_are_read_and_reduced() -> None:
    assert Tree("{{}; {{}}}") == Tree("2") and Tree("2").heap == 2
    assert str(Tree("{0; 2; {3}; {1; 3; {2}}}")) == "{0; 2; {3}; {1; 3; {2}}}"
    assert Tree("{2}").heap is None and Tree("{2}").text(0) == "…"
    assert Tree("0").one_plus is None and Tree("1").one_plus == Tree("0")
    with pytest.raises(TreeError, match="at byte 2: a `}` is missing"):
        Tree("{2")
