"""The published rules that compare a predicted action with the correct one of a recorded step, bit for bit.

catalogue      the rules by name
rule           a rule as a frozen value; options; labels
agentcpm, aitz, aitw, qwen, os_atlas, gui_r1    one published rule each, with options for its quirks
shapes         records of the public harnesses as a step and a prediction
answers        predicted actions in any of the known key sets
reading        the AgentCPM-GUI action schema
fields         record fields: lists that may be text, points, sizes, codes
geometry       points, boxes, directions
texts          substrings, ratios, token sets
"""

from benchmarks.gap.rules import reading as reading
from benchmarks.gap.rules.catalogue import named as named
from benchmarks.gap.rules.catalogue import names as names
from benchmarks.gap.rules.rule import Rule as Rule
