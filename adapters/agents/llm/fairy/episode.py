"""One episode of Fairy's on its way: what is known and seen, and how its agents are asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from adapters.agents.formats.fairy import FORMAT
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Mode, Reading
from adapters.agents.llm.fairy import messages as talk
from adapters.agents.llm.fairy.plan import Course
from adapters.agents.llm.fairy.screen_view import Scene, scene
from adapters.agents.llm.kit.model_question import Limits, reply
from adapters.agents.llm.kit.presets import Texts, label
from runtime.core.actions import DEVICE_ACTIONS, Action, Decision, Finish, Note, ParseError
from runtime.llm import Model, Picture
from runtime.plugins.protocols import Observation, Session

T = TypeVar("T")
_MOST_RAW: Final = 4000


class EpisodeOver(Exception):
    """The session has ended while an agent of the loop still had something to say."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How Fairy's agents are prompted and parsed. `key_info`: whether the extractor notes what screens show."""

    mode: Mode = "official"
    tokens: int = 4096
    key_info: bool = True


@dataclass(frozen=True, slots=True)
class Move:
    """The executor's decision.

    `wish`: that the user decides first, and why; `reached`: what was to be done now is done; `closed`: all of the app's
    task is.
    """

    actions: tuple[Action, ...]
    expectation: str = ""
    thought: str = ""
    raw: str = ""
    wish: str = ""
    reached: bool = False
    closed: bool = False


@dataclass(slots=True)
class Stage:
    """One episode on its way: what is known, what is seen, and how the agents are asked.

    Whatever ends the session raises `EpisodeOver`, so that the loop is a straight line.
    """

    session: Session
    model: Model
    texts: Texts
    manner: Manner
    course: Course
    observation: Observation
    scene: Scene
    apps: tuple[str, ...] = ()
    reached_at: int = 0
    """The step at which the executor last said that a sub-goal was reached."""

    async def step(self, decision: Decision) -> Observation:
        """Carry a decision out.

        Raises:
            EpisodeOver: it was the last.
        """
        self.observation = await self.session.step(decision)
        if self.observation.ended:
            raise EpisodeOver
        if any(isinstance(action, DEVICE_ACTIONS) or action.kind == "wait" for action in decision.actions):
            self.scene = await scene(self.observation)
        return self.observation

    async def note(self, what: str, thought: str, raw: str) -> None:
        """Record a reply of an agent that does not act on the phone."""
        await self.step(Decision((Note(what),), thought, raw))

    async def unread(self, raw: str, problem: str) -> None:
        """A reply that cannot be read: a step of the budget, or the end as in the authors' program."""
        failed = ParseError(raw[:_MOST_RAW], problem)
        stop = (Finish(status="infeasible"),) if self.manner.mode == "official" else ()
        await self.step(Decision((failed, *stop), raw=raw))

    async def ask(self, name: str, read: Callable[[str], T], more: talk.Gaps, *pictures: Picture) -> tuple[T, str]:
        """Ask an agent and parse its reply; if it cannot be parsed, ask again at the price of a step."""
        prompts = await self.texts.read()
        limits = Limits(label(prompts, name), self.manner.tokens)
        problem = ""
        while True:
            known = {**talk.known(self.course, self.scene.words, self.apps), **more}
            reply_text = await reply(self.model, talk.request(prompts[name], known, pictures, problem), limits)
            try:
                return read(reply_text), reply_text
            except FormatError as error:
                problem = str(error)
            await self.unread(reply_text, problem)

    def reading(self, key: str) -> Callable[[str], Reading]:
        """A reader of replies by the format that refuses those of other agents: `key` is the one that tells."""

        def read(reply_text: str) -> Reading:
            found = FORMAT.read(reply_text, self.scene.surface(self.manner.mode), self.manner.mode)
            if (key == "actions" and not _decided(found)) or (key != "actions" and key not in found.sections):
                raise FormatError("reply", f"has no {key}")
            return found

        return read


def _decided(found: Reading) -> bool:
    return not found.sections.keys() & {"current_sub_goal", "interaction_status", "action_result"}
