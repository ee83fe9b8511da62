"""The plain reference against the example records, the action counts and the worked cases of the rules page."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import yaml

from tests.reference import monsters

pytestmark = pytest.mark.usefixtures("side")

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("spaghetti_monsters-*.yaml"))


def play(state: dict, *texts: str) -> dict:
    """Play texts for the seat that is to act, or for the seat that a text names."""
    for text in texts:
        seat = monsters.to_act(state)[0] if monsters.to_act(state) else None
        if ">" in text.split()[0]:
            name, text = text.split("> ", 1)
            seat = int(name)
        state = monsters.apply(state, seat, text)
    return state


def row(**queues: list[int]) -> list[dict]:
    """Write islands of a position, their numbers left out."""
    return [{"card": card, "queue": queue} for card, queue in queues.items()]


def queues(state: dict) -> dict[str, list[int]]:
    return {island["card"]: island["queue"] for island in monsters.position(state)["islands"]}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_reaches_what_it_says(path: Path) -> None:
    record = yaml.safe_load(path.read_text(encoding="utf-8"))
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    state = monsters.start(record["options"], len(record["seats"]), position=record.get("position"))
    state = play(state, *record["actions"])
    assert monsters.to_act(state) == expected["to_act"]
    if "legal" in expected:
        got = {str(seat): sorted(texts) for seat, texts in monsters.legal(state).items()}
        assert got == {seat: sorted(texts) for seat, texts in expected["legal"].items()}
    got = json.loads(json.dumps(monsters.position(state)))
    for key, value in expected["position"].items():
        if key == "sorcerer":
            assert {part: got[key][part] for part in value} == value
        else:
            assert got[key] == value, key
    assert (monsters.result(state) or {}).get("winners") == expected.get("winners")


def test_there_are_records() -> None:
    assert len(RECORDS) == 19


# Worked case 7


def perft(state: dict, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for seat in monsters.to_act(state):
        for text in monsters.legal(state)[seat]:
            if text.split()[0] not in ("stalemate", "interrupt"):
                total += perft(monsters.apply(state, seat, text), depth - 1)
    return total


@pytest.mark.parametrize(
    ("level", "places", "counts"),
    [
        (1, "", [5, 25, 100, 400, 1200]),
        (1, "1 1 2 2 3 3 4 4", [2, 10, 26, 143, 732]),
        (2, "6 6 7 7 8 8 1 1 2 2", [2, 12, 32, 256]),
        (3, "9 9 10 10 6 6 7 7 8 8 1 1", [2, 14, 38, 351]),
    ],
)
def test_action_counts(level: int, places: str, counts: list[int]) -> None:
    state = monsters.start({"level": level}, 2)
    state = play(state, "deal " + " ".join(monsters.LEVELS[level]), *[f"place {number}" for number in places.split()])
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_random_games_end() -> None:
    rng = random.Random(5)
    for _ in range(20):
        state = monsters.start({"level": 1}, 2)
        while monsters.to_act(state):
            [seat] = monsters.to_act(state)
            text = monsters.chance(state, rng) if seat == 0 else rng.choice(monsters.legal(state)[seat])
            state = monsters.apply(state, seat, text)
        assert monsters.result(state)["winners"]


# Worked cases 1 to 6


def test_the_winning_combination() -> None:
    islands = row(birth=[1], move_island=[1], sacrifice=[1], death=[2, 2], drifting=[2, 2])
    state = monsters.start({"level": 2}, 2, position={"islands": islands})
    state = play(state, "ask", "birth 3", "ask", "move 2>1")
    assert monsters.to_act(state) == [1]
    state = play(state, "ask", "birth 3")  # birth again, now island 2
    assert queues(state)["sacrifice"] == [1, 1, 1]
    lives = []
    for _ in range(3):
        state = play(state, "ask")
        lives.append(monsters.position(state)["lives"][1])
    assert lives == [3, 1, -1]
    assert monsters.result(state)["winners"] == [1]
    assert queues(state)["sacrifice"] == [1]  # the third had no time to be removed


@pytest.mark.parametrize(("lives", "winner"), [(2, 1), (3, 2)])
def test_the_last_islander_sacrifices_itself(lives: int, winner: int) -> None:
    islands = row(sacrifice=[1], death=[2])
    state = monsters.start({}, 2, position={"islands": islands, "lives": [5, lives]})
    assert monsters.result(play(state, "ask"))["winners"] == [winner]


@pytest.mark.parametrize(
    ("queue", "before", "removed", "following"),
    [([1, 2], [], "remove 1.1", 2), ([1, 2, 3], ["decline"], "remove 1.1", 3)],
)
def test_nobody_is_skipped_when_an_islander_leaves(queue, before, removed, following) -> None:
    islands = row(death=queue, drifting=[1, 2, 3])
    state = monsters.start({}, 3, position={"islands": islands})
    assert monsters.to_act(play(state, *before, "ask", removed)) == [following]


def test_backwards_from_the_first_island_to_the_last() -> None:
    islands = row(death=[1], drifting=[1], birth=[2])
    state = monsters.start({}, 2, position={"islands": islands, "sorcerer": {"heading": -1}})
    assert monsters.position(play(state, "decline"))["sorcerer"] == {"island": 3, "place": 1, "heading": -1}


@pytest.mark.parametrize(("heading", "island", "card"), [(1, 2, "birth"), (-1, 1, "death")])
def test_sinking_the_island_one_stands_on(heading: int, island: int, card: str) -> None:
    islands = row(death=[1], sink=[1, 2], birth=[2], prayer=[2])
    given = {"islands": islands, "sorcerer": {"island": 2, "heading": heading}}
    shown = monsters.position(play(monsters.start({"level": 2}, 2, position=given), "ask", "sink 2"))
    assert shown["sorcerer"] == {"island": island, "place": 1, "heading": heading}
    assert shown["islands"][island - 1]["card"] == card


def test_a_blessing_takes_the_curse_chip_away_first() -> None:
    islands = [*row(bless=[1, 2], death=[2]), {"card": "prayer", "number": 0, "queue": []}]
    state = monsters.start({"level": 3}, 2, position={"islands": islands})
    assert monsters.position(state)["chips"] == {"bless": 5, "curse": 4}
    shown = monsters.position(play(state, "ask", "bless 3"))
    assert shown["islands"][2]["number"] == 1
    assert shown["chips"] == {"bless": 5, "curse": 5}


# Play 3: who is next


def begin(options: dict, islands: list[dict], seats: int = 2, cards: dict | None = None, **rest) -> dict:
    options = dict(options, blanks=list(cards or {}))
    return monsters.start(options, seats, cards=cards, position={"islands": islands, **rest})


def test_who_comes_back_to_the_end_is_asked_again() -> None:
    # Two drifts: the asker leaves island 1 and comes back; then 2 is asked, then the asker again.
    islands = [{"card": "drifting", "number": 2, "queue": [1, 2]}, *row(death=[2, 1])]
    state = play(begin({"level": 3}, islands), "ask", "drift 1.1>2", "drift 2.3>1")
    assert monsters.position(state)["turn"] == 2
    assert monsters.position(state)["sorcerer"]["place"] == 1
    state = play(state, "decline")
    assert monsters.position(state)["turn"] == 1
    assert monsters.position(state)["sorcerer"] == {"island": 1, "place": 2, "heading": 1}


def test_turning_the_current_does_not_end_the_visit() -> None:
    # The author: on A, B, C where B reverses, C is next.
    islands = row(death=[1], reverse_current=[1, 2, 1], drifting=[2])
    state = play(begin({"level": 2}, islands, sorcerer={"island": 2}), "ask")
    assert monsters.position(state)["sorcerer"] == {"island": 2, "place": 2, "heading": -1}
    state = play(state, "decline", "decline")
    assert monsters.position(state)["sorcerer"] == {"island": 1, "place": 1, "heading": -1}


def test_an_empty_island_is_passed_by() -> None:
    islands = row(death=[1], drifting=[], birth=[2])
    assert monsters.position(play(begin({}, islands), "decline"))["sorcerer"]["island"] == 3


HERE = {
    "turn_queue": {"number": None, "effect": [{"reverse_queues": {"where": "here"}}]},
    "leave_and_turn": {
        "number": None,
        "effect": [{"move_islanders": {"which": "front", "where": "here"}}, {"reverse_queues": {"where": "here"}}],
    },
    "back_to_front": {
        "number": None,
        "effect": [{"move_islanders": {"where": "elsewhere", "to": "front"}}],
    },
    "roll": {"number": None, "effect": [{"rotate_queues": {"where": "here", "step": "first_to_back"}}]},
    "out_and_roll": {
        "number": None,
        "effect": [{"remove_islanders": {"which": "asker"}}, {"rotate_queues": {"where": "here"}}],
    },
}


def only(name: str) -> dict:
    return {name: HERE[name]}


def test_a_turned_queue_goes_on_behind_the_asker() -> None:
    # 1 2 3, the front one turns it: 3 2 1; nobody stands behind it.
    state = begin({}, row(turn_queue=[1, 2, 3], death=[3, 2, 1]), 3, only("turn_queue"))
    state = play(state, "ask")
    assert queues(state)["turn_queue"] == [3, 2, 1]
    assert monsters.position(state)["sorcerer"]["island"] == 2
    # The last one turns it: 3 2 1, the other two are asked again.
    state = begin({}, row(turn_queue=[1, 2, 3], death=[3, 2, 1]), 3, only("turn_queue"), sorcerer={"place": 3})
    state = play(state, "ask")
    assert monsters.position(state)["sorcerer"] == {"island": 1, "place": 2, "heading": 1}
    assert monsters.to_act(state) == [2]


def test_a_queue_turned_after_the_asker_left_goes_on_at_the_same_distance() -> None:
    # 1 2 3 1: 2 moves the front one away and still stands there: 2 3 1; turned: 1 3 2, nobody behind it.
    state = begin({}, row(leave_and_turn=[1, 2, 3, 1], death=[3]), 3, only("leave_and_turn"), sorcerer={"place": 2})
    state = play(state, "ask", "drift 1.1>2")
    assert queues(state)["leave_and_turn"] == [1, 3, 2]
    assert monsters.position(state)["sorcerer"]["island"] == 2
    # 1 2 3: 1 moves itself away: 2 3, its place 1 is 2's; turned: 3 2, so 3 is asked.
    state = begin({}, row(leave_and_turn=[1, 2, 3], death=[3]), 3, only("leave_and_turn"))
    state = play(state, "ask", "drift 1.1>2")
    assert monsters.position(state)["sorcerer"] == {"island": 1, "place": 1, "heading": 1}
    assert monsters.to_act(state) == [3]


def test_one_put_in_front_of_the_asker_gets_no_turn() -> None:
    state = begin({}, row(back_to_front=[1, 2], death=[2]), 2, only("back_to_front"))
    state = play(state, "ask", "drift 2.1>1")
    assert queues(state)["back_to_front"] == [2, 1, 2]
    assert monsters.position(state)["sorcerer"] == {"island": 1, "place": 3, "heading": 1}


def test_a_rotated_queue() -> None:
    # 1 2 3 rolled by its first: 2 3 1: nobody behind. By its second: 2 3 1, then 3, then 1 again.
    state = play(begin({}, row(roll=[1, 2, 3], death=[3]), 3, only("roll")), "ask")
    assert monsters.position(state)["sorcerer"]["island"] == 2
    state = play(begin({}, row(roll=[1, 2, 3], death=[3]), 3, only("roll"), sorcerer={"place": 2}), "ask")
    assert monsters.position(state)["sorcerer"] == {"island": 1, "place": 2, "heading": 1}
    # 1 2 3: 2 is removed: 1 3, its place is 3's; rolled last to front: 3 1, so 1 is asked.
    state = begin({}, row(out_and_roll=[1, 2, 3], death=[3, 2]), 3, only("out_and_roll"), sorcerer={"place": 2})
    state = play(state, "ask")
    assert queues(state)["out_and_roll"] == [3, 1]
    assert monsters.to_act(state) == [1]


def test_a_sunk_island_ends_the_visit_at_once_whatever_follows() -> None:
    # Sinks itself, then turns the heading: the sorcerer went by the heading of the sinking, and goes on by the new one.
    cards = {"whirl": {"number": None, "effect": [{"sink_islands": {"which": "here"}}, {"turn_heading": {}}]}}
    islands = row(death=[1, 2], whirl=[1], birth=[], prayer=[2])
    state = play(begin({}, islands, 2, cards, sorcerer={"island": 2}), "ask")
    # On to birth, now island 2, empty and passed by backwards: death.
    assert monsters.position(state)["sorcerer"] == {"island": 1, "place": 1, "heading": -1}


def test_a_number_of_0_names_no_enemy_and_a_sacrifice_still_removes_its_asker() -> None:
    islands = [{"card": "sacrifice", "number": 0, "queue": [1, 2, 3]}, *row(death=[1, 2, 3])]
    state = play(begin({"level": 3}, islands, 3), "ask")
    assert queues(state)["sacrifice"] == [2, 3]
    assert monsters.position(state)["lives"] == [5, 5, 5]
    assert monsters.to_act(state) == [2]


def test_the_rest_of_a_spell_is_dropped_with_its_asker() -> None:
    # Seat 1's death of 2 removes its own last islander first: the second choice is gone.
    islands = [{"card": "death", "number": 2, "queue": [1, 2]}, *row(drifting=[3])]
    state = play(begin({"level": 3}, islands, 3), "ask", "remove 1.1")
    assert monsters.position(state)["out"] == [1]
    assert monsters.legal(state) == {2: ["ask", "decline"]}


# Play 4: going out


@pytest.mark.parametrize(("tie", "winners"), [("first_in_line", [2]), ("last_in_line", [1]), ("draw", [1, 2])])
def test_a_sinking_takes_everyone(tie: str, winners: list[int]) -> None:
    islands = row(sink=[2, 1, 1], death=[])
    state = play(begin({"level": 2, "sink_tie": tie}, islands), "ask", "sink 1")
    assert monsters.result(state)["winners"] == winners
    assert monsters.position(state)["out"] == []


def test_everyone_out_at_once_in_another_way_is_a_draw() -> None:
    cards = {"plague": {"number": None, "effect": [{"lose_lives": {"who": "everyone", "count": 5}}]}}
    state = play(begin({}, row(plague=[1], death=[2]), 2, cards), "ask")
    assert monsters.result(state)["winners"] == [1, 2]
    assert monsters.position(state)["out"] == [1, 2]


# Play 5: blessing and cursing


def test_steps_stop_where_no_chip_is_left() -> None:
    # Bless 3 with one blessing chip left takes the curse chip away, then the blessing chip, and no third step.
    islands = [
        {"card": "bless", "number": 3, "queue": [1, 2]},  # two chips lie here
        {"card": "sacrifice", "number": 4, "queue": []},  # two
        {"card": "prayer", "number": 0, "queue": [2]},
    ]
    state = play(begin({"level": 3}, islands), "ask", "bless 3")
    shown = monsters.position(state)
    assert shown["islands"][2]["number"] == 2
    assert shown["chips"] == {"bless": 0, "curse": 5}
    # Nothing can be blessed now: the second asker has no choice.
    assert monsters.legal(state) == {2: ["ask", "decline"]}
    state = play(state, "ask")
    assert monsters.position(state)["sorcerer"]["island"] == 3


def test_sunk_chips_go_back() -> None:
    islands = [*row(sink=[1]), {"card": "prayer", "number": 3, "queue": []}, *row(death=[2])]
    state = play(begin({"level": 3}, islands), "ask", "sink 2")
    assert monsters.position(state)["chips"] == {"bless": 5, "curse": 5}


def test_chips_last_for_the_visit() -> None:
    islands = [
        {"card": "prayer", "number": 3, "queue": [1]},
        {"card": "death", "number": 0, "queue": []},
        *row(birth=[2]),
    ]
    state = begin({"level": 3, "chips_last": "visit", "memory": True, "memory_numbers": "visited"}, islands, visited=[])
    shown = monsters.position(play(state, "decline"))
    assert [island["number"] for island in shown["islands"]] == [1, 1, None]
    assert shown["chips"] == {"bless": 5, "curse": 5}
    assert shown["visited"] == [{"card": "death", "number": 0}, {"card": "prayer", "number": 3}]


# Play 6: stalemate


def test_stalemate_may_be_declared_the_second_time_and_is_decided_the_fourth() -> None:
    state = begin({}, row(death=[1], drifting=[2]), lives=[3, 4])
    assert monsters.legal(state) == {1: ["ask", "decline"]}
    state = play(state, "decline")
    assert monsters.legal(state) == {2: ["ask", "decline"]}
    state = play(state, "decline")
    assert monsters.legal(state) == {1: ["ask", "decline", "stalemate"], 2: ["stalemate"]}
    assert monsters.result(play(state, "2> stalemate"))["winners"] == [2]
    state = play(state, "ask")
    assert monsters.legal(state) == {1: ["remove 1.1", "remove 2.1"]}
    state = play(begin({}, row(death=[1], drifting=[2]), lives=[3, 4]), *["decline"] * 5)
    assert monsters.result(state) is None
    state = play(state, "decline")
    assert monsters.result(state)["winners"] == [2]


@pytest.mark.parametrize(
    ("islands", "winner"),
    [
        (row(death=[1, 2, 2]), 2),  # more islanders
        (row(death=[1, 2], birth=[2, 1], drifting=[2, 1]), 2),  # more at the front
        (row(death=[], birth=[2, 1], drifting=[1, 2]), 2),  # first along the row
    ],
)
def test_stalemate_tie_breaks(islands: list[dict], winner: int) -> None:
    state = begin({}, islands)
    while "stalemate" not in monsters.legal(state).get(1, []):
        state = play(state, "decline")
    assert monsters.result(play(state, "1> stalemate"))["winners"] == [winner]


def test_a_301st_islander_asked_with_nothing_changed_decides() -> None:
    # Seat 2 blesses back what seat 1 curses would repeat; drifting round instead: 300 askings differ too little, and
    # each situation comes up at most three times, so only the count of askings can end this game.
    rng = random.Random(3)
    islands = row(drifting=[1, 1, 1, 2, 2, 2], death=[1, 2], birth=[2, 1], prayer=[1, 2], sacrifice=[1, 2])
    state = begin({}, islands, lives=[5, 4])
    asked = 0
    while monsters.result(state) is None:
        [seat] = monsters.to_act(state)
        texts = monsters.legal(state)[seat]
        island = monsters.position(state)["sorcerer"]["island"]
        if "decline" in texts:
            asked += 1
            state = play(state, "ask" if island == 1 else "decline")
        else:
            state = play(state, rng.choice(texts))
    assert asked == 300
    assert monsters.result(state)["winners"] == [1]


# Options


def test_fair_start() -> None:
    state = monsters.start({"fair_start": True}, 2)
    order = "death birth prayer drifting sacrifice"
    state = play(state, f"0> deal {order}")
    assert monsters.legal(state) == {1: ["keep", "redeal"]}
    assert monsters.to_act(play(state, "redeal")) == [0]
    assert monsters.position(play(state, "redeal"))["islands"] == []
    state = play(state, "arrange sacrifice death birth prayer drifting")
    assert monsters.legal(state) == {2: ["first", "second"]}
    assert monsters.position(state)["islands"][0]["card"] == "sacrifice"
    assert monsters.to_act(play(state, "first")) == [2]
    assert monsters.to_act(play(state, "second")) == [1]


def sequential(*texts: str, **options) -> dict:
    state = monsters.start({"opening": "sequential", **options}, 2)
    return play(state, "deal " + " ".join(monsters.LEVEL_1), *texts)


@pytest.mark.parametrize(
    ("texts", "first", "queue"),
    [
        # The source's examples, as far as one of a colour an island allows them. A seat that has placed is passed for.
        (["place 1", "place 1"], 1, [1, 2]),
        (["place 1", "pass"], 2, [1]),
        (["pass", "place 1", "pass"], 1, [2]),
        (["pass", "place 1", "place 1"], 2, [2, 1]),
    ],
)
def test_sequential_opening(texts: list[str], first: int, queue: list[int]) -> None:
    state = sequential(*texts)
    assert monsters.position(state)["islands"][0]["queue"] == queue
    # Four to place, four islands to come: who has passed must place now, the other may pass.
    free = monsters.position(state)["unplaced"][first - 1] < 4
    assert monsters.legal(state) == {first: ["place 2", "pass"] if free else ["place 2"]}


def test_sequential_opening_ends_when_all_are_placed() -> None:
    texts = [f"place {island}" for island in (1, 2, 3, 4) for _ in (1, 2)]
    state = sequential(*texts)
    assert monsters.position(state)["phase"] == "patrol"
    assert queues(state)["sacrifice"] == []


def test_sequential_opening_without_a_limit() -> None:
    state = sequential("pass", "pass", "pass", "pass", "pass", "pass", "pass", "pass", placement_limit="none")
    assert monsters.legal(state) == {1: ["place 5"]}
    assert monsters.legal(play(state, "place 5")) == {2: ["place 5"]}


def test_revolution_asks_only_the_front_and_sends_the_asker_to_the_end() -> None:
    islands = row(reverse_current=[1, 2], death=[2, 1])
    state = begin({"level": 2, "revolution": True}, islands)
    asked = monsters.position(play(state, "ask"))
    assert asked["islands"][0]["queue"] == [2, 1]
    assert asked["sorcerer"] == {"island": 2, "place": 1, "heading": -1}
    declined = monsters.position(play(state, "decline"))
    assert declined["islands"][0]["queue"] == [1, 2]
    assert declined["sorcerer"]["island"] == 2


def test_revolution_leaves_one_that_came_back() -> None:
    islands = [{"card": "drifting", "number": 2, "queue": [1, 2]}, *row(death=[2])]
    state = play(begin({"level": 3, "revolution": True}, islands), "ask", "drift 1.1>2", "drift 2.2>1")
    assert queues(state)["drifting"] == [2, 1]
    islands = [{"card": "drifting", "number": 3, "queue": [1]}, *row(death=[2])]
    state = begin({"level": 3, "revolution": True}, islands)
    state = play(state, "ask", "drift 1.1>2", "drift 2.2>1", "drift 2.1>1")
    assert queues(state) == {"drifting": [1, 2], "death": []}  # 1 stays in front, where it came back to


def memory(islands: list[dict], visited: list[dict], seats: int = 2, **options) -> dict:
    place = 1 + [island["card"] for island in islands].index("memory")
    options = {"level": 3, "memory": True, **options}
    return monsters.start(
        options, seats, position={"islands": islands, "visited": visited, "sorcerer": {"island": place}}
    )


def visit(card: str, number: int | None) -> dict:
    return {"card": card, "number": number}


def test_memory_casts_the_older_first() -> None:
    state = memory(row(memory=[1], death=[2], birth=[2, 1]), [visit("death", 1), visit("birth", None)])
    state = play(state, "ask")
    # "This island" is Memory's: birth may go to any other.
    assert monsters.legal(state) == {1: ["birth 2", "birth 3"]}
    state = play(state, "birth 2")
    assert monsters.legal(state)[1][0] == "remove 1.1"


@pytest.mark.parametrize(("numbers", "lost"), [("printed", 1), ("current", 3), ("visited", 2)])
def test_memory_numbers(numbers: str, lost: int) -> None:
    islands = [{"card": "prayer", "number": 3, "queue": []}, *row(memory=[1], death=[2])]
    state = play(memory(islands, [visit("prayer", 2)], memory_numbers=numbers), "ask")
    assert monsters.position(state)["lives"] == [5, 5 - lost]


def test_a_sunk_island_is_remembered_as_printed() -> None:
    state = play(memory(row(memory=[1], death=[2]), [visit("prayer", 3)], memory_numbers="current"), "ask")
    assert monsters.position(state)["lives"] == [5, 4]


def test_memory_choice() -> None:
    state = memory(row(memory=[1], death=[2], birth=[2, 1]), [visit("prayer", 1)], memory_choice="any")
    state = play(state, "ask")
    assert sorted(monsters.legal(state)[1]) == ["recall both", "recall newer", "recall older"]
    assert monsters.position(play(state, "recall older"))["lives"] == [5, 5]
    assert monsters.position(play(state, "recall newer"))["lives"] == [5, 4]
    assert monsters.position(play(state, "recall both"))["lives"] == [5, 4]


def test_the_newer_spell_is_cast_though_the_older_sank_memorys_island() -> None:
    state = memory(row(memory=[1, 2], death=[2], birth=[2, 1]), [visit("birth", None), visit("sink", None)])
    state = play(state, "ask", "sink 1")
    assert monsters.legal(state) == {1: ["birth 1", "birth 2"]}  # everything is elsewhere
    state = play(state, "birth 1")
    assert monsters.position(state)["sorcerer"] == {"island": 1, "place": 1, "heading": 1}
    assert monsters.position(state)["visited"] == [visit("memory", None), visit("birth", None)]


def test_a_remembered_memory_does_nothing() -> None:
    state = play(memory(row(memory=[1, 2], death=[2]), [visit("memory", None), visit("prayer", 1)]), "ask")
    assert monsters.position(state)["lives"] == [5, 4]
    assert monsters.to_act(state) == [2]


def test_face_down_cards() -> None:
    state = monsters.start({"level": 3, "face_down": True}, 2)
    state = play(state, "deal " + " ".join(monsters.LEVEL_3), "0> face_down move_island drifting prayer")
    assert monsters.legal(state) == {2: ["take 1", "take 2", "take 3"]}
    state = play(state, "take 2")
    assert monsters.legal(state) == {1: ["take 1", "take 3"]}
    state = play(state, "take 3")
    assert monsters.position(state)["face_down"] == {1: "prayer", 2: "drifting"}
    state = begin({"level": 3, "face_down": True}, row(death=[1], birth=[2, 1]), face_down={1: "prayer", 2: "drifting"})
    assert monsters.legal(state) == {1: ["ask", "decline", "use"]}
    state = play(state, "use")
    assert monsters.position(state)["lives"] == [5, 4]
    assert monsters.position(state)["face_down"] == {1: None, 2: "drifting"}


def test_interrupts_are_earned_at_the_first_island_and_spent_at_any_moment() -> None:
    islands = row(death=[1], birth=[1], drifting=[2])
    state = begin({"interrupt": True}, islands, 3, lives=[5, 5, 0], sorcerer={"island": 2})
    assert monsters.position(state)["out"] == [3]
    state = play(state, "decline")
    assert monsters.position(state)["interrupts"] == [0, 0, 0]
    state = play(state, "decline")
    assert monsters.position(state)["interrupts"] == [0, 0, 1]
    assert monsters.legal(state) == {
        1: ["ask", "decline"],
        3: ["interrupt 1", "interrupt 2", "interrupt 3"],
    }
    state = play(state, "ask", "3> interrupt 1")
    assert queues(state)["death"] == [1, 3]
    assert "remove 1.2" in monsters.legal(state)[1]
    state = play(state, "remove 2.1")
    assert monsters.to_act(state) == [3]  # it asks as others do, with all seats still in as enemies
    assert monsters.position(state)["out"] == [3]


def test_no_more_interrupts_than_unused_islanders() -> None:
    islands = row(death=[1], drifting=[2])
    state = begin({"interrupt": True}, islands, 3, lives=[5, 5, 0], unused=[9, 9, 1], interrupts=[0, 0, 1])
    state = play(state, "decline", "decline")
    assert monsters.position(state)["interrupts"] == [0, 0, 1]


def test_a_birth_lapses_when_an_interrupt_takes_the_last_islander() -> None:
    islands = row(birth=[3, 1], death=[2])
    state = begin({"interrupt": True}, islands, 3, lives=[5, 5, 0], unused=[9, 9, 1], interrupts=[0, 0, 1])
    state = play(state, "ask")
    assert monsters.legal(state) == {3: ["birth 2", "interrupt 1", "interrupt 2"]}
    state = play(state, "3> interrupt 2")
    assert monsters.legal(state) == {1: ["ask", "decline"]}


def test_moving_the_first_island_under_the_sorcerer_is_no_arrival_sinking_it_is() -> None:
    out = {"lives": [5, 5, 0]}
    islands = row(death=[2], move_island=[1, 1], birth=[2])
    state = begin({"level": 2, "interrupt": True}, islands, 3, **out, sorcerer={"island": 2})
    assert monsters.position(play(state, "ask", "move 2>1"))["interrupts"] == [0, 0, 0]
    islands = row(sink=[1], birth=[2, 1], death=[2])
    state = begin({"level": 2, "interrupt": True}, islands, 3, **out)
    assert monsters.position(play(state, "ask", "sink 1"))["interrupts"] == [0, 0, 1]
    islands = row(death=[], sink=[1], birth=[2, 1])
    state = begin({"level": 2, "interrupt": True}, islands, 3, **out, sorcerer={"island": 2})
    assert monsters.position(play(state, "ask", "sink 1"))["interrupts"] == [0, 0, 0]


def test_reverse_line() -> None:
    islands = row(death=[1], reverse_current=[1, 2, 2], birth=[1, 2])
    state = begin({"level": 2, "reverse_line": True}, islands, sorcerer={"island": 2, "place": 2})
    state = play(state, "ask")  # turned during the visit: on from the one just served, to the front
    assert monsters.position(state)["sorcerer"] == {"island": 2, "place": 1, "heading": -1}
    state = play(state, "decline", "decline")  # island 2, then 1, then the last island from the back
    assert monsters.position(state)["sorcerer"] == {"island": 3, "place": 2, "heading": -1}


# Options that are refused together


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({"fair_start": True}, 3),
        ({"fair_start": True, "opening": "sequential"}, 2),
        ({"revolution": True, "reverse_line": True}, 2),
        ({"face_down": True, "level": 2}, 2),
        ({"face_down": True, "level": 3}, 3),
        ({"interrupt": True}, 2),
        ({"islanders": 6}, 2),
        ({"islanders": 11, "placement_limit": 3}, 2),
        ({"level": 4}, 2),
        ({"level": True}, 2),
        ({"lives": 0}, 2),
        ({"blanks": ["nothing"]}, 2),
        ({"unheard": 1}, 2),
        ({}, 1),
        ({}, 6),
    ],
)
def test_refused_options(options: dict, seats: int) -> None:
    with pytest.raises(ValueError):
        monsters.start(options, seats)


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "over"},
        {"choosing": {"spell": "death"}},
        {"turn": 2},
        {"lives": [5, 0]},
        {"lives": [5]},
        {"chips": {"bless": 4, "curse": 5}},
        {"islands": row(death=[1, 3])},
        {"islands": row(kraken=[1, 2])},
        {"islands": row(death=[1])},
        {"sorcerer": {"island": 3}},
        {"sorcerer": {"place": 2}},
        {"unused": [10, 9]},
        {"out": [2]},
        {"visited": []},
        {"interrupts": [0, 0]},
    ],
    ids=str,
)
def test_refused_positions(change: dict) -> None:
    given = {"islands": row(death=[1], drifting=[2])}
    monsters.start({}, 2, position=given)
    with pytest.raises(ValueError):
        monsters.start({}, 2, position={**given, **change})
