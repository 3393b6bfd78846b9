"""A pool of Ray actors, one worker each, which may die at any time.

Every new actor has a number that no other had. The pool makes as many as the cluster has cores for, looks again and again
whether that has changed, and replaces those that die. An actor gets a task when it has none; if it dies its task is given
back to the work. Nothing here knows what the tasks are.
"""

from __future__ import annotations

import importlib
import os
import socket
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import sproof
from sproof.cluster.work import Work

GROW_EVERY = 2.0
"""Seconds between two looks at the cores of the cluster."""
BIRTHS = 5
"""Workers that may die one after the other before they are ready, until it is no accident."""


class ClusterError(sproof.Error):
    """The cluster cannot do the work."""


def load_ray() -> Any:
    """Ray, which is optional."""
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise ClusterError("this needs Ray: pip install './python[ray]'") from None


class Actor:
    """What runs on the cluster: a worker, and where it is."""

    def __init__(self, kind: Any, arguments: tuple[Any, ...]) -> None:
        self.worker = kind(*arguments)

    def ready(self) -> tuple[str, int, str]:
        """Where it runs, and of which version the package is there."""
        return socket.gethostname(), os.getpid(), sproof.__version__

    def run(self, task: Any) -> tuple[Any, float]:
        """Does a task; the answer and the seconds that it took."""
        started = time.perf_counter()
        return self.worker.run(task), time.perf_counter() - started


@dataclass
class Member:
    """An actor as the pool sees it."""

    number: int
    actor: Any
    place: str = ""
    task: Any | None = None

    @property
    def is_ready(self) -> bool:
        return bool(self.place)


@dataclass
class Pool:
    """Actors that do a work. `most`: how many at most [as many as the cluster has cores]; `memory`: bytes that each is given."""

    work: Work
    most: int | None = None
    memory: int | None = None
    save_every: float = 30.0
    quiet: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    waiting: dict[Any, Member] = field(default_factory=dict)
    born: int = 0
    died: int = 0
    still_births: int = 0
    busy: float = 0.0
    """Seconds that workers have worked."""
    present: float = 0.0
    """Seconds that workers have been there."""
    peak: int = 0
    """The most workers that were there at a time."""

    def __post_init__(self) -> None:
        self.ray = load_ray()
        self.errors = importlib.import_module("ray.exceptions")

    def run(self) -> None:
        """Works until all is done. The state is saved now and then, and at the end, whatever ends it."""
        last = saved = shown = time.monotonic()
        looked = 0.0
        try:
            while not self.work.is_over:
                now = time.monotonic()
                ready = sum(member.is_ready for member in self.members.values())
                self.present += ready * (now - last)
                self.peak, last = max(self.peak, ready), now
                if now - looked >= GROW_EVERY:
                    self.grow()
                    looked = now
                if now - saved >= self.save_every:
                    self.work.save()
                    saved = time.monotonic()
                if now - shown >= (1.0 if sys.stderr.isatty() else 30.0):
                    self.show(ready)
                    shown = now
                self.give()
                self.take()
        finally:
            self.clear()
            self.work.save()
            for member in list(self.members.values()):
                self.dismiss(member)

    def grow(self) -> None:
        """As many members as there are cores for. Those for which there is no place yet wait for one."""
        cores = int(self.ray.cluster_resources().get("CPU", 0))
        wanted = cores if self.most is None else min(cores, self.most)
        kind, arguments = self.work.new_worker()
        while len(self.members) < wanted:
            self.born += 1
            resources: dict[str, Any] = {"num_cpus": 1, "max_restarts": 0, "max_task_retries": 0}
            if self.memory is not None:
                resources["memory"] = self.memory
            actor = self.ray.remote(Actor).options(**resources).remote(kind, arguments)
            member = Member(self.born, actor)
            self.members[member.number] = member
            self.waiting[actor.ready.remote()] = member
        unborn = [member for member in self.members.values() if not member.is_ready]
        for member in unborn[: max(0, len(self.members) - wanted)]:
            self.dismiss(member)

    def give(self) -> None:
        """A task for every member that has none."""
        has_call = {member.number for member in self.waiting.values()}
        for member in self.members.values():
            if member.is_ready and member.number not in has_call:
                task = self.work.next(member.number)
                if task is not None:
                    member.task = task
                    self.waiting[member.actor.run.remote(task)] = member

    def take(self) -> None:
        """The answers that are there, or those of the next moment."""
        calls = list(self.waiting)
        if not calls:
            time.sleep(0.2)
            return
        # Of many workers several are ready at a time; to ask for each of them alone would be slow.
        done, _ = self.ray.wait(calls, num_returns=max(1, len(calls) // 8), timeout=1.0)
        for call in done:
            member = self.waiting.pop(call)
            try:
                answer = self.ray.get(call)
            except (self.errors.RayActorError, self.errors.OutOfMemoryError, self.errors.ObjectLostError) as error:
                self.bury(member, error)
                continue
            if member.is_ready:
                task, member.task = member.task, None
                self.busy += answer[1]
                self.work.finish(member.number, task, answer[0])
            else:
                self.welcome(member, *answer)

    def welcome(self, member: Member, host: str, process: int, version: str) -> None:
        if version != sproof.__version__:
            raise ClusterError(f"{host} has sproof {version}, this is {sproof.__version__}: install the same everywhere")
        member.place = f"process {process} on {host}"
        self.still_births = 0
        self.say(f"worker {member.number} has joined: {member.place}")

    def bury(self, member: Member, error: Exception) -> None:
        """Gives back what a dead member had."""
        self.dismiss(member)
        if member.is_ready:
            self.died += 1
            self.say(f"worker {member.number} has died: {member.place}")
        else:
            self.still_births += 1
            if self.still_births >= BIRTHS:
                raise ClusterError(f"workers die before they have begun: {str(error).strip().splitlines()[-1]}")
        self.work.lost(member.number, member.task)

    def dismiss(self, member: Member) -> None:
        self.members.pop(member.number, None)
        self.waiting = {call: other for call, other in self.waiting.items() if other is not member}
        self.ray.kill(member.actor)

    def show(self, ready: int) -> None:
        if not self.quiet:
            end = "\r" if sys.stderr.isatty() else "\n"
            print(f"c {ready} workers; {self.work.status()}"[:150].ljust(100), end=end, file=sys.stderr, flush=True)

    def clear(self) -> None:
        if not self.quiet and sys.stderr.isatty():
            print(" " * 150, end="\r", file=sys.stderr, flush=True)

    def say(self, text: str) -> None:
        if not self.quiet:
            self.clear()
            print(f"c {text}", file=sys.stderr, flush=True)
