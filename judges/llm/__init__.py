"""The model judge: issues the same verdicts as the rule judge by asking a language model through `runtime.llm`.

trajectory      the trajectory as prompt text: actions, screens, dialogue (pure)
questions       builds prompts and forms, and converts answers into verdicts (pure)
screen_reader   describes screens without a tree by asking a vision model about the frame
judge           follows a trace and asks the questions
prompts/        the prompts, as text files with versions
"""

from __future__ import annotations

from judges.llm.judge import SPEC as SPEC
from judges.llm.judge import ModelJudge as ModelJudge
