"""Judges: they turn the evidence of an episode into verdicts while it is played (AmbiBench §4.1.2).

evidence   shared by the judges: screens as text, trails of screens and moves, requirement and key-step tracking
rules      the rule judge: reads accessibility text and dialogue
state      the state judge: reads app state, to calibrate the others
llm        the model judge: asks a language model what the rule judge decides by patterns
gap        the gap judge: whether executed and announced actions bring the goal nearer
"""
