"""From a refusal, a line of the log, a card or a thing to its rule, and back to exactly where one was."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tabletop.engine.match import Match
from tabletop.engine.rules import CHANCE, Event
from tabletop.rules import GAMES, load
from tabletop.ui import book, why
from tabletop.ui.result import ResultScene
from tabletop.ui.rulebook import RulebookScene
from tabletop.ui.settings import Settings
from tabletop.ui.table import TableScene
from tabletop.ui.viewport import Move, Press, Release
from tabletop.ui.widgets import HINT_SECONDS
from tabletop.words import Words
from tests.ui.driver import CORNERS, Driver
from tests.ui.table_player import Player, advance, finished, monsters

ROW = ["birth", "drifting", "prayer", "sacrifice", "death"]
POSITION = {"islands": [{"card": card, "number": {"birth": None, "sacrifice": 2}.get(card, 1), "queue": [1, 2]}
                        for card in ROW], "sorcerer": {"island": 2, "place": 1, "heading": 1}}  # fmt: skip


def asked() -> Player:
    """Sit down where an islander on Drifting is asked."""
    match = Match(load("spaghetti_monsters"), ["Ada", "Ben"], position=POSITION, rng=random.Random(1))
    return Player(match)


def section(player: Player) -> str:
    """Give the section that the open rulebook shows at its top."""
    scene = player.top
    assert isinstance(scene, RulebookScene) and scene.document is not None
    player.draw()
    above = [name for name, y in scene.document.anchors.items() if y <= scene.paper_text.offset + 4]
    return above[-1]


def wait(player: Player) -> None:
    """Let a hint that is due come up."""
    player.table.form.clock = time.monotonic
    player.table.form._since = player.now - HINT_SECONDS - 1
    player.stack.tick(player.now)
    player.draw()


def hover(player: Player, address: str) -> None:
    player.stack.handle(Move(player.table.view.rects()[address].center))
    player.draw()


def test_f1_on_a_card_opens_its_rule_and_escape_leads_back_to_half_a_choice() -> None:
    player = asked()
    player.click("button:ask")
    player.click("islander:4.2")  # half of a drifting
    before = [list(player.table.picker.steps), player.table.prompt(), player.words()]  # type: ignore[union-attr]
    hover(player, "island:3")
    for _ in range(2):  # the pointer still rests there
        player.key("f1")
        assert section(player) == "level-1"
        player.key("escape")
        assert player.top is player.table
    player.stack.handle(Move((2, 2)))
    player.draw()
    assert [list(player.table.picker.steps), player.table.prompt(), player.words()] == before  # type: ignore[union-attr]
    player.click("island:5")
    assert str(player.match.entries[-1].action) == "drift 4.2>5"


def test_f1_asks_about_the_thing_with_the_keyboards_focus() -> None:
    player = asked()
    player.click("button:ask")
    player.key("right")
    focused = player.table.form.focused
    assert focused is not None and focused.address.startswith("islander:")
    player.key("f1")
    assert section(player) == "patrol"  # how queues are served
    player.key("escape")
    assert player.table.form.focused is not None and player.table.form.focused.address == focused.address


def test_a_finger_holds_a_thing_to_read_its_hint_and_then_taps_the_question_mark() -> None:
    player = asked()
    pos = player.table.view.rects()["island:3"].center
    player.stack.handle(Press(pos, touch=True))
    wait(player)
    assert "An enemy loses 1 life." in player.words() and "its rule" in player.words()
    player.stack.handle(Release(pos, touch=True))
    player.draw()
    assert player.table.message is None  # it was held to be read, not clicked
    player.tap("table:rules")
    assert section(player) == "level-1"
    player.tap("button:back")
    assert player.top is player.table
    player.tap("table:rules")  # nothing is asked about any more
    assert isinstance(player.top, RulebookScene) and player.top.paper_text.offset == 0


def test_a_mouse_has_time_to_go_from_a_hint_to_the_question_mark() -> None:
    player = asked()
    hover(player, "island:3")
    wait(player)
    assert "its rule" in player.words()
    player.stack.handle(Move(player.rect("table:rules").center))
    player.click("table:rules")
    assert section(player) == "level-1"
    player.key("escape")
    hover(player, "island:3")
    wait(player)
    player.now += 6
    player.stack.handle(Move(player.rect("table:rules").center))
    player.click("table:rules")
    assert isinstance(player.top, RulebookScene) and player.top.paper_text.offset == 0


def test_a_refusal_leads_to_its_rule_by_its_link_by_f1_and_by_the_question_mark() -> None:
    player = asked()
    player.click("button:ask")
    player.click("islander:4.2")
    pos = player.table.view.rects()["island:4"].center
    player.stack.handle(Press(pos))
    player.stack.handle(Release(pos))
    player.draw()
    said = player.table.message
    assert said is not None and said.section == "play" and "islander" in said.words
    rect, _ = player.table._links[0]
    for way in ("link", "f1", "button"):
        if way == "link":
            player.stack.handle(Press(rect.center))
        elif way == "f1":
            player.key("f1")
        else:
            player.click("table:rules")
        assert section(player) == "play"
        player.key("escape")
        assert player.table.message == said


def test_what_cannot_be_taken_back_leads_to_what_holds_at_every_table() -> None:
    match = Match(load("spaghetti_monsters"), ["Ada", "Ben"], rng=random.Random(1))
    player = Player(match)
    assert [entry.seat for entry in match.entries] == [CHANCE]
    player.key("z", "ctrl")
    assert player.table.message is not None
    player.key("f1")
    assert section(player) == "taking-back"


def test_a_line_of_the_log_shows_its_words_and_leads_to_its_rules() -> None:
    player = asked()
    for address in ("button:ask", "islander:4.2", "island:5"):
        player.click(address)
    entry = len(player.match.entries) - 1
    player.click(f"log={entry}")
    assert player.table.look == entry + 1
    shown = " ".join(one.text.replace("\n", " ") for one in player.context.text.record if one.container == "prompt")
    assert "Ben's islander goes from Sacrifice to Death. Why?" in shown
    sections = [target for _, target in player.table._links]
    assert "level-1" in sections
    rect = next(rect for rect, target in player.table._links if target == "level-1")
    player.stack.handle(Press(rect.center, touch=True))
    assert section(player) == "level-1"
    player.key("escape")
    assert player.table.look == entry + 1
    player.key("f1")
    assert section(player) == sections[-1]
    player.key("escape")
    player.key("escape")
    assert player.table.look is None


def test_a_card_of_ones_own_opens_the_book_at_its_beginning(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(
        "tabletop: 1\nextends: spaghetti_monsters\nname: Club\ncards:\n"
        "  feast: {name: Feast, text: Eat., effect: []}\n  death: {number: 1, effect: []}\n",
        encoding="utf-8",
    )
    islands = [{"card": "feast", "queue": [1]}, {"card": "death", "number": 1, "queue": [2]}]
    match = Match(load(file), ["Ada", "Ben"], position={"islands": islands}, rng=random.Random(1))
    player = Player(match)
    hover(player, "island:2")
    player.key("f1")
    assert section(player) == "level-1"
    player.key("escape")
    assert why.of_thing(player.table.words, player.table.view, "island:1") == "play"  # as an island, not as a card


def test_what_the_eyes_do_not_know_has_no_rule_of_its_own() -> None:
    match = monsters(2, level=3, face_down=True)
    advance(match, 40)
    player = Player(match)
    view = player.table.view
    view.show(match.state.position("public"), match.state.objects("public"))
    for seat in (1, 2):
        assert view.card(f"hand:{seat}") == ""


def test_sentences_of_one_rule_share_their_link() -> None:
    words = Words(load("spaghetti_monsters"), ["Ada", "Ben"])
    events = [
        Event("asks", {"seat": 1, "card": "death"}),
        Event("removed", {"owner": 2, "card": "death"}),
        Event("out_of_islanders", {"seat": 2}),
        Event("wins", {"winner": 1}),
    ]
    assert why.linked(why.told(words, events), "Why?") == (
        "Ada's islander asks: Death. [Why?](#play) Ben's islander on Death leaves the game. [Why?](#level-1) "
        "Ben has no islanders left on any island and is out. Ada wins! [Why?](#going-out)"
    )


@pytest.mark.parametrize(("size", "text"), CORNERS)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_line_that_is_looked_at_fits_and_leads_somewhere(game: str, size: tuple[int, int], text: int) -> None:
    definition, rng = load(game), random.Random(3)
    match = Match(definition, ["Ada Lovelace", "Ben Nevis", "Chi", "Dee", "Eve"][: definition.seats[1]], rng=rng)
    for _ in range(60):
        if match.over:
            break
        seat = next(iter(match.to_act()))
        match.play(seat, match.state.draw(rng) if seat == CHANCE else match.state.sample(seat, rng))
    table = TableScene(match, look=0, view="public")
    driver = Driver(table, size=size, settings=Settings(speed=0, volume=0, text=text))
    known = {one.anchor for one in book.sections(book.text(definition))}
    linked = 0
    for count in range(1, len(match.entries) + 1, 5):
        table.lookback.go(count)
        driver.draw()
        linked += len(table._links)
        assert {target for _, target in table._links} <= known
        assert [fault for fault in driver.faults() if fault.endswith("in prompt")] == []
    assert linked


def test_what_has_to_be_done_first_leads_to_the_section_about_that() -> None:
    match = Match(load("spaghetti_monsters"), ["Ada", "Ben"], rng=random.Random(1))
    first = match.to_act()[0]
    assert match.state.why(first, "seat:1").section == "placement"
    options = {"level": 3, "face_down": True}
    hidden = Match(load("spaghetti_monsters"), ["Ada", "Ben"], options=options, rng=random.Random(1))
    assert hidden.state.why(hidden.to_act()[0], "seat:1").section == "face-down"
    patrol = Match(load("spaghetti_monsters"), ["Ada", "Ben"], position=POSITION, rng=random.Random(1))
    assert patrol.state.why(1, "seat:2").section == "play"


def test_how_a_game_ended_leads_to_its_rule_and_back() -> None:
    player = Player(finished())
    player.click("button:ask")
    player.draw()
    assert isinstance(player.top, ResultScene)
    for way in (lambda: player.click("button:why"), lambda: player.key("f1")):
        way()
        assert section(player) == "going-out"
        player.key("escape")
        assert isinstance(player.top, ResultScene)
