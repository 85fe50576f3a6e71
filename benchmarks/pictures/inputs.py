"""Digests of what determines each picture of README and docs: if they differ from those beside it, it is not current.

For each picture by group:

    file      the picture itself
    episode   what was played: actions, dialogue, judgements, and the content of each screen (`screen_id`)
    screens   the content of each screen that is shown
    page      the report page: its own files, and how thumbnails and changes are computed
    painting  how a phone paints: code and fonts
    drawing   how the picture is composed

What was played is found out by playing it on phones without pixels, which takes two seconds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import anyio.to_thread

from adapters.phone.drawing.screen_ids import screen_id
from adapters.phone.kernel.phone import Phone
from adapters.phone.workers.headless import HeadlessControl, HeadlessDevice
from adapters.web.report.contents import episodes_of, open_runs, read_episode
from adapters.web.report.document import episode_document, episode_json, row_json
from adapters.web.report.files import read_front
from benchmarks.pictures.compose import summary
from benchmarks.pictures.recording import EPISODE, ORACLE_RUN, READER_RUN, REPORTED, SCREENS, Episode
from runtime import RunConfig, Runtime
from runtime.core.events import VOLATILE, Observed, Performed, Replied
from runtime.core.tasks import State
from runtime.recordings.run import RecordedRun
from runtime.storage.run_directory import Commit, EpisodeKey, RunDirectory

INPUTS: Final = "inputs.json"
"""Name of the file with the digests, beside the pictures."""
Inputs = dict[str, dict[str, str]]
"""Digests by picture and group."""
_ROOT: Final = Path(__file__).parents[2]
_PAINTING: Final = ("adapters/phone/drawing", "adapters/phone/pictures", "adapters/phone/style")
_PAGE: Final = ("adapters/web/report/pictures.py", "runtime/screen/frames/diff.py", "runtime/screen/frames/webp.py")
_DRAWING: Final = {
    "run.png": ("compose.py", "drawing.py", "recording.py"),
    "phones.png": ("compose.py", "drawing.py", "recording.py"),
    "report.png": ("report_page.py", "drawing.py", "recording.py"),
}
_NOT_SHOWN: Final = VOLATILE | {"time", "seconds", "order", "before", "after"}
"""Fields of a report's documents that differ between runs, or name what phones without pixels do not have."""


async def picture_inputs(folder: Path) -> Inputs:
    """Return the digests of the pictures in a folder."""
    with TemporaryDirectory() as temporary:
        reader, oracle = Path(temporary, "reader"), Path(temporary, "oracle")
        asked, followed = await _play(READER_RUN, reader), await _play(ORACLE_RUN, oracle)
        return await anyio.to_thread.run_sync(
            lambda: _inputs(folder, _Played(reader, asked), _Played(oracle, followed))
        )


@dataclass(frozen=True, slots=True)
class _Played:
    """A run that was played, and the ids of its screens in order."""

    folder: Path
    screens: list[str]


def _inputs(folder: Path, reader: _Played, oracle: _Played) -> Inputs:
    asked, followed = _stories(reader), _stories(oracle)
    found = {
        "run.png": {"episode": _content([_judged(reader), asked[EPISODE]])},
        "phones.png": {"screens": _content([_screen(followed[task], step) for task, step in SCREENS])},
        "report.png": {
            "episode": _content([_reported(reader), asked[REPORTED]]),
            "page": _content([astuple(read_front()), _files(_ROOT, _PAGE)]),
        },
    }
    for name, groups in found.items():
        groups["painting"] = _files(_ROOT, _PAINTING)
        groups["drawing"] = _files(Path(__file__).parent, _DRAWING[name])
        groups["file"] = _files(folder, [name])
    return found


class _NotingControl(HeadlessControl):
    """Notes the id of each screen that is recorded."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone)
        self.screens: list[str] = []

    async def look(self) -> tuple[bytes, State]:
        self.screens.append(screen_id(self.phone.scene()))
        return await super().look()


async def _play(config: RunConfig, out: Path) -> list[str]:
    """Play a run on a phone without pixels and record it; returns the ids of the recorded screens, in order."""
    async with Runtime(config, devices=["headless://1"], out=out) as runtime:
        (device,) = runtime.devices
        assert isinstance(device, HeadlessDevice)
        assert isinstance(device.control, HeadlessControl)
        device.control = control = _NotingControl(device.control.phone)
        async for _ in runtime.run():
            pass
    return control.screens


def _stories(played: _Played) -> dict[str, list[Any]]:
    """Return by task what happened in each episode, in the order in which they were played."""
    run, screens = RunDirectory.open(played.folder), iter(played.screens)
    return {commit.scores[0].task: list(_story(run, commit, screens)) for commit in run.commits.values()}


def _story(run: RunDirectory, commit: Commit, screens: Iterator[str]) -> Iterator[list[Any]]:
    score = commit.scores[0]
    for event in run.read_trace(EpisodeKey(score.agent, score.task, score.repeat), commit.attempt):
        match event:
            case Observed(step=step):
                yield ["screen", step, next(screens)]
            case Performed(action=action):
                yield ["action", asdict(action)]
            case Replied(text=text):
                yield ["reply", text]
            case _:
                pass


def _screen(story: list[Any], step: int) -> str:
    return next(str(entry[2]) for entry in story if entry[:2] == ["screen", step])


def _judged(played: _Played) -> list[str]:
    """Return the texts of run.png around the screens."""
    run = RecordedRun.open(played.folder)
    (episode,) = (episode for episode in run.episodes.values() if episode.key.task == EPISODE)
    assert episode.task is not None
    score = episode.scores[run.judges[0]]
    return [episode.task.level, episode.task.instruction, summary(Episode(episode.task, score, ()))]


def _reported(played: _Played) -> Any:
    """Return the documents of the episode in the run's report, without what is not shown."""
    (opened,), _ = open_runs([played.folder])
    (found,) = (read_episode(*item) for item in episodes_of(opened) if item[2].key.task == REPORTED)
    assert found.timeline is not None
    return _shown([row_json(found.row), episode_json(episode_document(found.timeline))])


def _shown(content: Any) -> Any:
    if isinstance(content, dict):
        return {name: _shown(value) for name, value in content.items() if name not in _NOT_SHOWN}
    return [_shown(value) for value in content] if isinstance(content, list) else content


def _content(content: Any) -> str:
    return _short(json.dumps(content, ensure_ascii=False, sort_keys=True).encode())


def _files(folder: Path, names: Sequence[str]) -> str:
    """Return a digest of files by their names in a folder, and of all code and fonts in folders of it."""
    paths = [
        path
        for name in names
        for path in ([folder / name] if (folder / name).is_file() else (folder / name).rglob("*"))
    ]
    chosen = sorted(path for path in paths if path.suffix in (".py", ".ttf", ".png"))
    return _short(
        b"".join(path.relative_to(folder).as_posix().encode() + sha256(path.read_bytes()).digest() for path in chosen)
    )


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]
