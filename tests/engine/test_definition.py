"""Definitions: what they hold, how they extend one another, and what is said about wrong ones."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from tabletop import rules
from tabletop.engine import definition
from tabletop.engine.definition import Definition, DefinitionError, NotFound
from tabletop.engine.effects import Count, Handler, Registry
from tabletop.engine.faults import near, wrong
from tabletop.engine.rules import Options, Refusal, Refused
from tabletop.engine.source import SourceError

EFFECTS = Registry()


@EFFECTS.register("lose_lives")
class LoseLives(Handler):
    who: Literal["enemy", "asker", "everyone"] = "enemy"
    count: Count = 1


@EFFECTS.register("turn_heading")
class TurnHeading(Handler):
    pass


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Card(Part):
    number: int | None = Field(None, ge=0, le=9)
    effect: list[Annotated[Any, BeforeValidator(EFFECTS.read)]] = []


class Parts(Part):
    cards: dict[str, Card]
    deck: list[str] = []

    @model_validator(mode="after")
    def known(self) -> Parts:
        for index, card in enumerate(self.deck):
            if card not in self.cards:
                raise wrong(f"there is no card `{card}`{near(card, self.cards)}", ("deck", index))
        return self


class Tiny:
    id = "tiny"
    parts = Parts
    effects = EFFECTS
    asides: frozenset[str] = frozenset()

    def excluded(self, definition: Definition, options: Options, seats: int) -> Refusal | None:
        return Refusal("too_fast", "options", where="options.speed") if options["fast"] and seats > 2 else None

    def start(self, *arguments: Any) -> Any:
        raise NotImplementedError

    def parse(self, text: str) -> Any:
        raise NotImplementedError


GAMES: Any = {"tiny": Tiny()}
BASE = """\
rules: tiny
name: A Tiny Game
seats: [2, 4]
minutes: 10
options:
  level: {values: [1, 2, 3], examples: [2]}
  limit: {values: [1, 2, none]}
  fast: {kind: flag}
  slow: {values: [on, off]}
  lives: {default: 5, min: 1, max: 99}
  placed: {kind: number, min: 1, max: 10}
  blanks: {kind: list, most: 2}
  sizes: {default: [1, 2, 3], min: 1}
  radius: {default: 0.4, min: 0.1}
cards:
  rain: {number: 2, name: Rain, effect: [lose_lives: {count: n}, turn_heading]}
  sun: {}
deck: [rain, sun]
"""

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str, name: str = "game.yaml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def tiny(write: Write) -> Definition:
    return definition.load(write(BASE, "tiny_base.yaml"), GAMES)


def errors_of(path: Path) -> list[str]:
    """Return the errors of a definition, without the path of its folder."""
    with pytest.raises(DefinitionError) as error:
        definition.load(path, GAMES)
    return [line.replace(f"{path.parent}/", "").replace(f"{path.parent}\\", "") for line in error.value.errors]


# -- what a definition holds -------------------------------------------------------------------------------------------


def test_a_definition_holds_what_its_file_says(tiny: Definition) -> None:
    assert (tiny.id, tiny.rules, tiny.name, tiny.seats, tiny.minutes) == (
        "tiny_base",
        "tiny",
        "A Tiny Game",
        (2, 4),
        10,
    )
    assert tiny.parts.cards["rain"].effect == [LoseLives(count="n"), TurnHeading()]
    assert tiny.words["cards"]["rain"] == {"name": "Rain"}
    assert tiny.reference == tiny.source.as_posix()
    kinds = {option.id: (option.kind, option.default) for option in tiny.options.values()}
    assert kinds == {
        "level": ("choice", 1),
        "limit": ("choice", 1),
        "fast": ("flag", False),
        "slow": ("flag", True),
        "lives": ("number", 5),
        "placed": ("number", None),
        "blanks": ("list", ()),
        "sizes": ("list", (1, 2, 3)),
        "radius": ("float", 0.4),
    }
    assert tiny.options["level"].examples == (2,)


def test_a_definition_can_be_sent_to_another_process(tiny: Definition) -> None:
    tiny_again = pickle.loads(pickle.dumps(tiny))
    assert (tiny_again.id, tiny_again.parts, tiny_again.options) == (tiny.id, tiny.parts, tiny.options)


def test_the_hash_follows_the_content_only(write: Write, tiny: Definition) -> None:
    same = definition.load(write("# a remark\n" + BASE, "other.yaml"), GAMES)
    changed = definition.load(write(BASE.replace("number: 2", "number: 3"), "third.yaml"), GAMES)
    assert same.hash == tiny.hash != changed.hash


# -- options -----------------------------------------------------------------------------------------------------------


def test_every_option_has_a_value(tiny: Definition) -> None:
    assert tiny.resolve({}, 2) == {
        "level": 1,
        "limit": 1,
        "fast": False,
        "slow": True,
        "lives": 5,
        "placed": None,
        "blanks": (),
        "sizes": (1, 2, 3),
        "radius": 0.4,
    }


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("level", 3, 3),
        ("level", "3", 3),
        ("limit", "none", "none"),
        ("fast", "on", True),
        ("fast", "Yes", True),
        ("fast", True, True),
        ("slow", "off", False),
        ("slow", "no", False),
        ("lives", 99, 99),
        ("placed", None, None),
        ("placed", 4, 4),
        ("blanks", ["a", "b"], ("a", "b")),
        ("sizes", [4], (4,)),
        ("sizes", [], ()),
        ("radius", 1, 1.0),
    ],
)
def test_values_that_options_take(tiny: Definition, name: str, given: object, value: object) -> None:
    resolved = tiny.resolve({name: given}, 2)[name]
    assert resolved == value
    assert type(resolved) is type(value)


@pytest.mark.parametrize(
    ("name", "given", "key"),
    [
        ("level", 4, "option_choice"),
        ("level", True, "option_choice"),
        ("level", None, "option_choice"),
        ("level", [1], "option_choice"),
        ("fast", 1, "option_flag"),
        ("fast", "maybe", "option_flag"),
        ("lives", 0, "option_number_between"),
        ("lives", "5", "option_number_between"),
        ("lives", 5.0, "option_number_between"),
        ("lives", True, "option_number_between"),
        ("blanks", "a", "option_list"),
        ("blanks", [["a"]], "option_list"),
        ("blanks", ["a", "b", "c"], "option_list_long"),
        ("sizes", ["a"], "option_list_numbers"),
        ("sizes", [0], "option_list_numbers"),
        ("radius", 0.05, "option_float_from"),
        ("radius", "wide", "option_float_from"),
    ],
)
def test_values_that_options_refuse(tiny: Definition, name: str, given: object, key: str) -> None:
    with pytest.raises(Refused) as error:
        tiny.resolve({name: given}, 2)
    assert (error.value.refusal.key, error.value.refusal.where) == (key, f"options.{name}")


def test_an_unknown_option_names_the_nearest(tiny: Definition) -> None:
    with pytest.raises(Refused) as error:
        tiny.resolve({"livs": 3}, 2)
    assert error.value.refusal.params == {"option": "livs", "hint": "; did you mean `lives`?"}


def test_the_game_refuses_what_does_not_go_together(tiny: Definition) -> None:
    assert tiny.resolve({"fast": "on"}, 2)["fast"] is True
    with pytest.raises(Refused, match="too_fast"):
        tiny.resolve({"fast": "on"}, 3)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_seats_have_limits(tiny: Definition, seats: int) -> None:
    with pytest.raises(Refused, match="seats_between"):
        tiny.resolve({}, seats)


# -- extending ---------------------------------------------------------------------------------------------------------


def test_a_club_file_may_hold_cards_alone(write: Write, tiny: Definition) -> None:
    club = definition.load(
        write("extends: tiny_base.yaml\ncards:\n  fog: {name: Fog, effect: [turn_heading]}\n  rain: {number: 4}\n"),
        GAMES,
    )
    assert (club.id, club.rules, club.seats, club.options) == ("game", "tiny", (2, 4), tiny.options)
    assert set(club.parts.cards) == {"rain", "sun", "fog"}
    assert club.parts.cards["rain"].number == 4
    assert club.parts.cards["rain"].effect == tiny.parts.cards["rain"].effect
    assert club.words["cards"] == {"rain": {"name": "Rain"}, "fog": {"name": "Fog"}}
    assert club.hash != tiny.hash


def test_lists_replace(write: Write, tiny: Definition) -> None:
    club = definition.load(write("extends: tiny_base.yaml\ndeck: [sun]\n"), GAMES)
    assert club.parts.deck == ["sun"]


def test_an_id_finds_the_users_own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "ours.yaml").write_text(BASE, encoding="utf-8")
    (folder / "theirs.yaml").write_text("extends: ours\nid: theirs\n", encoding="utf-8")
    theirs = definition.load("theirs", GAMES)
    assert (theirs.id, theirs.reference) == ("theirs", "theirs")
    assert {"ours", "theirs"} <= set(definition.ids())
    with pytest.raises(NotFound, match="there is no game `their`; did you mean `theirs`"):
        definition.load("their", GAMES)


def test_a_path_is_relative_to_the_records_folder(write: Write, tiny: Definition) -> None:
    found = definition.load("tiny_base.yaml", GAMES, tiny.source.parent)
    assert found.source == tiny.source
    with pytest.raises(NotFound, match=r"there is no file `no\.yaml`"):
        definition.load("no.yaml", GAMES, tiny.source.parent)


@pytest.mark.parametrize("name", ["/etc/passwd", "../tiny_base", "a b", "", "games/", "x\0.yaml", "~nobody", "\n.yaml"])
def test_what_is_neither_id_nor_path(name: str) -> None:
    with pytest.raises(NotFound) as error:
        definition.load(name, GAMES)
    assert "\n" not in str(error.value)


def test_errors_below_extends_point_into_the_file_that_is_wrong(write: Write) -> None:
    write(BASE.replace("count: n", "count: m"), "tiny_base.yaml")
    club = write("extends: tiny_base.yaml\ncards:\n  fog: {efect: []}\n")
    assert errors_of(club) == [
        "game.yaml:3:9: there is no key `efect` here; did you mean `effect`?",
        "tiny_base.yaml:16:62: `count` should be a whole number or `n`, not `m` (effect `lose_lives`)",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("extends: game.yaml", "game.yaml:1:10: this file extends itself"),
        ("extends: back.yaml", "back.yaml:1:10: this file extends itself"),
        ("extends: nowhere", "game.yaml:1:10: there is no game `nowhere`"),
        ("extends: nowhere.yaml", "game.yaml:1:10: there is no file `nowhere.yaml`"),
        ("extends: [a]", "game.yaml:1:10: `extends` should be the id or the path of a game"),
        ("extends: chain1.yaml", "more than 8 files extend one another"),
    ],
)
def test_chains_that_lead_nowhere(text: str, said: str, write: Write) -> None:
    write("extends: game.yaml", "back.yaml")
    for number in range(1, 10):
        write(f"extends: chain{number + 1}.yaml", f"chain{number}.yaml")
    write(BASE, "chain10.yaml")
    (error,) = errors_of(write(text))
    assert said in error


# -- what is said about a wrong one ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("minutes", "minuts", "4:1: there is no key `minuts` here; did you mean `minutes`?"),
        ("seats: [2, 4]", "seats: [4, 2]", "3:8: `seats` should be the fewest and the most players, such as [2, 5]"),
        ("seats: [2, 4]", "seats: 2", "3:8: `seats` should be a list, not 2"),
        ("seats: [2, 4]", "seats: [2, x]", "3:12: entry 2 of `seats` should be a whole number, not `x`"),
        ("seats: [2, 4]\n", "", "1:1: the key `seats` is missing here"),
        ("rules: tiny", "rules: tinny", "1:8: there are no rules `tinny`; did you mean `tiny`?"),
        ("rules: tiny\n", "", "1:1: the key `rules` is missing here"),
        ("rules: tiny", "rules: tiny\ntabletop: 2", "2:11: made for a newer version of Tabletop (format 2"),
        ("rules: tiny", "rules: tiny\nid: My Game", "2:5: `id` should be small letters, digits and _"),
        ("values: [1, 2, 3]", "valus: [1, 2, 3]", "6:11: there is no key `valus` here; did you mean `values`?"),
        ("values: [1, 2, 3]", "default: 7, values: [1]", "6:3: option `level`: its default 7 is not a value it takes"),
        ("examples: [2]", "examples: [9]", "6:3: option `level`: its example 9 is not a value it takes"),
        ("fast: {kind: flag}", "fast: {}", "8:3: option `fast`: needs `values`, or `kind:`"),
        ("fast: {kind: flag}", "fast: {kind: flog}", "8:16: `kind` should be"),
        ("number: 2", "number: -1", "16:18: `number` should be 0 or more, not -1"),
        ("number: 2", "number: two", "16:18: `number` should be a whole number"),
        ("number: 2", "number: 2.0", "16:18: `number` should be a whole number"),
        ("number: 2", "numbr: 2", "16:10: there is no key `numbr` here; did you mean `number`?"),
        ("turn_heading]", "turn_headin]", "there is no effect `turn_headin`; did you mean `turn_heading`?"),
        (
            "lose_lives: {count: n}",
            "lose_lifes: {}",
            "16:42: there is no effect `lose_lifes`; did you mean `lose_lives`?",
        ),
        ("{count: n}", "{cont: n}", "16:55: there is no key `cont` here; did you mean `count`? (effect `lose_lives`)"),
        (
            "{count: n}",
            "{who: enmy}",
            "16:60: `who` should be `enemy`, `asker` or `everyone`, not `enmy`; did you mean",
        ),
        ("{count: n}", "3", "the parameters of `lose_lives` are written as {name: value}"),
        (
            "lose_lives: {count: n}",
            "{lose_lives: {}, turn_heading: {}}",
            "16:42: an effect is one name with its parameters",
        ),
        ("sun: {}", "sun: [1]", "17:8: `sun` should be a mapping of keys to values, not a list of 1"),
        ("deck: [rain, sun]", "deck: [rain, sum]", "18:14: there is no card `sum`; did you mean `sun`?"),
        ("deck: [rain, sun]", "deck: rain", "18:7: `deck` should be a list, not `rain`"),
        ("cards:", "crads:", "there is no key `crads` here; did you mean `cards`?"),
    ],
)
def test_a_fault_is_told_with_place_and_nearest_name(old: str, new: str, said: str, write: Write) -> None:
    assert old in BASE
    errors = errors_of(write(BASE.replace(old, new)))
    assert any(said in line for line in errors), errors
    assert all("\n" not in line for line in errors)


def test_all_faults_are_told_at_once_in_order(write: Write) -> None:
    text = BASE.replace("minutes", "minuts").replace("number: 2", "number: -1").replace("sun: {}", "sun: 1")
    path = write(text)
    assert [line.split(": ")[0] for line in errors_of(path)] == ["game.yaml:4:1", "game.yaml:16:18", "game.yaml:17:8"]
    with pytest.raises(DefinitionError, match=r"`minuts`.* \(and 2 more: `check` lists them\)$"):
        definition.load(path, GAMES)


@pytest.mark.parametrize("text", ["- a", "just text", "12"])
def test_a_definition_is_a_mapping(text: str, write: Write) -> None:
    assert "a game definition is a mapping" in errors_of(write(text))[0]


def test_half_a_file(write: Write) -> None:
    with pytest.raises(SourceError, match="the file ends too early"):
        definition.load(write(BASE[: BASE.index(", sun]")]), GAMES)


def test_a_listed_definition_reads_its_own_part_only_when_asked(tmp_path: Path) -> None:
    asked: list[str] = []

    class Asked(dict[str, Any]):
        def __getitem__(self, name: str) -> Any:
            asked.append(name)
            return super().__getitem__(name)

    games = Asked(rules.GAMES)
    later = definition.load("spaghetti_monsters", games, later=True)
    full = definition.load("spaghetti_monsters", rules.GAMES)
    assert not asked
    assert (later.reference, later.seats, later.minutes, later.hash) == (
        full.reference, full.seats, full.minutes, full.hash,
    )  # fmt: skip
    assert later.game is full.game and asked
    assert later.parts == full.parts
    broken = tmp_path / "mine.yaml"
    broken.write_text("extends: spaghetti_monsters\nislanders: many\n", encoding="utf-8")
    with pytest.raises(definition.DefinitionError, match="2:12"):
        _ = definition.load(broken, games, later=True).parts
    broken.write_text("extends: spaghetti_monsters\nseats: [5, 2]\n", encoding="utf-8")
    with pytest.raises(definition.DefinitionError):  # what a list shows is checked at once
        definition.load(broken, games, later=True)
