"""`shot` draws every scene without a window, and says what can be clicked there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from tabletop.app import main

RECORDS = Path(__file__).parent.parent / "records"
GOING_ON = RECORDS / "spaghetti_monsters-12.yaml"
OVER = RECORDS / "spaghetti_monsters-1.yaml"


def shot(tmp_path: Path, *arguments: object) -> tuple[pygame.Surface, dict[str, object]]:
    out, ids = tmp_path / "out.png", tmp_path / "ids.json"
    assert main(["shot", *map(str, arguments), "--out", str(out), "--ids", str(ids)]) == 0
    return pygame.image.load(str(out)), json.loads(ids.read_text(encoding="utf-8"))


@pytest.mark.parametrize("scene", ["menu", "setup", "rules", "settings"])
def test_scenes_that_need_no_record(home: Path, tmp_path: Path, scene: str) -> None:
    picture, ids = shot(tmp_path, "--scene", scene)
    assert picture.get_size() == (1280, 800)
    assert ids["clickable"] and ids["texts"]


@pytest.mark.parametrize("scene", ["table", "setup", "rules", "curtain", "replay"])
def test_scenes_of_a_record(home: Path, tmp_path: Path, scene: str) -> None:
    picture, ids = shot(tmp_path, GOING_ON, "--scene", scene, "--size", "960x600", "--scale", "1.5")
    assert picture.get_size() == (1440, 900)
    assert ids["window"] == 1.5 and ids["clickable"]


def test_the_result(home: Path, tmp_path: Path) -> None:
    _, ids = shot(tmp_path, OVER, "--scene", "result")
    assert ids["scene"] == "ResultScene" and "button:again" in ids["clickable"]  # type: ignore[operator]


def test_a_lesson_s_landmarks_are_listed(home: Path, tmp_path: Path) -> None:
    _, ids = shot(tmp_path, "spaghetti", "--scene", "lesson")
    landmarks: dict[str, dict[str, object]] = ids["landmarks"]  # type: ignore[assignment]
    assert set(landmarks) == {"tool:view", "tool:strands"}
    for address, one in landmarks.items():
        assert one["rect"] == ids["clickable"][address] and one["what"]  # type: ignore[index]


def test_text_size_is_the_text_s_own(home: Path, tmp_path: Path) -> None:
    _, usual = shot(tmp_path, "--scene", "settings")
    _, large = shot(tmp_path, "--scene", "settings", "--text", "200")

    def px(ids: dict[str, object]) -> int:
        texts: list[dict[str, int]] = ids["texts"]  # type: ignore[assignment]
        return texts[0]["px"]

    assert px(large) == 2 * px(usual)


SECRET = """\
record: 1
game: spaghetti_monsters
options: {{level: 3, face_down: true}}
seats: [Ada, Ben]
actions:
  - "0> deal reverse_current sacrifice death curse drifting prayer birth bless sink move_island"
  - "0> face_down move_island {hidden}"
  - "2> take 1"
  - "1> take 2"
"""


@pytest.mark.parametrize("scene", ["table", "replay", "curtain"])
def test_a_seat_s_secret_is_shown_to_nobody_else(home: Path, tmp_path: Path, scene: str) -> None:
    # Seat 1 holds drifting in one game and prayer in the other; nothing else differs.
    seen: dict[str, list[object]] = {"1": [], "2": [], "public": []}
    for hidden in ("drifting prayer", "prayer drifting"):
        record = tmp_path / "secret.yaml"
        record.write_text(SECRET.format(hidden=hidden), encoding="utf-8")
        for view, shots in seen.items():
            seat = ["--seat", view] if view != "public" else []
            picture, ids = shot(tmp_path, record, "--scene", scene, "--size", "960x600", *seat)
            shots.append((pygame.image.tobytes(picture, "RGB"), ids))
    for view, (one, other) in seen.items():
        assert (one == other) is (view != "1" or scene == "curtain"), view


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--scene", "table"], "--scene table needs a record to show"),
        ([GOING_ON, "--scene", "result"], "this game is not over, so it has no result to show"),
        ([GOING_ON, "--seat", "9"], "there is no seat 9; the seats are 1 to"),
        (["--size", "10x10"], "goes from 960x600 to 8000x8000"),
        (["--text", "50"], "needs a whole number from 100 to 200"),
        (["--scene", "moon"], "invalid choice"),
        (["nowhere.yaml"], "nowhere.yaml"),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[object], said: str
) -> None:
    assert main(["shot", *map(str, arguments), "--out", str(tmp_path / "out.png")]) == 2
    out, err = capsys.readouterr()
    assert out == "" and said in err and err.count("\n") == 1
    assert not (tmp_path / "out.png").exists()


def test_a_picture_that_cannot_be_written(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shot", "--out", str(tmp_path / "nowhere" / "out.png")]) == 2
    assert "the file cannot be written" in capsys.readouterr().err


def test_it_looks_for_no_display(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    code = (
        "import os, sys\n"
        "for name in ('SDL_VIDEODRIVER', 'SDL_AUDIODRIVER', 'DISPLAY', 'WAYLAND_DISPLAY'): os.environ.pop(name, None)\n"
        "from tabletop.app import main\n"
        f"sys.exit(main(['shot', '--out', {str(out)!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "") and out.exists()


def test_a_step_of_a_lesson_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, ids = tmp_path / "step.png", tmp_path / "ids.json"
    words = ["shot", "spaghetti_monsters", "--scene", "lesson", "--out", str(out)]
    assert main([*words, "--step", "5", "--ids", str(ids)]) == 0
    known = json.loads(ids.read_text(encoding="utf-8"))
    assert {"button:ask", "lesson:show", "lesson:back"} <= set(known["clickable"])
    assert any("step 5 of 18" in one["text"] for one in known["texts"])
    assert pygame.image.load(out).get_size() == (1280, 800)
    capsys.readouterr()
    for wrong, said in (
        ([*words, "--step", "99"], "--step 99 is past the end; it has 18 steps"),
        (["shot", "spagetti", "--scene", "lesson", "--out", str(out)], "there is no lesson `spagetti`; did you mean"),
        (["shot", "--scene", "lesson", "--out", str(out)], "--scene lesson needs a lesson to show"),
    ):
        assert main(wrong) == 2
        assert said in capsys.readouterr().err
