"""The exceptions of the package. Their words are those of the programs."""

from __future__ import annotations


class Error(Exception):
    """All errors of the package but those of files (OSError) and of arguments (ValueError, TypeError)."""


class PositionError(Error, ValueError):
    """A text is not a position, or one that cannot be drawn, or one beyond the bounds of the program."""


class RecordError(Error, ValueError):
    """A text is not the record of a game: the reason, and the moves that would be legal."""


class TreeError(Error, ValueError):
    """A text is not a tree."""


class CertificateError(Error, ValueError):
    """A file is not a certificate that can be read."""


class FactsError(Error):
    """A file of facts cannot be read or written."""


class SearchError(Error):
    """A search has no answer or no proof to give."""


class Stopped(Error):
    """A limit has stopped the search before the question was settled."""


class TimeOver(Stopped):
    """The time allowed is over."""


class MemoryFull(Stopped):
    """The memory allowed is full."""


class CheckError(Error):
    """The checker has not verified a certificate. `family` is the kind of error, as `check --json` names it."""

    family: str

    def __init__(self, message: str, family: str = "") -> None:
        super().__init__(message, family)
        self.family = family

    def __str__(self) -> str:
        return str(self.args[0])


class Rejected(CheckError):
    """The certificate proves nothing: "malformed", "wrong step" or "not proven"."""


class CannotCheck(CheckError):
    """Nothing need be wrong with the certificate, but nothing is verified: it needs more than it is allowed."""


class CheckpointError(Error):
    """A file is not the checkpoint of this search."""
