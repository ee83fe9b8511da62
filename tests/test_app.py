"""The command line's frame; what the commands do is tested with them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop import UserError, app

CHECKOUT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["replay"], "FILE"),
        (["perft", "a.yaml"], "--depth"),
        (["perft", "a.yaml", "--depth", "-1"], "--depth: needs a whole number from 0 up, not '-1'"),
        (["replay", "a.yaml", "--at", "two"], "--at: needs a whole number from 0 up, not 'two'"),
        (["replay", "a.yaml", "--seat", "0"], "--seat: needs a whole number from 1 up, not '0'"),
        (["replay", "a.yaml", "--sea", "1"], "--sea"),
        (["--scale", "nan"], "--scale: needs a number from 0.5 to 4, not 'nan'"),
        (["play"], "'play'"),
        (["lesson", "spaghetti", "--out", "x.lesson.yaml"], "name the game with --from RECORD"),
        (["lesson", "--learner", "2", "spaghetti"], "name the game with --from RECORD"),
        (["lesson", "spaghetti", "--from", "a.yaml"], "spaghetti: a lesson is either opened, or made with --from"),
        (["replay", "a.yaml", "b\nc"], "b c"),
    ],
)
def test_a_mistaken_word_gets_one_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert err.count("\n") == 1


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("Tabletop ")


@pytest.mark.parametrize(
    ("raised", "status", "told"),
    [
        (UserError("a.yaml: no such game"), 2, "a.yaml: no such game\n"),
        (FileNotFoundError(2, "No such file or directory", "a.yaml"), 2, "a.yaml: No such file or directory\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_what_stops_a_command_is_told_without_a_traceback(
    raised: BaseException,
    status: int,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stop(arguments: object) -> str:
        raise raised

    monkeypatch.setattr(app, "_replay", stop)
    assert app.main(["replay", "a.yaml"]) == status
    assert capsys.readouterr() == ("", told)


def test_a_reader_that_has_gone_is_no_error_to_shout_about() -> None:
    code = (
        "import sys\n"
        "from tabletop import app\n"
        "app._check = lambda arguments: 'x' * 1_000_000\n"
        "sys.exit(app.main(['check']))"
    )
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run([sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE, cwd=CHECKOUT)
    finally:
        os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 1


def test_output_is_the_same_bytes_whatever_the_locale() -> None:
    code = "import sys\nfrom tabletop import app\napp._check = lambda arguments: 'Žofie'\nsys.exit(app.main(['check']))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=CHECKOUT, env={**os.environ, "PYTHONIOENCODING": "ascii"}
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("utf-8").split() == ["Žofie"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full is Linux's")
def test_a_full_disk_gets_one_line() -> None:
    code = "import sys\nfrom tabletop import app\napp._check = lambda arguments: 'x'\nsys.exit(app.main(['check']))"
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, cwd=CHECKOUT)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
