"""Bad input to the commands: status 2, one sentence, nothing printed, no traceback.

All of it is given to `main` in this process, where an error that nothing catches fails the test; one of each shape is
given to a process of its own too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop.app import main

CHECKOUT = Path(__file__).resolve().parent.parent
HEAD = "record: 1\ngame: spaghetti_monsters\nseats: [Ada, Ben]\n"
DEAL = "actions:\n  - 0> deal birth death prayer drifting sacrifice\n"
POSED = HEAD + "position:\n  islands: [{card: birth, queue: [1, 2]}]\n"
BOMB = "a: &a [x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))


def one_line(status: int, out: str, err: str) -> str:
    assert status == 2, err
    assert out == ""
    assert "Traceback" not in err
    assert err.count("\n") == 1, err
    return err


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Give what runs a command that has to fail in the test's own folder, and returns the one line it says."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str | Path) -> str:
        status = main([*map(str, words)])
        return one_line(status, *capsys.readouterr())

    return run


def refused_as_a_process(*words: str | Path, cwd: Path) -> str:
    command = [sys.executable, str(CHECKOUT / "main.py"), *map(str, words)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, cwd=cwd)
    return one_line(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + DEAL + "  - place 9\n", 'bad.yaml: action 2 "place 9": '),
        (HEAD + DEAL + "  - dance\n", 'bad.yaml: action 2 "dance": '),
        (HEAD + DEAL + "  - 2> place 1\n", 'bad.yaml: action 2 "2> place 1": '),
        (HEAD + "actions: [place 1]\n", 'bad.yaml: action 1 "place 1": a draw is due here'),
        (HEAD + "sed: 7\n", "bad.yaml:4:1: there is no key `sed` in a record; did you mean `seed`?"),
        (HEAD + "options: {levle: 2}\n", "bad.yaml:4:18: there is no option `levle`; did you mean `level`?"),
        (HEAD + "options: {level: 9}\n", "bad.yaml:4:18: option `level` can be 1, 2, 3; it cannot be 9"),
        (HEAD + "options: {blanks: [ghost]}\n", "bad.yaml:4:"),
        (HEAD + "position: {islands: [{card: birth, queue: [1, 7]}]}\n", "bad.yaml:4:"),
        (HEAD + "position: {islnds: []}\n", "bad.yaml:4:"),
        (HEAD + "position: {islands: 3}\n", "bad.yaml:4:"),
        (HEAD + "position: {islands: [{card: [a]}]}\n", "bad.yaml:4:29: `position.islands.1.card`: there is no"),
        (HEAD + "position: {islands: [{card: {a: b}}]}\n", "bad.yaml:4:23: `position.islands.1.card`: there is no"),
        (POSED + "  sorcerer: {heading: 1.0}\n", "bad.yaml:6:23: `position.sorcerer.heading`: the heading is 1 or -1"),
        (HEAD + f"position: {{islands: [{', '.join(['{card: birth}'] * 100)}]}}", "`position.islands`: there are more"),
        (POSED + "  sorcerer: 0\n", "bad.yaml:6:13: `position.sorcerer`: this should be a mapping"),
        (POSED + "  turn: true\n", "bad.yaml:6:9: `position.turn`: this should be a whole number"),
        (POSED + "  turn: 1.0\n", "bad.yaml:6:9: `position.turn`: this should be a whole number from 1 to 2, not 1.0"),
        (POSED + "  sorcerer: {place: 2}\noptions: {revolution: on}\n", "bad.yaml:6:21: `position.sorcerer.place`: "),
        (POSED + "  visited: [[x]]\noptions: {memory: on}\n", "bad.yaml:6:12: `position.visited`: this should be a"),
        (POSED + "  visited: [{card: [x]}]\noptions: {memory: on}\n", "bad.yaml:6:12: `position.visited`: there is no"),
        (HEAD + DEAL + "  - place 1\u0663\n", 'bad.yaml: action 2 "place 1\u0663": this is not an action'),
        (HEAD.replace("spaghetti_monsters", "a" * 300), "bad.yaml:2:7: there is no game `aaa"),
        (HEAD.replace("spaghetti_monsters", "12"), "bad.yaml:2:7: `12` is neither the id of a game nor a path"),
        (HEAD.replace("[Ada, Ben]", "[Ada]"), "bad.yaml:3:8: this game is for 2 to 5 players, not 1"),
        (HEAD.replace("spaghetti_monsters", "spagetti_monsters"), "bad.yaml:2:7: there is no game `spagetti_monsters`"),
        (HEAD.replace("spaghetti_monsters", "../../../etc/passwd"), "bad.yaml:2:7: `../../../etc/passwd` is neither"),
        (HEAD.replace("spaghetti_monsters", "gone/club.yaml"), "bad.yaml:2:7: there is no file `gone/club.yaml`"),
        (HEAD.replace("spaghetti_monsters", "bad.yaml"), "bad.yaml:2:7: the game `bad.yaml` cannot be used: "),
        (HEAD.replace("record: 1", "record: 2"), "bad.yaml:1:9: made by a newer version of Tabletop"),
        (HEAD + "actions: [0> deal birth, 'pla", "bad.yaml:4:"),
        (HEAD + BOMB, "bad.yaml:4:4: anchors and aliases (`&a`) are not allowed here"),
        ("[" * 100_000, "bad.yaml:1:"),
        ("a: !!python/object/apply:os.system [ls]", "bad.yaml:1:4: tags"),
        ("", "bad.yaml: this file is empty"),
    ],
)
def test_a_bad_record(text: str, said: str, tmp_path: Path, refused: Callable[..., str]) -> None:
    (tmp_path / "bad.yaml").write_text(text, encoding="utf-8")
    assert said in refused("replay", "bad.yaml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cards: {fog: {efect: []}}\n", "club.yaml:2:15: there is no key `efect` here; did you mean `effect`?"),
        (
            "cards: {fog: {effect: [lose_livs]}}\n",
            "club.yaml:2:24: there is no effect `lose_livs`; did you mean `lose_lives`?",
        ),
        ("cards: {fog: {effect: [lose_lives: {who: enmy}]}}\n", "club.yaml:2:42: `who` should be"),
        ("cards: {fog: {number: lots}}\n", "club.yaml:2:23: a card's number is a whole number"),
        ("face_down: [fogg, prayer]\n", "club.yaml:2:13: there is no card `fogg`; known: "),
        ("decks: {2: [sink, deth]}\n", "club.yaml:2:19: there is no card `deth`; did you mean `death`?"),
        ("decks: {x: [sink]}\n", "club.yaml:2:9: the key `x` should be a whole number"),
        ("extras: {memry: memory}\n", "club.yaml:2:10: there is no option `memry` to choose here; did you mean"),
        ("amended: {memory_choice: {al: {memory: {}}}}\n", "club.yaml:2:27: `memory_choice` cannot be `al`"),
        ("amended: {memory_choice: {any: {memry: {}}}}\n", "club.yaml:2:33: there is no card `memry`"),
        ("cards: {my fog: {effect: []}}\n", "club.yaml:2:9: a card's id is letters, digits and _"),
        ("options: {level: {values: [1, 4]}}\n", "club.yaml:2:27: level 4 needs its number of islanders in `placed`"),
        ("options: {sink_tie: {values: [lots]}}\n", "club.yaml:2:30: these rules know no `sink_tie` `lots`"),
        ("options: {placement_limit: {values: [1, x]}}\n", "club.yaml:2:37: a limit is `none`, or 1 or more"),
        ("options: {lives: {min: 0}}\n", "club.yaml:2:11: `lives` needs a `min` of 1 or more"),
        ("options: {memory: {default: 1.5}}\n", "club.yaml:2:11: "),
        ("options: {blanks: {default: [fogg]}}\n", "club.yaml:2:30: there is no card `fogg`"),
        (f"decks: {{1: [{', '.join(['death'] * 100)}]}}\n", "club.yaml:2:1: decks, extras and blanks are more than 99"),
        ("name: " + "n" * 61, "club.yaml:2:7: `name` is too long: 61 letters; 60 is the most"),
        (
            'name: 12\ncards: {fog: {name: "a\\nb", text: "a\\nb"}}',
            "club.yaml:3:21: `name` holds a control",
        ),
        ("placed: {1: 0}\n", "club.yaml:2:13: `1` should be 1 or more, not 0"),
        ("placed: {1: 9}\n", "club.yaml: as it is, without other options: there is no room for so many islanders"),
        ("seats: [1, 2]\n", "club.yaml:2:8: this game is for 2 players or more"),
        ("crads: {}\n", "club.yaml:2:1: there is no key `crads` here; did you mean `cards`?"),
        ("options: {level: {values: 3}}\n", "club.yaml:2:27: `values` should be a list, not 3"),
        ("tabletop: 7\n", "club.yaml:2:11: made for a newer version of Tabletop"),
        ("cards: {fog: {effect: [", "club.yaml:"),
    ],
)
def test_a_bad_definition(text: str, said: str, tmp_path: Path, refused: Callable[..., str]) -> None:
    (tmp_path / "club.yaml").write_text(f"extends: spaghetti_monsters\n{text}", encoding="utf-8")
    assert said in refused("check", "club.yaml")


def test_a_bad_definition_of_a_record(tmp_path: Path, refused: Callable[..., str]) -> None:
    (tmp_path / "club.yaml").write_text("extends: spaghetti_monsters\ncrads: {}\nminuts: 1\n", encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(HEAD.replace("spaghetti_monsters", "club.yaml"), encoding="utf-8")
    said = refused("replay", "bad.yaml")
    assert said.startswith(
        "bad.yaml:2:7: the game `club.yaml` cannot be used: club.yaml:2:1: there is no key `crads` here"
    )
    assert said.endswith("(and 1 more: `check` lists them)\n")


def _binary(folder: Path) -> Path:
    path = folder / "bad.yaml"
    path.write_bytes(bytes(range(256)) * 10)
    return path


def _secret(folder: Path) -> Path:
    path = folder / "bad.yaml"
    path.write_text(HEAD, encoding="utf-8")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    return path


def _device(folder: Path) -> Path:
    return Path("/dev/zero") if os.name != "nt" else pytest.skip("Windows has no /dev/zero")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (_binary, "bad.yaml:2:118: not a text file in UTF-8"),
        (_secret, "bad.yaml: this file may not be read"),
        (_device, "/dev/zero: this is not a regular file"),
        (lambda folder: folder, "this is a folder; name a file in it"),
        (lambda folder: folder / "gone.yaml", "gone.yaml: there is no such file"),
        (lambda folder: folder / "two\nlines.yaml", "two lines.yaml: there is no such file"),
    ],
    ids=["binary", "permission", "device", "folder", "missing", "newline"],
)
@pytest.mark.parametrize("command", [["replay"], ["perft", "--depth", "1"], ["check"]], ids=lambda words: words[0])
def test_a_bad_file(
    command: list[str], make: Callable[[Path], Path], said: str, tmp_path: Path, refused: Callable[..., str]
) -> None:
    assert said in refused(*command, make(tmp_path))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["replay", "good.yaml", "--at", "5"], "good.yaml: --at 5 is past the end; the record has 1 actions"),
        (["replay", "good.yaml", "--seat", "3"], "good.yaml: there is no seat 3; the seats are 1 to 2"),
        (["replay", "good.yaml", "--at", "-1"], "--at"),
        (["perft", "good.yaml", "--depth", "9999"], "--depth goes to 100, not 9999"),
    ],
)
def test_numbers_out_of_range(words: list[str], said: str, tmp_path: Path, refused: Callable[..., str]) -> None:
    (tmp_path / "good.yaml").write_text(HEAD + DEAL, encoding="utf-8")
    assert said in refused(*words)


@pytest.mark.parametrize(
    ("words", "text", "said"),
    [
        (["replay", "bad.yaml"], HEAD + DEAL + "  - place 9\n", 'bad.yaml: action 2 "place 9": '),
        (["replay", "bad.yaml"], "[" * 100_000, "bad.yaml:1:"),  # deep enough to overflow the stack, if anything is
        (["replay", "bad.yaml", "--seat", "3"], HEAD + DEAL, "there is no seat 3; the seats are 1 to 2"),
        (["check", "bad.yaml"], "extends: spaghetti_monsters\ncrads: {}\n", "did you mean `cards`?"),
        (["perft", "gone.yaml", "--depth", "1"], "", "gone.yaml: there is no such file"),
        (["perft", "bad.yaml", "--depth", "9999"], HEAD, "--depth goes to 100, not 9999"),
    ],
    ids=["action", "nested", "seat", "definition", "missing", "number"],
)
def test_as_a_process(words: list[str], text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(text, encoding="utf-8")
    assert said in refused_as_a_process(*words, cwd=tmp_path)
