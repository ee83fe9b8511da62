"""Write what a proof script measured into docs/measured.md: a section a script, with the machine and the date."""

from __future__ import annotations

import datetime
import os
import platform
import re
from collections.abc import Sequence
from pathlib import Path

FILE = Path(__file__).parents[2] / "docs" / "measured.md"
HEAD = "# Measured\n\nWritten by the scripts in `tests/proof`; each section says by which, on what machine and when.\n"


def machine() -> str:
    """Describe this machine in a few words."""
    info = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.+)", info.read_text()) if info.is_file() else []
    processor = names[0] if names else platform.processor() or platform.machine()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{processor}, {os.cpu_count()} cores, {platform.system()}, {python}"


def row(title: str, start: str) -> str | None:
    """Return the line of a section that begins so, if there is one."""
    text = FILE.read_text(encoding="utf-8") if FILE.is_file() else ""
    section = text.partition(f"## {title}\n")[2].partition("\n## ")[0]
    return next((line for line in section.splitlines() if line.startswith(start)), None)


def write(title: str, script: str, lines: Sequence[str]) -> None:
    """Put a section under its title, in place of the one that was there."""
    text = FILE.read_text(encoding="utf-8") if FILE.is_file() else HEAD
    today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    section = "\n".join([f"## {title}", "", f"`python -m {script}`, {today}, {machine()}.", "", *lines]) + "\n"
    sections = [part for part in re.split(r"(?m)^(?=## )", text) if part]
    named = [index for index, part in enumerate(sections) if part.startswith(f"## {title}\n")]
    if named:
        sections[named[0]] = section
    else:
        sections.append(section)
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("\n".join(part.rstrip("\n") + "\n" for part in sections), encoding="utf-8")
