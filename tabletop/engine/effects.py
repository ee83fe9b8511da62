"""The registry of effects: a verb's name in YAML -> the handler that offers its choices and resolves them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tabletop.engine.faults import faults, near, wrong
from tabletop.engine.source import shown

Count = Annotated[int, Field(ge=0, le=99)] | Literal["n"]
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
            raise wrong("an effect is one name with its parameters, such as `lose_lives: {who: enemy}`", ())
        ((name, parameters),) = raw.items()
        handler = self._handlers.get(str(name))
        if handler is None:
            raise wrong(f"there is no effect `{shown(name)}`{near(name, self._handlers)}", (name,), at_key=True)
        if parameters is None:
            parameters = {}
        if not isinstance(parameters, Mapping):
            raise wrong(f"the parameters of `{name}` are written as {{name: value}}", (name,))
        try:
            return handler.model_validate(dict(parameters))
        except ValidationError as error:
            fault = faults(error, handler, parameters)[0]
            raise wrong(f"{fault.sentence} (effect `{name}`)", (name, *fault.path), fault.at_key) from None
