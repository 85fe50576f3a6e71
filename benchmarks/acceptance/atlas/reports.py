"""What a crawl found and how a replay differs, as lines of text for review. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from benchmarks.acceptance.atlas.differences import PARTS, Difference, Differences, EdgeDifference
from benchmarks.acceptance.atlas.findings import KINDS, Findings
from benchmarks.acceptance.atlas.pins import PinnedApp
from benchmarks.acceptance.atlas.visits import path_to

_INDENT = "    "


def describe_findings(findings: Findings, *, most: int) -> Iterator[str]:
    """Yield the findings by kind, the most frequent first; of each kind at most so many with their paths."""
    for kind, meaning in KINDS.items():
        rows = list(findings.of_kind(kind))
        if rows:
            yield f"{kind}: {len(rows)} places, {sum(found.count for _, found in rows)} states ({meaning})"
        for key, found in rows[:most]:
            yield f"  {found.count} x {key.app} {key.route}: {key.what}"
            yield f"{_INDENT}{found.example}"
            yield f"{_INDENT}{' > '.join(found.path)}"
        if len(rows) > most:
            yield f"  … {len(rows) - most} more places"


def describe_differences(pinned: PinnedApp, differences: Differences) -> Iterator[str]:
    """Yield the differences of an app by screen: how many of its states and inputs differ, in what, with examples."""
    if differences.states:
        yield f"{pinned.app}: {len(differences.states)} states differ"
        yield from _states(pinned, differences.states)
    if differences.edges:
        yield f"{pinned.app}: {len(differences.edges)} of {len(pinned.edges)} inputs lead to something else"
        yield from _edges(pinned, differences.edges)


def _states(pinned: PinnedApp, differences: Sequence[Difference]) -> Iterator[str]:
    states = Counter(visit.screen for visit in pinned.visits if visit.look is not None)
    by_screen: dict[str, list[Difference]] = {}
    for difference in differences:
        by_screen.setdefault(pinned.visits[difference.index].screen, []).append(difference)
    for screen, found in sorted(by_screen.items(), key=lambda item: (-len(item[1]), item[0])):
        yield f"  {screen}: {len(found)} of {states[screen]}"
        for names, count in Counter(difference.parts for difference in found).most_common():
            first = next(difference for difference in found if difference.parts == names)
            yield f"{_INDENT}{count} x {', '.join(PARTS[name] for name in names)}"
            reason = f" ({first.reason})" if first.reason else ""
            control = pinned.visits[first.index].control
            yield f"{_INDENT}  {pinned.app}:{first.index}{reason}: {' > '.join(path_to(pinned.visits, first.index))}"
            if control:
                yield f"{_INDENT}  last on {control}"


def _edges(pinned: PinnedApp, differences: Sequence[EdgeDifference]) -> Iterator[str]:
    groups: dict[tuple[str, str, str], list[int]] = {}
    for difference in differences:
        edge = pinned.edges[difference.index]
        groups.setdefault((pinned.visits[edge.visit].screen, edge.outcome.place, difference.place), []).append(
            difference.index
        )
    for (screen, before, now), found in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        changed = (
            f"lead to {now} instead of {before}" if now != before else f"lead to {now} with another state or toast"
        )
        yield f"  {screen}: {len(found)} {changed}"
        edge = pinned.edges[found[0]]
        path = " > ".join((*path_to(pinned.visits, edge.visit), edge.input))
        yield f"{_INDENT}{pinned.app}:{edge.visit}: {path}"
