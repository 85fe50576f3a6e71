"""App exploration: which pages and changes an app offers, and which requirements count as long-tail (hard to find)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from benchmarks.clarity240 import alternative_paths, app_exploration, long_tail_requirements, record, replay, rules
from benchmarks.clarity240.app_exploration import Page
from benchmarks.clarity240.command import run
from benchmarks.clarity240.intent_files import located
from benchmarks.clarity240.suite import gathered
from runtime.core.errors import UsageError
from runtime.core.tasks import Suite

APPS = {app.name: app for app in replay.installed()}


@pytest.fixture(scope="module")
def walked(pure_phone) -> dict[str, dict[str, Page]]:
    """Two apps, walked through now."""
    return {name: app_exploration.walk(APPS[name], pure_phone) for name in ("parlowe", "settings")}


def test_the_recorded_trees_are_what_walks_find(walked):
    """Exploring two apps again gives exactly the recorded page trees."""
    for name, pages in walked.items():
        assert pages == long_tail_requirements.trees()[name]
        assert app_exploration.dumped({name: pages}) == app_exploration.dumped(
            {name: long_tail_requirements.trees()[name]}
        )


def test_every_app_has_a_tree():
    """Every app except the launcher has a page tree of at least ten pages that begins at its first screen."""
    trees = long_tail_requirements.trees()
    assert trees.keys() == {app.name for app in replay.installed() if app.name != "launcher"}
    for name, pages in trees.items():
        first = next(iter(pages.values()))
        assert (first.way, first.opens, first.ways) == ((), 0, 0), name
        assert len(pages) >= 10, name
        for page in pages.values():
            assert 0 <= page.opens <= page.depth
            assert (page.ways > 0) == (page.depth > 0)


def test_a_tree_tells_what_touches_change(walked):
    """A page tree lists which touch changes which part of the state, and how deep its page is."""
    network = walked["settings"]["network"]
    assert network.way == ("Network & internet",)
    assert network.changes["settings/global/airplane_mode_on"] == "Airplane mode"
    mute = walked["parlowe"]["mute/dialog"]
    assert (mute.depth, mute.opens) == (3, 3)
    assert mute.ways == 2, "every chat leads there"
    assert "parlowe/chats/*/muted" in mute.changes


def test_filling_a_basket_is_not_opening_a_menu():
    """Filling a basket does not count as opening a menu, so the checkout page is deep but not buried."""
    checkout = long_tail_requirements.trees()["bunwright"]["checkout"]
    assert checkout.depth >= 3
    assert checkout.opens < checkout.depth
    assert not long_tail_requirements.buried(checkout)


@pytest.mark.parametrize(
    ("page", "long_tail"),
    [
        (Page(("a", "b", "c"), 3, 1, {}), True),
        (Page(("a", "b"), 2, 1, {}), False),
        (Page(("a", "b", "c"), 2, 1, {}), False),
        (Page(("a", "b", "c"), 3, 2, {}), False),
        (Page((), 0, 0, {}), False),
    ],
)
def test_the_rule_of_the_long_tail(page, long_tail):
    """A page is long-tail only if three touches that merely open menus lead to it and only one path exists."""
    assert long_tail_requirements.buried(page) is long_tail


def _tagged(suite: Suite, intent: str, tags: tuple[str, ...]) -> Suite:
    """The intent of that name alone, with other tags."""
    tasks = tuple(
        replace(task, intent=replace(task.intent, tags=tags)) for task in suite.tasks if task.intent.id == intent
    )
    return replace(suite, tasks=tasks)


@pytest.mark.parametrize(
    ("intent", "tags", "requirement", "words"),
    [
        ("device.contactsgroup", (), "person", "tagged core, but contacts/members is long-tail"),
        ("device.airplane", ("long-tail:setting",), "setting", "tagged long-tail, but settings/network is core"),
    ],
)
def test_a_tag_that_disagrees_with_the_tree_is_refused(suite, intent, tags, requirement, words):
    """A wrong `long_tail` tag is reported with rule, file, line, page and the correction."""
    found = rules.breaches(_tagged(suite, intent, tags), published=False)
    (line,) = [
        str(finding) for finding in located(found, gathered().documents) if finding.rule == long_tail_requirements.TAG
    ]
    assert line.startswith(f"intents/{intent}.yaml:")
    assert int(line.split(":")[1]) > 1
    assert f"long-tail: {intent}/{requirement}: it is {words}" in line
    assert line.endswith("; say `long_tail: true`" if not tags else "; take `long_tail` away")


def test_nearly_every_requirement_has_its_place_in_a_tree(suite, pure_phone):
    """In every sixth intent, each requirement is settled on a page of an app's recorded tree."""
    lost = []
    for intent in suite.intents[::6]:
        way, trees = alternative_paths.walk(intent, pure_phone), long_tail_requirements.trees
        lost += [
            requirement.id
            for requirement in intent.requirements
            if long_tail_requirements.settled(intent, requirement, way, pure_phone, trees()) is None
        ]
    assert lost == []


def test_a_missing_tree_file_is_an_error(monkeypatch: pytest.MonkeyPatch):
    """A missing file of recorded page trees is an error that names the command to record it again."""
    long_tail_requirements.trees.cache_clear()
    monkeypatch.setattr(long_tail_requirements, "FILE", "nothing.json")
    with pytest.raises(UsageError, match="record --functions"):
        long_tail_requirements.trees()
    monkeypatch.undo()
    long_tail_requirements.trees.cache_clear()


def test_the_command_shows_an_app(capsys: pytest.CaptureFixture[str]):
    """`record --functions APP` prints the app's page tree; an unknown app is refused."""
    assert run(["--functions", "parlowe", "--check"]) == 0
    text = capsys.readouterr().out
    assert "parlowe: " in text
    assert "    info (2 of 2 only open, 2 ways begin): " in text
    assert "'Mute' changes parlowe/chats/*/muted" in text
    assert "functions.json is up to date" in text
    with pytest.raises(UsageError, match="no app is called parlow; there is: "):
        run(["--functions", "parlow"])


def test_walks_are_bounded(monkeypatch: pytest.MonkeyPatch, pure_phone):
    """Exploration stops after a maximum number of touches and returns the pages found so far."""
    monkeypatch.setattr(app_exploration, "MOST_TOUCHES", 20)
    pages: Mapping[str, Page] = app_exploration.walk(APPS["parlowe"], pure_phone)
    assert 1 < len(pages) < len(long_tail_requirements.trees()["parlowe"])
    assert record.scratch(), "the phone is of use to others afterwards"
