"""The live judge of the gap between what an agent says and what it does, on virtual phones.

world        forks of a phone without pixels                        (pure)
mirror       the phone that a recording tells of, held against it
goal         what is left to do: operations, choices, errands       (pure)
reaching     elements in sight, and scrolled to                     (pure)
steps        one operation on a fork                                (pure)
ways         ways to the goal: what the distance is measured along  (pure)
rule         distance/1: what brings the goal nearer is right       (pure)
announcing   what a thought says will be done, by the same rule     (pure)
judge        the judge
"""

from judges.gap.judge import SPEC as SPEC
from judges.gap.judge import GapJudge as GapJudge
