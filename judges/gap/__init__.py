"""The gap judge: compares what an agent announces with what it executes, live, on virtual phones.

world        a phone simulator without pixels, which tries out actions   (pure)
mirror       reproduces a recorded attempt on the simulator and checks it
goal         what is left to do: operations, choices, lookups            (pure)
elements     finds visible elements, scrolling if necessary              (pure)
steps        performs one operation on the simulator                     (pure)
paths        plans paths to the goal, which define the distance to it    (pure)
rule         distance/1: an action is right if it reduces the distance   (pure)
announcing   judges the action that a thought announces, by that rule    (pure)
following    follows a recorded attempt on the mirror, decision by decision
working      lets a judge compute in a thread beside the event loop
judge        the judge
"""

from judges.gap.judge import SPEC as SPEC
from judges.gap.judge import GapJudge as GapJudge
