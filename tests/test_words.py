"""Words: parameters, names, plurals, and what happens where words are missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop import paths
from tabletop.engine import source
from tabletop.engine.rules import Event, Prompt, Refusal
from tabletop.words import Words
from tests import games

LOCALE = """\
common: {chance: Chance, player: "Player {number}", list_and: "{first} and {last}"}
refusals: {not_yours: "that belongs to {owner}"}
events:
  lost: {one: "{seat} loses a life", other: "{seat} loses {count} lives"}
  out: "{seats} are out"
prompts: {ask: "{asker}, ask {card}?"}
cards: {death: {name: Death}, birth: {name: Birth}}
options: {level: {name: Level, values: {1: one island more}}}
"""


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Words]:
    folder = tmp_path / "locale" / "en"
    folder.mkdir(parents=True)
    (folder / "common.yaml").write_text(LOCALE, encoding="utf-8")
    (folder / "toy_bids.yaml").write_text("cards: {death: {name: The End}}\n", encoding="utf-8")
    monkeypatch.setattr(paths, "assets", lambda: tmp_path)
    return Words


def test_seats_are_named(words: Callable[..., Words]) -> None:
    said = words(names=["Ada", "Ben", "Cleo"])
    assert said.refusal(Refusal("not_yours", "1", {"owner": 2})) == "that belongs to Ben"
    assert said.event(Event("out", {"seats": [1, 2, 3]})) == "Ada, Ben and Cleo are out"
    assert said.event(Event("out", {"seats": (3,)})) == "Cleo are out"
    assert (said.seat(0), said.seat(4)) == ("Chance", "Player 4")


def test_words_are_kept_when_a_name_changes(words: Callable[..., Words]) -> None:
    before = words()
    after = before.named(["Eve"])
    assert after.seat(1) == "Eve" != before.seat(1)
    assert after.title() == before.title()


def test_count_decides_between_singular_and_plural(words: Callable[..., Words]) -> None:
    said = words(names=["Ada"])
    assert said.event(Event("lost", {"seat": 1, "count": 1})) == "Ada loses a life"
    assert said.event(Event("lost", {"seat": 1, "count": 0})) == "Ada loses 0 lives"
    assert said.event(Event("lost", {"seat": 1, "count": 2})) == "Ada loses 2 lives"


def test_cards_are_named(words: Callable[..., Words]) -> None:
    said = words(names=["Ada"])
    assert said.prompt(Prompt("ask", {"asker": 1, "card": "birth"})) == "Ada, ask Birth?"
    assert said.card("old_boat") == "old boat"


def test_a_games_own_words_go_first(words: Callable[..., Words]) -> None:
    said = words(games.load("toy_bids"))
    assert (said.card("death"), said.card("birth")) == ("The End", "Birth")
    assert said.title() == "Sealed Bids"


def test_keys_lead_into_mappings(words: Callable[..., Words]) -> None:
    assert words().say("options", "level.values.1") == "one island more"
    assert words().has("options", "level.name")
    assert not words().has("options", "level")


def test_missing_words_are_said_plainly(words: Callable[..., Words]) -> None:
    assert words().say("refusals", "no_such_key") == "no such key"
    assert words().say("nowhere", "a.b") == "a b"
    assert words().event(Event("lost", {"seat": 1})) == "Player 1 loses {count} lives"


def test_what_players_type_is_not_filled_in(words: Callable[..., Words]) -> None:
    said = words(names=["{count}", "{seat.__class__}"])
    assert said.event(Event("lost", {"seat": 1, "count": 3})) == "{count} loses 3 lives"
    assert said.event(Event("lost", {"seat": 2, "count": 3})) == "{seat.__class__} loses 3 lives"


@pytest.mark.parametrize("path", sorted((paths.assets() / "locale").rglob("*.yaml")), ids=lambda path: path.name)
def test_every_locale_file_is_read(path: Path) -> None:
    assert source.read(path).kind == "mapping"
