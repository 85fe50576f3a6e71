"""Parts that use a model, as a plug-in distribution: a user and an agent over lamps, beside the model judge."""

from __future__ import annotations

from pathlib import Path

from runtime.core.actions import AskUser, Decision, Finish, Tap
from runtime.core.tasks import Suite, Task
from runtime.llm import Message, Model, ModelRequest
from runtime.plugins.protocols import Need, Reply, Session
from runtime.plugins.specs import AgentSpec, SuiteSpec, UserSpec
from tests.support.plugins import SUITE

ENTRIES = """
[mobile_agent_runtime.models]
openai = adapters.openai:OPENAI
[mobile_agent_runtime.users]
wordy = tests.support.model_plugins:WORDY
[mobile_agent_runtime.agents]
thinker = tests.support.model_plugins:THINKER
mute = tests.support.model_plugins:MUTE
[mobile_agent_runtime.judges]
model = judges.llm:SPEC
[mobile_agent_runtime.suites]
lamps = tests.support.model_plugins:LAMPS
"""


def install(folder: Path) -> None:
    """Write the metadata of the distribution; the folder must be on the import path."""
    home = folder / "thinkers-1.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: thinkers\nVersion: 1\n")
    (home / "entry_points.txt").write_text(ENTRIES)


def load() -> Suite:
    """The suite of lamps under its name, for judging again."""
    return SUITE


class Wordy:
    """A user whose words a model finds."""

    def __init__(self, task: Task, seed: int, *, model: Model) -> None:
        self._model = model

    async def answer(self, question: str) -> Reply:
        reply = await self._model.complete(ModelRequest("agent", (Message("user", (f"USER {question}",)),)))
        return Reply(reply.text, "compliant", ())


class Thinker:
    """An agent that does what a model says: presses, asks, finishes."""

    needs: frozenset[Need] = frozenset({"tree"})

    def __init__(self, seed: int, *, model: Model) -> None:
        self._model = model

    async def play(self, session: Session) -> None:
        reply = await self._model.complete(ModelRequest("judge", (Message("user", ("AGENT what now?",)),)))
        await session.step(Decision([Tap(4, 4)], thought=reply.text))
        await session.step(Decision([AskUser("Is it bright?")]))
        await session.step(Decision([Finish("done")]))


class Mute:
    """An agent that has no way to ask, and a program that says something on the console all the same."""

    needs: frozenset[Need] = frozenset({"tree"})

    def __init__(self, seed: int) -> None:
        del seed

    async def play(self, session: Session) -> None:
        assert not session.brief.can_ask
        await session.step(Decision([Tap(4, 4)]))
        await session.step(Decision([AskUser("Is it bright?")]))
        await session.step(Decision([Finish("done")]))


WORDY = UserSpec(make=Wordy, name="wordy", needs_model=True)
THINKER = AgentSpec(make=Thinker, name="thinker", needs_model=True)
MUTE = AgentSpec(make=Mute, name="mute", can_ask=False)
LAMPS = SuiteSpec(load=load)
