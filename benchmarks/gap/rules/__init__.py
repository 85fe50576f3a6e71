"""How a predicted action is compared with the truth of a recorded step: the published rules, bit for bit.

- catalogue: names, and `named`
- rule: a rule as a frozen value; options; labels
- agentcpm, aitz, aitw, qwen, os_atlas, gui_r1: one published rule each, with the switches of its quirks
- shapes: records of the public harnesses as a step and a prediction
- answers: predicted actions, by the keys that they have; reading: the AgentCPM-GUI action schema
- fields: lists that may be text, points, sizes, codes
- geometry, texts: points, boxes, directions; substrings, ratios, token sets
"""

from benchmarks.gap.rules import reading as reading
from benchmarks.gap.rules.catalogue import named as named
from benchmarks.gap.rules.catalogue import names as names
from benchmarks.gap.rules.rule import Rule as Rule
