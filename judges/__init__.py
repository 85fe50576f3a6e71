"""Judges: from the evidence of an episode to verdicts over it, while it is played (AmbiBench §4.1.2).

trail        events in order: screens, the steps between them, what was said
screens      a tree in words: page, one line per row                     (pure)
serializer   steps in words: Described
evidence     when a screen shows what a requirement wants, strictly read     (pure)
view         what was seen of the page in front, scrolling and all           (pure)
inference    what was done though no screen showed it                        (pure)
closing      when the task's logic has closed                                (pure)
outcome      requirements met at some step, at the end
matching     when a performed step is a recorded one                     (pure)
process      key steps by LCS, redundant steps
auditor      dialogue turns, by runtime.language.dialogue
effects      side effects that screens show
termination  early, delayed, normal
docket       passes on the verdicts that changed
rules        the rule judge: all of it over accessibility text
state        the state judge: the same over app state, to calibrate the others
model        the model judge: asks a model what the rule judge decides by patterns
gap          the live gap: whether what was done, and what the thought says, bring the goal nearer
"""
