"""Spaghetti and Spiteful Guards at the table: the pyramid is seen, hit and played, by events alone."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pygame
import pytest

from tabletop import rules
from tabletop.engine.match import Match
from tabletop.rules import pyramid
from tabletop.rules.pyramid import INDEX, PLACES, bits
from tabletop.ui.marbles import COLOURS, marble_image
from tabletop.ui.table import Thing
from tabletop.ui.tables.pyramid import FROM_ABOVE, SLANTING, SPOTS, PyramidView
from tabletop.ui.viewport import Move, Press, Release
from tests.ui.driver import CORNERS, LONG
from tests.ui.table_player import Player, advance

GAMES = ("spaghetti", "spiteful_guards")
WAYS = ("mouse", "keyboard", "touch")
SIZES = ((960, 600), (1280, 800), (1920, 1080))
FULL = "rwbb/brwb/wbrw/wwbr rwr/wrb/rbr rw/br w"


def match(game: str, position: dict[str, object] | None = None, names: tuple[str, ...] = ("Ada", "Ben")) -> Match:
    """Begin a match of two people."""
    return Match(rules.load(game), names, rng=random.Random(1), position=position)


def view(player: Player) -> PyramidView:
    found = player.table.view
    assert isinstance(found, PyramidView)
    return found


def both_views(player: Player) -> Iterator[PyramidView]:
    """Look from the side, then from above."""
    for above in (False, True):
        if view(player).above != above:
            player.key("v")
        assert view(player).above == above
        yield view(player)


def hints(player: Player) -> dict[str, str]:
    return {widget.address: widget.hint for widget in player.table.form.widgets if isinstance(widget, Thing)}


# -- played by events alone --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_events_alone(game: str, how: str, rng: random.Random) -> None:
    player = Player(match(game), how)
    player.play(rng)
    assert player.match.over
    assert player.played() == player.meant
    record = player.match.record()
    again = Match.resume(record, player.match.definition)
    assert again.result() == player.match.result()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_from_above(game: str, rng: random.Random) -> None:
    player = Player(match(game), size=(960, 600))
    player.key("v")
    player.play(rng)
    assert player.match.over and player.played() == player.meant


@pytest.mark.parametrize("game", GAMES)
def test_tools_are_pressed_by_mouse_and_touch(game: str) -> None:
    player = Player(advance(match(game), 14))
    player.click("tool:view")
    assert view(player).above
    player.tap("tool:view")
    assert not view(player).above
    assert len(player.match.entries) >= 14


def test_arrows_walk_the_rows_of_the_board_marbles_included() -> None:
    given = {"pyramid": "..../..../ww../rrb. .../.../... ../.. .", "last": "C3", "turn": 2, "token": 1}
    player = Player(match("spaghetti", given))
    for _ in both_views(player):
        walked = []
        player.key("end")
        player.key("home")
        for _ in range(40):
            focused = player.table.form.focused
            assert focused is not None
            if focused.address.startswith("place:"):
                walked.append(focused.address[6:])
            player.key("right")
        assert walked[: walked.index("G1") + 1] == [
            "A7", "C7", "E7", "G7", "A5", "C5", "E5", "G5", "A3", "C3", "E3", "G3", "B2", "A1", "C1", "E1", "G1",
        ]  # fmt: skip


# -- hitting -----------------------------------------------------------------------------------------------------------


def frontmost(found: PyramidView, pos: tuple[float, float], places: list[int]) -> int | None:
    """Work out afresh which whole disc under a point is nearest to the eye."""
    camera = found.rest
    under = []
    for place in places:
        x, y, near = found.see(SPOTS[place])
        if (pos[0] - x) ** 2 + (pos[1] - y) ** 2 <= (camera.unit / 2) ** 2:
            under.append((near, place))
    return max(under)[1] if under else None


@pytest.mark.parametrize("size", SIZES[:2])
def test_every_point_of_a_full_pyramid_hits_the_frontmost_marble(size: tuple[int, int]) -> None:
    player = Player(match("spiteful_guards", {"phase": "play", "pyramid": FULL, "turn": 1}), size=size)
    for found in both_views(player):
        hit = set()
        for x in range(found.board.left, found.board.right, 11):
            for y in range(found.board.top, found.board.bottom, 11):
                place = found.place_at((x, y))
                assert place == frontmost(found, (x, y), list(range(30)))
                if place is not None:
                    hit.add(place)
        if found.above:  # in a full pyramid 25 of 30 can be seen: rules page, "The board both share"
            assert len(hit) == 25


def test_every_place_is_hit_at_its_middle_in_both_views() -> None:
    # Level after level is complete, so the next one's places, and the marbles that nothing covers, lie open.
    levels = ("..../..../..../.... .../.../... ../.. .", "wwww/wwww/wwww/wwww .../.../... ../.. .",
              "wwww/wwww/wwww/wwww rrr/rrr/rrr ../.. .", "wwww/wwww/wwww/wwww rrr/rrr/rrr ww/ww .")  # fmt: skip
    for level, text in enumerate(levels):
        last = {0: None, 1: "A1", 2: "B2", 3: "C3+"}[level]
        given = {"pyramid": text, "last": last, "turn": 2, "token": 1} if level else None
        player = Player(match("spaghetti", given if level < 3 else None))
        found = view(player)
        for found in both_views(player):
            if level == 3:
                found.show({"pyramid": text, "last": last, "turn": 2, "token": 1}, {})
            for place in bits(pyramid.LEVELS[level]):
                x, y, _ = found.see(SPOTS[place])
                assert found.place_at((x, y)) == place
                assert found.at((x, y), None) == f"place:{PLACES[place]}"


def test_whatever_may_be_clicked_can_be_seen_and_hit_in_both_views(rng: random.Random) -> None:
    for game in GAMES:
        player = Player(match(game), size=(960, 600))
        while not player.match.over:
            due = player.match.to_act()[0]
            if len(player.match.entries) % 3:
                player.match.play(due, player.match.state.sample(due, rng))
                continue
            player.table.show_state()
            player.table.prepare()
            marked = [address for address in player.can() if address.startswith("place:")]
            for above in (False, True):
                found = view(player)
                if found.above != above:
                    found.above = above
                    player.table.show_state()
                    player.table.rebuild()
                spots = found.spots()
                for address in marked:
                    assert address in spots, f"{address} cannot be seen"
                    assert found.at(spots[address].center, None) == address
                    assert min(spots[address].size) >= 4
            player.match.play(due, player.match.state.sample(due, rng))


def test_a_press_on_the_covered_part_of_a_marble_takes_what_covers_it() -> None:
    player = Player(match("spiteful_guards", {"phase": "play", "pyramid": FULL, "turn": 1}))
    player.key("v")
    x, y, _ = view(player).see(SPOTS[INDEX["D4+"]])
    player.stack.handle(Press((x, y)))
    player.stack.handle(Release((x, y)))
    player.draw()
    assert "D4+ is on the top floor" in player.words()


# -- words -------------------------------------------------------------------------------------------------------------


def test_spaghetti_says_why_a_place_is_open() -> None:
    # White's marble on C3 has completed the platform of B2; beside it E3, C5 and E5 are empty on the ground.
    given = {"pyramid": "..../..../ww../rr.. .../.../... ../.. .", "last": "C3", "turn": 2, "token": 1}
    player = Player(match("spaghetti", given))
    assert player.can() == {f"place:{place}" for place in ("A5", "C5", "E5", "E3", "E1", "B2")}
    found = hints(player)
    assert found["place:E3"].splitlines()[0] == "E3: beside C3"
    assert found["place:B2"].splitlines()[0] == "B2: on the platform that C3 completed"
    assert "not next to C3" in found["place:G7"]
    assert "occupied" in found["place:A1"]
    assert "5 places are beside C3." in player.words() and "One is on a platform it completed." in player.words()
    player.table.click("place:G7")
    player.draw()
    assert "G7 is not next to C3" in player.words()


def test_guards_say_which_colour_and_why_not_another() -> None:
    # The peak alone is the top floor, and it is white. Of the white marbles below, A1 carries B2 alone and E5+ the
    # peak alone; every other one carries more.
    player = Player(match("spiteful_guards", {"phase": "play", "pyramid": FULL, "turn": 1}))
    assert "the top floor has 1 white, 0 black and no guards: take a white civilian" in player.words()
    assert player.can() == {"place:A1", "place:E5+"}
    found = hints(player)
    assert found["place:A1"].splitlines()[0] == "A1: a white civilian"
    assert "white must be taken" in found["place:A7"]  # a guard
    assert "white must be taken" in found["place:C3"]  # a black civilian
    assert "C1 carries 2 others" in found["place:C1"]
    assert "D4+ is on the top floor" in found["place:D4+"]
    player.table.click("place:C1")
    player.draw()
    assert "C1 carries 2 others" in player.words() and not player.match.entries


def test_a_reason_is_shown_on_hover_on_focus_and_on_a_long_press() -> None:
    player = Player(match("spiteful_guards", {"phase": "play", "pyramid": FULL, "turn": 1}))
    spot, reason = view(player).spots()["place:A7"], "A7 does not hold white"

    def wait() -> str:
        for _ in range(14):
            player.draw()
        return player.words()

    assert reason not in wait()
    player.stack.handle(Move(spot.center, False))
    assert reason in wait()
    player.stack.handle(Move((5, 300), False))
    assert reason not in wait()
    for _ in range(60):
        player.key("right")
        focused = player.table.form.focused
        if focused is not None and focused.address == "place:A7":
            break
    assert reason in wait()
    player.key("right")
    assert reason not in wait()
    player.stack.handle(Press(spot.center, touch=True))
    assert reason in wait()
    player.stack.handle(Release(spot.center, touch=True))
    assert not player.match.entries


# -- Spiteful Guards ---------------------------------------------------------------------------------------------------


def test_forced_fills_fall_one_after_another() -> None:
    player = Player(match("spiteful_guards"))
    for place in ("A1", "G7", "A3", "G5", "A5"):
        player.click(f"place:{place}")
    player.context.settings.speed = player.context.stage.speed = 1.0
    # Three holes are left on either side of the ground; then come the three border guards of the first floor.
    player.table.click("place:G3")
    fallen, shown = [], set(dict(player.context.stage.items()))
    for _ in range(400):
        player.draw()
        new = set(dict(player.context.stage.items())) - shown
        shown |= new
        fallen += [sorted(new)] if new else []
        if not player.context.stage.busy:
            break
    player.draw()
    assert all(len(step) == 1 for step in fallen)
    assert len(fallen) == 1 + 6 + 3
    assert view(player).filled.bit_count() == 19


def test_a_hand_is_chosen_with_its_marble_unseen(rng: random.Random) -> None:
    player = Player(advance(match("spiteful_guards"), 10))
    player.uncover()
    assert player.match.state.position(None)["phase"] == "hands"
    assert player.can() == {"hand:left", "hand:right"}
    assert {"Left", "Right"} <= set(player.words().split(" | "))
    assert not [identity for identity in view(player).colours if view(player).objects[str(identity)].startswith("hand")]
    player.click("hand:left")
    assert player.played()[-1] == "2> hand left"


def test_marbles_roll_down_one_after_another() -> None:
    # White takes A1, which carries B2 alone; that drops into A1.
    pyramid_text = "r.../..../ww../ww.r .../.../w.. ../.. ."
    given = {"phase": "play", "pyramid": pyramid_text, "turn": 1}
    player = Player(match("spiteful_guards", given))
    player.context.settings.speed = player.context.stage.speed = 1.0
    names = {address: identity for identity, address in view(player).objects.items()}
    assert "place:A1" in player.can()
    player.table.click("place:A1")
    goal = view(player).see(SPOTS[INDEX["A1"]])[:2]
    order = []
    for _ in range(200):
        player.draw()
        taken, dropped = (player.context.stage.at(names[f"place:{place}"]) for place in ("A1", "B2"))
        assert taken is not None and dropped is not None
        order.append(((taken.x, taken.y) != goal, (dropped.x, dropped.y) == goal))
        if not player.context.stage.busy:
            break
    assert order[-1] == (True, True)
    assert (True, False) in order


def test_the_tunnel_counts_what_is_saved() -> None:
    # 3 white, 2 black and 4 red are off the pyramid: two pairs of guards leave one white civilian and no black one.
    player = Player(match("spiteful_guards", {"phase": "play", "pyramid": FULL, "turn": 1}))
    found = view(player)
    found.position = {**found.position, "tunnel": {"white": 3, "black": 2, "red": 4}}
    assert [badge.words for seat in (1, 2) for badge in found.seat(seat).badges] == ["saves 1", "saves 0"]
    assert "2 pairs of guards" in found.help()


def test_the_analysis_writes_what_each_takeable_marble_is_worth() -> None:
    # The rules page's position is a draw with best play, so some marble of the player to move is worth 0, none more.
    player = Player(match("spiteful_guards", {"phase": "play", "pyramid": FULL, "turn": 1}))
    player.key("a")
    player.table.view._analysis.wait()  # type: ignore[attr-defined]
    player.draw()
    written = [one.text for one in player.context.text.record if one.container.startswith("value:")]
    assert len(written) == len(player.can())
    worth = [int(text.replace("\u2212", "-")) for text in written]
    assert max(worth) == 0
    assert not player.stack.wants_frame()
    player.key("a")
    assert not [one for one in player.context.text.record if one.container.startswith("value:")]


# -- Spaghetti ---------------------------------------------------------------------------------------------------------


def test_strands_are_drawn_with_their_lengths() -> None:
    # White has a row of four on rank 1, red two on rank 3.
    given = {"pyramid": "..../..../rr../wwww .../.../... ../.. .", "last": "C3", "turn": 1, "token": 2}
    player = Player(match("spaghetti", given))
    assert "strand 4" in player.words() and "strand 2" in player.words()
    assert not [one for one in player.context.text.record if one.container.startswith("strand:")]
    player.key("d")
    written = {one.container: one.text for one in player.context.text.record if one.container.startswith("strand:")}
    assert written == {"strand:1": "4", "strand:2": "2"}


def test_at_the_end_one_strand_is_traced_after_the_other(rng: random.Random) -> None:
    player = Player(advance(match("spaghetti"), 28, seed=4))
    player.context.settings.speed = player.context.stage.speed = 1.0
    while not player.match.over:
        due = player.match.to_act()[0]
        player.table._play(due, player.match.state.sample(due, rng))
    seen = []
    for _ in range(400):
        player.draw()
        if not player.context.stage.busy:
            break
        one, other = (player.context.stage.at(f"trace:{seat}") for seat in (1, 2))
        assert one is not None and other is not None
        seen.append((one.x, other.x))
    traced = [both for both in seen if both != (30, 30)]
    assert any(0 < one < 30 and other == 0 for one, other in traced)
    assert any(one == 30 and 0 < other < 30 for one, other in traced)
    assert not any(0 < one < 30 and other > 0 for one, other in traced)


def test_a_chosen_place_is_shown_while_it_waits_to_be_confirmed() -> None:
    player = Player(advance(match("spaghetti"), 9))
    player.context.settings.confirm = True
    address = sorted(player.can())[0]
    spot = view(player).spots()[address].center
    player.click(address)
    assert len(player.match.entries) == 9 and player.table._marks().taken == (address,)
    waiting = player.context.surface.get_at(spot)
    player.click("button:confirm")
    assert len(player.match.entries) == 10
    assert player.context.surface.get_at(spot) != waiting


# -- what it looks like ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "text"), CORNERS)
@pytest.mark.parametrize(("game", "moves"), [("spaghetti", 0), ("spaghetti", 17), ("spaghetti", 28),
                                             ("spiteful_guards", 4), ("spiteful_guards", 10),
                                             ("spiteful_guards", 20)])  # fmt: skip
def test_nothing_is_cut_or_covered(size: tuple[int, int], text: int, game: str, moves: int) -> None:
    player = Player(advance(match(game, names=LONG[:2]), moves), size=size, text=text)
    player.uncover()
    for key in ("d", "a"):
        player.key(key)
    for found in both_views(player):
        if hasattr(found, "_analysis"):
            found._analysis.wait()
            player.draw()
        assert player.faults() == []
        assert player.outside() == []
        for address, rect in player.table.addresses().items():
            assert player.context.viewport.rect.contains(rect), address


def test_the_board_and_the_full_pyramid_stay_in_their_rectangle() -> None:
    for size in SIZES:
        player = Player(match("spiteful_guards", {"phase": "play", "pyramid": FULL, "turn": 1}), size=size)
        for found in both_views(player):
            left, top, right, bottom = found.rest.box()
            assert right - left <= found.board.width and bottom - top <= found.board.height
            for place in range(30):
                x, y, _ = found.see(SPOTS[place])
                half = found.rest.unit / 2
                assert found.board.contains(pygame.Rect(x - half, y - half, 2 * half, 2 * half))


def test_a_table_at_rest_draws_nothing() -> None:
    for game in GAMES:
        player = Player(advance(match(game), 15))
        player.uncover()
        for found in both_views(player):
            assert not player.stack.wants_frame()
            for _ in range(40):
                player.now += 0.05
                player.stack.tick(player.now)
                assert not player.stack.wants_frame()
            assert not found.turning


def test_turning_takes_a_moment_and_a_click_ends_it() -> None:
    player = Player(advance(match("spaghetti"), 12))
    player.context.settings.speed = player.context.stage.speed = 1.0
    player.key("v")
    found = view(player)
    player.draw()
    player.draw()
    assert found.turning and FROM_ABOVE.pitch > found.camera.pitch > SLANTING.pitch
    entries = len(player.match.entries)
    player.stack.handle(Press(found.board.center))
    player.stack.handle(Release(found.board.center))
    player.draw()
    assert not found.turning and len(player.match.entries) == entries
    assert dict(player.context.stage.items()) == found.placements()


def test_every_step_leads_to_the_position(rng: random.Random) -> None:
    for game in GAMES:
        player = Player(match(game))
        player.context.settings.speed = player.context.stage.speed = 1000.0
        while not player.match.over:
            seat = player.match.to_act()[0]
            player.table._play(seat, player.match.state.sample(seat, rng))
            player.table.holding = False
            for _ in range(60):
                player.now += 0.1
                player.context.stage.advance(player.now)
            found = view(player)
            shown = {str(i) for i in dict(player.context.stage.items()) if str(i).startswith("marble:")}
            assert shown == {i for i in player.match.state.objects(None) if i.startswith("marble:")}
            player.stack.tick(player.now)
            assert dict(player.context.stage.items()) == found.placements()


def test_colours_differ_in_their_marks_in_greyscale() -> None:
    player = Player(match("spaghetti"))
    art = player.context.art
    pictures = []
    for colour in COLOURS:
        grey = pygame.transform.grayscale(marble_image(art, 40, colour))
        middle = grey.subsurface((24, 26, 34, 34))
        # What stands out from the middle's own tone, whatever that is.
        values = [[middle.get_at((x, y)).r for x in range(34)] for y in range(34)]
        mean = sum(map(sum, values)) / 34**2
        pictures.append([abs(value - mean) > 18 for row in values for value in row])
    for n, one in enumerate(pictures):
        for other in pictures[:n]:
            assert sum(a != b for a, b in zip(one, other, strict=True)) > 120


def test_what_lies_on_a_hovered_marble_fades() -> None:
    # B2 lies on A1, C1, A3 and C3. Hovering A1 shows it whole: B2's red is gone from over the white marble on C3.
    given = {"pyramid": "..../..../ww../ww.. .../.../r.. ../.. .", "last": "B2", "turn": 1, "token": 2}
    player = Player(match("spaghetti", given))
    player.key("v")
    found = view(player)
    x, y, _ = found.see(SPOTS[INDEX["B2"]])
    spot = round(x + found.radius * 0.45), round(y - found.radius * 0.45)
    before = player.context.surface.get_at(spot)
    player.stack.handle(Move(found.spots()["place:A1"].center, False))
    player.draw()
    after = player.context.surface.get_at(spot)
    player.stack.handle(Move((5, 300), False))
    player.draw()
    assert player.context.surface.get_at(spot) == before
    player.stack.handle(Press(found.spots()["place:A1"].center, touch=True))  # a finger that stays does the same
    for _ in range(14):
        player.draw()
    assert player.context.surface.get_at(spot) == after
    assert before.r - before.g > 90 and after.r - after.g < 70
