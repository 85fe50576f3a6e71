"""The validators that play: each one catches the mistake that it is there for. And the stage that they play on."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from adapters.phone.kernel.phone import Phone
from benchmarks.clarity240 import instruction_levels, record, replay, schema, setup, soundness, validate, yaml_document
from benchmarks.clarity240 import suite as files
from runtime.core.actions import AskUser, Decision, Finish, Key, Launch, Tap
from runtime.core.errors import UsageError
from runtime.core.tasks import Check, Intent, Selector, StateChange, Suite


@pytest.fixture
def quiet(suite: Suite) -> Intent:
    """An intent with an anchor and two parameters, all of them in the device tables."""
    return next(intent for intent in suite.intents if intent.id == "device.quiet")


@pytest.fixture
def hours(suite: Suite) -> Intent:
    """An intent that is met by an answer."""
    return next(intent for intent in suite.intents if intent.id == "info.hours")


def requiring(intent: Intent, identifier: str, **changes: Any) -> Intent:
    """The intent with one requirement changed."""
    changed = tuple(
        replace(requirement, **changes) if requirement.id == identifier else requirement
        for requirement in intent.requirements
    )
    return replace(intent, requirements=changed)


def referring(intent: Intent, **changes: Any) -> Intent:
    """The intent with its reference changed."""
    return replace(intent, reference=replace(intent.reference, **changes))


def without(intent: Intent, number: int) -> Intent:
    """The intent with one step of its reference taken out."""
    reference = intent.reference
    cut = {name: (*getattr(reference, name)[:number], *getattr(reference, name)[number + 1 :])
           for name in ("actions", "targets", "serves")}  # fmt: skip
    return referring(intent, **cut)


def found(intent: Intent, phone: Phone) -> list[str]:
    """What playing finds in an intent, as text."""
    return [str(finding) for finding in soundness.check_intent(intent, phone)]


def played(intent: Intent, level: str, phone: Phone) -> list[str]:
    """What the instruments show of the intent's task at that level, as text."""
    task = next(task for task in instruction_levels.tasks([intent]) if task.level == level)
    return [str(finding) for finding in soundness.check_task(task, phone)]


def test_sound_intents_have_no_findings(quiet, hours, pure_phone):
    """The intents that the mistakes below are planted in are clean."""
    assert found(quiet, pure_phone) == []
    assert found(hours, pure_phone) == []


def test_an_app_that_is_not_there_is_found(quiet, pure_phone):
    """An intent can only be played on registered apps."""
    assert any("no app is called nosuch" in line for line in found(replace(quiet, apps=("nosuch",)), pure_phone))


def test_what_cannot_be_played_at_all_is_found(quiet, pure_phone):
    """A setup that no app understands and an app that is not installed are findings, not crashes."""
    odd = replace(quiet, setup=replace(quiet.setup, state={"bunwright": {"nosuch": 1}}))
    assert any("cannot be played: state of bunwright" in line for line in found(odd, pure_phone))
    away = referring(quiet, actions=(Launch("com.nosuch.app"), *quiet.reference.actions[1:]))
    assert any("cannot be played: no app 'com.nosuch.app'" in line for line in found(away, pure_phone))


def test_what_is_true_before_the_start_is_found(quiet, hours, pure_phone):
    """Requirements, forbidden states and closing must all be false at the start, and silence no answer."""
    off = Check("settings/global/zen_mode", "eq", "0")
    assert any(
        "quiet/mode: it is met before" in line for line in found(requiring(quiet, "mode", truth=off), pure_phone)
    )
    forbidden = replace(quiet, setup=replace(quiet.setup, must_be_false=(off,)))
    assert any("must be false" in line for line in found(forbidden, pure_phone))
    assert any("closed before" in line for line in found(referring(quiet, closing=off), pure_phone))
    begun = replace(quiet, setup=replace(quiet.setup, state={"settings": {"global": {"zen_mode": "1"}}}))
    assert any("quiet/mode: it is met before" in line for line in found(begun, pure_phone))


def test_a_reference_that_does_not_do_it_is_found(quiet, hours, pure_phone):
    """A missing step leaves a requirement unmet or the task open, and an answer must be the right one."""
    last = len(quiet.reference.actions) - 1
    lines = found(without(quiet, last), pure_phone)
    assert any("quiet/mode: the reference does not meet it" in line for line in lines)
    assert any("does not close it" in line for line in lines)
    silent = tuple(Finish("nothing") if isinstance(action, Finish) else action for action in hours.reference.actions)
    lines = found(referring(hours, actions=silent), pure_phone)
    assert sum("the reference does not meet it" in line for line in lines) == 3
    assert any("nothing closes it" in line for line in found(without(hours, len(silent) - 1), pure_phone))


def test_a_touch_that_misses_is_found(quiet, pure_phone):
    """Recorded coordinates must lie on the recorded target, and the target must be there."""
    actions = list(quiet.reference.actions)
    actions[-1] = Tap(1, 2399)
    assert any("misses its target" in line for line in found(referring(quiet, actions=tuple(actions)), pure_phone))
    targets = (*quiet.reference.targets[:-1], Selector(text="Turn it up"))
    assert any("is not on the screen" in line for line in found(referring(quiet, targets=targets), pure_phone))
    assert any("differ in length" in line for line in found(referring(quiet, targets=targets[:-1]), pure_phone))


def test_effects_that_are_not_those_of_the_replay_are_found(quiet, pure_phone):
    """Effects are recorded: one too many, one too few or another value is a mistake."""
    first, *rest = quiet.reference.effects
    more = (*quiet.reference.effects, StateChange(("settings", "global", "more"), 1))
    for wrong in (more, tuple(rest), (replace(first, value="another"), *rest)):
        assert any("it changes" in line for line in found(referring(quiet, effects=wrong), pure_phone))


def test_letters_without_a_glyph_are_found(quiet, pure_phone):
    """What the phone's fonts cannot draw cannot be read from a screen."""
    assert any("no font has" in line for line in found(requiring(quiet, "calls", value="No one \u16a0"), pure_phone))


def test_a_requirement_that_silence_meets_is_found(quiet, pure_phone):
    """If the default does it too, the task measures nothing."""
    on = Check("settings/global/zen_mode", "eq", "1")
    lines = played(requiring(quiet, "calls", truth=on), "incomplete", pure_phone)
    assert any("silence meets calls" in line for line in lines)
    both = requiring(requiring(quiet, "calls", truth=on), "duration", truth=on)
    assert any("silence meets everything" in line for line in played(both, "incomplete", pure_phone))


def test_a_stated_requirement_that_silence_misses_is_found(quiet, pure_phone):
    """A way that stops where an open choice is skipped would punish silence twice."""
    serves = tuple(("duration",) if "mode" in item else item for item in quiet.reference.serves)
    lines = played(referring(quiet, serves=serves), "incomplete", pure_phone)
    assert any("silence misses mode, which is stated" in line for line in lines)


def test_questions_that_break_the_rules_are_found(quiet, pure_phone):
    """A slot without a name that can be recognised cannot be asked for."""
    nameless = requiring(quiet, "calls", slot="?", words=(), options=("?", "!"))
    assert any("questions are judged" in line for line in played(nameless, "incomplete", pure_phone))


def test_a_run_that_cannot_be_done_or_is_too_long_is_found(quiet, pure_phone):
    """The oracle itself must meet everything, within the budget, without side effects."""
    never = requiring(quiet, "calls", truth=Check("settings/global/nosuch", "exists"))
    assert any("the oracle misses calls" in line for line in played(never, "standard", pure_phone))
    reference = quiet.reference
    longer = referring(
        quiet,
        actions=(*[Key("HOME")] * 30, *reference.actions),
        targets=(*[None] * 30, *reference.targets),
        serves=(*[()] * 30, *reference.serves),
    )
    assert any("the oracle misses" in line for line in played(longer, "standard", pure_phone))
    narrow = referring(quiet, effects=quiet.reference.effects[:1])
    assert any("the oracle changes" in line for line in played(narrow, "standard", pure_phone))


def test_parameters_that_depend_on_each_other_are_reported(quiet, pure_phone):
    """The validator reports a parameter whose omission makes other requirements fail too."""
    tied = requiring(quiet, "duration", truth=Check("settings/global/zen_calls", "eq", "No one"))
    task = next(task for task in instruction_levels.tasks([tied]) if task.level == "standard")
    lines = [str(finding) for finding in soundness.check_choice(task, "calls", pure_phone)]
    assert any("leaving out this one misses duration, calls" in line for line in lines)


def test_playing_is_left_out_where_words_are_broken(quiet):
    """A suite with broken words is reported once, in words, and is not played."""
    broken = requiring(quiet, "calls", truth=None)
    lines = [str(finding) for finding in validate(Suite("s", "1", instruction_levels.tasks([broken])))]
    assert any("nothing in app state proves it" in line for line in lines)
    assert not any("the reference does not" in line or "the oracle" in line for line in lines)
    muddled = tuple(replace(task, instruction="Do it.") for task in instruction_levels.tasks([quiet]))
    assert not any("the oracle" in str(finding) for finding in validate(Suite("s", "1", muddled)))


def test_the_recorder_says_what_is_on_the_screen_instead(pure_phone):
    """A selector that matches nothing is answered with file, step and the texts that are there."""
    source = next(file for file in files.sources() if file.id == "device.airplane")
    steps = list(source.reference.steps)
    steps[1] = steps[1].model_copy(update={"tap": schema.SelectorFile(text="Network and web")})
    wrong = source.model_copy(update={"reference": source.reference.model_copy(update={"steps": tuple(steps)})})
    with pytest.raises(UsageError) as caught:
        record.record(wrong, pure_phone)
    for words in ("intents/device.airplane.yaml", "steps.1", "'Network and web'", "'Network & internet'"):
        assert words in str(caught.value)


def test_recording_twice_gives_the_same(pure_phone):
    """A recording depends on nothing but the file."""
    source = next(file for file in files.sources() if file.id == "shop.feast")
    assert record.record(source, pure_phone) == record.record(source, replay.phone())


def test_a_changed_file_asks_for_a_new_recording(tmp_path):
    """An intent whose steps changed after the recording is refused with the command that mends it."""
    folder = tmp_path / "intents"
    folder.mkdir()
    name = "device.airplane.yaml"
    text = (files.home() / "intents" / name).read_text("utf-8")
    (folder / name).write_text(text.replace("key: switch", "key: turn"), "utf-8")
    review = files.reviews().data["device.airplane"]
    (tmp_path / "reviews.yaml").write_text(json.dumps({"device.airplane": review}), "utf-8")
    with pytest.raises(UsageError, match="has no recorded reference; run `python -m"):
        files.read(tmp_path)
    (tmp_path / files.REFERENCES).write_bytes((files.home() / files.REFERENCES).read_bytes())
    with pytest.raises(UsageError, match="was changed after its reference was recorded; run `python -m"):
        files.read(tmp_path)
    (folder / name).write_text(text, "utf-8")
    assert len(files.read(tmp_path).tasks) == 3
    (folder / name).rename(folder / "device.flight.yaml")
    with pytest.raises(UsageError, match=r"device\.flight\.yaml:1: id: .*; rename it"):
        files.read(tmp_path)
    damaged = '{"scratch": [], "labels": {}, "intents": {"device.airplane": {"steps": []}}}'
    (tmp_path / files.REFERENCES).write_text(damaged, "utf-8")
    with pytest.raises(UsageError, match=r"references\.json: .*fingerprint"):
        files.recordings(tmp_path)
    (tmp_path / files.REFERENCES).write_text('{"scratch": [], "intents": {}}', "utf-8")
    with pytest.raises(UsageError, match=r"references\.json: labels: .*make the file again by `python -m"):
        files.recordings(tmp_path)


def test_an_episode_on_the_stage_ends_at_its_budget(suite, pure_phone):
    """The stage spends one unit per action and per question, and is inert after the last."""
    task = next(task for task in suite.tasks if task.id == "device.quiet.incomplete")
    session = setup.Stage(task, pure_phone, max_steps=2)
    setup.run_now(_ask_and_press(session))
    assert session.used == 2
    assert len(session.states) == 2
    assert session.turns[0].label == "out_of_scope"


async def _ask_and_press(session: setup.Stage) -> None:
    seen = await session.step(Decision((AskUser("What is your favourite colour?"),)))
    assert seen.replies == ("No Preference",)
    seen = await session.step(Decision((Key("HOME"), Key("BACK"), Key("BACK"))))
    assert seen.ended


def test_a_document_without_its_place_still_has_a_line():
    """A place that the file does not have is answered with the line of what holds it."""
    read = yaml_document.read("a:\n  b: 1\n", "x")
    assert read.line(("a", "c", 3)) == 1
