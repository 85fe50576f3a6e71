"""The committed suite: no validator findings, up-to-date references, and screens that agree with the state checks."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from adapters.phone.apps.bunwright.catalogue import BRANCHES
from adapters.phone.framework.dates import DAYS
from benchmarks.clarity240 import counts, load, record, replay, setup, wording
from benchmarks.clarity240 import suite as files
from benchmarks.clarity240.rules import breaches
from benchmarks.clarity240.soundness import instrument
from judges.evidence.answers import asserted
from judges.evidence.screens import read_screen
from runtime.core.config import T_MAX
from runtime.core.tasks import OptionGroup
from runtime.plugins import registry
from runtime.screen.patterns import shows

INTENTS = [source.id for source in files.sources()]
PARTS = 6
"""Playing all intents takes longer than a test may take on a busy machine."""


def test_the_suite_is_found_through_the_catalog():
    """Loading `clarity240` through its entry point returns the same object as its package does."""
    assert registry.load(registry.SUITES, "clarity240").load() is load()


def test_the_suite_has_the_published_counts(suite):
    """The suite has every count that the paper publishes, such as 66 intents in 240 tasks."""
    rows = counts(suite)
    assert [row for row in rows if not row.holds] == []
    assert {row.what: row.here for row in rows if row.published} == {
        row.what: row.published for row in rows if row.published and "mean" not in row.what
    } | {row.what: row.here for row in rows if "mean" in row.what}


def test_the_suite_as_a_whole_has_no_findings(suite):
    """Its words and counts as a set have no error and no warning; what is said of single intents has a test each."""
    assert [*wording.check_counts(suite), *wording.check_suite(suite)] == []


@pytest.mark.parametrize("part", range(PARTS))
def test_the_intents_of_the_suite_have_no_findings(suite, part):
    """No validator finds an error or a warning in the committed intents and their tasks."""
    tasks = tuple(task for task in suite.tasks if task.intent.id in INTENTS[part::PARTS])
    assert [str(finding) for finding in breaches(replace(suite, tasks=tasks), published=False)] == []


def test_the_references_are_what_the_recorder_makes(pure_phone):
    """`references.json` equals, byte for byte, what recording the references produces now."""
    made = record.dumped(
        record.references({source.id: record.record(source, pure_phone) for source in files.sources()})
    )
    assert (files.home() / files.REFERENCES).read_bytes() == made


@pytest.mark.parametrize("identifier", INTENTS)
def test_evidence_shows_on_screen_when_it_is_true_and_not_before(suite, pure_phone, identifier):
    """Along the reference each `seen` pattern matches the last screen and never the first one."""
    intent = next(item for item in suite.intents if item.id == identifier)
    replay.prepared(pure_phone, intent)
    looks = [read_screen(replay.look(pure_phone))]
    for action in intent.reference.actions:
        replay.perform(pure_phone, action)
        looks.append(read_screen(replay.look(pure_phone)))
    patterns = {requirement.id: requirement.seen for requirement in intent.requirements if requirement.seen is not None}
    if intent.reference.closing_seen is not None:
        patterns["closing"] = intent.reference.closing_seen
    for name, pattern in patterns.items():
        held = [shows(pattern, item.page, item.observation) for item in looks]
        assert held[-1] is True, f"{name}: {looks[-1].page}\n{looks[-1].observation}"
        assert held[0] is not True, name


@pytest.mark.parametrize("identifier", INTENTS)
def test_evidence_on_screen_agrees_with_evidence_in_state(suite, pure_phone, identifier):
    """Along a run without questions, a requirement's `seen` pattern shows exactly if its state check holds."""
    intent = next(item for item in suite.intents if item.id == identifier)
    for task in (task for task in suite.tasks if task.intent is intent and task.gap):
        played = setup.play(instrument("silent"), task, pure_phone)
        screens = [read_screen(tree) for tree in played.trees]
        for requirement in intent.requirements:
            if requirement.seen is not None:
                shown = any(shows(requirement.seen, screen.page, screen.observation) for screen in screens)
                assert shown == played.met(requirement), f"{task.id} {requirement.id}"


def test_the_hardest_oracle_run_fits_the_budget(suite, pure_phone):
    """The longest oracle run (asking for every requirement, then the reference) needs at most T_MAX steps."""
    used = {
        task.id: setup.play(instrument("oracle"), task, pure_phone).used
        for task in suite.tasks
        if task.level == "ambiguous"
    }
    assert max(used.values()) <= T_MAX, used


def test_opening_hours_are_decidable_from_the_answer_alone(suite):
    """A closing time counts for a branch or a day only if no other branch or day has the same closing time."""
    intent = next(item for item in suite.intents if item.id == "info.hours")
    detail, branch, day = intent.requirements
    shown = {(shop.name, weekday): shop.open_on(weekday) for shop in BRANCHES for weekday in DAYS}
    closings = {place: text.rpartition(" ")[2] for place, text in shown.items() if ":" in text}
    assert closings["Kestrel Pier", "Fri"] == detail.value == branch.value == day.value
    for (shop, weekday), closing in closings.items():
        shops = {name for (name, _), other in closings.items() if other == closing}
        days = {name for (_, name), other in closings.items() if other == closing}
        met = asserted(intent, [f"It closes at {closing}."], ())
        assert detail.id in met
        assert (branch.id in met) == (shops == {"Kestrel Pier"}), (shop, weekday)
        assert (day.id in met) == (days == {"Fri"}), (shop, weekday)
    default = closings["Ferry Street", "Tue"]
    assert asserted(intent, [default], ()) == {detail.id}


def test_reading_the_suite_imports_no_adapters():
    """Loading the suite imports no module of `adapters`, so listing tasks needs no fonts, screens or phone."""
    code = (
        "import sys, benchmarks.clarity240 as b; b.load(); print([m for m in sys.modules if m.startswith('adapters')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=200)
    assert done.stdout.strip() == "[]"


def test_the_same_options_have_the_same_groups(suite):
    """Requirements of several intents that have the same options and groups at all have the same groups."""
    groups: dict[frozenset[str], frozenset[OptionGroup]] = {}
    for requirement in (requirement for intent in suite.intents for requirement in intent.requirements):
        if requirement.groups:
            mine = frozenset(requirement.groups)
            assert groups.setdefault(frozenset(requirement.options), mine) == mine, requirement
    assert groups
