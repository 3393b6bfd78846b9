"""Positions, options and nimbers."""

import pickle

import pytest

import sproof
from sproof import Position, PositionError


def test_all_notations_read_as_one_position() -> None:
    texts = ["0*2.AB|AB", "0.0.AB.}AB.}]!", "1;2;3,4/3,4"]
    assert {str(sproof.canonical(text)) for text in texts} == {"0*2.AB|AB"}
    assert len({Position(text) for text in texts}) == 1


def test_positions_are_values() -> None:
    start = Position.start(3)
    assert start == sproof.canonical(3) == Position("0*3")
    assert start != sproof.canonical(4)
    assert sorted([Position("0*2"), Position("0*3")]) == [Position("0*3"), Position("0*2")]
    assert pickle.loads(pickle.dumps(start)) == start
    assert repr(start) == "Position('0*3')"
    assert eval(repr(start), {"Position": Position}) == start


def test_texts_in_every_notation_read_back() -> None:
    for position in sproof.options(4):
        for notation in ("short", "lv", "hoey"):
            written = position.text(notation)
            assert Position(written, read_as=notation) == position


def test_sums_lands_and_lives() -> None:
    both = Position("0*2") + Position("0*3")
    assert [str(land) for land in both.lands] == ["0*3", "0*2"]
    assert both.lives == 15
    assert Position("!").is_over and not both.is_over


def test_options_take_lives() -> None:
    # Two spots: a line between them, or a loop at one of them with the other on either side, which is the same.
    options = sproof.options(2)
    assert len(options) == 2 and all(option.lives == 5 for option in options)
    assert sproof.canonical(2).raw_move_count() >= len(options)
    assert sproof.options("!") == []


def test_nimbers() -> None:
    assert [sproof.nimber(spots) for spots in range(1, 8)] == [0, 0, 1, 1, 1, 0, 0]
    sum_of_two = Position.start(3) + Position.start(4)
    assert sproof.nimber(sum_of_two) == 0
    # The mex of the options' nimbers, which is what a nimber is.
    for position in sproof.options(3):
        nimbers = {sproof.nimber(option) for option in position.options()}
        assert sproof.nimber(position) == min(set(range(30)) - nimbers)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0*2.A?", "means nothing"),
        ("3", "a number alone may be one spot or many"),
        ("", "there is no text"),
        ("0*2.AB|A", "capital"),
        ("abab", "cannot be drawn"),
    ],
)
def test_bad_texts_are_refused_in_the_words_of_the_program(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words.replace("|", "\\|")):
        sproof.canonical(text)
    with pytest.raises(ValueError):
        Position(text)


def test_bad_arguments() -> None:
    for spots in (0, -1, 10_000):
        with pytest.raises(ValueError, match="a game has 1 to"):
            sproof.canonical(spots)
    with pytest.raises(TypeError):
        sproof.canonical(2.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="notation"):
        Position("0*2", read_as="braille")  # type: ignore[arg-type]
