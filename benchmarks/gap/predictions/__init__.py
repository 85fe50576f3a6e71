"""What models did at recorded steps: their outputs read as predictions, each with its thought.

reading     `read`: files in, predictions and defects out
files       JSON lines, a JSON list, or a folder of them
fields      a record's step, answer, thought and size under their usual names
forms       the forms by name, with their options
texts       answers that are a model's text: UI-TARS, GUI-Owl and Qwen, AutoGLM
agentcpm    the schema of AgentCPM-GUI, in which public result files are written
generic     {"thought": …, "action": {…}} in this runtime's own words
answer      a thought, and an action or why it is none
acts        this runtime's actions as predictions
"""

from benchmarks.gap.predictions.forms import about as about
from benchmarks.gap.predictions.forms import names as names
from benchmarks.gap.predictions.reading import read as read
