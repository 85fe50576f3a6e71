"""Parsers of model outputs at recorded steps: predictions with their thoughts.

reading     `read`: reads files as predictions and defects
files       finds the records in JSON lines, JSON lists, or folders of them
fields      a record's step, answer, thought and size under their usual names
forms       the formats by name, with their options
texts       formats of raw model text: UI-TARS, GUI-Owl and Qwen, AutoGLM
agentcpm    the schema of AgentCPM-GUI, which public result files use
generic     {"thought": …, "action": {…}} in this runtime's own terms
answer      a parsed thought with its action, or why there is none
acts        converts this runtime's actions into predictions
"""

from benchmarks.gap.predictions.forms import about as about
from benchmarks.gap.predictions.forms import names as names
from benchmarks.gap.predictions.reading import read as read
