"""YAML read with care: the core schema, places, and everything that is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tabletop.engine import source
from tabletop.engine.source import SourceError


@pytest.mark.parametrize(
    ("scalar", "value"),
    [
        ("12", 12),
        ("-3", -3),
        ("0x1f", 31),
        ("0o17", 15),
        ("012", 12),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("yes", "yes"),
        ("No", "No"),
        ("on", "on"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("1:30", "1:30"),
        ("2024-01-01", "2024-01-01"),
        ("1_000", "1_000"),
    ],
)
def test_scalars_follow_yaml_1_2(scalar: str, value: object) -> None:
    data = source.parse(f"a: {scalar}", "f").data()["a"]
    assert data == value
    assert type(data) is type(value)


def test_keys_and_names_are_text() -> None:
    tree = source.parse("1: {name: 12, text: true, other: 12}\non: x", "f")
    assert tree.data() == {"1": {"name": "12", "text": "true", "other": 12}, "on": "x"}


def test_every_value_knows_its_place() -> None:
    tree = source.parse("a:\n  - b: 1\n    c: [x, y]\n", "f.yaml")
    c = tree.find(["a", 0, "c"])
    assert (str(c.key), str(c.place)) == ("f.yaml:3:5", "f.yaml:3:8")
    assert str(tree.find(["a", 0, "c", 1]).place) == "f.yaml:3:12"
    assert tree.find(["a", 0, "no such key"]) is tree.find(["a", 0])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: &x [1]\nb: *x", "f:1:4: anchors and aliases (`&x`) are not allowed here"),
        ("a: *x", "f:1:4: anchors and aliases (`*x`)"),
        ("a: !!python/object/apply:os.system [ls]", "f:1:4: tags"),
        ("a: 1\nb: 2\na: 3", "f:3:1: the key `a` stands here a second time"),
        ("? [a]\n: 1", "f:1:3: a key has to be text"),
        ("---\na: 1\n---\nb: 1", "f:3:1: a second document begins here"),
        ("[" * 200_000, "nest"),
        ("{a: " * 40, "nested more than 32 deep"),
        ("- " * 5000, "nested more than 32 deep"),
        ("a:\n\t- b", "f:2:1: not readable as YAML: a tab stands here"),
        ("a: [1, 2", "the file ends too early"),
        ("a: 'half", "the file ends too early"),
        ("a: b: c", "f:1:5: not readable as YAML"),
        ("a: b\x00", "f:1:5: not a text file"),
        ("a: 99999999999999999999", "f:1:4: the number 99999999999999999999 is too large"),
        ("a: " + "9" * 9999, "is too large"),
        ("a: .nan", "f:1:4: .nan is not a number that can be used here"),
        ("a: 1e999", "f:1:4: 1e999 is not a number"),
        ("", "f: this file is empty"),
        ("# nothing\n", "f: this file is empty"),
        ("%YAML 3.0\n---\na: 1", "f:1:1: not readable as YAML"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    with pytest.raises(SourceError) as error:
        source.parse(text, "f").data()
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_many_values_are_refused_soon() -> None:
    with pytest.raises(SourceError, match=f"more than {source.MAX_NODES} values"):
        source.parse("[" + ",".join("1" for _ in range(source.MAX_NODES + 1)) + "]", "f")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\xff\xfea\x00:\x00", ":1:1: not a text file in UTF-8; save it as UTF-8"),
        (b"a: \xc3\xa9\nb: \xe9\n", ":2:4: not a text file in UTF-8"),
        (bytes(range(256)), ":2:118: not a text file in UTF-8"),
        (b"a: " + b"x" * source.MAX_BYTES, ": too large (more than 4 MB)"),
    ],
)
def test_files_that_are_no_text(raw: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(raw)
    with pytest.raises(SourceError) as error:
        source.read(path)
    assert said in str(error.value)


def test_a_byte_order_mark_and_windows_lines_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    tree = source.read(path)
    assert tree.data() == {"a": 1, "b": 2}
    assert str(tree.find(["b"]).key).endswith(":2:1")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "this is a folder; name a file in it"),
        ("missing.yaml", "there is no such file"),
        ("there.yaml/below.yaml", "there is no such file"),
        ("x\0.yaml", "this cannot be the name of a file"),
        ("x" * 5000, "cannot be read"),
        ("two\nlines.yaml", "there is no such file"),
    ],
)
def test_paths_that_lead_nowhere(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "there.yaml").touch()
    with pytest.raises(SourceError) as error:
        source.read(tmp_path / name)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    loop = tmp_path / "loop.yaml"
    loop.symlink_to(loop)
    for path, said in ((pipe, "not a regular file"), (Path("/dev/zero"), "not a regular file"), (loop, "cannot be")):
        with pytest.raises(SourceError, match=said):
            source.read(path)
