"""Every preset, and how its model is played by a script: what tests and `benchmarks.acceptance subjects` go through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.models.fake import Asked, Part
from adapters.subjects import general
from adapters.subjects.mobile_agent_v3 import MOBILE_AGENT_V3
from adapters.subjects.presets import Preset
from runtime.actions import AskUser
from tests.subjects.native_writers import WRITERS, Step
from tests.subjects.scripted_models import ScriptedModel, native, summaries

Script = Callable[[Asked], Part]
NONSENSE = "I would rather talk about the weather."


@dataclass(frozen=True)
class Case:
    """A preset; the script that plays the right way in its model's words; whether it can ask its user.

    `before` are replies that come first, such as one that cannot be read.
    """

    preset: Preset[Any]
    script: Callable[[Sequence[Step], Sequence[str]], Script]
    asks: bool = True

    @property
    def name(self) -> str:
        """The preset's."""
        return str(self.preset.config.name)


def _generic(preset: Preset[Any]) -> Case:
    writer = WRITERS[preset.config.name]

    def script(way: Sequence[Step], before: Sequence[str]) -> Script:
        return ScriptedModel([*before, *native(way, writer)], summaries)

    return Case(preset, script)


_STAFF = {
    "You plan: ": "### Thought ###\nOne thing after the other.\n\n### Plan ###\n1. Go on.",
    "You check: ": "### Outcome ###\nA\n\n### Error Description ###\nNone",
    "You take notes: ": "### Important Notes ###\nNothing new.",
}


def staff(asked: Asked) -> str:
    """What Mobile-Agent-v3's other agents say: all goes well, there is more to do."""
    return next((said for mark, said in _STAFF.items() if mark in asked.text), "")


def _mobile_agent_v3(way: Sequence[Step], before: Sequence[str]) -> Script:
    told = [step for step in way if not isinstance(step.action, AskUser)]
    return ScriptedModel([*before, *native(told, WRITERS["mobile-agent-v3"])], staff)


CASES: dict[str, Case] = {
    case.name: case
    for case in (
        *(_generic(one) for one in vars(general).values() if isinstance(one, Preset)),
        Case(MOBILE_AGENT_V3.configured({"mode": "generic"}), _mobile_agent_v3, asks=False),
    )
}
