"""How far people agree on what thoughts announce, and how far an evaluator agrees with them.

labels    what was said of each step, merged strictly                   pure
figures   an evaluator held against people, and GTA corrected by it     pure, exact
reading   labels from sample folders and from files in public shapes
"""

from benchmarks.gap.agreement.figures import Agreement, Corrected, Gaps, against
from benchmarks.gap.agreement.labels import Between, Label, Labels
from benchmarks.gap.agreement.reading import read

__all__ = ["read", "against", "Labels", "Label", "Between", "Agreement", "Corrected", "Gaps"]
