"""Mammonism as plainly as its rules page says it, and only that: slow, no secrets, no positions, no refusals.

A state is a dict of lists and dicts; `legal` writes out every text, `apply` reads it. It shares no code with the game
and lists nothing it does not need, so that what both agree on was thought out twice.
"""

from __future__ import annotations

import copy
from typing import Any

HANDS = {2: 6, 3: 5, 4: 4, 5: 3}
CARDS = ["manor", "ambush", "spy", "retreat", "command", "swap", "chaos", "resolve", "poop"]
State = dict[str, Any]


def start(seats: int) -> State:
    everyone = list(range(1, seats + 1))
    return {
        "n": seats,
        "phase": "deal",
        "who": [0],
        "money": {seat: {colour: 20 * (seat == colour) for colour in everyone} for seat in everyone},
        "bank": dict.fromkeys(everyone, 0),
        "forces": dict.fromkeys(everyone, 0),
        "hand": {seat: [] for seat in everyone},
        "in": everyone,
        "start": None,
        "market": [],
        "up": [],
        "secret": {},
        "chaos": None,
        "more": 0,
        "used": [],
        "winners": None,
    }


def clockwise(state: State, first: int) -> list[int]:
    """All seats, beginning with one."""
    return [(first - 1 + step) % state["n"] + 1 for step in range(state["n"])]


def foreign(state: State, seat: int) -> int:
    return sum(count for colour, count in state["money"][seat].items() if colour != seat)


# -- what may be done --------------------------------------------------------------------------------------------------


def chance(state: State) -> list[str]:
    """What chance may write, except for the deal."""
    if state["phase"] == "lots":
        return [f"start {seat}" for seat in state["betting"]]
    return sorted({f"swap {card}" for card in state["hand"][state["swap"][1]]})


def legal(state: State) -> dict[int, list[str]]:
    if state["who"] == [0] or state["winners"]:
        return {}
    return {seat: sorted(options(state, seat)) for seat in state["who"]}


def options(state: State, seat: int) -> list[str]:
    phase, own, others = state["phase"], state["money"][seat][seat], foreign(state, seat)
    if phase == "start bet":
        return [f"bet {count}" for count in range(own + 1)]
    if phase == "forces":
        return [f"forces {count}" for count in range(own + 1)]
    if phase == "battle bet":
        return [f"bet {a}" + f"+{b}" * (b > 0) for a in range(own + 1) for b in range(others + 1)]
    if phase == "scout":
        new = [place for place, card in enumerate(state["market"], 1) if seat not in card["coins"]]
        if len(new) == 1 or own == 1:
            return [f"scout {place}" for place in new]
        return [f"scout {one} {two}" for one in new for two in new if one < two]
    if phase == "buy":
        texts = []
        for place in range(1, len(state["market"]) + 1):
            for paid in range(place):
                if paid <= own and place - 1 - paid <= others:
                    texts.append(f"buy {place}" if paid == min(own, place - 1) else f"buy {place} own={paid}")
        return texts
    if phase == "after":
        return ["pass", *(card for card in ("spy", "retreat") if card in state["hand"][seat])]
    texts = [f"battle {size}" for size in (1, 2, 3) if size <= state["forces"][seat]]
    if state["chaos"] is None:
        for card in set(state["hand"][seat]) & {"manor", "ambush", "command", "chaos", "resolve"}:
            texts.append(f"use {card}")
        if "swap" in state["hand"][seat]:
            texts += swaps(state, seat)
    return texts


def swaps(state: State, seat: int) -> list[str]:
    left = list(state["hand"][seat])
    left.remove("swap")
    partners = [other for other in state["in"] if other != seat and state["hand"][other]]
    if not partners:
        return ["use swap"]
    if not left:
        return [f"use swap {other}" for other in partners]
    return [f"use swap {other} give {card}" for other in partners for card in set(left)]


# -- doing it ----------------------------------------------------------------------------------------------------------


def apply(before: State, seat: int, text: str) -> State:
    state = copy.deepcopy(before)
    word, *rest = text.split(" ")
    if word == "market":
        state["market"] = [{"card": card, "coins": []} for card in rest]
        turn_up(state, list(state["in"]))
    elif word == "start":
        begin_auction(state, int(rest[0]))
    elif word in ("bet", "forces"):
        own, _, other = rest[0].partition("+")
        state["secret"][seat] = (int(own), int(other or 0))
        state["who"].remove(seat)
        if not state["who"]:
            {"start bet": all_bet, "forces": all_forces, "battle bet": all_bet_in_battle}[state["phase"]](state)
    elif word == "scout":
        for place in rest:
            state["market"][int(place) - 1]["coins"].append(seat)
            state["money"][seat][seat] -= 1
        state["phase"] = "buy"
    elif word == "buy":
        price = int(rest[0]) - 1
        own = int(rest[1][4:]) if len(rest) > 1 else min(price, state["money"][seat][seat])
        pay(state, seat, own, price - own)
        card = state["market"].pop(price)
        state["hand"][seat].append(card["card"])
        for colour in card["coins"]:
            state["money"][seat][colour] += 1
        next_buyer(state, seat)
    elif word == "battle":
        battle(state, int(rest[0]))
    elif word == "pass":
        state["silent"].append(seat)
        ask(state, seat)
    elif word in ("spy", "retreat"):
        spend(state, seat, word)
        state["after"][word].append(seat)
        state["silent"] = []
        ask(state, seat)
    elif word == "use":
        use(state, seat, *rest)
    elif word == "swap":
        swapped(state, rest[0])
    return state


def pay(state: State, seat: int, own: int, others: int) -> None:
    money = state["money"][seat]
    money[seat] -= own
    state["bank"][seat] += own
    while others:
        most = max(count for colour, count in money.items() if colour != seat)
        colour = min(colour for colour, count in money.items() if colour != seat and count == most)
        money[colour] -= 1
        state["bank"][colour] += 1
        others -= 1


def turn_up(state: State, betting: list[int]) -> None:
    state["up"].append(state["market"].pop(0)["card"])
    state.update(phase="start bet", who=list(betting), betting=betting, secret={})


def all_bet(state: State) -> None:
    bets = {seat: own for seat, (own, _) in state["secret"].items()}
    best = [seat for seat in sorted(bets) if bets[seat] == max(bets.values())]
    if len(best) == 1 and max(bets.values()) > 0:
        pay(state, best[0], bets[best[0]], 0)
        begin_auction(state, best[0])
    elif len(state["market"]) - 1 < HANDS[state["n"]] * (state["n"] - 1):
        state.update(phase="lots", who=[0], betting=best, secret={})
    else:
        turn_up(state, best)


def begin_auction(state: State, seat: int) -> None:
    state["hand"][seat] = state["up"]
    state.update(start=seat, up=[], secret={})
    next_buyer(state, seat)


def next_buyer(state: State, seat: int) -> None:
    for other in [*clockwise(state, seat)[1:], seat]:
        if len(state["hand"][other]) < HANDS[state["n"]]:
            new = [card for card in state["market"] if other not in card["coins"]]
            state["who"] = [other]
            state["phase"] = "scout" if new and state["money"][other][other] else "buy"
            return
    for card in state["market"]:
        for colour in card["coins"]:
            state["bank"][colour] += 1
    state.update(phase="forces", market=[], who=list(state["in"]))


def all_forces(state: State) -> None:
    for seat, (count, _) in state["secret"].items():
        state["money"][seat][seat] -= count
        state["forces"][seat] = count
    state.update(secret={}, phase="turn")
    go_out(state)
    if not state["winners"]:
        pass_turn_to(state, clockwise(state, state["start"]))


def pass_turn_to(state: State, order: list[int]) -> None:
    for seat in order:
        if state["chaos"] == seat:
            state["chaos"] = None
        if seat in state["in"]:
            state.update(phase="turn", who=[seat], turn=seat, more=0)
            return


def end_turn(state: State) -> None:
    turn = state["turn"]
    if state["more"] and turn in state["in"]:
        state.update(phase="turn", who=[turn], more=state["more"] - 1)
    else:
        pass_turn_to(state, [*clockwise(state, turn)[1:], turn])


def spend(state: State, seat: int, card: str) -> None:
    state["hand"][seat].remove(card)
    state["used"].append(card)


def use(state: State, seat: int, card: str, other: str = "", give: str = "", gift: str = "") -> None:
    spend(state, seat, card)
    if card in ("manor", "ambush"):
        count = min(5, state["bank"][seat])
        state["bank"][seat] -= count
        if card == "manor":
            state["money"][seat][seat] += count
        else:
            state["forces"][seat] += count
    elif card == "command":
        state["more"] += 2
    elif card == "chaos":
        state["chaos"] = seat
    elif card == "resolve":
        battle(state, 5)
        return
    elif card == "swap" and other:
        state.update(phase="swap", who=[0], swap=(seat, int(other), gift))
        return
    end_turn(state)


def swapped(state: State, got: str) -> None:
    seat, other, gift = state.pop("swap")
    state["hand"][other].remove(got)
    if gift:
        state["hand"][seat].remove(gift)
        state["hand"][other].append(gift)
    state["hand"][seat].append(got)
    end_turn(state)


def battle(state: State, size: int) -> None:
    forward = {seat: min(size, state["forces"][seat]) for seat in state["in"]}
    state.update(phase="battle bet", who=list(state["in"]), forward=forward, secret={})


def all_bet_in_battle(state: State) -> None:
    state.update(phase="after", silent=[], after={"spy": [], "retreat": []})
    ask(state, None)


def ask(state: State, last: int | None) -> None:
    order = clockwise(state, state["turn"]) if last is None else [*clockwise(state, last)[1:], last]
    for seat in order:
        if state["chaos"] is None and seat in state["in"] and state["hand"][seat] and seat not in state["silent"]:
            state["who"] = [seat]
            return
    worth = {
        seat: own + 2 * two + 3 * state["after"]["spy"].count(seat) for seat, (own, two) in state["secret"].items()
    }
    best = max(worth.values())
    for seat in list(state["in"]):
        if worth[seat] == best and best > 0:
            pay(state, seat, *state["secret"][seat])
        elif seat not in state["after"]["retreat"]:
            state["forces"][seat] -= state["forward"][seat]
            state["bank"][seat] += state["forward"][seat]
    state["secret"] = {}
    go_out(state)
    if not state["winners"]:
        end_turn(state)


def go_out(state: State) -> None:
    fallen = [seat for seat in state["in"] if state["forces"][seat] == 0]
    for seat in fallen:
        for colour, count in state["money"][seat].items():
            state["bank"][colour] += count
            state["money"][seat][colour] = 0
        state["hand"][seat] = []
    state["in"] = [seat for seat in state["in"] if seat not in fallen]
    if len(state["in"]) < 2:
        state.update(winners=state["in"] or fallen, who=[], phase="over")


def position(state: State) -> dict[str, Any]:
    """Return what the page's form of a position says of this."""
    phase = {"start bet": "start_bet", "lots": "start_bet", "deal": "start_bet", "scout": "auction", "buy": "auction"}
    phase |= {"turn": "armageddon", "battle bet": "armageddon", "swap": "armageddon", "after": "after_battle"}
    return {
        "phase": phase.get(state["phase"], state["phase"]),
        "start": state["start"],
        "chaos": state["chaos"],
        "turned_up": state["up"],
        "market": [
            *({"card": card, "coins": []} for card in state["up"]),
            *({"card": card["card"], "coins": sorted(card["coins"])} for card in state["market"]),
        ],
        "bank": state["bank"],
        "discard": state["used"],
        "extra_turns": state["more"] if state["phase"] != "over" else 0,
        "seats": [
            {
                "own": state["money"][seat][seat],
                "foreign": {c: count for c, count in state["money"][seat].items() if c != seat and count},
                "forces": state["forces"][seat],
                "hand": sorted(state["hand"][seat]),
                "out": seat not in state["in"],
            }
            for seat in state["forces"]
        ],
    }
