"""Replays a recorded run through judges and reducers into a new folder. Nothing is played; the recording is
unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import anyio
import anyio.to_thread

from runtime.components.agent_refs import instruments
from runtime.components.models import Models, Providers
from runtime.components.selection import manifest, playable, select, voters
from runtime.core.boundary import flatten_group
from runtime.core.config import Deadlines, RunConfig
from runtime.core.errors import Fault, UsageError
from runtime.core.events import Score
from runtime.core.tasks import Suite
from runtime.episode.attempt import Attempt, AttemptContext
from runtime.episode.run_parts import ComponentFactories, ScheduledEpisode
from runtime.llm import ModelRole
from runtime.metrics.provenance import Origin, verdict_origin
from runtime.metrics.report import encode_document, metrics_document
from runtime.metrics.sequential import intent_order, parse_rule, sequential_result
from runtime.plugins import registry
from runtime.plugins.protocols import Evidence, Judge, RuleJudge
from runtime.plugins.specs import JudgeSpec
from runtime.storage.blobs import Blobs
from runtime.storage.chain import Chain
from runtime.storage.disk import Disk, naming
from runtime.storage.run_directory import Commit, EpisodeKey, RunDirectory

_AT_ONCE = 20
"""Episodes judged concurrently; the usual number of devices of a run."""


@dataclass(frozen=True, slots=True)
class RejudgeResult:
    """A recording judged again: the new folder, the metrics document, the judges in order, and each judge's scores.

    `origins`: the origin (version, model, prompts) of each judge's verdicts. `recorded`: the judges of the recording,
    the main judge first, each with its recorded scores and their origin.
    """

    path: Path
    document: dict[str, Any]
    judges: tuple[str, ...]
    scores: dict[str, tuple[Score, ...]]
    origins: dict[str, Origin]
    recorded: dict[str, tuple[tuple[Score, ...], Origin]]
    spent: list[dict[str, Any]]
    """Tokens and cost, as in models.json."""


async def rejudge(
    path: Path,
    judges: Sequence[str] = (),
    out: Path | None = None,
    models: Models | None = None,
    vote: Literal["", "majority", "all"] = "",
) -> RejudgeResult:
    """Judge every played episode of a run folder again, into a separate folder; the recording is unchanged.

    Args:
        path: the run folder.
        judges: registered names instead of the run's judges.
        out: a new folder for verdicts and metrics; None: `rejudged/N` in the run folder.
        models: models and prompts instead of the run's, and the folder of cached replies.
        vote: adds the vote of the judges that do not see the truth; the run's own vote is repeated if its judges are.

    Raises:
        UsageError: no run folder, damaged, from another version of the suite, or an unknown judge.
    """
    try:
        return await _rejudge(path, judges, out, models or Models(), vote)
    except* (UsageError, Fault, OSError) as errors:
        # Many episodes may fail for the same reason, which is reported once.
        found = flatten_group(errors)[0]
    raise found from found.__cause__


async def _rejudge(
    path: Path, judges: Sequence[str], out: Path | None, models: Models, vote: Literal["", "majority", "all"]
) -> RejudgeResult:
    source = await anyio.to_thread.run_sync(RunDirectory.open, path)
    recorded = source.manifest.config
    # Only judges run here: models of agents and users need not be available.
    roles: dict[ModelRole, str] = {
        role: uri for role, uri in (models.roles or recorded.models).items() if role == "judge"
    }
    models = replace(models, roles=roles)
    config = _rejudge_config(recorded, judges, vote, models)
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
        target = _next_folder(path / "rejudged") if out is None else out
        return RunDirectory.create(target, manifest(config, suite), providers.replaced)

    # With a warm cache no model is called, so no endpoint needs to be available.
    async with (
        providers.opened(late=models.folder is not None),
        Disk().running() as disk,
        anyio.create_task_group() as judging,
    ):
        directory = await anyio.to_thread.run_sync(folder)
        blobs, chain = Blobs(source, disk), Chain(directory.head)
        evidence = Evidence(blobs.read_tree, blobs.read_frame, bypass=config.bypass)

        def unused(*_: object) -> Any:
            raise AssertionError("agents and users do not run while a recording is judged")

        def make_judges() -> Sequence[Judge | RuleJudge]:
            return [providers.make(judge_specs[name], "judge", evidence) for name in config.judges]

        parts = ComponentFactories(unused, unused, make_judges)
        run = AttemptContext(config, Deadlines(), parts, directory, disk, blobs, chain, judging)
        tasks = select(suite, config.selection, config.seed)
        scheduled = [
            ScheduledEpisode(EpisodeKey(agent, task.id, repeat), task, instrument)
            for agent, instrument in players.items()
            for task in tasks
            for repeat in range(config.repeat)
        ]
        scores: dict[str, list[Score]] = {name: [] for name in config.scored_by}
        for commit in await _judge_all(run, source, scheduled):
            for score in commit.scores:
                scores[score.judge].append(score)
        all_scores = (score for found in scores.values() for score in found)
        by_state = [score for name in config.judges if name not in panel for score in scores[name]]
        document = metrics_document(
            scores[config.judges[0]],
            {name: scores[name] for name in panel},
            beside=all_scores,
            by_state=by_state,
        )
        if config.until:
            order = intent_order(tasks, config.seed)
            rule = parse_rule(config.until)
            document["until"] = sequential_result(rule, scores[config.judges[0]], by_state, order, len(order))
        disk.replace(directory.metrics, encode_document(document))
        providers.write(directory, disk)
        await disk.flush()
        disk.replace(directory.seal, await anyio.to_thread.run_sync(directory.seal_document, chain.head))
        await disk.flush()

    def origins(run: RunDirectory, names: Sequence[str]) -> dict[str, Origin]:
        return {name: verdict_origin(run.read_verdicts(name)) for name in names}

    recorded_origins = await anyio.to_thread.run_sync(origins, source, recorded.scored_by)
    new_origins = await anyio.to_thread.run_sync(origins, directory, config.scored_by)
    recorded_scores = [score for commit in source.commits.values() for score in commit.scores]
    before = {
        name: (tuple(score for score in recorded_scores if score.judge == name), recorded_origins[name])
        for name in recorded.scored_by
    }
    spent = providers.ledger.document()
    found = {name: tuple(score) for name, score in scores.items()}
    return RejudgeResult(directory.path, document, config.scored_by, found, new_origins, before, spent)


def _next_folder(parent: Path) -> Path:
    """Make the next numbered folder, one that no other process gets. Blocks. Raises StorageError."""
    with naming(parent):
        parent.mkdir(exist_ok=True)
        number = max((int(path.name) for path in parent.iterdir() if path.name.isdecimal()), default=0)
        while True:
            number += 1
            with suppress(FileExistsError):  # another process has just made it
                (parent / str(number)).mkdir()
                return parent / str(number)


async def _judge_all(run: AttemptContext, source: RunDirectory, episodes: Sequence[ScheduledEpisode]) -> list[Commit]:
    """Judge all episodes that were played to an end, concurrently, because a judge's model may be slow.

    The commits come in the order of the episodes.
    """
    commits: dict[int, Commit] = {}
    attempts = await anyio.to_thread.run_sync(source.attempt_counts)
    limiter = anyio.CapacityLimiter(_AT_ONCE)

    async def judge(index: int, episode: ScheduledEpisode) -> None:
        async with limiter:
            key = episode.key
            number = await anyio.to_thread.run_sync(source.played, key, attempts.get(key.stem, 0))
            if number is not None:
                commits[index] = await Attempt.recorded(run, episode, number, source).commit()

    async with anyio.create_task_group() as group:
        for index, episode in enumerate(episodes):
            group.start_soon(judge, index, episode)
    return [commits[index] for index in sorted(commits)]


def _rejudge_config(
    recorded: RunConfig, judges: Sequence[str], vote: Literal["", "majority", "all"], models: Models
) -> RunConfig:
    """Return the run's configuration with the judges, vote and models requested now."""
    return recorded.model_copy(
        update={
            "judges": tuple(judges) or recorded.judges,
            "vote": vote or ("" if judges else recorded.vote),
            "models": {**recorded.models, **models.roles},
        }
    )
