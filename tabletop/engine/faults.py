"""What pydantic finds wrong, said in one sentence a place, with the nearest known name."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticCustomError

from tabletop.engine.source import shown

_WANTED = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "none_required": "null",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "frozen_set_type": "a list",
    "dict_type": "a mapping of keys to values",
    "mapping_type": "a mapping of keys to values",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
    "literal_error": "{expected}",
    "too_short": "a list of {min_length} or more",
    "too_long": "a list of at most {max_length}",
    "string_too_short": "a text of {min_length} or more letters",
    "string_too_long": "a text of at most {max_length} letters",
}


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: the path to it, whether its key is meant or its value, and the sentence."""

    path: tuple[Any, ...]
    at_key: bool
    sentence: str


def near(name: object, known: Iterable[object]) -> str:
    """Return how a sentence about an unknown name goes on: the nearest known one, or all of them when they are few."""
    names = list(dict.fromkeys(str(item) for item in known))
    close = get_close_matches(str(name)[:80], names, 1)
    if close:
        return f"; did you mean `{close[0]}`?"
    if not names:
        return ""
    more = ", ..." if len(names) > 12 else ""
    return "; known: " + ", ".join(sorted(names)[:12]) + more


def wrong(sentence: str, path: tuple[Any, ...] = (), at_key: bool = False) -> PydanticCustomError:
    """Make the error that a validator raises about what stands at `path` below the value it was given."""
    return PydanticCustomError("wrong", "{sentence}", {"sentence": sentence, "path": path, "at_key": at_key})


def faults(error: ValidationError, model: type[BaseModel], data: Any, also: Iterable[str] = ()) -> list[Fault]:
    """Turn a validation error into faults, one a place; `also` are further keys known at the top."""
    said: dict[tuple[Any, ...], Fault] = {}
    wanted: dict[tuple[Any, ...], list[str]] = {}
    for item in error.errors(include_url=False):
        path = _walk(item["loc"], data)
        context: Mapping[str, Any] = item.get("ctx", {})
        kind, name = item["type"], item["loc"][-1] if item["loc"] else ""
        if kind == "extra_forbidden":
            known = [*fields(model, path[:-1]), *(also if len(path) == 1 else ())]
            said.setdefault(path, Fault(path, True, f"there is no key `{shown(name)}` here{near(name, known)}"))
        elif kind == "missing":
            said.setdefault((*path, name), Fault(path, True, f"the key `{shown(name)}` is missing here"))
        elif kind in _WANTED:
            want = _WANTED[kind].format(**context)
            if name == "[key]":
                said.setdefault(path, Fault(path, True, f"the key `{shown(path[-1])}` should be {want}"))
            else:
                wanted.setdefault(path, []).append(want)
        elif isinstance(context.get("path"), tuple):
            below = path + context["path"]
            said.setdefault(below, Fault(below, bool(context.get("at_key")), str(item["msg"])))
        else:
            message = str(item["msg"]).removeprefix("Value error, ").removeprefix("Assertion failed, ")
            said.setdefault(path, Fault(path, name == "[key]", message[:1].lower() + message[1:]))
    deeper = {path[:n] for path in (*wanted, *said) for n in range(len(path))}
    for path, ways in wanted.items():
        if path in deeper:  # one way of several was right so far, and what is wrong stands below
            continue
        given = _at(data, path)
        label = _label(path)
        hint = near(given, re.findall("'([^']*)'", " ".join(ways))) if isinstance(given, str) else ""
        hint = hint if "mean" in hint else ""
        want = " or ".join(dict.fromkeys(way.replace("'", "`") for way in ways))
        said.setdefault(path, Fault(path, False, f"{label} should be {want}, not {given_as(given)}{hint}"))
    return list(said.values())


def fields(model: Any, path: Iterable[Any]) -> list[str]:
    """List the keys that a model knows at a path below it."""
    for step in path:
        model = _below(model, step)
    return [name for kind in _models(model) for name in kind.model_fields]


def given_as(value: Any) -> str:
    """Describe a wrong value in a sentence."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    return f"`{shown(value)}`" if isinstance(value, str) else shown(value)


def _walk(loc: Iterable[Any], data: Any) -> tuple[Any, ...]:
    """Drop what pydantic puts into a location beside keys and indexes (the members of a union)."""
    path = []
    for step in loc:
        if (isinstance(data, Mapping) and step in data) or (
            isinstance(data, (list, tuple)) and isinstance(step, int) and step < len(data)
        ):
            data = data[step]
            path.append(step)
    return tuple(path)


def _at(data: Any, path: Iterable[Any]) -> Any:
    for step in path:
        data = data[step]
    return data


def _label(path: tuple[Any, ...]) -> str:
    names = [step for step in path if isinstance(step, str)]
    if not names:
        return "this"
    if isinstance(path[-1], int):
        return f"entry {path[-1] + 1} of `{shown(names[-1])}`"
    return f"`{shown(names[-1])}`"


def _models(kind: Any) -> list[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    if typing.get_origin(kind) in (typing.Union, types.UnionType, typing.Annotated):
        return [model for part in typing.get_args(kind) for model in _models(part)]
    return []


def _below(kind: Any, step: Any) -> Any:
    for model in _models(kind):
        if step in model.model_fields:
            return model.model_fields[step].annotation
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return _below(arguments[0], step)
    if origin in (typing.Union, types.UnionType):
        return next((below for part in arguments if (below := _below(part, step)) is not None), None)
    if arguments and isinstance(origin, type) and issubclass(origin, Mapping):
        return arguments[1]
    return arguments[0] if arguments and isinstance(step, int) else None
