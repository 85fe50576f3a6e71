"""The logic of the annotators' page without the page: samples, decisions, names, trace views, agreement."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.web.labels.agreement import Item, collect_votes, compare_judge, reliability
from adapters.web.labels.decisions import AnnotatorLabels, Mark, latest, to_line
from adapters.web.labels.folder import Labels
from adapters.web.labels.questions import CHOICES, KINDS, SKIP, is_allowed
from adapters.web.labels.sampling import Trace, draw, extend_sample
from adapters.web.labels.trace_view import sheet
from adapters.web.shared.outlines import outline
from adapters.web.shared.person_names import LONGEST, file_stem, normalize_name
from runtime.core.actions import (
    Answer,
    AskUser,
    DoubleTap,
    Finish,
    Key,
    Launch,
    LongPress,
    Note,
    ParseError,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
)
from runtime.core.errors import UsageError
from runtime.core.events import AnyEvent, Ended, Observed, Performed, Replied, Score, Started
from runtime.core.tasks import Intent, KeyStep, Phrasing, Reference, Requirement, Selector, Setup, Task
from runtime.recordings.action_words import describe_operation
from runtime.screen.tree import parse

GROUPS = st.sampled_from([("reader", "detailed"), ("reader", "ambiguous"), ("sweeper", "detailed"), ("monkey", "x")])
TRACES = st.lists(GROUPS, min_size=1, max_size=60).map(
    lambda groups: [Trace(f"{group[0]}/t{at}/0", 0, f"t{at}", group) for at, group in enumerate(groups)]
)
SEEDS = st.integers(0, 2**31)

# -- the draw --------------------------------------------------------------------------------------------------------


@given(TRACES, SEEDS, st.randoms(use_true_random=False))
def test_the_draw_is_the_same_for_everybody(traces, seed, random):
    """It depends on the seed and on what is there, not on the order in which that is found."""
    shuffled = random.sample(traces, len(traces))
    assert draw(shuffled, seed) == draw(traces, seed)
    assert Counter(draw(traces, seed)) == Counter(traces)


@given(TRACES, SEEDS, st.data())
def test_every_sample_has_its_share_of_each_group(traces, seed, data):
    """For every sample size the shares of two groups differ by less than rounding to whole traces."""
    size = data.draw(st.integers(0, len(traces)))
    counts = Counter(trace.group for trace in traces)
    part = Counter(trace.group for trace in draw(traces, seed)[:size])
    for item in counts:
        for other in counts:
            apart = abs(Fraction(part[item], counts[item]) - Fraction(part[other], counts[other]))
            assert apart <= Fraction(1, 2 * counts[item]) + Fraction(1, 2 * counts[other])


@given(TRACES, SEEDS, st.data())
def test_a_larger_sample_begins_with_the_smaller_one(traces, seed, data):
    """Also if the run has grown since: no label is wasted."""
    before = data.draw(st.lists(st.sampled_from(traces), unique=True, min_size=1))
    small = extend_sample((), before, seed, data.draw(st.integers(1, len(before))))
    known = [(trace.episode, trace.attempt) for trace in small]
    large = extend_sample(known, traces, seed, len(traces))
    assert large[: len(small)] == small
    assert Counter(large) == Counter(traces)


def test_seeds_draw_differently():
    """Two seeds, two samples of a hundred."""
    traces = [Trace(f"reader/t{at}/0", 0, f"t{at}", ("reader", "detailed")) for at in range(1000)]
    assert set(draw(traces, 1)[:100]) != set(draw(traces, 2)[:100])


def test_the_sample_is_kept(tmp_path):
    """A later start shows the same traces, whatever came to the run; with labels another seed is refused."""
    traces = [Trace(f"reader/t{at}/0", 0, f"t{at}", ("reader", "detailed")) for at in range(20)]
    first = Labels(tmp_path).sample(traces[:10], 5, 3)
    assert Labels(tmp_path).sample(traces) == first
    assert Labels(tmp_path).sample(traces, 2) == first[:2]
    assert Labels(tmp_path).sample(traces, 12)[:5] == first
    assert len(Labels(tmp_path).sample(traces)) == 12
    assert Labels(tmp_path).sample(traces, 12, 4)[:5] != first
    Labels(tmp_path).add("Ada", first[0], "requirement/size", True)
    with pytest.raises(UsageError, match="seed 4 and has labels"):
        Labels(tmp_path).sample(traces, 12, 3)
    with pytest.raises(UsageError, match="is missing"):
        Labels(tmp_path).sample(traces[:1])


# -- decisions -------------------------------------------------------------------------------------------------------

_TRACE = Trace("reader/t/0", 0, "t", ("reader", "detailed"))
_SAID = st.tuples(st.sampled_from(["requirement/a", "turn/1", "termination/end"]), st.sampled_from([True, False, SKIP]))


@settings(max_examples=20)  # each one writes files
@given(st.lists(_SAID, max_size=8), st.data())
def test_the_last_decision_wins_in_whatever_state_the_file_was_left(tmp_path_factory, content, data):
    """Lines cut off by a kill are skipped and counted; all complete lines before and after them are read."""
    folder = tmp_path_factory.mktemp("run")
    torn = 0
    for subject, value in content:
        Labels(folder).add("Ada", _TRACE, subject, value)
        if data.draw(st.booleans()):
            line = to_line(_mark(subject, value))
            with (folder / "labels" / "ada.jsonl").open("ab") as file:
                file.write(line[: data.draw(st.integers(1, len(line) - 2))])
            torn += 1
    found = Labels(folder).of("Ada")
    assert found.values == {("reader/t/0", 0, subject): value for subject, value in content}
    Labels(folder).add("Ada", _TRACE, "fill/x", False)
    assert len(Labels(folder).of("Ada").damaged) == torn


@settings(max_examples=20)  # each one writes files
@given(st.lists(_SAID, max_size=8), st.data())
def test_a_file_that_grows_is_read_on(tmp_path_factory, content, data):
    """Two tabs or two servers: each sees at its next look what the other has written, and the later one counts."""
    folder = tmp_path_factory.mktemp("run")
    tabs = Labels(folder), Labels(folder)
    for number, (subject, value) in enumerate(content, start=1):
        writer, reader = data.draw(st.permutations(tabs))
        writer.add("Ada", _TRACE, subject, value)
        assert reader.of("Ada").values == latest(_mark(*item) for item in content[:number])


def _mark(subject: str, value: bool | str) -> Mark:
    return Mark(time="", annotator="Ada", episode="reader/t/0", attempt=0, subject=subject, value=value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"schema": 2, "value": True}, "schema 2, but this version reads 1"),
        (["schema"], "schema None"),
        (
            {"schema": 1, "time": "", "annotator": "A", "episode": "e", "attempt": 0, "subject": "s", "value": 1},
            "value",
        ),
        ({"schema": 1, "time": ""}, "changed by hand"),
    ],
)
def test_a_line_of_another_kind_is_an_error(line, says):
    """A complete line of another format is never skipped silently."""
    with pytest.raises(UsageError, match=says):
        AnnotatorLabels().read(json.dumps(line).encode())


@given(st.text(max_size=LONGEST))
def test_a_name_makes_a_harmless_file_name(name):
    """Of few signs, short, without a folder in it; the same whatever the case and the blanks."""
    try:
        plain = normalize_name(name)
    except ValueError:
        assert not "".join(char for char in name if char.isprintable()).strip()
        return
    assert set(file_stem(name)) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-%~")
    assert 1 <= len(file_stem(name)) <= 120
    assert file_stem(f"  {plain}\t") == file_stem(plain)
    assert Path(file_stem(name)).name == file_stem(name)


def test_names_stay_apart():
    """Different people have different files, also if their names are long or odd."""
    names = [
        "ada",
        "a da",
        "a/da",
        "../ada",
        "a%2fda",
        "..",
        "\N{SNOWMAN}" * 40,
        "\N{SNOWMAN}" * 39 + "!",
        "con",
        "ada.jsonl",
    ]
    assert len({file_stem(name) for name in names}) == len(names)
    assert file_stem("Ada") == file_stem("ADA ")
    for bad in ("", " \n", "x" * (LONGEST + 1)):
        with pytest.raises(ValueError, match="name"):
            normalize_name(bad)


def test_each_kind_of_question_takes_its_own_answers():
    """A number is not a yes, a label of turns is not an ending; everything can be skipped, by its own key."""
    for kind in KINDS:
        keys = [choice.key for choice in CHOICES[kind]]
        assert len({*keys, "s"}) == len(keys) + 1
        assert all(is_allowed(kind, choice.value) for choice in CHOICES[kind])
        assert is_allowed(kind, SKIP)
    assert not is_allowed("requirement", 1)  # type: ignore[arg-type]
    assert not is_allowed("requirement", "True")
    assert not is_allowed("termination", "compliant")
    assert not is_allowed("turn", True)


# -- sheets ----------------------------------------------------------------------------------------------------------

_SIZE = Requirement("size", "explicit", "size", "it is large", "Large", "Small", options=("Small", "Large"))
_TIME = Requirement("time", "implicit", "time", "the time is told", "20:45", "", evidence="answer")
_STEP = KeyStep("size", Tap(1, 1), Selector(resource_id="app:id/add_to_tray", within="Cola"))
_INTENT = Intent(
    "i",
    "social",
    "functional",
    "prior",
    (),
    (_SIZE, _TIME),
    Reference((), (_STEP,), None),
    Setup(),
    Phrasing("", "", ()),
)
_TASK = Task("i.incomplete", _INTENT, "incomplete", "Order a cola.", ("size",))
_TREE = (
    '<hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.view.View" package="p" '
    'content-desc="" clickable="true" bounds="[0,0][100,200]"><node index="0" text="Order" resource-id="" class="T" '
    'package="p" content-desc="" bounds="[0,0][50,50]" /></node></hierarchy>'
)


def _trace(*actions: Any, ending: Any = "finished") -> list[AnyEvent]:
    """The events of a trace that does these one after the other; a text is a question that is answered."""
    base: dict[str, Any] = {"episode": "zebra/i.incomplete/0", "attempt": 0, "seq": 0, "t": 0.0}
    events: list[AnyEvent] = [
        Started(**base, task="i.incomplete", agent="zebra", device="phone-7", seed=1),
        Observed(**base, step=0, frame="frame-0", tree="tree-0"),
    ]
    for step, action in enumerate(actions, start=1):
        if isinstance(action, str):
            events += [
                Performed(**base, step=step, action=AskUser(action)),
                Replied(**base, step=step, question=action, text="Large."),
            ]
            continue
        events.append(Performed(**base, step=step, action=action))
        if isinstance(action, Tap | Swipe | Type | Key | Launch | Wait):
            events.append(Observed(**base, step=step, frame=None, tree=f"tree-{step}"))
    return [*events, Ended(**base, ending=ending)]


def test_a_sheet_tells_what_was_done_and_asked():
    """Screens in order with the actions on each, the turns with their replies, the answer and the end."""
    found = sheet(_TASK, _trace(Tap(3, 4), "Which size?", Swipe(0, 9, 0, 1), Finish("At 20:45.")))
    assert [(screen.step, screen.frame, screen.outline) for screen in found.screens] == [
        (0, "frame-0", None), (1, None, "tree-1"), (3, None, "tree-3"),
    ]  # fmt: skip
    asked = found.screens[1].actions[0]
    assert (asked.question, asked.reply, asked.turn) == ("Which size?", "Large.", 1)
    assert found.screens[0].actions[0].points == ((3, 4),)
    assert found.screens[1].actions[1].points == ((0, 9), (0, 1))
    assert (found.answers, found.end) == (("At 20:45.",), "The agent reported that it was done.")
    assert [question.subject for question in found.questions] == [
        "requirement/size", "requirement/time", "key_step/size", "turn/1", "fill/size", "termination/end",
    ]  # fmt: skip
    assert found.questions[0].detail == "size: Large · left open by the instruction · candidates: Small, Large"
    assert "an answer that says 20:45" in found.questions[1].detail
    assert found.questions[2].text == "Tap the element “add to tray” in the row of “Cola”"
    assert found.questions[3].screen == 1


def test_a_sheet_does_not_tell_who_played():
    """Neither the player nor its phone, thoughts or raw output are anywhere in it."""
    found = repr(
        sheet(_TASK, _trace(ParseError("As the zebra model I …", "zebra"), Note("zebra"), Wait(5), ending="stopped"))
    )
    assert "zebra" not in found
    assert "phone-7" not in found
    assert "could not be parsed as an action" in found


@pytest.mark.parametrize(
    ("ending", "last", "says"),
    [
        ("max_steps", Wait(1), "step limit"),
        ("stopped", Wait(1), "without a message"),
        ("deadline", Wait(1), "too long"),
        ("fault", Wait(1), "agent failed"),
        ("finished", Finish("", "infeasible"), "cannot be done"),
    ],
)
def test_every_end_is_told(ending, last, says):
    """How a trace ended is evidence for how it should have ended."""
    assert says in sheet(_TASK, _trace(last, ending=ending)).end


def test_a_question_that_nobody_answers_is_no_turn():
    """Without a user there is nothing to label about asking."""
    found = sheet(_TASK, _trace(AskUser("Which size?"), Takeover("Pay, please."), Answer("Hm."), Finish()))
    assert [action.turn for action in found.screens[0].actions if action.kind == "ask"] == [None, None]
    assert not [question for question in found.questions if question.kind in ("turn", "fill")]


def test_touches_are_called_by_what_they_touch():
    """By the element's name if a tree was recorded, else by position."""
    tree = parse(_TREE.encode())
    found = sheet(_TASK, _trace(Tap(90, 90), Tap(900, 900)), lambda _: tree)
    assert [screen.actions[0].words for screen in found.screens[:2]] == ["Tap “Order”", "Tap at 900, 900"]
    assert outline(tree)["size"] == (100, 200)
    assert {"box": (0, 0, 50, 50), "words": "Order", "touch": False, "chosen": False} in outline(tree)["boxes"]


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (DoubleTap(1, 1), "Tap “Go” twice"),
        (LongPress(1, 1), "Press and hold “Go”"),
        (Swipe(0, 0, 9, 1), "Swipe to the right on “Go”"),
        (Swipe(0, 9, 1, 0), "Swipe up on “Go”"),
        (Type("hi", clear=True), "Type “hi” in place of what is there"),
        (Key("BACK"), "Press BACK"),
        (Launch("clock"), "Open clock"),
        (Wait(5), "Wait"),
    ],
)
def test_key_steps_are_told_in_words(action, words):
    """As one would describe them to a person who holds the phone."""
    assert describe_operation(action, Selector(text="Go")) == words


# -- agreement -------------------------------------------------------------------------------------------------------

_FLEISS_1971 = (
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
)  # fmt: skip
"""How many of fourteen raters gave each of five labels to ten subjects; the published kappa is 0.210."""


def test_kappa_is_the_published_one():
    """The textbook's example as fourteen annotators who label ten turns by one of five kinds."""
    kinds = [choice.value for choice in CHOICES["turn"]]
    items = [Item(1, "e", 0, f"turn/{at}", "turn", "ambiguous") for at in range(1, 11)]
    columns = [[kind for kind, count in zip(kinds, row, strict=True) for _ in range(count)] for row in _FLEISS_1971]
    document = {
        f"rater {rater}": {("e", 0, item.subject): column[rater] for item, column in zip(items, columns, strict=True)}
        for rater in range(14)
    }
    found = reliability(collect_votes(items, document), list(document))
    assert round(found["turns"]["fleiss"], 3) == 0.210
    assert found["turns"]["by_level"]["ambiguous"]["by_all"] == 10
    assert found["overall"]["items"] == 0


def _items(count: int) -> list[Item]:
    return [Item(1, "e", 0, f"requirement/r{at}", "requirement", "detailed", "anchor") for at in range(count)]


def _answers(items: list[Item], answers: str) -> dict[tuple[str, int, str], bool | str]:
    values: dict[str, bool | str] = {"1": True, "0": False, "s": SKIP}
    return {
        (item.episode, item.attempt, item.subject): values[answer]
        for item, answer in zip(items, answers, strict=True)
        if answer in values
    }


def test_what_was_skipped_is_no_label():
    """Kappa is over subjects that all have labelled, the majority over those who did; a draw has none."""
    items = _items(5)
    votes = collect_votes(
        items, {"a": _answers(items, "1110s"), "b": _answers(items, "11s1."), "c": _answers(items, "10s.s")}
    )
    assert [vote.majority for vote in votes] == [True, True, True, None, None]
    found = reliability(votes, ["a", "b", "c"])["v_out"]
    assert (found["items"], found["labelled"], found["by_all"], found["unanimous"], found["majority"]) == (
        5,
        4,
        2,
        1,
        3,
    )
    assert [(pair["n"], pair["same"]) for pair in found["pairs"]] == [(3, 2), (2, 1), (2, 1)]
    assert reliability(votes, ["a"])["v_out"]["fleiss"] is None


def _score(**changes: Any) -> Score:
    return Score(
        episode="e", judge="j", task="t", agent="zebra", intent="i", level="detailed", domain="social",
        difficulty="simple", apps=(), **changes,
    )  # fmt: skip


def test_a_judge_is_held_against_the_majority():
    """Compared as sets, unscored counts as not found; each difference is reported with its step."""
    items = _items(4)
    votes = collect_votes(items, {"a": _answers(items, "1101"), "b": _answers(items, "1101")})
    met = {"r0": (True, True), "r1": (None, None), "r2": (True, False), "r3": (True, True)}
    found, differs = compare_judge(votes, "j", {"e": _score(met=met)}, {("j", "e", "requirement/r2"): 5})
    part = found["v_out"]
    assert (part["jaccard"], part["precision"], part["recall"]) == (0.5, 0.666667, 0.666667)
    assert (part["false_positive"], part["false_negative"], part["unscored"]) == (1, 1, 1)
    assert [(item.item.subject, item.judge_value, item.majority, item.step) for item in differs] == [
        ("requirement/r1", None, True, None), ("requirement/r2", True, False, 5),
    ]  # fmt: skip


def test_a_judge_of_another_attempt_is_not_compared():
    """It judged another attempt than the labelled one."""
    items = _items(1)
    votes = collect_votes(items, {"a": _answers(items, "1")})
    found, differs = compare_judge(votes, "j", {"e": _score(attempt=1, met={"r0": (False, False)})})
    assert (found["traces"], found["v_out"]["n"], differs) == (0, 0, [])


def test_only_a_compliant_turn_fills():
    """As the metric counts; labels of turns are compared one by one."""
    items = [Item(1, "e", 0, "fill/a", "fill", "detailed"), Item(1, "e", 0, "turn/1", "turn", "detailed")]
    document: dict[tuple[str, int, str], bool | str] = {("e", 0, "fill/a"): True, ("e", 0, "turn/1"): "compliant"}
    votes = collect_votes(items, {"a": document})
    right, _ = compare_judge(votes, "j", {"e": _score(labels={1: "compliant"}, filled={1: ("a",)})})
    wrong, _ = compare_judge(votes, "j", {"e": _score(labels={1: "repetitive"}, filled={1: ("a",)})})
    assert (right["fills"]["recall"], right["turns"]["right"]) == (1, 1)
    assert (wrong["fills"]["recall"], wrong["turns"]["right"]) == (0, 0)
