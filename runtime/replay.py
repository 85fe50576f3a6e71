"""A recording through judges and reducers again; nothing is played, and the recording is not touched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import anyio
import anyio.to_thread

from runtime.components.agent_refs import instruments
from runtime.components.providers import Models, Providers
from runtime.components.selection import manifest, playable, select, voters
from runtime.core.boundary import flatten_group
from runtime.core.config import Deadlines, RunConfig
from runtime.core.errors import Fault, UsageError
from runtime.core.events import Score
from runtime.core.tasks import Suite
from runtime.episode.attempt import Attempt, AttemptContext
from runtime.episode.run_parts import Parts, Scheduled
from runtime.llm import ModelRole
from runtime.metrics.origin import Origin, origin
from runtime.metrics.report import dumps, metrics
from runtime.plugins import registry
from runtime.plugins.protocols import Evidence, Judge, RuleJudge
from runtime.plugins.specs import JudgeSpec
from runtime.storage.blobs import Blobs
from runtime.storage.disk import Disk
from runtime.storage.run_directory import Commit, EpisodeKey, RunDirectory

_AT_ONCE = 20
"""Episodes judged at once: as many as a run has devices on an everyday."""


@dataclass(frozen=True, slots=True)
class Rejudged:
    """A recording judged again: the metrics document, the judges in order, and every judge's scores.

    `origins`: where each judge's verdicts were had. `recorded`: the judges of the recording, the headline first, each
    with its scores, as far as the run got, and where those were had.
    """

    path: Path
    document: dict[str, Any]
    judges: tuple[str, ...]
    scores: dict[str, tuple[Score, ...]]
    origins: dict[str, Origin]
    recorded: dict[str, tuple[tuple[Score, ...], Origin]]
    spent: list[dict[str, Any]]
    """Tokens and money, as in models.json."""


async def rejudge(
    path: Path,
    judges: Sequence[str] = (),
    out: Path | None = None,
    models: Models | None = None,
    vote: Literal["", "majority", "all"] = "",
) -> Rejudged:
    """Judge every played episode of a run folder again, into a folder of its own; the recording is not touched.

    `judges`: others than the run's. `models`: other models and prompts than the run's, and where replies are kept.
    `vote`: also the vote of those judges that do not see the truth; the run's own is held again where its judges are.

    Raises:
        UsageError: no run folder, damaged, from another version of the suite, or an unknown judge.
    """
    try:
        return await _rejudge(path, judges, out, models or Models(), vote)
    except* (UsageError, Fault, OSError) as errors:
        # Of twenty episodes that cannot be judged for one reason, the reason is told once.
        found = flatten_group(errors)[0]
    raise found from found.__cause__


async def _rejudge(
    path: Path, judges: Sequence[str], out: Path | None, models: Models, vote: Literal["", "majority", "all"]
) -> Rejudged:
    source = await anyio.to_thread.run_sync(RunDirectory.open, path)
    recorded = source.manifest.config
    # Only judges are asked anything here: what agents and users would have needed need not be there.
    roles: dict[ModelRole, str] = {
        role: uri for role, uri in (models.roles or recorded.models).items() if role == "judge"
    }
    models = replace(models, roles=roles)
    config = _asked(recorded, judges, vote, models)
    providers = Providers(models)

    def load() -> tuple[Suite, dict[str, JudgeSpec], dict[str, bool]]:
        providers.recall(path)
        judge_specs = {name: registry.load(registry.JUDGES, name) for name in config.judges}
        for name, spec in judge_specs.items():
            providers.check(spec, name, "judge")
        providers.heard()
        return registry.suite(config.suite), judge_specs, instruments(config.agents, config.programs)

    suite, judge_specs, players = await anyio.to_thread.run_sync(load)
    others = {role: labels for role, labels in recorded.prompts.items() if role != "judge"}
    config = config.model_copy(update={"prompts": {**others, **providers.prompts}})
    panel = voters(judge_specs, config.vote)
    playable(source, suite, "judge it again")

    def folder() -> RunDirectory:
        target = out
        if target is None:
            taken = len(list((path / "rejudged").glob("*")))
            target = path / "rejudged" / str(taken + 1)
        return RunDirectory.create(target, manifest(config, suite), providers.replaced)

    # With a warm cache nothing is asked, so nobody need be there.
    async with (
        providers.opened(late=models.folder is not None),
        Disk().running() as disk,
        anyio.create_task_group() as judging,
    ):
        directory = await anyio.to_thread.run_sync(folder)
        blobs = Blobs(source, disk)
        evidence = Evidence(blobs.read_tree, blobs.read_frame)

        def nobody(*_: object) -> Any:
            raise AssertionError("nobody plays while a recording is judged")

        def seats() -> Sequence[Judge | RuleJudge]:
            return [providers.make(judge_specs[name], "judge", evidence) for name in config.judges]

        parts = Parts(nobody, nobody, seats)
        run = AttemptContext(config, Deadlines(), parts, directory, disk, blobs, judging)
        scheduled = [
            Scheduled(EpisodeKey(agent, task.id, repeat), task, instrument)
            for agent, instrument in players.items()
            for task in select(suite, config.selection)
            for repeat in range(config.repeat)
        ]
        scores: dict[str, list[Score]] = {name: [] for name in config.scored_by}
        for commit in await _judged(run, source, scheduled):
            for score in commit.scores:
                scores[score.judge].append(score)
        all_scores = (score for found in scores.values() for score in found)
        document = metrics(scores[config.judges[0]], {name: scores[name] for name in panel}, beside=all_scores)
        disk.place(directory.metrics, dumps(document))
        providers.write(directory, disk)
        await disk.flush()

    def origins(run: RunDirectory, names: Sequence[str]) -> dict[str, Origin]:
        return {name: origin(run.read_verdicts(name)) for name in names}

    had = await anyio.to_thread.run_sync(origins, source, recorded.scored_by)
    having = await anyio.to_thread.run_sync(origins, directory, config.scored_by)
    recorded_scores = [score for commit in source.commits.values() for score in commit.scores]
    before = {
        name: (tuple(score for score in recorded_scores if score.judge == name), had[name])
        for name in recorded.scored_by
    }
    spent = providers.ledger.document()
    found = {name: tuple(score) for name, score in scores.items()}
    return Rejudged(directory.path, document, config.scored_by, found, having, before, spent)


async def _judged(run: AttemptContext, source: RunDirectory, episodes: Sequence[Scheduled]) -> list[Commit]:
    """Judge all that were played to an end, some at once, so that a slow model is not asked one thing at a time.

    The commits come in the order of the episodes.
    """
    commits: dict[int, Commit] = {}
    limiter = anyio.CapacityLimiter(_AT_ONCE)

    async def judge(index: int, episode: Scheduled) -> None:
        async with limiter:
            number = await anyio.to_thread.run_sync(source.played, episode.key)
            if number is not None:
                commits[index] = await Attempt.recorded(run, episode, number, source).commit()

    async with anyio.create_task_group() as group:
        for index, episode in enumerate(episodes):
            group.start_soon(judge, index, episode)
    return [commits[index] for index in sorted(commits)]


def _asked(
    recorded: RunConfig, judges: Sequence[str], vote: Literal["", "majority", "all"], models: Models
) -> RunConfig:
    """The run's settings with the judges, vote and models that are asked for now."""
    return recorded.model_copy(
        update={
            "judges": tuple(judges) or recorded.judges,
            "vote": vote or ("" if judges else recorded.vote),
            "models": {**recorded.models, **models.roles},
        }
    )
