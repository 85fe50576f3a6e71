"""Every intent of the committed suite was read by somebody who did not write it."""

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
    """No intent is without one, and no two have the same."""
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
    """The line is that of the review, or of the file's beginning where there is none."""
    text = _reviewed(review)
    (finding,) = unreviewed(understood([(f"intents/{NAME}", text)]))
    line = next((number for number, words in enumerate(text.splitlines(), 1) if words.startswith("review:")), 1)
    assert str(finding).startswith(f"intents/{NAME}:{line}: review: ")
    assert what in str(finding)


def test_a_suite_with_an_unreviewed_intent_is_not_read(tmp_path):
    """Nothing runs before somebody has looked at it."""
    folder = tmp_path / "intents"
    folder.mkdir()
    (folder / NAME).write_text(_reviewed(""), "utf-8")
    (tmp_path / files.REFERENCES).write_bytes((files.home() / files.REFERENCES).read_bytes())
    with pytest.raises(Mistakes, match=r"review: .*nobody has reviewed"):
        files.read(tmp_path)
    (folder / NAME).write_text(_text(), "utf-8")
    assert len(files.read(tmp_path).intents) == 1
