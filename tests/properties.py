"""What must hold for every game, every pair of options and every number of seats.

`cases(definition)` lists the tables to try; `check_game(case, rng)` plays one at random, out-of-turn actions included,
and checks every property at its states. A failure shows the record that leads to it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from tabletop.engine.definition import Definition, Option
from tabletop.engine.picker import Picker, values_of
from tabletop.engine.record import canonical, written
from tabletop.engine.rules import CHANCE, Amount, Event, Order, Pick, Point, Prompt, Refusal, Refused, Result

ODD_ADDRESSES = (
    "",
    ":",
    "nothing",
    "card:",
    "card:9999",
    "island:0",
    "island:-1",
    "islander:99.99",
    "button:no",
    "ä:1",
)
FEW = 40
"""Actions of one state put through the properties whose cost grows with each."""


def _nothing_sampled(action: Any) -> bool:
    return False


@dataclass(frozen=True)
class Hooks:
    """What the harness has to be told about a game."""

    sampled: Callable[[Any], bool] = _nothing_sampled
    """Whether `legal` lists only a sample of actions of this sort."""
    conserved: Callable[[Any], Any] | None = None
    """state -> what never changes once the set-up is over (None while it is not)."""
    accepts: Callable[[Any], bool] | None = None
    """Whether `start` accepts this state's `position()`; None where it accepts none."""
    most_actions: int = 2000
    """A game that takes longer is taken for one that does not end."""


@dataclass(frozen=True)
class Case:
    """One table: a game, its options, how many sit at it."""

    definition: Definition
    options: Mapping[str, Any]
    seats: int
    hooks: Hooks = field(default_factory=Hooks)

    def __str__(self) -> str:
        changed = [
            f"{name}={value}" for name, value in self.options.items() if value != self.definition.options[name].default
        ]
        return ",".join([self.definition.id, str(self.seats), *changed]).replace(" ", "")

    def start(self, position: Mapping[str, Any] | None = None) -> Any:
        return self.definition.start(self.options, self.seats, position)

    def parse(self, text: str) -> Any:
        return self.definition.game.parse(text)


# -- options in pairs --------------------------------------------------------------------------------------------------


def values(option: Option) -> list[Any]:
    """List the values of an option that are worth trying."""
    if option.kind == "flag":
        return [option.default, not option.default]
    first = option.values if option.kind == "choice" else (option.default,)
    return list(dict.fromkeys([*first, *option.examples]))


def cases(definition: Definition, hooks: Hooks | None = None, tries: int = 60) -> list[Case]:
    """List few tables in which every two values of options (and seats) that go together occur together."""
    rng = random.Random(0)
    low, high = definition.seats
    choices: dict[str, list[Any]] = {name: values(option) for name, option in definition.options.items()}
    choices["seats"] = list(range(low, high + 1))
    wanted = {
        frozenset([(one, a), (two, b)])
        for one, two in combinations(choices, 2)
        for a, b in product(choices[one], choices[two])
    }
    found: list[Case] = []
    # Sorted, since the order of a set of texts changes from run to run.
    for pair in sorted(wanted, key=lambda pair: sorted(map(repr, pair))):
        if pair not in wanted:
            continue
        tables = (_fill(dict(pair), choices, definition, rng, attempt / tries) for attempt in range(tries))
        allowed = [table for table in tables if _allowed(definition, table)]
        if allowed:
            best = max(allowed, key=lambda table: len(_pairs(table) & wanted))
            wanted -= _pairs(best)
            options = {name: value for name, value in best.items() if name != "seats"}
            resolved = definition.resolve(options, best["seats"])
            found.append(Case(definition, resolved, best["seats"], hooks or Hooks()))
    return found


def _fill(
    fixed: Mapping[str, Any], choices: Mapping[str, list[Any]], definition: Definition, rng: random.Random, bold: float
) -> dict[str, Any]:
    """Give the other options their defaults, or at random, the oftener the bolder (0 to 1), another value."""
    filled = dict(fixed)
    for name in choices:
        if name not in filled:
            default = definition.options[name].default if name != "seats" else definition.seats[0]
            filled[name] = rng.choice(choices[name]) if rng.random() < bold else default
    return filled


def _allowed(definition: Definition, table: Mapping[str, Any]) -> bool:
    try:
        definition.resolve({name: value for name, value in table.items() if name != "seats"}, table["seats"])
    except Refused:
        return False
    return True


def _pairs(table: Mapping[str, Any]) -> set[frozenset[tuple[str, Any]]]:
    return {frozenset(pair) for pair in combinations(table.items(), 2)}


# -- random games ------------------------------------------------------------------------------------------------------


def random_game(case: Case, rng: random.Random) -> Iterator[tuple[Any, list[str]]]:
    """Play at random, now and then out of turn; yield each state, to be read only, and the lines that led to it."""
    state = case.start()
    lines: list[str] = []
    yield state, lines
    while to_act := state.to_act():
        assert len(lines) < case.hooks.most_actions, f"no end after {len(lines)} actions"
        seat, action = _random_action(case, state, to_act, rng)
        lines.append(written(canonical(seat, action, to_act)))
        state.apply(seat, action)
        yield state, lines


def _random_action(case: Case, state: Any, to_act: tuple[int, ...], rng: random.Random) -> tuple[int, Any]:
    if to_act == (CHANCE,):
        return CHANCE, state.draw(rng)
    if rng.random() < 0.1:
        seat = rng.randrange(case.seats) + 1
        legal = state.legal(seat)
        if legal:
            return seat, rng.choice(legal)
    seat = rng.choice(to_act)
    return seat, state.sample(seat, rng)


def check_game(case: Case, rng: random.Random, every: int = 1) -> int:
    """Play one random game and check the properties at each `every`-th state and the last; return its length."""
    texts: dict[str, None] = {}
    addresses: dict[str, None] = dict.fromkeys(ODD_ADDRESSES)
    conserved: Any = None
    lines: list[str] = []
    try:
        for state, lines in random_game(case, rng):
            if case.hooks.conserved is not None and (now := case.hooks.conserved(state)) is not None:
                conserved = now if conserved is None else conserved
                assert now == conserved, "parts appeared or vanished"
            if len(lines) % every == 0 or not state.to_act():
                check_state(case, state, rng, texts, addresses)
        return len(lines)
    except AssertionError as error:
        options = dict(case.options)
        raise AssertionError(
            f"{error}\n{case}\noptions: {options}\nseats: {case.seats}\n" + "\n".join(lines)
        ) from error


# -- the properties of one state ---------------------------------------------------------------------------------------


def check_state(case: Case, state: Any, rng: random.Random, texts: dict[str, None], addresses: dict[str, None]) -> None:
    """Check all properties at one state; what was seen in earlier ones is tried again and added to."""
    seats = range(1, case.seats + 1)
    before = _whole(case, state)
    legal = {seat: state.legal(seat) for seat in seats}
    for seat in seats:
        texts.update(dict.fromkeys(_few(map(str, legal[seat]), rng, 12)))
        addresses.update(dict.fromkeys(state.objects(seat).values()))
    some = _few(texts, rng)
    some_addresses = [*ODD_ADDRESSES, *_few(addresses, rng)]

    check_turn(case, state, legal)
    check_chance(case, state, rng)
    for seat in seats:
        check_legal(case, state, seat, legal[seat], [*some, *(_mutated(text, rng) for text in some)])
        check_apply(state, seat, _few(legal[seat], rng, 6))
        check_paths(state, seat, legal[seat], rng, addresses)
        check_answers(state, seat, some_addresses, rng)
        check_view(case, state, seat, some, some_addresses, rng)
        check_secrets(case, state, seat, _few(legal[seat], rng, 12))
    check_position(case, state)
    check_playout(case, state, rng)
    assert _whole(case, state) == before, "looking at the state changed it"


def check_turn(case: Case, state: Any, legal: Mapping[int, Sequence[Any]]) -> None:
    """Somebody is to act until there is a result; whoever must act can."""
    to_act, result = state.to_act(), state.result()
    assert to_act == tuple(sorted(set(to_act))), f"to_act is not ascending: {to_act}"
    assert to_act == (CHANCE,) or all(1 <= seat <= case.seats for seat in to_act), f"to_act: {to_act}"
    assert bool(to_act) == (result is None), f"to act {to_act}, result {result}"
    for seat in to_act:
        assert seat == CHANCE or legal[seat], f"seat {seat} must act and cannot"
    if result is not None:
        assert result.winners == tuple(sorted(set(result.winners))) and result.winners, f"winners: {result}"
        assert set(result.winners) <= set(legal) and result.reason, f"result: {result}"
        assert not any(legal.values()), "something may be done after the end"


def check_chance(case: Case, state: Any, rng: random.Random) -> None:
    """Chance acts when it is due, legally, by the random numbers alone; nobody draws for it."""
    if state.to_act() != (CHANCE,):
        return
    seed = rng.random()
    action = state.draw(random.Random(seed))
    assert action == state.draw(random.Random(seed)), "the same random numbers drew differently"
    assert state.refusal(CHANCE, action) is None, f"chance drew {action}, which is refused"
    assert case.parse(str(action)) == action, f"chance's {action} does not read back"
    assert state.refusal(1, action) is not None, f"seat 1 may play chance's {action}"
    check_secrets(case, state, CHANCE, {state.draw(rng) for _ in range(12)})


def check_legal(case: Case, state: Any, seat: int, legal: Sequence[Any], others: Iterable[str]) -> None:
    """`legal` and `refusal` agree, texts round-trip, `sample` and `timeout` are legal."""
    listed = set(legal)
    assert len(listed) == len(legal), f"seat {seat}: listed twice"
    for action in legal:
        assert state.refusal(seat, action) is None, (
            f"seat {seat}: {action} is listed, yet {state.refusal(seat, action)}"
        )
        assert case.parse(str(action)) == action, f"{action} does not read back"
    assert len(set(map(str, legal))) == len(legal), f"seat {seat}: two actions have one text"
    for text in others:
        try:
            action = case.parse(text)
        except Refused as refused:
            assert refused.refusal.key == "unreadable", f"{text}: {refused.refusal}"
            continue
        assert case.parse(str(action)) == action, f"{text} does not read back"
        refusal = state.refusal(seat, action)
        if action in listed or not case.hooks.sampled(action):
            assert (refusal is None) == (action in listed), f"seat {seat}: {text}: {refusal}, listed {action in listed}"
        assert refusal is None or (isinstance(refusal, Refusal) and refusal.key), f"{text}: {refusal}"
    if seat in state.to_act():
        for name, action in (
            ("timeout", state.timeout(seat)),
            ("sample", state.sample(seat, random.Random(1))),
        ):
            assert state.refusal(seat, action) is None, f"seat {seat}: {name} gives {action}, which is refused"
            assert action in listed or case.hooks.sampled(action), f"seat {seat}: {name} gives {action}, not listed"
        again = state.sample(seat, random.Random(1))
        assert again == state.sample(seat, random.Random(1)), "sample does not follow its random numbers"


def check_apply(state: Any, seat: int, actions: Iterable[Any]) -> None:
    """`apply` on a clone leaves the original, and does the same with and without events."""
    key, position = state.key(), state.position()
    assert state.clone().key() == key and hash(state.clone().key()) == hash(key), "a clone is another situation"
    for action in actions:
        one, two = state.clone(), state.clone()
        events: list[Event] = []
        one.apply(seat, action, events)
        two.apply(seat, action)
        assert one.key() == two.key() and one.position() == two.position(), f"{action}: events change what happens"
        assert events, f"{action} happened without an event"
        assert all(isinstance(event, Event) and event.kind for event in events), f"{action}: {events}"
        assert state.key() == key and state.position() == position, f"{action} on a clone changed the original"


def check_paths(state: Any, seat: int, legal: Sequence[Any], rng: random.Random, addresses: dict[str, None]) -> None:
    """Paths lead to their action and only to it; none is a proper prefix of another's."""
    owners: dict[Any, Any] = {}
    shapes: set[Any] = set()
    ways = [(action, path) for action in legal for path in state.paths(seat, action)]
    assert {action for action, _ in ways} == set(legal), f"seat {seat}: an action has no path"
    for action, path in ways:
        assert path, f"{action}: an empty path"
        assert owners.setdefault((path, values_of(path)), action) == action, f"one path to {action} and another"
        shapes.add(path)
        addresses.update((step.address, None) for step in path if isinstance(step, Pick))
    for path in shapes:
        for length in range(1, len(path)):
            assert path[:length] not in shapes, f"a path is the beginning of another: {path}"
    picker = Picker(state, seat)
    assert bool(picker.options()) == bool(legal)
    for action, path in _few(ways, rng):
        assert state.make(seat, action, values_of(path)) == action, f"{action} is not made of its own values"
        refusal = picker.follow(path)
        assert refusal is None and picker.done == action, f"the path to {action} leads to {picker.done}: {refusal}"
        assert not picker.options(), "something is left to choose after the end of a path"
        picker.clear()
        for step in path:
            assert step in picker.options(), f"{step} of {action} is not offered"
            assert picker.next_to(action) is not None, f"nothing is marked on the way to {action}"
            picker.take(step)
    picker.clear()


def check_answers(state: Any, seat: int, addresses: Iterable[str], rng: random.Random) -> None:
    """Whatever is clicked and chosen gets an answer."""
    assert isinstance(state.prompt(seat), Prompt)
    picker = Picker(state, seat)
    for address in addresses:
        refusal = state.why(seat, address)
        assert isinstance(refusal, Refusal) and refusal.key, f"why of {address}: {refusal}"
    for _ in range(4):
        picker.clear()
        while options := picker.options():
            step = rng.choice(options)
            if isinstance(step, Pick):
                refusal = picker.pick(step.address)
            elif isinstance(step, Amount):
                refusal = picker.amount(rng.randrange(step.low, step.high + 1))
            elif isinstance(step, Point):
                refusal = picker.point(rng.uniform(-20, 20), rng.uniform(-20, 20))
            else:
                assert isinstance(step, Order)
                refusal = picker.order(rng.sample(step.addresses, len(step.addresses)))
            assert refusal is None or isinstance(refusal, Refusal)
            if refusal is not None:
                break
        if picker.done is not None:
            assert state.refusal(seat, picker.done) is None, f"clicking led to {picker.done}, which is refused"


def check_view(
    case: Case, state: Any, seat: int, texts: Iterable[str], addresses: Iterable[str], rng: random.Random
) -> None:
    """`resample` keeps to what the seat knows, and what the seat is shown keeps to it too."""
    before = _whole(case, state)
    seed = rng.random()
    other = state.resample(seat, random.Random(seed))
    assert _whole(case, state) == before, "resample changed the state"
    actions = [action for text in texts if (action := _parsed(case, text)) is not None]
    assert _seen(other, seat, actions, addresses) == _seen(state, seat, actions, addresses), f"seat {seat} can tell"
    for view in (seat, "public"):
        assert other.position(view) == state.position(view) and other.objects(view) == state.objects(view)
    # The rest depends on what the seat knows and the random numbers alone.
    again = random.Random(seed + 1)
    ahead = random.Random(seed + 1)
    assert state.resample(seat, again).key() == other.resample(seat, ahead).key(), f"resample peeks for seat {seat}"
    assert again.random() == ahead.random(), f"resample for seat {seat} uses random numbers by what it must not know"


def _seen(state: Any, seat: int, actions: Iterable[Any], addresses: Iterable[str]) -> dict[str, Any]:
    legal = state.legal(seat)
    acts = seat in state.to_act()
    return {
        "position": state.position(seat),
        "objects": state.objects(seat),
        "prompt": state.prompt(seat),
        "to act": state.to_act(),
        "result": state.result(),
        "legal": sorted(map(str, legal)),
        "paths": {str(action): state.paths(seat, action) for action in legal},
        "refusals": [state.refusal(seat, action) for action in actions],
        "why": [state.why(seat, address) for address in addresses],
        "timeout": state.timeout(seat) if acts else None,
    }


def check_secrets(case: Case, state: Any, seat: int, actions: Iterable[Any]) -> None:
    """Where a seat (or chance) acts in secret, others see, are told and suppose the same whatever it did."""
    for view in [other for other in range(1, case.seats + 1) if other != seat] + ["public"]:
        same: dict[str, tuple[Any, Any]] = {}
        for action in actions:
            after = state.clone()
            events: list[Event] = []
            after.apply(seat, action, events)
            known = [event for event in events if event.known_to(view)]
            if len(known) == len(events) or any(event.kind == "reveal" for event in events):
                continue  # nothing about it is secret, or the secret ended with it
            # What chance tells a seat is the seat's own to know; what a seat does in secret is not to be told at all.
            told = known if seat == CHANCE else [event.kind for event in known]
            look = json.dumps(after.position(view), sort_keys=True) + repr(told)
            first, first_known = same.setdefault(look, (after, known))
            assert known == first_known, f"view {view} is told of seat {seat}'s {action}: {known}"
            assert after.objects(view) == first.objects(view), f"view {view} sees seat {seat}'s {action}"
            if isinstance(view, int):
                assert _seen(after, view, (), ()) == _seen(first, view, (), ()), f"seat {view} can tell: {action}"
                supposed = [one.resample(view, random.Random(7)).key() for one in (after, first)]
                assert supposed[0] == supposed[1], f"resample peeks for seat {view}, at seat {seat}'s {action}"


def check_position(case: Case, state: Any) -> None:
    """Every view's position is plain data; where the game starts from positions, it goes on the same from its own."""
    for view in (None, "public", *range(1, case.seats + 1)):
        json.dumps(state.position(view))
    if case.hooks.accepts is None or not case.hooks.accepts(state):
        return
    again = case.start(state.position())
    assert again.position() == state.position(), "a position does not read back"
    assert again.to_act() == state.to_act()
    for seat in range(1, case.seats + 1):
        assert _in_turn(case, again, seat) == _in_turn(case, state, seat), f"seat {seat}: the position lost something"


def _in_turn(case: Case, state: Any, seat: int) -> list[str]:
    texts = map(str, state.legal(seat))
    return sorted(text for text in texts if text.split(" ")[0] not in case.definition.game.asides)


def check_playout(case: Case, state: Any, rng: random.Random) -> None:
    """A game's own `playout` plays by the same rules: what it did, done again by `apply`, ends the same."""
    if not hasattr(state, "playout") or state.result() is not None:
        return
    seed = rng.random()
    trace: list[tuple[int, Any]] = []
    result = state.clone().playout(random.Random(seed), trace)
    again = state.clone()
    for seat, action in trace:
        refusal = again.refusal(seat, action)
        assert refusal is None, f"playout played {seat}> {action}: {refusal}"
        assert seat == CHANCE or action in again.legal(seat) or case.hooks.sampled(action)
        again.apply(seat, action)
    assert isinstance(result, Result) and again.result() == result, f"playout ended with {result}, not {again.result()}"
    assert state.clone().playout(random.Random(seed)) == result, "playout plays otherwise when it is not traced"


# -- helpers -----------------------------------------------------------------------------------------------------------


def _whole(case: Case, state: Any) -> tuple[Any, ...]:
    views = (None, "public", *range(1, case.seats + 1))
    return state.key(), state.to_act(), [json.dumps(state.position(view)) for view in views]


def _parsed(case: Case, text: str) -> Any:
    try:
        return case.parse(text)
    except Refused:
        return None


def _few(things: Iterable[Any], rng: random.Random, most: int = FEW) -> list[Any]:
    listed = list(things)
    return listed if len(listed) <= most else rng.sample(listed, most)


def _mutated(text: str, rng: random.Random) -> str:
    """Return a text that is wrong in a way that is easily made."""
    way = rng.randrange(5)
    if way == 0:
        return re.sub(r"\d+", lambda found: str(int(found[0]) + rng.choice((-1, 1))), text, count=1)
    if way == 1:
        return re.sub(r"\d+(?=\D*$)", lambda found: str(int(found[0]) + rng.choice((-1, 1, 10))), text)
    if way == 2:
        return text.rpartition(" ")[0] or text.upper()
    if way == 3:
        return f"{text} {rng.randrange(4)}"
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(" .>-9٣\n") + text[at + 1 :]
