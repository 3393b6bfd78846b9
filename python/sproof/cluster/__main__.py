"""The command line: `python -m sproof.cluster 33`, `… morpion rosin178 --from 110`, `… check folder`.

Results go to stdout, all else to stderr. Exit codes are those of `solve` and `check`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sproof
from sproof.cluster.checks import Checks
from sproof.cluster.morpion import Morpion
from sproof.cluster.pool import ClusterError, Pool, load_ray
from sproof.cluster.sprouts import BUDGET, Search
from sproof.cluster.work import Work, write_whole

EPILOG = """examples:
  python -m sproof.cluster 21                                   on the cores of this machine
  python -m sproof.cluster 33 --address auto --checkpoint c33 --emit-proof p.bin
  python -m sproof.cluster morpion rosin178 --from 110 --log rosin.log --emit-proof p.bin
  python -m sproof.cluster check proofs              many certificates

The same command goes on where it was, if there is a checkpoint or a log. docs/python.md says how a cluster is started."""


def parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    cluster = common.add_argument_group("the cluster")
    cluster.add_argument("--address", metavar="ADDRESS", help="the Ray cluster: `auto` for that of this machine, or host:port")
    cluster.add_argument("--workers", type=positive, metavar="N", help="use so many workers [default: one for each core]")
    cluster.add_argument("--memory-per-worker", type=size, metavar="SIZE", help="such as 4G [default: what a core has]")
    cluster.add_argument("--save-every", type=float, default=30.0, metavar="SECONDS", help="save the state so often [30]")
    cluster.add_argument("--quiet", "-q", action="store_true", help="no progress and no news about workers")

    top = argparse.ArgumentParser(
        prog="python -m sproof.cluster",
        description="Spreads searches and checks over a cluster by Ray.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = top.add_subparsers(dest="kind", required=True, metavar="sprouts | morpion | check")
    sprouts = kinds.add_parser("sprouts", parents=[common], help="who wins a game of Sprouts (the word can be left out)")
    sprouts.add_argument("game", help="a number of spots, or a position in any notation")
    sprouts.add_argument("--nimber", action="store_true", help="find the nimber instead of the outcome")
    sprouts.add_argument("--checkpoint", type=Path, metavar="FILE", help="keep the state in this file, go on from it if it exists")
    sprouts.add_argument("--emit-proof", type=Path, metavar="FILE", help="write a certificate, and check it")
    sprouts.add_argument("--shrink", type=float, default=0.0, metavar="SECONDS", help="spend so long on a smaller certificate")
    sprouts.add_argument("--budget", type=positive, default=BUDGET, metavar="N", help=f"expansions of a job [{BUDGET}]")
    sprouts.add_argument("--compare", action="store_true", help="then solve it on one thread, to measure the speed-up")
    morpion = kinds.add_parser("morpion", parents=[common], help="how far a game of Morpion Solitaire can go")
    morpion.add_argument("game", help="a file, or bruneau170, quist136, rosin178, rosin82, cross")
    morpion.add_argument("--from", dest="from_move", type=int, required=True, metavar="K", help="after its first K moves")
    morpion.add_argument("--log", type=Path, metavar="FILE", help="keep the results in this file, go on from it if it exists")
    morpion.add_argument("--emit-proof", type=Path, metavar="FILE", help="write a certificate")
    check = kinds.add_parser("check", parents=[common], help="check certificates")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="certificates, or folders of them")
    check.add_argument("--work", type=positive, default=1, metavar="N", help="allow N times the usual work")
    return top


def positive(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"`{text}` is no whole number from 1 on")
    return int(text)


def size(text: str) -> int:
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
    digits, unit = (text[:-1], units.get(text[-1:].upper())) if text[-1:].isalpha() else (text, 1 << 20)
    try:
        value = float(digits) * (unit or 0)
    except ValueError:
        value = 0.0
    if value < 256 << 20:
        raise argparse.ArgumentTypeError(f"`{text}` is no amount of memory for a worker; write `4G` or `512M`, at least 256M")
    return int(value)


def start_ray(given: argparse.Namespace) -> Any:
    """Joins the cluster, or starts one on this machine."""
    ray = load_ray()
    try:
        if given.address:
            ray.init(address=given.address, log_to_driver=False, logging_level="ERROR")
        else:
            ray.init(num_cpus=given.workers, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        words = " ".join(str(error).split())
        raise ClusterError(f"no cluster at `{given.address or 'this machine'}`: {words[:300]}") from None
    return ray


def memory_of_a_core(ray: Any) -> int | None:
    """Bytes for each core, on the machine that has least."""
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    shares = [int(node["memory"] / node["CPU"]) for node in nodes if node.get("CPU") and node.get("memory")]
    return min(shares, default=None)


def run(given: argparse.Namespace, work: Callable[[int | None], Work]) -> tuple[Work, Pool, float]:
    """Does a work on the cluster. A worker's tables get three quarters of its memory."""
    ray = start_ray(given)
    memory = given.memory_per_worker or memory_of_a_core(ray)
    made = work(memory * 3 // 4 if memory else None)
    if not given.quiet and made.origin:
        print(f"c {made.origin}", file=sys.stderr, flush=True)
    pool = Pool(made, most=given.workers, memory=memory, save_every=given.save_every, quiet=given.quiet)
    started = time.monotonic()
    try:
        if not made.is_over:
            pool.run()
    finally:
        ray.shutdown()
    return made, pool, time.monotonic() - started


def about(pool: Pool, seconds: float) -> list[str]:
    """What there is to say about any work."""
    at_work = pool.busy / max(seconds, 1e-9)
    share = pool.busy / max(pool.present, 1e-9)
    return [
        f"{seconds:.1f} s; {pool.born} workers, at most {pool.peak} at a time; {pool.died} died",
        f"{at_work:.2f} workers at work on average, {min(share, 1.0):.0%} of those that were there",
    ]


def sprouts(given: argparse.Namespace) -> int:
    game = int(given.game) if given.game.isdigit() else given.game
    for path in (given.checkpoint, given.emit_proof):
        probe(path)
    sproof.canonical(game)

    def make(memory: int | None) -> Search:
        return Search(game, nimber=given.nimber, memory=memory, budget=given.budget, checkpoint=given.checkpoint)

    search, pool, seconds = run(given, make)
    assert isinstance(search, Search)
    counts = search.coordinator.counts
    effort = max(1, counts["effort"])
    comments = about(pool, seconds)
    comments.append(
        f"{counts['jobs']:,} jobs, {counts['effort']:,} expansions; {search.wasted / effort:.1%} of them were of no use any more;"
        f" {counts['lost_jobs']} jobs lost, {counts['late_reports']} reports late"
    )
    comments.append(f"{counts['facts']:,} facts shared, sent {counts['facts_sent']:,} times; {counts['nodes']:,} nodes above the jobs")
    print(*(f"c {comment}" for comment in comments), sep="\n")
    started = time.monotonic()
    certificate = search.certificate(shrink=given.shrink)
    proof_seconds = time.monotonic() - started
    result = certificate.results[0].text
    verified = sproof.check(certificate)
    print(f"c certificate: {verified.claims} claims, {len(certificate)} bytes, blake3 {verified.digest}")
    print(f"c {proof_seconds:.1f} s for the certificate, {time.monotonic() - started - proof_seconds:.1f} s to check it")
    if given.emit_proof is not None:
        certificate.write(given.emit_proof)
    if given.compare:
        alone = sproof.solve(game, nimber=given.nimber, threads=1)
        print(f"c one thread: {alone.seconds:.1f} s, {alone.counts.expansions:,} expansions", end="; ")
        print(f"speed-up {alone.seconds / max(seconds, 1e-9):.2f}, {effort / max(1, alone.counts.expansions):.2f} times the expansions")
    print(f"s {result}")
    print(*(f"s VERIFIED {proved.text}" for proved in verified.results), sep="\n")
    return 0


def morpion(given: argparse.Namespace) -> int:
    probe(given.emit_proof)
    path = Path(given.game)
    game = sproof.MorpionGame(path.read_text()) if path.is_file() else sproof.MorpionGame.known(given.game)
    search, pool, seconds = run(given, lambda _: Morpion(game, given.from_move, log=given.log))
    assert isinstance(search, Morpion)
    print(*(f"c {comment}" for comment in about(pool, seconds)), sep="\n")
    print(f"c {search.search.nodes:,} positions in {search.search.tasks:,} parts, {search.at_start:,} of them in this run")
    certificate = search.search.certificate()
    if given.emit_proof is not None:
        certificate.write(given.emit_proof)
    print(f"s {certificate.results[0].text}")
    return 0


def check(given: argparse.Namespace) -> int:
    paths: list[Path] = []
    for path in given.files:
        inside = sorted(path.glob("*.bin")) if path.is_dir() else [path]
        if not inside:
            raise ClusterError(f"{path}: there are no certificates (*.bin) in this folder")
        paths += inside
    for path in paths:
        path.stat()
    codes = {0}

    def tell(path: Path, results: list[str], error: str, family: str) -> None:
        for result in results:
            print(f"c {path}\ns VERIFIED {result}", flush=True)
        if error:
            print(f"error: {path}: {error}", file=sys.stderr)
            print(f"c {path}\ns {'UNCHECKED' if family == 'cannot check' else 'REJECTED'}", flush=True)
            codes.add(2 if family == "cannot check" else 1)

    _, pool, seconds = run(given, lambda memory: Checks(paths, tell, memory=memory, work=given.work))
    print(*(f"c {comment}" for comment in about(pool, seconds)), sep="\n")
    return 1 if 1 in codes else max(codes)


def probe(path: Path | None) -> None:
    """An error of an output must not wait for the end of the work."""
    if path is None:
        return
    if path.exists():
        with path.open("ab"):
            return
    write_whole(path, b"")
    path.unlink()


def understood(arguments: list[str]) -> argparse.Namespace:
    """The arguments, before which the word `sprouts` can be left out."""
    if arguments and not arguments[0].startswith("-") and arguments[0] not in ("sprouts", "morpion", "check"):
        arguments = ["sprouts", *arguments]
    return parser().parse_args(arguments)


def main(arguments: list[str]) -> int:
    given = understood(arguments)
    command: Callable[[argparse.Namespace], int] = {"sprouts": sprouts, "morpion": morpion, "check": check}[given.kind]
    try:
        return command(given)
    except KeyboardInterrupt:
        print("c interrupted; the same command goes on from the checkpoint or the log, if there is one", file=sys.stderr)
        return 3
    except (sproof.Error, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
