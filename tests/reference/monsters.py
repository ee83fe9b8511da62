"""Battle of the Spaghetti Monsters once more, slowly and plainly, to check the fast rules against.

Written from the rules page alone and sharing no code with the program. The headings in the comments are those of the
page. A state is one dict of lists and dicts; `apply` deep-copies it. An islander is a dict with an owner and an id of
its own, an island a dict with an id of its own, so "who is next" is answered by identity and never by counting.
"""

from __future__ import annotations

import copy

# ---------------------------------------------------------------------------------------------------------------------
# Components
# ---------------------------------------------------------------------------------------------------------------------

ISLANDERS = 10  # a seat
CHIPS = 5  # of each kind
BLANKS = 8

CARDS = {
    # level 1
    "death": {"number": 1, "effect": [{"remove_islanders": {"count": "n"}}]},
    "drifting": {"number": 1, "effect": [{"move_islanders": {"count": "n"}}]},
    "birth": {"number": None, "effect": [{"add_islanders": {}}]},
    "prayer": {"number": 1, "effect": [{"lose_lives": {"who": "enemy", "count": "n"}}]},
    "sacrifice": {
        "number": 2,
        "effect": [{"lose_lives": {"who": "enemy", "count": "n"}}, {"remove_islanders": {"which": "asker"}}],
    },
    # level 2
    "move_island": {"number": 1, "effect": [{"move_islands": {"count": "n"}}]},
    "reverse_current": {"number": None, "effect": [{"turn_heading": {}}]},
    "sink": {"number": None, "effect": [{"sink_islands": {}}]},
    # level 3
    "bless": {"number": 1, "effect": [{"change_numbers": {"by": "n"}}]},
    "curse": {"number": 1, "effect": [{"change_numbers": {"by": "-n"}}]},
    # extra
    "revolution": {"number": None, "effect": [{"reverse_queues": {"where": "elsewhere"}}]},
    "memory": {"number": None, "effect": [{"recall_visits": {"count": 2}}]},
}

LEVEL_1 = ["death", "drifting", "birth", "prayer", "sacrifice"]
LEVEL_2 = [*LEVEL_1, "move_island", "reverse_current", "sink"]
LEVEL_3 = [*LEVEL_2, "bless", "curse"]
LEVELS = {1: LEVEL_1, 2: LEVEL_2, 3: LEVEL_3}
ISLANDERS_PLACED = {1: 4, 2: 5, 3: 6}
FACE_DOWN = ["move_island", "drifting", "prayer"]

# ---------------------------------------------------------------------------------------------------------------------
# Options (first value: the default)
# ---------------------------------------------------------------------------------------------------------------------

OPTIONS = {
    "level": [1, 2, 3],
    "opening": ["open", "sequential"],
    "fair_start": [False, True],
    "revolution": [False, True],
    "memory": [False, True],
    "memory_numbers": ["printed", "current", "visited"],
    "memory_choice": ["both", "any"],
    "face_down": [False, True],
    "face_down_reusable": [False, True],
    "interrupt": [False, True],
    "reverse_line": [False, True],
    "sink_tie": ["first_in_line", "last_in_line", "draw"],
    "placement_limit": [1, 2, "none"],
    "chips_last": ["game", "visit"],
}

# ---------------------------------------------------------------------------------------------------------------------
# Effects: parameters (first value: the default). "count" and "by" are numbers and handled apart.
# ---------------------------------------------------------------------------------------------------------------------

EFFECTS = {
    "lose_lives": {"who": ["enemy", "asker", "enemies", "everyone"], "count": 1},
    "gain_lives": {"who": ["enemy", "asker", "enemies", "everyone"], "count": 1},
    "remove_islanders": {
        "which": ["any", "front", "back", "asker"],
        "where": ["anywhere", "elsewhere", "here"],
        "count": 1,
    },
    "move_islanders": {
        "which": ["any", "front", "back"],
        "where": ["anywhere", "elsewhere", "here"],
        "to": ["end", "front"],
        "count": 1,
    },
    "add_islanders": {"where": ["elsewhere", "anywhere", "here"], "to": ["end", "front"], "count": 1},
    "move_islands": {"count": 1},
    "swap_islands": {"which": ["any", "here"], "count": 1},
    "sink_islands": {"which": ["any", "here"], "count": 1},
    "turn_heading": {},
    "change_numbers": {"by": None},
    "reverse_queues": {"where": ["elsewhere", "anywhere", "here"]},
    "rotate_queues": {"where": ["elsewhere", "anywhere", "here"], "step": ["last_to_front", "first_to_back"]},
    "recall_visits": {"count": 2, "choose": ["both", "any"]},
}


def _effects_of(name: str, card: dict) -> list[tuple[str, dict]]:
    """Read a card's effects, every parameter filled in; refuse what the table does not know."""
    effects = []
    for entry in card["effect"]:
        if isinstance(entry, str):
            entry = {entry: {}}
        if len(entry) != 1:
            raise ValueError(f"card {name}: one effect an entry")
        [(effect, given)] = entry.items()
        if effect not in EFFECTS:
            raise ValueError(f"card {name}: no effect is called {effect}")
        given = dict(given or {})
        params = {}
        for key, values in EFFECTS[effect].items():
            if isinstance(values, list):
                value = given.pop(key, values[0])
                if value not in values:
                    raise ValueError(f"card {name}: {effect}.{key} cannot be {value}")
            else:
                value = given.pop(key, values)
                words = ["n", "-n"] if key == "by" else ["n"]
                if effect == "recall_visits":
                    if value not in (1, 2):
                        raise ValueError(f"card {name}: {effect}.{key} is 1 or 2")
                elif value in words:
                    if card["number"] is None:
                        raise ValueError(f"card {name}: a card without a number has no n")
                elif not isinstance(value, int) or isinstance(value, bool) or (value < 0 and key != "by"):
                    raise ValueError(f"card {name}: {effect}.{key} cannot be {value}")
            params[key] = value
        if given:
            raise ValueError(f"card {name}: {effect} has no parameter {sorted(given)[0]}")
        effects.append((effect, params))
    return effects


# ---------------------------------------------------------------------------------------------------------------------
# Start
# ---------------------------------------------------------------------------------------------------------------------


def start(options: dict, seats: int, cards: dict | None = None, position: dict | None = None) -> dict:
    """Set the game up, from the preparation or from a position of the page's form; ValueError when refused."""
    chosen = {}
    given = dict(options)
    for name, values in OPTIONS.items():
        chosen[name] = given.pop(name, values[0])
        if name == "placement_limit" and chosen[name] is None:
            chosen[name] = "none"
        if chosen[name] not in values or isinstance(chosen[name], bool) != isinstance(values[0], bool):
            raise ValueError(f"{name} cannot be {chosen[name]}")
    lives = given.pop("lives", 5)
    islanders = given.pop("islanders", None)
    blanks = list(given.pop("blanks", None) or [])
    if given:
        raise ValueError(f"no option is called {sorted(given)[0]}")

    # Every combination that the table of options excludes.
    if seats not in (2, 3, 4, 5):
        raise ValueError("2 to 5 seats play")
    if chosen["fair_start"] and seats != 2:
        raise ValueError("fair_start is for two seats")
    if chosen["fair_start"] and chosen["opening"] == "sequential":
        raise ValueError("fair_start does not go with a sequential opening")
    if chosen["revolution"] and chosen["reverse_line"]:
        raise ValueError("revolution does not go with reverse_line")
    if chosen["face_down"] and (seats != 2 or chosen["level"] != 3):
        raise ValueError("face_down is for two seats at level 3")
    if chosen["interrupt"] and seats < 3:
        raise ValueError("interrupt is for three or more seats")
    if len(blanks) > BLANKS:
        raise ValueError(f"at most {BLANKS} blanks")

    known = {name: dict(card) for name, card in CARDS.items()}
    for name, card in (cards or {}).items():
        if name in CARDS:
            raise ValueError(f"{name} is a card of the game already")
        known[name] = {"number": card.get("number"), "effect": list(card.get("effect") or [])}
    for name in blanks:
        if name in CARDS or name not in known:
            raise ValueError(f"{name} is no composed card")
    known["memory"] = {"number": None, "effect": [{"recall_visits": {"choose": chosen["memory_choice"]}}]}
    for name, card in known.items():
        card["effects"] = _effects_of(name, card)

    deck = list(LEVELS[chosen["level"]])
    if chosen["revolution"]:
        deck.append("revolution")
    if chosen["memory"]:
        deck.append("memory")
    deck += blanks

    if islanders is None:
        islanders = ISLANDERS_PLACED[chosen["level"]]
    if not isinstance(lives, int) or lives < 1:
        raise ValueError("lives is at least 1")
    limit = chosen["placement_limit"]
    most = ISLANDERS if limit == "none" else min(ISLANDERS, limit * len(deck))
    if not isinstance(islanders, int) or not 1 <= islanders <= most:
        raise ValueError(f"islanders is 1 to {most}")

    everyone = list(range(1, seats + 1))
    state = {
        "options": chosen,
        "seats": everyone,
        "cards": known,
        "deck": deck,
        # Visits are kept "whenever a card in play recalls them": by the cards that the game began with.
        "remembers": any(effect == "recall_visits" for name in deck for effect, _ in known[name]["effects"]),
        "phase": "deal",
        "first": 1,  # the seat that places first
        "fair": None,  # fair start: the seat that decides
        "pool": None,  # the three face-down cards while they are taken
        "open": None,  # sequential opening: number of the island that is open
        "passes": 0,  # ... and how many have passed one after another
        "placing": None,  # the seat that places
        "islands": [],
        "next_id": 1,
        "sorcerer": None,  # id of an island
        "heading": 1,
        "lives": dict.fromkeys(everyone, lives),
        "unplaced": dict.fromkeys(everyone, islanders),
        "unused": dict.fromkeys(everyone, ISLANDERS - islanders),
        "chips": {"bless": CHIPS, "curse": CHIPS},
        "out": [],
        "visited": [],  # newest first, at most two: card, number at the end of the visit, id of the island
        "face_down": {},
        "interrupts": dict.fromkeys(everyone, 0),
        "visit": None,  # who is asked: see _ask
        "spell": None,  # being cast: see _cast
        "situations": {},  # how often each came up
        "unchanged": None,  # lives, islanders, islands at the last asking
        "asked_in_a_row": 0,  # ... and how many were asked with these
        "may_declare": False,
        "result": None,
    }
    if position is not None:
        _read_position(state, position, lives, islanders)
    return state


def _new_id(state: dict) -> int:
    state["next_id"] += 1
    return state["next_id"]


def _lay(state: dict, names: list[str]) -> None:
    """Lay these cards as the row."""
    state["islands"] = [
        {"id": _new_id(state), "card": name, "number": state["cards"][name]["number"], "queue": []} for name in names
    ]


# ---------------------------------------------------------------------------------------------------------------------
# Looking at the row
# ---------------------------------------------------------------------------------------------------------------------


def _index(state: dict, island_id: int | None) -> int | None:
    for index, island in enumerate(state["islands"]):
        if island["id"] == island_id:
            return index
    return None


def _where_is(state: dict, islander_id: int) -> tuple[int, int] | None:
    """Say on which island and at which place of its queue (from 0) an islander stands, None when on none."""
    for index, island in enumerate(state["islands"]):
        for place, islander in enumerate(island["queue"]):
            if islander["id"] == islander_id:
                return index, place
    return None


def _on_islands(state: dict, seat: int) -> int:
    return sum(1 for island in state["islands"] for islander in island["queue"] if islander["owner"] == seat)


def _still_in(state: dict) -> list[int]:
    return [seat for seat in state["seats"] if seat not in state["out"]]


def _seat_after(state: dict, seat: int) -> int:
    return seat % len(state["seats"]) + 1


def _printed(state: dict, name: str) -> int | None:
    return state["cards"][name]["number"]


# ---------------------------------------------------------------------------------------------------------------------
# Who acts, and what may be done
# ---------------------------------------------------------------------------------------------------------------------


def to_act(state: dict) -> list[int]:
    """Give the seats that must act now: [0] for chance, [] when over."""
    if state["phase"] == "over":
        return []
    if state["phase"] == "deal" or (state["phase"] == "face_down" and state["pool"] is None):
        return [0]
    if state["phase"] == "fair_start":
        return [state["fair"]]
    if state["phase"] == "face_down":
        return [_taker(state)]
    if state["phase"] == "placement":
        return [state["placing"]]
    if state["spell"] is not None:
        return [state["spell"]["seat"]]
    return [_asked(state)["owner"]]


def legal(state: dict) -> dict[int, list[str]]:
    """Give every seat's legal actions, those out of turn included; {} when over or when chance is due."""
    if to_act(state) in ([], [0]):
        return {}
    [seat] = to_act(state)
    if state["phase"] == "fair_start":
        return {1: ["keep", "redeal"]} if seat == 1 else {2: ["first", "second"]}
    if state["phase"] == "face_down":
        return {seat: [f"take {k}" for k in (1, 2, 3) if state["pool"][k] is not None]}
    if state["phase"] == "placement":
        return {seat: _placements(state, seat)}

    # Patrol
    actions = {each: [] for each in state["seats"]}
    if state["spell"] is not None:
        actions[seat] += _choices(state, state["spell"]["steps"][0])
    else:
        actions[seat] += ["ask", "decline"]
        if state["options"]["face_down"] and state["face_down"].get(seat) is not None:
            actions[seat].append("use")
    if state["may_declare"]:
        for each in _still_in(state):
            actions[each].append("stalemate")
    for each in state["out"]:
        if state["interrupts"][each] > 0:
            actions[each] += [f"interrupt {index + 1}" for index in range(len(state["islands"]))]
    return {each: texts for each, texts in actions.items() if texts}


def _placements(state: dict, seat: int) -> list[str]:
    """Placement: what this seat may do when it is its turn."""
    if state["options"]["opening"] == "open":
        return [f"place {index + 1}" for index in range(len(state["islands"])) if _room(state, seat, index)]
    if not _can_place_on_open(state, seat):
        return []
    texts = [f"place {state['open']}"]
    if not _must_place(state, seat):
        texts.append("pass")
    return texts


def _room(state: dict, seat: int, index: int) -> bool:
    """Say whether placement_limit lets this seat put one more on an island."""
    limit = state["options"]["placement_limit"]
    there = sum(1 for islander in state["islands"][index]["queue"] if islander["owner"] == seat)
    return limit == "none" or there < limit


def _can_place_on_open(state: dict, seat: int) -> bool:
    return state["unplaced"][seat] > 0 and _room(state, seat, state["open"] - 1)


def _must_place(state: dict, seat: int) -> bool:
    """Sequential opening: more unplaced islanders than the islands still to come may take."""
    to_come = len(state["islands"]) - state["open"]
    limit = state["options"]["placement_limit"]
    if limit == "none":
        return to_come == 0
    return state["unplaced"][seat] > limit * to_come


# ---------------------------------------------------------------------------------------------------------------------
# Doing it
# ---------------------------------------------------------------------------------------------------------------------


def apply(state: dict, seat: int, text: str) -> dict:
    """Give the state after an action, the state before left as it is; ValueError when it is not legal."""
    state = copy.deepcopy(state)
    words = text.split()
    verb = words[0]

    if verb in ("deal", "arrange"):
        if verb == "deal" and not (seat == 0 and state["phase"] == "deal"):
            raise ValueError(f"{text}: no deal is due")
        if verb == "arrange" and not (seat == 1 and state["phase"] == "fair_start" and state["fair"] == 1):
            raise ValueError(f"{text}: nothing is to be arranged")
        if sorted(words[1:]) != sorted(state["deck"]):
            raise ValueError(f"{text}: these are not the deck's cards")
        _lay(state, words[1:])
        if verb == "arrange":
            state["fair"] = 2
        elif state["options"]["fair_start"]:
            state["phase"], state["fair"] = "fair_start", 1
        else:
            _after_the_deal(state)
        return state
    if verb == "face_down":
        if not (seat == 0 and to_act(state) == [0] and state["phase"] == "face_down"):
            raise ValueError(f"{text}: not due")
        if sorted(words[1:]) != sorted(FACE_DOWN):
            raise ValueError(f"{text}: these are not the face-down cards")
        state["pool"] = {1: words[1], 2: words[2], 3: words[3]}
        return state

    if text not in legal(state).get(seat, []):
        raise ValueError(f"{text} is not legal for seat {seat}")
    state["may_declare"] = False

    if verb == "keep":
        state["fair"] = 2
    elif verb == "redeal":
        state["phase"], state["fair"], state["islands"] = "deal", None, []
    elif verb in ("first", "second"):
        state["first"] = 2 if verb == "first" else 1
        _after_the_deal(state)
    elif verb == "take":
        _take(state, seat, int(words[1]))
    elif verb in ("place", "pass"):
        _place_or_pass(state, seat, words)
    elif verb == "stalemate":
        _decide_stalemate(state, "stalemate")
    elif verb == "interrupt":
        _interrupt(state, seat, int(words[1]) - 1)
    elif verb == "ask":
        island = state["islands"][_index(state, state["sorcerer"])]
        _cast(state, island["card"], island["number"])
    elif verb == "use":
        card = state["face_down"][seat]
        if not state["options"]["face_down_reusable"]:
            state["face_down"][seat] = None
        _cast(state, card, _printed(state, card))
    elif verb == "decline":
        _after_answer(state, asked=False)
    else:
        _choose(state, words)
    return state


def chance(state: dict, rng) -> str:
    """Draw chance's action when it is due."""
    if state["phase"] == "deal":
        names = list(state["deck"])
    else:
        names = list(FACE_DOWN)
    rng.shuffle(names)
    return ("deal " if state["phase"] == "deal" else "face_down ") + " ".join(names)


# ---------------------------------------------------------------------------------------------------------------------
# Play 1 and 2: preparation and placement; options fair_start, face_down, opening, placement_limit
# ---------------------------------------------------------------------------------------------------------------------


def _after_the_deal(state: dict) -> None:
    state["fair"] = None
    if state["options"]["face_down"]:
        state["phase"] = "face_down"
    else:
        _begin_placement(state)


def _taker(state: dict) -> int:
    """The seat that places second takes one, then the other."""
    second = _seat_after(state, state["first"])
    return second if second not in state["face_down"] else state["first"]


def _take(state: dict, seat: int, k: int) -> None:
    state["face_down"][seat] = state["pool"][k]
    state["pool"][k] = None
    if len(state["face_down"]) == 2:
        _begin_placement(state)


def _begin_placement(state: dict) -> None:
    state["phase"] = "placement"
    state["placing"] = state["first"]
    if state["options"]["opening"] == "sequential":
        state["open"] = 1
        state["passes"] = 0
        _pass_for_those_who_cannot(state)


def _place_or_pass(state: dict, seat: int, words: list[str]) -> None:
    if words[0] == "place":
        island = state["islands"][int(words[1]) - 1]
        island["queue"].append({"id": _new_id(state), "owner": seat})
        state["unplaced"][seat] -= 1
    if state["options"]["opening"] == "open":
        _next_to_place(state, seat)
    else:
        _count_pass(state, seat, passed=words[0] == "pass")
        _pass_for_those_who_cannot(state)


def _next_to_place(state: dict, seat: int) -> None:
    """Open placement: in turn; when nobody has one left, the patrol begins."""
    for _ in state["seats"]:
        seat = _seat_after(state, seat)
        if state["unplaced"][seat] > 0:
            state["placing"] = seat
            return
    _begin_patrol(state)


def _count_pass(state: dict, seat: int, passed: bool) -> None:
    """Sequential: when all have passed one after another the next opens, the seat after the last to pass begins."""
    state["passes"] = state["passes"] + 1 if passed else 0
    state["placing"] = _seat_after(state, seat)
    if state["passes"] == len(state["seats"]):
        state["open"] += 1
        state["passes"] = 0


def _pass_for_those_who_cannot(state: dict) -> None:
    while any(state["unplaced"].values()):
        if _can_place_on_open(state, state["placing"]):
            return
        _count_pass(state, state["placing"], passed=True)
    _begin_patrol(state)


# ---------------------------------------------------------------------------------------------------------------------
# Play 3: patrol
# ---------------------------------------------------------------------------------------------------------------------


def _begin_patrol(state: dict) -> None:
    state["phase"] = "patrol"
    state["placing"] = None
    state["open"] = None
    state["sorcerer"] = state["islands"][0]["id"]
    state["heading"] = 1
    _begin_visit(state, is_arrival=False)  # the first visit of the game earns nobody an interrupt


def _begin_visit(state: dict, is_arrival: bool) -> None:
    """The sorcerer is on an island: ask its first islander, or pass the island by when it is empty."""
    while True:
        index = _index(state, state["sorcerer"])
        # interrupt: on arrival at the first island, an empty one included, every seat that is out gains one.
        if is_arrival and index == 0 and state["options"]["interrupt"]:
            for seat in state["out"]:
                state["interrupts"][seat] += 1
            _lose_surplus_interrupts(state)
        queue = state["islands"][index]["queue"]
        if queue:
            # reverse_line: while the sorcerer heads backwards, queues are served from the back.
            backwards = state["options"]["reverse_line"] and state["heading"] == -1
            _ask(state, queue[-1] if backwards else queue[0])
            return
        _leave(state)
        is_arrival = True


def _leave(state: dict) -> None:
    """The visit is over (or the empty island passed): note it, and go on to the next island."""
    index = _index(state, state["sorcerer"])
    island = state["islands"][index]
    _note_visit(state, island)
    if state["options"]["chips_last"] == "visit":  # after the visit's number was noted
        _chips_back(state, island)
    state["sorcerer"] = state["islands"][(index + state["heading"]) % len(state["islands"])]["id"]
    state["visit"] = None


def _note_visit(state: dict, island: dict) -> None:
    note = {"card": island["card"], "number": island["number"], "island": island["id"]}
    state["visited"] = ([note] + state["visited"])[:2]


def _ask(state: dict, islander: dict) -> None:
    """Ask this islander, who stands in the queue of the sorcerer's island.

    `gap` is None as long as the one asked has not left this queue; once it has, the number of those who stand ahead
    of the place it left.
    """
    state["visit"] = {"island": state["sorcerer"], "islander": islander["id"], "gap": None, "ended": False}
    state["spell"] = None
    _count_situation(state)


def _asked(state: dict) -> dict:
    for islander in state["islands"][_index(state, state["visit"]["island"])]["queue"]:
        if islander["id"] == state["visit"]["islander"]:
            return islander
    raise AssertionError("the one who is asked stands in the queue")


def _after_answer(state: dict, asked: bool) -> None:
    """The one asked has declined, or its spell is over: who is next?"""
    visit = state["visit"]
    state["spell"] = None
    if visit["ended"]:  # its island has sunk; the sorcerer stands on the neighbour already
        state["visit"] = None
        _begin_visit(state, is_arrival=True)
        return
    queue = state["islands"][_index(state, visit["island"])]["queue"]
    ids = [islander["id"] for islander in queue]

    if state["options"]["revolution"]:
        # Only the islander at the front decides. If it asked, it goes to the end of its queue, if it never left it.
        if asked and visit["gap"] is None:
            queue.append(queue.pop(ids.index(visit["islander"])))
        _leave(state)
        _begin_visit(state, is_arrival=True)
        return

    backwards = state["options"]["reverse_line"] and state["heading"] == -1
    if visit["gap"] is None:  # whoever stands behind the asker in the queue as it now is
        place = ids.index(visit["islander"])
        following = place - 1 if backwards else place + 1
    else:  # whoever took its place
        following = visit["gap"] - 1 if backwards else visit["gap"]
    if 0 <= following < len(queue):
        _ask(state, queue[following])
    else:
        _leave(state)
        _begin_visit(state, is_arrival=True)


def _join(state: dict, island: dict, islander: dict, to: str) -> None:
    """Put an islander into a queue. Who is put in front of the gap gets no turn."""
    visit = state["visit"]
    if to == "end":
        island["queue"].append(islander)
    else:
        island["queue"].insert(0, islander)
        if visit["gap"] is not None and visit["island"] == island["id"]:
            visit["gap"] += 1


def _take_out(state: dict, island: dict, place: int) -> dict:
    """Take an islander out of a queue. One ahead of the asker leaving does not make anyone be skipped."""
    visit = state["visit"]
    islander = island["queue"].pop(place)
    if visit["island"] == island["id"]:
        if visit["gap"] is None:
            if islander["id"] == visit["islander"]:
                visit["gap"] = place
        elif place < visit["gap"]:
            visit["gap"] -= 1
    return islander


# ---------------------------------------------------------------------------------------------------------------------
# Casting a spell: a list of steps, done one after another
# ---------------------------------------------------------------------------------------------------------------------


def _cast(state: dict, card: str, number: int | None) -> None:
    """Begin the spell of a card for the islander who is asked."""
    asker = _asked(state)
    state["spell"] = {
        "card": card,
        "islander": asker["id"],
        "seat": asker["owner"],
        "was_out": asker["owner"] in state["out"],
        "here": state["sorcerer"],  # the island whose spell is cast, wherever the asker is by now
        "recall": _what_is_recalled(state),  # of the moment the asker asks
        "steps": _steps(state, card, number, recalled=False),
    }
    _go_on(state)


def _steps(state: dict, card: str, number: int | None, recalled: bool) -> list[dict]:
    """The effects of a card, `n` put in: the card's number when the spell begins."""
    steps = []
    for effect, params in state["cards"][card]["effects"]:
        params = dict(params)
        if params.get("count") == "n":
            params["count"] = number
        if params.get("by") in ("n", "-n"):
            params["by"] = number if params["by"] == "n" else -number
        steps.append(
            {"card": card, "effect": effect, "params": params, "left": params.get("count", 1), "recalled": recalled}
        )
    return steps


def _go_on(state: dict) -> None:
    """Do the steps of the spell until one needs a choice, the spell is over, or the game is."""
    while state["phase"] == "patrol":
        spell = state["spell"]
        # R: if the asker's seat goes out during its own spell, the rest is dropped (not for one that was out before).
        if spell["seat"] in state["out"] and not spell["was_out"]:
            spell["steps"] = []
        if not spell["steps"]:
            _after_answer(state, asked=True)
            return
        step = spell["steps"][0]
        if _is_automatic(state, step):
            spell["steps"].pop(0)
            _do_automatic(state, step)
        elif step["left"] > 0 and _choices(state, step):
            return
        else:  # a number of 0, or nothing can be chosen any more
            spell["steps"].pop(0)


def _choose(state: dict, words: list[str]) -> None:
    step = state["spell"]["steps"][0]
    step["left"] -= 1
    if step["effect"] in ("lose_lives", "gain_lives", "change_numbers", "recall_visits"):
        step["left"] = 0  # one choice, whatever the number
    if step["left"] <= 0:
        state["spell"]["steps"].pop(0)
    _do_choice(state, step, words)
    _go_on(state)


# ---------------------------------------------------------------------------------------------------------------------
# Effects: what can be chosen
# ---------------------------------------------------------------------------------------------------------------------


def _is_automatic(state: dict, step: dict) -> bool:
    effect, params = step["effect"], step["params"]
    if effect in ("lose_lives", "gain_lives"):
        return params["who"] != "enemy" or len(_enemies(state)) < 2
    if effect == "remove_islanders":
        return params["which"] == "asker"
    if effect == "add_islanders":
        return params["where"] == "here"
    if effect == "sink_islands":
        return params["which"] == "here"
    if effect == "recall_visits":
        return params["choose"] == "both" or step["recalled"]
    return effect in ("turn_heading", "reverse_queues", "rotate_queues")


def _choices(state: dict, step: dict) -> list[str]:
    """The texts of what can be chosen for the next choice of a step that is not automatic."""
    effect, params = step["effect"], step["params"]
    islands = state["islands"]
    numbers = range(1, len(islands) + 1)

    if effect in ("lose_lives", "gain_lives"):
        return [f"target {seat}" for seat in _enemies(state)]
    if effect == "remove_islanders":
        return [f"remove {i}.{k}" for i, k in _islanders(state, params["which"], params["where"])]
    if effect == "move_islanders":
        movable = _islanders(state, params["which"], params["where"])
        return [f"drift {i}.{k}>{j}" for i, k in movable for j in numbers if j != i]
    if effect == "add_islanders":
        if state["unused"][state["spell"]["seat"]] == 0:
            return []
        return [f"birth {i}" for i in numbers if _lies(state, islands[i - 1], params["where"])]
    if effect == "move_islands":
        return [f"move {i}>{j}" for i in numbers for j in numbers if i != j]
    if effect == "swap_islands":
        pairs = [(i, j) for i in numbers for j in numbers if i < j]
        if params["which"] == "here":
            here = _index(state, state["spell"]["here"])
            pairs = [] if here is None else [pair for pair in pairs if here + 1 in pair]
        return [f"swap {i} {j}" for i, j in pairs]
    if effect == "sink_islands":
        return [f"sink {i}" for i in numbers]
    if effect == "change_numbers":
        # Play 5: only islands with a number, and only those that can change at all.
        if params["by"] == 0:
            return []
        verb = "bless" if params["by"] > 0 else "curse"
        return [f"{verb} {i}" for i in numbers if _can_step(state, islands[i - 1], verb)]
    if effect == "recall_visits":
        return ["recall older", "recall newer", "recall both"]
    raise AssertionError(effect)


def _enemies(state: dict) -> list[int]:
    """An enemy is any other seat still in."""
    return [seat for seat in _still_in(state) if seat != state["spell"]["seat"]]


def _lies(state: dict, island: dict, where: str) -> bool:
    """Say whether an island is here, elsewhere or anywhere; once "here" has sunk, everything is elsewhere."""
    is_here = island["id"] == state["spell"]["here"]
    return where == "anywhere" or (where == "here") == is_here


def _islanders(state: dict, which: str, where: str) -> list[tuple[int, int]]:
    """The islanders (island, place, both from 1) that `which` and `where` speak of."""
    found = []
    for i, island in enumerate(state["islands"], start=1):
        if not _lies(state, island, where):
            continue
        for k in range(1, len(island["queue"]) + 1):
            if which == "any" or (which == "front" and k == 1) or (which == "back" and k == len(island["queue"])):
                found.append((i, k))
    return found


# ---------------------------------------------------------------------------------------------------------------------
# Effects: what they do
# ---------------------------------------------------------------------------------------------------------------------


def _do_automatic(state: dict, step: dict) -> None:
    """Do a step in which nothing is chosen."""
    effect, params, spell = step["effect"], step["params"], state["spell"]
    if step["left"] <= 0:  # a number of 0: nothing is done
        return
    if effect in ("lose_lives", "gain_lives"):
        if params["who"] == "asker":
            seats = [spell["seat"]]
        elif params["who"] == "everyone":
            seats = _still_in(state)
        else:  # enemies, or the one enemy
            seats = _enemies(state)
        _change_lives(state, effect, seats, step["left"])
    elif effect == "remove_islanders":  # the asker
        found = _where_is(state, spell["islander"])
        if found is not None and _lies(state, state["islands"][found[0]], params["where"]):
            _take_out(state, state["islands"][found[0]], found[1])
            _see_who_is_out(state)
    elif effect == "add_islanders":  # here
        for _ in range(step["left"]):
            index = _index(state, spell["here"])
            if index is not None and state["unused"][spell["seat"]] > 0:
                _add(state, spell["seat"], index, params["to"])
    elif effect == "sink_islands":  # here
        index = _index(state, spell["here"])
        if index is not None:
            _sink(state, index)
    elif effect == "turn_heading":
        state["heading"] = -state["heading"]
    elif effect == "reverse_queues":
        for island in state["islands"]:
            if _lies(state, island, params["where"]):
                island["queue"].reverse()  # a gap keeps its distance from the front
    elif effect == "rotate_queues":
        for island in state["islands"]:
            queue = island["queue"]
            if queue and _lies(state, island, params["where"]):
                if params["step"] == "last_to_front":
                    queue.insert(0, queue.pop())
                else:
                    queue.append(queue.pop(0))
    elif effect == "recall_visits" and not step["recalled"]:  # inside a recalled spell it does nothing
        _recall(state, params["count"], "both")


def _do_choice(state: dict, step: dict, words: list[str]) -> None:
    """Do one choice of a step."""
    effect, params, spell, islands = step["effect"], step["params"], state["spell"], state["islands"]
    if effect in ("lose_lives", "gain_lives"):
        _change_lives(state, effect, [int(words[1])], params["count"])
    elif effect == "remove_islanders":
        i, k = (int(number) for number in words[1].split("."))
        _take_out(state, islands[i - 1], k - 1)
        _see_who_is_out(state)
    elif effect == "move_islanders":
        source, target = words[1].split(">")
        i, k = (int(number) for number in source.split("."))
        islander = _take_out(state, islands[i - 1], k - 1)
        _join(state, islands[int(target) - 1], islander, params["to"])
    elif effect == "add_islanders":
        _add(state, spell["seat"], int(words[1]) - 1, params["to"])
    elif effect == "move_islands":
        i, j = (int(number) for number in words[1].split(">"))
        islands.insert(j - 1, islands.pop(i - 1))
    elif effect == "swap_islands":
        i, j = int(words[1]) - 1, int(words[2]) - 1
        islands[i], islands[j] = islands[j], islands[i]
    elif effect == "sink_islands":
        _sink(state, int(words[1]) - 1)
    elif effect == "change_numbers":
        for _ in range(abs(params["by"])):
            _step(state, islands[int(words[1]) - 1], words[0])
    elif effect == "recall_visits":
        _recall(state, params["count"], words[1])


def _change_lives(state: dict, effect: str, seats: list[int], count: int) -> None:
    for seat in seats:
        state["lives"][seat] += count if effect == "gain_lives" else -count
    _see_who_is_out(state)


def _add(state: dict, seat: int, index: int, to: str) -> None:
    state["unused"][seat] -= 1
    _join(state, state["islands"][index], {"id": _new_id(state), "owner": seat}, to)
    _lose_surplus_interrupts(state)


def _sink(state: dict, index: int) -> None:
    """Remove an island and everyone on it; a sorcerer on it goes at once, by its heading, to the neighbour."""
    island = state["islands"].pop(index)
    if state["sorcerer"] == island["id"]:
        if state["visit"]["island"] == island["id"]:  # the visit ends here; a neighbour not yet visited is not noted
            _note_visit(state, island)
            state["visit"]["ended"] = True
        if state["islands"]:
            after = index if state["heading"] == 1 else index - 1
            state["sorcerer"] = state["islands"][after % len(state["islands"])]["id"]
        else:
            state["sorcerer"] = None
    _chips_back(state, island)
    _see_who_is_out(state, sunk=island["queue"])


# ---------------------------------------------------------------------------------------------------------------------
# Memory
# ---------------------------------------------------------------------------------------------------------------------


def _what_is_recalled(state: dict) -> list[dict]:
    """The visits behind, newest first, each with the number that its spell would have now (memory_numbers)."""
    recalled = []
    for note in state["visited"]:
        printed = _printed(state, note["card"])
        index = _index(state, note["island"])
        if state["options"]["memory_numbers"] == "visited":
            number = note["number"]
        elif state["options"]["memory_numbers"] == "current" and index is not None:
            number = state["islands"][index]["number"]
        else:
            number = printed
        recalled.append({"card": note["card"], "number": number})
    return recalled


def _recall(state: dict, count: int, word: str) -> None:
    """Cast what is remembered, the older first, before what the spell still does."""
    behind = state["spell"]["recall"][:count]
    newer = behind[0:1]  # with one visit behind, that one is the newer
    older = behind[1:2]
    chosen = {"older": older, "newer": newer, "both": older + newer}[word]
    steps = []
    for note in chosen:
        steps += _steps(state, note["card"], note["number"], recalled=True)
    state["spell"]["steps"] = steps + state["spell"]["steps"]


# ---------------------------------------------------------------------------------------------------------------------
# Play 4: going out
# ---------------------------------------------------------------------------------------------------------------------


def _see_who_is_out(state: dict, sunk: list[dict] | None = None) -> None:
    """Put those out who have no life left or no islander on any island; `sunk`: the queue a sinking just took."""
    before = _still_in(state)
    gone = [seat for seat in before if state["lives"][seat] <= 0 or _on_islands(state, seat) == 0]
    left = [seat for seat in before if seat not in gone]
    if not gone:
        return
    if not left and sunk is not None:
        # The sinking took the last islanders of everyone still in: sink_tie; `out` does not list them.
        owners = [islander["owner"] for islander in sunk if islander["owner"] in before]
        if state["options"]["sink_tie"] == "first_in_line":
            winners = [owners[0]]
        elif state["options"]["sink_tie"] == "last_in_line":
            winners = [owners[-1]]
        else:
            winners = before
        _end(state, winners, "sink_tie")
        return
    state["out"] = sorted(state["out"] + gone)
    for island in state["islands"]:  # R: the remaining islanders leave the game
        for place in reversed(range(len(island["queue"]))):
            if island["queue"][place]["owner"] in gone:
                _take_out(state, island, place)
    if not left:
        _end(state, before, "all_out")  # R: a composed card, in another way: they share a draw
    elif len(left) == 1:
        _end(state, left, "last_in")


def _end(state: dict, winners: list[int], reason: str) -> None:
    state["phase"] = "over"
    state["spell"] = None
    state["may_declare"] = False
    state["result"] = {"winners": sorted(winners), "reason": reason}


# ---------------------------------------------------------------------------------------------------------------------
# Play 5: blessing and cursing. An island carries chips of one kind: as many as its number differs from the printed one.
# ---------------------------------------------------------------------------------------------------------------------


def _can_step(state: dict, island: dict, verb: str) -> bool:
    if island["number"] is None:
        return False
    lying = island["number"] - _printed(state, island["card"])  # blessing chips, or curse chips below 0
    if verb == "bless":
        return lying < 0 or state["chips"]["bless"] > 0
    return island["number"] > 0 and (lying > 0 or state["chips"]["curse"] > 0)


def _step(state: dict, island: dict, verb: str) -> None:
    if not _can_step(state, island, verb):
        return
    lying = island["number"] - _printed(state, island["card"])
    if verb == "bless":
        island["number"] += 1
        if lying < 0:
            state["chips"]["curse"] += 1
        else:
            state["chips"]["bless"] -= 1
    else:
        island["number"] -= 1
        if lying > 0:
            state["chips"]["bless"] += 1
        else:
            state["chips"]["curse"] -= 1


def _chips_back(state: dict, island: dict) -> None:
    """Give an island's chips back to the supply."""
    if island["number"] is None:
        return
    lying = island["number"] - _printed(state, island["card"])
    state["chips"]["bless"] += max(lying, 0)
    state["chips"]["curse"] += max(-lying, 0)
    island["number"] = _printed(state, island["card"])


# ---------------------------------------------------------------------------------------------------------------------
# Play 6: stalemate
# ---------------------------------------------------------------------------------------------------------------------


def _situation(state: dict) -> str:
    """The situation in which an islander is asked, as a text."""
    place = _where_is(state, state["visit"]["islander"])
    situation = [
        [[isle["card"], isle["number"], [one["owner"] for one in isle["queue"]]] for isle in state["islands"]],
        place,
        state["heading"],
        state["lives"],
        state["unused"],
        state["chips"],
        state["out"],
    ]
    if state["remembers"]:
        if state["options"]["memory_numbers"] == "visited":
            situation.append([[note["card"], note["number"]] for note in state["visited"]])
        else:
            situation.append([note["card"] for note in state["visited"]])
    if state["options"]["face_down"]:
        situation.append(sorted(state["face_down"].items()))
    if state["options"]["interrupt"]:
        situation.append(state["interrupts"])
    return repr(situation)


def _count_situation(state: dict) -> None:
    """An islander begins to be asked: may a stalemate be declared, or is the game decided without?"""
    situation = _situation(state)
    times = state["situations"].get(situation, 0) + 1
    state["situations"][situation] = times

    together = sum(_on_islands(state, seat) for seat in state["seats"])
    unchanged = [dict(state["lives"]), together, len(state["islands"])]
    if unchanged == state["unchanged"]:
        state["asked_in_a_row"] += 1
    else:
        state["unchanged"], state["asked_in_a_row"] = unchanged, 1

    if times == 4:
        _decide_stalemate(state, "fourth_time")
    elif state["asked_in_a_row"] == 301:
        _decide_stalemate(state, "nothing_changed")
    else:
        state["may_declare"] = times >= 2


def _decide_stalemate(state: dict, reason: str) -> None:
    """More lives; then more islanders; then more at the front of a queue; then the first met along the row."""
    tied = _still_in(state)
    fronts = [island["queue"][0]["owner"] for island in state["islands"] if island["queue"]]
    for measure in (
        lambda seat: state["lives"][seat],
        lambda seat: _on_islands(state, seat),
        lambda seat: fronts.count(seat),
    ):
        best = max(measure(seat) for seat in tied)
        tied = [seat for seat in tied if measure(seat) == best]
    along = [islander["owner"] for island in state["islands"] for islander in island["queue"]]
    _end(state, [next(owner for owner in along if owner in tied)], reason)


# ---------------------------------------------------------------------------------------------------------------------
# Option interrupt
# ---------------------------------------------------------------------------------------------------------------------


def _interrupt(state: dict, seat: int, index: int) -> None:
    """A seat that is out adds an unused islander to the end of an island."""
    state["interrupts"][seat] -= 1
    _add(state, seat, index, "end")
    if state["spell"] is not None:
        _go_on(state)  # a birth lapses when the last unused islander is gone


def _lose_surplus_interrupts(state: dict) -> None:
    """It never holds more interrupts than unused islanders."""
    for seat in state["seats"]:
        state["interrupts"][seat] = min(state["interrupts"][seat], state["unused"][seat])


# ---------------------------------------------------------------------------------------------------------------------
# Result and position
# ---------------------------------------------------------------------------------------------------------------------


def result(state: dict) -> dict | None:
    """Give the winners (a draw names all who share it) and the reason, None while the game goes on."""
    return copy.deepcopy(state["result"])


def position(state: dict) -> dict:
    """Give the position in the page's form, secrets included."""
    seats = state["seats"]
    index = _index(state, state["sorcerer"])
    acting = to_act(state)
    place = 1
    if state["phase"] == "patrol" and state["visit"] is not None:
        visit = state["visit"]
        found = _where_is(state, visit["islander"])
        if visit["ended"]:
            place = 1
        elif visit["gap"] is not None:
            place = visit["gap"] + 1
        elif found is not None:
            place = found[1] + 1
    shown = {
        "phase": state["phase"],
        "islands": [
            {"card": isle["card"], "number": isle["number"], "queue": [one["owner"] for one in isle["queue"]]}
            for isle in state["islands"]
        ],
        "sorcerer": {"island": 1 if index is None else index + 1, "place": place, "heading": state["heading"]},
        "lives": [state["lives"][seat] for seat in seats],
        "unplaced": [state["unplaced"][seat] for seat in seats],
        "unused": [state["unused"][seat] for seat in seats],
        "chips": dict(state["chips"]),
        "turn": acting[0] if acting else None,
        "choosing": None,
    }
    if state["phase"] == "patrol" and state["spell"] is not None:
        steps = state["spell"]["steps"]
        found = _where_is(state, state["spell"]["islander"])
        shown["choosing"] = {
            "spell": steps[0]["card"],
            "left": steps[0]["left"],
            "then": [step["effect"] for step in steps[1:]],
            "asker": None if found is None else f"{found[0] + 1}.{found[1] + 1}",
        }
    if state["remembers"]:
        shown["visited"] = [{"card": note["card"], "number": note["number"]} for note in state["visited"]]
    if state["options"]["face_down"]:
        shown["face_down"] = dict(sorted(state["face_down"].items()))
    if state["options"]["interrupt"]:
        shown["interrupts"] = [state["interrupts"][seat] for seat in seats]
    shown["out"] = list(state["out"])
    return shown


def _read_position(state: dict, given: dict, lives: int, islanders: int) -> None:
    """Begin from a position: placement (open) or patrol."""
    seats, options = state["seats"], state["options"]
    given = copy.deepcopy(given)

    def need(condition: bool, sentence: str) -> None:
        if not condition:
            raise ValueError("position: " + sentence)

    def per_seat(key: str, default: list[int]) -> dict[int, int]:
        values = given.pop(key, default)
        need(isinstance(values, list) and len(values) == len(seats), f"{key} lists a number for each seat")
        need(all(isinstance(value, int) and not isinstance(value, bool) for value in values), f"{key} are numbers")
        return dict(zip(seats, values, strict=True))

    phase = given.pop("phase", "patrol")
    need(phase in ("placement", "patrol"), "phase is placement or patrol")
    need(phase == "patrol" or options["opening"] == "open", "a placement that is given is an open one")
    need(given.pop("choosing", None) is None, "choosing is absent or null")

    # islands: cards of the deck, with numbers where they have them, and queues of seats
    rows = given.pop("islands", None)
    need(isinstance(rows, list) and len(rows) > 0, "islands is a row of at least one")
    rest = list(state["deck"])
    for row in rows:
        need(isinstance(row, dict) and set(row) <= {"card", "number", "queue"}, "an island has card, number, queue")
        need(row.get("card") in rest, f"{row.get('card')} is not (any more) in the deck")
        rest.remove(row["card"])
    _lay(state, [row["card"] for row in rows])
    for row, island in zip(rows, state["islands"], strict=True):
        printed = island["number"]
        number = row.get("number", printed)
        need((number is None) == (printed is None), f"{row['card']}: number is null just where the card has none")
        need(number is None or (isinstance(number, int) and number >= 0), f"{row['card']}: number is 0 or more")
        island["number"] = number
        for seat in row.get("queue") or []:
            need(seat in seats, f"{row['card']}: there is no seat {seat}")
            island["queue"].append({"id": _new_id(state), "owner": seat})

    # chips: what the numbers leave of 5
    lying = [isle["number"] - _printed(state, isle["card"]) for isle in state["islands"] if isle["number"] is not None]
    state["chips"] = {
        "bless": CHIPS - sum(max(each, 0) for each in lying),
        "curse": CHIPS - sum(max(-each, 0) for each in lying),
    }
    need(min(state["chips"].values()) >= 0, f"more chips than {CHIPS} lie on the islands")
    need(given.pop("chips", state["chips"]) == state["chips"], "chips are what the numbers leave")

    # islanders
    state["lives"] = per_seat("lives", [lives for _ in seats])
    state["unplaced"] = per_seat("unplaced", [0 for _ in seats])
    seen = {seat: _on_islands(state, seat) + state["unplaced"][seat] for seat in seats}
    need(all(seen[seat] <= ISLANDERS for seat in seats), f"a seat has {ISLANDERS} islanders")
    state["unused"] = per_seat("unused", [ISLANDERS - seen[seat] for seat in seats])
    for seat in seats:
        need(state["unused"][seat] >= 0 and state["unplaced"][seat] >= 0, "no counts below 0")
        need(seen[seat] + state["unused"][seat] <= ISLANDERS, f"a seat has {ISLANDERS} islanders")

    # who is out
    follows = [
        seat for seat in seats if state["lives"][seat] <= 0 or (phase == "patrol" and _on_islands(state, seat) == 0)
    ]
    out = given.pop("out", follows)
    need(isinstance(out, list) and sorted(set(out)) == out and set(out) <= set(seats), "out lists seats, ascending")
    need(set(follows) <= set(out), "a seat with no life or no islander is out")
    need(phase == "patrol" or not out, "nobody is out in placement")
    need(options["interrupt"] or all(_on_islands(state, seat) == 0 for seat in out), "who is out has no islanders left")
    need(len(seats) - len(out) >= 2, "the game is over")
    state["out"] = out

    # keys of options
    if options["interrupt"]:
        state["interrupts"] = per_seat("interrupts", [0 for _ in seats])
        for seat in seats:
            held = state["interrupts"][seat]
            need(0 <= held <= state["unused"][seat], "no more interrupts than unused islanders")
            need(held == 0 or seat in out, "only a seat that is out holds interrupts")
    if options["face_down"]:
        held = given.pop("face_down", {})
        need(isinstance(held, dict), "face_down: seat -> card or null")
        state["face_down"] = {seat: held.get(seat, held.get(str(seat))) for seat in seats}
        cards = [card for card in state["face_down"].values() if card is not None]
        need(set(cards) <= set(FACE_DOWN) and len(set(cards)) == len(cards), "face_down cards are those of the game")
    if state["remembers"]:
        visited = given.pop("visited", [])
        need(isinstance(visited, list) and len(visited) <= 2, "at most two visited")
        for note in visited:
            if isinstance(note, str):
                note = {"card": note, "number": _printed(state, note) if note in state["deck"] else None}
            need(isinstance(note, dict) and note.get("card") in state["deck"], "visited names cards of the deck")
            printed = _printed(state, note["card"])
            number = note.get("number", printed)
            need((number is None) == (printed is None), f"visited {note['card']}: number")
            island = next((isle["id"] for isle in state["islands"] if isle["card"] == note["card"]), None)
            state["visited"].append({"card": note["card"], "number": number, "island": island})

    # the sorcerer, and whose turn it is
    sorcerer = given.pop("sorcerer", {})
    need(isinstance(sorcerer, dict) and set(sorcerer) <= {"island", "place", "heading"}, "sorcerer")
    number, place, heading = sorcerer.get("island", 1), sorcerer.get("place", 1), sorcerer.get("heading", 1)
    need(heading in (1, -1), "heading is 1 or -1")
    need(number in range(1, len(rows) + 1), "the sorcerer stands on an island")
    state["phase"] = phase
    if phase == "placement":
        need((number, place, heading) == (1, 1, 1), "in placement the sorcerer is on the first island")
        limit = options["placement_limit"]
        for seat in seats:
            need(state["unplaced"][seat] <= islanders, "more unplaced islanders than are placed")
            if limit != "none":
                there = [[one["owner"] for one in isle["queue"]].count(seat) for isle in state["islands"]]
                need(max(there) <= limit, "more of a colour on an island than placement_limit")
                room = sum(limit - each for each in there)
                need(state["unplaced"][seat] <= room, "more unplaced islanders than the islands take")
        need(any(state["unplaced"].values()), "nothing is left to place")
        most = max(state["unplaced"].values())
        behind = [seat for seat in seats if state["unplaced"][seat] == most]
        after_one_with_fewer = [seat for seat in behind if state["unplaced"][(seat - 2) % len(seats) + 1] < most]
        turn = given.pop("turn", after_one_with_fewer[0] if after_one_with_fewer else behind[0])
        need(turn in seats and state["unplaced"][turn] > 0, "turn: a seat that has one to place")
        state["placing"] = turn
    else:
        need(not any(state["unplaced"].values()), "all are placed when the patrol begins")
        state["sorcerer"] = state["islands"][number - 1]["id"]
        state["heading"] = heading
        queue = state["islands"][number - 1]["queue"]
        need(place in range(1, max(len(queue), 1) + 1), "place: somebody in the queue")
        need(place == 1 or not options["revolution"], "only the islander at the front decides")
        turn = given.pop("turn", None)
        if queue:
            _ask(state, queue[place - 1])
        else:
            _begin_visit(state, is_arrival=False)
        need(turn is None or [turn] == to_act(state), "turn: the seat whose islander is asked")
    if given:
        raise ValueError(f"position: no key is called {sorted(given)[0]}")
