"""The registry of effects: a verb's name in YAML -> the handler that offers its choices and resolves them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import PydanticCustomError

Count = int | Literal["n"]
"""A whole number, or the number printed on the card."""


class Handler(BaseModel):
    """A verb with its typed parameters; what it can do to a state is the game's own affair."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


H = TypeVar("H", bound=type[Handler])


class Registry:
    """Effects by the name they have in YAML."""

    def __init__(self) -> None:
        self._handlers: dict[str, type[Handler]] = {}

    def __iter__(self) -> Any:
        return iter(self._handlers.items())

    def register(self, name: str) -> Callable[[H], H]:
        """Register a handler class under the name that cards use."""

        def add(handler: H) -> H:
            self._handlers[name] = handler
            return handler

        return add

    def read(self, raw: Any) -> Any:
        """Make the handler that one item of a card's `effect` list names: `{name: {parameter: value}}` or `name`.

        Errors carry a `path` below the item, so that a loader can point at the line and column.
        """
        if isinstance(raw, Handler):
            return raw
        if isinstance(raw, str):
            raw = {raw: {}}
        if not isinstance(raw, Mapping) or len(raw) != 1:
            raise _error("an effect is one name with its parameters, such as `lose_lives: {who: enemy}`", ())
        ((name, parameters),) = raw.items()
        handler = self._handlers.get(str(name))
        if handler is None:
            near = get_close_matches(str(name), self._handlers, 1)
            hint = f"; did you mean `{near[0]}`?" if near else f"; known are {', '.join(sorted(self._handlers))}"
            raise _error(f"there is no effect `{name}`{hint}", (name,))
        if parameters is None:
            parameters = {}
        if not isinstance(parameters, Mapping):
            raise _error(f"the parameters of `{name}` are written as {{name: value}}", (name,))
        try:
            return handler.model_validate(dict(parameters))
        except ValidationError as error:
            first = error.errors()[0]
            key = str(first["loc"][0]) if first["loc"] else ""
            if first["type"] == "extra_forbidden":
                near = get_close_matches(key, handler.model_fields, 1)
                hint = f"; did you mean `{near[0]}`?" if near else f"; it takes {_list(handler)}"
                raise _error(f"`{name}` has no parameter `{key}`{hint}", (name, key)) from None
            raise _error(f"`{key}` of `{name}`: {_said(first)}", (name, key) if key else (name,)) from None


def _list(handler: type[Handler]) -> str:
    return ", ".join(f"`{name}`" for name in handler.model_fields) or "none"


def _said(error: Any) -> str:
    message: str = error["msg"]
    return message[0].lower() + message[1:].removeprefix("alue error, ") if message else "is wrong"


def _error(message: str, path: tuple[Any, ...]) -> PydanticCustomError:
    return PydanticCustomError("effect", "{message}", {"message": message, "path": path})
