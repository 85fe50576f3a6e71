"""Evaluators read a thought and return the action that it announces: by a model, by rules, or from a recording.

port        the data types and the Protocol
opening     opens evaluators by name: `rules`, `model:URI`, `replay:FILE`
announcing  rule-based evaluator: matches the thought against the elements of the screen (pure)
model       model-based evaluator: the thought replaces the instruction, beside the screenshot
asked       the model's prompts, schema and replies (pure)
shown       prepares a screenshot for a model
replay      evaluator that returns recorded outputs
lines       an evaluation as a line of a file (pure)
book        the file of evaluations: lookup and append
running     evaluates many steps concurrently; resumable
"""

from __future__ import annotations

from benchmarks.gap.evaluators.protocol import Evaluated as Evaluated
from benchmarks.gap.evaluators.protocol import Evaluator as Evaluator
from benchmarks.gap.evaluators.protocol import NoOutput as NoOutput
from benchmarks.gap.evaluators.registry import open_evaluator as open_evaluator
from benchmarks.gap.evaluators.runner import Progress as Progress
from benchmarks.gap.evaluators.runner import evaluate_all as evaluate_all
