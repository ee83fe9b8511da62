"""Why? everywhere: each thing that happens, each card, each thing on a table has a section of the rulebook."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml

from tabletop import paths
from tabletop.engine.definition import ids
from tabletop.engine.rules import Event, Pick, Refusal
from tabletop.rules import GAMES, load
from tabletop.ui import book, why
from tabletop.ui.markdown import blocks, plain
from tabletop.words import Words, _load
from tests.test_locale import random_options, sayings

SECTIONS = {game: {section.anchor for section in book.sections(book.text(load(game)))} for game in GAMES}
PROGRAM = {  # what these refuse is the program's doing or the file's, and no rule of a game
    "amount_out_of_range", "chance_unknown", "name_empty", "no_amount_asked", "no_order_asked", "no_point_asked",
    "not_between", "order_incomplete", "point_off_table", "seat_needed", "seat_unknown", "unknown_key", "unreadable",
}  # fmt: skip
RULES = {"game_over", "not_due"}
KINDS = {"button", "coins"}  # what is clicked beside the things: answers, coins in a fist
RULINGS = yaml.safe_load((Path(__file__).parent / "rulings.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_whatever_can_happen_has_a_section(game: str) -> None:
    words = Words(load(game))
    for kind, places in sayings(game).events.items():
        for place in places:
            section = why.of_event(words, Event(kind, dict.fromkeys(place.params)))
            assert section in SECTIONS[game], f"{kind} (line {place.line}) leads to {section!r}"


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_has_a_section(game: str) -> None:
    words = Words(load(game))
    for key, places in sayings(game).refusals.items():
        for place in places:
            assert why.of_refusal(words, Refusal(key, place.section or "")) in SECTIONS[game], key
    for key in _load("common", "en")["refusals"]:
        if key in RULES or key.startswith("undo_"):
            assert words.section("refusals", key) in SECTIONS[game], key
        else:  # it can come before a game, or is said by `Wrong`, which names `positions` itself
            assert key in PROGRAM or key.startswith(("option_", "seats_", "not_a_", "lesson_")), key
    assert "positions" in SECTIONS[game]


@pytest.mark.parametrize("game", GAMES)
def test_every_way_a_game_ends_has_a_section(game: str) -> None:
    words = Words(load(game))
    reasons = set(sayings(game).results) | {"gave_up"}
    assert len(reasons) > 1
    assert {reason for reason in reasons if words.section("results", reason) not in SECTIONS[game]} == set()


@pytest.mark.parametrize("name", [name for name in ids() if (paths.games() / f"{name}.yaml").is_file()])
def test_every_card_has_a_section(name: str) -> None:
    definition = load(name)
    words = Words(definition)
    for card in getattr(definition.parts, "cards", {}):
        assert words.section("cards", card) in SECTIONS[definition.rules], card


@pytest.mark.parametrize("game", GAMES)
def test_no_section_is_for_nothing(game: str) -> None:
    """What stands under `sections` can happen, is a card, or leads somewhere."""
    given = _load(game, "en")["sections"]
    assert set(given["events"]) <= set(sayings(game).events)
    assert set(given["results"]) <= set(sayings(game).results)
    assert set(given.get("cards", ())) <= set(getattr(load(game).parts, "cards", ()))

    def leaves(tree: object) -> list[str]:
        return [leaf for part in tree.values() for leaf in leaves(part)] if isinstance(tree, dict) else [str(tree)]

    assert set(leaves(given)) <= SECTIONS[game]


@pytest.mark.parametrize("game", GAMES)
def test_every_thing_that_can_be_clicked_has_a_section(game: str) -> None:
    rng = random.Random(game)
    definition = load(game)
    words = Words(definition)
    seen: set[str] = set()
    for _ in range(6):
        seats = rng.randint(*definition.seats)
        state = definition.start(random_options(definition, seats, rng), seats)
        for _ in range(120):
            if not state.to_act():
                break
            seat = rng.choice(state.to_act())
            seen |= {address.partition(":")[0] for address in state.objects(seat or "public").values()}
            action = state.sample(seat, rng) if seat else state.draw(rng)
            if seat:
                steps = [step for path in state.paths(seat, action) for step in path]
                seen |= {step.address.partition(":")[0] for step in steps if isinstance(step, Pick)}
            state.apply(seat, action)
    assert seen - KINDS
    assert not {kind for kind in seen - KINDS if words.section("things", kind) not in SECTIONS[game]}


def test_a_card_of_ones_own_leads_to_the_books_beginning() -> None:
    club = load(Path(__file__).parents[1] / "games" / "examples" / "club_islands.yaml")
    own = set(club.parts.cards) - set(load("spaghetti_monsters").parts.cards)
    words = Words(club)
    assert own
    assert {words.section("cards", card) for card in own} == {""}
    assert words.section("cards", "death") == "level-1"


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_stands_in_its_section(game: str) -> None:
    """No ruling vanishes: each is listed with its section and some of the words that say it."""
    said: dict[str, str] = {}
    section = ""
    for kind, words, _ in blocks(book.text(load(game))):
        if kind == "heading":
            section = book.anchor(words)
        elif kind in ("paragraph", "item"):
            said[section] = said.get(section, "") + plain(words) + "\n"
    assert RULINGS[game]
    for ruling, (where, words) in RULINGS[game].items():
        assert words in said.get(where, ""), f"{ruling}: {words!r} is not in {where}"
