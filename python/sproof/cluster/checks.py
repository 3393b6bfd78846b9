"""Many certificates checked by many workers, a file at a time.

The files are read here and sent to the workers, which need no common folder.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sproof
from sproof.cluster.work import Work


class CheckWorker:
    """Checks one certificate after the other, on one thread."""

    def __init__(self, memory: int | None, work: int) -> None:
        self.memory, self.work = memory, work

    def run(self, content: bytes) -> tuple[list[str], str, str]:
        """What is proved, or the error and its family."""
        try:
            verified = sproof.check(content, threads=1, memory=self.memory, work=self.work)
        except sproof.CheckError as error:
            return [], str(error), error.family
        return [result.text for result in verified.results], "", ""


class Checks(Work):
    """The files, the largest first, so that no worker has a long one left at the end."""

    def __init__(
        self,
        paths: list[Path],
        tell: Callable[[Path, list[str], str, str], None],
        *,
        memory: int | None = None,
        work: int = 1,
    ) -> None:
        self.tell, self.memory, self.work = tell, memory, work
        self.queue = deque(sorted(paths, key=lambda path: path.stat().st_size, reverse=True))
        self.all = self.left = len(paths)
        self.at: dict[int, Path] = {}

    def new_worker(self) -> tuple[Any, tuple[Any, ...]]:
        return CheckWorker, (self.memory, self.work)

    def next(self, worker: int) -> bytes | None:
        if not self.queue:
            return None
        self.at[worker] = self.queue.popleft()
        return self.at[worker].read_bytes()

    def finish(self, worker: int, task: bytes, answer: tuple[list[str], str, str]) -> None:
        self.left -= 1
        self.tell(self.at.pop(worker), *answer)

    def lost(self, worker: int, task: bytes | None) -> None:
        path = self.at.pop(worker, None)
        if path is not None:
            self.queue.appendleft(path)

    @property
    def is_over(self) -> bool:
        return self.left == 0

    def status(self) -> str:
        return f"{self.all - self.left} of {self.all} certificates checked"
