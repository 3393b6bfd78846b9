"""The part of the package that is written in Rust. Its names are to be imported from `sproof`."""

from collections.abc import Callable
from os import PathLike
from typing import Literal, final

__all__ = [
    "Certificate",
    "Claim",
    "Coordinator",
    "Counts",
    "Job",
    "MorpionGame",
    "MorpionSearch",
    "Position",
    "Progress",
    "Record",
    "Report",
    "Result",
    "Solution",
    "Solver",
    "Tree",
    "Verified",
    "Worker",
    "canonical",
    "check",
    "nimber",
    "options",
    "rct",
    "solve",
]

_Game = int | str | Position
_Path = str | PathLike[str]
_Memory = int | str
_Callback = Callable[[Progress], object]
_Notation = Literal["short", "lv", "hoey"]
_MoveNotation = Literal["hoey", "wgosa"]
_Engine = Literal["dfpn", "depth-first"]
_Outcome = Literal["WIN", "LOSS"]

@final
class Position:
    """A position in canonical form: equal positions are the same game."""

    def __new__(cls, text: str, *, read_as: _Notation | None = None, allow_unpaired: bool = False) -> Position: ...
    @staticmethod
    def start(spots: int) -> Position:
        """The start of the game of so many spots."""
    @property
    def lands(self) -> list[Position]:
        """The parts without a common region, in increasing order, each as a position."""
    @property
    def lives(self) -> int:
        """Lives: every move takes one."""
    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
    def options(self) -> list[Position]:
        """Every position that one move can reach, each once."""
    def raw_move_count(self) -> int:
        """How many moves there are, before equal results are put together."""
    def text(self, notation: _Notation = "short") -> str:
        """The position as text: "short", "lv" (Lemoine and Viennot's) or "hoey"."""
    def __add__(self, other: Position, /) -> Position: ...
    def __radd__(self, other: Position, /) -> Position: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Position, /) -> bool: ...
    def __le__(self, other: Position, /) -> bool: ...
    def __gt__(self, other: Position, /) -> bool: ...
    def __ge__(self, other: Position, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Position], tuple[str]]: ...

def canonical(game: _Game) -> Position:
    """The canonical form of a game: the same for all ways to write or to draw it."""

def options(game: _Game) -> list[Position]:
    """Every position that one move can reach, each once."""

@final
class Result:
    """A result: what a certificate states, or what was found."""

    @property
    def text(self) -> str:
        """The words, as `check` prints them behind VERIFIED: "sprouts 8 normal LOSS"."""
    @property
    def game(self) -> str:
        """ "sprouts", "morpion" or "gaps"."""
    @property
    def subject(self) -> str:
        """What it is about, in words: "8", "position 0*2.AB|AB", the digest of a puzzle."""
    @property
    def play(self) -> Literal["normal", "misere"] | None:
        """How Sprouts is played; None for puzzles."""
    @property
    def spots(self) -> int | None:
        """The number of spots of a start."""
    @property
    def outcome(self) -> Literal["WIN", "LOSS", "DRAW"] | None:
        """The outcome for the player to move; None for puzzles."""
    @property
    def nimber(self) -> int | None:
        """The nimber, if that is what is stated."""
    @property
    def position(self) -> Position | None:
        """The position, if it is about ordinary Sprouts."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Claim:
    """A claim of a certificate of normal play: this land has this nimber."""

    @property
    def land(self) -> Position:
        """The land, in canonical form."""
    @property
    def nimber(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Progress:
    """How far some work has come. What the stage does not count is 0."""

    @property
    def stage(self) -> Literal["closure", "search", "extraction", "claims", "check"]:
        """What is being done."""
    @property
    def seconds(self) -> float:
        """Seconds since the call."""
    @property
    def expansions(self) -> int:
        """Positions whose options have been generated."""
    @property
    def lands(self) -> int:
        """Lands met."""
    @property
    def facts(self) -> int:
        """Proven nimbers; in misère play, lost nodes."""
    @property
    def bytes(self) -> int:
        """Bytes that the tables take."""
    @property
    def pn(self) -> int:
        """Proof number of the question: the effort still expected for a win."""
    @property
    def dn(self) -> int:
        """Disproof number of the question."""
    @property
    def claims(self) -> int:
        """Claims of the proof found so far."""
    @property
    def done(self) -> int:
        """Steps done."""
    @property
    def total(self) -> int:
        """Of so many."""

@final
class Counts:
    """Counters of a solver. Those without a meaning for its search are 0."""

    @property
    def expansions(self) -> int:
        """Positions whose options have been generated: in normal play since the solver was made, in misère play for the
        last question."""
    @property
    def raw_moves(self) -> int: ...
    @property
    def lands(self) -> int:
        """Lands met."""
    @property
    def nodes(self) -> int:
        """Nodes in the transposition table of misère play."""
    @property
    def facts(self) -> int:
        """Proven nimbers; in misère play, lost nodes."""

@final
class Solution:
    """The answer to a question, and its certificate if one was asked for."""

    @property
    def result(self) -> Result:
        """The result, in the words of a certificate."""
    @property
    def position(self) -> Position:
        """The position that the question was about."""
    @property
    def outcome(self) -> _Outcome:
        """ "WIN" or "LOSS" for the player to move."""
    @property
    def nimber(self) -> int | None:
        """The nimber, if that was the question."""
    @property
    def certificate(self) -> Certificate | None:
        """The certificate, if it was asked for."""
    @property
    def seconds(self) -> float:
        """Seconds of the search."""
    @property
    def proof_seconds(self) -> float:
        """Seconds of making the certificate."""
    @property
    def counts(self) -> Counts: ...

@final
class Solver:
    """A solver with a memory: what it has proved for one game helps with the next."""

    def __new__(
        cls,
        *,
        misere: bool = False,
        engine: _Engine = "dfpn",
        threads: int | None = None,
        memory: _Memory | None = None,
        facts: _Path | None = None,
        save_every: float = 60.0,
        closure: int | None = None,
    ) -> Solver: ...
    def solve(
        self,
        game: _Game,
        *,
        nimber: bool = False,
        certificate: bool = False,
        shrink: float = 0.0,
        shrink_rounds: int | None = None,
        seed: int = 1,
        time_limit: float | None = None,
        progress: _Callback | None = None,
    ) -> Solution:
        """Solves a game: a number of spots, a position, or a text in any notation."""
    def prove(
        self,
        solutions: list[Solution],
        *,
        shrink: float = 0.0,
        shrink_rounds: int | None = None,
        seed: int = 1,
        time_limit: float | None = None,
        progress: _Callback | None = None,
    ) -> Certificate:
        """Makes one certificate of several solutions of this solver, which rest on the same claims."""
    def save(self) -> None:
        """Writes the facts to the solver's file, if it has one and there are new ones."""

def solve(
    game: _Game,
    *,
    misere: bool = False,
    nimber: bool = False,
    certificate: bool = False,
    shrink: float = 0.0,
    shrink_rounds: int | None = None,
    seed: int = 1,
    engine: _Engine = "dfpn",
    threads: int | None = None,
    memory: _Memory | None = None,
    time_limit: float | None = None,
    facts: _Path | None = None,
    save_every: float = 60.0,
    closure: int | None = None,
    progress: _Callback | None = None,
) -> Solution:
    """Solves one game: who wins, or its nimber. The arguments are those of Solver and of Solver.solve."""

def nimber(
    game: _Game,
    *,
    threads: int | None = None,
    memory: _Memory | None = None,
    time_limit: float | None = None,
    progress: _Callback | None = None,
) -> int:
    """The nimber of a game in normal play."""

@final
class Certificate:
    """A certificate: results, and the claims and replies that prove them. It proves nothing until it is checked."""

    def __new__(cls, file: bytes) -> Certificate: ...
    @staticmethod
    def read(path: _Path) -> Certificate:
        """Reads a certificate from a file."""
    @property
    def results(self) -> list[Result]:
        """What it states: one result or several that rest on the same claims."""
    @property
    def claim_count(self) -> int:
        """How many claims (in misère play: lost nodes) it has."""
    @property
    def reply_count(self) -> int:
        """How many replies it has."""
    @property
    def digest(self) -> str:
        """The digest that names it: the blake3 of its content, in hexadecimal digits."""
    def claims(self) -> list[Claim]:
        """The claims of a certificate of normal play, in the order of the file."""
    def lost_nodes(self) -> list[str]:
        """The lost nodes of a certificate of misère play, as they are written, in the order of the file."""
    def verify(
        self,
        *,
        threads: int | None = None,
        memory: _Memory | None = None,
        work: int = 1,
        progress: _Callback | None = None,
    ) -> Verified:
        """Checks it: the same as sproof.check(certificate)."""
    def explain(self, k: int) -> list[str]:
        """Checks it and says why claim number k, counted from 1, is true, line by line."""
    def to_bytes(self) -> bytes:
        """The file as bytes."""
    def write(self, path: _Path) -> None:
        """Writes the file, whole or not at all."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Certificate], tuple[bytes]]: ...

@final
class Verified:
    """What a verified certificate proves."""

    @property
    def results(self) -> list[Result]:
        """The results that are proved."""
    @property
    def claims(self) -> int:
        """How many claims (in misère play: lost nodes) were checked."""
    @property
    def replies(self) -> int: ...
    @property
    def digest(self) -> str:
        """The blake3 of the certificate's content."""
    @property
    def explanation(self) -> list[str]:
        """Why the claim is true that was to be explained, line by line."""

def check(
    certificate: Certificate | bytes | _Path,
    *,
    threads: int | None = None,
    memory: _Memory | None = None,
    work: int = 1,
    explain: int | None = None,
    progress: _Callback | None = None,
) -> Verified:
    """Checks a certificate from the rules alone. What it gives back is proved.

    Raises Rejected if the certificate proves nothing, and CannotCheck if it needs more memory or work than it is allowed.
    """

@final
class Record:
    """A game as it was played: its moves, and the positions between them."""

    def __new__(cls, text: str) -> Record: ...
    @staticmethod
    def start(spots: int) -> Record:
        """The record without moves of a game of so many spots."""
    def play(self, move: str) -> Record:
        """The record with one more move, in either notation."""
    @property
    def spots(self) -> int:
        """The number of spots at the start."""
    @property
    def positions(self) -> list[Position]:
        """The position before the first move and after each move, in canonical form."""
    @property
    def drawings(self) -> list[str]:
        """The same positions in Hoey's notation, with every spot under its own number."""
    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
    def winner(self, *, misere: bool = False) -> Literal["first", "second"] | None:
        """Who has won a game that is over; None before."""
    def moves(self, notation: _MoveNotation = "hoey") -> list[str]:
        """The moves, each as text."""
    def text(self, notation: _MoveNotation = "hoey") -> str:
        """The record on one line."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Record], tuple[str]]: ...

@final
class Tree:
    """A reduced canonical tree: what a position is worth in misère play."""

    def __new__(cls, text: str) -> Tree: ...
    @property
    def children(self) -> list[Tree]:
        """The trees that one move leads to, by height and name."""
    @property
    def height(self) -> int:
        """The number of moves of the longest game."""
    @property
    def outcome(self) -> _Outcome:
        """ "WIN" or "LOSS" for the player to move, in misère play."""
    @property
    def heap(self) -> int | None:
        """The size of the nim-heap that the tree is, if it is one."""
    @property
    def one_plus(self) -> Tree | None:
        """The tree G, if this is the tree of G + 1."""
    @property
    def name(self) -> str:
        """Its name: the hash of its children's names, in hexadecimal digits (FORMAT.md section 12)."""
    def text(self, depth: int | None = None) -> str:
        """The tree as text, whole or down to some depth; branches that are left out are written `…`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def rct(
    game: _Game,
    *,
    memory: _Memory | None = None,
    time_limit: float | None = None,
    progress: _Callback | None = None,
) -> Tree:
    """The reduced canonical tree of a game."""

@final
class MorpionGame:
    """A game of Morpion Solitaire."""

    def __new__(cls, text: str, *, rules: Literal["5T", "5D"] | None = None) -> MorpionGame: ...
    @staticmethod
    def known(name: str) -> MorpionGame:
        """A game that comes with the package, by its name."""
    @property
    def rules(self) -> str:
        """ "5T" (lines may touch) or "5D" (lines are disjoint)."""
    @property
    def moves(self) -> list[str]:
        """The moves: "x y start_x start_y direction"."""
    def name(self, count: int | None = None) -> str:
        """The digest of the rules and the first so many moves, which names them in statements."""
    def moves_left(self) -> list[str]:
        """The moves that are left after the whole game."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class MorpionSearch:
    """All that can follow the first moves of a game, cut into tasks that can be searched anywhere in any order."""

    def __new__(cls, game: MorpionGame, from_move: int) -> MorpionSearch: ...
    @property
    def tasks(self) -> int:
        """How many tasks there are."""
    @property
    def from_move(self) -> int:
        """How many moves of the game are played first."""
    def left(self) -> list[int]:
        """The tasks whose results have not been added."""
    def search(self, task: int, *, progress: _Callback | None = None) -> tuple[list[int], list[int]]:
        """Searches one task, whose results are given back and not added."""
    def add(self, task: int, found: tuple[list[int], list[int]]) -> bool:
        """Adds the results of a task; False if they had been added before."""
    @property
    def is_finished(self) -> bool:
        """Whether all tasks have been added."""
    @property
    def nodes(self) -> int:
        """Positions counted so far."""
    @property
    def best(self) -> int:
        """The moves of the longest game found so far, from the cross on."""
    @property
    def histogram(self) -> list[int]:
        """How many positions there are with so many further moves, as far as they have been added."""
    @property
    def longest(self) -> MorpionGame:
        """A longest game found so far."""
    def certificate(self) -> Certificate:
        """The certificate that says how far the game can go. All tasks must have been added."""

@final
class Job:
    """Work for a worker."""

    def __new__(cls, bytes: bytes) -> Job: ...
    @property
    def id(self) -> int: ...
    @property
    def node(self) -> tuple[str, int]:
        """The land that is asked about, and the nimber that it may have."""
    @property
    def budget(self) -> int:
        """Expansions that may be spent."""
    @property
    def facts(self) -> int:
        """How many facts come with it."""
    def __reduce__(self) -> tuple[type[Job], tuple[bytes]]: ...

@final
class Report:
    """The result of a job."""

    def __new__(cls, bytes: bytes) -> Report: ...
    @property
    def effort(self) -> int:
        """Expansions that were spent."""
    @property
    def facts(self) -> int:
        """How many facts were proven that are worth sharing."""
    def __reduce__(self) -> tuple[type[Report], tuple[bytes]]: ...

@final
class Worker:
    """A worker: does jobs of normal play with a memory of its own."""

    def __new__(cls, *, memory: _Memory | None = None) -> Worker: ...
    def run(self, job: Job) -> Report:
        """Does a job."""
    @property
    def bytes(self) -> int:
        """Bytes that its tables take."""

@final
class Coordinator:
    """The coordinator: gives jobs to workers and puts their reports together, for one question about a game."""

    def __new__(
        cls, game: _Game, *, nimber: int = 0, budget: int | None = None, share_from: int | None = None
    ) -> Coordinator: ...
    @staticmethod
    def restore(game: _Game, checkpoint: bytes) -> Coordinator:
        """The coordinator that goes on from a checkpoint about the same game."""
    def ask(self, nimber: int) -> None:
        """Asks whether the game has another nimber, with all that is known."""
    def next_job(self, worker: int) -> Job | None:
        """A job for a worker; None if there is none now."""
    def finish(self, job: int, report: Report) -> bool:
        """Takes a report. False if the job had been given up or reported before; its facts count all the same."""
    def lost(self, worker: int) -> None:
        """Gives back the jobs of a worker that has died."""
    def is_wanted(self, job: int) -> bool:
        """Whether the result of a running job is still of use."""
    @property
    def verdict(self) -> bool | None:
        """Whether the game has the nimber that was asked about; None until that is known."""
    @property
    def numbers(self) -> tuple[int, int]:
        """The proof number and the disproof number of the question."""
    @property
    def counts(self) -> dict[str, int]:
        """What has been done so far, by name."""
    def checkpoint(self) -> bytes:
        """The state as bytes."""
    def write_facts(self, path: _Path) -> None:
        """Writes the proven nimbers that are known to a file of facts, from which a Solver makes a certificate."""
