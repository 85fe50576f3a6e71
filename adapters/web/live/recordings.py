"""Recorded runs as a served page shows them: read when they are asked for, finished episodes only once. Blocks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adapters.web.report.contents import (
    ReadEpisode,
    ReportRun,
    describe_run,
    episodes_of,
    open_runs,
    read_costs,
    read_episode,
    read_pictures,
    read_scores,
    shown_episode,
)
from adapters.web.report.document import (
    AlignedRows,
    EpisodeRow,
    Overview,
    aligned_rows,
    overview_json,
)
from adapters.web.report.pictures import read_frame, thumbnail
from adapters.web.shared.outlines import outline
from adapters.web.shared.shown_texts import printable_content
from runtime.core.errors import UsageError
from runtime.core.events import Digest
from runtime.core.memo import Memo
from runtime.recordings.run import RecordedEpisode

_THUMBNAILS = 2_000
"""Thumbnails in memory, of some 10 KB each."""


class ServedRuns:
    """The runs of a page. A run that is still written grows: `overview` looks at its folder again.

    Raises:
        UsageError: none of the folders can be read, or none has that judge.
    """

    def __init__(self, paths: Sequence[Path], judge: str = "") -> None:
        self._paths = paths
        self._judge = judge
        self._runs, self._notes = open_runs(paths, judge)
        self._rows: dict[tuple[Path, str, int], EpisodeRow] = {}
        """Lines of finished episodes, by folder, name and attempt."""
        self._shown: dict[str, tuple[ReportRun, int, RecordedEpisode]] = {}
        """The episodes by the ids of their lines."""
        self._thumbnails: Memo[tuple[int, Digest], bytes] = Memo(_THUMBNAILS)

    @property
    def title(self) -> str:
        """The names of the runs."""
        return ", ".join(dict.fromkeys(run.recorded.path.resolve().name for run in self._runs))

    def overview(self) -> Any:
        """Return what the page reads first."""
        self._runs, self._notes = open_runs(self._paths, self._judge)
        rows, problems = [], []
        for run in self._runs:
            for _, order, episode in episodes_of(run):
                row = self._row(run, order, episode)
                rows.append(row)
                problems += [f"{row.id}: {row.problem}"] if row.problem else []
                self._shown[row.id] = run, order, episode
        return overview_json(
            Overview(
                title=self.title,
                runs=[describe_run(run, "") for run in self._runs],
                agents=[agent for run in self._runs for agent in read_scores(run)],
                episodes=rows,
                costs=[cost for run in self._runs for cost in read_costs(run)],
                notes=[*self._notes, *problems[:5]],
            )
        )

    def _row(self, run: ReportRun, order: int, episode: RecordedEpisode) -> EpisodeRow:
        name = run.recorded.path, episode.name, episode.attempt
        row = self._rows.get(name)
        if row is None:
            row = read_episode(run, order, episode, steps=False).row
            if episode.finished and not row.problem:
                self._rows[name] = row
        row.order = order
        return row

    def episode(self, identifier: str) -> Any:
        """Return an episode's document, read from its folder now.

        Raises:
            UsageError: there is no such episode.
        """
        found = self._read(identifier)
        return shown_episode(found, read_pictures(found, frozenset()))

    def recorded(self, identifier: str) -> tuple[ReportRun, RecordedEpisode]:
        """Return an episode by the id of its line, and its run.

        Raises:
            UsageError: there is no such episode.
        """
        if identifier not in self._shown:
            self.overview()
        if identifier not in self._shown:
            raise UsageError(f"there is no episode {identifier!r}")
        run, _, episode = self._shown[identifier]
        return run, episode

    def _read(self, identifier: str) -> ReadEpisode:
        run, episode = self.recorded(identifier)
        return read_episode(run, 0, episode)

    def aligned(self, left: str, right: str) -> AlignedRows:
        """Align two episodes step by step; see `aligned_rows`.

        Raises:
            UsageError: there is no such episode.
        """
        return aligned_rows(self._read(left).keys, self._read(right).keys)

    def frame(self, run: int, digest: Digest, *, small: bool) -> bytes:
        """Return a recorded picture as PNG, or as a small WebP.

        Raises:
            StorageError: it is missing or damaged.
            UsageError: there is no such run.
            PngError: it is damaged.
        """
        recorded = self._run(run).recorded
        if not small:
            return recorded.frame(digest)
        return self._thumbnails.of((run, digest), lambda: thumbnail(read_frame(recorded.frame(digest))))

    def outline(self, run: int, digest: Digest) -> Any:
        """Return a recorded accessibility tree as boxes with words.

        Raises:
            StorageError: it is missing or damaged.
            UsageError: there is no such run.
        """
        return printable_content(outline(self._run(run).recorded.tree(digest)))

    def _run(self, number: int) -> ReportRun:
        if number >= len(self._runs):
            raise UsageError(f"there is no run {number}")
        return self._runs[number]
