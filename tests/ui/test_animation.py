"""Steps are shown one after the other, at the speed that was set, or skipped."""

from __future__ import annotations

import pytest

from tabletop.ui.animation import Placement, Stage, Step, ease


def stage(speed: float = 1.0) -> Stage:
    stage = Stage(speed)
    stage.place({"chip": Placement(0, 0), "isle": Placement(50, 50)})
    return stage


def test_at_rest_nothing_moves() -> None:
    table = stage()
    assert not table.busy
    assert not table.advance(1.0)
    assert table.at("chip") == Placement(0, 0)
    assert table.at("nobody") is None


def test_steps_follow_each_other_in_order() -> None:
    table, heard = stage(), []
    table.add(Step({"chip": Placement(100, 0)}, 1.0, on_start=lambda: heard.append("one")))
    table.add(Step({"chip": Placement(100, 100)}, 1.0, on_start=lambda: heard.append("two")))
    assert table.advance(10.0) and heard == ["one"]
    assert table.advance(10.5)
    assert table.at("chip").x == pytest.approx(50)  # half way, by the symmetry of the easing
    assert heard == ["one"]
    assert table.advance(11.25) and heard == ["one", "two"]
    assert table.at("chip").x == 100 and 0 < table.at("chip").y < 100
    assert table.advance(12.5)
    assert table.at("chip") == Placement(100, 100)
    assert not table.busy and not table.advance(13.0)


def test_the_second_step_begins_when_the_first_ended_not_when_it_was_looked_at() -> None:
    table = stage()
    table.add(Step({"chip": Placement(100, 0)}, 1.0))
    table.add(Step({"isle": Placement(150, 50)}, 1.0))
    table.advance(0.0)
    table.advance(1.5)  # a late frame: half of the second step is over
    assert table.at("isle").x == pytest.approx(100)


@pytest.mark.parametrize(("speed", "x"), [(0.5, 100 * ease(0.25)), (1.0, 50), (2.0, 100)])
def test_speed(speed: float, x: float) -> None:
    table = stage(speed)
    table.add(Step({"chip": Placement(100, 0)}, 1.0))
    table.advance(0.0)
    table.advance(0.5)
    assert table.at("chip").x == pytest.approx(x)


def test_speed_off_is_there_at_once_and_still_heard() -> None:
    table, heard = stage(0), []
    table.add(Step({"chip": Placement(100, 0)}, on_start=lambda: heard.append("one")))
    assert table.at("chip") == Placement(100, 0)
    assert not table.busy and heard == ["one"]


def test_finish_goes_to_the_end_without_a_sound() -> None:
    table, heard = stage(), []
    table.add(Step({"chip": Placement(100, 0)}))
    table.add(Step({"isle": None}, on_start=lambda: heard.append("gone")))
    table.advance(0.0)
    table.finish()
    assert table.at("chip") == Placement(100, 0)
    assert table.at("isle") is None
    assert not table.busy and heard == []


def test_things_come_and_go_by_fading() -> None:
    table = stage()
    table.add(Step({"isle": None, "new": Placement(7, 7)}, 1.0))
    table.advance(0.0)
    table.advance(0.5)
    assert table.at("isle").alpha == pytest.approx(0.5)
    assert table.at("new").alpha == pytest.approx(0.5) and table.at("new").x == 7
    table.advance(1.0)
    assert table.at("isle") is None and table.at("new") == Placement(7, 7)


def test_place_drops_what_was_waiting() -> None:
    table = stage()
    table.add(Step({"chip": Placement(100, 0)}))
    table.advance(0.0)
    table.place({"chip": Placement(3, 4)})
    assert not table.busy
    assert dict(table.items()) == {"chip": Placement(3, 4)}


def test_items_come_lowest_first_and_what_moves_above() -> None:
    table = Stage()
    table.place({"high": Placement(0, 0, z=2), "low": Placement(0, 0, z=1)})
    assert [identity for identity, _ in table.items()] == ["low", "high"]
    table.add(Step({"low": Placement(9, 9, z=2)}, 1.0))
    table.advance(0.0)
    table.advance(0.5)
    assert [identity for identity, _ in table.items()] == ["high", "low"]
