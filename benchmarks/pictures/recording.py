"""The seeded runs that the pictures of README and docs come from, and what a picture shows of an episode."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from PIL import Image

from runtime import RunConfig, Runtime, Selection
from runtime.core.actions import Action, AskUser, Finish, Tap
from runtime.core.events import Observed, Performed, Replied, Score
from runtime.core.tasks import Task
from runtime.screen.tree import UiTree, parse
from runtime.storage.run_directory import EpisodeKey, RunDirectory

EPISODE: Final = "social.mute.incomplete"
"""What `reader` plays for run.png: it has to ask one question, and seven steps suffice."""
REPORTED: Final = "shop.feast.ambiguous"
"""What `reader` plays for report.png: it asks seven questions, and types a reply that is none as a note."""
SCREENS: Final[tuple[tuple[str, int], ...]] = (
    ("shop.bunpier.standard", 3),
    ("device.clockalarm.standard", 1),
    ("social.framefollow.standard", 1),
    ("info.mapleave.standard", 1),
    ("social.pickup.standard", 7),
    ("info.tunetidy.standard", 1),
    ("shop.novacoupon.standard", 1),
    ("info.drizzlegusts.standard", 7),
    ("productivity.jotfernpicnic.standard", 1),
    ("info.seatrate.standard", 1),
    ("info.dawncomment.standard", 1),
    ("shop.griddleagain.standard", 1),
    ("device.messagesdinner.standard", 3),
    ("device.calendarroast.standard", 4),
    ("social.reelfollow.standard", 1),
    ("shop.larderloaf.standard", 2),
    ("device.gallerydelete.standard", 1),
    ("shop.railbike.standard", 7),
    ("shop.thriftfollow.standard", 1),
    ("social.oakthread.standard", 4),
)
"""What `oracle` plays for phones.png, and the step after which the screen is shown: twenty apps, one each."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A screen of an episode and the action that followed; `target`: the text touched; `reply`: to a question."""

    screen: Image.Image
    action: Action
    target: str = ""
    reply: str = ""


@dataclass(frozen=True, slots=True)
class Episode:
    """A recorded episode as run.png shows it."""

    task: Task
    score: Score
    moments: tuple[Moment, ...] = field(repr=False)


READER_RUN: Final = RunConfig(agents=("reader",), selection=Selection(tasks=(EPISODE, REPORTED)), seed=7)
ORACLE_RUN: Final = RunConfig(
    agents=("oracle",),
    selection=Selection(tasks=tuple(task for task, _ in SCREENS)),
    seed=7,
    max_steps=max(step for _, step in SCREENS),
)
"""The runs that the pictures come from."""


async def play(config: RunConfig, out: Path, phones: int) -> None:
    """Play a run on virtual phones and record it in `out`."""
    async with Runtime(config, devices=[f"phone://{phones}"], out=out) as runtime:
        async for _ in runtime.run():
            pass


def read_episode(run: RunDirectory, task: Task, agent: str = "reader") -> Episode:
    """Pair the recorded actions of an episode with the screens on which they were decided. Blocks.

    Raises:
        UsageError: the run has no such episode.
        ValueError: nothing was seen before the first action.
    """
    key = EpisodeKey(agent, task.id, 0)
    commit = run.commits[str(key)]
    moments: list[Moment] = []
    seen: Observed | None = None
    for event in run.read_trace(key, commit.attempt):
        match event:
            case Observed(frame=str()):
                seen = event
            case Replied(text=text):
                moments[-1] = replace(moments[-1], reply=text)
            case Performed(action=action):
                if seen is None or seen.frame is None:
                    raise ValueError(f"{key}: {action.kind} before any screen")
                target = touched(read_tree(run, seen), action)
                moments.append(Moment(read_frame(run, seen.frame), action, target))
            case _:
                pass
    return Episode(task, commit.scores[0], tuple(moments))


def read_screen(run: RunDirectory, task: str, step: int, agent: str = "oracle") -> Image.Image:
    """The recorded screen after a step. Blocks.

    Raises:
        ValueError: there is none.
    """
    key = EpisodeKey(agent, task, 0)
    for event in run.read_trace(key, run.commits[str(key)].attempt):
        if isinstance(event, Observed) and event.step == step and event.frame is not None:
            return read_frame(run, event.frame)
    raise ValueError(f"{key} has no screen after step {step}")


def read_frame(run: RunDirectory, digest: str) -> Image.Image:
    """A recorded frame."""
    with Image.open(run.blob(digest, ".png")) as picture:
        return picture.convert("RGB")


def read_tree(run: RunDirectory, seen: Observed) -> UiTree | None:
    """The accessibility tree of a recorded screen, if the agent had one."""
    return None if seen.tree is None else parse(run.blob(seen.tree, ".xml").read_bytes())


def touched(tree: UiTree | None, action: Action) -> str:
    """The first text in the smallest element with one around the point that was tapped; empty if there is none."""
    if not isinstance(action, Tap) or tree is None:
        return ""
    around = []
    for node in tree.walk():
        left, top, right, bottom = node.bounds
        words = next((inner.text or inner.desc for inner in node.walk() if inner.text or inner.desc), "")
        if words and left <= action.x < right and top <= action.y < bottom:
            around.append(((right - left) * (bottom - top), words))
    return min(around)[1].splitlines()[0] if around else ""


def describe(moment: Moment) -> str:
    """The agent's action in a few words."""
    match moment.action:
        case Tap():
            return f"Tap “{moment.target}”" if moment.target else "Tap"
        case AskUser():
            return "Ask the user"
        case Finish():
            return "Finish"
        case action:
            return action.kind.replace("_", " ").capitalize()
