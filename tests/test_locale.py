"""Words and rulebooks: whatever a game's rules can say has words, and what those name is given."""

from __future__ import annotations

import ast
import inspect
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from tabletop import paths
from tabletop.engine.definition import Definition, ids
from tabletop.engine.rules import Event, Prompt, Refusal, Refused, Result
from tabletop.rules import GAMES, load
from tabletop.ui import book
from tabletop.ui.text import anchor
from tabletop.words import Words, _load

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve"]


def choice_verbs(game: str) -> set[str]:
    """List the verbs of the choices that effects ask for, out of the game's registry."""
    needed = {"change_numbers": [{"by": 1}, {"by": -1}]}
    handlers = [handler(**given) for name, handler in GAMES[game].effects for given in needed.get(name, [{}])]
    return {handler.verb for handler in handlers} - {"ask"}


def made_up(game: str) -> Mapping[str, set[str]]:
    """Say what keys those that the rules put together can be."""
    if game == "spaghetti_monsters":
        choices = choice_verbs(game)
        expected = choices | {"ask", "place", "keep", "first", "take"}
        return {"expected_{}": {f"expected_{verb}" for verb in expected}, "effect.verb": choices}
    if game == "super_amoeba_battle":
        return {"kind": {"removed", "falls", "dies"}}
    return {}


# -- what the rules can say, read from their source --------------------------------------------------------------------


@dataclass
class Said:
    """One place of the source where a key is said."""

    line: int
    params: frozenset[str]
    section: str | None = None


@dataclass
class Sayings:
    """Keys -> the places where the rules say them."""

    refusals: dict[str, list[Said]] = field(default_factory=lambda: defaultdict(list))
    events: dict[str, list[Said]] = field(default_factory=lambda: defaultdict(list))
    prompts: dict[str, list[Said]] = field(default_factory=lambda: defaultdict(list))
    results: dict[str, list[Said]] = field(default_factory=lambda: defaultdict(list))


class Scope:
    """A function of the rules: what its local names stand for at a line."""

    def __init__(self, function: ast.FunctionDef, table: Mapping[str, set[str]]) -> None:
        self.function = function
        self.table = table
        self.arguments = {argument.arg for argument in function.args.args}

    def assigned(self, name: str, line: int) -> ast.expr | None:
        found = None
        for node in ast.walk(self.function):
            targets = node.targets if isinstance(node, ast.Assign) else []
            targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
            if any(isinstance(target, ast.Name) and target.id == name for target in targets) and node.lineno < line:
                found = node.value
        return found

    def texts(self, node: ast.expr) -> set[str]:
        """List the texts that an expression can be."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return {node.value}
        if isinstance(node, ast.IfExp):
            return self.texts(node.body) | self.texts(node.orelse)
        if isinstance(node, ast.JoinedStr):
            form = "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
            return self.table[form]
        if isinstance(node, ast.Name) and node.id not in self.arguments:
            assigned = self.assigned(node.id, node.lineno)
            if assigned is not None:
                return self.texts(assigned)
        return self.table[ast.unparse(node)]

    def keys(self, node: ast.expr | None) -> frozenset[str]:
        """List the keys that a mapping has."""
        if node is None:
            return frozenset()
        if isinstance(node, ast.Dict):
            own = {key.value for key in node.keys if isinstance(key, ast.Constant)}
            below = [self.keys(value) for key, value in zip(node.keys, node.values, strict=True) if key is None]
            return frozenset(own).union(*below)
        assert isinstance(node, ast.Name), f"line {node.lineno}: cannot tell what parameters are given here"
        added = {
            target.slice.value
            for statement in ast.walk(self.function)
            if isinstance(statement, ast.Assign) and statement.lineno < node.lineno
            for target in statement.targets
            if isinstance(target, ast.Subscript) and ast.unparse(target.value) == node.id
            if isinstance(target.slice, ast.Constant)
        }
        return self.keys(self.assigned(node.id, node.lineno)) | added


def calls(tree: ast.AST) -> Iterator[tuple[ast.FunctionDef, str, ast.Call]]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for call in ast.walk(function):
                if isinstance(call, ast.Call):
                    yield function, ast.unparse(call.func).removeprefix("self."), call


@cache
def sayings(game: str) -> Sayings:
    table = made_up(game)
    found = Sayings()
    tree = ast.parse(inspect.getsource(inspect.getmodule(type(GAMES[game])) or ast))
    for function, name, call in calls(tree):
        scope = Scope(function, table)
        args = call.args
        if name == "Wrong":
            section = args[2].value if len(args) > 2 and isinstance(args[2], ast.Constant) else "positions"
            params = frozenset(keyword.arg or "" for keyword in call.keywords)
            for key in scope.texts(args[1]):
                found.refusals[key].append(Said(call.lineno, params, section))
        elif name == "Refusal" and not (isinstance(args[0], ast.Name) and args[0].id in scope.arguments):
            assert isinstance(args[1], ast.Constant)
            params = scope.keys(args[2] if len(args) > 2 else None)
            for key in scope.texts(args[0]):
                found.refusals[key].append(Said(call.lineno, params, args[1].value))
        elif name in ("Event", "Prompt"):
            into = found.events if name == "Event" else found.prompts
            params = scope.keys(args[1] if len(args) > 1 else None)
            for key in scope.texts(args[0]):
                into[key].append(Said(call.lineno, params))
        elif name in ("_end", "_decide", "Result"):
            reason = args[0 if name == "_decide" else 1]
            if isinstance(reason, ast.Constant):
                found.results[reason.value].append(Said(call.lineno, frozenset({"winner", "seats", "count"})))
    return found


def forms(words: Any) -> list[str]:
    return list(words.values()) if isinstance(words, Mapping) else [words]


def named(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)\}", text))


SORTS = ("refusals", "events", "prompts", "results")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sort", SORTS)
def test_whatever_the_rules_say_has_words(game: str, sort: str) -> None:
    words = Words(load(game))
    said = getattr(sayings(game), sort)
    assert said
    for key, places in said.items():
        for place in places:
            sorts = [f"{key}.{name}" for name in place.params] if sort == "events" else []
            text = words._find(sort, next((name for name in sorts if words.has(sort, name)), key))
            assert text is not None, f"{sort}.{key} (line {place.line}) has no words"
            if isinstance(text, Mapping):
                assert "count" in place.params, f"{sort}.{key} has forms, but line {place.line} gives no count"
            for form in forms(text):
                assert named(form) <= place.params, f"{sort}.{key} names what line {place.line} does not give"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sort", SORTS)
def test_no_words_are_left_over(game: str, sort: str) -> None:
    assert not set(_load(game, "en")[sort]) - set(getattr(sayings(game), sort))


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_leads_to_a_section_of_the_rulebook(game: str) -> None:
    lines = book.text(load(game)).splitlines()
    headings = {anchor(line.lstrip("# ")) for line in lines if line.startswith("#")}
    sections = {place.section: key for key, places in sayings(game).refusals.items() for place in places}
    assert not {section: key for section, key in sections.items() if section not in headings}


def test_every_rulebook_is_a_games_or_for_all() -> None:
    assert {path.stem for path in (paths.assets() / "rules").rglob("*.md")} == {*GAMES, "common"}


@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_keeps_to_the_small_markdown_and_its_links_lead_somewhere(game: str) -> None:
    text = book.text(load(game))
    assert "## At this table" in text
    anchors = [anchor(line.lstrip("# ")) for line in text.splitlines() if line.startswith("#")]
    assert len(set(anchors)) == len(anchors)
    assert text.startswith("# ") and "\n# " not in text
    for target in re.findall(r"\]\(#([\w-]+)\)", text):
        assert target in anchors
    for line in re.sub(r"^```position\n.*?^```$", "", text, flags=re.M | re.S).splitlines():
        assert not re.match(r"\s*(\||>|```|<)", line), f"no tables, quotes, code or HTML: {line}"
        assert "`" not in line and line.count("**") % 2 == 0


# -- names ------------------------------------------------------------------------------------------------------------


LISTED = [name for name in ids() if (paths.games() / f"{name}.yaml").is_file()]


@pytest.mark.parametrize("name", LISTED)
def test_games_cards_and_options_have_names_and_help(name: str) -> None:
    definition = load(name)
    words = Words(definition)
    wanted = [("game", "name"), ("game", "tagline")]
    for card in getattr(definition.parts, "cards", {}):
        wanted += [("cards", f"{card}.name"), ("cards", f"{card}.text")]
    for option in definition.options.values():
        wanted += [("options", f"{option.id}.name"), ("options", f"{option.id}.help"), ("groups", option.group)]
        for value in option.values:
            wanted += [("options", f"{option.id}.values.{value}.{part}") for part in ("name", "help")]
    assert [key for key in wanted if not words.has(*key) or not words.say(*key)] == []


def test_a_card_names_its_number_when_it_has_one() -> None:
    definition = load("spaghetti_monsters")
    words = Words(definition)
    for name, card in definition.parts.cards.items():
        number = card.number
        for shown in (number, *range(4)) if number is not None else (None,):
            text = words.card_text(name, shown)
            assert text and "{" not in text
            assert number is None or str(shown) in text


def leaves(tree: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(tree, Mapping):
        for key, part in tree.items():
            yield from leaves(part, f"{path}.{key}")
    else:
        yield path, str(tree)


@pytest.mark.parametrize("name", ["common", *GAMES])
def test_no_text_is_unfinished(name: str) -> None:
    texts = list(leaves(_load(name, "en")))
    assert texts
    for path, text in texts:
        assert text or path.startswith(".events."), f"{path} is empty"
        assert not re.search(r"TODO|FIXME|XXX|\?\?|lorem|  |\{\}", text, re.IGNORECASE), f"{path}: {text}"
        assert text.count("**") % 2 == 0 and text.count("{") == text.count("}"), f"{path}: {text}"
        assert text == text.strip()


# -- how the words come together ---------------------------------------------------------------------------------------


def monsters() -> Words:
    return Words(load("spaghetti_monsters"), NAMES)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event("asks", {"seat": 1, "card": "death", "chip": "chip:1.1"}), "Ada's islander asks: Death."),
        (Event("loses_lives", {"seat": 2, "count": 2, "left": 3}), "Ben loses 2 lives (3 left)."),
        (Event("loses_lives", {"seat": 2, "count": 1, "left": 0}), "Ben loses 1 life (0 left)."),
        (Event("sorcerer_moves", {"island": 4, "card": "prayer"}), "The sorcerer comes to Prayer."),
        (
            Event("drifts", {"owner": 1, "chip": "chip:1.1", "card": "death", "from": "prayer"}),
            "Ada's islander goes from Prayer to Death.",
        ),
        (
            Event("island_moved", {"card": "death", "from": 2, "island": 1}),
            "Death moves from place 2 to place 1.",
        ),
        (
            Event("islands_swapped", {"cards": ["death", "move_island"], "from": 1, "island": 2}),
            "Death and Move Island change places.",
        ),
        (Event("sinks", {"card": "birth", "island": 1, "count": 0, "chips": []}), "Birth sinks. Nobody was on it."),
        (
            Event("sinks", {"card": "birth", "island": 1, "count": 2, "chips": ["chip:1.1", "chip:2.1"]}),
            "Birth sinks, and 2 islanders with it.",
        ),
        (Event("reveal", {"seat": 1, "card": "prayer"}, (1,)), "Your face-down card is Prayer."),
        (Event("reveal", {"island": 3, "card": "prayer"}), "Island 3 is opened: Prayer."),
        (Event("reveal", {"owner": 1, "card": "prayer"}), ""),
        (Event("asked_for", {"seat": 1, "card": "death", "chip": "chip:1.1", "place": 1}), ""),
        (Event("draw", {"seats": [1, 2, 3], "reason": "together"}), "Ada, Ben and Cleo share a draw."),
    ],
)
def test_events_are_sentences(event: Event, sentence: str) -> None:
    assert monsters().event(event) == sentence


def test_prompts_refusals_results_and_cards_are_sentences() -> None:
    words = monsters()
    asked = Prompt("ask", {"seat": 1, "card": "drifting", "place": 1})
    assert words.prompt(asked) == "**Ada**, your islander stands first on **Drifting**. Ask for the spell?"
    asked = Prompt("ask", {"seat": 1, "card": "drifting", "place": 12})
    assert words.prompt(asked) == "**Ada**, your islander stands 12th on **Drifting**. Ask for the spell?"
    few = Refusal("no_islander", "patrol", {"island": 3, "place": 5, "count": 2})
    assert words.refusal(few) == "only 2 islanders stand on island 3; there is no fifth"
    nobody = Refusal("no_islander", "patrol", {"island": 3, "place": 5, "count": 0})
    assert words.refusal(nobody) == "nobody stands on island 3"
    assert words.result(Result((2,), "stalemate")) == "A stalemate was declared, and Ben was ahead."
    assert words.result(Result((1, 2), "sunk_together")) == "The last players sank together."
    assert words.card_text("death", 1) == "Remove any 1 islander from the game."
    assert words.card_text("death", 2) == "Remove any 2 islanders from the game."
    assert words.card_text("death", 0) == "At 0, no islander is removed."
    assert words.card_text("no_such_card") == ""


def random_options(definition: Definition, seats: int, rng: random.Random) -> dict[str, Any]:
    """Choose options at random that go together."""
    while True:
        given: dict[str, Any] = {}
        for option in definition.options.values():
            if rng.random() < 0.5:
                values = {"choice": option.values, "flag": (True, False)}.get(option.kind, option.examples)
                if values:
                    given[option.id] = rng.choice(values)
        try:
            return definition.resolve(given, seats)
        except Refused:
            continue


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", range(20))
def test_random_games_are_told_in_sentences(game: str, number: int) -> None:
    rng = random.Random(f"{game} {number}")
    definition = load(game)
    seats = rng.randint(*definition.seats)
    state = definition.start(random_options(definition, seats, rng), seats)
    words = Words(definition, NAMES[:seats])
    for _ in range(2000):
        if not state.to_act():
            break
        events: list[Event] = []
        seat = rng.choice(state.to_act())
        action = state.sample(seat, rng) if seat else state.draw(rng)
        state.apply(seat, action, events)
        for event in events:
            sorts = [f"{event.kind}.{name}" for name in event.data]
            assert any(words.has("events", key) for key in (event.kind, *sorts)), f"{event} has no words"
            said = words.event(event)
            assert not said or re.fullmatch(r"[A-Z0-9][^{}*_]*[.!]", said), f"{event}: {said}"
        for asked in range(1, seats + 1):
            prompt = state.prompt(asked)
            assert words.has("prompts", prompt.key)
            said = words.prompt(prompt)
            assert re.fullmatch(r"[A-Z*][^{}_]*[.?]", said), f"{prompt}: {said}"
    result = state.result()
    if result is not None:
        assert words.has("results", result.reason)
        assert re.fullmatch(r"[A-Z0-9][^{}*_]*\.", words.result(result))
