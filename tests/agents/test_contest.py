"""Matches between agents: seats rotate, the same seed gives the same games, the numbers add up."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tabletop import UserError, app, rules
from tabletop.agents import commands
from tabletop.agents.agent import Budget
from tabletop.agents.contest import Game, Pairing, Score, Verbs, play, play_game, wilson
from tabletop.engine.definition import Definition, DefinitionError
from tabletop.engine.rules import Result
from tests import games as toys


@pytest.fixture(scope="module")
def monsters() -> Definition:
    return rules.load("spaghetti_monsters")


def pairing(definition: Definition, *names: str, seed: int = 0, **options: object) -> Pairing:
    return Pairing(names, definition.resolve(options, len(names)), Budget(iterations=10), seed)


def test_wilson_by_hand() -> None:
    """93 of 100: (0.93 + 0.01921) / 1.03842 -+ 1.95996 / 1.03842 * sqrt(0.93 * 0.07 / 100 + 3.8415 / 40000)."""
    assert wilson(93, 100) == pytest.approx((0.8625, 0.9657), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(0, 0) == (0, 1)


def test_seats_rotate(monsters: Definition) -> None:
    three = pairing(monsters, "random", "greedy", "learner")
    assert [three.seating(number) for number in range(4)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes(monsters: Definition) -> None:
    def games(seed: int, jobs: int = 1) -> list[tuple[object, ...]]:
        table = pairing(monsters, "search", "learner", seed=seed, islanders=1)
        return [(game.seating, game.result, game.actions, game.playouts) for game in play(monsters, table, 4, jobs)]

    first = games(1)
    assert games(1) == first
    assert games(1, jobs=2) == first
    assert games(2) != first


def test_games_with_asides_secrets_and_chance_are_played() -> None:
    for name, options in (("toy_points", {"discs": 2}), ("toy_bids", {"hands": "dealt"}), ("toy_race", {})):
        definition = toys.load(name)
        game = play_game(definition, pairing(definition, "search", "random", "greedy", **options), 1)
        assert game.seating == (1, 2, 0)
        assert game.result.winners


def test_the_numbers_add_up() -> None:
    score = Score(("search", "greedy", "greedy"))
    did = (Verbs(Counter(go=2)), Verbs(Counter(go=1), Counter(veto=1)), Verbs(Counter(stop=1)))
    score.add(Game(0, (0, 1, 2), Result((1,), "first"), 10, 4, 30, 0.5, did))
    score.add(Game(1, (1, 2, 0), Result((1, 3), "first"), 20, 6, 30, 1.0))
    data = score.as_data()
    assert data["agents"]["search"]["wins"] == 1.5
    assert data["agents"]["search"]["games"] == 2
    assert data["agents"]["greedy"]["wins"] == 0.5
    assert data["agents"]["greedy"]["games"] == 4
    assert [tally["wins"] for tally in data["seats"].values()] == [1.5, 0, 0.5]
    assert data["draws"] == 1
    assert data["decisions"] == 5
    assert data["playouts_a_second"] == 40
    assert data["verbs"]["search"] == {"in_turn": {"go": 2}, "out_of_turn": {}}
    assert data["verbs"]["greedy"] == {"in_turn": {"go": 1, "stop": 1}, "out_of_turn": {"veto": 1}}
    assert data["actions"] == {"least": 10, "median": 20, "most": 20}


# -- the command -------------------------------------------------------------------------------------------------------


def test_match_prints_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "spaghetti_monsters", "--seats", "greedy", "random", "--games", "6", "--option", "level=2"]
    assert app.main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("spaghetti_monsters: 6 games, ")
    assert "95 % interval" in out
    assert "greedy in turn: " in out
    assert app.main([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == 6
    assert data["options"]["level"] == 2
    assert sum(tally["wins"] for tally in data["agents"].values()) == pytest.approx(6)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seats", "greedi", "random"], "no player `greedi`; did you mean `greedy`?"),
        (["--seats", "random"], "2 to 5"),
        (["--seats", "random", "random", "--option", "level=9"], "`level` can be 1, 2, 3"),
        (["--seats", "random", "random", "--option", "levl=1"], "did you mean `level`?"),
        (["--seats", "random", "random", "--option", "level"], "should be NAME=VALUE"),
        (["--seats", "random", "random", "--iterations", "0"], "needs a whole number from 1 up"),
        (["--seats", "random", "random", "--seconds", "nan"], "needs a number of seconds above 0"),
        (["--seats", "random", "random", "--iterations", "5", "--seconds", "1"], "not allowed with"),
    ],
)
def test_a_mistaken_match_gets_one_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["match", "spaghetti_monsters", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert err.count("\n") == 1


def test_options_are_read_as_their_kind() -> None:
    assert commands._option("lives=3") == ("lives", 3)
    assert commands._option("opening=sequential") == ("opening", "sequential")
    assert commands._option("blanks=[jump, 3]") == ("blanks", ["jump", 3])
    with pytest.raises(UserError):
        commands._option("=3")


# -- levels in a definition --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ("{novice: {agent: greedy}}", "novice"),
        ("{club: {agent: serch, iterations: 5}}", "serch"),
        ("{expert: {seconds: null}}", "needs `iterations` or `seconds`"),
        ("{club: {agent: search, iterations: 0}}", "iterations"),
        ("{learner: {agent: greedy, mistakes: 1.5}}", "mistakes"),
        ("{learner: {agent: greedy, mistake: 0.5}}", "mistake"),
    ],
)
def test_levels_are_checked_when_a_game_is_loaded(players: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"extends: spaghetti_monsters\nid: mine\nplayers: {players}\n", encoding="utf-8")
    with pytest.raises(DefinitionError) as error:
        rules.load(file)
    assert told in str(error.value)
    assert ":3:" in str(error.value)
