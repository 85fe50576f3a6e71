"""Every preset, and how a script plays its model; for tests and `benchmarks.acceptance model_agents`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.agents.formats import appagent, autoglm, fairy, mobile_agent_v2, mobile_agent_v3
from adapters.agents.formats.grammar.format import Format
from adapters.agents.llm.appagent.agent import APP_AGENT
from adapters.agents.llm.autoglm.agent import AUTOGLM
from adapters.agents.llm.fairy.presets import FAIRY, FAIRY_UI_TARS
from adapters.agents.llm.general import presets
from adapters.agents.llm.kit.presets import Preset
from adapters.agents.llm.mobile_agent_v2.agent import MOBILE_AGENT_V2
from adapters.agents.llm.mobile_agent_v3.agent import MOBILE_AGENT_V3
from adapters.openai.fake import Part, ReceivedRequest
from runtime.core.actions import AskUser
from runtime.core.tasks import Task
from runtime.engine import Runtime
from tests.support import loop_writers as write
from tests.support.native_writers import WRITERS, Step, Writer
from tests.support.scripted_models import PlayedEpisode, ScriptedModel, native, play, summaries

Script = Callable[[ReceivedRequest], Part]
GENERIC: dict[str, Preset[Any]] = {
    value.config.name: value for value in vars(presets).values() if isinstance(value, Preset)
}
"""Presets of the generic framework."""
NONSENSE = "I would rather talk about the weather."


@dataclass(frozen=True)
class SubjectCase:
    """A preset; the script that plays the right way in its model's words; whether it can ask its user, and tell them.

    `script` takes the way, and replies that come first, such as one that cannot be read. `executor` is the script of a
    second model. `empties`: its typing empties fields first, so its way is another. `nonsense`: what it cannot read.
    """

    preset: Any
    script: Callable[[Sequence[Step], Sequence[str]], Script]
    form: Format
    asks: bool = True
    answers: bool = True
    empties: bool = False
    executor: Callable[[Sequence[Step]], Script] | None = None
    nonsense: str = NONSENSE

    @property
    def name(self) -> str:
        """The preset's."""
        return str(self.preset.config.name)

    async def played(
        self, runtime: Runtime, task: Task, way: Sequence[Step], before: Sequence[str] = (), **options: str
    ) -> PlayedEpisode:
        """A task played with a model that knows the reference, after the replies `before`."""
        second = self.executor(way) if self.executor is not None else None
        preset = self.preset.configured(options) if options else self.preset
        return await play(runtime, preset, task, self.script(way, before), second)


def _generic(preset: Preset[Any]) -> SubjectCase:
    return SubjectCase(preset, _says(WRITERS[preset.config.name], summaries), preset.config.format)


_STAFF = {
    "You plan: ": "### Thought ###\nOne thing after the other.\n\n### Plan ###\n1. Go on.",
    "You check: ": "### Outcome ###\nA\n\n### Error Description ###\nNone",
    "You take notes: ": "### Important Notes ###\nNothing new.",
}


def staff(asked: ReceivedRequest) -> str:
    """The replies of Mobile-Agent-v3's other agents: all goes well, there is more to do."""
    return next((text for mark, text in _STAFF.items() if mark in asked.text), "")


def _mobile_agent_v3(way: Sequence[Step], before: Sequence[str]) -> Script:
    steps = [step for step in way if not isinstance(step.action, AskUser)]
    return ScriptedModel([*before, *native(steps, WRITERS["mobile-agent-v3"])], staff)


def _says(
    writer: Writer, sort: Callable[[ReceivedRequest], str] = lambda _: ""
) -> Callable[[Sequence[Step], Sequence[str]], Script]:
    return lambda way, before: ScriptedModel([*before, *native(way, writer)], sort)


OFFICIAL: dict[str, SubjectCase] = {
    case.name: case
    for case in (
        SubjectCase(AUTOGLM, _says(write.autoglm), autoglm.FORMAT, asks=False, empties=True),
        SubjectCase(APP_AGENT, _says(write.appagent), appagent.FORMAT, asks=False, answers=False),
        SubjectCase(
            MOBILE_AGENT_V2,
            _says(write.mobile_agent_v2, write.mobile_agent_v2_others),
            mobile_agent_v2.FORMAT,
            asks=False,
            answers=False,
            # Its program does nothing at all with a reply that has none of its words, and believes it has acted.
            nonsense="### Thought ###\nt\n\n### Action ###\nTap the button\n\n### Operation ###\no",
        ),
        SubjectCase(FAIRY, write.fairy, fairy.FORMAT, answers=False),
        SubjectCase(FAIRY_UI_TARS, write.fairy, fairy.FORMAT, answers=False, executor=write.executor),
    )
}
"""Agents by their authors' loops."""
CASES: dict[str, SubjectCase] = {
    **{case.name: case for case in (_generic(value) for value in vars(presets).values() if isinstance(value, Preset))},
    "mobile-agent-v3": SubjectCase(
        MOBILE_AGENT_V3.configured({"mode": "generic"}), _mobile_agent_v3, mobile_agent_v3.FORMAT, asks=False
    ),
    **OFFICIAL,
}
