"""Writes a report: one page, a page with parts beside it, or one episode as a ZIP.

Episodes are read and pictures made in threads, a few at a time.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any, Final

import anyio
import anyio.to_thread

from adapters.web.report import page
from adapters.web.report.contents import (
    Pictures,
    ReadEpisode,
    ReportRun,
    describe_run,
    episodes_of,
    read_costs,
    read_episode,
    read_pictures,
    read_scores,
    shown_episode,
)
from adapters.web.report.document import (
    SCHEMA,
    Changes,
    EpisodeRow,
    Overview,
    aligned_episodes,
    overview_json,
    row_json,
    screens_of,
)
from adapters.web.report.pictures import MEDIA_TYPE, SUFFIX
from runtime.core.events import Digest
from runtime.recordings.alignment import StepKey
from runtime.recordings.run import RecordedEpisode
from runtime.storage.disk import naming, write_file

PARTS: Final = "report_parts"
"""Folder beside a page that is too large to hold everything."""
MOST_INSIDE: Final = 300
"""Episodes that a page holds itself."""
_DATE: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(slots=True)
class InsideParts:
    """Parts that become elements of the page."""

    elements: list[str] = field(default_factory=list)

    def data(self, name: str, content: Any) -> None:
        """Take a JSON document."""
        self.elements.append(page.data_element(name, content))

    def picture(self, digest: Digest, data: bytes) -> None:
        """Take a thumbnail."""
        self.elements.append(page.picture_element(digest, MEDIA_TYPE, data))


@dataclass(frozen=True, slots=True)
class PartsBeside:
    """Parts that become files in a folder beside the page."""

    folder: Path

    def data(self, name: str, content: Any) -> None:
        """Write a JSON document."""
        write_file(self.folder / f"{name}.js", page.data_script(name, content).encode())

    def picture(self, digest: Digest, data: bytes) -> None:
        """Take a thumbnail."""
        write_file(self.folder / f"{digest}{SUFFIX}", data)


@dataclass(slots=True)
class WrittenReport:
    """What was written: the page, its size in bytes with all parts, and its episodes."""

    path: Path
    size: int
    episodes: int
    problems: list[str]


async def write_report(
    runs: Sequence[ReportRun],
    notes: Sequence[str],
    target: Path,
    *,
    most_inside: int = MOST_INSIDE,
) -> WrittenReport:
    """Write the page of runs. Of more than `most_inside` episodes, parts are written into a folder beside it.

    Raises:
        StorageError: a file cannot be written.
    """
    count = sum(len(run.recorded.episodes) for run in runs)
    inside = InsideParts()
    beside = PartsBeside(target.parent / PARTS) if count > most_inside else None
    if beside is not None:
        with naming(beside.folder):
            await anyio.to_thread.run_sync(partial(beside.folder.mkdir, parents=True, exist_ok=True))
    reader = _Reader(beside or inside)
    await reader.read(runs)
    await anyio.to_thread.run_sync(reader.align)
    overview = await anyio.to_thread.run_sync(_overview, runs, notes, target, reader)
    overview.parts = PARTS if beside is not None else ""
    text = await anyio.to_thread.run_sync(_page_text, overview, inside.elements)
    await anyio.to_thread.run_sync(write_file, target, text)
    size = len(text)
    if beside is not None:
        size += await anyio.to_thread.run_sync(_folder_size, beside.folder)
    return WrittenReport(target, size, count, reader.problems)


async def write_episode(run: ReportRun, episode: RecordedEpisode, target: Path) -> WrittenReport:
    """Write one episode as a ZIP that any report page opens.

    Raises:
        StorageError: the file cannot be written.
    """

    def write() -> WrittenReport:
        order = list(run.recorded.episodes).index(episode.name)
        found = read_episode(run, order, episode)
        pictures = read_pictures(found, _screens(found))
        data = episode_zip(found, pictures, describe_run(run, "").name)
        write_file(target, data)
        return WrittenReport(target, len(data), 1, [text for text in (found.row.problem, *pictures.problems) if text])

    return await anyio.to_thread.run_sync(write)


def episode_zip(found: ReadEpisode, pictures: Pictures, run: str) -> bytes:
    """Return an episode as a ZIP without compression: episode.json, and thumbnails in pictures/."""
    document = {
        "schema": SCHEMA,
        "run": run,
        "row": row_json(found.row),
        "episode": shown_episode(found, pictures),
        "outlines": pictures.outlines,
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        archive.writestr(zipfile.ZipInfo("episode.json", _DATE), text.encode())
        for digest, data in sorted(pictures.thumbnails.items()):
            archive.writestr(zipfile.ZipInfo(f"pictures/{digest}{SUFFIX}", _DATE), data)
    return buffer.getvalue()


def episode_part(position: int) -> str:
    """Return the name of an episode's part."""
    return f"episode-{position}"


class _Reader:
    """Reads episodes in threads and hands their parts on."""

    def __init__(self, parts: InsideParts | PartsBeside) -> None:
        self.rows: dict[int, EpisodeRow] = {}
        self.keys: dict[int, list[StepKey]] = {}
        self.problems: list[str] = []
        self._parts = parts
        self._taken: set[Digest] = set()
        self._changes: Changes = {}
        self._limiter = anyio.CapacityLimiter(max(os.cpu_count() or 1, 1))
        self._writing = anyio.Lock()

    async def read(self, runs: Sequence[ReportRun]) -> None:
        """Read all episodes of the runs."""
        everything = [item for run in runs for item in episodes_of(run)]
        for run in runs:  # the verdicts of a judge are read at once, before threads ask for them
            for episode in list(run.recorded.episodes.values())[:1]:
                await anyio.to_thread.run_sync(read_episode, run, 0, episode)
        async with anyio.create_task_group() as group:
            for position, item in enumerate(everything):
                group.start_soon(self._read, position, *item)

    @property
    def ordered_rows(self) -> list[EpisodeRow]:
        """The lines of all episodes that were read, by position."""
        return [self.rows[position] for position in sorted(self.rows)]

    def align(self) -> None:
        """Align the episodes of each task that were read, and hand that on."""
        keys = {position: keys for position, keys in self.keys.items() if keys}
        for first, aligned in aligned_episodes(self.ordered_rows, keys).items():
            self._parts.data(f"aligned-{first}", aligned)

    async def _read(self, position: int, run: ReportRun, order: int, episode: RecordedEpisode) -> None:
        async with self._limiter:
            found = await anyio.to_thread.run_sync(read_episode, run, order, episode)
            screens = _screens(found) - self._taken
            self._taken |= screens
            pictures = await anyio.to_thread.run_sync(read_pictures, found, screens, self._changes)
        self.rows[position], self.keys[position] = found.row, found.keys
        self.problems += [f"{found.row.id}: {found.row.problem}"] if found.row.problem else []
        self.problems += pictures.problems
        async with self._writing:
            await anyio.to_thread.run_sync(self._hand_on, position, found, pictures)

    def _hand_on(self, position: int, found: ReadEpisode, pictures: Pictures) -> None:
        if found.timeline is not None:
            self._parts.data(episode_part(position), shown_episode(found, pictures))
        for digest, content in pictures.outlines.items():
            self._parts.data(digest, content)
        for digest, data in pictures.thumbnails.items():
            self._parts.picture(digest, data)


def _screens(found: ReadEpisode) -> frozenset[Digest]:
    screens = screens_of(found.timeline) if found.timeline is not None else []
    return frozenset(digest for screen in screens for digest in (screen.frame, screen.outline) if digest)


def _overview(runs: Sequence[ReportRun], notes: Sequence[str], target: Path, reader: _Reader) -> Overview:
    scores = [agent for run in runs for agent in read_scores(run)]
    costs = [cost for run in runs for cost in read_costs(run)]
    shown = [describe_run(run, blobs_path(run.recorded.path, target)) for run in runs]
    return Overview(
        title=", ".join(dict.fromkeys(run.name for run in shown)),
        runs=shown,
        agents=scores,
        episodes=reader.ordered_rows,
        costs=costs,
        notes=[*notes, *_some_problems(reader.problems)],
    )


def _some_problems(problems: Sequence[str], most: int = 5) -> list[str]:
    different = list(dict.fromkeys(problems))
    rest = [f"and {len(different) - most} more like these"] if len(different) > most else []
    return [*different[:most], *rest]


def blobs_path(run: Path, target: Path) -> str:
    """Return the path from a page to a run's pictures, with `/` at its end; empty unless the run lies beside it."""
    folder, run = target.resolve().parent, run.resolve()
    if not run.is_relative_to(folder):
        return ""
    inside = run.relative_to(folder).as_posix()
    return "blobs/" if inside == "." else f"{inside}/blobs/"


def _page_text(overview: Overview, elements: Sequence[str]) -> bytes:
    head = page.page_head(read_front(), f"{overview.title} · report", overview_json(overview))
    return "".join((head, *elements, page.page_end())).encode()


def read_front() -> page.Front:
    """Read the page's own files. Blocks."""
    names = (*page.STYLES, *page.SCRIPTS, page.BODY)
    return page.join_front(
        {(package, name): (resources.files(package) / name).read_text(encoding="utf-8") for package, name in names}
    )


def _folder_size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())
