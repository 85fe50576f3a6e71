"""Labels from the web page to the figures: what the page writes and the benchmark reads, and who may label."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.web.labels.command import TOKEN
from adapters.web.labels.command import run as label
from adapters.web.thoughts.decisions import REASONS, AnnotatorLabels, Mark, gta, to_line
from adapters.web.thoughts.folder import Labels
from adapters.web.thoughts.report import document, tables
from adapters.web.thoughts.sample import is_sample, read
from benchmarks.gap import agreement
from benchmarks.gap.agreement.labels import CODES
from runtime.core.errors import UsageError
from runtime.metrics.reliability import combine_ratings
from tests.support.thinking_browser import sampled, say

ROOT = Path(__file__).parents[2]
ANSWERS = st.sampled_from(["1", "0", "E_GT_ERROR", "E_OTHER"])


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sample folder that tests must not change."""
    return sampled(tmp_path_factory.mktemp("drawn") / "sample", 12)


@pytest.fixture
def folder(drawn: Path, tmp_path: Path) -> Path:
    """A copy of the sample folder for labelling."""
    return shutil.copytree(drawn, tmp_path / "sample")


def test_page_and_benchmark_have_the_same_error_codes():
    """The labelling page and the benchmark have the same set of error codes."""
    assert set(REASONS) == set(CODES)


@settings(max_examples=15)  # each one writes files
@given(st.data())
def test_labels_come_to_what_the_merge_makes_of_them(drawn, tmp_path_factory, data):
    """For any labels of two people and a third, page and benchmark agree on labels, conflicts and counts."""
    folder = shutil.copytree(drawn, tmp_path_factory.mktemp("any") / "sample")
    sample = read(folder)
    places = [sample.place(item) for item in sample.asked]
    votes = st.lists(st.one_of(st.none(), ANSWERS), min_size=len(places), max_size=len(places))
    entries = []
    for name in ("Ada", "Bo"):
        drawn_votes = data.draw(votes.filter(any))
        entries.append(say(folder, name, dict(zip(places, drawn_votes, strict=True)).get))
    conflicts = Labels(folder).conflicts(places)
    third = dict(zip(conflicts, data.draw(votes), strict=False))
    decided = say(folder, "Cy", third.get, "adjudicator")
    labels = agreement.read(folder)
    fields, other = entries
    for found in labels.labels:
        place = (found.item.model, *found.item.key)
        if found.item.unasked:
            assert (found.gta, found.how) == (None, "unasked")
        elif place not in fields or place not in other:
            assert (found.gta, found.how) == (None, "open")
        else:
            answer = (gta(decided[place]),) if place in decided else None
            assert (found.gta, found.how) == combine_ratings(gta(fields[place]), gta(other[place]), answer)
    assert len(labels.labels) == len(sample.items)
    assert labels.between is not None
    assert labels.between.conflicts == len(conflicts)
    report = document(sample, Labels(folder))["between"]
    both = [place for place in places if place in fields and place in other]
    assert (report["n"], labels.between.n) == (len(both), len(both))
    assert [report[how] for how in ("agreed", "adjudicated", "na")] == [
        labels.counts[how] for how in ("agreed", "adjudicated", "na")
    ]
    assert report["open"] == len(conflicts) - len(decided)
    kappa = labels.between.kappa
    assert report["kappa"] == (None if kappa is None else round(float(kappa), 4))


def test_labels_of_each_model_are_its_own(folder):
    """An evaluator is compared with the labels of its model's thoughts, by the model's name in the sample."""
    say(folder, "Ada", lambda place: "1" if place[0] == "alpha" else "0")
    say(folder, "Bo", lambda place: "1" if place[0] == "alpha" else "0")
    labels = agreement.read(folder)
    assert set(labels.models) == {"alpha", "beta"}
    assert set(labels.valid("alpha").values()) == {True}
    assert set(labels.valid("beta").values()) == {False}
    perfect = agreement.compare_with_people(labels.valid("alpha"), labels.valid("alpha"))
    assert (perfect.accuracy, perfect.sensitivity, perfect.specificity) == (Fraction(1), Fraction(1), None)
    assert labels.between is not None
    assert (labels.between.kappa, labels.between.same) == (Fraction(1), labels.between.n)
    for path in (folder / "labels", folder / "sample.json"):
        assert agreement.read(path) == labels
    fields = labels.document()
    assert (fields["annotators"], fields["kappa"], fields["kappa_with_na"]) == (["Ada", "Bo"], 1.0, 1.0)
    assert fields["settled"] == {"agreed": fields["both"], "unasked": len(labels.labels) - fields["both"]}


def test_labels_of_a_single_annotator_are_used(folder):
    """Labels of a single annotator are used, without any agreement."""
    fields = say(folder, "Ada", lambda place: "E_GT_ERROR" if place[2] == 3 else "1")
    labels = agreement.read(folder)
    assert labels.between is None
    assert labels.document()["kappa"] is None
    assert labels.counts["single"] == len(fields)
    assert labels.codes["E_GT_ERROR"] == sum(value == "E_GT_ERROR" for value in fields.values())
    assert labels.codes["E_COT_MISSING"] + labels.codes["E_PRED_MISSING"] == labels.counts["unasked"] > 0


def test_problems_of_a_folder_are_reported(folder):
    """A third annotator, two adjudicators, a person in both roles, a thought of another sample, a truncated line."""
    say(folder, "Ada", lambda _: "1")
    mark = Mark(time="", annotator="Bo", role="annotator", model="alpha", episode_id="E-77", step_id=1, gta=1)
    (folder / "labels" / "bo.jsonl").write_bytes(to_line(mark) + to_line(mark)[:40])
    labels = agreement.read(folder)
    assert [(defect.kind, defect.source) for defect in labels.defects] == [
        ("unknown", "bo.jsonl:1"),
        ("unreadable", "bo.jsonl:2"),
    ]
    say(folder, "Di", lambda _: "1")
    with pytest.raises(UsageError, match="labelled by 3 people"):
        agreement.read(folder)
    (folder / "labels" / "di.jsonl").unlink()
    say(folder, "Cy", lambda _: "1", "adjudicator")
    say(folder, "Ed", lambda _: "1", "adjudicator")
    with pytest.raises(UsageError, match="adjudicated by Cy, Ed"):
        agreement.read(folder)
    say(folder, "Ada", lambda _: "0", "adjudicator")
    with pytest.raises(UsageError, match="both an annotator and"):
        agreement.read(folder)


@given(st.text("Aé 林\n\u200b", max_size=6), st.sampled_from([0, 1, "NA"]), st.sampled_from(["", *REASONS, "E_NEW"]))
def test_a_mark_has_a_reason_exactly_where_it_is_na(name, value, code):
    """A label has an error code exactly if it is NA, also after writing and reading it."""
    fields = {"time": "t", "annotator": name, "role": "annotator", "model": "m", "episode_id": "e", "step_id": 1}
    if (value == "NA") == (code in REASONS) and (value == "NA" or not code):
        mark = Mark(**fields, gta=value, error_code=code)
        labels = AnnotatorLabels()
        labels.read(to_line(mark))
        assert (labels.name, labels.values) == (name, {("m", "e", 1): code or str(value)})
    else:
        with pytest.raises(ValueError, match="error code"):
            Mark(**fields, gta=value, error_code=code)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"schema": 2}', "schema 2, but this version reads 1"),
        ("[1]", "schema None"),
        ('{"schema": 1, "gta": 1}', "line 1 was changed by hand: time"),
    ],
)
def test_a_line_of_another_version_is_named(line, says):
    """A line of another schema version, or one edited by hand, raises a UsageError."""
    with pytest.raises(UsageError, match=says):
        AnnotatorLabels().read(line.encode())


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name that person with --annotator"),
        (["--annotator", "Ada", "--annotator", "Bo"], "one person at a time"),
        (["--annotator", " "], "a name is required"),
        (["--annotator", "Ada", "--sample", "3"], "apply to traces of a run"),
        (["--annotator", "Ada", "--judge", "rules"], "apply to traces of a run"),
        (["--annotator", "Ada", "--json"], "requires --report"),
        (["--report", "--annotator", "Ada"], "omit"),
        (["--report"], "no labels yet"),
        (["--annotator", "Ada", "--open", "0"], "no such thought"),
        (["--annotator", "Ada", "--open", "1:2"], "no such thought"),
        (["--annotator", "Cy", "--adjudicate"], "labelled by nobody: two people must"),
        (["--annotator", "Ada", "--port", "70000"], "from 0 to 65535"),
        (["--annotator", "Ada", "--host", "0.0.0.0"], TOKEN),
    ],
)
def test_a_page_of_thoughts_that_cannot_be_is_refused(arguments, says, folder, monkeypatch):
    """Invalid arguments of the labelling page raise a UsageError that says what to do."""
    monkeypatch.delenv(TOKEN, raising=False)
    with pytest.raises(UsageError, match=says):
        label([str(folder), *arguments])


def test_two_label_and_a_third_decides(folder):
    """A third annotator may only adjudicate conflicts, and annotators cannot adjudicate their own labels."""
    say(folder, "Ada", lambda _: "1")
    say(folder, "Bo", lambda _: "1")
    for arguments, says in (
        (["--annotator", "Cy"], "labelled by Ada and Bo: a third person decides"),
        (["--annotator", "Ada", "--adjudicate"], "must be a third person"),
        (["--annotator", "Cy", "--adjudicate"], "agree on every thought"),
    ):
        with pytest.raises(UsageError, match=says):
            label([str(folder), *arguments])
    say(folder, "Bo", lambda _: "0")
    say(folder, "Cy", lambda _: "0", "adjudicator")
    for arguments, says in (
        (["--annotator", "Cy"], "Cy has adjudicated it"),
        (["--annotator", "Di", "--adjudicate"], "Cy adjudicates"),
    ):
        with pytest.raises(UsageError, match=says):
            label([str(folder), *arguments])


def test_the_report_is_for_people_and_for_programs(folder, capsys):
    """The report as JSON and as text has the labels per person, kappa, and the number of open items."""
    say(folder, "Ada", lambda place: "1" if place[2] != 3 else "E_GT_ERROR")
    say(folder, "Bo", lambda place: "1" if place[0] == "alpha" else "0")
    with (folder / "labels" / "bo.jsonl").open("ab") as file:
        file.write(b'{"schema":1,"ti\n')
    assert label([str(folder), "--report", "--json"]) == 0
    out = capsys.readouterr()
    found = json.loads(out.out)
    assert found == document(read(folder), Labels(folder))
    assert "labels of Bo: incomplete lines ignored" in out.err
    assert found["between"]["open"] > 0
    assert found["people"][0]["reasons"] == {"E_GT_ERROR": found["people"][0]["NA"]}
    assert label([str(folder), "--report"]) == 0
    printed = capsys.readouterr().out
    for word in ("Ada", "Bo", "E_GT_ERROR", "open", "kappa"):
        assert word in printed
    assert len(tables({**found, "between": None})) == 1


def test_a_folder_that_was_changed_is_refused(folder, tmp_path):
    """A sample folder with another version, an invalid index or an outside picture path is refused."""
    found = json.loads((folder / "sample.json").read_text())
    assert is_sample(folder)
    assert not is_sample(tmp_path)
    outside = [{**found["steps"][0], "picture": "../../secret.png"}, *found["steps"][1:]]
    for changes, says in (
        ({"version": 2}, "not a valid sample of this version"),
        ({"models": []}, "not a valid sample"),
        ({"steps": outside}, "outside its folder"),
    ):
        (folder / "sample.json").write_text(json.dumps(found | changes))
        with pytest.raises(UsageError, match=says):
            label([str(folder), "--annotator", "Ada"])
    (folder / "sample.json").write_text(json.dumps(found | {"models": []}))
    with pytest.raises(UsageError, match="cannot be read as a sample"):
        agreement.read(folder)


def test_the_page_of_thoughts_lives_until_it_is_interrupted(folder):
    """The page server prints its address, stores a label, and exits with 130 on Ctrl-C."""
    program = "import sys; from adapters.web.labels.command import run; sys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", program, str(folder), "--annotator", "Ada", "--open", "2"]
    # A shell that runs the tests in the background has them ignore Ctrl-C, and children would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        page = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, TOKEN: ""})
    finally:
        signal.signal(signal.SIGINT, before)
    with page:
        assert page.stdout is not None
        current_document = json.loads(page.stdout.readline())
        url, _, rest = current_document["label"].partition("/#")
        token, *place = rest.split("&")
        assert (place, current_document["thoughts"]) == (["item=2"], len(read(folder).asked))
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{url}/v1/thoughts/marks", b'{"item": 2, "value": "0"}', headers)
        with urllib.request.urlopen(request, timeout=200) as answer:
            assert answer.status == 204
        page.send_signal(signal.SIGINT)
        assert page.wait(20) == 130
    labels = agreement.read(folder)
    assert [(item.gta, item.how) for item in labels.labels if item.how == "single"] == [(False, "single")]
