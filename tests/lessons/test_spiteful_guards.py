"""The lesson of Spiteful Guards: whose colour is due, one above at most, rolling down, and guards in pairs."""

from __future__ import annotations

from tabletop.rules import pyramid
from tabletop.rules.pyramid import ABOVE, CORNERS, INDEX, LEVELS
from tabletop.rules.spiteful_guards import State, saves, top_floor
from tests.lessons.taught import Taught, teach

LEARNER, RIVAL = 1, 2


def situations(taught: Taught) -> list[tuple[int, str, State]]:
    """Each marble that is taken: by whom, from where, and what it is taken from."""
    state, game = taught.lesson.match().state.clone(), taught.lesson.definition.game
    found = []
    for step in taught.lesson.steps:
        for text in [*[text for _, text in step.play], *step.do[:1]]:
            action = game.parse(text)
            found.append((state.to_act()[0], action.args[0], state.clone()))
            state.apply(state.to_act()[0], action)
    return found


def top(state: State) -> tuple[int, int, int]:
    """White, black and red marbles of the top floor, counted place by place."""
    colours = [state.colour(place) for place in pyramid.bits(top_floor(state.filled) & state.filled)]
    return colours.count("white"), colours.count("black"), colours.count("red")


def test_it_is_short_and_won_by_one() -> None:
    taught = teach("spiteful_guards")
    assert 12 <= taught.clicks <= 25
    result = taught.state.result()
    assert result is not None and result.winners == (LEARNER,) and result.reason == "saved"
    assert result.scores == {LEARNER: 2, RIVAL: 1}


def test_the_top_floor_asks_for_everything_it_can_ask_for() -> None:
    """White alone, more guards, a tie with the guards twice, a tie of people, white alone, more black."""
    found = situations(teach("spiteful_guards"))
    assert [(seat, place, top(state)) for seat, place, state in found] == [
        (LEARNER, "A5", (1, 0, 0)),
        (RIVAL, "E1", (1, 1, 2)),
        (LEARNER, "E1", (1, 1, 1)),
        (RIVAL, "D4", (1, 1, 1)),
        (LEARNER, "A1", (1, 1, 0)),
        (RIVAL, "A3", (1, 0, 0)),
        (LEARNER, "A1", (3, 5, 0)),
    ]
    assert [state.colour(INDEX[place]) for _, place, state in found] == [
        "white", "red", "red", "red", "black", "white", "black",
    ]  # fmt: skip


def test_one_guard_comes_from_the_top_because_none_can_be_taken_below() -> None:
    found = situations(teach("spiteful_guards"))
    from_top = [place for _, place, state in found if 1 << INDEX[place] & top_floor(state.filled) & ~LEVELS[0]]
    assert from_top == ["D4"]


def test_what_carries_two_is_right_in_colour_and_refused() -> None:
    _, _, first = situations(teach("spiteful_guards"))[0]
    above = {place: (ABOVE[INDEX[place]] & first.filled).bit_count() for place in ("A5", "A3", "C3")}
    assert above == {"A5": 1, "A3": 2, "C3": 4}
    game = teach("spiteful_guards").lesson.definition.game
    assert all(first.colour(INDEX[place]) == "white" for place in above)
    for place in ("A3", "C3"):
        refusal = first.refusal(LEARNER, game.parse(f"take {place}"))
        assert refusal is not None and refusal.key == "carries"


def test_marbles_roll_down_two_floors_and_one() -> None:
    drops = [
        [(event.data["above"], event.data["place"]) for event in step if event.kind == "drops"]
        for step in teach("spiteful_guards").steps
    ]
    assert [one for one in drops if one] == [
        [("B4", "A5"), ("C3+", "B4")],
        [("D2", "E1")],
        [("B2", "A1")],
        [("B4", "A3")],
    ]


def test_a_pair_of_guards_is_made_and_costs_the_learner_one() -> None:
    """Nine guards are four pairs, the tenth is in a fifth: of six white civilians one is left instead of two."""
    found = situations(teach("spiteful_guards"))
    counts = [tuple(state.tunnel_counts().values()) for _, _, state in found]
    assert counts[2:4] == [(6, 4, 9), (6, 4, 10)]
    assert [saves(*one) for one in counts[2:4]] == [(2, 0), (1, 0)]
    (kill,) = teach("spiteful_guards").all("guards_kill")
    assert kill.data == {"count": 11, "white": 5, "black": 5}


def test_a_marble_fills_the_last_corner_before_it_is_emptied() -> None:
    found = situations(teach("spiteful_guards"))
    corner = 1 << INDEX["A1"]
    assert all(state.filled & CORNERS == corner for _, _, state in found)
    assert [place for _, place, _ in found].count("A1") == 2


def test_at_the_end_any_other_marble_gives_the_win_away() -> None:
    """By exact play: what the lesson asks for wins, and the last step's other marbles do not."""
    found = situations(teach("spiteful_guards"))
    for seat, place, state in found:
        if seat == LEARNER:
            won = {str(action): score for action, score in state.solver().ranked(state) or []}
            assert won[f"take {place}"] == 1
    assert [action for action, score in won.items() if score == 1] == ["take A1"]
    assert len(won) == 5


def test_every_click_asked_for_has_a_reason() -> None:
    for step in teach("spiteful_guards").lesson.steps:
        assert not step.do or (step.wrong and step.others), step.title
