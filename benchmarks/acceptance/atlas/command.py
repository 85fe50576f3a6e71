"""The state atlas: explores every app, checks each state, and writes or compares a pin file of all states."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Final

from adapters.phone.workers.registry import installed_apps
from benchmarks.acceptance.atlas.exports import export_states
from benchmarks.acceptance.atlas.findings import Findings
from benchmarks.acceptance.atlas.known import is_known
from benchmarks.acceptance.atlas.pins import PinnedApp, read_pins, write_pins
from benchmarks.acceptance.atlas.reports import describe_differences, describe_findings
from benchmarks.acceptance.atlas.work import Budget, CrawledApp, crawl_in_processes, replay_in_processes
from benchmarks.acceptance.bar import Bar
from runtime.core.errors import UsageError

OPTIONS = {
    "app": "only these apps, by name, with commas between them",
    "inputs": "inputs made on each app at most (20000)",
    "minutes": "when to stop in any case (60); with a crawl that stops early, equal results are not ensured",
    "seed": "which of many alike controls are tried (0)",
    "write": "write a pin file of all states",
    "compare": "replay the paths of a pin file instead of exploring, and list the states that differ",
    "states": "with --compare: write these states, such as clock:12,files:3, as pictures and trees instead",
    "export": "the folder for --states (atlas)",
    "examples": "how many places of each kind of finding are listed (20)",
}
_STATES: Final = 20_000
_TOUCH: Final = ("stray touch", "covered control", "unreachable control", "control within control", "invisible control")


def measure(
    app: str = "",
    inputs: str = "20000",
    minutes: str = "60",
    seed: str = "0",
    write: str = "",
    compare: str = "",
    states: str = "",
    export: str = "atlas",
    examples: str = "20",
) -> list[Bar]:
    """All bars."""
    names = _names(app)
    if compare:
        pins = [item for item in read_pins(Path(compare)) if item.app in names]
        if states:
            count = export_states(pins, states.split(","), Path(export))
            return [Bar("states written", f"{count} in {export}", holds=count > 0)]
        return _compared(pins)
    began = monotonic()
    budget = Budget(int(inputs), began + float(minutes) * 60, int(seed))
    crawled = crawl_in_processes(names, budget)
    seconds = monotonic() - began
    pinned = without_repeats([item.pinned for item in crawled])
    if write:
        write_pins(Path(write), pinned, int(seed))
    findings = Findings()
    findings.merge(item.findings for item in crawled)
    for line in describe_findings(findings, most=int(examples)):
        print(line)
    return list(_bars(crawled, pinned, findings, seconds))


def _names(app: str) -> list[str]:
    """Return the apps to explore.

    Raises:
        UsageError: one of the names is none of an app.
    """
    known = [item.name for item in installed_apps()]
    names = app.split(",") if app else known
    if unknown := [name for name in names if name not in known]:
        raise UsageError(f"there is no app {unknown[0]!r}; there is: {', '.join(known)}")
    return names


def without_repeats(apps: Sequence[PinnedApp]) -> list[PinnedApp]:
    """Return the visits with each structure pinned once: places of an app are also found from other apps."""
    own = {visit.look.signature for item in apps for visit in item.visits if visit.look and visit.app == item.app}
    seen: set[str] = set()
    found = []
    for item in apps:
        visits = []
        for visit in item.visits:
            look = visit.look
            if look is not None and (look.signature in seen or (visit.app != item.app and look.signature in own)):
                look = None
            if look is not None:
                seen.add(look.signature)
            visits.append(replace(visit, look=look))
        found.append(replace(item, visits=visits))
    return found


def _bars(
    crawled: Sequence[CrawledApp], pinned: Sequence[PinnedApp], findings: Findings, seconds: float
) -> Iterator[Bar]:
    states = Counter(visit.app for item in pinned for visit in item.visits if visit.look is not None)
    total, inputs = sum(states.values()), sum(item.pinned.inputs for item in crawled)
    cpu = sum(item.seconds for item in crawled)
    figure = f"{total} from {inputs} inputs in {seconds / 60:.0f} minutes; {total / cpu * 60:.0f} per minute of CPU"
    yield Bar(f">= {_STATES} structurally different states", figure, total >= _STATES)
    for item in crawled:
        name = item.pinned.app
        rest = "all expanded" if item.complete else "more to expand"
        cost = f"{item.seconds * 1000 / max(1, item.pinned.inputs):.1f} ms of CPU each"
        figure = f"{states[name]} from {item.pinned.inputs} inputs, {cost}, {rest}"
        yield Bar(f"{name}: states", figure, holds=states[name] > 0)
    for what, kinds in (
        ("crashes", ("crash",)),
        ("draw and hit mismatches", _TOUCH),
        ("dead controls", ("dead control",)),
    ):
        places = sum(key.kind in kinds for key in findings.rows)
        yield Bar(f"no {what}", f"{places} places", holds=places == 0)
    others = [key for key in findings.rows if key.kind not in ("crash", "dead control", *_TOUCH)]
    new = sum(not is_known(key) for key in others)
    yield Bar("no other findings but known ones", f"{len(others)} places, {new} of them new", holds=new == 0)


def _compared(pinned: Sequence[PinnedApp]) -> list[Bar]:
    bars = []
    began = monotonic()
    for item, differences in replay_in_processes(pinned):
        for line in describe_differences(item, differences):
            print(line)
        total = sum(visit.look is not None for visit in item.visits)
        figure = f"{len(differences.states)} states, {len(differences.edges)} inputs"
        same = not differences.states and not differences.edges
        bars.append(Bar(f"{item.app}: of {total} states and {len(item.edges)} inputs, which differ", figure, same))
    print(f"replayed in {monotonic() - began:.0f} s", file=sys.stderr)
    return bars
