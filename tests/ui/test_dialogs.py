"""Message, question, one of a few."""

from __future__ import annotations

import pytest

from tabletop.ui.dialog import Dialog
from tabletop.ui.dialogs import choice, message, question
from tabletop.ui.scene import Scene, Transition
from tabletop.ui.settings import Settings
from tests.ui.driver import Driver


class Below(Scene):
    result: object = "nothing yet"

    def resumed(self, result: object) -> Transition | None:
        self.result = result
        return None


def shown(dialog: Dialog) -> tuple[Driver, Below]:
    below = Below()
    return Driver(below, dialog), below


def test_a_message_goes_with_return_escape_or_its_button() -> None:
    for key in ("return", "escape"):
        driver, below = shown(message("Something *happened* [here](x)."))
        assert "Something *happened* [here](x)." in driver.words()
        driver.key(key)
        assert driver.top is below and below.result is None
    driver, below = shown(message("Again."))
    driver.tap("answer:OK")
    assert driver.top is below


@pytest.mark.parametrize(("address", "result"), [("answer:Yes", True), ("answer:No", False)])
def test_a_question_gives_true_or_false(address: str, result: bool) -> None:
    driver, below = shown(question("Really?"))
    driver.click(address)
    assert below.result is result


def test_escape_is_a_no() -> None:
    driver, below = shown(question("Really?"))
    driver.key("escape")
    assert below.result is False


def test_a_choice_leads_to_its_scene_or_back() -> None:
    driver, below = shown(choice("Which?", [("One", lambda: message("The first.")), ("Two", lambda: message("2nd"))]))
    driver.key("right")
    driver.click("answer:Two")
    assert "2nd" in driver.words() and below.result == "nothing yet"
    driver.key("return")
    assert driver.top is below
    driver, below = shown(choice("Which?", [("One", lambda: message("The first."))]))
    driver.click("answer:Cancel")
    assert driver.top is below and below.result is None


def test_many_long_answers_in_a_small_window_leave_out_the_words_and_keep_the_focus_in_sight() -> None:
    names = [f"Balthasar the {n}th of Upper Spaghettingen" for n in range(5)]
    dialog = choice("The lesson asks for the moves of one of you.", [(n, lambda: message("")) for n in names], "Who?")
    driver = Driver(Below(), dialog, size=(960, 600), settings=Settings(text=200, volume=0))
    assert driver.faults() == []
    for _ in range(8):
        driver.key("tab")
        focused = dialog.form.focused
        assert focused is not None and focused.rect.height and focused.address.startswith("answer:")
