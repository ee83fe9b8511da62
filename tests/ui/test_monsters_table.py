"""Battle of the Spaghetti Monsters played at the table, by events alone."""

from __future__ import annotations

import random
from itertools import combinations

import pygame
import pytest

from tabletop.engine.match import Match
from tabletop.engine.picker import Picker
from tabletop.ui.curtain import CurtainScene
from tabletop.ui.table import TableScene
from tabletop.ui.viewport import Wheel
from tests.ui.driver import CORNERS, LONG
from tests.ui.table_player import Player, advance, monsters

WAYS = ("mouse", "keyboard", "touch")


GAMES = {
    "two": (2, {"level": 1}),
    "five": (5, {"level": 3, "interrupt": True}),
    "secrets": (2, {"level": 3, "face_down": True, "fair_start": True}),
    "sequential": (3, {"level": 2, "opening": "sequential", "memory": True, "memory_choice": "any"}),
}


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_events_alone(how: str, game: str, rng: random.Random) -> None:
    seats, options = GAMES[game]
    player = Player(monsters(seats, **options), how)
    player.play(rng, most=45)
    assert player.played() == player.meant
    assert len(player.meant) > 15


@pytest.mark.long
@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("level", [1, 3])
def test_whole_games_are_played_by_events_alone(how: str, seats: int, level: int, rng: random.Random) -> None:
    match = monsters(seats, level=level)
    player = Player(match, how)
    player.play(rng, most=2000)
    assert match.over and player.played() == player.meant


def test_a_whole_level_1_game_by_mouse_ends_in_its_result(rng: random.Random) -> None:
    match = monsters(2, level=1, lives=1)
    player = Player(match, "mouse")
    player.play(rng)
    assert match.over and player.played() == player.meant
    player.draw()
    winner = match.result().winners[0]  # type: ignore[union-attr]
    assert type(player.top).__name__ == "ResultScene"
    assert f"{match.names[winner - 1]} wins!" in player.words()


def test_what_is_marked_is_what_the_picker_offers(rng: random.Random) -> None:
    player = Player(monsters(3, level=3))
    for _ in range(60):
        match = player.match
        seat = match.to_act()[0]
        assert player.can() == set(Picker(match.state, seat).addresses())
        player.play(rng, most=1)
        if match.over:
            return


def test_half_a_choice_marks_what_may_follow_and_can_be_taken_back() -> None:
    # Drifting asked by seat 1: its islander or the other's, then any other island.
    position = {
        "islands": [
            {"card": "drifting", "number": 1, "queue": [1, 2]},
            {"card": "prayer", "number": 1, "queue": [2]},
            {"card": "birth", "number": None, "queue": []},
        ]
    }
    match = monsters(2)
    match = type(match)(match.definition, ["Ada", "Ben"], position=position)
    player = Player(match)
    player.click("button:ask")
    assert player.can() == {"islander:1.1", "islander:1.2", "islander:2.1"}
    player.click("islander:1.2")
    assert player.can() == {"island:2", "island:3"}
    player.key("escape")
    assert player.can() == {"islander:1.1", "islander:1.2", "islander:2.1"}
    player.click("islander:2.1")
    player.click("button:back")
    player.click("islander:2.1")
    player.click("island:3")
    assert [str(entry.action) for entry in match.entries] == ["ask", "drift 2.1>3"]


def test_an_islander_is_dragged_to_an_island() -> None:
    from tabletop.ui.viewport import Move, Press, Release

    position = {
        "islands": [
            {"card": "drifting", "number": 1, "queue": [1, 2]},
            {"card": "prayer", "number": 1, "queue": [2]},
        ]
    }
    match = monsters(2)
    match = type(match)(match.definition, ["Ada", "Ben"], position=position)
    player = Player(match)
    player.click("button:ask")
    start, goal = player.rect("islander:1.2").center, player.table.view.rects()["island:2"].center

    def drag(release: Release) -> None:
        player.stack.handle(Press(start))
        player.stack.handle(Move((start[0] + 40, start[1]), True))
        player.draw()
        player.stack.handle(Move(release.pos, True))
        player.stack.handle(release)
        player.draw()

    drag(Release((-5, -5), cancelled=True))  # let go outside the window
    drag(Release(player.table.view.rects()["island:1"].center))  # on its own island
    assert len(match.entries) == 1 and "another island" in player.words()
    drag(Release(goal))
    assert str(match.entries[-1].action) == "drift 1.2>2"


def test_a_refused_click_says_why_and_links_to_the_rule() -> None:
    match = advance(monsters(2, level=1), 0)
    player = Player(match)
    player.click("island:1")
    player.click("island:2")
    rect = player.table.view.rects()["island:1"]
    player.table.click("island:1")
    player.draw()
    assert "already" in player.words() and "see the rules" in player.words()
    assert len(player.played()) == 2
    assert rect.width > 0
    links = player.table._links
    assert [section for _, section in links] == ["placement"]
    from tabletop.ui.viewport import Press

    player.stack.handle(Press(links[0][0].center))
    assert type(player.top).__name__ == "RulebookScene"


def test_a_double_click_and_a_held_key_play_once() -> None:
    match = monsters(2, level=1)
    player = Player(match)
    player.click("island:1")
    player.click("island:2", double=True)
    assert player.played() == ["1> place 1"]
    player.click("island:2")
    advance(match, 6, seed=3)
    player = Player(match)
    before = len(match.entries)
    player.key("d")
    assert [str(entry.action) for entry in match.entries[before:]] == ["decline"]
    player.key("d", repeat=True)
    player.key("a", repeat=True)
    assert len(match.entries) == before + 1


def test_placing_along_the_row_is_one_click_and_one_undo() -> None:
    # Two seats, five islands, four each, in turn from the first island on: 1 to 5, then 1 to 3.
    match = monsters(2, level=1)
    player = Player(match)
    player.click("button:place_row")
    assert player.played() == [
        "1> place 1", "2> place 2", "1> place 3", "2> place 4", "1> place 5", "2> place 1", "1> place 2", "2> place 3",
    ]  # fmt: skip
    player.click("table:undo")
    assert player.played() == []
    assert match.state.position()["phase"] == "placement"
    player.click("table:redo")
    assert len(player.played()) > 0


def test_the_islands_are_arranged_by_clicks_in_order() -> None:
    match = monsters(2, level=1, fair_start=True)
    player = Player(match)
    before = [island["card"] for island in match.state.position()["islands"]]
    player.click("button:arrange")
    for place in (5, 5, 5, 5, 5):  # each click takes the last one forward: the row is turned round
        player.click(f"island:{place}")
    player.click("button:arranged")
    assert [island["card"] for island in match.state.position()["islands"]] == before[::-1]
    assert str(match.entries[-1].action) == "arrange " + " ".join(before[::-1])


def test_an_interrupt_is_in_the_panel_of_the_one_who_is_out() -> None:
    position = {
        "islands": [
            {"card": "prayer", "number": 1, "queue": [1, 2]},
            {"card": "birth", "number": None, "queue": [2]},
        ],
        "out": [3],
        "interrupts": [0, 0, 1],
    }
    match = monsters(3, level=1, interrupt=True)
    match = type(match)(match.definition, ["Ada", "Ben", "Chi"], options=match.options, position=position)
    player = Player(match)
    assert "Out" in player.words()
    player.click("aside:3.interrupt")
    assert player.can() == {"island:1", "island:2"}
    player.key("escape")
    assert player.can() == {"button:ask", "button:decline"}
    player.click("aside:3.interrupt")
    player.click("island:2")
    assert str(match.entries[-1].action) == "interrupt 2" and match.entries[-1].seat == 3


DROPOUTS = {
    "islands": [
        {"card": "prayer", "number": 1, "queue": [1, 2]},
        {"card": "birth", "number": None, "queue": [2]},
        {"card": "death", "number": 1, "queue": [1]},
    ],
    "out": [3, 4, 5],
    "interrupts": [0, 0, 1, 1, 2],
}


@pytest.mark.parametrize("names", [("Ada", "Ben", "Chi", "Dee", "Eve"), LONG], ids=["short", "long"])
@pytest.mark.parametrize("text", [100, 150, 200])
def test_an_interrupt_can_be_hit_in_the_smallest_window(text: int, names: tuple[str, ...]) -> None:
    match = monsters(5, level=1, interrupt=True)
    match = type(match)(match.definition, names, options=match.options, position=DROPOUTS)
    player = Player(match, size=(960, 600), text=text)
    assert player.faults() == [] and player.outside() == []
    high = [player.rect(f"aside:{seat}.interrupt").height for seat in (3, 4, 5)]
    if names is not LONG or text == 100:  # names of 40 letters in the largest letters leave less
        assert min(high) >= 32


def test_a_stalemate_can_be_declared_by_either_when_it_may_be(rng: random.Random) -> None:
    match = monsters(2, level=1)
    player = Player(match)
    player.click("button:place_row")
    assert "button:stalemate" not in player.can()
    for _ in range(8):  # everyone declines: the first islander is asked for the second time
        player.key("d")
    seat = match.to_act()[0]
    assert "button:stalemate" in player.can()
    assert f"aside:{3 - seat}.stalemate" in player.table.addresses()
    player.click(f"aside:{3 - seat}.stalemate")
    assert match.result().reason == "stalemate"  # type: ignore[union-attr]


# -- secrets -----------------------------------------------------------------------------------------------------------


def test_a_face_down_card_is_never_drawn_for_the_other(rng: random.Random) -> None:
    match = monsters(2, level=3, face_down=True)
    player = Player(match)
    names = {card: player.table.words.card(card) for card in ("move_island", "drifting", "prayer")}
    taken: dict[int, str] = {}
    for _ in range(40):
        # The curtain shows nothing of the table.
        if isinstance(player.top, CurtainScene):
            assert not any(name in player.words() for name in names.values())
            assert match.names[match.next_human - 1] in player.words()  # type: ignore[operator]
        player.uncover()
        eyes = player.table.eyes
        held = match.state.position().get("face_down", {})
        taken |= {seat: card for seat, card in held.items() if card}
        shown = [one.text for one in player.context.text.record if one.container.startswith("hidden:")]
        allowed = {names[card] for seat, card in held.items() if card and seat == eyes}
        for words in shown:
            assert any(words.startswith(name) for name in allowed)
        log = " ".join(said for _, said in player.table.log.lines())
        for seat, card in taken.items():
            if seat != eyes:
                assert f"face-down card is {names[card]}" not in log
        hints = [widget.hint for widget in player.table.form.widgets if widget.address.startswith("hand:")]
        assert len([hint for hint in hints if "face-down card" not in hint]) <= 1
        if match.over:
            break
        player.play(rng, most=1)
    assert len(taken) == 2


def test_secrets_are_covered_when_another_window_comes_in_front() -> None:
    from tabletop.ui.viewport import Focus

    match = monsters(2, level=3, face_down=True)
    player = Player(match)
    player.click("facedown:1")
    player.uncover()
    player.click("facedown:2")
    player.uncover()
    player.stack.handle(Focus(False))
    assert isinstance(player.top, CurtainScene)


# -- what it looks like ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "text"), CORNERS)
@pytest.mark.parametrize(
    ("seats", "options", "moves"),
    [
        (5, {"level": 3, "interrupt": True, "memory": True, "revolution": True}, 60),
        (5, {"level": 1}, 4),
        (2, {"level": 3, "face_down": True}, 40),
    ],
    ids=["big", "placing", "secrets"],
)
def test_nothing_is_cut_or_covered(
    size: tuple[int, int], text: int, seats: int, options: dict[str, object], moves: int
) -> None:
    player = Player(advance(monsters(seats, names=LONG, **options), moves), size=size, text=text)
    player.uncover()
    assert player.faults() == []
    assert player.outside() == []


def test_things_do_not_hide_each_other() -> None:
    queue = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]
    cards = ["death", "drifting", "birth", "prayer", "sacrifice"]
    islands = [{"card": card, "number": None, "queue": []} for card in cards]
    for island, number in zip(islands, (1, 1, None, 1, 2), strict=True):
        island["number"] = number
    islands[0]["queue"] = queue
    islands[1]["queue"] = queue[:8]
    match = monsters(3)
    match = type(match)(match.definition, ["Ada", "Ben", "Chi"], position={"islands": islands})
    for size in ((960, 600), (1280, 800)):
        player = Player(match, size=size)
        rects = player.table.view.rects()
        for (one, a), (other, b) in combinations(rects.items(), 2):
            assert not a.colliderect(b), f"{one} and {other} at {size}"
        for address, rect in rects.items():
            assert rect.width >= 7 and rect.height >= 12, f"{address} at {size}"
            assert player.table.view.rect.contains(rect)
        assert "15" in [one.text for one in player.context.text.record]


def test_twenty_islands_find_room() -> None:
    match = monsters(2)
    cards = ["prayer"] * 20
    islands = [{"card": card, "number": 1, "queue": [1, 2] if n < 2 else []} for n, card in enumerate(cards)]
    match = type(match)(match.definition, ["Ada", "Ben"], position={"islands": islands})
    for size in ((960, 600), (1280, 800), (1920, 1080)):
        player = Player(match, size=size)
        assert player.faults() == []
        assert len(player.table.view.rects()) == 24


def test_a_table_at_rest_draws_nothing() -> None:
    player = Player(advance(monsters(2), 10))
    assert not player.stack.wants_frame()
    for _ in range(40):
        player.now += 0.05
        player.stack.tick(player.now)
        assert not player.stack.wants_frame()


def test_a_movement_is_shown_and_a_click_ends_it() -> None:
    match = advance(monsters(2), 10)
    player = Player(match)
    player.context.settings.speed = player.context.stage.speed = 1.0
    done = len(match.entries)
    player.table.click("button:ask")
    assert player.context.stage.busy and len(match.entries) == done + 1
    assert player.table.addresses().keys().isdisjoint({"button:ask", "button:decline"})
    from tabletop.ui.viewport import Press

    player.stack.handle(Press((300, 300)))
    assert not player.context.stage.busy and len(match.entries) == done + 1
    view = player.table.view
    placed = dict(player.context.stage.items())
    assert placed == view.placements()


def test_every_step_leads_to_the_position(rng: random.Random) -> None:
    match = monsters(4, level=3, memory=True)
    player = Player(match)
    player.context.settings.speed = player.context.stage.speed = 1000.0
    for _ in range(120):
        if match.over:
            break
        seat = match.to_act()[0]
        player.table._play(seat, match.state.sample(seat, rng))
        for _ in range(40):
            player.now += 0.1
            player.context.stage.advance(player.now)
        player.stack.tick(player.now)
        assert set(dict(player.context.stage.items())) == set(match.state.objects(None))


def test_the_picture_of_the_table_has_its_marks_in_gold() -> None:
    from tabletop.ui.theme import GOLD

    match = monsters(2, level=1)
    player = Player(match)
    rect = player.table.view.rects()["island:1"].inflate(8, 8)
    edge = [player.context.surface.get_at((rect.centerx, rect.top + d))[:3] for d in range(6)]
    assert GOLD in edge
    assert isinstance(player.top, TableScene) and isinstance(player.context.surface, pygame.Surface)


@pytest.mark.parametrize(("size", "text"), [((960, 600), 100), ((1280, 800), 150), ((1280, 800), 200)])
def test_larger_letters_are_read_on_the_cards_too(size: tuple[int, int], text: int) -> None:
    # The sea scrolls rather than that a card's text is small or left out.
    player = Player(advance(monsters(5, seed=5, level=3), 30), size=size, text=text)
    view, context = player.table.view, player.context
    least = max(14, round(0.75 * 16 * context.theme.unit * text / 100))
    read: dict[str, int] = {}
    for _ in range(20):
        read |= {one.text.replace("\n", " "): one.px for one in context.text.record if one.container.startswith("isle")}
        if not view.limit or view.offset == view.limit:  # type: ignore[attr-defined]
            break
        player.stack.handle(Wheel(view.rect.center, -2))
        player.draw()
    for island in player.match.state.position("public")["islands"]:
        number = island["number"]
        said = player.table.words.say("cards", f"{island['card']}.text", {"n": number, "count": number})
        found = [px for words, px in read.items() if words and words[:12] == said[:12]]
        assert found and min(found) >= least, said


def test_the_keyboard_scrolls_the_sea_to_an_island_out_of_sight() -> None:
    player = Player(advance(monsters(5, seed=5, level=3), 30), size=(960, 600))
    view = player.table.view
    player.stack.handle(Wheel(view.rect.center, 20))
    player.draw()
    last = f"island:{len(player.match.state.position('public')['islands'])}"
    middle = view.rects()[last].bottom
    assert view.limit > 0 and last not in {a for a, r in player.table.addresses().items() if r.height > 60}, middle  # type: ignore[attr-defined]
    player.table.form.set_focus(player.table.form.widget(last), True)
    player.draw()
    player.draw()
    assert view.rects()[last].height == view.card_size[1]  # type: ignore[attr-defined]


def test_the_supply_of_chips_is_shown_where_they_can_come_into_the_game() -> None:
    assert "× 5" not in Player(advance(monsters(2, level=1, memory=True), 8)).words()
    assert "× 5" in Player(advance(monsters(2, level=3), 8)).words()


def test_four_in_a_queue_stand_side_by_side() -> None:
    islands = [{"card": card, "number": 1, "queue": [1, 2, 3, 4]} for card in ("drifting", "prayer", "death")]
    match = monsters(4, level=1)
    match = type(match)(match.definition, match.names, position={"islands": islands})
    rects = Player(match).table.view.rects()
    queue = [rects[f"islander:1.{k}"] for k in range(1, 5)]
    assert len({rect.y for rect in queue}) == 1
    assert all(one.width == one.height for one in queue)  # none lies over another


def test_things_lie_where_they_lay_when_a_game_is_taken_up_again() -> None:
    # Two of ten islands sink: eight would stand in other columns, were they alone.
    position = [{"card": card, "queue": [1, 2]} for card in ("sink", "death", "birth", "prayer", "drifting")]
    position += [{"card": card, "queue": []} for card in ("curse", "bless", "move_island", "sacrifice")]
    match = Match(monsters(2, level=3).definition, ["Ada", "Ben"], options={"level": 3}, position={"islands": position})
    player = Player(match)
    for address in ("button:ask", "island:9", "button:ask", "island:8"):
        player.click(address)
    assert player.played() == ["1> ask", "1> sink 9", "2> ask", "2> sink 8"]
    again = Match.resume(match.record(), match.definition)
    assert Player(again).table.view.rects() == player.table.view.rects()
