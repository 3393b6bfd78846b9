"""A game of Sprouts searched by the coordinator and its workers, which are those of the crate `workers`."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Any

import sproof
from sproof._native import Coordinator, Job, Report, Worker
from sproof.cluster.work import Work, write_whole

FORMAT = "sproof cluster search 1"
BUDGET = 3000
"""Expansions of a job: some tenths of a second, which is long beside the way to another machine."""


class SearchWorker:
    """A search with a memory of its own."""

    def __init__(self, memory: int | None) -> None:
        self.worker = Worker(memory=memory)

    def run(self, job: Job) -> Report:
        return self.worker.run(job)


class Search(Work):
    """The question who wins a game in normal play, or which nimber it has."""

    def __init__(
        self,
        game: int | str,
        *,
        nimber: bool = False,
        memory: int | None = None,
        budget: int = BUDGET,
        checkpoint: Path | None = None,
    ) -> None:
        self.position = sproof.canonical(game)
        self.wants_nimber, self.memory, self.checkpoint = nimber, memory, checkpoint
        self.asked = 0
        self.wasted = 0
        self.started = time.monotonic()
        self.before = 0
        self.coordinator = Coordinator(self.position, budget=budget)
        if checkpoint is not None and checkpoint.exists():
            self.load(checkpoint.read_bytes())

    def load(self, content: bytes) -> None:
        """Goes on from a checkpoint: a line that says what it is about, and the state of the coordinator."""
        line, _, state = content.partition(b"\n")
        try:
            header = json.loads(line)
            if header["format"] != FORMAT:
                raise ValueError
            about, nimber, asked = str(header["position"]), bool(header["nimber"]), int(header["asked"])
            self.wasted = int(header["wasted"])
        except (ValueError, KeyError, TypeError):
            raise sproof.CheckpointError(f"{self.checkpoint} is no checkpoint of a search on a cluster") from None
        if (about, nimber) != (str(self.position), self.wants_nimber):
            what = "nimber" if nimber else "outcome"
            raise sproof.CheckpointError(f"{self.checkpoint} is the checkpoint of another search: the {what} of {about}")
        self.coordinator = Coordinator.restore(self.position, state)
        self.asked = asked
        self.before = self.coordinator.counts["effort"]
        self.go_on()

    def save(self) -> None:
        if self.checkpoint is None:
            return
        header = {
            "format": FORMAT,
            "position": str(self.position),
            "nimber": self.wants_nimber,
            "asked": self.asked,
            "wasted": self.wasted,
        }
        write_whole(self.checkpoint, json.dumps(header).encode() + b"\n" + self.coordinator.checkpoint())

    def new_worker(self) -> tuple[Any, tuple[Any, ...]]:
        return SearchWorker, (self.memory,)

    def next(self, worker: int) -> Job | None:
        return self.coordinator.next_job(worker)

    def finish(self, worker: int, task: Job, answer: Report) -> None:
        # Others may have settled meanwhile what this job was for.
        if not self.coordinator.is_wanted(task.id):
            self.wasted += answer.effort
        self.coordinator.finish(task.id, answer)
        self.go_on()

    def go_on(self) -> None:
        """A nimber is found by asking for 0, 1, 2 … until it is right."""
        while self.wants_nimber and self.coordinator.verdict is False:
            self.asked += 1
            self.coordinator.ask(self.asked)

    def lost(self, worker: int, task: Job | None) -> None:
        self.coordinator.lost(worker)

    @property
    def origin(self) -> str:
        return f"goes on after {self.before:,} expansions" if self.before else ""

    @property
    def is_over(self) -> bool:
        return self.coordinator.verdict is not None

    def status(self) -> str:
        counts, (pn, dn) = self.coordinator.counts, self.coordinator.numbers
        rate = (counts["effort"] - self.before) / max(1e-9, time.monotonic() - self.started)
        return f"pn {pn}, dn {dn}; {counts['effort']:,} expansions, {rate:,.0f} a second; {counts['facts']:,} facts shared"

    @property
    def words(self) -> str:
        """The result as one line of words."""
        if self.wants_nimber:
            return f"NIMBER {self.asked}"
        return "LOSS" if self.coordinator.verdict else "WIN"

    def certificate(self, *, shrink: float = 0.0, memory: int | None = None) -> sproof.Certificate:
        """The certificate, made on this machine. Facts of workers are proved again as far as it needs them."""
        with tempfile.TemporaryDirectory() as folder:
            facts = Path(folder) / "facts"
            self.coordinator.write_facts(facts)
            solver = sproof.Solver(facts=facts, memory=memory)
            solution = solver.solve(self.position, nimber=self.wants_nimber, certificate=True, shrink=shrink)
        if solution.certificate is None or not str(solution).endswith(f" {self.words}"):
            raise sproof.SearchError(f"the workers found {self.words}, and the proof says {solution}")
        return solution.certificate
