"""Material for training: splits of the suite, tasks drawn with other values, and paraphrased instructions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
import yaml

from adapters.phone.kernel.phone import Phone
from benchmarks.clarity240 import (
    build,
    instruction_levels,
    phrasings,
    record,
    setup,
    soundness,
    splits,
    task_variants,
    template,
    wording,
)
from benchmarks.clarity240 import suite as files
from benchmarks.clarity240.blocked_values import BLOCKED_VALUES
from benchmarks.clarity240.fast_checks import Prover, origin
from benchmarks.clarity240.intent_files import understood
from benchmarks.clarity240.schema import NOTHING_RECORDED, IntentFile, Recording
from judges.evidence.screens import read_screen
from runtime.bench.cli import run_parser
from runtime.components.selection import select
from runtime.core.config import Selection
from runtime.core.errors import UsageError
from runtime.core.tasks import Check, Suite, Task
from runtime.screen.patterns import shows

SEEDS = range(1, 9)
NOON = "shop.griddlenoon"


@pytest.fixture(scope="module")
def sources() -> dict[str, IntentFile]:
    """The intent files by id."""
    return {source.id: source for source in files.sources()}


@pytest.fixture(scope="module")
def drawn(pure_phone: Phone) -> tuple[Task, ...]:
    """Forty tasks that seed 5 draws from all intents."""
    return tuple(islice(task_variants.Draws(phone=pure_phone).tasks(5), 40))


def test_each_partition_has_every_intent_once(suite: Suite):
    """Train, dev and test are disjoint and together contain every intent, both by intent and by app."""
    parts = splits.members(suite.intents)
    texts = sorted(intent.id for intent in suite.intents)
    for names in (splits.SPLITS[:3], splits.SPLITS[3:]):
        assert sorted(identifier for name in names for identifier in parts[name]) == texts
        assert all(len(parts[name]) >= 8 for name in names)


def test_no_app_of_the_test_by_app_is_in_training(suite: Suite):
    """No test app occurs in train-apps or dev-apps, and no dev app in train-apps."""
    apps = {intent.id: set(intent.apps) for intent in suite.intents}
    parts = splits.members(suite.intents)
    for name in ("train-apps", "dev-apps"):
        assert not any(apps[identifier] & splits.TEST_APPS for identifier in parts[name])
    assert not any(apps[identifier] & splits.DEV_APPS for identifier in parts["train-apps"])
    assert {app for identifier in parts["test-apps"] for app in apps[identifier]} >= splits.TEST_APPS
    assert {app for identifier in parts["dev-apps"] for app in apps[identifier]} >= splits.DEV_APPS


def test_splits_depend_only_on_the_intents(suite: Suite):
    """Splits do not depend on the order of the intents, and every domain is in every split by intent."""
    there, back = splits.members(suite.intents), splits.members(suite.intents[::-1])
    assert {name: set(ids) for name, ids in there.items()} == {name: set(ids) for name, ids in back.items()}
    domains = {intent.id: intent.domain for intent in suite.intents}
    for name in splits.SPLITS[:3]:
        assert {domains[identifier] for identifier in there[name]} == set(domains.values())


def test_an_unknown_split_is_refused(suite: Suite, pure_phone: Phone):
    """An unknown split raises a UsageError that lists the existing ones."""
    with pytest.raises(UsageError, match="there is no split 'valid'; there is: train, dev"):
        splits.chosen(suite.intents, "valid")
    with pytest.raises(UsageError, match="there is no split"):
        next(task_variants.Draws(phone=pure_phone).tasks(1, "valid"))


def test_a_run_can_be_asked_for_a_split(suite: Suite):
    """A split's name selects its intents, alone or together with other names; an unknown name is refused."""
    options = run_parser().parse_args(["--split", "test-apps"])
    assert options.split == ["test-apps"]
    chosen = select(suite, Selection(intents=("test-apps", "device.quiet"), levels=("standard",)), 7)
    ids = {task.intent.id for task in chosen}
    assert ids == {*splits.chosen(suite.intents, "test-apps"), "device.quiet"}
    with pytest.raises(UsageError, match="no intent or split 'tests'"):
        select(suite, Selection(intents=("tests",)), 7)


def test_drawn_tasks_keep_every_rule_of_the_suite(drawn, pure_phone):
    """Drawn tasks have no errors in their wording, and a sample of them passes the full soundness rules."""
    for task in drawn:
        assert [str(finding) for finding in wording.check_task(task) if finding.level == "error"] == []
    for task in drawn[::10]:
        assert [str(finding) for finding in soundness.check_intent(task.intent, pure_phone)] == []
        assert [str(finding) for finding in soundness.check_task(task, pure_phone)] == []


def test_other_values_keep_the_groups_of_their_options(sources):
    """An intent with other values has the same options in the same groups, so that each value is in its own group."""
    for source in sources.values():
        ways = task_variants.variants(source)
        drawn = task_variants.varied(source, {name: values[-1] for name, values in ways.items()})
        for before, after in zip(source.requirements, drawn.requirements, strict=True):
            assert (after.options, after.groups) == (before.options, before.groups)
            assert after.value in after.options or after.evidence == "answer" or not after.groups


def test_what_a_draw_asks_for_is_seen_on_the_way(drawn, pure_phone):
    """On the reference path of a drawn task, each requirement and the closing is visible on some screen."""
    for task in drawn[2::8]:
        trees = setup.play(soundness.instrument("oracle"), task, pure_phone).trees
        steps = [read_screen(tree) for tree in trees]
        patterns = [requirement.seen for requirement in task.intent.requirements] + [task.intent.reference.closing_seen]
        for pattern in filter(None, patterns):
            assert any(shows(pattern, step.page, step.observation) for step in steps), (task.id, pattern)


def test_drawn_values_are_never_first_default_or_unsaid(drawn, suite):
    """A drawn value is neither the first option, the default nor blocked, and some value differs from the original."""
    published = {intent.id: intent for intent in suite.intents}
    for task in drawn:
        old = {requirement.id: requirement for requirement in published[origin(task.intent.id)].requirements}
        new = [
            requirement for requirement in task.intent.requirements if requirement.value != old[requirement.id].value
        ]
        assert new
        for item in new:
            assert not item.options or item.value in item.options[1:]
            assert item.value != item.default
            assert item.value not in BLOCKED_VALUES.get(f"{origin(task.intent.id)}/{item.id}", ())


def test_drawn_tasks_are_distinct_and_the_same_for_the_same_seed(drawn, pure_phone):
    """A seed always draws the same tasks, each once; another seed draws others."""
    assert len({task.id for task in drawn}) == len(drawn)
    fresh = task_variants.Draws(phone=pure_phone)
    assert tuple(islice(fresh.tasks(5), 12)) == drawn[:12]
    assert [task.id for task in islice(fresh.tasks(6), 12)] != [task.id for task in drawn[:12]]


def test_a_draw_comes_from_its_split(suite, sources, pure_phone):
    """All tasks drawn from the split `test` derive from intents of that split."""
    ids = splits.chosen(suite.intents, "test")
    found = list(islice(task_variants.Draws(sources.values(), pure_phone).tasks(2, "test"), 8))
    assert len(found) == 8
    assert {origin(task.intent.id) for task in found} <= set(ids)


def test_drawing_ends_when_there_is_nothing_left(sources, pure_phone):
    """Drawing ends when all variants of an intent were used or rejected."""
    device_filesmove = sources["device.filesmove"]
    stock = task_variants.Draws([device_filesmove], pure_phone)
    found = list(stock.tasks(3))
    assert len({task.intent.id for task in found}) + stock.rejected == task_variants.count(device_filesmove)


def test_values_that_a_file_spells_out_are_not_varied(sources):
    """Values that a file spells out in checks, screens, steps or clauses are not varied, nor are answers."""
    ways = task_variants.variants(sources["device.clockalarm"])
    assert ways["repeat"] == ("Every day",)
    assert all(len(values) == 1 for values in task_variants.variants(sources["info.hours"]).values())
    assert all(len(values) > 1 for values in task_variants.variants(sources[NOON]).values())


def test_terms_replace_everything_that_depends_on_a_value(sources):
    """Terms of an option, such as a date as app state writes it, replace the old ones in checks, steps and clauses."""
    source = sources["device.messagesdinner"]
    other = task_variants.varied(source, {"words": "The table is booked", "when": "Tomorrow, 08:00"})
    assert other.words()["when.stamp"] == "2026-11-18T08:00"
    intent = build.intent(other, Recording(fingerprint="", steps=()), NOTHING_RECORDED)
    words, when = intent.requirements
    assert words.truth == Check("messages/*/*", "has", {"address": "555 0138", "body": "The table is booked"})
    assert when.truth is not None
    assert when.truth.value["at"] == "2026-11-18T08:00"
    assert (when.text, when.aliases) == ("it goes out tomorrow at 08:00", ("tomorrow at 08:00",))
    request = "Text “The table is booked” to Hanne Vold, but have it sent tomorrow at 08:00."
    assert instruction_levels.request(intent) == request


def test_a_number_stays_a_number(sources):
    """A term that is a whole number becomes a number in a check and digits in a sentence."""
    source = sources["social.framepost"]
    other = task_variants.varied(source, {**source.values(), "photo": "Photo 5"})
    photo, *_ = build.intent(other, Recording(fingerprint="", steps=()), NOTHING_RECORDED).requirements
    assert photo.truth == Check("framelet/posts/*", "has", {"shot": 5, "audience": "Close friends"})
    assert template.fill("shot {photo.shot}", other.words()) == "shot 5"


def test_a_recording_that_reuses_a_beginning_is_the_same(sources, pure_phone):
    """A recording that reuses the beginning of an earlier one gives the same result and the same phone state."""
    known: record.Beginnings = {}
    source = sources[NOON]
    ways = task_variants.variants(source)
    for item, size in (
        (ways["item"][0], ways["size"][0]),
        (ways["item"][0], ways["size"][1]),
        (ways["item"][1], ways["size"][0]),
    ):
        file = task_variants.varied(source, {**source.values(), "item": item, "size": size})
        made = record.record(file, pure_phone, known)
        ended = pure_phone.read()
        assert made == record.record(file, pure_phone)
        assert pure_phone.read() == ended
    assert len(known) < 3 * len(source.reference.steps), "the beginnings were shared"


def test_a_single_letter_can_be_touched(sources, pure_phone):
    """A step on the one-letter option `L` can be recorded."""
    source = sources["shop.novashirt"]
    made = record.record(task_variants.varied(source, {**source.values(), "size": "L"}), pure_phone)
    assert any(step.target is not None and step.target.text == "L" for step in made.steps)


def test_free_text_is_drawn_from_what_has_terms(sources):
    """Free text is drawn from the alternatives listed in the file, which include the published text."""
    titles = task_variants.variants(sources["productivity.jotfernpicnic"])["title"]
    assert len(titles) > 4
    assert "Pack the picnic basket" in titles


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"$20 off": {"word": "SPRING"}}, "there is no option '$20 off'"),
        ({"$3 off": {"least": "$15"}}, "its terms are not those of '$10 off'"),
        ({"$3 off": {}}, "its terms are not those of '$10 off'"),
        ({"$10 off": None}, "'$10 off' has no terms, though other options have"),
    ],
)
def test_terms_that_do_not_fit_are_refused(change, what):
    """Terms that do not fit their options are refused with rule, file and line."""
    name = "shop.seatcode"
    file = Path(str(files.home())) / "intents" / f"{name}.yaml"
    data = yaml.safe_load(file.read_text())
    code = data["requirements"][0]
    terms = {**code["terms"], **change}
    code["terms"] = {key: value for key, value in terms.items() if value is not None}
    (first, *_) = understood([(f"{name}.yaml", yaml.safe_dump(data, sort_keys=False, allow_unicode=True))]).findings
    assert (first.rule, first.what) == ("terms", what)
    assert first.line > 1


def test_a_term_in_the_goal_is_refused():
    """A term in the goal sentence is refused: only `{id}` may stand there."""
    name = "shop.seatcode"
    file = Path(str(files.home())) / "intents" / f"{name}.yaml"
    text = file.read_text().replace("code for {code} into", "code for {code} ({code.word}) into")
    (found,) = understood([(f"{name}.yaml", text)]).findings
    assert found.rule == "name"
    assert "{code.word} stands for no requirement" in str(found)


def test_articles_follow_the_value(sources):
    """The article `a` is replaced by `an`, or left out before a plural, as the new value requires."""
    source = sources["shop.bunpier"]
    other = task_variants.varied(source, {**source.values(), "item": "Smoked Onion Melt", "side": "Oat Cookies"})
    assert other.phrasing.goal.startswith("Get me a {item}")
    assert other.phrasing.clauses["side"] == " and {side} on the side"
    assert other.requirements[0].text.startswith("a {item}") or "Smoked Onion Melt" in other.requirements[0].text


def test_every_blocked_value_is_an_option(sources):
    """Every entry of BLOCKED_VALUES is an option of its requirement."""
    for name, values in BLOCKED_VALUES.items():
        intent, _, identifier = name.partition("/")
        requirement = next(item for item in sources[intent].requirements if item.id == identifier)
        assert set(values) <= set(requirement.options), name


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"truth": Check("griddle/orders/*", "exists")}, "is met before the start"),
        ({"truth": Check("griddle/orders/*/lines/*", "has", {"item": "Soup"})}, "the reference does not meet it"),
        ({"value": "Five patties", "aliases": ()}, "does not say what is wanted"),
        ({"default": "Three patties"}, "is also the default"),
        ({"truth": Check("griddle/orders/*/lines/*", "has", {"item": "Charred Onion Melt"})}, "silence misses"),
        ({"slot": "", "words": (), "options": ()}, "is understood as"),
    ],
)
def test_the_proof_finds_what_is_planted(suite, pure_phone, change, words):
    """The quick proof reports each planted flaw: met before the start, never met, not asked for, or the default."""
    intent = next(item for item in suite.intents if item.id == NOON)
    requirements = tuple(
        replace(requirement, **change) if requirement.id == "size" else requirement
        for requirement in intent.requirements
    )
    task = instruction_levels.tasks([replace(intent, requirements=requirements)])[2]
    found = [str(breach) for breach in Prover(pure_phone).breaches(task)]
    assert any(words in line for line in found), found


def test_the_published_tasks_pass_the_proof(suite, pure_phone):
    """The quick proof refuses none of the published tasks."""
    prover = Prover(pure_phone)
    for intent in suite.intents[::9]:
        for task in instruction_levels.tasks([intent]):
            assert [str(breach) for breach in prover.breaches(task)] == []


def test_every_paraphrase_keeps_the_rules_of_its_level(suite):
    """A paraphrase has no wording errors, and only its instruction and phrasing differ from the original task."""
    for task in suite.tasks:
        for seed in SEEDS[:3]:
            current_task = phrasings.phrasing(task, seed)
            assert [str(finding) for finding in wording.check_task(current_task) if finding.level == "error"] == []
            assert replace(current_task, instruction=task.instruction, intent=task.intent) == task
            assert replace(current_task.intent, phrasing=task.intent.phrasing) == task.intent


def test_a_paraphrase_of_a_drawn_task_keeps_them_too(drawn):
    """Paraphrases of drawn tasks have no wording errors."""
    for task in drawn:
        current_task = phrasings.phrasing(task, 4)
        assert [str(finding) for finding in wording.check_task(current_task) if finding.level == "error"] == []


def test_seed_zero_gives_the_published_words(suite):
    """Seed 0 gives the published instruction, and any other seed always the same paraphrase."""
    for task in suite.tasks:
        assert phrasings.phrasing(task, 0) is task
    for task in suite.tasks[::7]:
        assert phrasings.phrasing(task, 3) == phrasings.phrasing(task, 3)


def test_there_are_many_ways_to_say_a_task(suite):
    """Each task has at least three different paraphrases under the test seeds, and five on average."""
    ways = Counter(
        {task.id: len({phrasings.phrasing(task, seed).instruction for seed in SEEDS}) for task in suite.tasks}
    )
    assert min(ways.values()) >= 3, [name for name, count in ways.items() if count < 3]
    assert ways.total() / len(suite.tasks) >= 5


def test_dependent_clauses_keep_their_order(suite):
    """Paraphrases keep dependent clauses in order: the pickup place before its time, and the time last."""
    feast = next(task for task in suite.tasks if task.id == "shop.feast.standard")
    for seed in range(1, 30):
        text = phrasings.phrasing(feast, seed).instruction
        assert "to pick up at Quarry Park at 18:30" in text
        assert text.rstrip("?., pleas").endswith("18:30")
