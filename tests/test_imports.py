"""Imports go one way: engine <- rules <- agents <- ui; the window's library stays in the window."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "tabletop"
LAYERS = ["engine", "rules", "agents", "ui"]
SHARED_BY_RULES = {"tabletop.rules.pyramid", "tabletop.rules.plane"}
FILES = sorted(PACKAGE.rglob("*.py"))


def name_of(file: Path) -> str:
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(file) for file in FILES}


def imported(file: Path) -> set[str]:
    """Name every module that a file imports, inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: say where it is imported from in full"
            assert node.module is not None
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                names.add(whole if whole in MODULES else node.module)
    return names


def layer(module: str) -> int | None:
    parts = module.split(".")
    return LAYERS.index(parts[1]) if parts[0] == "tabletop" and len(parts) > 1 and parts[1] in LAYERS else None


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_a_file_imports_only_what_lies_below_it(file: Path) -> None:
    name, names = name_of(file), imported(file)
    own = layer(name)
    if own is not None:
        higher = {other for other in names if (layer(other) or 0) > own}
        assert not higher, f"{name} imports from a layer above its own"
    tops = {other.split(".")[0] for other in names}
    if own != LAYERS.index("ui"):
        assert "pygame" not in tops
    if name != "tabletop.rules.plane":
        assert "pymunk" not in tops


@pytest.mark.parametrize("file", sorted((PACKAGE / "rules").glob("*.py")), ids=name_of)
def test_rules_stand_alone(file: Path) -> None:
    if file.stem == "__init__":
        return  # the list of games
    others = {name for name in imported(file) if name.startswith("tabletop.rules.")}
    assert others <= SHARED_BY_RULES
    # a state that read a clock, chance or a file could not be replayed
    assert not imported(file) & {"random", "secrets", "time", "datetime", "os", "pathlib", "io"}


def run(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=PACKAGE.parent)
    assert done.returncode == 0, done.stderr


def test_engine_rules_and_agents_run_without_pygame() -> None:
    run(
        "import importlib, sys\n"
        f"for name in {sorted(m for m in MODULES if layer(m) in (0, 1, 2))!r}:\n"
        "    importlib.import_module(name)\n"
        "assert 'tabletop.engine' in sys.modules\n"
        "assert 'pygame' not in sys.modules"
    )


def test_the_command_line_starts_without_anything_slow() -> None:
    run(
        "import sys, tabletop.app\n"
        "assert tabletop.app.main(['--version']) == 0\n"
        "slow = {'pygame', 'pydantic', 'yaml', 'pymunk', 'multiprocessing'} & set(sys.modules)\n"
        "assert not slow, slow"
    )
