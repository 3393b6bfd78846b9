"""Certificates: made, written, read, checked and refused."""

import pickle
import shutil
import subprocess
from pathlib import Path

import pytest

import sproof
from sproof import CannotCheck, Certificate, CertificateError, Rejected, Solver

PROOFS = Path(__file__).resolve().parents[2] / "proofs"


def made(spots: int, **how: bool | int) -> Certificate:
    certificate = sproof.solve(spots, certificate=True, threads=1, **how).certificate  # type: ignore[arg-type]
    assert certificate is not None
    return certificate


def test_solve_check_write_read(tmp_path: Path) -> None:
    certificate = made(8)
    verified = sproof.check(certificate)
    assert str(verified) == "VERIFIED sprouts 8 normal LOSS"
    assert verified.results == certificate.results and len(certificate.results) == 1
    assert (verified.claims, verified.replies) == (certificate.claim_count, certificate.reply_count)
    assert verified.digest == certificate.digest
    path = tmp_path / "p.bin"
    certificate.write(path)
    assert path.read_bytes() == certificate.to_bytes() and len(certificate) == path.stat().st_size
    assert Certificate.read(path) == certificate == Certificate(path.read_bytes())
    assert pickle.loads(pickle.dumps(certificate)) == certificate
    for content in (path, str(path), path.read_bytes()):
        assert sproof.check(content).digest == verified.digest


def test_claims_are_read_and_true() -> None:
    certificate = made(6)
    claims = certificate.claims()
    assert len(claims) == certificate.claim_count
    assert all(sproof.nimber(claim.land) == claim.nimber for claim in claims)
    explanation = certificate.explain(1)
    assert explanation[0] == f"claim 1, {claims[0]}" and len(explanation) == 1 + len(claims[0].land.options())
    with pytest.raises(CertificateError, match="another way to play"):
        certificate.lost_nodes()


def test_misere_and_nimbers() -> None:
    misere = made(6, misere=True, closure=3)
    assert [str(result) for result in sproof.check(misere).results] == ["sprouts 6 misere WIN"]
    assert len(misere.lost_nodes()) == misere.claim_count
    nimber = made(5, nimber=True)
    (result,) = nimber.verify().results
    assert (result.text, result.nimber, result.outcome) == ("sprouts 5 normal NIMBER 1", 1, "WIN")


def test_one_certificate_proves_several_results() -> None:
    for misere in (False, True):
        solver = Solver(misere=misere, threads=1, closure=3)
        solutions = [solver.solve(spots) for spots in (5, 6, 7)]
        certificate = solver.prove(solutions)
        verified = sproof.check(certificate)
        assert [result.text for result in verified.results] == [str(solution) for solution in solutions]
        assert str(verified).count("VERIFIED") == 3 and verified.results == certificate.results
        alone = [made(spots, misere=misere, closure=3) for spots in (5, 6, 7)]
        assert len(certificate) < sum(len(other) for other in alone)
        with pytest.raises(ValueError, match="at least one result"):
            solver.prove([])
    with pytest.raises(ValueError, match="not solutions of this solver"):
        Solver().prove(solutions)


@pytest.mark.parametrize("name", ["normal-12.bin", "misere-05.bin", "morpion-rosin82.bin", "gaps-basic-13-deal-5.bin"])
def test_published_certificates(name: str) -> None:
    certificate = Certificate.read(PROOFS / name)
    verified = sproof.check(certificate)
    assert verified.results == certificate.results
    for result in certificate.results:
        assert result.game in name or result.game == "sprouts"
        assert (result.position is None) == (result.game != "sprouts")


def test_a_published_certificate_of_many_results_is_read() -> None:
    certificate = Certificate.read(PROOFS / "normal-01-44.bin")
    assert [result.spots for result in certificate.results] == list(range(1, 45))
    assert all((result.outcome == "WIN") == (result.spots % 6 in (3, 4, 5)) for result in certificate.results if result.spots)


def test_the_package_and_the_program_say_the_same(tmp_path: Path) -> None:
    program = shutil.which("check", path=str(Path(__import__("sys").executable).parent))
    assert program, "the programs are installed with the package"
    good = made(7).to_bytes()
    files = {"good": good, "cut": good[:-1], "changed": good[:20] + bytes([good[20] ^ 1]) + good[21:], "empty": b""}
    for name, content in files.items():
        path = tmp_path / f"{name}.bin"
        path.write_bytes(content)
        run = subprocess.run([program, str(path)], capture_output=True, text=True)
        if name == "good":
            assert run.returncode == 0 and str(sproof.check(path)) in run.stdout
            continue
        with pytest.raises(Rejected) as error:
            sproof.check(path)
        assert run.returncode == 1 and run.stderr.strip() == f"error: {path}: {error.value}"
        assert error.value.family == "malformed"


def test_what_is_no_certificate() -> None:
    with pytest.raises(CertificateError):
        Certificate(b"something else")
    with pytest.raises(CertificateError, match="the file is damaged"):
        Certificate(made(5).to_bytes()[:-1] + b"x")
    with pytest.raises(FileNotFoundError):
        sproof.check("no such file")
    with pytest.raises(FileNotFoundError):
        Certificate.read("no such file")
    with pytest.raises(TypeError):
        sproof.check(8)  # type: ignore[arg-type]
    with pytest.raises(OSError):
        made(3).write("no such folder/p.bin")


def test_limits_of_the_checker() -> None:
    largest = max(PROOFS.glob("normal-*.bin"), key=lambda path: path.stat().st_size)
    certificate = Certificate.read(largest)
    with pytest.raises(CannotCheck, match="--memory allows more") as error:
        sproof.check(certificate, memory="32M")
    assert error.value.family == "cannot check"
    with pytest.raises(CannotCheck, match="there is no claim"):
        made(5).explain(10**9)


def test_progress_of_a_check_and_what_it_raises() -> None:
    class Enough(Exception):
        pass

    def stop(progress: sproof.Progress) -> None:
        assert progress.stage == "check" and 0 < progress.done <= progress.total
        raise Enough

    with pytest.raises(Enough):
        sproof.check(PROOFS / "normal-18.bin", threads=1, progress=stop)
