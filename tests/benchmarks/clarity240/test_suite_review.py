"""Every intent of the committed suite has a review by a second person."""

from __future__ import annotations

import pytest

from benchmarks.clarity240 import suite as files
from benchmarks.clarity240 import yaml_document
from benchmarks.clarity240.findings import Mistakes
from benchmarks.clarity240.intent_files import understood
from benchmarks.clarity240.review import FILE, unreviewed

ID = "device.airplane"
GOOD = f'{ID}: "2026-11-21: Words, path and checks agree and were read by a person."\n'


def _text() -> str:
    return (files.home() / "intents" / f"{ID}.yaml").read_text("utf-8")


def test_every_committed_intent_has_a_review_of_its_own():
    """Each committed intent has a review, and no two reviews are equal."""
    found, reviews = files.gathered(), files.reviews()
    assert list(unreviewed(found, reviews)) == []
    assert list(reviews.data) == [source.id for source in found.files]
    assert len(set(reviews.data.values())) == len(reviews.data) == 66


@pytest.mark.parametrize(
    ("reviews", "line", "what"),
    [
        ("social.mute: x\n", 1, f"nobody has reviewed {ID}"),
        (f'# reviews\n{ID}: ""\n', 2, f"nobody has reviewed {ID}"),
        (f"# reviews\n{ID}:\n", 2, f"nobody has reviewed {ID}"),
        ("- a list\n", 1, f"nobody has reviewed {ID}"),
        (f"\n\n{ID}: Words, path and checks agree and were read by a person.\n", 3, "is not a date"),
        (GOOD.replace("2026-11-21", "2026-13-01"), 1, "is not a date"),
        (f'{ID}: "2026-11-21: fine"\n', 1, "is not a date and what was found"),
        (f"{ID}: {{2026-11-21: Words and path and checks agree and were read by a person}}\n", 1, "is not a date"),
        (f"{GOOD}social.nothing: x\n", 2, "there is no intent 'social.nothing'"),
    ],
)
def test_a_missing_or_empty_review_is_told_with_its_rule_and_line(reviews, line, what):
    """A review that is missing, empty, undated or of no intent is reported with rule, file and line."""
    found = understood([(f"intents/{ID}.yaml", _text())])
    lines = list(map(str, unreviewed(found, yaml_document.read(reviews, FILE))))
    assert [text for text in lines if text.startswith(f"{FILE}:{line}: review: ") and what in text], lines


def test_a_suite_with_an_unreviewed_intent_is_not_read(tmp_path):
    """A suite that contains an intent without a review cannot be read, whether the file of reviews is there or not."""
    folder = tmp_path / "intents"
    folder.mkdir()
    (folder / f"{ID}.yaml").write_text(_text(), "utf-8")
    (tmp_path / files.REFERENCES).write_bytes((files.home() / files.REFERENCES).read_bytes())
    for reviews in (None, "social.mute: x\n"):
        if reviews is not None:
            (tmp_path / FILE).write_text(reviews, "utf-8")
        with pytest.raises(Mistakes, match=r"review: .*nobody has reviewed"):
            files.read(tmp_path)
    (tmp_path / FILE).write_text(GOOD, "utf-8")
    assert len(files.read(tmp_path).intents) == 1
