"""Every intent of the committed suite has a review by a second person."""

from __future__ import annotations

import re

import pytest

from benchmarks.clarity240 import suite as files
from benchmarks.clarity240.findings import Mistakes
from benchmarks.clarity240.intent_files import understood
from benchmarks.clarity240.review import unreviewed

NAME = "device.airplane.yaml"


def _text() -> str:
    return (files.home() / "intents" / NAME).read_text("utf-8")


def _reviewed(review: str) -> str:
    return re.sub(r"\nreview: >-\n(?:  .*\n)+", "\n" + review, _text())


def test_every_committed_intent_has_a_review_of_its_own():
    """Each committed intent has a review, and no two reviews are equal."""
    found = files.gathered()
    assert list(unreviewed(found)) == []
    texts = [source.review for source in found.files]
    assert len(set(texts)) == len(texts) == 66


@pytest.mark.parametrize(
    ("review", "what"),
    [
        ("", "nobody has reviewed device.airplane"),
        ('review: ""\n', "nobody has reviewed device.airplane"),
        ("review: Words, path and checks agree and were read by a person.\n", "is not a date"),
        ('review: "2026-13-01: Words, path and checks agree and were read by a person."\n', "is not a date"),
        ('review: "2026-11-21: fine"\n', "is not a date and what was found"),
    ],
)
def test_a_missing_or_empty_review_is_told_with_its_rule_and_line(review, what):
    """A missing, empty or undated review is reported with rule, file and line."""
    text = _reviewed(review)
    (finding,) = unreviewed(understood([(f"intents/{NAME}", text)]))
    line = next((number for number, words in enumerate(text.splitlines(), 1) if words.startswith("review:")), 1)
    assert str(finding).startswith(f"intents/{NAME}:{line}: review: ")
    assert what in str(finding)


def test_a_suite_with_an_unreviewed_intent_is_not_read(tmp_path):
    """A suite that contains an intent without a review cannot be read."""
    folder = tmp_path / "intents"
    folder.mkdir()
    (folder / NAME).write_text(_reviewed(""), "utf-8")
    (tmp_path / files.REFERENCES).write_bytes((files.home() / files.REFERENCES).read_bytes())
    with pytest.raises(Mistakes, match=r"review: .*nobody has reviewed"):
        files.read(tmp_path)
    (folder / NAME).write_text(_text(), "utf-8")
    assert len(files.read(tmp_path).intents) == 1
