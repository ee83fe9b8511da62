"""A club's own cards: what each example does, worked out by hand, and that what the README says of them is so."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from tabletop import commands, paths
from tabletop.engine.definition import ids
from tabletop.engine.rules import Event
from tabletop.rules import GAMES, load
from tabletop.words import Words

CLUB = paths.games() / "examples" / "club_islands.yaml"
README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def table(*islands: tuple[str, Sequence[int]], seats: int = 2, level: int = 1, **position: Any) -> Any:
    definition = load(CLUB)
    row = [{"card": card, "queue": list(queue)} for card, queue in islands]
    return definition.start(definition.resolve({"level": level}, seats), seats, {"islands": row, **position})


def play(state: Any, *actions: str) -> Any:
    """Play actions of whoever's turn it is."""
    for text in actions:
        (seat,) = state.to_act()
        action = load(CLUB).game.parse(text)
        assert state.refusal(seat, action) is None, text
        state.apply(seat, action)
    return state


def queues(state: Any) -> list[tuple[str, list[int]]]:
    return [(island["card"], island["queue"]) for island in state.position()["islands"]]


def sorcerer(state: Any) -> Mapping[str, int]:
    found: Mapping[str, int] = state.position()["sorcerer"]
    return found


def test_whirlpool_turns_the_other_queues_and_then_changes_places() -> None:
    state = table(("whirlpool", [1, 2]), ("death", [1, 2, 2]), ("prayer", [2, 1]), ("birth", []))
    play(state, "ask")
    assert queues(state) == [("whirlpool", [1, 2]), ("death", [2, 1, 2]), ("prayer", [1, 2]), ("birth", [])]
    assert sorted(map(str, state.legal(1))) == ["swap 1 2", "swap 1 3", "swap 1 4"]
    play(state, "swap 1 3")
    assert queues(state) == [("prayer", [1, 2]), ("death", [2, 1, 2]), ("whirlpool", [1, 2]), ("birth", [])]
    # The visit goes on where the whirlpool now lies.
    assert sorcerer(state) == {"island": 3, "place": 2, "heading": 1}
    # Nobody is on Birth, so the next one asked is the first on what is now the first island.
    play(state, "decline")
    assert sorcerer(state) == {"island": 1, "place": 1, "heading": 1}
    assert state.to_act() == (1,)


def test_whirlpool_may_bring_the_next_island_past_the_sorcerer() -> None:
    # Death would come next; the whirlpool takes its place, and Prayer comes instead.
    state = table(("whirlpool", [1]), ("death", [2]), ("prayer", [1, 2]))
    play(state, "ask", "swap 1 2")
    assert queues(state) == [("death", [2]), ("whirlpool", [1]), ("prayer", [2, 1])]
    assert sorcerer(state) == {"island": 3, "place": 1, "heading": 1}
    assert state.to_act() == (2,)


def test_market_sells_the_asker_for_two_lives_and_whoever_took_its_place_is_next() -> None:
    state = play(table(("market", [1, 2]), ("prayer", [1]), ("death", [2])), "ask")
    assert queues(state) == [("market", [2]), ("prayer", [1]), ("death", [2])]
    assert state.position()["lives"] == [7, 5]
    assert state.position()["unused"] == [8, 8]  # sold, not back in the box
    assert sorcerer(state) == {"island": 1, "place": 1, "heading": 1}
    assert state.to_act() == (2,)


def test_market_for_the_last_islander_loses_all_the_same() -> None:
    state = play(table(("market", [1]), ("prayer", [2]), lives=[1, 1]), "ask")
    assert state.result().winners == (2,)
    assert state.position()["lives"] == [3, 1]
    assert state.position()["out"] == [1]


@pytest.mark.parametrize(("verb", "price", "chips"), [("bless", 3, (4, 5)), ("curse", 1, (5, 4))])
def test_market_has_a_price_to_bless_and_curse(verb: str, price: int, chips: tuple[int, int]) -> None:
    state = table((verb, [2]), ("market", [1]), ("prayer", [1]), level=3)
    play(state, "ask", f"{verb} 2", "ask")
    assert state.position()["chips"] == {"bless": chips[0], "curse": chips[1]}
    assert queues(state)[1:] == [("market", []), ("prayer", [1])]
    assert state.position()["lives"] == [5 + price, 5]


def test_market_cursed_to_nothing_still_takes_the_asker() -> None:
    islands = [
        {"card": "market", "number": 0, "queue": [1]},
        {"card": "prayer", "queue": [1]},
        {"card": "death", "queue": [2]},
    ]
    definition = load(CLUB)
    state = play(definition.start(definition.resolve({"level": 3}, 2), 2, {"islands": islands}), "ask")
    assert state.position()["chips"] == {"bless": 5, "curse": 3}
    assert state.position()["lives"] == [5, 5]
    assert queues(state)[0] == ("market", [])


def test_both_are_shuffled_in_and_the_game_keeps_its_own_cards() -> None:
    definition = load(CLUB)
    state = definition.start(definition.resolve({}, 2), 2)
    deal = state.draw(random.Random(1))
    assert sorted(deal.args) == ["birth", "death", "drifting", "market", "prayer", "sacrifice", "whirlpool"]


def test_whole_games_are_played_with_them() -> None:
    asked: set[str] = set()
    for number in range(20):
        rng = random.Random(number)
        definition = load(CLUB)
        seats = 2 + number % 4
        state = definition.start(definition.resolve({"level": 1 + number % 3}, seats), seats)
        while state.to_act():
            events: list[Event] = []
            seat = state.to_act()[0]
            state.apply(seat, state.sample(seat, rng) if seat else state.draw(rng), events)
            asked |= {str(event.data["card"]) for event in events if event.kind == "asks"}
        assert state.result().winners
    assert {"whirlpool", "market"} <= asked


def test_players_read_its_own_words() -> None:
    words = Words(load(CLUB), ["Ada", "Ben"])
    assert words.title() == "Club Islands"
    assert words.card("market") == "Market"
    assert words.card("death") == "Death"
    assert words.card_text("market", 3) == "The asker is sold and leaves the game. Lives you gain: 3."
    assert words.event(Event("asks", {"seat": 1, "card": "whirlpool"})) == "Ada's islander asks: Whirlpool."


def test_check_accepts_it_and_it_is_no_game_of_the_box() -> None:
    assert commands.check([CLUB]).endswith("club_islands.yaml: good (a game for 2 to 5)")
    assert "club_islands" not in ids()


def test_copied_into_the_games_folder_it_is_a_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / CLUB.name).write_bytes(CLUB.read_bytes())
    assert "club_islands" in ids()
    assert load("club_islands").id == "club_islands"


# -- the README's section ----------------------------------------------------------------------------------------------


def readme_card(folder: Path) -> Path:
    found = re.search(r"^<!-- card -->\n```yaml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found
    file = folder / "our_islands.yaml"
    file.write_text(found[1], encoding="utf-8")
    return file


def test_the_card_of_the_readme_is_good(tmp_path: Path) -> None:
    file = readme_card(tmp_path)
    assert commands.check([file]).endswith("our_islands.yaml: good (a game for 2 to 5)")
    definition = load(file)
    islands = [{"card": "storm", "queue": [1]}, {"card": "death", "queue": [2, 1]}, {"card": "birth", "queue": []}]
    state = definition.start(definition.resolve({}, 2), 2, {"islands": islands})
    for text in ("ask", "drift 2.1>3", "drift 2.1>3"):
        action = definition.game.parse(text)
        assert state.refusal(1, action) is None, text
        state.apply(1, action)
    # Seat 1's second islander went in front of seat 2's; the sorcerer goes back from island 1 to island 3.
    assert queues(state) == [("storm", [1]), ("death", []), ("birth", [1, 2])]
    assert sorcerer(state) == {"island": 3, "place": 1, "heading": -1}


def test_the_readme_lists_every_effect_with_its_parameters() -> None:
    said: dict[str, dict[str, tuple[str, set[str]]]] = {}
    for name, parameters in re.findall(r"^\| `(\w+)` \| (.*?) ?\| .+ \|$", README, re.MULTILINE):
        said[name] = {}
        for part, listed in re.findall(r"`(\w+)`(?:: ([\w, ]+))?", parameters.partition(" (")[0]):
            values = listed.split(", ") if listed else [""]
            said[name][part] = (values[0], set(values) - {""})
    known: dict[str, dict[str, tuple[str, set[str]]]] = {}
    for name, handler in GAMES["spaghetti_monsters"].effects:
        known[name] = {}
        for part, info in handler.model_fields.items():
            values = (
                {str(value) for value in get_args(info.annotation)} if get_origin(info.annotation) is Literal else {}
            )
            known[name][part] = (str(info.default) if values else "", set(values))
    assert said == known
