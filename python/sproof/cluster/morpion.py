"""A complete search of Morpion Solitaire: its tasks are independent, and their counts add up."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path
from typing import Any

import sproof
from sproof import MorpionGame, MorpionSearch
from sproof.cluster.work import Work

FORMAT = "sproof cluster morpion 1"

Found = tuple[list[int], list[int]]


class MorpionWorker:
    """Searches one task after the other. It cuts the search into the same tasks as everybody else."""

    def __init__(self, moves: list[str], rules: str, from_move: int) -> None:
        self.search = MorpionSearch(game_of(moves, rules), from_move)

    def run(self, task: int) -> Found:
        return self.search.search(task)


def game_of(moves: list[str], rules: str) -> MorpionGame:
    if not moves:
        return MorpionGame.known("cross")
    return MorpionGame("\n".join(moves), rules="5D" if rules == "5D" else "5T")


class Morpion(Work):
    """All that can follow the first moves of a game. The log has a line for each task that is done."""

    def __init__(self, game: MorpionGame, from_move: int, *, log: Path | None = None) -> None:
        self.game, self.search = game, MorpionSearch(game, from_move)
        self.log = log
        self.header = {"format": FORMAT, "name": game.name(from_move), "rules": game.rules, "from": from_move}
        if log is not None:
            self.load(log)
        self.queue = deque(self.search.left())
        self.at_start = len(self.queue)

    def load(self, log: Path) -> None:
        """Adds what the log has. A last line that was not written to its end is cut off."""
        if not log.exists():
            log.write_text(json.dumps(self.header) + "\n")
            return
        lines = log.read_text().splitlines(keepends=True)
        try:
            if not lines or json.loads(lines[0]) != self.header:
                raise ValueError
        except ValueError:
            raise sproof.CheckpointError(f"{log} is no log of this search") from None
        whole = [line for line in lines[1:] if line.endswith("\n")]
        for number, line in enumerate(whole, start=2):
            try:
                task, counts, longest = json.loads(line)
                self.search.add(task, (counts, longest))
            except (ValueError, TypeError, OverflowError):
                raise sproof.CheckpointError(f"{log}, line {number}: this is no result of the search") from None
        if len(whole) < len(lines) - 1:
            log.write_text("".join([lines[0], *whole]))

    def new_worker(self) -> tuple[Any, tuple[Any, ...]]:
        return MorpionWorker, (self.game.moves, self.game.rules, self.search.from_move)

    def next(self, worker: int) -> int | None:
        return self.queue.popleft() if self.queue else None

    def finish(self, worker: int, task: int, answer: Found) -> None:
        if self.search.add(task, answer) and self.log is not None:
            with self.log.open("a") as file:
                file.write(json.dumps([task, *answer]) + "\n")

    def lost(self, worker: int, task: int | None) -> None:
        if task is not None:
            self.queue.appendleft(task)

    @property
    def origin(self) -> str:
        done = self.search.tasks - self.at_start
        return f"goes on after {done:,} of {self.search.tasks:,} parts" if done else ""

    @property
    def is_over(self) -> bool:
        return self.search.is_finished

    def status(self) -> str:
        done = self.search.tasks - len(self.search.left())
        return f"{done:,} of {self.search.tasks:,} parts done; best {self.search.best}; {self.search.nodes:,} positions"
