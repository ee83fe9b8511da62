"""What every game does alike to read a position given as input: take each value, or refuse it by the key it stands at.

A place in a position is written as its keys with dots between them: `islands.2.queue`; things in lists count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tabletop.engine.faults import given_as
from tabletop.engine.rules import Refusal, Refused


class Wrong(Refused):
    """A position breaks the rules: where, which words say why, and the rulebook's section."""

    def __init__(self, where: str, key: str, section: str = "positions", **params: Any) -> None:
        super().__init__(Refusal(key, section, params, f"position.{where}".rstrip(".")))


def whole(value: Any, where: str, low: int, high: int) -> int:
    """Take a whole number within these bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Wrong(where, "not_between", low=low, high=high, value=given_as(value).strip("`"))
    return value


def flag(value: Any, where: str) -> bool:
    """Take true or false."""
    if not isinstance(value, bool):
        raise Wrong(where, "not_a_flag", value=given_as(value).strip("`"))
    return value


def listed(value: Any, where: str) -> list[Any]:
    """Take a list."""
    if not isinstance(value, list | tuple):
        raise Wrong(where, "not_a_list")
    return list(value)


def mapping(value: Any, where: str, keys: Iterable[str]) -> Mapping[str, Any]:
    """Take a mapping that has no other keys than these."""
    _mapping(value, where)
    known = tuple(keys)
    for key in value:
        if key not in known:
            raise _unknown(where, key, known)
    found: Mapping[str, Any] = value
    return found


def by_seat(value: Any, where: str, seats: Iterable[int]) -> dict[int, Any]:
    """Take a mapping whose keys are seats, written as numbers or as texts."""
    _mapping(value, where)
    known = {str(seat): seat for seat in seats}
    for key in value:
        if isinstance(key, bool) or str(key) not in known:
            raise _unknown(where, key, known)
    return {known[str(key)]: one for key, one in value.items()}


def _mapping(value: Any, where: str) -> None:
    if not isinstance(value, Mapping):
        raise Wrong(where, "not_a_mapping")


def _unknown(where: str, key: object, known: Iterable[str]) -> Wrong:
    return Wrong(f"{where}.{key}".lstrip("."), "unknown_key", known=", ".join(known))
