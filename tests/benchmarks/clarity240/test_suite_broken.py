"""Deliberately broken copies of an intent: each is refused with the violated rule and the line to correct."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.clarity240 import intent_files, rules, user_suites, validate
from benchmarks.clarity240 import suite as files
from benchmarks.clarity240.findings import Finding, Mistakes
from runtime.core.tasks import OptionGroup, Suite

NAME = "social.mute"
TEXT = re.sub(
    r"^    groups:\n(      - .*\n)+",
    "",
    (files.home() / "intents" / f"{NAME}.yaml").read_text("utf-8"),
    flags=re.MULTILINE,
)
"""The intent without groups: they name options, and a change of options would break them too."""


def refused(folder: Path, *texts: str) -> list[Finding]:
    """Returns the findings on a folder with these intents."""
    for number, text in enumerate(texts):
        name = re.findall(r"^id: (\S+)", text, re.MULTILINE) or [NAME]
        (folder / f"{name[0]}{'x' * number}.yaml").write_text(text, "utf-8")
    try:
        return validate(user_suites.read([str(folder)]))
    except Mistakes as mistakes:
        return list(mistakes.findings)


def line_of(text: str, words: str) -> int:
    """Returns the number of the first line that contains the words."""
    return text[: text.index(words)].count("\n") + 1


def replacing(old: str, new: str) -> Callable[[str], str]:
    """Returns a change that replaces one part of the file."""

    def change(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return change


def matching(pattern: str, new: str) -> Callable[[str], str]:
    """Returns a change that replaces the first match of the pattern."""

    def change(text: str) -> str:
        made, count = re.subn(pattern, lambda _: new, text, count=1, flags=re.MULTILINE)
        assert count == 1, pattern
        return made

    return change


def without(pattern: str) -> Callable[[str], str]:
    """Returns a change that removes the match of the pattern."""
    return matching(pattern, "")


GROUPS = "groups: ["


def grouping(groups: str) -> Callable[[str], str]:
    """Returns a change that divides the durations into these groups."""
    return replacing("1 week, Always]", f"1 week, Always]\n    {GROUPS}{groups}]")


BROKEN: dict[str, tuple[Callable[[str], str], str, str]] = {
    "a key that does not exist": (replacing("domain: social", "domain: social\ncolour: red"), "key", "colour: red"),
    "a key that is missing": (without(r"^nature: .*\n"), "key", "id: social.mute"),
    "two requirements of one id": (replacing("- id: duration", "- id: chat"), "id", "- id: chat\n    kind: explicit"),
    "a requirement without evidence": (without(r"^    truth: .*muted: .*\n"), "evidence", "- id: duration"),
    "an app that does not exist": (replacing("apps: [parlowe]", "apps: [parlour]"), "app", "apps: [parlour]"),
    "a package that does not exist": (
        replacing("launch: com.parlowe.chat", "launch: com.parlour.chat"), "step", "launch: com.parlour",
    ),
    "an element that does not exist": (
        replacing("{text: Mute notifications}", "{text: Silence it}"), "step", "- tap: {text: Silence it}",
    ),
    "a screen of no app": (
        replacing("com.parlowe.chat, page", "com.parlour.chat, page"), "screen", "com.parlour.chat, page",
    ),
    "an option that does not exist": (replacing("1 week, Always]", "1 month, Always]"), "option", "value: 1 week"),
    "a value that is the default": (replacing("default: 1 hour", "default: 1 week"), "default", "default: 1 week"),
    "a default that is not the app's": (replacing("default: 1 hour", "default: 8 hours"), "choice", "default: 8 hours"),
    "an Incomplete goal that gives a value away": (
        replacing("goal: Mute {chat} on Parlowe", "goal: Mute {chat} on Parlowe for a week"), "masked", "goal: Mute",
    ),
    "an anchor that the goal has no place for": (
        replacing("goal: Mute {chat} on Parlowe", "goal: Mute my chat on Parlowe"), "goal", "- id: chat",
    ),
    "a vague wish that names its anchor": (
        replacing("vague: ", "vague: Quarry Park Runners! "), "masked", "vague: Quarry Park Runners!",
    ),
    "a wish for the first candidate": (
        without(r"(?<=options: \[)(?!Quarry).*?(?=Quarry)"), "first", "options: [Quarry Park Runners",
    ),
    "too few candidates": (
        matching(r"options: \[.*?Quarry.*?\]", "options: [Sam Lindqvist, Quarry Park Runners]"),
        "candidates", "options: [Sam Lindqvist, Quarry Park Runners]",
    ),
    "no key step for a requirement": (without(r"^      key: duration\n"), "key-step", "- id: duration"),
    "a closing that is true at the start": (
        matching(r"closing: (.*)muted\", op: ne", 'closing: {path: "parlowe/chats/2/muted", op: eq'),
        "start", "closing: {path",
    ),
    "a reference that is too long": (
        replacing("    - launch: com.parlowe.chat\n", "    - press: HOME\n" * 25 + "    - launch: com.parlowe.chat\n"),
        "budget", "steps:",
    ),
    "a check that its own reference fails": (
        matching(r'muted: "\{duration\}"', "muted: Always"), "reference", "truth: {path: parlowe/chats/*, op: has",
    ),
    "a check that another choice meets too": (
        matching(r"^    truth: .*muted: .*$", "    truth: {path: parlowe/chats/2/muted, op: contains, value: w}"),
        "contradiction", "truth: {path: parlowe/chats/2/muted, op: contains, value: w}",
    ),
    "a long tail that is none": (
        replacing("    kind: anchor\n", "    kind: anchor\n    long_tail: true\n"), "long-tail", "long_tail: true",
    ),
    "terms of an option that does not exist": (replacing('"Sam Lindqvist": {', '"Sam": {'), "terms", '"Sam": {'),
    "a nature that its verbs contradict": (
        replacing("nature: functional", "nature: value-laden"), "nature", "nature: value-laden",
    ),
    "words for an anchor that is left out": (
        replacing("  open_clauses:\n", "  open_clauses:\n    chat: something\n"),
        "name", "chat: something",
    ),
    "a group of an option that does not exist": (
        grouping("{names: [short, brief], options: [1 hour, 1 minute]}"), "groups", GROUPS,
    ),
    "a group that has no names": (grouping("{options: [1 hour]}"), "key", GROUPS),
    "a group with an empty list of names": (grouping("{names: [], options: [1 hour]}"), "value", GROUPS),
    "a group that has no options": (grouping("{names: [short]}"), "key", GROUPS),
    "a group with an empty list of options": (grouping("{names: [short], options: []}"), "value", GROUPS),
    "a group name without a word": (grouping('{names: ["?"], options: [1 hour]}'), "groups", GROUPS),
    "a group named like an option": (grouping("{names: [ALWAYS], options: [1 hour]}"), "groups", GROUPS),
    "a group named like its slot": (grouping("{names: [Duration], options: [1 hour]}"), "groups", GROUPS),
    "two groups of one name": (
        grouping("{names: [hours], options: [1 hour]}, {names: [long, Hours], options: [8 hours]}"), "groups", GROUPS,
    ),
    "groups of a requirement without options": (
        matching(r"options: \[1 hour.*", "groups: [{names: [short], options: [1 hour]}]"), "groups", GROUPS,
    ),
    "a group that holds all options": (
        grouping("{names: [times], options: [1 hour, 8 hours, 1 week, Always]}"), "groups", GROUPS,
    ),
    "rules for an answer that nobody asks for": (
        replacing("phrasing:", "answer: {asides: [opens]}\nphrasing:"), "answer", "answer: {asides",
    ),
    "a check of what any episode may change": (
        matching(r"closing: (.*)$", "closing: {path: parlowe/ui/page, op: exists}"), "incidental", "closing: {path",
    ),
    "an answer on the way that nothing presets": (
        replacing("origin: prior", "origin: posterior"), "origin", "origin: posterior",
    ),
}  # fmt: skip


def test_the_intent_that_is_broken_below_is_sound(tmp_path):
    """The unchanged intent file that the tests below break has no findings."""
    assert refused(tmp_path, TEXT) == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_copy_is_refused_with_rule_and_line(tmp_path, name):
    """Each kind of mistake is reported as `file:line: rule: what; fix`."""
    change, rule, words = BROKEN[name]
    text = change(TEXT)
    found = refused(tmp_path, text)
    wanted = f"{tmp_path / NAME}.yaml:{line_of(text, words)}: {rule}: "
    lines = [str(finding) for finding in found if finding.level == "error"]
    assert any(line.startswith(wanted) and "; " in line for line in lines), (wanted, lines)


def test_groups_of_options_reach_the_task(tmp_path):
    """A requirement holds the groups of its file in order; they may overlap."""
    groups = "{names: [hours, a few hours], options: [1 hour, 8 hours]}, {names: [overnight], options: [8 hours]}"
    (tmp_path / f"{NAME}.yaml").write_text(grouping(groups)(TEXT), "utf-8")
    own = user_suites.read([str(tmp_path)])
    assert own.tasks[0].requirement("duration").groups == (
        OptionGroup(("hours", "a few hours"), ("1 hour", "8 hours")),
        OptionGroup(("overnight",), ("8 hours",)),
    )
    assert validate(own) == []


def test_all_mistakes_of_all_files_are_told_at_once(tmp_path):
    """Mistakes of several files are reported together: bad YAML, a repeated id, unknown keys and an impossible step."""
    (tmp_path / "no.yaml").write_text("id: [no.yaml\n", "utf-8")
    odd = TEXT.replace(NAME, "social.odd").replace("domain: social", "domain: social\ncolour: red\nshape: round")
    lost = TEXT.replace(NAME, "social.lost").replace("launch: com.parlowe.chat", "launch: com.parlour.chat")
    found = refused(tmp_path, TEXT, TEXT, odd, lost)
    groups = {(Path(finding.file).name, finding.line, finding.rule) for finding in found}
    assert groups == {
        ("no.yaml", 2, "yaml"),
        (f"{NAME}x.yaml", 1, "id"),
        ("social.oddxx.yaml", 3, "key"),
        ("social.oddxx.yaml", 4, "key"),
        ("social.lostxxx.yaml", 1, "id"),
        ("social.lostxxx.yaml", line_of(TEXT, "- launch"), "step"),
    }


def test_a_finding_about_a_missing_part_points_to_its_surroundings():
    """A finding about a missing key points to the line of the part that should contain it."""
    read = intent_files.understood([(f"{NAME}.yaml", TEXT)])
    here = Finding("error", f"{NAME}/duration", "w", "f", "rule", ("nosuch", "deeper"))
    there = Finding("error", "social.other/duration", "w", "f", "rule")
    placed = intent_files.located([here, there], read.documents)
    assert (placed[0].file, placed[0].line) == (f"{NAME}.yaml", line_of(TEXT, "- id: duration"))
    assert placed[1] == there
    assert str(there) == "error: rule: social.other/duration: w; f"


def test_the_published_counts_bind_only_the_published_suite(suite):
    """A subset under another name need not have the published counts; under the suite's own name it must."""
    some = Suite("some", "1", tuple(task for task in suite.tasks if task.intent.id == "device.airplane"))
    assert rules.breaches(some, published=False) == []
    assert {finding.rule for finding in rules.breaches(some)} == {"count"}
