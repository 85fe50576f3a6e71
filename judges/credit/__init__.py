"""The credit judge: how many actions the shortest way to the goal takes from each state, on virtual phones.

distance     the number of actions from any state of a phone, for judges and training code   (pure)
judge        the judge
"""

from judges.credit.judge import SPEC as SPEC
from judges.credit.judge import CreditJudge as CreditJudge
