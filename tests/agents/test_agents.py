"""What computer players choose: sensible, the same for the same seed, and by nothing that their seat cannot know."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tabletop import rules
from tabletop.agents.agent import Budget, Cancelled, Signal, Thought, aside, play_out, reward
from tabletop.agents.hint import hint
from tabletop.agents.levels import NAMES, Careless, agent, player
from tabletop.agents.search import SearchAgent, Settings, has_secrets
from tabletop.agents.simple import GreedyAgent, RandomAgent
from tabletop.engine.definition import Definition
from tabletop.engine.levels import LEVELS
from tabletop.engine.match import Match
from tabletop.engine.rules import CHANCE, Result
from tests import games as toys
from tests.games import toy_bids, toy_points, toy_race

FEW = Budget(iterations=120)
WINNING = {
    "islands": [
        {"card": "birth", "number": None, "queue": [1]},
        {"card": "move_island", "number": 1, "queue": [1]},
        {"card": "sacrifice", "number": 2, "queue": [1]},
        {"card": "death", "number": 1, "queue": [2, 2]},
        {"card": "drifting", "number": 1, "queue": [2, 2]},
    ]
}
"""Worked case 1: the author's winning combination, seat 1 to act."""


@pytest.fixture(scope="module")
def monsters() -> Definition:
    return rules.load("spaghetti_monsters")


def started(definition: Definition, seats: int = 2, position: Any = None, seed: int = 1, **options: Any) -> Any:
    """Start a game and let chance do what is due."""
    state = definition.start(definition.resolve(options, seats), seats, position)
    return after_chance(state, random.Random(seed))


def after_chance(state: Any, rng: random.Random) -> Any:
    while state.to_act() == (CHANCE,):
        state.apply(CHANCE, state.draw(rng))
    return state


def everybody(seats: int) -> list[Any]:
    return [
        RandomAgent(),
        GreedyAgent(),
        SearchAgent(seats),
        SearchAgent(seats, Settings(depth=5)),
        Careless(GreedyAgent(), 0.5, frozenset({"veto", "stalemate"})),
    ]


def race(order: tuple[int, ...], spaces: list[int], fuel: list[int], track: int = 10) -> Any:
    seats = len(spaces)
    position = {"order": list(order), "spaces": spaces, "fuel": fuel}
    return started(toys.load("toy_race"), seats, position, track=track)


# -- winning and losing ------------------------------------------------------------------------------------------------


def test_a_shared_win_is_worth_its_share() -> None:
    assert reward(Result((1, 3), "most"), 3) == 0.5
    assert reward(Result((1, 3), "most"), 2) == 0.0


def test_a_playout_ends_the_game_or_stops_at_its_depth(monsters: Definition) -> None:
    rewards = play_out(started(monsters), random.Random(1), (1, 2))
    assert sorted(rewards) == [0.0, 1.0]
    cut = play_out(started(monsters), random.Random(1), (1, 2), depth=3)
    assert sum(cut) == pytest.approx(1)
    assert 0 < cut[0] < 1


def test_monsters_are_judged_by_lives_islanders_and_threats(monsters: Definition) -> None:
    """Shares of one between the seats; more lives, more islanders and better islands are better, whatever the size."""

    def share(first: list[int], second: list[int], lives: list[int], number: int = 1) -> float:
        islands = [
            {"card": "death", "number": number, "queue": first},
            {"card": "birth", "number": None, "queue": second},
        ]
        state = started(monsters, position={"islands": islands, "lives": lives}, level=3)
        assert state.evaluate(1) + state.evaluate(2) == pytest.approx(1)
        return float(state.evaluate(1))

    assert share([1, 2], [1, 2], [5, 5]) == pytest.approx(0.5)
    assert share([1, 2], [1, 2], [5, 4]) > 0.5
    assert share([1, 2], [1, 1, 2], [5, 5]) > 0.5
    assert share([1], [2], [5, 5]) > 0.5
    assert share([1], [2], [9999, 1], 6) > 0.9


@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_can_win_at_once_does_and_knows_it(seats: int) -> None:
    """Seat 1 stands four spaces before the finish, with fuel for exactly that; seat 2 wins with its next turn."""
    state = race(tuple(range(1, seats + 1)), [6, 9, 8][:seats], [3] * seats)
    for chosen in (GreedyAgent(), SearchAgent(seats)):
        thought = chosen.choose(state, 1, FEW, random.Random(1))
        assert thought.action == toy_race.Drive(4)
    assert thought.proven
    assert thought.value == 1
    assert thought.playouts < 120


def test_a_loss_that_is_certain_is_known() -> None:
    """Seat 2 wins with its next turn whatever seat 1, which needs two turns, does."""
    thought = SearchAgent(2).choose(race((1, 2), [0, 9], [3, 0]), 1, FEW, random.Random(1))
    assert thought.proven
    assert thought.value == 0


def test_a_win_some_turns_ahead_is_proven() -> None:
    """Four to go with no fuel left for seat 2, which needs three turns; seat 1 drives 3 and then 1, or 2 and 2."""
    thought = SearchAgent(2).choose(race((1, 2), [6, 7], [2, 0]), 1, Budget(iterations=400), random.Random(1))
    assert thought.proven
    assert thought.value == 1
    assert [seat for seat, _ in thought.line[:3]] == [1, 2, 1]


def test_of_three_a_loser_choosing_who_wins_is_not_certain() -> None:
    """Seat 1 cannot win: by driving 4 to space 9 it lets seat 2 slip past it to the finish, by less seat 3 wins."""
    search = SearchAgent(3)
    state = race((1, 2, 3), [5, 8, 7], [3, 0, 2])
    thought = search.choose(state, 1, FEW, random.Random(1))
    assert {option.action.spaces: option.value for option in thought.options} == {1: 0, 4: 0}
    assert search._kept is not None
    root = search._kept[0]
    outcomes = {action.spaces: edge.certain for action, edge in root.edges.items()}
    assert outcomes == {1: (0.0, 0.0, 1.0), 4: (0.0, 1.0, 0.0)}
    assert root.certain is None


def test_the_winning_combination_is_played_from_its_first_move(monsters: Definition) -> None:
    """Worked case 1, by Expert: seat 1 wins with nine actions of its own, the last before seat 2 is asked."""
    state = started(monsters, position=WINNING, level=2)
    expert = player(monsters, "expert")
    made = agent(expert, 2)
    for count in range(9):
        assert state.to_act() == (1,), count
        thought = made.choose(state, 1, expert.budget(Budget(iterations=1500)), random.Random(count))
        assert thought.value == 1
        state.apply(1, thought.action)
    assert state.result().winners == (1,)


def test_search_is_stronger_than_greedy_in_a_toy() -> None:
    definition = toys.load("toy_race")
    won = 0
    for number in range(20):
        state = started(definition, seed=number)
        players = [SearchAgent(2), GreedyAgent()]
        if number % 2:
            players.reverse()
        rng = random.Random(number)
        while state.to_act():
            (seat,) = state.to_act()
            budget = Budget(iterations=80)
            state.apply(seat, players[seat - 1].choose(state, seat, budget, rng).action)
        won += isinstance(players[state.result().winners[0] - 1], SearchAgent)
    assert won >= 14


# -- any game, any number of seats -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("toy_bids", 2, {}),
        ("toy_bids", 4, {"hands": "dealt", "ties": "carried"}),
        ("toy_points", 3, {"discs": 2}),
        ("toy_race", 4, {"track": 6}),
        ("spaghetti_monsters", 2, {"level": 3, "face_down": True, "islanders": 2}),
        ("spaghetti_monsters", 2, {"opening": "sequential", "islanders": 2}),
        ("spaghetti_monsters", 2, {"fair_start": True, "islanders": 1}),
        ("spaghetti_monsters", 4, {"interrupt": True, "islanders": 2}),
        ("spaghetti_monsters", 3, {"memory": True, "memory_choice": "any", "revolution": True, "islanders": 2}),
    ],
)
def test_everybody_plays_legally_to_the_end(name: str, seats: int, options: dict[str, Any]) -> None:
    definition = toys.load(name) if name.startswith("toy") else rules.load(name)
    state = started(definition, seats, **options)
    agents = everybody(seats)
    rng = random.Random(name)
    for count in range(3000):
        after_chance(state, rng)
        if not state.to_act():
            break
        seat = state.to_act()[-1]
        thought = agents[(count // 3 + seat) % len(agents)].choose(state, seat, Budget(iterations=8), rng)
        assert state.refusal(seat, thought.action) is None
        state.apply(seat, thought.action)
        for other in range(1, seats + 1):
            if other not in state.to_act() and state.legal(other):
                found = aside(state, other, Budget(iterations=6), rng)
                if found is not None:
                    assert state.refusal(other, found.action) is None
                    state.apply(other, found.action)
                    break
    assert state.result() is not None


def test_the_same_seed_gives_the_same_thought(monsters: Definition) -> None:
    state = started(monsters, level=2)
    for build in (GreedyAgent, lambda: SearchAgent(2)):
        first, second = (build().choose(state, 1, FEW, random.Random(4)) for _ in range(2))
        assert first == second


def test_one_legal_action_is_answered_at_once() -> None:
    """Without fuel a car can only drive 1: nothing is thought about, however much time there would be."""
    state = race((1, 2), [0, 3], [0, 0])
    for chosen in (GreedyAgent(), SearchAgent(2), Careless(SearchAgent(2), 1.0, frozenset())):
        thought = chosen.choose(state, 1, Budget(seconds=3600), random.Random(1))
        assert thought == Thought(toy_race.Drive(1), line=((1, toy_race.Drive(1)),))


def test_thinking_stops_when_told(monsters: Definition) -> None:
    looks = 0

    def stop_at(count: int, signal: Signal) -> Any:
        nonlocal looks
        looks = 0

        def stop() -> Signal:
            nonlocal looks
            looks += 1
            return signal if looks > count else "go"

        return stop

    state = started(monsters)
    with pytest.raises(Cancelled):
        SearchAgent(2).choose(state, 1, Budget(seconds=3600), random.Random(1), stop_at(5, "cancel"))
    thought = SearchAgent(2).choose(state, 1, Budget(seconds=3600), random.Random(1), stop_at(5, "hurry"))
    assert thought.playouts == 5


def test_an_agent_leaves_the_state_as_it_was(monsters: Definition) -> None:
    state = started(monsters, level=3, face_down=True)
    before = state.key(), state.position()
    for chosen in everybody(2):
        chosen.choose(state, state.to_act()[0], Budget(iterations=30), random.Random(1))
    assert (state.key(), state.position()) == before


def test_the_tree_is_kept_for_the_next_move_and_secrets_forbid_it(monsters: Definition) -> None:
    state = started(monsters)
    kept = SearchAgent(2)
    state.apply(1, kept.choose(state, 1, Budget(iterations=300), random.Random(1)).action)
    state.apply(2, state.legal(2)[0])
    known = kept._find(state)
    assert known.visits > 0
    again = kept.choose(state, 1, Budget(iterations=5), random.Random(1))
    assert sum(option.visits for option in again.options) > 5
    bids = SearchAgent(2)
    bids.choose(started(toys.load("toy_bids")), 1, FEW, random.Random(1))
    assert bids._kept is None


# -- secrets -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "secret"),
    [
        ("toy_bids", {}, True),
        ("toy_race", {}, False),
        ("toy_points", {}, False),
        ("spaghetti_monsters", {"level": 3}, False),
        ("spaghetti_monsters", {"level": 3, "face_down": True}, True),
        ("spaghetti_monsters", {"opening": "sequential"}, True),
        ("spaghetti_monsters", {"level": 3, "face_down": True, "fair_start": True}, True),
    ],
)
def test_secrets_now_or_later_are_noticed(name: str, options: dict[str, Any], secret: bool) -> None:
    definition = toys.load(name) if name.startswith("toy") else rules.load(name)
    state = started(definition, **options)
    assert has_secrets(state, state.to_act()[0], random.Random(1)) is secret


def indistinguishable(state: Any, seat: int) -> list[Any]:
    """List different states that a seat cannot tell apart."""
    worlds: dict[Any, Any] = {state.key(): state}
    for seed in range(60):
        world = state.resample(seat, random.Random(seed))
        worlds.setdefault(world.key(), world)
    return list(worlds.values())


def bids_under_way(seats: int, seed: int) -> Any:
    """Everybody but the last seat has bid on the first prize."""
    state = started(toys.load("toy_bids"), seats, seed=seed, hands="dealt")
    for seat in range(1, seats):
        state.apply(seat, state.legal(seat)[0])
    return state


def cards_held(monsters: Definition, seed: int) -> Any:
    state = started(monsters, level=3, face_down=True, islanders=2, seed=seed)
    rng = random.Random(seed)
    while state.to_act() and state.position()["phase"] != "patrol":
        (seat,) = state.to_act()
        state.apply(seat, state.sample(seat, rng))
    return state


@pytest.mark.parametrize("seed", range(3))
def test_a_move_is_the_same_when_what_the_seat_cannot_know_is_permuted(monsters: Definition, seed: int) -> None:
    """Other hands, secret bids, face-down cards and islands not yet opened."""
    sequential = started(monsters, opening="sequential", seed=seed)
    tables = [(bids_under_way(3, seed), 3), (cards_held(monsters, seed), 2), (sequential, 2)]
    for state, seats in tables:
        seat = state.to_act()[-1]
        worlds = indistinguishable(state, seat)
        assert len(worlds) > 1
        assert len({str(world.position(seat)) for world in worlds}) == 1
        for number in range(len(everybody(seats))):
            found = {
                str(everybody(seats)[number].choose(world, seat, Budget(iterations=40), random.Random(seed)))
                for world in worlds[:5]
            }
            assert len(found) == 1, (seat, number)


def test_a_card_is_used_out_of_turn_by_what_the_seat_knows(monsters: Definition) -> None:
    """An aside too: seat 3 is out and holds interrupts; nothing hidden, but the same numbers give the same answer."""
    state = started(toys.load("toy_points"), 3, discs=1)
    state.apply(1, state.legal(1)[0])
    first, second = (aside(state, 3, Budget(iterations=40), random.Random(2)) for _ in range(2))
    assert first == second


def test_seats_that_choose_at_once_do_not_see_each_other() -> None:
    """One card each, the last prize: whoever saw the other's bid in its tree would value it differently."""
    state = started(toys.load("toy_bids"), 2, seed=3)
    search = SearchAgent(2)
    thoughts = [search.choose(state, 2, Budget(iterations=200), random.Random(1))]
    bid = state.clone()
    bid.apply(1, toy_bids.Bid(3))
    thoughts.append(SearchAgent(2).choose(bid, 2, Budget(iterations=200), random.Random(1)))
    low = state.clone()
    low.apply(1, toy_bids.Bid(1))
    thoughts.append(SearchAgent(2).choose(low, 2, Budget(iterations=200), random.Random(1)))
    assert thoughts[1] == thoughts[2]


# -- asides ------------------------------------------------------------------------------------------------------------


def test_a_veto_that_wins_the_game_is_used_and_a_useless_one_is_kept() -> None:
    """One disc each: taking off the other's last disc wins; with no veto there is nothing to answer."""
    definition = toys.load("toy_points")
    state = started(definition, 2, discs=1)
    state.apply(1, toy_points.Put(100, 100))
    assert aside(state, 1, FEW, random.Random(1)) is None
    state.apply(2, toy_points.Put(700, 500))
    assert not state.to_act()  # over: even a veto cannot be used any more
    three = started(definition, 3, discs=1)
    three.apply(1, toy_points.Put(100, 100))
    found = aside(three, 3, Budget(iterations=200), random.Random(1))
    assert found is not None
    assert found.action == toy_points.VETO


def test_a_stalemate_is_declared_by_whom_it_makes_win(monsters: Definition) -> None:
    """Both decline for a whole round; then the seat with more lives declares, the other does not."""
    position = {
        "islands": [
            {"card": "prayer", "number": 1, "queue": [1]},
            {"card": "death", "number": 1, "queue": [2]},
        ],
        "lives": [5, 4],
    }
    state = started(monsters, position=position)
    for seat in (1, 2):
        state.apply(seat, monsters.game.parse("decline"))
    assert [str(action) for action in state.legal(2)] == ["stalemate"]
    assert aside(state, 2, Budget(iterations=20), random.Random(1)) is None
    state.apply(1, monsters.game.parse("decline"))
    assert state.to_act() == (2,)
    found = aside(state, 1, Budget(iterations=20), random.Random(1))
    assert found is not None
    assert str(found.action) == "stalemate"
    assert found.value == 1


# -- hints -------------------------------------------------------------------------------------------------------------


def test_a_hint_tells_what_comes_of_it(monsters: Definition) -> None:
    """Seat 2's last islander stands on its island: Death, asked for, takes it off, and that wins."""
    position = {
        "islands": [
            {"card": "death", "number": 1, "queue": [1]},
            {"card": "prayer", "number": 1, "queue": [2]},
        ],
    }
    state = started(monsters, position=position)
    found = hint(SearchAgent(2), state, 1, FEW, random.Random(1))
    assert str(found.action) == "ask"
    assert [str(action) for action in found.actions] == ["ask", "remove 2.1"]
    assert found.key == "wins"
    assert found.event is not None
    assert found.event.data["winner"] == 1


def test_a_hint_tells_nothing_that_the_seat_cannot_know() -> None:
    """The bid itself is the bidder's secret; what others bid is not looked at."""
    state = bids_under_way(3, 1)
    worlds = indistinguishable(state, 3)[:6]
    first, *others = [hint(GreedyAgent(), world, 3, FEW, random.Random(1)) for world in worlds]
    assert others == [first] * (len(worlds) - 1)
    assert first.event is not None
    assert first.key in ("bid", "bid_card")  # who wins the prize hangs on cards that seat 3 has not seen
    assert first.event.data["seat"] == 3


def test_a_hint_follows_a_spell_through_its_choices_and_no_further(monsters: Definition) -> None:
    """Death, asked for, takes one islander; declining begins nothing, though the same seat is asked again."""
    position = {
        "islands": [
            {"card": "death", "number": 1, "queue": [1, 1]},
            {"card": "birth", "number": None, "queue": [2, 2, 2]},
        ],
    }

    class Says(GreedyAgent):
        def __init__(self, text: str) -> None:
            self.text = text

        def choose(self, state: Any, seat: int, *rest: Any) -> Thought:
            return Thought(next(action for action in state.legal(seat) if str(action).startswith(self.text)))

    state = started(monsters, position=position)
    declined = hint(Says("d"), state, 1, FEW, random.Random(1))
    assert [str(action) for action in declined.actions] == ["decline"]
    assert declined.key == "declines"
    asked = hint(GreedyAgent(), state, 1, FEW, random.Random(1))
    assert [str(action).split(".")[0] for action in asked.actions] == ["ask", "remove 2"]
    assert asked.key == "removed"
    assert asked.event is not None
    assert asked.event.data["owner"] == 2


# -- levels ------------------------------------------------------------------------------------------------------------


def test_every_game_has_every_level(monsters: Definition) -> None:
    for definition in (monsters, toys.load("toy_race")):
        for name in NAMES:
            made = agent(player(definition, name), 2)
            state = started(definition)
            thought = made.choose(state, state.to_act()[0], Budget(iterations=5), random.Random(1))
            assert state.refusal(state.to_act()[0], thought.action) is None
    with pytest.raises(KeyError):
        player(monsters, "grandmaster")
    assert set(monsters.players) == set(LEVELS)


def test_a_mistake_does_not_lose_at_once(monsters: Definition) -> None:
    """Whoever only makes mistakes still does not take its own last islander off."""
    position = {
        "islands": [
            {"card": "death", "number": 1, "queue": [1]},
            {"card": "prayer", "number": 1, "queue": [2, 2]},
        ],
    }
    state = started(monsters, position=position)
    state.apply(1, monsters.game.parse("ask"))
    careless = Careless(GreedyAgent(), 1.0, frozenset({"stalemate"}))
    chosen = {str(careless.choose(state, 1, FEW, random.Random(seed)).action) for seed in range(30)}
    assert chosen == {"remove 2.1", "remove 2.2"}


def test_resigned_seats_are_played_on_by_a_level(monsters: Definition) -> None:
    match = Match(monsters, ["A", "B", "C"], levels=[None, None, None], rng=random.Random(1))
    match.give_up(2, "casual")
    assert player(monsters, str(match.levels[1])).level.agent == "search"
