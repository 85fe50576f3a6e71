"""The rule judge and what it is made of."""

from judges.rules.judge import SPEC as SPEC
