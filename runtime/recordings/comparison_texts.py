"""A comparison in words and cells, for a terminal and a page alike. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

SHOWN: Final = (
    "RCR", "RCR_final", "TSR", "TSR_final", "SHR", "ARR", "ETR_E", "ETR_D", "ETR", "DCR", "DCR_all", "IGR",
)  # fmt: skip
"""Metrics that are shown, in order; the document has the others too."""
NOTE: Final = (
    "Differences are to the first column over the tasks that count on both sides, with the paired 95 % interval "
    "(bootstrap over intents) and p (McNemar where each intent is one task played once, else sign-flip by intent). "
    "*: the interval excludes 0."
)


class Row(NamedTuple):
    """A row of the table: the metric, and the text of each cell."""

    metric: str
    cells: Sequence[str]


def headings(document: Mapping[str, Any]) -> list[str]:
    """The headings of the columns: each side, and beyond the first also its difference to the first."""
    first, *others = (str(side["title"]) for side in document["sides"])
    return [first, *(text for title in others for text in (title, "difference", "95 % interval", "p"))]


def rows(document: Mapping[str, Any], metrics: Sequence[str] = SHOWN) -> Iterator[Row]:
    """Yield a row for each metric that has a value on any side."""
    for name in metrics:
        cells = document["metrics"][name]
        if any(cell["value"] is not None for cell in cells):
            texts = [value_text(cells[0])]
            for cell in cells[1:]:
                texts += [value_text(cell), *difference_texts(cell["against"])]
            yield Row(name, texts)


def scope_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Say what is compared, and what of the runs is left out."""
    common, sides = document["common"], document["sides"]
    what = f"{common['tasks']} tasks of {common['intents']} intents"
    yield f"compared: {what}; baseline: {sides[0]['title']}"
    left_out = [f"{side['left_out']} of {side['title']}" for side in sides if side["left_out"]]
    if left_out:
        unlike = f"; {common['unlike']} have the same name and differ" if common["unlike"] else ""
        yield f"only the tasks that all sides played are compared; tasks left out: {', '.join(left_out)}{unlike}"
    suites = list(dict.fromkeys(side["suite"] for side in sides))
    if len(suites) > 1:
        yield f"the suites differ: {', '.join(suites)}"
    judges = list(dict.fromkeys(side["judge"] for side in sides))
    if len(judges) > 1:
        yield f"the judges differ: {', '.join(judges)}"
    if differing := document.get("settings"):
        yield f"settings that differ: {', '.join(differing)}"


def power_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Say for each side what difference the compared intents can show."""
    for hint in document["power"]:
        what = f"{hint['title']}: {hint['intents']} intents"
        if hint["detectable"] is None:
            yield f"{what} without spread in {hint['metric']} do not tell how many would be needed"
            continue
        line = f"{what} would show a difference in {hint['metric']} of about {hint['detectable']:.2f} with 80 % power"
        if hint["needed"] is not None:
            line += f"; the one seen, {hint['difference']:+.3f}, would need about {hint['needed']:,}"
        yield line


def repeat_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Say how reliable each side with repeats is."""
    for side, found in zip(document["sides"], document["repeats"], strict=True):
        if found is None:
            continue
        shares = [f"pass^{k} {_share(share)}" for k, share in found["pass"].items()]
        yield f"{side['title']}, {found['metric']} over repeats: {', '.join(shares)}"
        yield (
            f"{side['title']}: two repeats of a task end differently with probability {_share(found['flip_rate'])} "
            f"(tasks: {found['flip_rate']['n']})"
        )


class Flip(NamedTuple):
    """A task that one side passed and the other failed, in texts."""

    level: str
    task: str
    passed: str
    """RUN EPISODE."""
    failed: str
    cause: str


def flip_groups(document: Mapping[str, Any]) -> Iterator[tuple[str, list[Flip]]]:
    """Yield a heading and the flips for each side and direction, without empty ones."""
    baseline, *others = document["sides"]
    metric = document["flips"]["metric"]
    for side, found in zip(others, document["flips"]["against"], strict=True):
        for key, winner, loser in (("gained", side, baseline), ("lost", baseline, side)):
            if flips := found[key]:
                heading = f"{winner['title']} passed and {loser['title']} failed, by {metric}: {_tasks(len(flips))}"
                yield heading, [_flip(flip, winner, loser) for flip in flips]


def no_flips_line(document: Mapping[str, Any]) -> str:
    """Say that all sides passed the same tasks, if they did; else empty."""
    against = document["flips"]["against"]
    if not against or any(found["gained"] or found["lost"] for found in against):
        return ""
    return f"all sides passed the same tasks, by {document['flips']['metric']}"


def _flip(flip: Mapping[str, Any], winner: Mapping[str, Any], loser: Mapping[str, Any]) -> Flip:
    passed, failed = (
        f"{side['run']} {episodes[0]}{f' and {len(episodes) - 1} more' if len(episodes) > 1 else ''}"
        for side, episodes in ((winner, flip["passed"]), (loser, flip["failed"]))
    )
    return Flip(flip["level"], flip["task"], passed, failed, flip["cause"])


def value_text(cell: Mapping[str, Any]) -> str:
    """A value with its interval."""
    if cell["value"] is None:
        return "–"
    return f"{cell['value']:.3f} ({cell['low']:.2f} to {cell['high']:.2f})"


def difference_texts(against: Mapping[str, Any] | None) -> tuple[str, str, str]:
    """A difference, starred if its interval excludes 0, its interval, and p."""
    if against is None:
        return "–", "–", "–"
    low, high = against["low"], against["high"]
    star = "" if low <= 0 <= high else "*"
    return f"{against['difference']:+.3f}{star}", f"{low:+.2f} to {high:+.2f}", _p(against["p"])


def _p(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def _share(share: Mapping[str, Any]) -> str:
    return f"{share['value']:.3f} ({share['low']:.2f} to {share['high']:.2f})"


def _tasks(count: int) -> str:
    return f"{count} task{'s' * (count > 1)}"
