"""Inputs and outputs of the parsers of model text, and `Format`, which describes an output grammar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from adapters.agents.formats.grammar.coordinates import Scheme, Screen, center
from adapters.agents.formats.grammar.errors import FormatError
from runtime.core.actions import Action, Finish, ParseError
from runtime.plugins.specs import FormatSpec
from runtime.screen.tree import Bounds

Marks = Mapping[int, Bounds]
"""Numbered elements of a picture, and where they are."""
Mode = Literal["generic", "official"]
Malformed = Literal["count", "stop", "finish"]
"""What an agent's own program does with a reply that it cannot read: goes on, gives up, believes to have succeeded."""

_MOST_ACTIONS = 64
_MOST_RAW = 4000
"""Characters of a reply that a `ParseError` repeats; the decision keeps the whole."""


@dataclass(frozen=True, slots=True)
class Surface:
    """The reference frame of a reply: the screen, the meaning of its coordinates, and the numbered elements, if any."""

    screen: Screen
    scheme: Scheme
    marks: Marks | None = None

    def bounds(self, number: int) -> Bounds:
        """The bounds of the element with this number.

        Raises:
            FormatError: there is none.
        """
        if self.marks is None:
            raise FormatError(f"element {number}", "no elements were numbered")
        if number not in self.marks:
            raise FormatError(f"element {number}", f"the picture has {len(self.marks)} numbered elements, not this one")
        return self.marks[number]

    def center(self, number: int) -> tuple[int, int]:
        """The middle of the element of that number, on the screen."""
        return self.screen.clamp(*center(self.bounds(number)))


@dataclass(frozen=True, slots=True)
class Act:
    """One action and the reply's remarks about it: the element's number, a warning, the action it stands for.

    `part="type"` says that this action belongs to the typing next to it: the touch that focuses, the Enter after it.
    """

    action: Action
    aside: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """A parsed reply. `sections` holds its other parts by the grammar's headings, for agents that keep a history."""

    acts: tuple[Act, ...]
    thought: str = ""
    sections: Mapping[str, str] = field(default_factory=dict)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions, in order."""
        return tuple(act.action for act in self.acts)


Reader = Callable[[str, Surface], Reading]


@dataclass(frozen=True, slots=True)
class Format:
    """An output grammar: its two parsers, and what an agent loop must know about its models.

    `asks` says how its models ask their user, empty if they cannot. `images` is how many pictures a request shows at
    most, `numbered` whether elements are named by numbers drawn on the picture. `official_scheme` is set where the
    agent's own program takes coordinates otherwise than its model means them.
    """

    name: str
    title: str
    asks: str
    schemes: Mapping[str, Scheme]
    scheme: str
    images: int
    malformed: Malformed
    lenient: Reader
    strict: Reader
    numbered: bool = False
    official_scheme: str = ""
    notes: tuple[str, ...] = ()

    @property
    def spec(self) -> FormatSpec:
        """The declaration that its entry point names."""
        return FormatSpec(format=self)

    def surface(self, screen: Screen, scheme: str = "", marks: Marks | None = None, mode: Mode = "generic") -> Surface:
        """The surface that replies of this format refer to; `scheme` is one of `schemes`, empty for the usual one."""
        usual = self.official_scheme if mode == "official" and self.official_scheme else self.scheme
        return Surface(screen, self.schemes[scheme or usual], marks)

    def read(self, text: str, surface: Surface, mode: Mode = "generic") -> Reading:
        """Parse the reply with the lenient parser, or in official mode with the strict one.

        Raises:
            FormatError: it is not of this grammar, or names what is not there. Nothing else is ever raised.
        """
        reader = self.strict if mode == "official" else self.lenient
        reading = reader(_plain(text), surface)
        if len(reading.acts) > _MOST_ACTIONS:
            raise FormatError("reply", f"{len(reading.acts)} actions at once; {_MOST_ACTIONS} are the most")
        return reading

    def decide(self, text: str, surface: Surface, mode: Mode = "generic") -> Reading:
        """Parse the reply; a reply that cannot be parsed becomes a parse error. Raises nothing.

        In generic mode it is counted as a `ParseError`. In official mode the `ParseError` stays, so that nobody takes
        for the model's will what follows it, and then comes what the agent's own program does (`malformed`).
        """
        try:
            return self.read(text, surface, mode)
        except FormatError as error:
            failed = Act(ParseError(raw=_plain(text)[:_MOST_RAW], reason=str(error)))
            if mode == "generic" or self.malformed == "count":
                return Reading((failed,))
            stopped = Finish(status="infeasible") if self.malformed == "stop" else Finish(error.believed)
            return Reading((failed, Act(stopped, {"after": "parse_error"})))


def _plain(text: str) -> str:
    """Text that can be written down: halves of surrogate pairs have no encoding."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
