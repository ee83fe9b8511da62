"""Every effect of the rules page's table with every parameter value, on one row, against results worked out by hand.

The row is `death` 3 2, `x` 1 2, `birth` empty, `prayer` 2 1 3; seat 1 on `x`, island 2, is asked, heading forwards.
"""

from __future__ import annotations

import pytest

from tests.reference import monsters

pytestmark = pytest.mark.usefixtures("side")

QUEUES = [[3, 2], [1, 2], [], [2, 1, 3]]


def asked(*effects: dict, number: int | None = None, **rest) -> dict:
    cards = {"x": {"number": number, "effect": list(effects)}}
    names = ["death", "x", "birth", "prayer"]
    islands = [{"card": name, "queue": queue} for name, queue in zip(names, QUEUES, strict=True)]
    given = {"islands": islands, "sorcerer": {"island": 2}, **rest}
    return monsters.apply(monsters.start({"blanks": ["x"]}, 3, cards, given), 1, "ask")


def play(state: dict, *texts: str) -> dict:
    for text in texts:
        state = monsters.apply(state, monsters.to_act(state)[0], text)
    return state


def choices(state: dict) -> str:
    assert list(monsters.legal(state)) == [1]
    return " ".join(text.split(maxsplit=1)[1] for text in monsters.legal(state)[1])


def queues(state: dict) -> list[list[int]]:
    return [island["queue"] for island in monsters.position(state)["islands"]]


def cards(state: dict) -> str:
    return " ".join(island["card"] for island in monsters.position(state)["islands"])


@pytest.mark.parametrize(
    ("who", "lost", "gained"),
    [
        ("asker", [3, 5, 5], [7, 5, 5]),
        ("enemies", [5, 3, 3], [5, 7, 7]),
        ("everyone", [3, 3, 3], [7, 7, 7]),
    ],
)
def test_lives_without_a_choice(who: str, lost: list[int], gained: list[int]) -> None:
    assert monsters.position(asked({"lose_lives": {"who": who, "count": 2}}))["lives"] == lost
    assert monsters.position(asked({"gain_lives": {"who": who, "count": 2}}))["lives"] == gained


@pytest.mark.parametrize(("effect", "after"), [("lose_lives", 2), ("gain_lives", 8)])
def test_lives_of_one_enemy_are_one_choice_whatever_the_number(effect: str, after: int) -> None:
    state = asked({effect: {"count": "n"}}, number=3)
    assert monsters.legal(state) == {1: ["target 2", "target 3"]}
    state = play(state, "target 3")
    assert monsters.position(state)["lives"] == [5, 5, after]
    assert monsters.position(state)["choosing"] is None


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({}, "1.1 1.2 2.1 2.2 4.1 4.2 4.3"),
        ({"which": "front"}, "1.1 2.1 4.1"),
        ({"which": "back"}, "1.2 2.2 4.3"),
        ({"where": "elsewhere"}, "1.1 1.2 4.1 4.2 4.3"),
        ({"where": "here"}, "2.1 2.2"),
        ({"which": "front", "where": "elsewhere"}, "1.1 4.1"),
        ({"which": "back", "where": "here"}, "2.2"),
    ],
)
def test_which_islanders(params: dict, expected: str) -> None:
    assert choices(asked({"remove_islanders": params})) == expected
    drifts = [f"{islander}>{to}" for islander in expected.split() for to in range(1, 5) if islander[0] != str(to)]
    assert choices(asked({"move_islanders": params})).split() == drifts


def test_remove_the_asker() -> None:
    assert queues(asked({"remove_islanders": {"which": "asker"}})) == [[3, 2], [2], [], [2, 1, 3]]
    assert queues(asked({"remove_islanders": {"which": "asker", "where": "here"}}))[1] == [2]
    assert queues(asked({"remove_islanders": {"which": "asker", "where": "elsewhere"}})) == QUEUES
    assert queues(asked({"remove_islanders": {"which": "asker", "count": 0}})) == QUEUES
    # It is removed wherever it has gone; here, it is no more.
    away = {"move_islanders": {"where": "here"}}
    state = play(asked(away, {"remove_islanders": {"which": "asker"}}), "drift 2.1>3")
    assert queues(state) == [[3, 2], [2], [], [2, 1, 3]]
    state = play(asked(away, {"remove_islanders": {"which": "asker", "where": "here"}}), "drift 2.1>3")
    assert queues(state) == [[3, 2], [2], [1], [2, 1, 3]]


def test_several_choices_one_after_another() -> None:
    state = asked({"remove_islanders": {"where": "here", "count": 3}})
    state = play(state, "remove 2.2")
    assert choices(state) == "2.1"
    state = play(state, "remove 2.1")  # nothing can be chosen any more
    assert monsters.position(state)["choosing"] is None


@pytest.mark.parametrize(
    ("params", "queue"), [({}, [3, 2, 1]), ({"to": "end"}, [3, 2, 1]), ({"to": "front"}, [1, 3, 2])]
)
def test_where_the_moved_go(params: dict, queue: list[int]) -> None:
    state = play(asked({"move_islanders": params}), "drift 2.1>1")
    assert queues(state) == [queue, [2], [], [2, 1, 3]]


@pytest.mark.parametrize(
    ("params", "expected"), [({}, "1 3 4"), ({"where": "elsewhere"}, "1 3 4"), ({"where": "anywhere"}, "1 2 3 4")]
)
def test_where_the_born_may_go(params: dict, expected: str) -> None:
    assert choices(asked({"add_islanders": params})) == expected
    assert queues(play(asked({"add_islanders": params}), "birth 4"))[3] == [2, 1, 3, 1]
    assert queues(play(asked({"add_islanders": {**params, "to": "front"}}), "birth 4"))[3] == [1, 2, 1, 3]


def test_born_here() -> None:
    state = asked({"add_islanders": {"where": "here", "count": 2}})
    assert queues(state)[1] == [1, 2, 1, 1]
    assert monsters.position(state)["unused"] == [6, 7, 8]
    assert queues(asked({"add_islanders": {"where": "here", "to": "front"}}))[1] == [1, 1, 2]
    state = asked({"add_islanders": {"where": "here", "count": 2}}, unused=[1, 0, 0])
    assert queues(state)[1] == [1, 2, 1]
    assert queues(asked({"add_islanders": {}}, unused=[0, 0, 0])) == QUEUES


def test_move_islands() -> None:
    state = asked({"move_islands": {"count": 2}})
    assert choices(state) == "1>2 1>3 1>4 2>1 2>3 2>4 3>1 3>2 3>4 4>1 4>2 4>3"
    state = play(state, "move 2>4")
    assert cards(state) == "death birth prayer x"
    assert monsters.position(state)["sorcerer"]["island"] == 4
    assert cards(play(state, "move 1>3")) == "birth prayer death x"


def test_swap_islands() -> None:
    assert choices(asked({"swap_islands": {}})) == "1 2 1 3 1 4 2 3 2 4 3 4"
    state = asked({"swap_islands": {"which": "here"}})
    assert choices(state) == "1 2 2 3 2 4"
    state = play(state, "swap 2 4")
    assert cards(state) == "death prayer birth x"
    assert monsters.position(state)["sorcerer"] == {"island": 4, "place": 2, "heading": 1}


def test_sink_islands() -> None:
    state = asked({"sink_islands": {"count": 2}})
    assert choices(state) == "1 2 3 4"
    assert choices(play(state, "sink 1")) == "1 2 3"
    state = asked({"sink_islands": {"which": "here", "count": 2}})
    assert cards(state) == "death birth prayer"
    assert monsters.position(state)["sorcerer"] == {"island": 3, "place": 1, "heading": 1}


def test_turn_heading() -> None:
    assert monsters.position(asked({"turn_heading": {}}))["sorcerer"] == {"island": 2, "place": 2, "heading": -1}
    assert monsters.position(asked({"turn_heading": None}, {"turn_heading": {}}))["sorcerer"]["heading"] == 1


@pytest.mark.parametrize(
    ("by", "number", "expected", "chosen", "after"),
    [
        (1, 2, "1 2 4", "bless 1", 2),
        ("n", 2, "1 2 4", "bless 2", 4),
        (-1, 2, "1 2 4", "curse 2", 1),
        ("-n", 2, "1 2 4", "curse 4", 0),
        (-3, 0, "1 4", "curse 4", 0),
        (6, 0, "1 2 4", "bless 1", 6),
    ],
)
def test_change_numbers(by: int | str, number: int, expected: str, chosen: str, after: int) -> None:
    state = asked({"change_numbers": {"by": by}}, number=number)
    assert choices(state) == expected
    state = play(state, chosen)
    assert monsters.position(state)["islands"][int(chosen[-1]) - 1]["number"] == after
    assert monsters.position(state)["choosing"] is None


def test_change_numbers_by_0() -> None:
    assert monsters.position(asked({"change_numbers": {"by": "n"}}, number=0))["choosing"] is None


@pytest.mark.parametrize(
    ("where", "reversed_ones"), [(None, [1, 4]), ("elsewhere", [1, 4]), ("anywhere", [1, 2, 4]), ("here", [2])]
)
def test_reverse_queues(where: str | None, reversed_ones: list[int]) -> None:
    state = asked({"reverse_queues": {} if where is None else {"where": where}})
    expected = [queue[::-1] if number in reversed_ones else queue for number, queue in enumerate(QUEUES, start=1)]
    assert queues(state) == expected


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({}, [[2, 3], [1, 2], [], [3, 2, 1]]),
        ({"where": "anywhere"}, [[2, 3], [2, 1], [], [3, 2, 1]]),
        ({"where": "here"}, [[3, 2], [2, 1], [], [2, 1, 3]]),
        ({"step": "first_to_back"}, [[2, 3], [1, 2], [], [1, 3, 2]]),
        ({"step": "last_to_front", "where": "anywhere"}, [[2, 3], [2, 1], [], [3, 2, 1]]),
    ],
)
def test_rotate_queues(params: dict, expected: list[list[int]]) -> None:
    assert queues(asked({"rotate_queues": params})) == expected


VISITED = [{"card": "prayer", "number": 1}, {"card": "birth", "number": None}]  # newest first


def test_recall_visits() -> None:
    state = asked({"recall_visits": {}}, visited=VISITED)
    assert monsters.legal(state)[1] == ["birth 1", "birth 3", "birth 4"]  # the older first; here is x
    assert monsters.legal(play(state, "birth 1"))[1] == ["target 2", "target 3"]
    state = asked({"recall_visits": {"count": 1}}, visited=VISITED)
    assert monsters.legal(state)[1] == ["target 2", "target 3"]
    for count in (1, 2):
        state = asked({"recall_visits": {"choose": "any", "count": count}}, visited=VISITED)
        assert choices(state) == "older newer both"
        assert monsters.legal(play(state, "recall newer"))[1] == ["target 2", "target 3"]
    assert monsters.legal(play(state, "recall older"))[1] == ["birth 1", "birth 3", "birth 4"]
    assert monsters.position(asked({"recall_visits": {}}, visited=[]))["choosing"] is None


def test_inside_a_recalled_spell_recalling_does_nothing() -> None:
    recall = {"recall_visits": {}}
    gain = {"gain_lives": {"who": "asker"}}
    visited = [{"card": "x", "number": None}, {"card": "x", "number": None}]
    state = asked(recall, gain, visited=visited)
    assert monsters.position(state)["lives"] == [8, 5, 5]  # once for each x remembered, once for this one


def test_visits_are_kept_when_a_composed_card_recalls_them() -> None:
    state = play(asked({"recall_visits": {}}, visited=[]), "decline")
    assert monsters.position(state)["visited"] == [{"card": "birth", "number": None}, {"card": "x", "number": None}]
    assert "visited" not in monsters.position(asked({"turn_heading": {}}))


def test_once_here_has_sunk_nothing_is_here() -> None:
    sink = {"sink_islands": {"which": "here"}}
    assert choices(asked(sink, {"remove_islanders": {"where": "elsewhere"}})) == "1.1 1.2 3.1 3.2 3.3"
    assert choices(asked(sink, {"add_islanders": {}})) == "1 2 3"
    for effect in (
        {"remove_islanders": {"where": "here"}},
        {"move_islanders": {"where": "here"}},
        {"add_islanders": {"where": "here"}},
        {"swap_islands": {"which": "here"}},
        {"reverse_queues": {"where": "here"}},
        {"rotate_queues": {"where": "here"}},
        sink,
    ):
        state = asked(sink, effect)
        assert queues(state) == [[3, 2], [], [2, 1, 3]]
        assert monsters.position(state)["choosing"] is None


def test_an_empty_list_does_nothing() -> None:
    state = asked()
    assert queues(state) == QUEUES
    assert monsters.to_act(state) == [2]


@pytest.mark.parametrize(
    ("number", "effect"),
    [
        (None, {"lose_lives": {"count": "n"}}),
        (None, {"change_numbers": {"by": "-n"}}),
        (1, {"lose_lives": {"count": "-n"}}),
        (1, {"lose_lives": {"count": -1}}),
        (1, {"lose_lives": {"who": "nobody"}}),
        (1, {"lose_lives": {"where": "here"}}),
        (1, {"change_numbers": {}}),
        (1, {"recall_visits": {"count": 3}}),
        (1, {"drown": {}}),
    ],
)
def test_refused_cards(number: int | None, effect: dict) -> None:
    with pytest.raises(ValueError):
        monsters.start({"blanks": ["x"]}, 2, {"x": {"number": number, "effect": [effect]}})
