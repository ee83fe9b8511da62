from __future__ import annotations

import ast
import configparser
import os
import re
import runpy
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import tabletop

CHECKOUT = Path(__file__).resolve().parent.parent
IMPORT_NAMES = {
    "pygame-ce": "pygame",
    "pymunk": "pymunk",
    "PyYAML": "yaml",
    "pydantic": "pydantic",
    "platformdirs": "platformdirs",
    "fontpkg-atkinson-hyperlegible": "fontpkg_atkinson_hyperlegible",
}


def setup_cfg() -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(CHECKOUT / "setup.cfg", encoding="utf-8")
    return parser


def readme_line(mark: str) -> str:
    text = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"^<!-- {mark} -->\n```\w+\n(.+)\n```$", text, re.MULTILINE)
    assert found, f"README.md has no single line after <!-- {mark} -->"
    return found[1]


def test_every_package_is_installed() -> None:
    folders = {file.parent for file in (CHECKOUT / "tabletop").rglob("*.py")}
    names = {".".join(folder.relative_to(CHECKOUT).parts) for folder in folders}
    assert set(setup_cfg()["options"]["packages"].split()) == names | {"tabletop.games", "tabletop.assets"}


def data_files(folder: Path) -> set[Path]:
    """List what the program reads there: all but the scripts that made some of it."""
    found = {file for file in folder.rglob("*") if file.is_file()}
    return {file for file in found if file.suffix not in (".py", ".pyc") and file.name != ".gitkeep"}


@pytest.mark.parametrize("name", ["games", "assets"])
def test_every_data_file_is_installed(name: str) -> None:
    patterns = setup_cfg()["options.package_data"][f"tabletop.{name}"].split()
    installed = {file for pattern in patterns for file in (CHECKOUT / name).glob(pattern)}
    assert not data_files(CHECKOUT / name) - installed


def test_main_looks_for_every_dependency() -> None:
    wanted = [re.split(r"[<>=!~ ]", line)[0] for line in setup_cfg()["options"]["install_requires"].split("\n") if line]
    assert wanted == list(IMPORT_NAMES)
    missing = ast.get_source_segment(*_function("missing"))
    assert missing is not None
    for module in IMPORT_NAMES.values():
        assert f'"{module}"' in missing


def _function(name: str) -> tuple[str, ast.AST]:
    source = (CHECKOUT / "main.py").read_text(encoding="utf-8")
    (node,) = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == name)
    return source, node


def test_main_imports_nothing_by_being_imported() -> None:
    body = ast.parse((CHECKOUT / "main.py").read_text(encoding="utf-8"), feature_version=(3, 7)).body
    assert not [node for node in body if isinstance(node, (ast.Import, ast.ImportFrom))]


def test_without_dependencies_main_gives_the_readmes_line() -> None:
    # -S: a Python without its site-packages
    done = subprocess.run([sys.executable, "-E", "-S", "main.py"], capture_output=True, text=True, cwd=CHECKOUT)
    line = readme_line("play:powershell" if os.name == "nt" else "play:sh")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "pygame" in done.stderr
    assert done.stderr.endswith(f": {line}\n")


@pytest.mark.parametrize(("system", "mark"), [("posix", "play:sh"), ("nt", "play:powershell")])
def test_the_line_fits_the_system_and_the_folder(
    system: str, mark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = runpy.run_path(str(CHECKOUT / "main.py"))["command"]
    monkeypatch.chdir(CHECKOUT)
    monkeypatch.setattr(os, "name", system)
    assert command() == readme_line(mark)
    os.chdir(tmp_path)
    elsewhere = command()
    assert elsewhere.startswith("cd ") and str(CHECKOUT) in elsewhere and elsewhere.endswith(readme_line(mark))


def test_an_old_python_gets_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    start = runpy.run_path(str(CHECKOUT / "main.py"))["start"]
    monkeypatch.setattr(sys, "version_info", (3, 9, 18, "final", 0))
    assert start() == 1
    assert capsys.readouterr().err == "Tabletop needs Python 3.10 or newer; this is 3.9.\n"


def copied_sources(to: Path) -> Path:
    """Copy what is needed to build; a build in the checkout would leave its own folders there."""
    for name in ("tabletop", "games", "assets"):
        shutil.copytree(CHECKOUT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("setup.cfg", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(CHECKOUT / name, to)
    return to


def output(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize("kind", ["wheel", "editable"])
def test_an_installed_program_finds_its_games(kind: str, tmp_path: Path) -> None:
    sources, elsewhere, environment = tmp_path / "sources", tmp_path / "elsewhere", tmp_path / "venv"
    sources.mkdir()
    elsewhere.mkdir()
    copied_sources(sources)
    output(sys.executable, "-m", "venv", environment, cwd=tmp_path)
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    pip = (scripts / "python", "-m", "pip", "--disable-pip-version-check")
    if kind == "editable":
        output(*pip, "install", "-e", sources, cwd=elsewhere)
        home = sources
    else:
        output(*pip, "wheel", "--no-deps", "-w", tmp_path, sources, cwd=elsewhere)
        (wheel,) = tmp_path.glob("*.whl")
        shipped = set(zipfile.ZipFile(wheel).namelist())
        for folder in ("games", "assets"):
            for file in data_files(sources / folder):
                assert f"tabletop/{file.relative_to(sources).as_posix()}" in shipped
        output(*pip, "install", wheel, cwd=elsewhere)
        shutil.rmtree(sources)  # nothing may lean on the checkout
        code = "import tabletop, pathlib; print(pathlib.Path(tabletop.__file__).parent)"
        home = Path(output(scripts / "python", "-c", code, cwd=elsewhere).strip())
    assert output(scripts / "tabletop", "--version", cwd=elsewhere) == f"Tabletop {tabletop.__version__}\n"
    where = "from tabletop import paths; print(paths.games(), paths.assets(), sep='\\n')"
    found = output(scripts / "python", "-c", where, cwd=elsewhere).splitlines()
    assert [Path(line) for line in found] == [home.resolve() / "games", home.resolve() / "assets"]
    output(scripts / "tabletop", "check", cwd=elsewhere)
