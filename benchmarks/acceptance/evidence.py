"""Whether a run folder has the evidence that it claims: each settled screen on disk, and each of them judged."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from runtime.core.actions import DEVICE_ACTIONS
from runtime.core.events import VERDICTS, Decided, Described, Digest, Ended, Observed, Performed
from runtime.storage.disk import read_lines
from runtime.storage.run_directory import EpisodeKey, RunDirectory

_BEGINS = {".png": b"\x89PNG\r\n\x1a\n", ".xml": b"<?xml"}


@dataclass(frozen=True, slots=True)
class Evidence:
    """`screens` that were settled, how many of them lack frame or tree on disk or were described by no judge, and how
    many decisions touched the device without a screen after them.
    """

    screens: int
    unrecorded: int
    unjudged: int
    unseen: int

    @property
    def complete(self) -> bool:
        """Whether there is a screen at all, and nothing is missing."""
        return self.screens > 0 == self.unrecorded + self.unjudged + self.unseen

    def __str__(self) -> str:
        return (
            f"{self.screens} screens: {self.unrecorded} not recorded, {self.unjudged} not judged; "
            f"{self.unseen} decisions without one"
        )


def evidence(folder: Path, judge: str = "rules") -> Evidence:
    """Read the attempts that count. `judge`: the one that must have described every screen."""
    run = RunDirectory.open(folder)
    verdicts = read_lines(run.verdicts(judge), VERDICTS)
    described = {(verdict.episode, verdict.step) for verdict in verdicts if isinstance(verdict, Described)}
    there: dict[Digest, bool] = {}
    screens = unrecorded = unjudged = unseen = 0
    for commit in run.commits.values():
        touched = False
        for event in run.read_trace(_key(commit.episode), commit.attempt):
            match event:
                case Observed(step=step, frame=frame, tree=tree):
                    touched = False
                    screens += 1
                    unrecorded += not (
                        _is_complete(run, frame, ".png", there) and _is_complete(run, tree, ".xml", there)
                    )
                    unjudged += (commit.episode, step) not in described
                case Performed(action=action):
                    touched = touched or isinstance(action, DEVICE_ACTIONS)
                case Decided() | Ended():
                    unseen += touched
                    touched = False
                case _:
                    pass
    return Evidence(screens, unrecorded, unjudged, unseen)


def _key(episode: str) -> EpisodeKey:
    agent, task, repeat = episode.split("/")
    return EpisodeKey(agent, task, int(repeat))


def _is_complete(run: RunDirectory, digest: Digest | None, suffix: str, known: dict[Digest, bool]) -> bool:
    """Whether the blob is on disk and begins as its kind does."""
    if digest is None:
        return False
    if digest not in known:
        file = run.blob(digest, suffix)
        known[digest] = file.is_file() and file.read_bytes().startswith(_BEGINS[suffix])
    return known[digest]
