"""Solving, progress, limits, Ctrl-C."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest

import sproof
from sproof import Progress, Solver


def test_outcomes_of_both_plays() -> None:
    solver = Solver()
    outcomes = {spots: solver.solve(spots).outcome for spots in range(1, 12)}
    assert outcomes == {spots: "WIN" if spots % 6 in (3, 4, 5) else "LOSS" for spots in range(1, 12)}
    misere = Solver(misere=True, closure=3)
    lost = [spots for spots in range(1, 8) if misere.solve(spots).outcome == "LOSS"]
    assert lost == [2, 3, 4, 7]


def test_a_solution_says_what_the_program_says() -> None:
    assert str(sproof.solve(8)) == "sprouts 8 normal LOSS"
    assert str(sproof.solve("0*2.AB|AB", nimber=True)).startswith("sprouts position 0*2.AB|AB normal NIMBER ")
    solution = sproof.solve(5, misere=True, closure=3)
    assert str(solution) == "sprouts 5 misere WIN"
    assert solution.result.spots == 5 and solution.result.play == "misere"
    assert solution.position == solution.result.position == sproof.canonical(5)
    assert solution.certificate is None
    assert solution.counts.facts > 0 and solution.seconds > 0


def test_the_engines_agree() -> None:
    for misere in (False, True):
        for spots in (3, 4):
            plain = sproof.solve(spots, misere=misere, engine="depth-first")
            assert plain.outcome == sproof.solve(spots, misere=misere, closure=2).outcome


def test_progress_is_told_and_what_it_raises_stops_the_search() -> None:
    news: list[Progress] = []
    sproof.solve(12, threads=1, progress=news.append)
    assert news and news[-1].expansions > 0 and news[-1].seconds > 0
    assert {progress.stage for progress in news} <= {"search", "extraction", "claims"}

    class Enough(Exception):
        pass

    def stop(_: Progress) -> None:
        raise Enough

    started = time.monotonic()
    with pytest.raises(Enough):
        sproof.solve(40, threads=1, memory="64M", progress=stop)
    assert time.monotonic() - started < 60


def test_ctrl_c_stops_the_search() -> None:
    # Python has no handler where the signal was ignored from the start, as by `nohup`.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        sproof.solve(40, threads=1, memory="64M", time_limit=100)
    timer.join()
    signal.signal(signal.SIGINT, before)


def test_the_lock_is_released() -> None:
    ticks = 0
    over = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not over.wait(0.01):
            ticks += 1

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(sproof.TimeOver):
        sproof.solve(40, threads=1, memory="64M", time_limit=1)
    over.set()
    thread.join()
    # A hundred on a machine at rest, none if the lock were held.
    assert ticks >= 3


def test_limits() -> None:
    with pytest.raises(sproof.TimeOver, match="the time allowed is over"):
        sproof.solve(40, time_limit=0.1)
    with pytest.raises(sproof.TimeOver):
        sproof.solve(20, misere=True, time_limit=0.3)
    with pytest.raises(ValueError, match="at least 32 megabytes"):
        sproof.solve(4, memory="1M")
    with pytest.raises(ValueError, match="no amount of memory"):
        sproof.solve(4, memory="much")
    with pytest.raises(ValueError, match="a time is not negative"):
        sproof.solve(4, time_limit=-1)
    with pytest.raises(ValueError, match="at least 1 thread"):
        sproof.solve(4, threads=0)
    with pytest.raises(ValueError, match="no engine"):
        sproof.solve(4, engine="steam")  # type: ignore[arg-type]


def test_what_a_search_cannot_do_is_said() -> None:
    with pytest.raises(sproof.SearchError, match="this search finds outcomes, not nimbers"):
        sproof.solve(4, misere=True, nimber=True, closure=0)
    with pytest.raises(sproof.SearchError, match="this search makes no proofs"):
        sproof.solve(4, engine="depth-first", certificate=True)


def test_facts_are_kept_in_a_file(tmp_path: Path) -> None:
    facts = tmp_path / "facts"
    first = Solver(facts=facts, threads=1)
    assert first.solve(9).outcome == "WIN"
    first.save()
    assert facts.stat().st_size > 0
    second = Solver(facts=facts, threads=1).solve(9)
    assert second.outcome == "WIN" and second.counts.expansions < first.solve(9).counts.expansions
    facts.write_bytes(b"something else")
    with pytest.raises(sproof.FactsError):
        sproof.solve(9, facts=facts)


def test_a_solver_works_for_one_thread_at_a_time() -> None:
    solver = Solver(threads=1, memory="64M")
    began = threading.Event()
    errors: list[BaseException] = []

    def work() -> None:
        try:
            solver.solve(40, time_limit=3, progress=lambda _: began.set())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert began.wait(30)
    with pytest.raises(ValueError, match="at work in another thread"):
        solver.solve(4)
    thread.join()
    assert isinstance(errors[0], sproof.TimeOver)
