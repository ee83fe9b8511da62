"""Files that people keep are written whole or not at all."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tabletop.files import write, write_new

resource = pytest.importorskip("resource")


@pytest.fixture
def full() -> Iterator[Callable[[], None]]:
    """Give what fills the disk: from then on no file grows beyond 100 bytes."""
    low, high = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, high))
    resource.setrlimit(resource.RLIMIT_FSIZE, (low, high))


@pytest.mark.parametrize("length", [200, 100_000])  # within what Python holds back until it closes, and beyond
@pytest.mark.parametrize("how", [write, write_new])
def test_a_full_disk_leaves_no_half_file(
    how: Callable[[Path, str], None], length: int, full: Callable[[], None], tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    full()
    with pytest.raises(OSError, match=r"page\.html") as error:
        how(path, "x" * length)
    assert error.value.filename == str(path)
    assert error.value.errno == errno.EFBIG
    assert not list(tmp_path.iterdir())


def test_a_full_disk_leaves_the_file_that_was_there(full: Callable[[], None], tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("as it was", encoding="utf-8")
    full()
    with pytest.raises(OSError, match=r"page\.html"):
        write(path, "x" * 200)
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]
    assert path.read_text(encoding="utf-8") == "as it was"


def test_a_link_stays_one(tmp_path: Path) -> None:
    path, link = tmp_path / "page.html", tmp_path / "link.html"
    path.write_text("old", encoding="utf-8")
    link.symlink_to(path)
    write(link, "new")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "new"


def test_a_new_file_takes_no_others_place(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(FileExistsError):
        write_new(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
