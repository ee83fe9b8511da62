"""Spiteful Guards, by its rules page: each test names the rule it shows."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tabletop import UserError, commands
from tabletop.agents import commands as agents
from tabletop.agents.agent import Budget
from tabletop.agents.exact import ExactAgent
from tabletop.agents.simple import GreedyAgent, RandomAgent
from tabletop.engine.rules import Event, Refused
from tabletop.rules import load
from tabletop.rules.pyramid import BELOW, bits, names
from tabletop.rules.spiteful_guards import Solver, saves
from tabletop.words import Words

GAME = load("spiteful_guards")
RECORDS = Path(__file__).parents[1] / "records"
PAGE: dict[str, Any] = {
    "phase": "play",
    "pyramid": "rwbb/brwb/wbrw/wwbr rwr/wrb/rbr rw/br w",
    "tunnel": {"white": 0, "black": 1, "red": 0},
    "turn": 1,
    "hands": None,
}
"""The rules page's position."""
GROUND = ("civilian A3", "civilian G5", "civilian A1", "civilian E7", "civilian A5", "civilian G7")
BUILT = (*GROUND, "guard F4", "guard B4", "own D2", "own D6")


def started(position: dict[str, Any] | None = None) -> Any:
    return GAME.start({}, 2, position)


def played(*texts: str, position: dict[str, Any] | None = None) -> Any:
    """Play actions by whoever's turn it is, each judged first."""
    state = started(position)
    for text in texts:
        play(state, text)
    return state


def play(state: Any, text: str) -> list[Event]:
    action = GAME.game.parse(text)
    assert state.refusal(state.turn, action) is None, text
    events: list[Event] = []
    state.apply(state.turn, action, events)
    return events


def legal(state: Any) -> set[str]:
    return set(map(str, state.legal(state.turn)))


def why_not(state: Any, text: str, seat: int | None = None) -> str:
    refusal = state.refusal(state.turn if seat is None else seat, GAME.game.parse(text))
    return Words(GAME, ["Ada", "Ben"]).refusal(refusal)


def in_play(pyramid: str, turn: int = 1) -> Any:
    return started({"phase": "play", "pyramid": pyramid, "turn": turn})


# -- set-up ------------------------------------------------------------------------------------------------------------


def test_set_up_the_border_has_its_guards_when_a_level_is_begun() -> None:
    """Border: A7-C5-E3-G1, B6-D4-F2, C5+-E3+."""
    state = started()
    assert state.position()["pyramid"] == "r.../.r../..r./...r .../.../... ../.. ."
    for text in GROUND:
        play(state, text)
    assert state.position()["pyramid"].split()[1] == "r../.r./..r"
    for text in BUILT[6:]:
        play(state, text)
    assert state.position()["pyramid"].split()[2] == "rw/br"


def test_set_up_1_civilians_on_ones_own_side_alternating() -> None:
    state = started()
    assert legal(state) == {f"civilian {name}" for name in ["A1", "A3", "A5", "C1", "C3", "E1"]}
    play(state, "civilian A3")
    assert state.to_act() == (2,)
    assert legal(state) == {f"civilian {name}" for name in ["C7", "E5", "E7", "G3", "G5", "G7"]}


def test_set_up_1_the_holes_are_filled_with_the_others_civilians() -> None:
    state = played(*GROUND[:5])
    events = play(state, GROUND[5])
    assert state.position()["pyramid"] == "rwbb/wrwb/wbrw/wbbr r../.r./..r ../.. ."
    assert [event.kind for event in events[:3]] == ["civilian", "comes", "holes_filled"]
    assert state.position()["phase"] == "guards"


def test_set_up_2_guards_on_the_opponents_side() -> None:
    state = played(*GROUND)
    assert state.to_act() == (1,)
    assert legal(state) == {"guard D6", "guard F4", "guard F6"}
    play(state, "guard F6")
    assert state.to_act() == (2,)
    assert legal(state) == {"guard B2", "guard B4", "guard D2"}


def test_set_up_2_ones_own_civilian_and_the_other_colour_beside_it() -> None:
    state = played(*GROUND, "guard F4", "guard B4")
    assert (state.position()["phase"], state.turn, legal(state)) == ("owns", 1, {"own B2", "own D2"})
    play(state, "own D2")
    assert state.position()["pyramid"].split()[1] == "r../rrr/bwr"
    assert (state.turn, legal(state)) == (2, {"own D6", "own F6"})
    play(state, "own D6")
    assert state.position()["pyramid"].split()[1] == "rbw/rrr/bwr"


def test_set_up_3_one_civilian_each_crosses_over_without_a_choice() -> None:
    state = played(*BUILT)
    assert state.position()["pyramid"].split()[2:] == ["rw/br", "."]
    assert state.position()["phase"] == "hands"
    assert state.to_act() == (0,)


def test_set_up_4_hidden_hands() -> None:
    """Seat 1 hides, seat 2 picks; the picked marble's owner begins and the other is in the tunnel."""
    state = played(*BUILT, "hands black white")
    assert state.to_act() == (2,)
    assert legal(state) == {"hand left", "hand right"}
    play(state, "hand right")
    assert state.position() == {
        "phase": "play",
        "pyramid": "rwbb/wrwb/wbrw/wbbr rbw/rrr/bwr rw/br w",
        "tunnel": {"white": 0, "black": 1, "red": 0},
        "turn": 1,
        "hands": None,
    }
    state = played(*BUILT, "hands black white", "hand left")
    assert (state.turn, state.position()["tunnel"]) == (2, {"white": 1, "black": 0, "red": 0})


def test_set_up_4_seat_2_does_not_see_the_hands() -> None:
    states = [played(*BUILT, f"hands {hands}") for hands in ("black white", "white black")]
    assert [state.position(1)["hands"] for state in states] == [["black", "white"], ["white", "black"]]
    assert [state.position()["hands"] for state in states] == [["black", "white"], ["white", "black"]]
    for view in (2, "public"):
        assert [state.position(view)["hands"] for state in states] == [["?", "?"]] * 2
        assert states[0].objects(view) == states[1].objects(view)
    for seed in range(20):
        supposed = [state.resample(2, random.Random(seed)).hands for state in states]
        assert supposed[0] == supposed[1]
        assert states[0].resample(1, random.Random(seed)).hands == ("black", "white")
    both = {states[0].resample(2, random.Random(seed)).hands for seed in range(20)}
    assert both == {("black", "white"), ("white", "black")}


def test_set_up_4_what_is_told_of_the_hands() -> None:
    state = played(*BUILT)
    events = play(state, "hands black white")
    assert [event.kind for event in events if event.known_to(2)] == ["hides"]
    assert [event.kind for event in events if event.known_to("public")] == ["hides"]
    told = Words(GAME, ["Ada", "Ben"]).event(next(event for event in events if event.kind == "reveal"))
    assert told == "The left hand holds black, the right hand white."


def test_the_box_holds_10_white_10_black_11_red() -> None:
    state = played(*BUILT, "hands black white", "hand left")
    pyramid, tunnel = state.position()["pyramid"], state.position()["tunnel"]
    assert [pyramid.count(colour[0]) + tunnel[colour] for colour in ("white", "black", "red")] == [10, 10, 11]


# -- a turn: which colour ----------------------------------------------------------------------------------------------

FLOORS = "wbrw/rbwb/bbrr/wrbw wrw/rrb/wbr"
"""Two floors with every colour in reach when the third is not full."""


def test_colour_most_of_one_civilian_colour() -> None:
    """On the page's pyramid the top floor is one white marble: white must be taken, and from below."""
    assert legal(started(PAGE)) == {"take A1", "take E5+"}


@pytest.mark.parametrize(
    ("top", "colours"),
    [
        ("rr/wb", "r"),  # more guards
        ("rw/..", "r"),  # guards and white equal: a draw counts for the guards
        ("rw/b.", "r"),  # all equal
        ("ww/r.", "w"),
        ("bb/rw", "b"),
        ("wb/..", "wb"),  # civilians equal and no guards: either
        ("w./..", "w"),
    ],
)
def test_colour_of_the_top_floor(top: str, colours: str) -> None:
    state = in_play(f"{FLOORS} {top} .")
    taken = {
        colour
        for action in state.legal(1)
        for colour, places in (("w", state.white), ("b", state.black), ("r", state.red))
        if action.args[0] in names(places)
    }
    assert taken == set(colours)


def test_colour_why_another_may_not_be_taken() -> None:
    state = in_play(f"{FLOORS} rr/wb .")
    said = "A7 holds no guard; the top floor has 2 guards, 1 white, 1 black: a guard must be taken"
    assert why_not(state, "take A7") == said
    prompt = Words(GAME, ["Ada", "Ben"]).prompt(state.prompt(1))
    assert prompt == "**Ada**, the top floor has 2 guards, 1 white, 1 black: take a guard."


# -- a turn: which marble ----------------------------------------------------------------------------------------------


def test_marble_it_carries_at_most_one() -> None:
    """White is due; C7 carries B6 and D6, and the corner A1 only B2."""
    state = started(PAGE)
    assert why_not(state, "take C7") == (
        "the marble on C7 carries 2 others; only one that carries at most one may be taken"
    )
    assert "take A1" in legal(state)


def test_marble_from_below_the_highest_level_if_any_can() -> None:
    state = started(PAGE)
    assert why_not(state, "take D4+") == "D4+ is on the top floor, and there are marbles to take below it: A1 and E5+"


def test_marble_only_else_from_the_highest_level() -> None:
    """Black is due (the peak), and no black marble carries fewer than two: those are corners and the second floor."""
    state = in_play("wbbw/bbrr/rrbb/wrrw wbw/brb/wrr rr/ww b")
    assert legal(state) == {"take D4+"}


def test_marble_of_either_colour_below_forbids_the_top() -> None:
    """R: the top floor is C5+ white and E5+ black; white A1 can be taken below, so neither of them may be."""
    state = in_play("rbbr/bwbw/wbww/wbwr rbr/rbr/rrr wb/.. .")
    assert legal(state) == {"take A1"}
    assert why_not(state, "take E5+") == "E5+ is on the top floor, and there are marbles to take below it: A1"


def test_marble_the_carried_drops_into_its_place_and_so_on_up() -> None:
    """A1 carries B2, B2 carries C3+, C3+ carries the peak: each drops by one."""
    state = started(PAGE)
    events = play(state, "take A1")
    assert state.position()["pyramid"] == "rwbb/brwb/wbrw/rwbr rwr/wrb/bbr rw/wr ."
    assert state.position()["tunnel"] == {"white": 1, "black": 1, "red": 0}
    drops = [(event.data["above"], event.data["place"]) for event in events if event.kind == "drops"]
    assert drops == [("B2", "A1"), ("C3+", "B2"), ("D4+", "C3+")]
    assert state.turn == 2


def test_marbles_keep_their_identity_when_they_drop() -> None:
    state = started(PAGE)
    before = {address: marble for marble, address in state.objects(1).items()}
    play(state, "take A1")
    after = {address: marble for marble, address in state.objects(1).items()}
    assert after["place:A1"] == before["place:B2"]
    assert after["place:C3+"] == before["place:D4+"]
    assert after["tunnel:white.1"] == before["place:A1"]
    assert set(before.values()) == set(after.values())
    assert len(set(before.values())) == 31


def test_there_is_always_a_legal_move_and_nothing_ever_floats(rng: random.Random) -> None:
    for _ in range(100):
        state = started()
        while not state.over:
            seat = state.turn
            state.apply(seat, state.sample(seat, rng) if seat else state.draw(rng))
            assert all(not BELOW[place] & ~state.filled for place in bits(state.filled))
            assert state.over or not state.turn or state.legal(state.turn)


# -- the end -----------------------------------------------------------------------------------------------------------


def test_end_when_all_four_corners_are_empty() -> None:
    """White G1 is the last corner; with it gone the game is over, whatever lies elsewhere."""
    state = in_play(".rr./rrrr/rrrr/.wwb .../.../... ../.. .", turn=2)
    assert not state.over
    state = in_play(".rr./rrrr/rrbr/.wwr .../.../... ../.. .", turn=2)
    play(state, "take G1")
    assert state.position()["phase"] == "over"
    assert state.to_act() == ()
    assert state.result().scores == {1: 7, 2: 8}  # 8 white, 9 black and 2 guards in the tunnel


def test_end_a_marble_that_dropped_into_a_corner_fills_it() -> None:
    state = in_play("..../..../rw../rw.. .../.../r.. ../.. .")
    assert legal(state) == {"take A1", "take A3"}
    play(state, "take A1")
    assert not state.over
    assert state.position()["pyramid"] == "..../..../rw../rw.. .../.../... ../.. ."
    play(state, "take A1")
    assert state.result() is not None


def test_worked_case_the_sources_example() -> None:
    """Tunnel 9 red, 5 white, 6 black: White saves 1, Black 2, Black wins."""
    assert saves(5, 6, 9) == (1, 2)
    exact = started({"phase": "over", "pyramid": ".ww./wwwb/bbbr/.r.. .../.../... ../.. ."})
    assert exact.position()["tunnel"] == {"white": 5, "black": 6, "red": 9}
    assert exact.result().scores == {1: 1, 2: 2}
    assert exact.result().winners == (2,)


def test_end_guards_kill_only_as_long_as_there_are_any() -> None:
    assert saves(2, 6, 11) == (0, 1)
    assert saves(0, 0, 11) == (0, 0)
    assert saves(3, 3, 1) == (3, 3)


def test_end_equal_is_a_draw() -> None:
    state = started({"phase": "over", "pyramid": "..../..../..../.... .../.../... ../.. ."})
    assert state.result().winners == (1, 2)
    assert state.result().scores == {1: 5, 2: 5}
    assert state.result().reason == "equal"


# -- perft, records ----------------------------------------------------------------------------------------------------


def record(tmp_path: Path, position: dict[str, Any]) -> Path:
    file = tmp_path / "page.yaml"
    data = {"record": 1, "game": "spiteful_guards", "seats": ["Ada", "Ben"], "position": position, "actions": []}
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


@pytest.mark.parametrize(("depth", "count"), list(enumerate((2, 12, 52, 272, 1072, 3684), 1)))
def test_perft_from_the_page(depth: int, count: int, tmp_path: Path) -> None:
    assert commands.perft(record(tmp_path, PAGE), depth) == str(count)


@pytest.mark.parametrize("file", sorted(RECORDS.glob("spiteful_guards-*.yaml")), ids=lambda file: file.stem)
def test_records(file: Path) -> None:
    wanted = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    found = json.loads(commands.replay(file))
    assert found["to_act"] == wanted["to_act"]
    assert found["legal"] == wanted.get("legal", found["legal"])
    assert {key: found["position"][key] for key in wanted["position"]} == wanted["position"]
    for key in {"winners", "scores"} & set(wanted):
        assert found["result"][key] == wanted[key]


# -- bad input ---------------------------------------------------------------------------------------------------------


def test_refusals_of_the_set_up() -> None:
    state = started()
    assert why_not(state, "civilian E5") == "E5 is not on your side of the border"
    assert why_not(state, "civilian A7") == "A7 is occupied"
    assert why_not(state, "civilian B2") == "B2 is not on the ground, where the first civilians go"
    assert why_not(state, "civilian A2").startswith("there is no place A2;")
    assert why_not(state, "guard F6") == "put a civilian on your side of the ground"
    assert why_not(state, "civilian A1", seat=2) == "it is Ada's turn"
    state = played(*GROUND)
    assert why_not(state, "guard B2") == "B2 is on your own side; your guard goes to the other player's"
    assert why_not(state, "guard C3+") == "C3+ is not on the first floor, which is being built now"
    state = played(*BUILT)
    assert why_not(state, "hand left", seat=2) == "the two marbles have to be hidden first"
    with pytest.raises(Refused):
        GAME.game.parse("hands black black")


@pytest.mark.parametrize(
    ("change", "where", "said"),
    [
        ({"pyramid": "rwbb/brwb/wbrw/wwbr rwr/w.b/rbr rw/br w"}, "pyramid", "the marble on C5+ floats"),
        ({"pyramid": "rwbb/brwb"}, "pyramid", "this should be a pyramid such as"),
        ({"pyramid": None}, "pyramid", "this should be a pyramid such as"),
        ({"pyramid": PAGE["pyramid"].replace("b", "w")}, "pyramid", "there are only 10 white marbles in all"),
        ({"pyramid": "rrrr/rrrr/rrrr/rrrr .../.../... ../.. ."}, "pyramid", "there are only 11 red marbles in all"),
        ({"tunnel": {"white": 1, "black": 1, "red": 0}}, "tunnel.white", "with this pyramid the tunnel holds 0"),
        ({"tunnel": {"green": 1}}, "tunnel.green", "the keys are white, black, red"),
        ({"tunnel": 3}, "tunnel", "this should be a tunnel such as"),
        ({"tunnel": {"white": "no"}}, "tunnel.white", "a whole number from 0 to 11, not no"),
        ({"turn": 3}, "turn", "a whole number from 1 to 2, not 3"),
        ({"turn": None}, "turn", "a whole number from 1 to 2"),
        ({"phase": "later"}, "phase", "a position is in one of the phases"),
        ({"phase": ["play"]}, "phase", "a position is in one of the phases"),
        ({"phase": "over"}, "phase", "a corner still holds a marble"),
        ({"pyramid": "..../..../..../.... .../.../... ../.. .", "tunnel": None}, "phase", "the game is over"),
        ({"hands": ["white", "black"]}, "hands", "only in the phase `hands`"),
        ({"phase": "hands", "tunnel": None}, "pyramid", "the set-up cannot come to this pyramid"),
        ({"guards": 1}, "guards", "the keys are phase, pyramid, tunnel, turn, hands"),
    ],
)
def test_refusals_of_positions(change: dict[str, Any], where: str, said: str) -> None:
    with pytest.raises(Refused) as raised:
        started({**PAGE, **change})
    assert raised.value.refusal.where == f"position.{where}"
    assert said in Words(GAME, ["Ada", "Ben"]).refusal(raised.value.refusal)


def test_positions_of_the_set_up() -> None:
    for count in range(len(BUILT) + 1):
        state = played(*BUILT[:count])
        again = started(state.position())
        assert (again.position(), again.turn, legal(again)) == (state.position(), state.turn, legal(state))
    state = played(*BUILT, "hands black white")
    assert started(state.position()).hands == ("black", "white")
    for change, said in (
        ({"phase": "owns"}, "with this pyramid the phase is hands"),
        ({"hands": ["white", "white"]}, "the hands hold one white and one black marble"),
        ({"hands": "?"}, "the hands hold one white and one black marble"),
        ({"turn": 1}, "with this pyramid the turn is 2"),
    ):
        with pytest.raises(Refused) as raised:
            started({**state.position(), **change})
        assert said in Words(GAME).refusal(raised.value.refusal)


# -- exact play --------------------------------------------------------------------------------------------------------


def minimax(state: Any) -> int:
    """Return White's saved minus Black's with best play, by trying everything."""
    if state.over:
        scores: dict[int, int] = state.over.scores
        return scores[1] - scores[2]
    values = []
    for action in state.legal(state.turn):
        after = state.clone()
        after.apply(state.turn, action)
        values.append(minimax(after))
    return max(values) if state.turn == 1 else min(values)


def built(rng: random.Random) -> Any:
    """Build a pyramid at random."""
    state = started()
    while state.phase != "play":
        seat = state.turn
        state.apply(seat, state.sample(seat, rng) if seat else state.draw(rng))
    return state


def late(rng: random.Random) -> Any:
    """Play at random until few marbles are left; plain minimax cannot look at more."""
    while True:
        state, few = built(rng), rng.randrange(2, 9)
        while not state.over and state.filled.bit_count() > few:
            state.apply(state.turn, state.sample(state.turn, rng))
        if not state.over:
            return state


def agree(count: int, rng: random.Random) -> None:
    solver = Solver()
    for _ in range(count):
        state = late(rng)
        value = minimax(state)
        assert solver.value(state) == value == Solver().value(state, guess=rng.randrange(-3, 4))
        moves = solver.moves(state)
        for action, found in moves.items():
            after = state.clone()
            after.apply(state.turn, action)
            assert minimax(after) == found
        best = solver.best(state)
        assert {action for action, found in moves.items() if found == value} == set(best)


def test_the_solver_agrees_with_plain_minimax(rng: random.Random) -> None:
    agree(40, rng)


@pytest.mark.long
def test_the_solver_agrees_with_plain_minimax_on_500_positions(rng: random.Random) -> None:
    agree(500, rng)


def test_the_pages_position_has_value_0(tmp_path: Path) -> None:
    """With best play of both sides the game is a draw."""
    found = json.loads(agents.solve(record(tmp_path, PAGE)))
    assert found["value"] == 0
    assert set(found["moves"]) == {"take A1", "take E5+"}
    assert max(found["moves"].values()) == 0
    assert set(found["best"]) == {move for move, value in found["moves"].items() if value == 0}


def test_the_value_of_a_game_that_is_over(tmp_path: Path) -> None:
    over = {"phase": "over", "pyramid": ".ww./wwwb/bbbr/.r.. .../.../... ../.. ."}
    assert json.loads(agents.solve(record(tmp_path, over))) == {"value": -1, "moves": {}, "best": []}


def test_only_the_play_phase_is_solved(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="only a position in the phase `play` can be solved"):
        agents.solve(record(tmp_path, started().position()))


def test_a_symmetric_choice_has_symmetric_values() -> None:
    """White and black swapped, with the other seat to move, turn the value round."""
    rng = random.Random(5)
    for _ in range(20):
        state = late(rng)
        swapped = str.maketrans("wb", "bw")
        other = in_play(state.position()["pyramid"].translate(swapped), 3 - state.turn)
        assert Solver().value(other) == -Solver().value(state)


def test_of_equal_moves_the_first_leaves_the_most_ways_to_go_wrong(rng: random.Random) -> None:
    for _ in range(20):
        state = late(rng)
        solver = Solver()
        value = solver.value(state)
        shares = []
        for action in solver.best(state):
            after = state.clone()
            after.apply(state.turn, action)
            answers = [] if after.over else list(solver.moves(after).values())
            shares.append(sum(answer != value for answer in answers) / max(1, len(answers)))
        assert shares == sorted(shares, reverse=True)


def perfect_games(count: int, rng: random.Random) -> None:
    """Play exactly against random and greedy, in either seat, from random set-ups."""
    for number in range(count):
        state = built(rng)
        seat = 1 + number % 2
        sign = 1 if seat == 1 else -1
        other: Any = RandomAgent() if number % 4 in (0, 3) else GreedyAgent()
        exact = ExactAgent(RandomAgent())
        start = Solver().value(state)
        while not state.over:
            who: Any = exact if state.turn == seat else other
            state.apply(state.turn, who.choose(state, state.turn, Budget(), rng).action)
        assert sign * (state.over.scores[1] - state.over.scores[2]) >= sign * start


def test_perfect_play_never_ends_below_the_value_at_its_start(rng: random.Random) -> None:
    perfect_games(2, rng)


@pytest.mark.long
def test_perfect_play_never_ends_below_the_value_at_its_start_over_200_games(rng: random.Random) -> None:
    perfect_games(200, rng)


def test_a_search_that_is_told_to_stop_says_nothing() -> None:
    assert Solver().ranked(started(PAGE), lambda: False) is None


def test_the_outlook_is_what_the_next_two_takes_lead_to(rng: random.Random) -> None:
    """Each side takes what is best for itself: the same by plain minimax, asked of one seat only."""

    def plain(state: Any, takes: int) -> float:
        if state.over or not takes:
            return float(state.evaluate(1))
        ways = []
        for action in state.legal(state.turn):
            after = state.clone()
            after.apply(state.turn, action)
            ways.append(plain(after, takes - 1))
        return max(ways) if state.turn == 1 else min(ways)

    differs = 0
    for _ in range(20):
        state = built(rng)
        while not state.over:
            assert state.outlook(1) == pytest.approx(plain(state, 2))
            assert state.outlook(2) == pytest.approx(1 - plain(state, 2))
            differs += state.outlook(1) != pytest.approx(state.evaluate(1))
            state.apply(state.turn, state.sample(state.turn, rng))
    assert differs
