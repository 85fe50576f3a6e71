"""A judge of your own: compares it with the judge that comes with the project, and checks that it keeps the rules.

    python examples/judge_plugin.py

In a package of yours, one entry point makes it available as `--judge finished`:

    [project.entry-points."mobile_agent_runtime.judges"]
    finished = "my_package:FINISHED"
"""

from __future__ import annotations

from collections.abc import Sequence

import anyio

from runtime import Finish, RunConfig, Runtime, Selection, Task
from runtime.plugins import AnyEvent, AnyTruth, AnyVerdict, Evidence, JudgeSpec, RequirementMet
from runtime.testing import check_judge


class Finished:
    """Believes the agent: everything is met if it stops and says that the task is complete."""

    name = "finished"
    version = "1"  # raise it when the judge would now decide otherwise
    sees_truth = False

    def __init__(self, evidence: Evidence) -> None:
        self._task: Task | None = None
        self._episode = ""
        self._claimed = False

    def begin(self, task: Task, episode: str) -> None:
        """Called once, before the first event."""
        self._task, self._episode = task, episode

    def feed(self, event: AnyEvent | AnyTruth) -> Sequence[AnyVerdict]:
        """Called with each event of the episode, while it is played."""
        if event.kind == "performed" and isinstance(event.action, Finish):
            self._claimed = event.action.status == "complete"
        if event.kind != "ended" or self._task is None:
            return ()
        return [
            RequirementMet(
                episode=self._episode,
                judge=self.name,
                requirement=requirement.id,
                any=self._claimed,
                final=self._claimed,
                reason="the agent says so" if self._claimed else "the agent does not say so",
            )
            for requirement in self._task.intent.requirements
        ]


FINISHED = JudgeSpec(make=Finished, name="finished", title="believes the agent")


async def main() -> None:
    """Judge eight episodes of `reader` by rules and by this judge."""
    await check_judge(FINISHED)
    hard = Selection(levels=("ambiguous",), domains=("device",), limit=8)
    async with Runtime(RunConfig(seed=7), devices=["phone://2"], judges=["rules", FINISHED]) as runtime:
        async for score in runtime.run(agents=["reader"], select=hard):
            print(score.task, "by rules:", score.met)
        for judge in ("rules", "finished"):
            met = [verdict[0] is True for score in runtime.scores_by(judge) for verdict in score.met.values()]
            print(f"{judge}: {sum(met)} of {len(met)} requirements met")


if __name__ == "__main__":
    anyio.run(main)
