"""Discs on a board, asked against plain distances, and slides against a second one written from the rules' words."""

from __future__ import annotations

import math
import pickle
import random

import pytest

from tabletop.rules.plane import Place, Plane, groups, members
from tests.rules.packings import beside, fits, kept, square, thrown

PLANE = Plane(24, 400)
Positions = dict[int, tuple[float, float]]


def empty(**discs: Place) -> list[Place | None]:
    """Return a board of 24 with these discs: `d0=(4000, 4000)`."""
    board: list[Place | None] = [None] * 24
    for name, place in discs.items():
        board[int(name[1:])] = place
    return board


# -- touching and overlapping ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("distance", "touches", "overlaps"),
    [(794, True, True), (795, True, False), (800, True, False), (820, True, False), (821, False, False)],
)
def test_components_and_geometry_touching_ends_at_820_and_overlapping_at_795(
    distance: int, touches: bool, overlaps: bool
) -> None:
    board = empty(d3=(4000, 4000))
    for place in ((4000 + distance, 4000), (4000, 4000 - distance)):
        assert bool(PLANE.touching(board, place)) == touches == PLANE.touch((4000, 4000), place)
        assert bool(PLANE.overlapping(board, place)) == overlaps == PLANE.overlap((4000, 4000), place)


def test_components_and_geometry_distances_are_judged_in_whole_thousandths_off_the_axes_too() -> None:
    # 492 and 656 are 3 and 4 fifths of 820; one thousandth more is apart. 477 and 636 are those of 795.
    board = empty(d0=(4000, 4000))
    assert PLANE.touching(board, (4492, 4656)) == 1
    assert PLANE.touching(board, (4493, 4656)) == 0
    assert PLANE.overlapping(board, (4477, 4636)) == 0
    assert PLANE.overlapping(board, (4476, 4636)) == 1


def test_components_and_geometry_a_disc_lies_wholly_on_the_board_and_touches_an_edge_within_20() -> None:
    assert PLANE.inside((400, 7600)) and not PLANE.inside((399, 4000)) and not PLANE.inside((4000, 7601))
    assert PLANE.at_far_edge((4000, 7580), True) and not PLANE.at_far_edge((4000, 7579), True)
    assert PLANE.at_far_edge((4000, 420), False) and not PLANE.at_far_edge((4000, 421), False)


def check_touching(rng: random.Random, plane: Plane) -> None:
    board = thrown(rng)
    here = [(disc, place) for disc, place in enumerate(board) if place is not None]
    links = plane.links(board)
    for one, place in here:
        touched = {two for two, other in here if two != one and square(place, other) <= 820 * 820}
        assert set(members(links[one])) == touched
    for _ in range(10):
        place = beside(rng.choice(here)[1], rng, rng.choice((790, 794, 795, 796, 800, 819, 820, 821)))
        over = {two for two, other in here if square(place, other) < 795 * 795}
        assert set(members(plane.overlapping(board, place))) == over
        touched = {two for two, other in here if square(place, other) <= 820 * 820}
        assert set(members(plane.touching(board, place))) == touched


def test_touching_equals_plain_distance(rng: random.Random) -> None:
    plane = Plane(24, 400)
    for _ in range(150):
        check_touching(rng, plane)


@pytest.mark.long
def test_touching_equals_plain_distance_on_10_000_boards(rng: random.Random) -> None:
    plane = Plane(24, 400)
    for _ in range(10_000):
        check_touching(rng, plane)


def test_a_plane_goes_to_another_process_without_its_cache() -> None:
    board = empty(d0=(4000, 4000), d1=(4800, 4000))
    plane = Plane(24, 400)
    assert plane.links(board)[0] == 0b10
    assert pickle.loads(pickle.dumps(plane)).links(board)[:2] == [0b10, 0b01]


def test_groups_are_a_partition(rng: random.Random) -> None:
    for _ in range(100):
        board = thrown(rng)
        links = PLANE.links(board)
        among = sum(1 << disc for disc, place in enumerate(board) if place is not None)
        found = groups(links, among)
        assert sum(found) == among and all(not one & two for one in found for two in found if one != two)
        for group in found:
            assert all(not links[disc] & among & ~group for disc in members(group))
            assert len(groups(links, group)) == 1


# -- places to put a disc ----------------------------------------------------------------------------------------------


def test_notation_sampled_points_touch_two_discs_or_an_edge_or_lie_straight_ahead() -> None:
    places = {spot.place: spot for spot in PLANE.spots(empty(d0=(4000, 4000), d1=(4960, 4000)), 0b11, 0, True)}
    # Two discs 960 apart are both touched 640 above and below their middle (480, 640, 800).
    assert set(places) == {(4000, 4800), (4960, 4800), (4480, 4640), (4480, 3360)}
    assert places[4480, 4640].touched == 0b11
    corner = {spot.place for spot in PLANE.spots(empty(d0=(880, 4000)), 1, 0, False)}
    # 480 from the left edge's line: 640 up and down along it; ahead is down.
    assert corner == {(880, 3200), (400, 4640), (400, 3360)}


def test_notation_sampled_points_are_free_but_for_one_lifted_disc(rng: random.Random) -> None:
    for _ in range(60):
        board = thrown(rng)
        own = sum(1 << disc for disc in range(12) if board[disc] is not None)
        here = {disc: place for disc, place in enumerate(board) if place is not None}
        for place, touched, blocking in PLANE.spots(board, own, own, rng.random() < 0.5):
            others = [other for disc, other in here.items() if not blocking >> disc & 1]
            assert fits(place, others)
            assert blocking & ~own == 0 and blocking.bit_count() <= 1
            assert all(square(place, here[disc]) < 795 * 795 for disc in members(blocking))
            near = {disc for disc, other in here.items() if square(place, other) <= 820 * 820}
            assert set(members(touched | blocking)) == near and touched & own | blocking


# -- slides ------------------------------------------------------------------------------------------------------------


def plain_slide(board: list[Place | None], disc: int, way: int, steps: int = 80) -> list[Place | None]:
    """Slide a disc, pushing, as the rules' words say it, looking at every pair each time."""
    at: Positions = {one: (place[0] / 1000, place[1] / 1000) for one, place in enumerate(board) if place is not None}
    moved = {disc}
    for _ in range(steps):
        tried, tried_moved = dict(at), set(moved)
        x, y = tried[disc]
        y += 0.01 * way
        shortened = y > 7.6 or y < 0.4
        tried[disc] = (x, min(7.6, max(0.4, y)))
        for _ in range(200):
            pair = deepest_overlap(tried, tried_moved)
            if pair is None:
                break
            tried_moved.add(push_apart(tried, pair, disc, way))
        if deepest_overlap(tried, tried_moved) is not None:
            break
        at, moved = tried, tried_moved
        if shortened:
            break
    rounded: list[Place | None] = [None] * len(board)
    for one, (x, y) in at.items():
        rounded[one] = (round(round(x, 3) * 1000), round(round(y, 3) * 1000))
    return rounded


def apart(one: tuple[float, float], two: tuple[float, float]) -> float:
    dx, dy = one[0] - two[0], one[1] - two[1]
    return math.sqrt(dx * dx + dy * dy)


def deepest_overlap(at: Positions, moved: set[int]) -> tuple[int, int] | None:
    pairs = [(one, two) for one in sorted(at) for two in sorted(at) if one < two and (one in moved or two in moved)]
    depths = {pair: 0.8 - apart(at[pair[0]], at[pair[1]]) for pair in pairs}
    over = [pair for pair in pairs if depths[pair] > 0.001 + 1e-9]
    if not over:
        return None
    most = max(depths[pair] for pair in over)
    return min(pair for pair in over if depths[pair] >= most - 1e-9)


def push_apart(at: Positions, pair: tuple[int, int], slid: int, way: int) -> int:
    one, two = pair
    if slid in pair:
        goes = two if one == slid else one
    else:
        ahead = way * (at[one][1] - at[two][1])
        goes = one if ahead > 1e-9 else two
    stays = one if goes == two else two
    distance = apart(at[one], at[two])
    x = at[stays][0] + (at[goes][0] - at[stays][0]) / distance * 0.8
    y = at[stays][1] + (at[goes][1] - at[stays][1]) / distance * 0.8
    at[goes] = (min(7.6, max(0.4, x)), min(7.6, max(0.4, y)))
    return goes


def plain_stop(board: list[Place | None], disc: int, way: int) -> list[Place | None]:
    others = [(x / 1000, y / 1000) for one, (x, y) in places(board) if one != disc]
    start = board[disc]
    assert start is not None
    x, y = start[0] / 1000, start[1] / 1000
    for _ in range(80):
        to = (x, y + 0.01 * way)
        if not 0.4 - 1e-9 <= to[1] <= 7.6 + 1e-9 or any(0.8 - apart(to, other) > 0.001 + 1e-9 for other in others):
            break
        y = to[1]
    after = list(board)
    after[disc] = (start[0], round(round(y, 3) * 1000))
    return after


def places(board: list[Place | None]) -> list[tuple[int, Place]]:
    return [(disc, place) for disc, place in enumerate(board) if place is not None]


def check_slides(board: list[Place | None], discs: list[int]) -> None:
    for disc in discs:
        for upwards in (True, False):
            way = 1 if upwards else -1
            pushed = PLANE.slide(board, disc, upwards)
            assert pushed == plain_slide(board, disc, way)
            assert PLANE.slide(board, disc, upwards, push=False) == plain_stop(board, disc, way)
            for one, place in places(pushed):
                assert fits(place, [other for two, other in places(pushed) if two != one])


def test_face_cards_slides_are_what_the_words_say_on_random_boards(rng: random.Random) -> None:
    for _ in range(12):
        board = thrown(rng)
        check_slides(board, rng.sample([disc for disc, _ in places(board)], 3))


def test_face_cards_slides_are_what_the_words_say_in_packings(rng: random.Random) -> None:
    for packing in rng.sample(kept(), 3):
        check_slides(list(packing), [rng.randrange(24)])


@pytest.mark.long
def test_face_cards_slides_are_what_the_words_say_in_every_kept_packing(rng: random.Random) -> None:
    for packing in kept():
        check_slides(list(packing), [rng.randrange(24)])
    for _ in range(100):
        board = thrown(rng)
        check_slides(board, rng.sample([disc for disc, _ in places(board)], 4))


def test_face_cards_a_slide_goes_one_disc_width() -> None:
    board = empty(d0=(4000, 3000), d1=(1000, 1000))
    assert PLANE.slide(board, 0, True) == empty(d0=(4000, 3800), d1=(1000, 1000))
    assert PLANE.slide(board, 0, False) == empty(d0=(4000, 2200), d1=(1000, 1000))
    assert Plane(24, 350).slide(board, 0, True)[0] == (4000, 3700)
    assert PLANE.slide(board, 0, True, widths=2)[0] == (4000, 4600)


def test_face_cards_a_pushed_disc_pushes_on_and_discs_not_pushed_stay() -> None:
    # Gaps of 0.2 and 0.1: 0.8 of a slide pushes the second by 0.6 and the third by 0.5. The fourth is out of the way.
    board = empty(d0=(4000, 1000), d1=(4000, 2000), d2=(4000, 2900), d3=(4805, 2000))
    assert PLANE.slide(board, 0, True) == empty(d0=(4000, 1800), d1=(4000, 2600), d2=(4000, 3400), d3=(4805, 2000))


def test_face_cards_a_slide_ends_at_the_edge() -> None:
    board = empty(d0=(4000, 7300), d1=(4000, 6500))
    assert PLANE.slide(board, 0, True) == empty(d0=(4000, 7600), d1=(4000, 6500))
    # In whole steps without pushing: 7.300 to 7.6 is 30 of them, from 7.305 the 30th would leave the board.
    assert PLANE.slide(board, 0, True, push=False)[0] == (4000, 7600)
    assert PLANE.slide(empty(d0=(4000, 7305)), 0, True, push=False)[0] == (4000, 7595)


def test_face_cards_a_row_pinned_to_the_edge_ends_the_slide_before_the_step() -> None:
    # Straight behind one another with nowhere to go aside: the gap of 0.1 is all that the slide has.
    board = empty(d0=(4000, 5900), d1=(4000, 6800), d2=(4000, 7600))
    assert PLANE.slide(board, 0, True) == empty(d0=(4000, 6000), d1=(4000, 6800), d2=(4000, 7600))


def test_face_cards_a_slide_that_stops_goes_until_it_would_overlap() -> None:
    board = empty(d0=(4000, 3000), d1=(4000, 4000))
    assert PLANE.slide(board, 0, True, push=False)[0] == (4000, 3200)
    # Within 0.001 is no overlap yet: from a gap of 0.199 the 20th step may still be gone.
    board = empty(d0=(4000, 3001), d1=(4000, 4000))
    assert PLANE.slide(board, 0, True, push=False)[0] == (4000, 3201)


def test_face_cards_a_packed_group_against_the_edge_neither_overlaps_nor_leaves_the_board() -> None:
    rows = [[(400 + 800 * k, 7600) for k in range(10)], [(800 + 800 * k, 7600 - 693) for k in range(9)]]
    board: list[Place | None] = [*rows[0], *rows[1], (4400, 6214), (3600, 6214), (5200, 6214), None, None]
    after = PLANE.slide(board, 19, True)
    assert after == plain_slide(board, 19, 1)
    slid = after[19]
    assert slid is not None and slid[0] == 4400 and slid[1] >= 6214
    for disc, place in places(after):
        assert fits(place, [other for two, other in places(after) if two != disc])
    assert all(place[1] == 7600 for _, place in places(after)[:10]), "the full row at the edge has nowhere to go"


def test_face_cards_of_equal_depths_the_first_by_disc_order_is_cleared_first() -> None:
    # Two discs lie ahead, mirror images: the slid disc meets both at once, and both are pushed out alike.
    board = empty(d0=(4000, 3000), d5=(3600, 3700), d6=(4400, 3700))
    after = PLANE.slide(board, 0, True)
    assert after == plain_slide(board, 0, 1)
    left, right = after[5], after[6]
    assert left is not None and right is not None and left[0] < 3600 and right[0] > 4400
