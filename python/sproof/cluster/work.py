"""What a work is to a pool, and files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any


class Work(ABC):
    """Something to be done in tasks that workers can do one by one. Tasks and answers can be pickled."""

    @abstractmethod
    def new_worker(self) -> tuple[Any, tuple[Any, ...]]:
        """The class of the workers and its arguments. A worker has a method run(task) that gives back an answer."""

    @abstractmethod
    def next(self, worker: int) -> Any | None:
        """A task for this worker; None if there is none now."""

    @abstractmethod
    def finish(self, worker: int, task: Any, answer: Any) -> None:
        """Takes the answer to a task."""

    @abstractmethod
    def lost(self, worker: int, task: Any | None) -> None:
        """A worker has died, with this task if it had one."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether all is done."""

    @abstractmethod
    def status(self) -> str:
        """How far it is, in a few words."""

    @property
    def origin(self) -> str:
        """Where it goes on, if it does."""
        return ""

    def save(self) -> None:
        """Writes the state to a file, if there is one."""


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that a crash leaves the old one or the new one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
