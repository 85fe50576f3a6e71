"""Prints the metrics of several judges side by side, and where the judges differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from runtime.bench.terminal import plain
from runtime.metrics.judge_comparison import EVIDENCE, SHOWN

_MOST = 5
"""Maximum number of differing turns that are listed."""
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
    "(bootstrap over intents); *: it excludes 0; –: nothing to average or to compare."
)


def comparison_tables(rows: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """Render the judge comparison as tables: one per player, with a column for each judge."""
    for agent in rows[0]["agents"] if rows else ():
        rows_of_agent = [row["agents"][agent] for row in rows]
        table = Table(
            title=plain(f"{agent}: judge by judge"), title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0),
            header_style="bold", collapse_padding=True,
        )  # fmt: skip
        table.add_column("", no_wrap=True)
        for row in rows:
            table.add_column(plain(_title(row)), justify="right")
        for metric in SHOWN:
            cells = [_cell(item["metrics"][metric]) for item in rows_of_agent]
            if any(cell.plain != "–" for cell in cells):
                table.add_row(metric, *cells)
        table.add_row("unscored", *(str(item["unscored"]) for item in rows_of_agent))
        yield table
    yield Text(_NOTE, style="dim")
    for row in rows:
        if words := _describe_origin(row["origin"]):
            yield plain(f"{_title(row)}: {words}", "dim")


def _title(row: Mapping[str, Any]) -> str:
    return f"{row['judge']} (recorded)" if row["recorded"] else str(row["judge"])


def evidence_lines(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Describe for each judge and player what was met at some step and what at the end."""
    for row in rows:
        for agent, found in row["agents"].items():
            parts = [
                f"{any_name} {item['any']:.3f}, {final_name} {item['final']:.3f} ({_difference_text(item, ', ')})"
                for any_name, final_name in EVIDENCE
                if (item := found["evidence"][any_name]) is not None
            ]
            if parts:
                yield f"at some step and at the end, {agent} by {_title(row)}: {'; '.join(parts)}"


def _describe_origin(origin: Mapping[str, Any]) -> str:
    """Describe the origin of a judge's verdicts."""
    parts = [f"version {', '.join(origin['versions'])}"] if origin["versions"] else []
    if origin["models"]:
        parts.append(f"model {', '.join(origin['models'])}")
        parts.append(f"prompts {', '.join(origin['prompts'])}")
        parts.append(f"{origin['repaired']} of {origin['asked']} verdicts after a repair")
    return "; ".join(parts)


def _cell(found: Mapping[str, Any]) -> Text:
    if found["value"] is None:
        return Text("–", style="dim")
    cell = Text(f"{found['value']:.3f}")
    against = found["against"]
    if against is not None:
        cell.append(f"\n{_difference_text(against, chr(10))}", style="yellow" if against["difference"] else "dim")
    return cell


def _difference_text(against: Mapping[str, Any], separator: str) -> str:
    """Format a difference, starred if significant, and its interval if it adds information."""
    low, high = against["low"], against["high"]
    significant = low is not None and not low <= 0 <= high
    difference_text = f"{against['difference']:+.3f}{'*' if significant else ''}"
    return (
        difference_text if low is None or low == high == 0 else f"{difference_text}{separator}{low:+.2f} to {high:+.2f}"
    )


def difference_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Describe the disagreements in the metrics document."""
    if "panel" in document:
        yield from _panel(document["panel"])
    if "user" in document:
        yield from _user(document["user"])


def _panel(panel: Mapping[str, Any]) -> Iterator[str]:
    names = ", ".join(panel["judges"])
    if not panel["items"]:
        yield f"judges {names}: no item was decided by two of them"
        return
    share = 100 * panel["share"]
    yield f"judges {names} differ on {panel['disputed']} of {panel['items']} items ({share:.1f} %)"
    for kind, words in _WORDS.items():
        if found := panel["by_kind"].get(kind):
            kappas = [f"Fleiss κ {_figure(found['fleiss'])}"] if found["cohen"] and len(panel["judges"]) > 2 else []
            kappas += [f"Cohen κ {pair.replace(', ', '/')} {_figure(kappa)}" for pair, kappa in found["cohen"].items()]
            kappa_text = f"; {', '.join(kappas)}" if kappas else ""
            yield f"  {words}: {found['disputed']} of {found['items']}{kappa_text}"


def _user(user: Mapping[str, Any]) -> Iterator[str]:
    if not user["differ"]:
        return
    left = f", {user['unlabelled']} not labelled by both" if user["unlabelled"] else ""
    yield f"user and judge {user['judge']!r} label {len(user['differ'])} of {user['turns']} turns differently{left}"
    for item in user["differ"][:_MOST]:
        yield f"  {item['episode']} turn {item['turn']}: user {item['user']}, judge {item['judge']}"
    if len(user["differ"]) > _MOST:
        yield f"  … and {len(user['differ']) - _MOST} more, see `user` in metrics.json"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
