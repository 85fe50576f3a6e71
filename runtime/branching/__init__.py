"""What-if for recorded episodes: other actions and questions, tried at any recorded step.

points     an episode at one moment, and what came of a decision tried there
stand_ins  who answers and judges: the recorded user's part, rule users, judges that ask no model
branching  brings phones back to recorded steps, and tries decisions there
"""

from runtime.branching.branching import Branching
from runtime.branching.points import BranchPoint, Outcome, TriedQuestion

__all__ = ["BranchPoint", "Branching", "Outcome", "TriedQuestion"]
