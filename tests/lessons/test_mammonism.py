"""The lesson of Mammonism: from the first bet to the last battle, with a Spy that a Spy answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletop.engine.lesson import Step
from tabletop.rules.mammonism import State
from tests.lessons.taught import Taught, teach

LEARNER, RIVAL = 1, 2
NAME = "mammonism"


def steps(taught: Taught) -> Iterator[tuple[Step, State]]:
    """Each step with the state in which its card is read: the others have acted, the learner has not."""
    state, game = taught.lesson.match().state.clone(), taught.lesson.definition.game
    for step in taught.lesson.steps:
        for seat, text in step.play:
            state.apply(state.to_act()[0] if seat is None else seat, game.parse(text))
        yield step, state.clone()
        for text in step.do[:1]:
            state.apply(LEARNER, game.parse(text))


def seen(taught: Taught, do: str) -> dict[str, Any]:
    """What the learner sees of the position in which something is asked for."""
    (found,) = [state.position(LEARNER) for step, state in steps(taught) if do in step.do]
    return found


def test_it_is_short_and_won() -> None:
    taught = teach(NAME)
    assert 12 <= taught.clicks <= 28
    result = taught.state.result()
    assert result is not None and result.winners == (LEARNER,) and result.reason == "last_in"


def test_every_part_of_the_game_comes_once_in_its_order() -> None:
    verbs = [text.split()[0] for text in teach(NAME).done]
    assert verbs == ["bet", "scout", "buy", "forces", "use", "bet", "spy", "battle", "bet"]


def test_a_spy_is_answered_by_a_spy() -> None:
    """Four to three, then four to six, then seven to six; the winner pays three coins, the loser three forces."""
    taught = teach(NAME)
    grows = [(event.data["seat"], event.data["total"]) for event in taught.all("bet_grows")]
    assert grows == [(RIVAL, 6), (LEARNER, 7)]
    used = [event.data["card"] for event in taught.all("uses") if event.data["card"] == "spy"]
    assert used == ["spy", "spy"]
    assert [event.data["seats"] for event in taught.all("wins_battle")] == [[LEARNER], [LEARNER]]
    lost = [(event.data["seat"], event.data["count"]) for event in taught.all("loses_forces")]
    assert lost == [(RIVAL, 3), (RIVAL, 2)]


def test_without_the_spy_the_learner_would_be_out() -> None:
    taught = teach(NAME)
    (state,) = [state for step, state in steps(taught) if step.do == ("spy",)]
    game = taught.lesson.definition.game
    state.apply(LEARNER, game.parse("pass"))
    state.apply(RIVAL, game.parse("pass"))
    result = state.result()
    assert result is not None and result.winners == (RIVAL,)


def test_what_the_cards_say_can_be_seen() -> None:
    """The Poop was scouted, the third card bears Benno's coin, her purse lies open: nothing is known by magic."""
    taught = teach(NAME)
    market = seen(taught, "scout 1 3")["market"]
    assert [place for place, card in enumerate(market, 1) if card["coins"].get(RIVAL)] == [3]
    assert {card["card"] for card in market} == {"?"}
    market = seen(taught, "buy 3")["market"]
    assert (market[0]["card"], market[2]["card"]) == ("poop", "manor")
    me, benno = seen(taught, "forces 3")["seats"]
    assert (me["own"], me["foreign"], me["knows"]) == (5, {RIVAL: 1}, {RIVAL: ["poop"]})
    me, benno = seen(taught, "use manor")["seats"]
    assert (benno["forces"], benno["own"], benno["foreign"]) == (5, 1, {LEARNER: 1})
    assert (me["own"], sum(me["foreign"].values())) == (2, 1)
    me, benno = seen(taught, "bet 2+1")["seats"]
    assert me["own"] == 6 and benno["hand"] == ["?", "?"]
    last = seen(taught, "bet 4")
    me, benno = last["seats"]
    assert (me["own"], me["foreign"], me["hand"]) == (4, {}, [])
    assert benno["own"] + 2 * benno["foreign"][LEARNER] == 3 and benno["knows"] == {}
    assert last["discard"].count("spy") == 2


def test_the_last_bet_cannot_be_reached() -> None:
    taught = teach(NAME)
    (state,) = [state for step, state in steps(taught) if step.do == ("bet 4",)]
    state.apply(LEARNER, taught.lesson.definition.game.parse("bet 4"))
    for answer in state.legal(RIVAL):
        after = state.clone()
        after.apply(RIVAL, answer)
        assert after.value(RIVAL) < after.value(LEARNER) == 4, str(answer)


def test_every_click_asked_for_has_a_reason() -> None:
    for step in teach(NAME).lesson.steps:
        assert not step.do or step.wrong, step.title
