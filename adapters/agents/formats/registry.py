"""Output grammars by the names under which they are registered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.core.errors import UsageError
from runtime.plugins import registry

if TYPE_CHECKING:  # the help of `parse` names the formats and needs none of them
    from adapters.agents.formats.grammar.format import Format


def format_names() -> tuple[str, ...]:
    """The names of all registered formats, sorted."""
    return registry.names(registry.FORMATS)


def load_format(name: str) -> Format:
    """The format of that name.

    Raises:
        UsageError: there is none, or its spec holds no `Format`.
    """
    from adapters.agents.formats.grammar.format import Format

    form = registry.load(registry.FORMATS, name).format
    if not isinstance(form, Format):
        raise UsageError(f"the format {name!r} is a spec without a Format")
    return form
