"""Set-up: seats, who begins, clock, rules, one's own copy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.engine.match import Match
from tabletop.rules import GAMES, load
from tabletop.ui import library
from tabletop.ui.dialog import Dialog
from tabletop.ui.library import Entry
from tabletop.ui.settings import Settings
from tabletop.ui.setup import SetupScene, Sign, composed
from tabletop.ui.sign import OWN_COLORS, sign_image
from tabletop.ui.sitting import rotated
from tabletop.ui.table import TableScene
from tabletop.ui.tableview import VIEWS
from tabletop.ui.viewport import Wheel
from tabletop.ui.wording import UiWords
from tests.ui.driver import CORNERS, LONG, Driver


def entry(name: str | Path = "spaghetti_monsters") -> Entry:
    definition = load(name)
    return Entry(definition.source, definition)


def driver_of(remembered: dict[str, Any] | None = None, **how: Any) -> Driver:
    settings = Settings(speed=0, volume=0)
    if remembered is not None:
        settings.tables["spaghetti_monsters"] = remembered
    return Driver(SetupScene(entry()), settings=settings, **how)


def scene(driver: Driver) -> SetupScene:
    assert isinstance(driver.top, SetupScene)
    return driver.top


def match(driver: Driver) -> Any:
    tables = [one for one in driver.stack.scenes if isinstance(one, TableScene)]  # a curtain may hang before it
    assert len(tables) == 1
    return tables[0].match


def test_names_seats_and_options_come_back(home: Path) -> None:
    driver = driver_of()
    driver.click("button:add_seat")
    driver.click("seat:3.name")
    for _ in range(40):
        driver.key("backspace")
    driver.type("Zoë")
    driver.key("return")
    driver.click("option:level=2")
    driver.click("button:start")
    assert match(driver).names == ["Player 1", "Player 2", "Zoë"] and match(driver).options["level"] == 2
    again = Driver(SetupScene(entry()), settings=driver.context.settings)
    again.click("button:start")
    assert match(again).names == ["Player 1", "Player 2", "Zoë"] and match(again).options["level"] == 2


def test_what_is_remembered_wrongly_does_no_harm(home: Path) -> None:
    for wrong in (
        [],
        {"seats": 3, "options": [], "begins": "x", "clock": 5, "seconds": "long"},
        {"seats": [{"name": 5}, {"name": ""}], "options": {"level": 9, "gone": True}, "begins": 77},
        {"seats": [{"name": "A", "level": ["x"]}] * 9},
    ):
        driver = driver_of(wrong)  # type: ignore[arg-type]
        driver.click("button:start")
        assert match(driver).names == ["Player 1", "Player 2"] and match(driver).options["level"] == 1


def test_seats_are_added_taken_away_and_moved(home: Path) -> None:
    driver = driver_of({"seats": [{"name": "A"}, {"name": "B"}]})
    assert "seat:1.remove" not in driver.top.addresses()  # two is the fewest
    for _ in range(3):
        driver.click("button:add_seat")
    assert "button:add_seat" not in driver.top.addresses()  # five is the most
    driver.click("seat:4.remove")
    driver.click("seat:2.up")
    assert [seat.name for seat in scene(driver).table.seats][:2] == ["B", "A"]
    assert len(scene(driver).table.seats) == 4


def test_who_begins_sits_first_and_everyone_keeps_colour_and_sign(home: Path) -> None:
    driver = driver_of({"seats": [{"name": name} for name in "ABC"], "begins": 1})
    assert [scene(driver).owner(place) for place in range(3)] == [0, 1, 2]
    driver.click("button:start")
    assert match(driver).names == ["B", "C", "A"]
    assert match(driver).looks == ("blue", "green", "red")
    assert [owner.name for owner in driver.context.art.owners[:3]] == ["blue", "green", "red"]


def test_where_the_rules_give_the_colours_the_sign_shows_who_begins(home: Path) -> None:
    driver = Driver(SetupScene(entry("spaghetti")))
    scene(driver).table.begins = 1
    assert [scene(driver).owner(place) for place in range(2)] == [1, 0]
    assert "seat:1.sign" not in driver.top.addresses()
    driver.click("button:start")
    assert match(driver).looks == ()


def test_colour_and_sign_are_chosen_kept_in_the_save_and_go_with_the_player(home: Path) -> None:
    driver = driver_of({"seats": [{"name": "Ada"}, {"name": "Ben"}]})
    driver.click("seat:1.sign")  # what another has is changed for one's own
    assert scene(driver).looks() == ["blue", "red"]
    driver.click("seat:1.sign")
    assert scene(driver).looks() == ["green", "red"]
    driver.click("button:start")
    played = match(driver)
    assert played.looks == ("green", "red")
    assert Match.resume(played.record(), played.definition).looks == ("green", "red")
    assert rotated(played, None).looks == ("red", "green")
    driver.top.leave()
    assert [owner.name for owner in driver.context.art.owners[:2]] == ["red", "blue"]  # the menu's own
    again = Driver(SetupScene(entry()), settings=driver.context.settings)
    assert scene(again).looks() == ["green", "red"]


@pytest.mark.parametrize("looks", ["red", ["red"], ["red", "red"], [1, 2], {"red": 1}, None])
def test_a_save_that_says_nonsense_about_colours_is_shown_in_the_usual_ones(looks: Any) -> None:
    record = Match(load("spaghetti_monsters"), ["Ada", "Ben"]).record()
    table = {**(record.table or {}), "looks": looks}
    assert Match.resume(replace(record, table=table), load("spaghetti_monsters")).looks == ()


def test_colours_nobody_knows_are_the_usual_ones(home: Path) -> None:
    art = driver_of().context.art
    for looks in (["mauve", "red"], ["blue", "blue"], []):
        art.seat(looks)
        assert [owner.name for owner in art.owners] == ["red", "blue", "green", "violet", "pale"]
    art.seat(["pale", "red"])
    assert [owner.name for owner in art.owners] == ["pale", "red", "blue", "green", "violet"]


def test_five_seats_have_five_colours_whatever_was_remembered(home: Path) -> None:
    seats = [
        {"name": name, "look": look} for name, look in zip("ABCDE", ["red", "red", "mauve", "", "blue"], strict=True)
    ]
    looks = scene(driver_of({"seats": seats})).looks()
    assert looks[0] == "red" and looks[4] == "blue" and len(set(looks)) == 5


def test_lots_are_drawn_among_all(home: Path) -> None:
    driver = driver_of({"seats": [{"name": name} for name in "ABC"], "begins": "lot"})
    assert {scene(driver).first() for _ in range(200)} == {0, 1, 2}


def test_the_loser_of_the_last_game_begins(home: Path) -> None:
    driver = driver_of({"seats": [{"name": "Ada"}, {"name": "Ben"}], "begins": 0})
    driver.click("button:start")
    match(driver).give_up(2, "learner")  # Ada wins
    driver.stack.top.leave()
    again = driver_of({"seats": [{"name": "Ada"}, {"name": "Ben"}], "begins": "loser"})
    assert library.last_losers(home / "saves", scene(again).definition) == ["Ben"]
    again.click("button:start")
    assert match(again).names == ["Ben", "Ada"]


def test_an_empty_name_becomes_the_players_number(home: Path) -> None:
    driver = driver_of({"seats": [{"name": "A"}, {"name": "B"}]})
    driver.click("seat:2.name")
    driver.key("backspace")
    driver.type("   ")
    driver.click("button:start")
    assert match(driver).names[1] == "Player 2"


@pytest.mark.parametrize("name", ["No", "12", "~", "null", "日本", "a: b", "'", "- x", "# y"])
def test_names_that_yaml_could_take_for_something_else(home: Path, name: str) -> None:
    driver = driver_of({"seats": [{"name": name}, {"name": name}]})
    driver.click("button:start")
    path = match(driver).autosave.path
    driver.top.leave()
    resumed, warning = library.resume(path, None, as_save=False)
    assert resumed.names == [name, name] and warning is None


def test_an_excluded_combination_says_why_and_cannot_be_started(home: Path) -> None:
    driver = driver_of({"seats": [{"name": name} for name in "ABC"]})
    scene(driver).table.options["fair_start"] = True  # for two players only
    scene(driver).rebuild()
    driver.draw()
    assert "This cannot be played" in driver.words()
    assert "button:start" not in driver.top.addresses()
    driver.key("return")
    assert isinstance(driver.top, SetupScene)
    driver.click("seat:3.remove")
    assert "This cannot be played" not in driver.words()
    driver.click("button:start")
    assert match(driver).options["fair_start"] is True


def test_standard_rules_take_every_option_back(home: Path) -> None:
    driver = driver_of({"options": {"level": 3, "lives": 9, "memory": True}})
    driver.click("button:standard")
    driver.click("button:start")
    definition = load("spaghetti_monsters")
    assert match(driver).options == definition.resolve({}, 2)


def test_clocks(home: Path) -> None:
    driver = driver_of()
    assert "clock:seconds:more" not in driver.top.addresses()
    driver.click("clock=decision")
    driver.click("clock:seconds:more")
    driver.click("button:start")
    assert (match(driver).clock.kind, match(driver).clock.seconds) == ("decision", 65)
    driver = driver_of()
    driver.click("clock=game")
    driver.click("clock:minutes:less")
    driver.click("button:start")
    assert (match(driver).clock.kind, match(driver).clock.seconds) == ("game", 14 * 60)
    driver = driver_of()
    driver.click("button:start")
    assert match(driver).clock is None


def test_the_wheel_scrolls_and_changes_nothing(home: Path) -> None:
    driver = driver_of({"clock": "decision", "seconds": 60})
    before = scene(driver).table.write()
    for address in list(driver.top.addresses()):
        if address in driver.top.addresses():
            driver.stack.handle(Wheel(driver.rect(address).center, -1))
    assert scene(driver).table.write() == before
    assert scene(driver).form.offset > 0


def test_every_option_can_be_set_by_keys_alone(home: Path) -> None:
    driver = driver_of()
    form = scene(driver).form
    seen = set()
    for _ in range(200):
        driver.key("tab")
        assert form.focused is not None
        seen.add(form.focused.address)
        if form.focused.address == "option:lives":
            driver.key("right")
        if form.focused.address == "option:memory" and not scene(driver).table.options.get("memory"):
            driver.key("space")
    definition = load("spaghetti_monsters")
    assert {f"option:{name}" for name in definition.options if name != "blanks"} <= seen
    assert scene(driver).table.options["memory"] is True and scene(driver).table.options["lives"] > 5


def test_return_starts_on_the_button_alone_and_ctrl_return_anywhere(home: Path) -> None:
    driver = driver_of()
    form = scene(driver).form
    form.set_focus(form.widget("begins"), True)
    driver.key("return")
    form.set_focus(form.widget("option:lives"), True)
    driver.key("return")
    assert isinstance(driver.top, SetupScene)
    form.set_focus(form.widget("clock"), True)
    driver.key("return", "ctrl")
    match(driver)


def test_up_and_down_walk_from_row_to_row(home: Path) -> None:
    driver = driver_of()
    form, table = scene(driver).form, scene(driver).table
    before = table.write()
    form.set_focus(form.widget("seat:1.name"), True)
    rows = []
    for _ in range(12):
        rows.append(form.focused.address if form.focused else "")
        driver.key("down")
    assert rows[:2] == ["seat:1.name", "seat:2.name"] and {"begins", "clock", "option:level"} <= set(rows)
    assert table.write() == before


def test_the_focus_goes_on_when_its_button_goes(home: Path) -> None:
    driver = driver_of()
    form = scene(driver).form
    form.set_focus(form.widget("button:add_seat"), True)
    for _ in range(3):
        driver.key("return")
    assert len(scene(driver).table.seats) == 5 and form.focused is not None


def test_a_list_of_numbers_is_typed_and_refused_with_its_reason(home: Path) -> None:
    driver = Driver(SetupScene(entry("mammonism")))
    form = scene(driver).form

    def typed(words: str) -> None:
        field = next(widget for widget in form.widgets if widget.address == "option:battle_sizes")
        form.set_focus(field)
        for _ in range(20):
            driver.key("backspace")
        driver.type(words)

    typed("1 x")
    assert "button:start" not in driver.top.addresses() and "This cannot be played" in scene(driver).notice
    typed("1, 4 6")
    driver.click("button:start")
    assert match(driver).options["battle_sizes"] == (1, 4, 6)


def test_islanders_are_left_to_the_level_until_one_is_chosen(home: Path) -> None:
    driver = driver_of()
    assert scene(driver).table.options.get("islanders") is None
    amount: Any = scene(driver).form.widget("option:islanders")
    amount.set(scene(driver).form, 3)
    assert scene(driver).table.options["islanders"] == 3
    amount.set(scene(driver).form, 0)
    assert scene(driver).table.options["islanders"] is None


def test_my_own_copy_is_written_loads_and_is_gone_on_with(home: Path) -> None:
    driver = driver_of({"seats": [{"name": "Ada"}, {"name": "Ben"}]})
    driver.click("button:own_copy")
    path = home / "games" / "my_spaghetti_monsters.yaml"
    assert path.exists() and "Your copy is" in driver.words()
    assert scene(driver).definition.reference == "my_spaghetti_monsters"
    assert [seat.name for seat in scene(driver).table.seats] == ["Ada", "Ben"]
    driver.click("button:own_copy")
    assert (home / "games" / "my_my_spaghetti_monsters.yaml").exists()


def test_a_copy_says_where_it_is_where_no_folder_can_be_shown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "show_folder", lambda folder: "No such file or directory")
    driver = driver_of()
    driver.click("button:own_copy")
    assert "my_spaghetti_monsters.yaml" in scene(driver).notice and "No such file" not in scene(driver).notice
    assert scene(driver).calm


def test_what_the_copy_offers_in_comments_is_right(home: Path) -> None:
    definition = load("spaghetti_monsters")
    path = library.own_copy(definition, UiWords(definition), home / "games")
    plain = load(path)
    assert plain.parts == definition.parts and plain.name == "My Battle of the Spaghetti Monsters"
    # Take the # away from all lines that hold YAML: those after a heading's colon, and below it.
    words, opened = path.read_text(encoding="utf-8"), []
    for line in words.splitlines():
        key = line.removeprefix("# ")
        yaml = line.startswith("#  ") or key in ("options:", "cards:") or key.startswith(("text:", "minutes:"))
        opened.append(key if yaml else line)
    path.write_text("\n".join(opened).replace("lives: {default: 5}", "lives: {default: 3}"), encoding="utf-8")
    copy = load(path)
    defaults = {name: option.default for name, option in definition.options.items()}
    assert {name: option.default for name, option in copy.options.items()} == {**defaults, "lives": 3}
    assert composed(copy) == ["storm"] and copy.parts.cards["prayer"].number == 2
    driver = Driver(SetupScene(Entry(path, copy)))
    scene(driver).form.scroll_to(10**6)
    driver.draw()
    driver.click("option:blanks=storm")
    driver.click("button:start")
    assert match(driver).options["blanks"] == ("storm",)


def test_a_copy_that_cannot_be_written_is_one_sentence(home: Path) -> None:
    (home / "games").write_text("in the way", encoding="utf-8")
    driver = driver_of()
    driver.click("button:own_copy")
    assert "The copy could not be written to" in driver.words()
    assert scene(driver).definition.reference == "spaghetti_monsters"


def test_f5_shows_errors_with_line_and_column_and_takes_the_mended_file(home: Path) -> None:
    path = home / "games" / "club.yaml"
    path.parent.mkdir()
    path.write_text("extends: spaghetti_monsters\n", encoding="utf-8")
    driver = Driver(SetupScene(entry("club")))
    path.write_text("extends: spaghetti_monsters\nislanders: many\n", encoding="utf-8")
    driver.key("f5")
    assert isinstance(driver.top, Dialog) and ":2:12:" in driver.words()
    driver.key("return")
    path.write_text("extends: spaghetti_monsters\nname: Mended\n", encoding="utf-8")
    driver.key("f5")
    assert scene(driver).definition.name == "Mended" and "Mended" in driver.words()


@pytest.mark.parametrize(("size", "text"), [((960, 600), 200), ((1280, 800), 100)])
@pytest.mark.parametrize("game", sorted(set(VIEWS) & set(GAMES)))
def test_every_game_can_be_set_up(home: Path, game: str, size: tuple[int, int], text: int) -> None:
    driver = Driver(SetupScene(entry(game)), size=size, settings=Settings(text=text, speed=0, volume=0))
    assert {f"option:{name}" for name in scene(driver).definition.options} <= {
        widget.address.split("=")[0].removesuffix(".name") for widget in scene(driver).form.widgets
    }
    read_through(driver)
    driver.click("button:start")
    assert match(driver).entries == [] or match(driver).entries[0].seat == 0


def read_through(driver: Driver) -> None:
    """Find nothing cut wherever the page is scrolled."""
    form = scene(driver).form
    assert form.area is not None
    while True:
        driver.draw()
        assert driver.faults() == [] and driver.outside() == []
        before = form.offset
        form.scroll_to(before + form.area.height)
        if form.offset == before:
            break


@pytest.mark.parametrize(("size", "text"), CORNERS)
def test_nothing_is_cut_wherever_it_is_scrolled(home: Path, size: tuple[int, int], text: int) -> None:
    seats = [{"name": name} for name in LONG]
    driver = driver_of({"seats": seats, "options": {"fair_start": True}, "clock": "decision"}, size=size)
    driver.context.settings.text = text
    driver.stack.layout()
    read_through(driver)


@pytest.mark.parametrize("game", ["spaghetti", "spiteful_guards", "super_amoeba_battle", "spaghetti_monsters"])
def test_a_seat_looks_the_same_in_set_up_and_at_the_table(home: Path, game: str) -> None:
    driver = Driver(SetupScene(entry(game)))
    art, rules = driver.context.art, scene(driver).definition.rules
    for place in range(2):
        sign = scene(driver).form.widget(f"seat:{place + 1}.sign")
        assert isinstance(sign, Sign)
        wanted = sign_image(art, rules, 18, sign.owner)
        chip = art.chip_image(18, sign.owner)
        same = pygame.image.tobytes(wanted, "RGBA") == pygame.image.tobytes(chip, "RGBA")
        assert same == (rules not in OWN_COLORS)
    scene(driver).table.begins = 1
    scene(driver).rebuild()
    driver.click("button:start")
    while not isinstance(driver.top, TableScene):
        driver.click("button:ready")
    table = driver.top
    picture = table.view.seat(1).picture
    assert (picture is None) == (rules not in OWN_COLORS)
    assert f"{match(driver).names[0]} begins" in driver.words()


def test_colours_go_with_the_players_when_the_game_is_played_again() -> None:
    played = Match(load("spaghetti_monsters"), ["Ada", "Ben", "Chi"])
    assert rotated(played, None).looks == ("blue", "green", "red")
    assert rotated(Match(load("spaghetti"), ["Ada", "Ben"]), None).looks == ()
