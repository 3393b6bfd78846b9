"""The example runs as a script, and the documents' commands as they are written."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from sproof.cluster.__main__ import understood

PYTHON = Path(__file__).resolve().parents[1]


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_example_solves_and_checks(tmp_path: Path) -> None:
    said = run(sys.executable, str(PYTHON / "examples/game_of_sprouts.py"), "--most", "9", cwd=tmp_path)
    assert said.startswith("sprouts 8 normal LOSS\n")
    assert all(f"VERIFIED sprouts {spots} normal" in said for spots in range(1, 10))
    assert "claim 1, " in said and "5: 1(6)2" in said


def test_the_documents_examples_say_what_they_print(tmp_path: Path) -> None:
    """Every `>>>` of docs/python.md and of the package, with what follows it."""
    document = (PYTHON.parent / "docs/python.md").read_text()
    blocks = re.findall(r"```pycon\n(.*?)```", document, re.DOTALL)
    assert len(blocks) == 5
    (tmp_path / "examples.txt").write_text("\n".join(blocks))
    run(sys.executable, "-m", "doctest", "examples.txt", cwd=tmp_path)
    run(sys.executable, "-c", "import doctest, sproof; assert doctest.testmod(sproof) == (0, 4)", cwd=tmp_path)


def test_the_documents_commands_are_understood() -> None:
    document = (PYTHON.parent / "docs/python.md").read_text()
    commands = re.findall(r"^python -m sproof\.cluster ([^`…#\n]*)", document, re.MULTILINE)
    assert len(commands) >= 6
    for command in commands:
        given = understood(shlex.split(command))
        assert given.kind in ("sprouts", "morpion", "check")


def test_the_programs_are_installed(tmp_path: Path) -> None:
    folder = Path(sys.executable).parent
    assert "sprouts 8 normal LOSS" in run(str(folder / "solve"), "8", "--emit-proof", "p.bin", cwd=tmp_path)
    assert "s VERIFIED sprouts 8 normal LOSS" in run(str(folder / "check"), "p.bin", cwd=tmp_path)
