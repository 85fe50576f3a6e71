"""The rule judge and its parts."""

from judges.rules.judge import SPEC as SPEC
