"""Searches on a Ray cluster of this machine, with workers, nodes and coordinators that are killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

import sproof
from sproof.cluster.morpion import Morpion
from sproof.cluster.sprouts import Search, SearchWorker

SPOTS = "15"


class Run:
    """A command on a cluster, whose news about workers can be waited for."""

    def __init__(self, address: str | None, folder: Path, *arguments: str) -> None:
        command = [sys.executable, "-u", "-m", "sproof.cluster", *arguments]
        command += ["--address", address] if address else []
        self.out = folder / f"out-{time.monotonic_ns()}"
        with self.out.open("w") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, text=True, cwd=folder)
        assert self.process.stderr is not None
        self.stderr: IO[str] = self.process.stderr
        self.said = ""

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The next line that matches."""
        for line in self.stderr:
            self.said += line
            if match := re.search(pattern, line):
                return match
        raise AssertionError(f"no line matches {pattern}:\n{self.said}\n{self.out.read_text()}")

    def end(self) -> str:
        self.said += self.stderr.read()
        assert self.process.wait(timeout=600) == 0, self.said
        return self.out.read_text()


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A cluster with a head and two cores, which dies with the test."""
    pytest.importorskip("ray")
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    from ray.cluster_utils import Cluster

    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "object_store_memory": 100 << 20})
    yield cluster
    cluster.shutdown()


JOINED = r"worker (\d+) has joined: process (\d+) on"


@pytest.mark.ray
def test_a_worker_is_killed_and_another_one_joins(cluster: Any, tmp_path: Path) -> None:
    run = Run(cluster.address, tmp_path, SPOTS, "--budget", "50", "--emit-proof", "p.bin")
    first, second = run.wait_for(JOINED), run.wait_for(JOINED)
    assert {first[1], second[1]} == {"1", "2"}
    os.kill(int(first[2]), signal.SIGKILL)
    died = run.wait_for(r"worker (\d+) has died")
    assert died[1] == first[1]
    assert run.wait_for(JOINED)[1] == "3"
    said = run.end()
    assert "3 workers, at most 2 at a time; 1 died" in said
    assert f"s VERIFIED sprouts {SPOTS} normal WIN" in said
    assert str(sproof.check(tmp_path / "p.bin")) == f"VERIFIED sprouts {SPOTS} normal WIN"


@pytest.mark.ray
def test_the_coordinator_is_killed_and_goes_on(cluster: Any, tmp_path: Path) -> None:
    arguments = [SPOTS, "--budget", "50", "--emit-proof", "p.bin", "--checkpoint", "c", "--save-every", "0.5"]
    run = Run(cluster.address, tmp_path, *arguments)
    run.wait_for(JOINED)
    checkpoint = tmp_path / "c"
    deadline = time.monotonic() + 60
    while not checkpoint.exists():
        assert time.monotonic() < deadline and run.process.poll() is None
        time.sleep(0.05)
    run.process.kill()
    run.process.wait()
    assert not (tmp_path / "p.bin").exists()
    # Another game is refused, and so is what is no checkpoint.
    with pytest.raises(sproof.CheckpointError, match="another search"):
        Search(9, checkpoint=checkpoint)
    again = Run(cluster.address, tmp_path, *arguments)
    went_on = again.wait_for(r"goes on after ([\d,]+) expansions")
    assert int(went_on[1].replace(",", "")) > 0
    assert f"s VERIFIED sprouts {SPOTS} normal WIN" in again.end()
    assert sproof.check(tmp_path / "p.bin").results[0].outcome == "WIN"


@pytest.mark.ray
def test_a_machine_joins_and_vanishes(cluster: Any, tmp_path: Path) -> None:
    run = Run(cluster.address, tmp_path, SPOTS, "--budget", "50", "--emit-proof", "p.bin")
    run.wait_for(JOINED), run.wait_for(JOINED)
    machine = cluster.add_node(num_cpus=1)
    assert run.wait_for(JOINED)[1] == "3"
    cluster.remove_node(machine, allow_graceful=False)
    run.wait_for(r"worker 3 has died")
    assert f"s VERIFIED sprouts {SPOTS} normal WIN" in run.end()


@pytest.mark.ray
def test_checks_and_morpion_are_spread(cluster: Any, tmp_path: Path) -> None:
    proofs = Path(__file__).resolve().parents[2] / "proofs"
    (tmp_path / "bad.bin").write_bytes(b"something else")
    good = [str(proofs / f"normal-{spots:02}.bin") for spots in (5, 8, 11)]
    run = Run(cluster.address, tmp_path, "check", *good, "bad.bin")
    assert run.process.wait(timeout=300) == 1
    said = run.out.read_text()
    assert said.count("s VERIFIED") == 3 and said.count("s REJECTED") == 1
    run = Run(cluster.address, tmp_path, "morpion", "rosin82", "--from", "45", "--log", "log", "--emit-proof", "m.bin")
    said = run.end()
    verified = sproof.check(tmp_path / "m.bin")
    assert f"s {verified.results[0]}" in said
    again = Run(cluster.address, tmp_path, "morpion", "rosin82", "--from", "45", "--log", "log")
    assert "parts, 0 of them in this run" in again.end()


def test_a_search_without_a_cluster(tmp_path: Path) -> None:
    """The work by itself: jobs and reports travel as bytes, a worker is lost, the state is saved and loaded."""
    import pickle

    checkpoint = tmp_path / "c"
    work = Search(9, budget=100, checkpoint=checkpoint)
    workers = {number: SearchWorker(None) for number in (1, 2)}
    lost = None
    rounds = 0
    while not work.is_over:
        for number, worker in workers.items():
            job = work.next(number)
            if job is not None:
                report = worker.run(pickle.loads(pickle.dumps(job)))
                work.finish(number, job, pickle.loads(pickle.dumps(report)))
        rounds += 1
        if rounds == 2:
            lost = work.next(3)
            assert lost is not None
        if rounds == 4:
            work.lost(3, lost)
            work.save()
            work = Search(9, budget=100, checkpoint=checkpoint)
            assert work.before > 0
    assert work.words == "WIN"
    assert rounds > 4 and work.coordinator.counts["lost_jobs"] == 1
    assert str(sproof.check(work.certificate())) == "VERIFIED sprouts 9 normal WIN"
    checkpoint.write_bytes(checkpoint.read_bytes()[:-1])
    with pytest.raises(sproof.CheckpointError):
        Search(9, checkpoint=checkpoint)
    checkpoint.write_bytes(b"something else")
    with pytest.raises(sproof.CheckpointError, match="no checkpoint"):
        Search(9, checkpoint=checkpoint)


def test_a_nimber_is_found_by_asking() -> None:
    work, worker = Search("0*4", nimber=True), SearchWorker(None)
    while not work.is_over:
        job = work.next(1)
        assert job is not None
        work.finish(1, job, worker.run(job))
    assert work.words == "NIMBER 1"
    assert work.certificate().results[0].nimber == 1


def test_a_log_of_morpion_is_kept_and_cut_where_it_broke(tmp_path: Path) -> None:
    game, log = sproof.MorpionGame.known("rosin82"), tmp_path / "log"
    work = Morpion(game, 55, log=log)
    kind, arguments = work.new_worker()
    worker = kind(*arguments)
    while not work.is_over:
        task = work.next(1)
        assert task is not None
        work.finish(1, task, worker.run(task))
    assert str(sproof.check(work.search.certificate())).endswith(f"FROM 55 BEST {work.search.best}")
    text = log.read_text()
    log.write_text(text[:-3])
    assert len(Morpion(game, 55, log=log).queue) == 1
    assert log.read_text() == "".join(text.splitlines(keepends=True)[:-1])
    with pytest.raises(sproof.CheckpointError, match="no log of this search"):
        Morpion(game, 56, log=log)


def test_the_command_line_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    for arguments, words in [
        (["0"], "a game has 1 to"),
        (["0*2.A?"], "means nothing"),
        (["9", "--emit-proof", "no such folder/p"], "no such folder"),
        (["check", str(tmp_path)], "no certificates"),
        (["9", "--workers", "0"], "no whole number"),
        (["9", "--memory-per-worker", "1M"], "at least 256M"),
    ]:
        command = [sys.executable, "-m", "sproof.cluster", *arguments]
        run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert run.returncode == 2 and words in run.stderr, (arguments, run.stderr)
