"""Answers to information tasks as agents and people word them: `answers.jsonl`, one JSON object a line.

`task` is the task answered, `language` is en, de or zh, `text` is the answer. `kind` is the label: `correct`, `wrong`
(another value, or no value), `listed` (several candidates without a choice) or `hedged` (doubted, denied or asked).
`seen` tells whether the value is meant to have been visible on a screen before the answer. The texts and labels come
from the tasks and the apps' screens alone; they were written apart from the code that reads answers, by several writers
in rounds. After each `round` the code was mended in general ways, so only what a round gave when it was opened is a
figure for new answers: 15.3, 16.7, 6.0, 7.7 and 3.0 % of the correct ones of rounds 2 to 6 were refused then, and 62,
6, 5, 5 and 1 of the others accepted. Writers of round 2 had not seen the screens.

`visits.json` names for each intent the labels to tap after the reference: they lead to screens with other values.
"""
