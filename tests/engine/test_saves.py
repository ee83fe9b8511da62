"""Autosave: whole or the one before, locked, told in one sentence when it fails."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tabletop.engine import saves
from tabletop.engine.match import Match
from tabletop.engine.record import NewerVersion
from tabletop.engine.saves import Autosave, InUse
from tabletop.engine.source import SourceError
from tests import games

WHEN = datetime(2024, 5, 6, 19, 30, 15)
ROOT = Path(__file__).resolve().parents[2]


def start(folder: Path, name: str = "toy_race", **settings: Any) -> Match:
    autosave = Autosave.new(folder, name, WHEN)
    return Match(games.load(name), ["Ada", "Ben"], rng=random.Random(1), autosave=autosave, **settings)


def path_of(match: Match) -> Path:
    assert match.autosave is not None
    return match.autosave.path


def test_every_change_is_saved_and_the_save_before_is_kept(tmp_path: Path) -> None:
    match = start(tmp_path / "new" / "folder")
    path = path_of(match)
    assert saves.load(path) == (match.record(), None), "saved from the start"
    match.play(1, "grid 1 2")
    before = match.record()
    match.play(1, "drive 2")
    assert saves.load(path) == (match.record(), None)
    path.unlink()
    assert saves.load(path)[0] == before
    for change in (
        lambda: match.rename(1, "Bea"),
        lambda: match.hand_over(2, "club"),
        lambda: match.give_up(2, "club"),
    ):
        change()
        assert saves.load(path) == (match.record(), None)
    assert match.trouble is None


def test_a_save_keeps_no_seed_and_draws_nothing(tmp_path: Path) -> None:
    match = start(tmp_path, "toy_bids")
    match.play(1, "bid 1")
    record, _ = saves.load(path_of(match))
    assert record.seed is None and len(record.actions) == 2, "one prize is up, the others are not decided"


def test_two_matches_begun_in_the_same_second_have_two_files(tmp_path: Path) -> None:
    assert path_of(start(tmp_path)) != path_of(start(tmp_path))


@pytest.mark.parametrize("game", ["spaghetti_monsters", "/home/me/my cards: best.yaml", "C:\\x\\..\\y.yaml", "???"])
def test_a_files_name_is_fit_for_every_system(tmp_path: Path, game: str) -> None:
    path = Autosave.new(tmp_path, game, WHEN).path
    assert path.parent == tmp_path and not set(path.name) & set('<>:"/\\|?*') and len(path.name) < 100


# -- broken saves ------------------------------------------------------------------------------------------------------


def test_a_save_cut_anywhere_falls_back_to_the_one_before(tmp_path: Path) -> None:
    match = start(tmp_path, levels=[None, "club"])
    path = path_of(match)
    match.play(1, "grid 1 2")
    before = match.record()
    match.play(1, "drive 2")
    whole = path.read_bytes()
    for length in range(len(whole) - 1):
        path.write_bytes(whole[:length])
        record, sentence = saves.load(path)
        assert record == before and sentence is not None and "damaged" in sentence, whole[:length]


@pytest.mark.parametrize("rubbish", [b"", b"\x00" * 500, b"\xff\xfe\x80", b"[" * 5000, b"a: *b", b"record: x\n"])
def test_rubbish_falls_back_too_and_alone_is_one_sentence(tmp_path: Path, rubbish: bytes) -> None:
    match = start(tmp_path)
    path = path_of(match)
    match.play(1, "grid 1 2")
    path.write_bytes(rubbish)
    assert saves.load(path)[1] is not None
    Path(f"{path}.bak").write_bytes(rubbish)
    with pytest.raises(SourceError) as caught:
        saves.load(path)
    assert "\n" not in str(caught.value)
    (line,) = saves.listed(tmp_path)
    assert line.trouble is not None and "\n" not in line.trouble


def test_a_save_of_a_newer_version_is_not_replaced_by_an_older_one(tmp_path: Path) -> None:
    match = start(tmp_path)
    path = path_of(match)
    match.play(1, "grid 1 2")
    path.write_text("record: 2\n" + path.read_text().split("\n", 1)[1])
    with pytest.raises(NewerVersion, match="newer version"):
        saves.load(path)
    (line,) = saves.listed(tmp_path)
    assert line.trouble is not None and "newer version" in line.trouble


def test_a_whole_record_from_elsewhere_is_read_though_it_has_no_table(tmp_path: Path) -> None:
    path = tmp_path / "theirs.yaml"
    path.write_text("record: 1\ngame: toy_race\nseats: [A, B]\nactions: [grid 1 2]\n")
    record, _ = saves.load(path)
    assert len(record.actions) == 1


# -- a disk that does not take it --------------------------------------------------------------------------------------


def test_a_full_disk_is_one_sentence_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = start(tmp_path)
    path = path_of(match)
    match.play(1, "grid 1 2")
    before = match.record()

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        match.play(1, "drive 2")
        assert match.trouble is not None and "cannot be saved" in match.trouble and "\n" not in match.trouble
        assert saves.load(path) == (before, None), "the save of before is left"
        assert not list(tmp_path.glob("*.new")), "no half file is left"
    match.play(2, "drive 1")
    assert match.trouble is None and saves.load(path) == (match.record(), None)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("a file where the folder should be")
    match = start(tmp_path / "saves")
    assert match.trouble is not None and "cannot be saved" in match.trouble
    match.play(1, "grid 1 2")
    assert len(match.entries) == 1


def test_a_save_in_a_folder_that_takes_no_lock_can_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = start(tmp_path)
    match.close()

    def read_only(*given: Any, **settings: Any) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "open", read_only)
    Autosave(path_of(match)).open()
    monkeypatch.setattr(os, "replace", read_only)
    match.play(1, "grid 1 2")
    assert match.trouble is not None and "cannot be saved" in match.trouble and len(match.entries) == 1


# -- two copies of the program -----------------------------------------------------------------------------------------


def run(code: str, *arguments: str) -> subprocess.Popen[str]:
    """Start another copy of the program, in Python."""
    command = [sys.executable, "-c", textwrap.dedent(code), *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


HOLD = """
    import sys, time
    from pathlib import Path
    from tabletop.engine.saves import Autosave
    Autosave(Path(sys.argv[1])).open()
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_save_in_use_is_not_shared_until_its_holder_is_gone(tmp_path: Path) -> None:
    match = start(tmp_path)
    path = path_of(match)
    assert match.autosave is not None
    match.autosave.close()
    assert [line.in_use for line in saves.listed(tmp_path)] == [False]
    with run(HOLD, str(path)) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        assert [line.in_use for line in saves.listed(tmp_path)] == [True]
        with pytest.raises(InUse, match="another window"):
            Autosave(path).open()
        before = path.read_bytes()
        match.play(1, "grid 1 2")
        assert match.trouble is not None and "another window" in match.trouble
        assert path.read_bytes() == before
        refused = saves.delete(path)
        assert refused is not None and path.exists()
        other.kill()
    # Killed, it has left its lock: that is stale now.
    assert Path(f"{path}.lock").exists()
    match.play(1, "drive 1")
    assert match.trouble is None and saves.load(path) == (match.record(), None)


def test_a_lock_of_another_process_with_the_same_number_is_stale(tmp_path: Path) -> None:
    lock = tmp_path / "game.yaml.lock"
    lock.write_text(f"{os.getpid()} started at another time\n")
    Autosave(tmp_path / "game.yaml").open()
    assert lock.read_text() == f"{os.getpid()} {saves.started(os.getpid())}\n"


def test_an_empty_lock_counts_while_it_may_still_be_written(tmp_path: Path) -> None:
    lock = tmp_path / "game.yaml.lock"
    lock.touch()
    with pytest.raises(InUse):
        Autosave(tmp_path / "game.yaml").open()
    os.utime(lock, (time.time() - 60,) * 2)
    Autosave(tmp_path / "game.yaml").open()


def test_a_lock_is_let_go(tmp_path: Path) -> None:
    one = Autosave(tmp_path / "game.yaml")
    one.open()
    one.open()
    with pytest.raises(InUse):
        Autosave(tmp_path / "game.yaml").open()
    one.close()
    one.close()
    Autosave(tmp_path / "game.yaml").open()


def test_no_process_has_started_that_does_not_run() -> None:
    with run("pass") as other:
        other.wait()
    assert saves.started(other.pid) is None
    assert saves.started(os.getpid()) == saves.started(os.getpid()) is not None


# -- the list for the menu ---------------------------------------------------------------------------------------------


def test_saves_are_listed_the_latest_first(tmp_path: Path) -> None:
    assert saves.listed(tmp_path / "not there") == []
    old, new = start(tmp_path), start(tmp_path, "toy_bids")
    old.give_up(1, "casual")
    old.rename(2, "No: actions")
    os.utime(path_of(old), (1_000_000, 1_000_000))
    (tmp_path / "notes.txt").write_text("mine")
    lines = saves.listed(tmp_path)
    assert [line.path for line in lines] == [path_of(new), path_of(old)]
    assert [line.finished for line in lines] == [False, True]
    assert [line.names for line in lines] == [("Ada", "Ben"), ("Ada", "No: actions")]
    assert [Path(line.game).stem for line in lines] == ["toy_bids", "toy_race"]
    assert lines[1].when == datetime.fromtimestamp(1_000_000) and lines[1].trouble is None


def test_the_latest_save_is_found_without_reading_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        path = tmp_path / f"{number}.yaml"
        path.write_text("record: 1\ngame: toy_race\nseats: [A, B]\nactions: []\ntable: {finished: false}\n")
        os.utime(path, (1000 - number, 1000 - number))
    read: list[str] = []
    line = saves._line
    monkeypatch.setattr(saves, "_line", lambda path: (read.append(path.name), line(path))[1])
    assert next(saves.latest(tmp_path)).path.name == "0.yaml" and read == ["0.yaml"]
    assert [save.path.name for save in saves.latest(tmp_path)] == [f"{number}.yaml" for number in range(5)]


def test_a_save_of_which_only_the_kept_one_is_left_is_listed(tmp_path: Path) -> None:
    match = start(tmp_path)
    match.play(1, "grid 1 2")
    path_of(match).unlink()
    assert [line.path for line in saves.listed(tmp_path)] == [path_of(match)]


def test_a_save_is_removed_whole(tmp_path: Path) -> None:
    match = start(tmp_path)
    match.play(1, "grid 1 2")
    assert match.autosave is not None
    match.autosave.close()
    assert saves.delete(path_of(match)) is None
    assert list(tmp_path.iterdir()) == []


# -- killed ------------------------------------------------------------------------------------------------------------

PLAY = """
    import random, sys
    from datetime import datetime
    from pathlib import Path
    from tabletop.engine.match import Match
    from tabletop.engine.saves import Autosave
    from tests import games
    rng = random.Random(1)
    while True:
        autosave = Autosave.new(Path(sys.argv[1]), "toy_race", datetime.now())
        match = Match(games.load("toy_race"), ["A", "B"], options={"track": 40}, autosave=autosave)
        print(autosave.path.name, 0, flush=True)
        while not match.over:
            (seat,) = match.to_act()
            match.play(seat, match.state.sample(seat, rng))
            print(autosave.path.name, len(match.entries), flush=True)
        autosave.close()
"""


def kill_while_playing(folder: Path, rng: random.Random) -> None:
    """Kill a copy of the program at a random moment; what it said to have done has to be there."""
    with run(PLAY, str(folder)) as other:
        assert other.stdout is not None
        said = other.stdout.readline()
        time.sleep(rng.uniform(0, 0.15))
        other.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        rest = other.stdout.read().splitlines(keepends=True)
    whole = [said] + [line for line in rest if line.endswith("\n")]
    name, _, count = whole[-1].strip().rpartition(" ")
    record, sentence = saves.load(folder / name)
    assert sentence is None or "damaged" in sentence
    assert int(count) <= len(record.actions) <= int(count) + 1
    Match.resume(record, games.load("toy_race"))
    assert folder / name in [line.path for line in saves.listed(folder)]


def test_killed_while_playing_nothing_done_is_lost(tmp_path: Path, rng: random.Random) -> None:
    for _ in range(4):
        kill_while_playing(tmp_path, rng)


@pytest.mark.long
def test_killed_at_two_hundred_moments_nothing_done_is_lost(tmp_path: Path, rng: random.Random) -> None:
    for _ in range(200):
        kill_while_playing(tmp_path, rng)
