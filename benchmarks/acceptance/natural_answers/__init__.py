"""Answers to information tasks as agents and people word them: `answers.jsonl`, one JSON object a line.

`task` is the task answered, `language` is en, de or zh, `text` is the answer. `kind` is the label: `correct`, `wrong`
(another value, or no value), `listed` (several candidates without a choice) or `hedged` (doubted, denied or asked).
`seen` tells whether the value is meant to have been visible on a screen before the answer. The texts and labels come
from the tasks and the apps' screens alone; they were written apart from the code that reads answers.

`visits.json` names for each intent the labels to tap after the reference: they lead to screens with other values.
"""
