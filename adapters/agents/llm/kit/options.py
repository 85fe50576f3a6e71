"""Options of an agent as they come from a command line: `ui-tars-1.5?images=3&mode=official`.

    TABLE = {"mode": choice("mode", "generic", "official"), "images": whole("images", 1, 16)}
    config = configured("ui-tars-1.5", config, {"images": "3"}, TABLE)

A configuration is a frozen dataclass; an option replaces one of its fields, or several.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from adapters.agents.llm.kit.pictures import FULL, SizeRule
from runtime.core.errors import UsageError

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Option(Generic[C]):
    """One option: what it `takes`, in words, and the configuration that a text makes of another.

    `change` raises `ValueError` for a text that it does not take.
    """

    takes: str
    change: Callable[[C, str], C]


def configured(agent: str, config: C, options: Mapping[str, str], table: Mapping[str, Option[C]]) -> C:
    """The configuration with all options applied, in the order of the table.

    Raises:
        UsageError: there is no such option, or it does not take that; the message names what there is.
    """
    for name, text in options.items():
        if name not in table:
            there = "; ".join(f"{name}={option.takes}" for name, option in table.items())
            raise UsageError(f"the agent {agent!r} has no option {name!r} ({name}={text}); there is: {there}")
    for name, option in table.items():
        if name in options:
            try:
                config = option.change(config, options[name])
            except ValueError as error:
                why = f" ({error})" if str(error) else ""
                raise UsageError(
                    f"the agent {agent!r}: {name}={options[name]} cannot be{why}; {name} takes {option.takes}"
                ) from None
    return config


def choice(field: str, *words: str) -> Option[Any]:
    """One of several words, kept as it is."""

    def change(config: Any, text: str) -> Any:
        if text not in words:
            raise ValueError
        return replace(config, **{field: text})

    return Option(" or ".join(words), change)


def integer(field: str, least: int, most: int) -> Option[Any]:
    """An integer option within bounds."""

    def change(config: Any, text: str) -> Any:
        if not (text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most):
            raise ValueError
        return replace(config, **{field: int(text)})

    return Option(f"a whole number from {least} to {most}", change)


def words(field: str, example: str) -> Option[Any]:
    """Any text that is not empty."""

    def change(config: Any, text: str) -> Any:
        if not text.strip():
            raise ValueError
        return replace(config, **{field: text.strip()})

    return Option(f"a text, such as {example}", change)


def flag(field: str) -> Option[Any]:
    """Yes or no."""

    def change(config: Any, text: str) -> Any:
        if text not in ("yes", "no"):
            raise ValueError
        return replace(config, **{field: text == "yes"})

    return Option("yes or no", change)


def size(field: str) -> Option[Any]:
    """The option for the size of pictures: a size rule."""

    def change(config: Any, text: str) -> Any:
        return replace(config, **{field: size_rule(text)})

    return Option("full, side:PIXELS (the longer side at most) or pixels:PIXELS (in all at most)", change)


def size_rule(text: str) -> SizeRule:
    """The rule that a text names.

    Raises:
        ValueError: it names none.
    """
    if text == "full":
        return FULL
    kind, _, number = text.partition(":")
    if not (number.isascii() and number.isdigit() and len(number) < 12 and int(number) >= 28):
        raise ValueError("a picture has at least 28 pixels")
    match kind:
        case "side":
            return SizeRule(side=int(number))
        case "pixels":
            return SizeRule(pixels=int(number))
        case _:
            raise ValueError
