"""Prints the metrics: a table per player, a column per clarity level, each value with n and interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from runtime.bench.terminal import plain
from runtime.core.config import RunConfig
from runtime.core.events import Score
from runtime.core.tasks import LEVELS
from runtime.metrics.agreement import score_agreement
from runtime.metrics.reducers import METRIC_WORDS

_ROOM_FOR_WORDS = 120
_FAULTS = 5
"""Maximum number of different faults that are listed."""
_UNKNOWN = 10
"""Maximum number of commands that are listed that the phones' shell did not know."""
_INTERVAL = (
    "Second line: 95 % interval (Wilson for yes-or-no metrics with one episode an intent, and where all intents are "
    "equal or fewer than eight; else bootstrap over intents); –: nothing to average."
)


def metrics_table(document: dict[str, Any], judge: str, width: int = 80) -> Iterator[RenderableType]:
    """Render a table with notes for each agent of the metrics document, for a terminal of `width` columns."""
    for name, agent in document["agents"].items():
        role = "instrument, sees the ground truth" if agent["instrument"] else "agent"
        episodes = agent["episodes"]
        yield plain(f"\n{name} ({role}) · {episodes['scheduled']} episodes · judged by {judge}", "bold")
        table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0), header_style="bold", collapse_padding=True)
        table.add_column("", no_wrap=True)
        if width >= _ROOM_FOR_WORDS:
            table.add_column("", style="dim", no_wrap=True)
        groups = {"overall": agent["overall"]}
        groups.update({level: agent["by_level"][level] for level in LEVELS if level in agent["by_level"]})
        for group in groups:
            table.add_column(group, justify="right", no_wrap=True)
        for metric, words in METRIC_WORDS.items():
            label = [metric, words] if width >= _ROOM_FOR_WORDS else [metric]
            table.add_row(*label, *(_cell(cells[metric]) for cells in groups.values()))
        yield table
        beside = agent["beside"]["overall"]
        yield Text("\n".join([*_notes(episodes, agent["by_state"]), *_dialogue_notes(episodes, beside)]), style="dim")


def _cell(cell: dict[str, Any]) -> Text:
    if cell["value"] is None:
        return Text("–", style="dim")
    text = Text(f"{cell['value']:.3f}")
    text.append(f" n={cell['n']}", style="dim")
    if cell["low"] is not None:
        text.append(f"\n{cell['low']:.2f}–{cell['high']:.2f}", style="dim")
    if cell["clean"] is not None and cell["clean"] != cell["value"]:
        text.append(f"\nclean {cell['clean']:.3f} n={cell['clean_n']}", style="yellow")
    return text


def _notes(episodes: dict[str, Any], by_state: int) -> list[str]:
    parts = [
        f"{episodes['success']} succeeded, {episodes['partial']} in part, {episodes['failure']} failed. {_INTERVAL}"
    ]
    lost = ", ".join(f"{count} lost to {cause}" for cause, count in episodes["lost"].items())
    if lost:
        parts.append(f"{lost}: they count as 0 in RCR, TSR, SHR, IGR; 'clean' leaves them out.")
    source = "as far as this judge sees" if not by_state else "by app state"
    if 0 < by_state < episodes["scheduled"]:
        source = f"by app state in {by_state} of {episodes['scheduled']} episodes, else as far as this judge sees"
    parts.append(f"{episodes['side_effects']} left side effects; these and TSR_final are {source}.")
    if bypassed := episodes.get("bypasses"):
        parts.append(
            f"{bypassed} episodes changed state by shell commands; their requirements do not count "
            "(--bypass count to count them)."
        )
    if episodes["unscored"]:
        parts.append(f"{episodes['unscored']} unscored.")
    return parts


def _dialogue_notes(episodes: dict[str, Any], beside: dict[str, Any]) -> Iterator[str]:
    """What the questions cost the user, how many it did not understand, and the metrics exactly as published."""
    if talked := episodes["talked"]:
        cost = ", ".join(f"{episodes[name] / talked:.1f} {name}" for name in ("turns", "asks", "words"))
        yield (
            f"Burden on the user: {cost} in an episode with questions. It did not understand "
            f"{episodes['not_understood']} of {episodes['turns']} turns, which count in no metric."
        )
    published = {name: beside[f"{name}_paper"]["value"] for name in ("DCR", "IGR", "ETR_D")}
    figures = [f"{name} {value:.3f}" for name, value in published.items() if value is not None]
    if figures:
        yield f"Counted to the letter of the paper: {', '.join(figures)}."


_GAP_WORDS = {
    "EM": "executed action is right",
    "GTA": "announced action is right",
    "IDEAL": "both are right",
    "EG": "right thought, wrong action",
    "RG": "right action, wrong thought",
    "BW": "neither is right",
}


def gap_tables(document: dict[str, Any], width: int = 80) -> Iterator[RenderableType]:
    """Render the reasoning–execution gap as a table with notes for each evaluated agent."""
    for judge, agents in document.get("gap", {}).items():
        for name, agent in agents.items():
            yield plain(f"\n{name} · reasoning and execution, step by step · judged by {judge}", "bold")
            table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0), header_style="bold", collapse_padding=True)
            table.add_column("", no_wrap=True)
            if width >= _ROOM_FOR_WORDS:
                table.add_column("", style="dim", no_wrap=True)
            groups = {"overall": agent["overall"], **agent["by_level"]}
            for group, cells in groups.items():
                table.add_column(f"{group}\nn={cells['n']}", justify="right", no_wrap=True)
            for rate, words in _GAP_WORDS.items():
                label = [rate, words] if width >= _ROOM_FOR_WORDS else [rate]
                shares = (cells["rates"][rate] for cells in groups.values())
                table.add_row(*label, *("–" if share is None else f"{share:.3f}" for share in shares))
            yield table
            yield Text(_gap_notes(agent["overall"]), style="dim")


def _gap_notes(cells: dict[str, Any]) -> str:
    parts = []
    if (apart := cells["difference"]) is not None:
        parts.append(
            f"GTA − EM = EG − RG = {apart['value']:+.3f} (95 % interval {apart['low']:+.3f} to {apart['high']:+.3f}, "
            "McNemar)."
        )
    if cells["missing_thought"]:
        parts.append(f"Without a thought: {cells['missing_thought']} of {cells['steps']} decisions.")
    if cells["excluded"]:
        parts.append(f"Left out, because the right action is not known: {cells['excluded']}.")
    return " ".join(parts)


def sample_line(config: RunConfig) -> str:
    """Describe the sample of tasks that a limit has drawn; empty if all tasks were played."""
    limit = config.selection.limit
    return f"tasks: a sample of {limit}, stratified by level and domain, seed {config.seed}" if limit else ""


def fault_lines(scores: Sequence[Score]) -> Iterator[str]:
    """Describe the faults, most frequent first; equal messages are counted together."""
    found = Counter((score.cause, score.error) for score in scores if score.cause is not None)
    for (cause, error), count in sorted(found.items(), key=lambda item: (-item[1], item[0]))[:_FAULTS]:
        yield f"{count} × {cause}: {error or 'no message'}"
    if len(found) > _FAULTS:
        yield f"… and {len(found) - _FAULTS} other faults, see `cause` and `error` in results.jsonl"


def beside_lines(scores: Sequence[Score]) -> Iterator[str]:
    """Describe problems that do not change the metrics, but may explain them."""
    for what, count in (
        ("model replies that could not be parsed", attrgetter("malformed")),
        ("pieces of program traffic that could not be decoded as actions", attrgetter("unread")),
    ):
        if found := [count(score) for score in scores if count(score)]:
            yield f"{sum(found)} {what}, in {len(found)} episodes"
    if unknown := _unknown_commands(scores):
        yield f"the phones' shell did not know: {unknown}"
    counts = Counter(score.error for score in scores if score.cause is None and score.error)
    for error, times in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_FAULTS]:
        yield f"{times} × noted: {error}"


def _unknown_commands(scores: Sequence[Score]) -> str:
    """Name what the phones' shell did not know, most frequent first, with the number of episodes."""
    times: Counter[str] = Counter()
    for score in scores:
        times.update(score.unknown_commands)
    episodes = Counter(name for score in scores for name in score.unknown_commands)
    rows = sorted(times.items(), key=lambda item: (-item[1], item[0]))
    shown = [
        f"{name} ({count} time{'s' * (count > 1)}, {episodes[name]} episode{'s' * (episodes[name] > 1)})"
        for name, count in rows[:_UNKNOWN]
    ]
    return ", ".join(shown) + (f" and {len(rows) - _UNKNOWN} others" if len(rows) > _UNKNOWN else "")


def agreement_line(headline: Sequence[Score], other: Sequence[Score], name: str) -> str:
    """Describe in one line how far another judge agrees."""
    found = score_agreement(headline, other)
    words = {
        "requirements_any": "requirements",
        "requirements_final": "at the end",
        "key_steps": "key steps",
        "turns": "turns",
        "termination": "endings",
    }
    parts = [f"{label} {found[kind]['agree']}/{found[kind]['n']}" for kind, label in words.items() if found[kind]["n"]]
    return f"agreement with judge {name!r}: {', '.join(parts) or 'nothing in common'}"


def stopping_lines(document: dict[str, Any]) -> Iterator[str]:
    """Say whether a rule has ended the run, and on what evidence; nothing without a rule."""
    found = document.get("until")
    if found is None:
        return
    evidence = ", ".join(f"{value:.3g} that {name} is better" for name, value in found["evidence"].items())
    state = f"{found['played']} of {found['planned']} intents were played; evidence: {evidence} "
    state += f"({found['decides_at']:g} decides)"
    if found["decision"] is None:
        yield f"not decided: {found['rule']}; {state}"
    else:
        yield f"decided after {found['intents']} intents: {found['decision']}; {state}"
