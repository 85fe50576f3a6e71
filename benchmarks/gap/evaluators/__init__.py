"""What a thought alone would have led to: thought → action, by a model, by rules, or as somebody recorded it.

port        the values and the Protocol
opening     `rules`, `model:URI`, `replay:FILE` as open evaluators
announcing  by rules: the action that a thought announces, against the elements of the screen (pure)
model       by a model that takes the thought for its instruction and sees the screenshot
asked       what such a model is asked: texts of `prompts/`, the schema of an action; its reply (pure)
shown       the screenshot as it is shown to a model
replay      outputs that were recorded
lines       an evaluation as a line of a file (pure)
book        the file of evaluations: found again, appended to
running     many steps: bounded, resumable
"""

from __future__ import annotations

from benchmarks.gap.evaluators.opening import open_evaluator as open_evaluator
from benchmarks.gap.evaluators.port import Evaluated as Evaluated
from benchmarks.gap.evaluators.port import Evaluator as Evaluator
from benchmarks.gap.evaluators.port import NoOutput as NoOutput
from benchmarks.gap.evaluators.running import Progress as Progress
from benchmarks.gap.evaluators.running import evaluate_all as evaluate_all
