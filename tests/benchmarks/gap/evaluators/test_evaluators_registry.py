"""Evaluators by name: known ones, and error messages for unknown ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.gap.evaluators import open_evaluator
from runtime.core.errors import UsageError


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("", "there is no evaluator"),
        ("rule", "rules, model:openai:NAME@URL"),
        ("model", "model:openai:NAME@URL"),
        ("model:", "there is no evaluator"),
        ("replay:", "replay:FILE"),
        ("replay:nowhere.jsonl", r"nowhere\.jsonl cannot be read"),
        ("replay:nowhere.jsonl?shift=one", "shift=one"),
        ("replay:nowhere.jsonl?step=1", "there is no option 'step'"),
        ("rules?unreadable=1", "must be one of 0, skip"),
        ("rules?strict=1", "there is no option 'strict', only unreadable"),
        ("model:nobody:m@http://127.0.0.1:9/v1", "nobody"),
        ("model:openai:m@http://127.0.0.1:9/v1?side=-1", "side=-1 must be a whole number from 0"),
        ("model:openai:m@http://127.0.0.1:9/v1?tokens=0", "from 1"),
        ("model:openai:m@http://127.0.0.1:9/v1?temperature=1", "temperature"),
        ("model:openai:@http://127.0.0.1:9/v1", "is not a valid model address"),
    ],
)
async def test_unknown_names_and_options_are_refused(spec, text):
    """Unknown evaluators and options raise a UsageError that lists the valid ones."""
    with pytest.raises(UsageError, match=text):
        async with open_evaluator(spec):
            pass


async def test_prompts_for_an_evaluator_without_a_model_are_refused(tmp_path: Path):
    """Unused prompts are an error instead of being ignored."""
    with pytest.raises(UsageError, match="uses no model"):
        async with open_evaluator("rules", prompts=tmp_path):
            pass


async def test_rules_need_nothing():
    """The evaluator `rules` needs no picture and no history, and its label contains its options."""
    async with open_evaluator("rules") as usual, open_evaluator("rules?unreadable=skip&scrolls=finger") as other:
        assert usual.label == "rules/1?scrolls=content&unreadable=0"
        assert other.label == "rules/1?scrolls=finger&unreadable=skip"
        assert not usual.needs_picture
        assert usual.history == 0
