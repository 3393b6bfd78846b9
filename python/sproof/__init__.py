"""Results about games that a stranger can check.

>>> import sproof
>>> print(sproof.solve(8))
sprouts 8 normal LOSS
>>> certificate = sproof.solve(8, certificate=True).certificate
>>> print(sproof.check(certificate))
VERIFIED sprouts 8 normal LOSS

LOSS: the second player wins with perfect play. WIN: the first player does. `solve` searches, `check` verifies from the
rules alone and shares no code with `solve`; both are the code of the programs of these names, which are installed too.
"""

from __future__ import annotations

from sproof._native import (
    Certificate,
    Claim,
    Counts,
    MorpionGame,
    MorpionSearch,
    Position,
    Progress,
    Record,
    Result,
    Solution,
    Solver,
    Tree,
    Verified,
    canonical,
    check,
    nimber,
    options,
    rct,
    solve,
)
from sproof.errors import (
    CannotCheck,
    CertificateError,
    CheckError,
    CheckpointError,
    Error,
    FactsError,
    MemoryFull,
    PositionError,
    RecordError,
    Rejected,
    SearchError,
    Stopped,
    TimeOver,
    TreeError,
)

__version__ = "0.1.0"

__all__ = [
    "CannotCheck",
    "Certificate",
    "CertificateError",
    "CheckError",
    "CheckpointError",
    "Claim",
    "Counts",
    "Error",
    "FactsError",
    "MemoryFull",
    "MorpionGame",
    "MorpionSearch",
    "Position",
    "PositionError",
    "Progress",
    "Record",
    "RecordError",
    "Rejected",
    "Result",
    "SearchError",
    "Solution",
    "Solver",
    "Stopped",
    "TimeOver",
    "Tree",
    "TreeError",
    "Verified",
    "canonical",
    "check",
    "nimber",
    "options",
    "rct",
    "solve",
]
