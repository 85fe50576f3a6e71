"""What the reader found out about a question so far. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from adapters.agents.scripted.reader.language.asked import Asked
from adapters.agents.scripted.reader.language.rating import Ear
from adapters.agents.scripted.reader.language.request import Request
from adapters.agents.scripted.reader.screen.exploring import Explorer
from adapters.agents.scripted.reader.screen.facts import Fact
from adapters.agents.scripted.reader.screen.screen import Seen


@dataclass(slots=True)
class Inquiry:
    """Where it looked, and the best fact that it came across."""

    explorer: Explorer = field(default_factory=Explorer)
    best: Fact | None = None
    known: tuple[Request, tuple[str, ...], str] | None = None
    """The request, the names and the app for which the question was taken apart."""
    question: tuple[Asked, Ear] | None = None
    page: tuple[Seen, tuple[Asked, Ear], frozenset[int]] | None = None
    """The screen, the question and what was dealt with when a fact was looked for last."""
    fact: Fact | None = None

    def note(self, fact: Fact) -> None:
        """Keep it if it says more than what was found before."""
        if self.best is None or (fact.whole, fact.share, fact.here) > (
            self.best.whole,
            self.best.share,
            self.best.here,
        ):
            self.best = fact
