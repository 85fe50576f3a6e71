"""One screen as Fairy's agents see it: in words, as it is, and with marks on what can be used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.agents.formats.fairy import FORMAT
from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.formats.grammar.format import Mode, Surface
from adapters.agents.llm.fairy import plan as course
from adapters.agents.llm.kit.marks import Element, marks
from adapters.agents.llm.kit.pictures import Shown, picture, seen
from runtime.core.errors import AgentFault
from runtime.llm import Picture
from runtime.plugins.protocols import Observation


@dataclass(frozen=True, slots=True)
class Scene:
    """A screen: `words` with the marks' numbers, the picture as it is, and the picture with marks."""

    words: str
    unmarked: Shown
    drawn: Shown
    elements: Sequence[Element]

    @property
    def plain(self) -> Picture:
        """The picture as it is."""
        return self.unmarked.picture

    @property
    def marked(self) -> Picture:
        """The picture with red and green marks."""
        return self.drawn.picture

    def surface(self, mode: Mode) -> Surface:
        """The reference frame for replies about the picture."""
        return self.drawn.surface(FORMAT, marks=marks(self.elements), mode=mode)


async def scene(observation: Observation) -> Scene:
    """The screen of an observation.

    Raises:
        AgentFault: the device shows no picture or no tree.
    """
    frame = seen(observation)
    if observation.tree is None:
        raise AgentFault("this agent marks elements of the accessibility tree, and the device shows none")
    elements = course.elements(observation.tree, Screen(frame.width, frame.height))
    words = course.in_words(observation.tree, elements)
    unmarked = await picture(frame)
    drawn = await picture(frame, drawing=course.drawn(elements))
    return Scene(words, unmarked, drawn, elements)
