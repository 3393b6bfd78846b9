# %% [markdown]
# # Who wins Sprouts, and why should you believe it?
#
# Two players join spots by curves that never cross; every curve gets a new spot, no spot has more than three curve ends,
# and who cannot move loses. This notebook solves games, checks the solver's certificates with a program that shares no code with it, and
# draws how large the certificates are.
#
# Run it as a script (`python game_of_sprouts.py`), or cell by cell in an editor that knows `# %%`.

# %%
from __future__ import annotations

import argparse
import sys
from pathlib import Path

import sproof
from sproof import Certificate, Progress, Record, Solver

arguments = argparse.ArgumentParser(description="Solves games of Sprouts, checks the proofs, draws their sizes")
arguments.add_argument("--most", type=int, default=14, metavar="SPOTS", help="solve games up to so many spots")
arguments.add_argument("--plot", type=Path, metavar="FILE", help="draw the sizes of the certificates to this file")
options = arguments.parse_args([] if "ipykernel" in sys.modules else None)

# %% [markdown]
# ## One game
#
# LOSS means that the player to move loses: the second player wins.

# %%
print(sproof.solve(8))

# %% [markdown]
# ## Many games, with certificates
#
# A solver keeps what it has proved, so each game helps with the next. A certificate proves nothing until it is checked.


# %%
def tell(progress: Progress) -> None:
    """One line on the terminal, for searches that take longer than a tick."""
    if sys.stderr.isatty():
        print(f"{progress.stage}: {progress.expansions} expansions, {progress.facts} facts", end="\r", file=sys.stderr)


solver = Solver()
certificates: dict[int, Certificate] = {}
for spots in range(1, options.most + 1):
    solution = solver.solve(spots, certificate=True, progress=tell)
    assert solution.certificate is not None
    certificates[spots] = solution.certificate
    verified = sproof.check(solution.certificate)
    print(f"{verified}: {verified.claims} claims, {len(solution.certificate)} bytes")

# %% [markdown]
# The first player wins exactly when the number of spots leaves 3, 4 or 5 when divided by 6. That this goes on for ever is a
# conjecture of Applegate, Jacobson and Sleator.

# %%
winners = {spots: certificate.results[0].outcome for spots, certificate in certificates.items()}
assert all((outcome == "WIN") == (spots % 6 in (3, 4, 5)) for spots, outcome in winners.items())

# %% [markdown]
# ## What is a claim?
#
# A claim says that a land, an independent part of a position, has some nimber. The checker derives all options of the land
# and sees that each has another nimber.

# %%
for line in certificates[4].explain(1):
    print(line)

# %% [markdown]
# ## A game that people have played
#
# Records are read in two notations. Here Dan Hoey's example is replayed, and each position is judged.

# %%
record = Record("1-6-2; 3-7-4; 1-8-2>; 3-9-4>1")
print(record.text("wgosa"))
for move, position in zip(["start", *record.moves()], record.positions):
    print(f"{move:>8}  {str(position):<24} {'the player to move wins' if sproof.nimber(position) else 'lost to move'}")

# %% [markdown]
# ## Misère play
#
# Who cannot move *wins*. What takes the place of the nimber is a tree.

# %%
for spots in range(1, 5):
    tree = sproof.rct(spots)
    print(f"{spots} spots: {tree.outcome}, height {tree.height}, {str(tree)[:60]}")

# %% [markdown]
# ## The sizes of certificates

# %%
if options.plot is not None:
    try:
        import matplotlib.pyplot as pyplot
    except ImportError:
        sys.exit("error: drawing needs matplotlib: pip install './python[plot]'")
    figure, axes = pyplot.subplots()
    axes.plot(list(certificates), [certificate.claim_count for certificate in certificates.values()], "o-", label="claims")
    axes.plot(list(certificates), [certificate.reply_count for certificate in certificates.values()], "s-", label="replies")
    axes.set_yscale("log")
    axes.set_xlabel("spots")
    axes.legend()
    figure.savefig(options.plot)
    print(f"drawn: {options.plot}")
