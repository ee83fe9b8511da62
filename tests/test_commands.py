"""The headless commands: what they print, and that a seat's view holds what that seat may know."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tabletop import UserError, commands
from tests import games

CHECKOUT = Path(__file__).resolve().parent.parent
GAMES = Path(games.__file__).parent


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(CHECKOUT / "main.py"), *map(str, words)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)


def record(folder: Path, game: str, actions: list[str], more: str = "", seats: str = "[Ada, Ben]") -> Path:
    path = folder / "record.yaml"
    lines = "".join(f"\n  - {action}" for action in actions) or " []"
    path.write_text(
        f"record: 1\ngame: {GAMES.as_posix()}/{game}.yaml\nseats: {seats}\n{more}actions:{lines}\n", encoding="utf-8"
    )
    return path


def replayed(path: Path, **how: int) -> Any:
    return json.loads(commands.replay(path, games=games.GAMES, **how))


def counted(path: Path, depth: int, divide: bool = False) -> str:
    return commands.perft(path, depth, divide, games=games.GAMES)


# -- replay ------------------------------------------------------------------------------------------------------------


def test_replay_prints_the_four_keys(tmp_path: Path) -> None:
    shown = replayed(record(tmp_path, "toy_bids", ["0> turn 5", "2> bid 1"]))
    assert list(shown) == ["position", "to_act", "legal", "result"]
    assert shown["to_act"] == [1]
    assert shown["legal"] == {"1": ["bid 1", "bid 2", "bid 3"]}
    assert shown["position"]["bids"] == {"1": None, "2": 1}
    assert shown["result"] is None


def test_replay_stops_where_it_is_told(tmp_path: Path) -> None:
    path = record(tmp_path, "toy_bids", ["0> turn 5", "2> bid 1", "1> nonsense"])
    assert replayed(path, at=0)["to_act"] == [0]
    assert replayed(path, at=1)["to_act"] == [1, 2]
    with pytest.raises(UserError, match=r'record\.yaml: action 3 "1> nonsense": this is not an action of this game'):
        replayed(path, at=3)
    with pytest.raises(UserError, match="--at 4 is past the end; the record has 3 actions"):
        replayed(path, at=4)


def test_a_seat_sees_its_own_secrets_only(tmp_path: Path) -> None:
    path = record(tmp_path, "toy_bids", ["0> turn 5", "2> bid 1"])
    seen = replayed(path, seat=1)
    assert seen["position"]["bids"] == {"1": None, "2": "?"}
    assert seen["legal"] == {"1": ["bid 1", "bid 2", "bid 3"]}
    assert replayed(path, seat=2)["legal"] == {}
    with pytest.raises(UserError, match="there is no seat 3; the seats are 1 to 2"):
        replayed(path, seat=3)


def test_actions_out_of_turn_are_listed(tmp_path: Path) -> None:
    shown = replayed(record(tmp_path, "toy_points", ["put 1,1"], seats="[A, B, C]"))
    assert shown["to_act"] == [2]
    assert shown["legal"]["3"] == ["veto"]
    assert "1" not in shown["legal"]
    assert shown["legal"]["2"] == sorted(shown["legal"]["2"])


def test_the_result_has_scores_where_the_game_has(tmp_path: Path) -> None:
    shown = replayed(record(tmp_path, "toy_points", ["put 1,1", "put 4,4"], "options: {discs: 1}\n"))
    assert shown["to_act"] == []
    assert shown["legal"] == {}
    assert shown["result"] == {"winners": [1, 2], "reason": "most", "scores": {"1": 1, "2": 1}}


def test_a_game_may_lie_beside_its_record(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(f"extends: {GAMES.as_posix()}/toy_points.yaml\nwidth: 3\n", encoding="utf-8")
    path = tmp_path / "r.yaml"
    path.write_text("record: 1\ngame: club.yaml\nseats: [A, B]\n", encoding="utf-8")
    # On 3 x 6, a disc of radius 1 has whole points x 1..2, y 1..5.
    assert len(replayed(path)["legal"]["1"]) == 10


def test_a_path_may_be_written_as_on_windows(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    club = f"extends: {GAMES.as_posix()}/toy_points.yaml\r\nwidth: 3\r\n"
    (tmp_path / "cards" / "club.yaml").write_bytes(club.encode())
    path = tmp_path / "r.yaml"
    path.write_bytes(b"record: 1\r\ngame: cards\\club.yaml\r\nseats: [No, 12]\r\n")
    assert len(replayed(path)["legal"]["1"]) == 10


# -- perft -------------------------------------------------------------------------------------------------------------


def test_every_order_of_secret_choices_counts(tmp_path: Path) -> None:
    path = record(tmp_path, "toy_bids", ["0> turn 5"], "seed: 1\n")
    # Two seats with three cards each: either goes first. Chance takes no depth; then two cards each are left.
    first = [1, 2 * 3, 2 * 3 * 3]
    assert [counted(path, depth) for depth in range(5)] == [
        *map(str, first),
        str(first[2] * 2 * 2),
        str(first[2] * 2 * 2 * 2),
    ]


def test_divide_prints_a_line_an_action_first(tmp_path: Path) -> None:
    path = record(tmp_path, "toy_bids", ["0> turn 5"])
    assert counted(path, 2, divide=True).split("\n") == [
        *(f"{seat}> bid {card}: 3" for seat in (1, 2) for card in (1, 2, 3)),
        "18",
    ]
    path = record(tmp_path, "toy_bids", ["0> turn 5", "1> bid 2"])
    assert counted(path, 1, divide=True) == "bid 1: 1\nbid 2: 1\nbid 3: 1\n3"
    assert counted(path, 0, divide=True) == "1"


def test_what_nobody_is_asked_for_is_not_counted(tmp_path: Path) -> None:
    path = record(tmp_path, "toy_points", ["put 4,3"])
    # Whole points of 8 x 6 at distance 2 or more from 4,3, one or more from each edge: 7 x 5 less the 3 x 3 around it.
    assert counted(path, 1) == str(7 * 5 - 9)


def test_a_draw_that_is_due_needs_a_seed(tmp_path: Path) -> None:
    path = record(tmp_path, "toy_bids", [])
    assert counted(path, 0) == "1"
    with pytest.raises(UserError, match=r"record\.yaml: a draw is due here"):
        counted(path, 1)
    assert counted(record(tmp_path, "toy_bids", [], "seed: 4\n"), 1) == "6"


def test_nothing_follows_a_finished_game(tmp_path: Path) -> None:
    path = record(tmp_path, "toy_points", ["put 1,1", "put 4,4"], "options: {discs: 1}\n")
    assert [counted(path, depth) for depth in (0, 1, 50)] == ["1", "0", "0"]
    with pytest.raises(UserError, match="--depth goes to 100, not 1000"):
        counted(path, 1000)


def test_the_order_of_placements_counts(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    deal = "0> deal death drifting birth prayer sacrifice"
    path.write_text(f"record: 1\ngame: spaghetti_monsters\nseats: [A, B]\nactions: [{deal}]\n", encoding="utf-8")
    assert commands.perft(path, 3) == "100"  # the rules page's table


# -- check -------------------------------------------------------------------------------------------------------------


def test_check_reads_definitions_and_records(tmp_path: Path) -> None:
    path = record(tmp_path, "toy_bids", ["0> turn 5"])
    assert commands.check([GAMES / "toy_bids.yaml", path], games.GAMES).split("\n") == [
        f"{GAMES / 'toy_bids.yaml'}: good (a game for 2 to 4)",
        f"{path}: good (a record of 1 actions)",
    ]


def test_check_finds_a_bare_name_in_the_folder_of_ones_own_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "ours.yaml").write_text("extends: spaghetti_monsters\ncards: {}\n")
    assert "good" in commands.check([Path("ours.yaml")])
    with pytest.raises(UserError):
        commands.check([Path("theirs.yaml")])


def test_check_passes_over_what_systems_leave_beside_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "club.yaml").write_text("extends: spaghetti_monsters\n", encoding="utf-8")
    (folder / "._club.yaml").write_bytes(b"\0\5\x16\7")
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    assert "club.yaml: good (a game for 2 to 5)" in commands.check([])


def test_check_stops_listing_at_a_hundred(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(
        "extends: spaghetti_monsters\n" + "".join(f"bad{number}: 1\n" for number in range(150)), encoding="utf-8"
    )
    with pytest.raises(UserError) as error:
        commands.check([path])
    lines = str(error.value).splitlines()
    assert len(lines) == 101
    assert lines[-1] == "and 50 more"


def test_check_lists_every_fault(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("rules: toy_bids\nseats: [2, 4]\nprizes: [1, x]\nminuts: 3\n", encoding="utf-8")
    with pytest.raises(UserError) as error:
        commands.check([GAMES / "toy_bids.yaml", bad, tmp_path / "none.yaml"], games.GAMES)
    lines = str(error.value).split("\n")
    assert [line.removeprefix(str(tmp_path)).lstrip("/\\").split(": ")[0] for line in lines] == [
        "bad.yaml:3:13",
        "bad.yaml:4:1",
        "none.yaml",
    ]


def test_the_games_that_come_along_are_good() -> None:
    done = run("check")
    assert (done.returncode, done.stderr) == (0, "")
    assert "spaghetti_monsters.yaml: good" in done.stdout


# -- as a process ------------------------------------------------------------------------------------------------------


def test_replay_as_a_process() -> None:
    done = run("replay", CHECKOUT / "tests" / "records" / "spaghetti_monsters-0.yaml", "--seat", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["legal"] == {"2": ["target 1", "target 3"]}


def test_perft_as_a_process(tmp_path: Path) -> None:
    path = tmp_path / "räcord.yaml"
    path.write_text("record: 1\ngame: spaghetti_monsters\nseats: [Ädä, 李]\nseed: 1\n", encoding="utf-8")
    done = run("perft", path, "--depth", "2", "--divide")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[-1] == "25"
    assert math.fsum(int(line.split(": ")[1]) for line in lines[:-1]) == 25


def test_the_package_runs_as_a_module_and_tells_nobody_when_nobody_listens() -> None:
    words = [sys.executable, "-m", "tabletop", "replay", "gone.yaml"]
    checkout = Path(__file__).resolve().parent.parent
    done = subprocess.run(words, capture_output=True, encoding="utf-8", cwd=checkout)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "gone.yaml: there is no such file\n")
    if Path("/dev/full").exists():
        with open("/dev/full", "w") as full:
            assert subprocess.run(words, stderr=full, cwd=checkout).returncode == 2
