"""Runs judges on the recorded traces of a sample. Nothing is written, and nothing is played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import anyio.to_thread

from adapters.web.labels.recording import Recording, cited
from adapters.web.labels.sampling import Trace
from runtime.core.errors import UsageError
from runtime.core.events import VERDICTS, Observed, Score
from runtime.judging.runner import AttemptLogs, JudgedEpisode, closed_logs, run_judge
from runtime.plugins import registry
from runtime.plugins.protocols import Evidence
from runtime.plugins.specs import JudgeSpec
from runtime.screen.tree import TreeError
from runtime.storage.blobs import Blobs
from runtime.storage.disk import Disk
from runtime.storage.run_directory import merge_by_seq

_DEADLINE = 600.0
"""Maximum seconds that a judge may take for one trace."""


@dataclass(slots=True)
class JudgeScores:
    """One judge's scores by episode, and the screens it cites by episode and subject."""

    scores: dict[str, Score] = field(default_factory=dict)
    cited: dict[tuple[str, str], int] = field(default_factory=dict)


async def score_sample(recording: Recording, sample: Sequence[Trace], judges: Sequence[str]) -> dict[str, JudgeScores]:
    """Run each judge on each trace, with a new judge for each trace as in a run.

    Raises:
        UsageError: a judge is unknown or needs a model, or a trace is damaged.
    """
    specs = await anyio.to_thread.run_sync(lambda: {name: _spec(recording, name) for name in judges})
    # The blob store requires a disk writer, but nothing is written.
    blobs = Blobs(recording.directory, Disk())
    evidence = Evidence(blobs.read_tree, blobs.read_frame)
    found = {name: JudgeScores() for name in judges}

    def following(trace: Trace) -> Callable[[], AttemptLogs]:
        """Load a trace and cache its trees, so that no judge waits for the disk on the event loop."""
        events, truths = recording.events(trace)
        for event in events:
            if isinstance(event, Observed) and event.tree is not None:
                with suppress(OSError, TreeError):
                    blobs.read_tree(event.tree)
        both = merge_by_seq(events, truths)
        return lambda: closed_logs(both)

    for trace in sample:
        tapes = await anyio.to_thread.run_sync(following, trace)
        about = JudgedEpisode(recording.tasks[trace.task], trace.episode, 0, instrument=False)
        for name, spec in specs.items():
            result = await run_judge(spec.make(evidence), about, tapes(), deadline=_DEADLINE)
            if result.score is not None:
                found[name].scores[trace.episode] = result.score
            for line in result.lines.splitlines():
                place = cited(VERDICTS.validate_json(line))
                if place is not None:
                    found[name].cited[trace.episode, place[0]] = place[1]
    return found


def _spec(recording: Recording, name: str) -> JudgeSpec:
    spec = registry.load(registry.JUDGES, name)
    if spec.needs_model:
        run = recording.directory.path
        raise UsageError(
            f"the judge {name!r} needs a model: run python -m runtime.bench rejudge {run} --judge {name} "
            "--model …, then "
            "--report shows its scores"
        )
    return spec
