"""A desktop tabletop for five small games."""

from __future__ import annotations

__version__ = "0.1.0"


class UserError(Exception):
    """Something the user can mend, said in one clear sentence: what, where, how to mend it."""

    @property
    def lines(self) -> tuple[str, ...]:
        """All that is wrong, a sentence each, where there is room for more than the one."""
        return (str(self),)
