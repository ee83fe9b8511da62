"""Mammonism played at the table, by events alone: secrets, bets, the open prompt after a battle."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop import rules
from tabletop.engine.match import Entry, Match
from tabletop.engine.rules import Amount, Pick
from tabletop.engine.rules import Path as Clicks
from tabletop.ui.curtain import CurtainScene
from tabletop.ui.shot import shot
from tabletop.ui.viewport import Focus, Wheel
from tests.ui.driver import CORNERS, LONG
from tests.ui.table_player import NAMES, Player

WAYS = ("mouse", "keyboard", "touch")


def mammonism(seats: int = 2, seed: int = 1, names: Sequence[str] = NAMES, **more: Any) -> Match:
    """Begin a match."""
    return Match(rules.load("mammonism"), names[:seats], rng=random.Random(seed), **more)


class Computers:
    """Computer players that choose at random, at once."""

    thinking: int | None = None
    hinting = False

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def tick(self, match: Match, speed: float = 1.0) -> list[Entry]:
        for seat in match.waiting_computers():
            return match.play(seat, match.state.sample(seat, self.rng), by="computer")
        return []

    def listen(self, match: Match) -> None:
        """Nothing is thought in advance."""

    def hurry(self) -> None:
        """Nothing takes time."""

    def ask_hint(self, match: Match, seat: int) -> None:
        """Nobody advises."""

    def take_hint(self) -> None:
        """Nobody advises."""

    def stop(self) -> None:
        """Nothing goes on."""


class Bettor(Player):
    """A player who can choose amounts, answer open prompts, and pass the table on."""

    def uncover(self) -> None:
        while True:
            if isinstance(self.top, CurtainScene):
                self.press_any("button:ready")
            elif self.top is self.table and (self.table.paused or self.table.holding):
                self.press_any("button:go_on" if self.table.paused else "button:seen")
            else:
                return

    def press_any(self, address: str) -> None:
        if self.how == "keyboard":
            for _ in range(2):  # the first one may only show where the focus is
                if address in self.top.addresses():
                    self.key("return")
            assert address not in self.top.addresses()
        else:
            self.click(address, touch=self.how == "touch")

    def walk(self, address: str) -> None:
        """Go to a thing with Tab."""
        form = self.table.form
        for _ in range(120):
            if form.keyboard and form.focused is not None and form.focused.address == address:
                return
            self.key("tab")
        raise AssertionError(f"Tab does not lead to {address}")

    def press(self, address: str) -> None:
        if self.how != "keyboard":
            self.click(address, touch=self.how == "touch")
        else:
            self.walk(address)
            self.key("return")

    def amount(self, step: Amount) -> None:
        """Choose a number: by digits, by single coins, or by plus and minus."""
        now = self.table.amounts[step.name]
        if self.how == "keyboard":
            self.walk(f"amount:{step.name}")
            for digit in str(step.value):
                self.key(digit)
            return
        coins = f"coins:{step.name}"
        for _ in range(abs(step.value - now)):
            way = "more" if step.value > now else "less"
            use_coins = way == "more" and self.how == "mouse" and coins in self.table.addresses()
            self.press(coins if use_coins else f"amount:{step.name}:{way}")

    def follow(self, seat: int, path: Clicks) -> None:
        for step in path:
            if isinstance(step, Amount):
                self.amount(step)
            elif isinstance(step, Pick):
                self.press(step.address)
        if self.table.waiting is not None:
            self.press_any("button:confirm")

    def play(self, rng: random.Random, most: int = 400, asides: float = 0.0) -> None:
        for _ in range(most):
            self.draw()
            self.uncover()
            match = self.match
            if match.over:
                return
            due = match.next_human
            if due is None:
                continue
            prompt = self.table.open.prompt
            if prompt is not None:
                self.answer(rng)
                continue
            if self.table.eyes != due:  # the curtain is about to fall
                continue
            action = match.state.sample(due, rng)
            self.meant.append(f"{due}> {action}")
            done = len(self.played())
            self.follow(due, rng.choice(match.state.paths(due, action)))
            assert len(self.played()) > done, f"{self.meant[-1]} was not played: {self.table.message}"

    def answer(self, rng: random.Random) -> None:
        """Let somebody use a card, or nobody; what has to be written follows from who is asked when."""
        match = self.match
        asked = match.to_act()[0]
        if not match.is_human(asked):
            return
        action = match.state.sample(asked, rng)
        self.meant.append(f"{asked}> {action}")
        self.press(f"aside:{asked}.{action}")
        assert self.played()[-1].endswith(str(action)) or self.match.levels.count(None) < len(match.names)

    def played(self) -> list[str]:
        """Give what the match has recorded of people."""
        return [f"{entry.seat}> {entry.action}" for entry in self.match.entries if entry.by == "human"]


@pytest.mark.parametrize("how", WAYS)
def test_a_game_of_two_is_played_by_events_alone(how: str, rng: random.Random) -> None:
    player = Bettor(mammonism(2), how)
    player.play(rng, most=600)
    assert player.match.over and player.played() == player.meant
    assert len(player.meant) > 15


@pytest.mark.parametrize("how", WAYS)
def test_a_game_of_two_people_and_two_computers_is_played_by_events_alone(how: str, rng: random.Random) -> None:
    match = mammonism(4, levels=[None, "random", None, "random"])
    player = Bettor(match, how)
    player.table.computers = Computers(random.Random(7))
    player.play(rng, most=1500)
    assert match.over and player.played() == player.meant
    assert {entry.seat for entry in match.entries} >= {1, 2, 3, 4}


# -- bets --------------------------------------------------------------------------------------------------------------


def at(position: dict[str, Any], names: Sequence[str] = NAMES, **more: Any) -> Match:
    """Begin a match in a position."""
    seats = len(position["seats"])
    return Match(rules.load("mammonism"), names[:seats], position=position, rng=random.Random(1), **more)


def duel(hands: Sequence[Sequence[str]], own: int = 9, forces: int = 4, **more: Any) -> dict[str, Any]:
    """Give a position of Armageddon where everybody has as much."""
    seats = [{"own": own, "forces": forces, "hand": list(hand)} for hand in hands]
    return {"phase": "armageddon", "start": 1, "turn": 1, "seats": seats, **more}


def test_coins_go_into_the_fist_one_by_one_and_out_again() -> None:
    player = Bettor(mammonism(2))
    player.uncover()
    for _ in range(3):
        player.click("coins:own")
    player.click("coins:own", double=True)  # fast clicks are coins too
    assert player.table.amounts == {"own": 4}
    assert "In your fist: 4." in player.words()
    player.click("coins:back")
    player.click("button:bet")
    assert player.played() == ["1> bet 3"]


def test_the_wheel_turns_an_amount_only_over_it_and_with_the_focus() -> None:
    player = Bettor(mammonism(2))
    player.uncover()
    amount = player.table.form.widget("amount:own")
    player.stack.handle(Wheel(amount.rect.center, 1))
    assert player.table.amounts == {"own": 0}
    player.click("amount:own:more")
    player.stack.handle(Wheel(amount.rect.center, 1))
    assert player.table.amounts == {"own": 2}
    player.stack.handle(Wheel(player.rect("market:1").center if "market:1" in player.table.addresses() else (5, 5), 1))
    assert player.table.amounts == {"own": 2}


def test_battles_of_one_digit_are_begun_by_it_and_larger_ones_by_a_letter() -> None:
    player = Bettor(at(duel([["poop"], ["poop"]], own=8, forces=12), options={"battle_sizes": [1, 2, 12]}))
    player.uncover()
    keys = {widget.address: widget.keys for widget in player.table.form.widgets if "battle-" in widget.address}
    assert keys["button:battle-1"] == ("1",) and keys["button:battle-2"] == ("2",)
    assert len(keys["button:battle-12"]) == 1 and keys["button:battle-12"][0].isalpha()
    player.key("2")
    assert player.played()[-1] == "1> battle 2"


def test_a_battle_is_bet_with_own_and_foreign_coins_in_one_go() -> None:
    position = duel([["poop"], ["poop"]])
    position["seats"][0]["foreign"] = {2: 3}
    player = Bettor(at(position))
    player.uncover()
    player.click("button:battle-1")
    player.uncover()
    player.click("coins:foreign")
    player.click("coins:foreign")
    player.click("coins:own")
    assert "1 of your own and 2 foreign. It counts 5; no change is given." in player.words()
    player.click("button:bet")
    assert player.played()[-1] == "1> bet 1+2"


def test_a_card_is_paid_with_chosen_coins() -> None:
    # Seat 2 holds two coins of seat 1; the third card costs 2, so it may pay 0, 1 or 2 own coins.
    cards = ["manor", "ambush", "spy", "retreat", "command", "swap", "chaos", "resolve", "poop"]
    market = [{"card": card} for card in cards] + [{"card": card} for card in cards[1:]]
    position = {
        "phase": "auction", "start": 1, "turn": 2, "step": "buy", "market": market,
        "seats": [{"own": 18, "hand": ["manor"]}, {"own": 20, "foreign": {1: 2}}],
    }  # fmt: skip
    player = Bettor(at(position))
    player.uncover()
    player.click("market:3")
    assert "you pay 2 of your own and 0 foreign" in player.words()
    player.click("amount:own:less")
    assert "you pay 1 of your own and 1 foreign" in player.words()
    player.click("button:buy")
    assert player.played() == ["2> buy 3 own=1"]


def test_a_card_is_bought_by_a_second_click_and_exchanged_for_another_before() -> None:
    cards = ["manor", "ambush", "spy", "retreat", "command", "swap", "chaos", "resolve", "poop"]
    market = [{"card": card} for card in cards] + [{"card": card} for card in cards[1:]]
    position = {
        "phase": "auction", "start": 1, "turn": 2, "step": "buy", "market": market,
        "seats": [{"own": 20, "hand": ["manor"]}, {"own": 20}],
    }  # fmt: skip
    for last in ("market:5", "button:confirm", "return"):
        player = Bettor(at(position))
        player.uncover()
        player.click("market:3")
        assert player.played() == [] and "You pay 2 coins of your own." in player.words()
        player.click("market:5")
        assert player.played() == [] and "You pay 4 coins of your own." in player.words()
        assert "Buy this card for 4" in player.words()
        if last == "return":
            player.key("return")
        else:
            player.click(last)
        assert player.played() == ["2> buy 5"]


def test_a_key_that_stands_on_a_button_works_at_its_first_press_after_clicks() -> None:
    player = Bettor(mammonism(2))
    player.uncover()
    player.click("button:bet")
    player.uncover()
    player.click("button:bet")
    assert player.table.paused
    player.key("return")
    assert not player.table.paused


# -- secrets -----------------------------------------------------------------------------------------------------------


def test_choices_are_made_one_by_one_behind_the_curtain_and_shown_together() -> None:
    match = mammonism(3)
    player = Bettor(match)
    for seat in (1, 2, 3):
        assert isinstance(player.top, CurtainScene) and player.top.seat == seat
        assert player.words().count(match.names[seat - 1]) > 0 and "bet" not in player.words().lower()
        player.uncover()
        player.click("coins:own")
        if seat == 2:
            player.click("coins:own")
        player.click("button:bet")
        if seat < 3:
            assert match.state.position("public")["choices"][seat] == "?"
            assert "bet 1" not in " ".join(said for _, said in player.table.log.lines())
    assert player.table.paused  # before the curtain falls again everybody sees the bets
    assert "Ben pays 2 coins" in player.words()
    assert player.table.eyes == "public"
    player.uncover()


def test_with_one_person_there_is_no_curtain() -> None:
    match = mammonism(3, levels=[None, "random", "random"])
    player = Bettor(match)
    player.table.computers = Computers(random.Random(3))
    for _ in range(80):
        assert not isinstance(player.top, CurtainScene) and not player.table.paused
        if match.over or len(match.entries) > 60:
            return
        if match.next_human is None:
            player.draw()
        else:
            player.play(random.Random(2), most=1)


def test_a_computer_that_chooses_meanwhile_leaves_a_half_made_bet() -> None:
    match = mammonism(2, levels=[None, "random"])
    player = Bettor(match)
    player.click("coins:own")
    player.click("coins:own")
    player.table.computers = Computers(random.Random(3))
    player.draw()
    player.draw()
    assert len(match.entries) == 2  # the market, and the computer's bet
    assert player.table.amounts == {"own": 2}
    player.click("button:bet")
    assert player.played() == ["1> bet 2"]


def test_secrets_are_covered_when_another_window_comes_in_front() -> None:
    player = Bettor(mammonism(2))
    player.uncover()
    player.click("coins:own")
    player.click("button:bet")
    player.uncover()
    player.click("coins:own")
    player.click("button:bet")
    player.uncover()
    player.stack.handle(Focus(False))
    player.draw()
    assert isinstance(player.top, CurtainScene)
    assert "Market" not in player.words()


def test_a_half_made_bet_is_covered_too() -> None:
    player = Bettor(mammonism(2))
    player.uncover()
    player.click("coins:own")
    player.stack.handle(Focus(False))
    player.draw()
    assert isinstance(player.top, CurtainScene)


PHASES = {
    "start": mammonism,
    "forces": lambda: at({"phase": "forces", "seats": [{"own": 9, "hand": ["spy"]}, {"own": 8, "hand": ["poop"]},
                                                       {"own": 9, "hand": ["spy"]}]}),
    "battle": lambda: advanced(at(duel([["spy"], ["poop"], ["spy"]])), "battle 1"),
}  # fmt: skip


def advanced(match: Match, *actions: str) -> Match:
    for action in actions:
        match.play(match.to_act()[0], action)
    return match


@pytest.mark.parametrize("phase", PHASES)
def test_a_record_saved_in_mid_bet_shows_no_other_bet(phase: str, tmp_path: Path, home: Path) -> None:
    """Two records that differ only in what the first seat chose look alike to everybody else, to the last pixel."""
    match = mammonism(3) if phase == "start" else PHASES[phase]()
    verb = "forces" if phase == "forces" else "bet"
    records = []
    for number in (2, 7):
        path = tmp_path / f"{number}.yaml"
        branch = match.branch(len(match.entries))
        branch.play(1, f"{verb} {number}")
        path.write_text(branch.record().text(), encoding="utf-8")
        records.append(path)
    for seat in (None, 1, 2, 3):
        seen = []
        for path in records:
            out, ids = tmp_path / "shot.png", tmp_path / "ids.json"
            shot(path, out, seat=seat, ids=ids)
            seen.append((pygame.image.tobytes(pygame.image.load(out), "RGB"), ids.read_text(encoding="utf-8")))
        if seat == 1:
            assert seen[0] != seen[1]
        else:
            assert seen[0][1] == seen[1][1]
            assert seen[0][0] == seen[1][0]


@pytest.mark.parametrize("seat", [None, 2, 3])
def test_a_hand_is_seen_by_nobody_else(seat: int | None, tmp_path: Path, home: Path) -> None:
    """Whether the seat to move holds a card that others hold too tells nothing by what may be clicked."""
    seen = []
    for card in ("manor", "poop"):
        path, out, ids = tmp_path / f"{card}.yaml", tmp_path / "shot.png", tmp_path / "ids.json"
        match = at(duel([[card], ["manor", "swap"], ["swap", "chaos"]]))
        path.write_text(match.record().text(), encoding="utf-8")
        shot(path, out, seat=seat, ids=ids)
        seen.append((pygame.image.tobytes(pygame.image.load(out), "RGB"), ids.read_text(encoding="utf-8")))
    assert seen[0] == seen[1]


def test_what_was_scouted_is_seen_by_the_scout_alone() -> None:
    match = mammonism(2, seed=4)
    player = Bettor(match)
    rng = random.Random(1)
    while match.state.position()["phase"] == "start_bet":
        player.play(rng, most=1)
    player.uncover()
    scout = match.next_human
    player.play(rng, most=1)
    scouted = [place for place, card in enumerate(match.state.position(scout)["market"], 1) if card["coins"]]
    assert len(scouted) == 2
    shown = {place: match.state.position(scout)["market"][place - 1]["card"] for place in scouted}
    hints = {widget.address: widget.hint for widget in player.table.form.widgets}
    for place, card in shown.items():
        assert match.definition.parts.cards[card] is not None
        assert hints[f"market:{place}"].startswith(player.table.words.card(card))
    player.table.fixed = 3 - scout
    player.table.show_state()
    player.table.prepare()
    hints = {widget.address: widget.hint for widget in player.table.form.widgets}
    assert all(hints[f"market:{place}"].startswith("A card that you have not seen") for place in scouted)


# -- after a battle ----------------------------------------------------------------------------------------------------


def battle(hands: Sequence[Sequence[str]], *bets: int, **more: Any) -> Bettor:
    """Sit down after a battle of 2 with these bets."""
    match = at(duel(hands), **more)
    match.play(1, "battle 2")
    for seat, bet in enumerate(bets, 1):
        match.play(seat, f"bet {bet}")
    return Bettor(match)


def test_the_worked_case_is_played_openly() -> None:
    """The rules page's worked case: totals 7 to 5, then 7 to 8, then a Retreat."""
    player = battle([["spy", "retreat"], ["spy"]], 4, 5)
    assert not isinstance(player.top, CurtainScene) and player.table.eyes == "public"
    buttons = [f"aside:{seat}.{answer}" for seat in (1, 2) for answer in ("spy", "retreat", "pass")]
    assert set(buttons) <= set(player.table.addresses())
    player.click("aside:1.spy")
    assert {"7", "5"} <= {one.text for one in player.context.text.record}
    player.click("aside:2.spy")
    assert {"7", "8"} <= {one.text for one in player.context.text.record}
    assert "aside:2.spy" not in player.table.addresses()  # no card is left
    player.click("aside:1.retreat")
    assert [str(entry.action) for entry in player.match.entries[3:]] == ["spy", "spy", "retreat"]
    seats = player.match.state.position()["seats"]
    assert [(seat["own"], seat["forces"]) for seat in seats] == [(9, 4), (4, 4)]


def test_a_card_of_a_later_seat_writes_the_passes_before_it() -> None:
    player = battle([["poop"], ["manor"], ["spy", "poop"]], 1, 2, 0)
    player.click("aside:3.spy")
    assert player.played()[-3:] == ["1> pass", "2> pass", "3> spy"]
    # Everybody is asked again.
    assert {"aside:1.pass", "aside:2.pass", "aside:3.pass"} <= set(player.table.addresses())


def test_a_pass_out_of_order_waits_for_those_before() -> None:
    player = battle([["poop"], ["manor"], ["spy"]], 1, 2, 0)
    player.click("aside:2.pass")
    assert len(player.match.entries) == 4 and "aside:2.pass" not in player.table.addresses()
    player.click("aside:1.pass")
    assert player.played()[-2:] == ["1> pass", "2> pass"]
    assert "aside:3.spy" in player.table.addresses()


def test_nobody_passes_for_all() -> None:
    player = battle([["spy"], ["retreat"], ["poop"]], 1, 2, 0)
    player.key("n")
    assert player.played()[-3:] == ["1> pass", "2> pass", "3> pass"]
    assert player.match.state.position()["battle"] is None


def test_a_card_that_is_not_held_is_refused_and_nothing_is_written() -> None:
    player = battle([["poop"], ["manor"], ["spy"]], 1, 2, 0)
    before = len(player.match.entries)
    player.click("aside:2.retreat")
    assert len(player.match.entries) == before
    assert "aside:2.retreat" in player.table.addresses()
    assert "hold" in player.words()


def test_a_computer_between_is_waited_for() -> None:
    player = battle([["poop"], ["poop"], ["spy"]], 1, 2, 0, levels=[None, "random", None])
    player.click("aside:3.spy")
    assert player.played()[-1] == "1> pass"
    player.table.computers = Computers(random.Random(1))
    for _ in range(4):
        player.draw()
    assert [f"{entry.seat}> {entry.action}" for entry in player.match.entries[4:7]] == ["1> pass", "2> pass", "3> spy"]


# -- what it looks like ------------------------------------------------------------------------------------------------


def five(phase: str) -> Match:
    """Begin a match of five with names of 40 letters in a phase."""
    cards = ["manor", "ambush", "spy", "retreat", "command", "swap", "chaos", "resolve", "poop"]
    if phase == "start":
        return mammonism(5, names=LONG)
    if phase in ("scout", "buy"):
        market = [{"card": card, "coins": dict.fromkeys(range(1, 6), 1) if n < 2 else {}}
                  for n, card in enumerate(cards * 2)]  # fmt: skip
        seats = [{"own": 18, "hand": []} for _ in range(5)]
        return at({"phase": "auction", "start": 5, "turn": 1, "step": phase, "market": market, "seats": seats}, LONG)
    hands = [["command", "resolve", "retreat"], ["ambush", "spy", "chaos"], ["manor", "poop"], ["swap"], ["spy"]]
    if phase == "forces":
        return at({"phase": "forces", "seats": [{"own": 14, "hand": hand} for hand in hands]}, LONG)
    position = duel(hands, own=2, forces=9, discard=["manor", "ambush", "chaos", "command"], chaos=None)
    for seat, row in enumerate(position["seats"], 1):
        row["foreign"] = {other: 1 for other in range(1, 6) if other != seat}
    match = at(position, LONG)
    if phase in ("bet", "after"):
        match.play(1, "battle 3")
    if phase == "after":
        for seat in range(1, 6):
            match.play(seat, "bet 1+1")
        match.play(1, "retreat")
        match.play(2, "spy")
    return match


@pytest.mark.parametrize(("size", "text"), CORNERS)
@pytest.mark.parametrize("phase", ["start", "scout", "buy", "forces", "turn", "bet", "after"])
def test_nothing_is_cut_or_covered(phase: str, size: tuple[int, int], text: int) -> None:
    player = Bettor(five(phase), size=size, text=text)
    player.uncover()
    assert player.faults() == []
    assert player.outside() == []
    if phase == "after":
        asides = [rect for address, rect in player.table.addresses().items() if address.startswith("aside:")]
        assert len(asides) == 15
        assert not any(a.colliderect(b) for a, b in combinations(asides, 2))


@pytest.mark.parametrize(("size", "text"), CORNERS)
def test_long_names_of_computers_are_not_cut(size: tuple[int, int], text: int) -> None:
    player = Bettor(mammonism(5, names=["W" * 40] * 5), size=size, text=text)
    player.uncover()
    for seat in range(2, 6):
        player.match.hand_over(seat, "casual")
    player.click("table:menu")
    player.click("button:resume")
    assert player.faults() == []


def test_a_table_at_rest_draws_nothing() -> None:
    for phase in ("start", "turn", "after"):
        player = Bettor(five(phase))
        player.uncover()
        assert not player.stack.wants_frame()
        for _ in range(20):
            player.now += 0.05
            player.stack.tick(player.now)
            assert not player.stack.wants_frame()


@pytest.mark.parametrize("seats", range(2, 6))
def test_where_there_is_room_the_log_lies_beside_the_game(seats: int) -> None:
    player = Bettor(mammonism(seats))
    player.uncover()
    assert "18 cards lie face down" in player.words() and "Market" in player.words()
    assert player.faults() == []
    assert not player.table.log.rect.colliderect(player.table.view.rect)


def test_the_log_takes_the_place_of_the_game_and_gives_it_back() -> None:
    player = Bettor(mammonism(2), size=(960, 600))
    player.uncover()
    player.key("f2")
    assert "18 cards lie face down" in player.words() and "Market" not in player.words()
    assert not any(address.startswith("market:") for address in player.table.addresses())
    player.key("f2")
    assert "Market" in player.words()


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_cards_stay_in_their_panels_beside_five_stacks_of_coins(size: tuple[int, int]) -> None:
    player = Bettor(five("turn"), size=size)
    player.uncover()
    view = player.table.view
    for seat in range(2, 6):
        assert view.panels[seat].contains(view._back_rect(seat, 1))  # type: ignore[attr-defined]
