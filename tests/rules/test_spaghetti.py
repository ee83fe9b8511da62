"""Spaghetti, by its rules page: each test names the rule it shows."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop import commands
from tabletop.agents.agent import Budget
from tabletop.agents.exact import ExactAgent
from tabletop.agents.simple import RandomAgent
from tabletop.engine.rules import Event, Refused
from tabletop.rules import load, pyramid
from tabletop.rules.pyramid import BIT, PLACES
from tabletop.rules.spaghetti import Solver, strand, strand_length
from tabletop.words import Words

GAME = load("spaghetti")
RECORDS = Path(__file__).parents[1] / "records"
EMPTY = "..../..../..../.... .../.../... ../.. ."


def started(position: dict[str, Any] | None = None, strand: str = "path") -> Any:
    return GAME.start({"strand": strand}, 2, position)


def played(*places: str, position: dict[str, Any] | None = None, strand: str = "path") -> Any:
    """Play actions by whoever's turn it is, each judged first."""
    state = started(position, strand)
    for place in places:
        action = GAME.game.parse(f"place {place}")
        assert state.refusal(state.turn, action) is None, place
        state.apply(state.turn, action)
    return state


def legal(state: Any, seat: int) -> set[str]:
    return {str(action).removeprefix("place ") for action in state.legal(seat)}


def why_not(state: Any, place: str, seat: int | None = None) -> str:
    refusal = state.refusal(state.turn if seat is None else seat, GAME.game.parse(f"place {place}"))
    return Words(GAME, ["Ada", "Ben"]).refusal(refusal)


def refused(position: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(Refused) as raised:
        started(position)
    refusal = raised.value.refusal
    return refusal.where.removeprefix("position."), Words(GAME, ["Ada", "Ben"]).refusal(refusal)


def places(names: str) -> int:
    return sum(BIT[name] for name in names.split())


# -- rule 1: the start -------------------------------------------------------------------------------------------------


def test_rule_1_a_meatball_anywhere_on_the_ground_and_the_token() -> None:
    state = started()
    assert state.to_act() == (1,)
    assert legal(state, 1) == set(PLACES[:16])
    assert state.position() == {"pyramid": EMPTY, "last": None, "turn": 1, "token": 0}
    state = played("C3")
    assert state.position() == {
        "pyramid": "..../..../.b../.... .../.../... ../.. .",
        "last": "C3",
        "turn": 2,
        "token": 1,
    }


# -- rule 2: next to the last marble -----------------------------------------------------------------------------------


def test_rule_2_beside_the_last_marble_diagonals_included() -> None:
    assert legal(played("C3"), 2) == {"A1", "A3", "A5", "C1", "C5", "E1", "E3", "E5"}
    assert legal(played("A1"), 2) == {"A3", "C1", "C3"}


def test_rule_2_white_and_red_marbles() -> None:
    assert played("C3", "C5", "A5").position()["pyramid"] == "..../wr../.b../.... .../.../... ../.. ."


def test_rule_2_a_platform_that_the_last_marble_has_completed() -> None:
    state = played("A1", "A3", "C1", "C3")
    assert "B2" in legal(state, 1)
    assert legal(state, 1) == {"B2", "A5", "C5", "E5", "E3", "E1"}


def test_rule_2_not_a_platform_that_was_complete_before() -> None:
    """B2 was open to the marble after C3; after E3, which does not belong to its platform, it is not."""
    state = played("A1", "A3", "C1", "C3", "E3")
    assert "B2" not in legal(state, 2)
    assert why_not(state, "B2") == "B2 is not next to E3, the last marble"


def test_rule_2_on_the_same_level_only_where_nothing_floats() -> None:
    """B2 lies; D2 beside it has C1 C3 below, and E1, but not E3."""
    state = played("A1", "A3", "C3", "E1", "C1", "B2")
    assert state.position()["last"] == "B2"
    assert "D2" not in legal(state, state.turn)


# -- rule 3: blocked ---------------------------------------------------------------------------------------------------


def test_rule_3_a_meatball_on_any_free_place_only_when_blocked() -> None:
    """After A3 C1 C3, A1 is the last: all around it is full, and B2 above it is open, so seat 1 is not blocked yet;
    with B2 filled by seat 1, B2 has no neighbour that can be filled and no platform, so seat 2 is."""
    state = played("A3", "C3", "C1", "A1", "B2")
    free = set(PLACES[:16]) - {"A1", "A3", "C1", "C3"}
    assert legal(state, 2) == free
    assert state.position()["token"] == 1
    state.apply(2, GAME.game.parse("place G7"))
    assert state.position() == {
        "pyramid": "...b/..../br../rw.. .../.../w.. ../.. .",
        "last": "G7",
        "turn": 1,
        "token": 2,
    }
    assert legal(state, 1) == {"E7", "E5", "G5"}


# -- rule 4: the peak --------------------------------------------------------------------------------------------------

ALMOST = "rwrw/wrwr/rwrw/brwr wrw/rwr/wrw rw/r. ."


def test_rule_4_the_game_puts_the_last_meatball_itself() -> None:
    """In ALMOST only E3+ and then the peak are left."""
    state = started({"pyramid": ALMOST, "last": "C3+", "turn": 1, "token": 2})
    assert legal(state, 1) == {"E3+"}
    events: list[Event] = []
    state.apply(1, GAME.game.parse("place E3+"), events)
    assert [event.kind for event in events] == ["placed", "peak", "wins"]
    position = state.position()
    assert position["pyramid"] == ALMOST[:-3] + "w b"
    assert position["last"] == "D4+"
    assert position["token"] == 2
    assert state.to_act() == ()


def test_rule_4_no_peak_before_the_rest() -> None:
    state = started({"pyramid": ALMOST, "last": "C3+", "turn": 1, "token": 2})
    assert why_not(state, "D4+") == "a marble on D4+ would float; the four places under it have to be filled first"


# -- rule 5: strands ---------------------------------------------------------------------------------------------------


def test_rule_5_the_longer_strand_wins() -> None:
    """White has A7 C7 E7 G7 and red nothing that touches."""
    state = started({"pyramid": "wwww/rbrb/brbr/rbrb bbb/bbb/bbb bb/bb b", "last": "D4+", "token": 1})
    assert state.result().winners == (1,)
    assert state.result().scores == {1: 4, 2: 1}
    assert state.result().reason == "longer"


@pytest.mark.parametrize(("token", "winner"), [(1, 2), (2, 1)])
def test_rule_5_on_equal_strands_the_seat_without_the_token_wins(token: int, winner: int) -> None:
    state = started({"pyramid": "wwbb/bbbb/bbbb/rrbb bbb/bbb/bbb bb/bb b", "last": "D4+", "token": token})
    assert state.result().winners == (winner,)
    assert state.result().scores == {1: 2, 2: 2}
    assert state.result().reason == "token"


def test_rule_5_each_marble_once_no_branching() -> None:
    """A plus of five marbles with arms of one is worth 3; a ring of eight is worth all 8."""
    assert strand_length(places("C3 A3 C1 E3 C5")) == 3
    assert strand_length(places("A1 A3 A5 C5 E5 E3 E1 C1")) == 8


def test_rule_5_seen_from_above_hidden_marbles_do_not_count_and_cannot_link() -> None:
    """A3 C3 E3 is white; C3+ and E3+ hide C3 and E3, so A3 is alone; below the full pyramid 25 can be seen."""
    full = "bbbb/bbbb/wwwb/bbbb bbb/bbb/bbb bb/bb b"
    state = started({"pyramid": full, "last": "D4+", "token": 1})
    assert state.lengths() == (1, 0)
    open_above = started({"pyramid": "bbbb/bbbb/wwwb/bbbb bbb/bbb/bbb ../.. .", "last": "F2", "turn": 2, "token": 1})
    assert open_above.lengths() == (3, 0)


def test_rule_5_touching_between_levels_counts() -> None:
    """A1 touches B2, which rests on it, and B2 touches C3: a strand of three over two levels."""
    assert strand_length(places("A1 B2 C3")) == 3
    assert strand_length(places("A1 C3")) == 1
    assert strand(places("A1 B2 C3")) in [tuple(map(pyramid.INDEX.get, ("A1", "B2", "C3")))[::step] for step in (1, -1)]


def test_option_strand_induced_touches_itself_nowhere() -> None:
    """Four in a square: a finger passes all 4, but the ends touch; induced it is 3."""
    square = places("A1 A3 C1 C3")
    assert strand_length(square) == 4
    assert strand_length(square, True) == 3
    assert strand_length(places("A1 A3 A5 C5 E5 E3 E1 C1"), True) == 7
    full = {"pyramid": "bbbb/bbbb/bbbb/wwrr bbb/bbb/wbb bb/bb b", "last": "D4+", "token": 2}
    assert started(full).result().scores == {1: 3, 2: 2}  # A1 C1 B2: all touch each other
    assert started(full, "induced").result().scores == {1: 2, 2: 2}
    assert started(full, "induced").result().winners == (1,)


def test_the_supply_is_no_limit() -> None:
    """29 marbles of one colour are as good a position as any."""
    state = started({"pyramid": "wwww/wwww/wwww/wwww www/www/www ww/ww b", "last": "D4+", "token": 1})
    assert state.result().scores[2] == 0


# -- strands against brute force ---------------------------------------------------------------------------------------


def touching(one: str, other: str) -> bool:
    """Tell whether places touch, from their names alone."""

    def where(name: str) -> tuple[int, int, int]:
        file, rank = "ABCDEFG".index(name[0]) + 1, int(name[1])
        return (0 if file % 2 else 1) + 2 * name.endswith("+"), file, rank

    (level, file, rank), (level_2, file_2, rank_2) = where(one), where(other)
    apart = sorted((abs(file - file_2), abs(rank - rank_2)))
    return apart == [0, 2] if level == level_2 else abs(level - level_2) == 1 and apart == [1, 1]


def longest(seen: list[str], induced: bool) -> int:
    """Try every way to trace a strand."""

    def ways(chain: list[str]) -> Iterator[int]:
        yield len(chain)
        for name in seen:
            if name not in chain and touching(chain[-1], name):
                if induced and any(touching(before, name) for before in chain[:-1]):
                    continue
                yield from ways([*chain, name])

    return max((length for name in seen for length in ways([name])), default=0)


HIDDEN_AT_END = {"C3", "C5", "E3", "E5", "D4"}


def check_strands(count: int, rng: random.Random) -> None:
    for number in range(count):
        state = started()
        state.playout(rng)
        assert state.filled == pyramid.FULL
        for colour, seat in ((state.white, 1), (state.red, 2)):
            seen = [name for name in pyramid.names(colour) if name not in HIDDEN_AT_END]
            for induced in (False, True):
                found = strand(sum(BIT[name] for name in seen), induced)
                chain = [PLACES[place] for place in found]
                assert len(chain) == longest(seen, induced), (number, seat, seen)
                assert len(chain) == strand_length(sum(BIT[name] for name in seen), induced)
                assert len(set(chain)) == len(chain) and set(chain) <= set(seen)
                for k, name in enumerate(chain):
                    touched = [j for j in range(k) if touching(chain[j], name)]
                    assert k == 0 or k - 1 in touched
                    assert not induced or touched == [k - 1] * (k > 0)


def test_strands_of_random_final_positions_agree_with_brute_force(rng: random.Random) -> None:
    check_strands(25, rng)


@pytest.mark.long
def test_strands_of_2000_random_final_positions_agree_with_brute_force(rng: random.Random) -> None:
    check_strands(2000, rng)


# -- perft, records ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("depth", "count"), list(enumerate((16, 84, 408, 1764, 6928, 26512), 1)))
def test_perft_from_the_start(depth: int, count: int, tmp_path: Path) -> None:
    file = tmp_path / "start.yaml"
    file.write_text("record: 1\ngame: spaghetti\nseats: [Ada, Ben]\nactions: []\n", encoding="utf-8")
    assert commands.perft(file, depth) == str(count)


@pytest.mark.parametrize("file", sorted(RECORDS.glob("spaghetti-*.yaml")), ids=lambda file: file.stem)
def test_records(file: Path) -> None:
    wanted = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    found = json.loads(commands.replay(file))
    assert found["to_act"] == wanted["to_act"]
    assert found["legal"] == wanted.get("legal", found["legal"])
    assert {key: found["position"][key] for key in wanted["position"]} == wanted["position"]
    for key in {"winners", "scores"} & set(wanted):
        assert found["result"][key] == wanted[key]


# -- bad input ---------------------------------------------------------------------------------------------------------


def test_refusals_of_actions() -> None:
    state = played("C3")
    assert why_not(state, "C3") == "C3 is occupied"
    assert why_not(state, "G7") == "G7 is not next to C3, the last marble"
    assert why_not(state, "B2") == "a marble on B2 would float; the four places under it have to be filled first"
    assert why_not(state, "A2").startswith("there is no place A2;")
    assert why_not(state, "A1", seat=1) == "it is Ben's turn"
    assert why_not(state, "A1", seat=3) == "there is no seat 3"
    assert why_not(state, "A1", seat=0) == "nothing is left to chance in this game"
    with pytest.raises(Refused):
        GAME.game.parse("place")


PAGE = {"pyramid": "..../..../.b../.... .../.../... ../.. .", "last": "C3", "turn": 2, "token": 1}


@pytest.mark.parametrize(
    ("change", "where", "said"),
    [
        ({"pyramid": "..../..../.b../.... .../.../w.. ../.. ."}, "pyramid", "the marble on B2 floats"),
        ({"pyramid": "nothing"}, "pyramid", "this should be a pyramid such as"),
        ({"pyramid": 7}, "pyramid", "this should be a pyramid such as"),
        ({"last": "A2"}, "last", "there is no place A2"),
        ({"last": None}, "last", "the last marble has to be named"),
        ({"last": "A1"}, "last", "there is no marble on A1"),
        ({"turn": 3}, "turn", "a whole number from 1 to 2, not 3"),
        ({"token": 0}, "token", "a whole number from 1 to 2, not 0"),
        ({"token": "Ada"}, "token", "not Ada"),
        ({"tokens": 1}, "tokens", "the keys are pyramid, last, turn, token"),
        ({"pyramid": EMPTY}, "last", "on the empty board"),
        ({"pyramid": "..../..../ww../bw.. .../.../r.. ../.. .", "last": "C3"}, "last", "carries another"),
        ({"pyramid": "wwww/wwww/wwww/wwww www/www/www ww/ww w"}, "pyramid", "is always a meatball"),
        ({"pyramid": "wwww/wwww/wwww/wwww www/www/www ww/ww b", "last": "D4+"}, "turn", "nobody's turn"),
    ],
)
def test_refusals_of_positions(change: dict[str, Any], where: str, said: str) -> None:
    found, sentence = refused({**PAGE, **change})
    assert found == where
    assert said in sentence


# -- exact play --------------------------------------------------------------------------------------------------------


def plain(state: Any) -> int:
    """Return who wins with best play, by trying everything."""
    if state.over:
        return state.over.winners[0]
    seat = state.turn
    for action in state.legal(seat):
        after = state.clone()
        after.apply(seat, action)
        if plain(after) == seat:
            return seat
    return 3 - seat


def late(rng: random.Random, left: int, strand: str = "path") -> Any:
    """Play at random until so many places are left."""
    state = started(strand=strand)
    while 30 - state.filled.bit_count() > left:
        state.apply(state.turn, state.sample(state.turn, rng))
    return state


@pytest.mark.parametrize("strand", ["path", "induced"])
def test_the_end_game_search_agrees_with_plain_minimax(strand: str, rng: random.Random) -> None:
    for left in [*range(2, 13)] * 3:
        state = late(rng, left, strand)
        seat = state.turn
        ranked = state.solver().ranked(state)
        assert {action for action, _ in ranked} == set(state.legal(seat))
        assert (ranked[0][1] == 1) == (plain(state) == seat)
        for action, worth in ranked:
            after = state.clone()
            after.apply(seat, action)
            assert (worth == 1) == (plain(after) == seat)


def test_a_search_that_is_told_to_stop_says_nothing(rng: random.Random) -> None:
    state = late(rng, 24)
    assert Solver(False).ranked(state, lambda: False) is None


def test_whoever_can_win_at_the_end_does(rng: random.Random) -> None:
    """From 16 places left, exact play never loses a won game to random play."""
    for _ in range(10):
        state = late(rng, 16)
        winner = state.turn if Solver(False).wins(state) else 3 - state.turn
        exact = ExactAgent(RandomAgent())
        while not state.over:
            who: Any = exact if state.turn == winner else RandomAgent()
            thought = who.choose(state, state.turn, Budget(), rng)
            assert state.turn != winner or thought.proven or len(state.legal(winner)) == 1
            state.apply(state.turn, thought.action)
        assert state.over.winners == (winner,)
