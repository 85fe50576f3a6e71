"""Several judges of the same episodes beside each other: what each makes of the metrics, and where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from runtime.events import Score
from runtime.metrics.intervals import Bootstrap
from runtime.metrics.origin import Origin
from runtime.metrics.paired import compare
from runtime.metrics.reducers import METRICS, Mean

_MOST = 5
"""Turns that are told one by one."""
_WORDS = {
    "requirements_any": "requirements",
    "requirements_final": "at the end",
    "key_steps": "key steps",
    "turns": "turns",
    "fills": "fills",
    "redundant": "redundant steps",
    "termination": "endings",
}
_NOTE = (
    "Second line: difference to the first column over the tasks that count in both; third: its paired 95 % interval "
    "(bootstrap over intents); *: that leaves 0 out; –: nothing to average or to compare."
)


@dataclass(frozen=True, slots=True)
class Column:
    """A judge in the table: what it is headed by, its scores, and where its verdicts were had."""

    name: str
    scores: Sequence[Score]
    origin: Origin = Origin()


def sides(columns: Sequence[Column]) -> Iterator[RenderableType]:
    """For each player a table with a column for each judge; the first is what the others are compared with."""
    agents = sorted({score.agent for column in columns for score in column.scores})
    bootstrap = Bootstrap()
    for agent in agents:
        of_agent = [[score for score in column.scores if score.agent == agent] for column in columns]
        table = Table(
            title=f"{agent}: judge by judge", title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0),
            header_style="bold", collapse_padding=True,
        )  # fmt: skip
        table.add_column("", no_wrap=True)
        for column in columns:
            table.add_column(column.name, justify="right")
        for metric in METRICS.values():
            first, *others = of_agent
            cells = [_value(metric, first), *(_beside(metric, one, first, bootstrap) for one in others)]
            if any(cell.plain != "–" for cell in cells):
                table.add_row(metric.name, *cells)
        table.add_row("unscored", *(str(sum(_unscored(score) for score in scores)) for scores in of_agent))
        yield table
    yield Text(_NOTE, style="dim")
    for column in columns:
        if words := _had(column.origin):
            yield Text(f"{column.name}: {words}", style="dim")


def _had(origin: Origin) -> str:
    """Where a judge's verdicts were had, in words."""
    parts = [f"version {', '.join(origin.versions)}"] if origin.versions else []
    if origin.models:
        parts.append(f"model {', '.join(origin.models)}")
        parts.append(f"prompts {', '.join(origin.prompts)}")
        parts.append(f"{origin.repaired} of {origin.asked} verdicts after a repair")
    return "; ".join(parts)


def _value(metric: Mean, scores: Sequence[Score]) -> Text:
    found = metric.result(metric.run(scores))
    return Text("–", style="dim") if found.value is None else Text(f"{found.value:.3f}")


def _beside(metric: Mean, scores: Sequence[Score], first: Sequence[Score], bootstrap: Bootstrap) -> Text:
    cell = _value(metric, scores)
    found = compare(metric, scores, first, bootstrap)
    if found is None:
        return cell
    told = f"\n{found.difference:+.3f}{'*' if found.sure else ''}"
    if found.interval is not None and found.interval != (0, 0):
        told += f"\n{found.interval[0]:+.2f} to {found.interval[1]:+.2f}"
    cell.append(told, style="yellow" if found.difference else "dim")
    return cell


def _unscored(score: Score) -> int:
    """Subjects that the judge left open."""
    return (
        sum(either is None for either, _ in score.met.values())
        + sum(hit is None for hit in score.hits.values())
        + sum(score.labels.get(turn) is None for turn in range(1, score.turns + 1))
        + (score.termination is None)
    )


def difference_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """What the metrics document says of disagreements, in words."""
    if "panel" in document:
        yield from _panel(document["panel"])
    if "user" in document:
        yield from _user(document["user"])


def _panel(panel: Mapping[str, Any]) -> Iterator[str]:
    names = ", ".join(panel["judges"])
    if not panel["items"]:
        yield f"judges {names}: nothing that two of them decided"
        return
    share = 100 * panel["share"]
    yield f"judges {names} differ on {panel['disputed']} of {panel['items']} items ({share:.1f} %)"
    for kind, words in _WORDS.items():
        if found := panel["by_kind"].get(kind):
            kappas = [f"Fleiss κ {_figure(found['fleiss'])}"] if found["cohen"] and len(panel["judges"]) > 2 else []
            kappas += [f"Cohen κ {pair.replace(', ', '/')} {_figure(kappa)}" for pair, kappa in found["cohen"].items()]
            told = f"; {', '.join(kappas)}" if kappas else ""
            yield f"  {words}: {found['disputed']} of {found['items']}{told}"


def _user(user: Mapping[str, Any]) -> Iterator[str]:
    if not user["turns"]:
        return
    alike = f"label {user['agree']} of {user['turns']} turns alike, κ {_figure(user['kappa'])}"
    left = f", {user['unlabelled']} not labelled by both" if user["unlabelled"] else ""
    yield f"user and judge {user['judge']!r} {alike}{left}"
    for one in user["differ"][:_MOST]:
        yield f"  {one['episode']} turn {one['turn']}: user {one['user']}, judge {one['judge']}"
    if len(user["differ"]) > _MOST:
        yield f"  … and {len(user['differ']) - _MOST} more, see `user` in metrics.json"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
