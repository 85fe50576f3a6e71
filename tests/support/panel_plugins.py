"""Judges that disagree, as a plug-in distribution: their verdicts depend only on their names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio

from runtime.core.events import AnyEvent, AnyTruth, AnyVerdict, Ended, KeyStepHit, Observed, RequirementMet
from runtime.core.log import Log
from runtime.core.tasks import Task
from runtime.plugins.protocols import Evidence
from runtime.plugins.specs import JudgeSpec
from tests.support.scripted import LampJudge

ENTRIES = """
[mobile_agent_runtime.judges]
yes = tests.support.panel_plugins:Yes
also = tests.support.panel_plugins:Also
no = tests.support.panel_plugins:No
seer = tests.support.panel_plugins:SEER
broken = tests.support.panel_plugins:Broken
crashed = tests.support.panel_plugins:Crashed
majority = tests.support.panel_plugins:Misnamed
"""


def install(folder: Path) -> None:
    """Write the metadata of the distribution; the folder must be on the import path."""
    home = folder / "panel-1.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: panel\nVersion: 1\n")
    (home / "entry_points.txt").write_text(ENTRIES)


class Yes:
    """Not met before the end, met at the end: its first word is taken back."""

    name = "yes"
    version = ""
    sees_truth = False

    def __init__(self, evidence: Evidence) -> None:
        self._episode = ""

    def begin(self, task: Task, episode: str) -> None:
        self._episode = episode

    def feed(self, event: AnyEvent | AnyTruth) -> Sequence[AnyVerdict]:
        if not isinstance(event, (Observed, Ended)):
            return []
        over = isinstance(event, Ended)
        whose: dict[str, Any] = {"episode": self._episode, "judge": self.name}
        met = RequirementMet(requirement="on", any=over, final=over, evidence=1 if over else None, **whose)
        return [met, KeyStepHit(key_step="press", hit=True, step=1, **whose)] if over else [met]


class Also(Yes):
    """Of the same mind."""

    name = "also"


class No:
    """Judges every requirement as unmet; an asynchronous judge that yields to others first."""

    name = "no"
    version = ""
    sees_truth = False

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    async def judge(
        self, task: Task, trace: Log[AnyEvent], verdicts: Log[AnyVerdict], truth: Log[AnyTruth] | None = None
    ) -> None:
        async for event in trace:
            await anyio.lowlevel.checkpoint()
            if isinstance(event, Ended):
                verdicts.append(
                    RequirementMet(episode=event.episode, judge=self.name, requirement="on", any=False, final=False)
                )


class Seer(LampJudge):
    """Knows it from the truth."""

    name = "seer"

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence


class Broken(No):
    """Gives its verdict, then fails."""

    name = "broken"

    async def judge(
        self, task: Task, trace: Log[AnyEvent], verdicts: Log[AnyVerdict], truth: Log[AnyTruth] | None = None
    ) -> None:
        await super().judge(task, trace, verdicts, truth)
        raise ValueError("out of order")


class Crashed(Broken):
    """Fails as well."""

    name = "crashed"


class Misnamed(Yes):
    """Called like a vote."""

    name = "majority"


SEER = JudgeSpec(make=Seer, name="seer", sees_truth=True)
