"""A match: legality, chance, computers, undo, clocks, giving up, looking back."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from tabletop import paths
from tabletop.engine import match as match_module
from tabletop.engine import picker as picker_module
from tabletop.engine import record as records
from tabletop.engine.clock import LONGEST_STEP, Clock
from tabletop.engine.match import Match, clean_name
from tabletop.engine.rules import CHANCE, Refused
from tabletop.engine.saves import Autosave
from tabletop.engine.source import read
from tests import games


def match(name: str, seats: int = 2, **settings: Any) -> Match:
    settings.setdefault("rng", random.Random(3))
    return Match(games.load(name), ["Ada", "Ben", "Cyd", "Dee"][:seats], **settings)


def race(seats: int = 2, **settings: Any) -> Match:
    """Start a race, its grid 1 2 3 ..."""
    made = match("toy_race", seats, **settings)
    made.play(1, "grid " + " ".join(map(str, made.seats)), by="human")
    return made


def lines(played: Match) -> list[str]:
    return [records.written(entry.line) for entry in played.entries]


# -- playing -----------------------------------------------------------------------------------------------------------


def test_a_refused_action_changes_nothing() -> None:
    played = race()
    before = (lines(played), played.state.key(), played.revision)
    for seat, text, key in ((2, "drive 1", "not_your_turn"), (1, "drive 9", "no_such_gear"), (1, "fly", "unreadable")):
        with pytest.raises(Refused) as caught:
            played.play(seat, text)
        assert caught.value.refusal.key == key
    assert (lines(played), played.state.key(), played.revision) == before


def test_an_error_inside_the_rules_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    played = race()
    before = (lines(played), played.state.key())

    def broken(state: Any, seat: int, action: Any, events: Any = None) -> None:
        state._spaces[0] = 5
        raise ZeroDivisionError

    monkeypatch.setattr(type(played.state), "apply", broken)
    with pytest.raises(ZeroDivisionError):
        played.play(1, "drive 1")
    assert (lines(played), played.state.key()) == before


def test_chance_is_drawn_when_it_is_due_and_not_before() -> None:
    played = match("toy_bids")
    assert [entry.by for entry in played.entries] == ["chance"]
    assert len(played.play(1, "bid 1")) == 1
    new = played.play(2, "bid 2")
    assert [entry.by for entry in new] == ["human", "chance"], "the next prize comes up once this one is won"
    record = played.record()
    assert record.seed is None
    assert records.replay(record, played.definition).state.key() == played.state.key()


def test_without_random_numbers_chance_waits() -> None:
    played = match("toy_bids", rng=None)
    assert played.to_act() == (CHANCE,) and played.entries == []
    assert played.play(CHANCE, "turn 5")[0].by == "chance"
    assert played.to_act() == (1, 2)


def test_those_who_choose_secretly_come_to_the_laptop_one_by_one() -> None:
    played = match("toy_bids", 3, levels=[None, "club", None])
    assert played.next_human == 1 and played.waiting_computers() == [2]
    played.play(1, "bid 1")
    assert played.next_human == 3
    played.play(3, "bid 1")
    assert played.next_human is None and played.waiting_computers() == [2]


def test_who_has_secrets() -> None:
    assert match("toy_bids").has_secrets(1)
    assert not race().has_secrets(1)


def test_the_log_tells_each_view_what_it_may_know() -> None:
    played = match("toy_bids")
    played.play(1, "bid 3")
    kinds = {view: [event.kind for event in played.log(view)[-1].events] for view in (1, 2, "public", None)}
    assert kinds == {1: ["bid", "bid_card"], 2: ["bid"], "public": ["bid"], None: ["bid", "bid_card"]}
    assert [(line.index, line.seat) for line in played.log(2)] == [(0, 0), (1, 1)]


# -- computers ---------------------------------------------------------------------------------------------------------


def test_leaving_lets_the_save_go(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path / "race.yaml")
    played = race(autosave=autosave)
    played.close()
    Autosave(autosave.path).open()
    race().close()


def test_a_late_answer_is_dropped() -> None:
    played = race(levels=[None, "club"])
    played.play(1, "drive 1")
    asked = played.request(2)
    assert played.is_current(asked)
    plan = played.undo_plan()
    played.undo(plan)
    played.play(1, "drive 2")
    # As many actions as when it was asked, yet another game.
    assert played.answer(asked, played.definition.game.parse("drive 3")) is None
    assert lines(played) == ["grid 1 2", "drive 2"]
    answered = played.answer(played.request(2), played.definition.game.parse("drive 3"))
    assert answered is not None and answered[0].by == "computer"


def test_an_answer_is_late_in_another_match_and_once_a_person_has_the_seat() -> None:
    one, two = (race(levels=["club", None]) for _ in range(2))
    assert not two.is_current(one.request(1))
    asked = one.request(1)
    one.hand_over(1, None)
    assert not one.is_current(asked) and not one.is_current(one.request(1))


def test_renaming_makes_no_answer_late() -> None:
    played = race(levels=["club", None])
    asked = played.request(1)
    played.rename(2, "Bea")
    assert played.is_current(asked)


def test_computers_that_may_act_out_of_turn_are_listed_in_seat_order() -> None:
    played = match("toy_points", 3, levels=["club", None, "club"])
    assert played.asides() == [], "nothing to veto yet"
    played.play(1, "put 2,3")
    assert played.asides() == [3], "seat 1 cannot veto its own disc, seat 2 is a person"
    played.play(2, "put 6,3")
    assert played.asides() == [1], "seat 3 is to act and is asked for that"


# -- undo --------------------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_same_persons_decision_over_computers() -> None:
    played = race(3, levels=[None, "club", "club"])
    played.play(1, "drive 2")
    played.play(2, "drive 1")
    played.play(3, "drive 3")
    plan = played.undo_plan()
    assert (plan.seat, plan.to, plan.agreement, plan.refusal) == (1, 1, (), None)
    played.undo(plan)
    assert lines(played) == ["grid 1 2 3"] and played.to_act() == (1,)


def test_undo_goes_back_over_moves_without_a_choice() -> None:
    # Without fuel a car can only drive 1: nobody decides anything after the grid.
    played = race(options={"fuel": 0})
    for seat in (1, 2, 1):
        played.play(seat, "drive 1")
    assert [entry.decision for entry in played.entries] == [True, False, False, False]
    plan = played.undo_plan()
    assert (plan.seat, plan.to) == (1, 0)


def test_undo_past_another_person_asks_for_agreement() -> None:
    played = race()
    played.play(1, "drive 2")
    played.play(2, "drive 1")
    assert played.undo_plan().to == 2 and played.undo_plan().agreement == ()
    plan = played.undo_plan(1)
    assert (plan.seat, plan.to, plan.agreement) == (1, 1, (2,))


def test_undo_stops_where_something_was_shown() -> None:
    played = match("toy_bids")
    played.play(1, "bid 1")
    played.play(2, "bid 2")
    for seat in (None, 1, 2):
        plan = played.undo_plan(seat)
        assert plan.refusal is not None and plan.refusal.key == "undo_shown"
        with pytest.raises(Refused):
            played.undo(plan)


def test_undo_stops_at_another_persons_secret_choice() -> None:
    played = match("toy_bids", 3)
    played.play(1, "bid 1")
    played.play(2, "bid 2")
    plan = played.undo_plan(1)
    assert plan.refusal is not None and (plan.refusal.key, dict(plan.refusal.params)) == ("undo_secret", {"seat": 2})
    own = played.undo_plan(2)
    assert own.refusal is None and own.to == 2, "its own it may take back"


def test_undo_never_passes_another_persons_secret_even_one_without_a_choice() -> None:
    # In the last round every hand holds one card: who bids first has bid in secret, yet had no choice.
    played = match("toy_bids", 3)
    for bids in ((1, 2, 3), (2, 3, 1)):
        for seat, card in enumerate(bids, 1):
            played.play(seat, f"bid {card}")
    played.play(2, "bid 1")
    assert not played.entries[-1].decision
    for seat in (1, 3):
        plan = played.undo_plan(seat)
        assert plan.refusal is not None and plan.refusal.key == "undo_secret"


def test_undo_passes_a_computers_secret_choice() -> None:
    played = match("toy_bids", 3, levels=[None, "club", None])
    played.play(1, "bid 1")
    played.play(2, "bid 2")
    assert played.undo_plan(1).to == 1


def test_undo_of_nothing_and_undo_too_late_are_refused() -> None:
    played = match("toy_race")
    assert played.undo_plan().refusal is not None
    played.play(1, "grid 1 2")
    plan = played.undo_plan()
    played.play(1, "drive 1")
    with pytest.raises(Refused, match="undo_late"):
        played.undo(plan)
    assert len(played.entries) == 2


def test_redo_does_the_same_again_chance_included() -> None:
    played = match("toy_points")
    for seat, text in ((1, "put 2,3"), (2, "put 6,3"), (1, "veto"), (1, "put 4,1")):
        played.play(seat, text)
    whole, key = lines(played), played.state.key()
    for _ in range(3):
        played.undo(played.undo_plan())
    assert lines(played) == ["put 2,3"]
    while played.can_redo:
        played.redo()
    assert lines(played) == whole and played.state.key() == key
    assert played.redo() == []


def test_a_new_move_forgets_what_was_undone() -> None:
    played = race()
    played.play(1, "drive 2")
    played.undo(played.undo_plan())
    assert played.can_redo
    played.play(1, "drive 3")
    assert not played.can_redo


# -- clocks ------------------------------------------------------------------------------------------------------------


class Time:
    """A time source that tests set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def pass_time(played: Match, time: Time, seconds: float, paused: bool = False) -> list[Any]:
    """Let time pass in steps of a tenth of a second."""
    done: list[Any] = []
    for _ in range(round(seconds * 10)):
        time.now += 0.1
        done += played.tick(paused)
    return done


def test_a_sand_timer_starts_anew_with_each_decision_and_plays_timeout() -> None:
    time = Time()
    played = race(clock=Clock("decision", 10, now=time))
    assert pass_time(played, time, 9.5) == []
    played.play(1, "drive 2")
    assert pass_time(played, time, 9.5) == []
    (entry,) = pass_time(played, time, 1)
    assert (entry.seat, str(entry.action), entry.by, entry.decision) == (2, "drive 1", "clock", False)
    assert played.to_act() == (1,)


def test_a_clock_for_the_game_is_used_up_and_then_plays_on() -> None:
    time = Time()
    played = race(clock=Clock("game", 10, now=time))
    pass_time(played, time, 6)
    played.play(1, "drive 1")
    pass_time(played, time, 3)
    played.play(2, "drive 1")
    assert played.clock is not None
    assert played.clock.left(1) == pytest.approx(4, abs=0.2) and played.clock.left(2) == pytest.approx(7, abs=0.2)
    assert [entry.seat for entry in pass_time(played, time, 4.5)] == [1]
    played.play(2, "drive 1")
    assert [entry.seat for entry in pass_time(played, time, 0.1)] == [1], "no time is left for another decision"


def test_a_clock_stands_still_behind_the_curtain_and_for_computers() -> None:
    time = Time()
    played = race(levels=[None, "club"], clock=Clock("decision", 2, now=time))
    assert pass_time(played, time, 30, paused=True) == []
    played.play(1, "drive 1")
    assert pass_time(played, time, 30) == []


@pytest.mark.parametrize("jump", [3600.0 * 9, -3600.0 * 9, float("nan")])
def test_a_clock_that_jumps_takes_little_time(jump: float) -> None:
    time = Time()
    played = race(clock=Clock("decision", 30, now=time))
    time.now += jump
    assert played.tick() == [] and played.clock is not None
    assert 30 - LONGEST_STEP <= played.clock.left(1) <= 30
    time.now = 50_000.0
    played.tick()
    before = played.clock.left(1)
    pass_time(played, time, 2)
    assert played.clock.left(1) == pytest.approx(before - 2), "and it goes on running"


def test_a_clock_is_saved_and_read_back() -> None:
    time = Time()
    played = race(clock=Clock("game", 60, now=time))
    pass_time(played, time, 12)
    text = played.record().text()
    again = Match.resume(records.parse(text, "save"), played.definition)
    assert again.clock is not None and again.clock.kind == "game"
    assert again.clock.left(1) == pytest.approx(48, abs=0.2) and again.clock.left(2) == 60


@pytest.mark.parametrize(
    "saved",
    [
        None,
        "x",
        [],
        {},
        {"kind": "moon", "seconds": 5},
        {"kind": [], "seconds": 5},
        {"kind": "game", "seconds": -1},
        {"kind": "game", "seconds": "a"},
        {"kind": "game", "seconds": 5, "left": 3},
    ],
)
def test_a_clock_that_makes_no_sense_costs_no_game(saved: Any) -> None:
    assert Clock.read(saved) is None


# -- people ------------------------------------------------------------------------------------------------------------


def test_of_two_who_gives_up_loses() -> None:
    played = race()
    played.give_up(1, "casual")
    result = played.result()
    assert result is not None and (result.winners, result.reason) == ((2,), "gave_up")
    assert played.over and played.to_act() == () and played.legal(2) == [] and played.next_human is None
    with pytest.raises(Refused, match="game_over"):
        played.play(1, "drive 1")
    assert played.undo_plan().refusal is not None
    record = played.record()
    assert record.table is not None and record.table["gave_up"] == [1] and record.table["finished"] is True
    assert Match.resume(record, played.definition).result() == result


def test_of_more_a_computer_plays_on_for_who_gives_up() -> None:
    played = race(3)
    played.give_up(1, "casual")
    assert not played.over and played.levels == ["casual", None, None] and played.waiting_computers() == [1]
    again = Match.resume(played.record(), played.definition)
    assert again.levels == ["casual", None, None] and again.gave_up == [1]


def test_a_seat_is_handed_to_a_computer_and_back() -> None:
    played = race()
    played.hand_over(1, "expert")
    assert played.next_human is None and played.waiting_computers() == [1]
    played.hand_over(1, None)
    assert played.next_human == 1


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("No", "No"),
        (" 12 ", "12"),
        ("a\nb\x00", "ab"),
        ("日本\u2028", "日本"),
        ("x\ud800", "x"),
        ("n" * 300, "n" * 100),
    ],
)
def test_names_are_kept_as_a_record_can_hold_them(given: str, kept: str) -> None:
    assert clean_name(given) == kept
    played = race()
    played.rename(1, given)
    assert Match.resume(records.parse(played.record().text(), "save"), played.definition).names == [kept, "Ben"]


def test_an_empty_name_is_refused() -> None:
    played = race()
    for name in ("", "  ", "\n\t"):
        with pytest.raises(Refused, match="name_empty"):
            played.rename(1, name)
    assert played.names == ["Ada", "Ben"]


# -- looking back ------------------------------------------------------------------------------------------------------


def long_race() -> Match:
    played = race(4, options={"track": 40, "fuel": 0})
    while not played.over:
        (seat,) = played.to_act()
        played.play(seat, "drive 1")
    return played


def test_every_moment_can_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop.engine.match.SNAPSHOT_EVERY", 8)
    played = long_race()
    assert len(played.entries) > 40, "more than a few snapshots"
    fresh = played.definition.start(played.options, 4)
    for count in range(len(played.entries) + 1):
        assert played.state_at(count).key() == fresh.key()
        if count < len(played.entries):
            fresh.apply(played.entries[count].seat, played.entries[count].action)


def test_playing_on_from_a_moment_is_a_new_match() -> None:
    played = long_race()
    branch = played.branch(5)
    assert lines(branch) == lines(played)[:5] and branch.id != played.id and not branch.over
    before = lines(played)
    branch.play(branch.to_act()[0], "drive 1")
    assert lines(played) == before and len(branch.entries) == 6


def test_a_record_is_taken_up_where_it_stands() -> None:
    played = match("toy_bids", 3, levels=[None, "club", None])
    played.play(1, "bid 2")
    again = Match.resume(records.parse(played.record().text(), "save"), played.definition, rng=random.Random(1))
    assert again.state.key() == played.state.key() and again.levels == played.levels and again.names == played.names
    assert [entry.events for entry in again.entries] == [entry.events for entry in played.entries]


def test_a_record_that_leaves_chance_to_its_seed_is_written_out() -> None:
    text = "record: 1\ngame: toy_bids\nseats: [A, B]\nseed: 5\nactions: [1> bid 1, bid 2]\n"
    again = Match.resume(records.parse(text, "record"), games.load("toy_bids"), rng=random.Random(1))
    assert [entry.seat for entry in again.entries] == [0, 1, 2, 0]
    assert again.record().seed is None


def test_a_record_with_an_illegal_action_is_not_taken_up() -> None:
    text = "record: 1\ngame: toy_race\nseats: [A, B]\nactions: [grid 1 2, drive 9]\n"
    with pytest.raises(records.IllegalAction) as caught:
        Match.resume(records.parse(text, "record"), games.load("toy_race"))
    assert caught.value.number == 2


@pytest.mark.parametrize("levels", ["club", ["club"], [1, 2], {"1": "club"}])
def test_a_save_that_says_nonsense_about_the_seats_is_played_by_people(levels: Any) -> None:
    record = records.Record(game="toy_race", seats=("A", "B"), table={"levels": levels, "gave_up": "x", "clock": 7})
    assert Match.resume(record, games.load("toy_race")).levels == [None, None]


def test_every_refusal_of_the_match_and_the_picker_has_words() -> None:
    said = "".join(Path(str(module.__file__)).read_text(encoding="utf-8") for module in (match_module, picker_module))
    keys = set(re.findall(r'"((?:undo|name|amount|no|point|order|game)_[a-z_]+)"', said))
    words = read(paths.assets() / "locale" / "en" / "common.yaml").data()["refusals"]
    assert len(keys) == 13 and keys <= set(words)
