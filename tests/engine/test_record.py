"""Records: reading, the one way they are written, and replaying them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tabletop.engine import record as records
from tabletop.engine.record import IllegalAction, NewerVersion, Record
from tabletop.engine.rules import Refusal, Refused
from tabletop.engine.source import SourceError
from tests import games

PAGE = """\
record: 1                       # version of this format
game: spaghetti                 # the id of a definition in games/
options: {strand: path}         # what is left out takes the definition's default
seats: [Ada, Ben]               # names; their order is the seating
seed: 7
position: {ring: [1, 2]}
actions:
  - 0> deal birth death prayer drifting sacrifice
  - place 1
  - 2> place 1                  # out of turn
"""


# -- reading and writing -----------------------------------------------------------------------------------------------


def test_the_pages_example_is_read() -> None:
    record = records.parse(PAGE, "f")
    assert record == Record(
        game="spaghetti",
        options={"strand": "path"},
        seats=("Ada", "Ben"),
        seed=7,
        position={"ring": [1, 2]},
        actions=((0, "deal birth death prayer drifting sacrifice"), (None, "place 1"), (2, "place 1")),
    )


def test_a_record_is_written_as_the_page_shows_it() -> None:
    assert records.parse(PAGE, "f").text() == (
        "record: 1\ngame: spaghetti\noptions: {strand: path}\nseats: [Ada, Ben]\nseed: 7\n"
        "position:\n  ring: [1, 2]\n"
        "actions:\n  - 0> deal birth death prayer drifting sacrifice\n  - place 1\n  - 2> place 1\n"
    )


NAMES = (
    "No",
    "12",
    "on",
    "null",
    "~",
    "1.5",
    "a: b",
    "# x",
    "-",
    "'",
    '"',
    "{}",
    "[",
    "Zoë",
    "李",
    "a, b",
    "&a",
    "*a",
    "!x",
)


def test_names_are_always_text() -> None:
    assert records.parse("record: 1\ngame: g\nseats: [No, 12, true, ~, 1e3]", "f").seats == (
        "No",
        "12",
        "true",
        "~",
        "1e3",
    )
    record = Record(game="g", seats=NAMES)
    assert records.parse(record.text(), "f") == record
    assert 'seats: ["No", "12", "on"' in record.text()


def test_what_was_written_reads_the_same() -> None:
    record = Record(
        game="../my games/ours.yaml",
        seats=("Ada", "Ben"),
        options={"level": 3, "fast": True, "limit": "none", "no": "No", "cards": ["a", "12"], "radius": 0.4, "x": None},
        position={
            "islands": [{"card": "death", "number": None, "queue": [1, 2]}, {"card": "12", "number": 0, "queue": []}],
            "lives": [5, 5],
            "empty": {},
            "deep": {"1": "drifting", "2": None},
        },
        actions=(
            (0, "deal a b"),
            (None, "drift 1.2>3"),
            (2, "move R7 3.2,4.75"),
            (None, "bet 3+2"),
            (None, 'odd: "#'),
            (1, "no"),
        ),
        table={"players": ["human", {"level": 2}], "clock": 300},
    )
    again = records.parse(record.text(), "f")
    assert again == record
    assert again.text() == record.text()


def test_seats_as_keys_are_written_one_way() -> None:
    record = records.Record("monsters", ("Ada", "Ben"), position={"face_down": {1: "drifting", 2: None}})
    assert "  face_down: {1: drifting, 2: null}\n" in record.text()
    assert records.parse(record.text(), "r.yaml").text() == record.text()


def test_text_with_control_characters_can_be_written() -> None:
    record = Record(game="g", seats=("A",), table={"note": "two\nlines\tand \x07 \x85 \u2028 \U0001f600"})
    assert records.parse(record.text(), "f") == record


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("place 1", (None, "place 1")),
        ("2> place 1", (2, "place 1")),
        ("0> deal a", (0, "deal a")),
        ("drift 1.1>2", (None, "drift 1.1>2")),
        ("12>3", (12, "3")),
    ],
)
def test_the_seat_before_an_action(text: str, entry: records.Entry) -> None:
    assert records.entry(text) == entry


@pytest.mark.parametrize(
    ("to_act", "seat", "written"),
    [((1,), 1, "go"), ((1,), 2, "2> go"), ((1, 2), 1, "1> go"), ((0,), 0, "0> go"), ((), 2, "2> go")],
)
def test_a_seat_is_written_unless_it_alone_is_to_act(to_act: tuple[int, ...], seat: int, written: str) -> None:
    assert records.written(records.canonical(seat, "go", to_act)) == written


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1, 2]", "f:1:1: a record is a mapping of the keys record, game"),
        ("game: g\nseats: [A]", "f:1:1: a record begins with `record: 1`"),
        ("rules: g\nseats: [A]", "f:1:1: a record begins with `record: 1`; this is a game definition"),
        ("record: 2\nmagic: x", "f:1:9: made by a newer version of Tabletop (format 2; this one reads 1)"),
        ("record: one\ngame: g\nseats: [A]", "f:1:9: `record` should be 1, not `one`"),
        ("record: 0\ngame: g\nseats: [A]", "f:1:9: `record` should be 1, not 0"),
        ("record: true\ngame: g\nseats: [A]", "f:1:9: `record` should be 1, not true"),
        ("record: 1\nseats: [A]", "f:1:1: the key `game` is missing"),
        ("record: 1\ngame: g", "f:1:1: the key `seats` is missing"),
        ("record: 1\ngame: [g]\nseats: [A]", "f:2:7: `game` should be the id of a game or the path of its file"),
        ("record: 1\ngame: g\nseats: 2", "f:3:8: `seats` should be a list of names, not 2"),
        ("record: 1\ngame: g\nseats: []", "f:3:8: `seats` should be a list of names"),
        ("record: 1\ngame: g\nseats: [[A]]", "f:3:9: a seat's name should be text, not a list of 1"),
        ('record: 1\ngame: g\nseats: [A, " "]', "f:3:12: a seat's name is one line of 1 to 100 letters"),
        ('record: 1\ngame: g\nseats: ["A\\nB"]', "f:3:9: a seat's name is one line"),
        ("record: 1\ngame: g\nseats: [A]\nseed: x", "f:4:7: `seed` should be a whole number, not `x`"),
        ("record: 1\ngame: g\nseats: [A]\nseed: 1.5", "f:4:7: `seed` should be a whole number, not 1.5"),
        ("record: 1\ngame: g\nseats: [A]\noptions: [a]", "f:4:10: `options` should be a mapping of keys to values"),
        ("record: 1\ngame: g\nseats: [A]\nposition: 3", "f:4:11: `position` should be a mapping"),
        ("record: 1\ngame: g\nseats: [A]\nactions: go", "f:4:10: `actions` should be a list of action texts, not `go`"),
        ("record: 1\ngame: g\nseats: [A]\nactions: [a, {b: c}]", "f:4:14: action 2 should be text, not a mapping"),
        (
            "record: 1\ngame: g\nseats: [A]\nactions: [a, ]\nactoins: []",
            "f:5:1: there is no key `actoins` in a record; did you",
        ),
        ("record: 1\ngame: g\nseats: [A]\nactions:\n  - go\n  -\n", "f:6:4: action 2 should be text, not empty"),
    ],
)
def test_what_is_no_record(text: str, said: str) -> None:
    with pytest.raises(SourceError) as error:
        records.parse(text, "f")
    assert str(error.value).startswith(said)


def test_a_newer_version_is_an_error_of_its_own() -> None:
    with pytest.raises(NewerVersion):
        records.parse("record: 2", "f")


# -- replaying ---------------------------------------------------------------------------------------------------------


def bids(*actions: str, seed: int | None = None, **options: Any) -> records.Replay:
    """Replay sealed bids between two seats."""
    entries = tuple(records.entry(text) for text in actions)
    record = Record(game="toy_bids", seats=("Ada", "Ben"), seed=seed, actions=entries, options=options)
    return records.replay(record, games.load("toy_bids"))


def told(replay: records.Replay) -> list[str]:
    return [f"{seat}> {action}" for seat, action in replay.played]


def test_secret_actions_in_the_order_they_were_made() -> None:
    game = bids("0> turn 5", "2> bid 1", "1> bid 3")
    assert told(game) == ["0> turn 5", "2> bid 1", "1> bid 3"]
    assert game.state.position()["won"] == {1: [5], 2: []}
    assert game.state.to_act() == (0,)


def test_the_last_secret_seat_need_not_be_written() -> None:
    assert told(bids("0> turn 5", "2> bid 1", "bid 3"))[-1] == "1> bid 3"


def test_chance_left_out_is_drawn_from_the_seed() -> None:
    game = bids("1> bid 3", "2> bid 1", "1> bid 2", "2> bid 3", seed=7)
    expected = random.Random(7)
    first = expected.choice([2, 3, 5])
    second = expected.choice([prize for prize in [2, 3, 5] if prize != first])
    assert told(game) == [f"0> turn {first}", "1> bid 3", "2> bid 1", f"0> turn {second}", "1> bid 2", "2> bid 3"]


def test_several_draws_in_a_row_are_drawn() -> None:
    deck = [1, 2, 3, 4, 5, 6]
    random.Random(1).shuffle(deck)
    game = bids(f"1> bid {deck[0]}", seed=1, hands="dealt")
    assert told(game)[0] == "0> deal " + " ".join(map(str, deck))
    assert [seat for seat, _ in game.played] == [0, 0, 1]


def test_chance_after_the_last_action_is_not_drawn() -> None:
    assert bids(seed=7).state.to_act() == (0,)
    assert bids("1> bid 3", "2> bid 1", seed=7).state.to_act() == (0,)


def test_only_the_first_entries_are_played() -> None:
    record = Record(game="toy_bids", seats=("A", "B"), actions=((0, "turn 5"), (1, "bid 1"), (2, "nonsense")))
    assert len(records.replay(record, games.load("toy_bids"), 2).played) == 2
    assert records.replay(record, games.load("toy_bids"), 0).played == []


@pytest.mark.parametrize(
    ("actions", "number", "key"),
    [
        (["1> bid 3"], 1, "chance_unknown"),
        (["0> turn 5", "bid 3"], 2, "seat_needed"),
        (["0> turn 4"], 1, "wrong_prize"),
        (["turn 5"], 1, "chance_unknown"),
        (["0> turn 5", "3> bid 1"], 2, "seat_unknown"),
        (["0> turn 5", "1> bid 7"], 2, "not_in_hand"),
        (["0> turn 5", "1> bid 1", "1> bid 2"], 3, "not_your_turn"),
        (["0> turn 5", "1> bid one"], 2, "unreadable"),
        (["0> turn 5", "0> turn 3"], 2, "not_your_turn"),
    ],
)
def test_what_cannot_be_played(actions: list[str], number: int, key: str) -> None:
    with pytest.raises(IllegalAction) as error:
        bids(*actions)
    assert (error.value.number, error.value.text, error.value.refusal.key) == (number, actions[number - 1], key)


def test_the_seat_of_chance_has_to_be_written() -> None:
    # With a seed, chance draws; what was meant for it is then nobody's.
    with pytest.raises(IllegalAction):
        bids("turn 5", seed=1)


def points(*actions: str, **options: Any) -> records.Replay:
    entries = tuple(records.entry(text) for text in actions)
    record = Record(game="toy_points", seats=("Ada", "Ben"), actions=entries, options=options)
    return records.replay(record, games.load("toy_points"))


def test_out_of_turn_the_seat_is_needed() -> None:
    assert told(points("put 1,1", "2> veto"))[-1] == "2> veto"
    assert told(points("put 1,1", "veto"))[-1] == "2> veto"  # seat 2 is the one to act
    with pytest.raises(IllegalAction, match='action 2 "1> veto": nothing_to_veto'):
        points("put 1,1", "1> veto")


def test_nothing_follows_the_end() -> None:
    with pytest.raises(IllegalAction, match="game_over"):
        points("put 1,1", "put 4,4", "put 7,5", discs=1)


def test_wrong_set_ups_are_refused() -> None:
    toy = games.load("toy_points")
    for record, where in (
        (Record(game="toy_points", seats=("A",)), "seats"),
        (Record(game="toy_points", seats=("A", "B"), options={"dscs": 1}), "options.dscs"),
        (Record(game="toy_points", seats=("A", "B"), options={"discs": 9}), "options.discs"),
    ):
        with pytest.raises(Refused) as error:
            records.start(record, toy)
        assert error.value.refusal.where == where


def test_a_refusal_has_its_place_in_the_file() -> None:
    record = records.parse(
        "record: 1\ngame: g\noptions:\n  discs: 9\nseats: [A, B]\n"
        "position:\n  islands:\n    - {queue: [1]}\n    - {queue: [7]}\n",
        "f",
    )
    places = {
        "options.discs": "f:4:10",
        "options": "f:3:1",
        "seats": "f:5:8",
        "position.islands.2.queue": "f:9:15",
        "position.islands.1.queue": "f:8:15",
        "position.islands.2.queue.1": "f:9:16",
        "position.sorcerer.island": "f:6:1",
        "position": "f:6:1",
    }
    assert {where: str(record.place(Refusal("x", "", {}, where))) for where in places} == places
