"""The build backend: maturin's, with the programs `solve` and `check` in the wheel beside the library.

Maturin puts either a library or programs into a wheel. So cargo compiles the programs first, with the profile and the target
folder that maturin will use, so that nothing is compiled twice, and they go into maturin's data folder, from which they get
into `bin` like the scripts of any package. They are the programs themselves, not covers of them.

SPROOF_PROFILE names another cargo profile than `release`: `fast` compiles in a third of the time, and the tests use it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import maturin

HERE = Path(__file__).resolve().parent.parent
SCRIPTS = HERE / "programs.data" / "scripts"
SUFFIX = ".exe" if sys.platform == "win32" else ""

get_requires_for_build_wheel = maturin.get_requires_for_build_wheel
get_requires_for_build_editable = maturin.get_requires_for_build_editable

# Maturin asks for its data folder even where it only tells what the package is called.
SCRIPTS.mkdir(parents=True, exist_ok=True)
prepare_metadata_for_build_wheel = maturin.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = maturin.prepare_metadata_for_build_editable


def _profile() -> str:
    return os.environ.get("SPROOF_PROFILE", "release")


def _build_programs() -> None:
    profile = _profile()
    target = Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target")).resolve()
    command = ["cargo", "build", "--locked", "--profile", profile, "--manifest-path", str(HERE / "Cargo.toml")]
    command += ["--package", "sproof-programs", "--target-dir", str(target)]
    if shutil.which("cargo") is None:
        sys.exit("error: sproof is compiled from source and needs Rust: see https://rustup.rs")
    subprocess.run(command, check=True)
    for program in ("solve", "check"):
        shutil.copy2(target / profile / (program + SUFFIX), SCRIPTS / (program + SUFFIX))
    # Maturin takes the profile from here, and the target folder from CARGO_TARGET_DIR.
    os.environ["CARGO_TARGET_DIR"] = str(target)
    os.environ["MATURIN_PEP517_ARGS"] = f"--profile {profile} --locked"


def build_wheel(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """The wheel with the programs in it."""
    _build_programs()
    return str(maturin.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_editable(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """The same for `pip install --editable`."""
    _build_programs()
    return str(maturin.build_editable(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    """There is no source distribution: the sources are those of the whole repository."""
    raise RuntimeError("the package is built in the repository: pip install ./python, or pip wheel ./python")
