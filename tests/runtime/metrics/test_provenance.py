"""The origin of verdicts: versions, models and prompts."""

from __future__ import annotations

from dataclasses import replace

from runtime.core.events import RequirementMet, VerdictSource
from runtime.metrics.provenance import Origin, verdict_origin


def test_of_several_verdicts_on_one_subject_the_last_one_tells() -> None:
    """Of two verdicts on one subject the last one counts; versions and prompts in use are listed."""
    first = RequirementMet(
        episode="e", judge="model", requirement="r", any=True, final=None, version="1",
        asked=VerdictSource(model="m", prompt="outcome@1+aa", repaired=True),
    )  # fmt: skip
    second = replace(first, asked=VerdictSource(model="m", prompt="outcome@2+bb"))
    other = replace(first, episode="f", version="2")
    assert verdict_origin([first, second, other]) == Origin(("1", "2"), ("m",), ("outcome@1+aa", "outcome@2+bb"), 2, 1)
    assert verdict_origin([replace(first, asked=None, version="")]) == Origin()
