"""Judges that are models: the same verdicts as the rule judge's, by any model behind `runtime.llm`.

story       the trajectory as a model is told it: what was done, what each screen shows, what was said
questions   what is asked, as prompts and forms, and what an answer means as verdicts (pure)
eyes        screens without a tree in words, by a model that sees (pure but for the asking)
judge       follows a trace and asks
prompts/    the prompts, as text files with versions
"""

from __future__ import annotations

from judges.llm.judge import SPEC as SPEC
from judges.llm.judge import ModelJudge as ModelJudge
