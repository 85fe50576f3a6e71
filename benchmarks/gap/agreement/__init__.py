"""People's labels of thoughts: agreement between people, and of an evaluator with them.

labels    labels of each step, merged strictly                                        pure
figures   agreement of an evaluator with people, and GTA corrected for its errors      pure, exact
reading   reads labels from sample folders and from published files
"""

from benchmarks.gap.agreement.figures import Agreement, CorrectedRate, Gaps, compare_with_people
from benchmarks.gap.agreement.labels import AnnotatorPair, Label, Labels
from benchmarks.gap.agreement.reading import read

__all__ = ["read", "compare_with_people", "Labels", "Label", "AnnotatorPair", "Agreement", "CorrectedRate", "Gaps"]
