"""The `show` command: the failed episodes of a run by cause, one episode step by step, or one step with its screen."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from runtime.bench.streams import complain
from runtime.bench.terminal import plain, show, terminal
from runtime.core.actions import Finish
from runtime.core.errors import StorageError, UsageError
from runtime.core.events import Score
from runtime.metrics import counts
from runtime.recordings.failures import FAILURE_TITLES
from runtime.recordings.outcomes import Failures, failure, failures
from runtime.recordings.run import RecordedEpisode, RecordedRun
from runtime.recordings.timeline import Finding, Timeline, TimelineStep, timeline
from runtime.screen.tree import UiTree
from runtime.storage.disk import naming

_MARKS: Final = {True: ("✓", "green"), False: ("✗", "red"), None: ("·", "dim")}


def execute(options: argparse.Namespace) -> int:
    """Print what was asked for and return 0."""
    run = RecordedRun.open(options.directory)
    complain(*(f"note: {problem}" for problem in run.problems))
    judge = options.judge or run.judges[0]
    if judge not in run.judges:
        raise UsageError(f"{run.path} has no judge {judge!r}: choose one of {', '.join(run.judges)}")
    console = terminal()
    if options.episode is None:
        if options.step is not None or options.png is not None:
            raise UsageError("--step and --png need an EPISODE")
        _print_run(console, run, options.judge or "")
        return 0
    episode = run.find(options.episode)
    found = _timeline(run, episode, judge)
    if options.png is not None:
        _write_screen(run, found, len(found.steps) - 1 if options.step is None else options.step, options.png)
    elif options.step is not None:
        _print_whole_step(console, run, _step(found, options.step))
    else:
        _print_episode(console, run, episode, found, options.judge or "")
    return 0


def print_failures(console: Console, found: Failures, run: Path, most: int | None = None) -> None:
    """Print the failed episodes by cause, each with one sentence; of each cause at most `most`."""
    for kind, episodes in found.items():
        console.print(plain(f"{FAILURE_TITLES[kind]}: {len(episodes)}", "bold"))
        lines = [
            plain("FAILED ", "red").append_text(plain(f"{episode.name} - {why.sentence}"))
            for episode, why in episodes[:most]
        ]
        if most is not None and len(episodes) > most:
            lines.append(plain(f"… and {len(episodes) - most} more: python -m runtime.bench show {run}", "dim"))
        _print_indented(console, lines, 2)


def _print_run(console: Console, run: RecordedRun, judge: str) -> None:
    failed = failures(run, judge)
    print_failures(console, failed, run.path)
    finished = len(run.scores(judge))
    unfinished = [episode.name for episode in run.episodes.values() if not episode.finished]
    parts = [f"{finished - sum(map(len, failed.values()))} of {finished} episodes solved"]
    if unfinished:
        parts.append(f"{len(unfinished)} unfinished, such as {unfinished[0]}")
    show(console, f"{'; '.join(parts)}, by {_judged_by(run, judge)}")


def _judged_by(run: RecordedRun, judge: str) -> str:
    if judge or run.state_judge is None:
        return f"judge {judge or run.judges[0]}"
    return f"judge {run.judges[0]}, and by app state whether an episode is solved"


def _timeline(run: RecordedRun, episode: RecordedEpisode, judge: str) -> Timeline:
    def read_tree(digest: str) -> UiTree | None:
        with suppress(StorageError):
            return run.tree(digest)
        return None

    verdicts = run.verdicts(episode, judge)
    return timeline(run.events(episode), run.truths(episode), verdicts, episode.task, read_tree)


def _step(found: Timeline, number: int) -> TimelineStep:
    step = found.step(number)
    if step is None:
        last = found.steps[-1].number if found.steps else 0
        raise UsageError(f"{found.episode} has no step {number}: its steps are 0 to {last}")
    return step


def _print_episode(console: Console, run: RecordedRun, episode: RecordedEpisode, found: Timeline, judge: str) -> None:
    console.print(plain(episode.name, "bold"))
    if episode.task is not None:
        console.print(plain(f"“{episode.task.instruction}”"))
    score = episode.scores.get(judge or run.judges[0])
    if score is None:
        show(console, "The episode was not finished, so it has no score.")
    else:
        why = failure(run, episode, judge)
        console.print(plain("solved", "green") if why is None else plain(f"not solved: {why.sentence}", "red"))
    console.print()
    for step in found.steps:
        _print_step(console, step)
    if score is not None:
        _print_checklist(console, found.findings)
        _print_numbers(console, score, found)


def _print_step(console: Console, step: TimelineStep) -> None:
    """Print a step in a few lines: thought, action, dialogue, and what was found there."""
    head = Text("end  " if isinstance(step.action, Finish) else f"{step.number:>3}  ", style="dim")
    if step.action is None and step.turn is None:
        head.append_text(plain(f"start: {step.page}" if step.page else "start"))
    else:
        head.append_text(plain(step.words, "bold"))
        if step.feedback:
            head.append_text(plain(f"  → {step.feedback}", "dim"))
    console.print(head, soft_wrap=True)
    lines: list[Text] = []
    if step.thought:
        lines.append(plain(f"thought: {_shortened(step.thought)}", "italic"))
    if step.turn is not None:
        given = f" [{', '.join(step.turn.released)}]" if step.turn.released else ""
        lines.append(plain(f"user: “{step.turn.reply}”{given}", "cyan"))
    lines += [plain(note, "yellow") for note in step.notes]
    lines += [_line(finding) for finding in step.findings if finding.kind != "end"]
    _print_indented(console, lines, 5)


def _print_indented(console: Console, lines: Iterable[Text], by: int) -> None:
    """Print lines with an indent, which what a terminal has no room for keeps; elsewhere a line stays one line."""
    for line in lines:
        if console.is_terminal:
            console.print(Padding(line, (0, 0, 0, by)))
        else:
            console.print(Text(" " * by).append_text(line), soft_wrap=True)


def _line(finding: Finding, *, step: bool = False) -> Text:
    mark, style = _MARKS[finding.good]
    line = Text(f"{mark} ", style=style)
    line.append_text(plain(f"{finding.subject}: {finding.words}"))
    if step and finding.step is not None:
        line.append_text(plain(f" (step {finding.step})", "dim"))
    if finding.reason:
        line.append_text(plain(f" — {finding.reason}", "dim"))
    return line


def _print_checklist(console: Console, found: Sequence[Finding]) -> None:
    titles = {
        "requirement": "Requirements", "key_step": "Key steps", "turn": "Questions", "side_effect": "Side effects",
        "bypass": "Changes by shell commands", "end": "The end",
    }  # fmt: skip
    for kind, title in titles.items():
        lines = [_line(finding, step=True) for finding in found if finding.kind == kind]
        if lines:
            console.print()
            console.print(plain(title, "bold"))
            _print_indented(console, lines, 2)


def _print_numbers(console: Console, score: Score, found: Timeline) -> None:
    met, hit = counts.met_final(score), counts.key_steps_hit(score)
    parts = [
        f"{met}/{score.requirements} requirements met at the end", f"{hit}/{score.key_steps} key steps",
        f"{score.steps} steps, {counts.redundant_steps(score)} of them redundant", f"{score.turns} questions",
        f"ended: {score.ending}",
    ]  # fmt: skip
    if found.usage:
        parts.append(f"tokens: {', '.join(f'{kind} {count}' for kind, count in found.usage.items())}")
    console.print()
    show(console, f"{'; '.join(parts)}; judge {score.judge}, device {found.device}")


def _print_whole_step(console: Console, run: RecordedRun, step: TimelineStep) -> None:
    """Print everything that is known of one step."""
    _print_step(console, step)
    for title, text in _details(run, step):
        console.print()
        console.print(plain(title, "bold"))
        console.print(plain(text))


def _details(run: RecordedRun, step: TimelineStep) -> Iterator[tuple[str, str]]:
    if step.raw:
        yield "Output of the agent's model", step.raw
    if step.commands:
        yield "Commands", "\n".join(step.commands)
    if step.page:
        yield "Page", step.page
    if step.after is not None and step.after.tree is not None:
        try:
            yield "Texts on the screen", "\n".join(_texts(run.tree(step.after.tree)))
        except StorageError as error:
            yield "Texts on the screen", f"cannot be shown: {error}"


def _texts(tree: UiTree) -> Iterable[str]:
    return dict.fromkeys(label for node in tree.walk() if (label := " ".join((node.text or node.desc).split())))


def _write_screen(run: RecordedRun, found: Timeline, number: int, target: Path) -> None:
    step = _step(found, number)
    if step.after is None or step.after.frame is None:
        raise UsageError(
            f"{found.episode} has no picture of step {number}: it was played without pixels; "
            f"`show {run.path} {found.episode} --step {number}` prints the texts"
        )
    data = run.frame(step.after.frame)
    with naming(target):
        target.write_bytes(data)
    complain(f"the screen after step {number}: {target}")


def _shortened(text: str, most: int = 240) -> str:
    words = " ".join(text.split())
    return words if len(words) <= most else f"{words[: most - 1]}…"
