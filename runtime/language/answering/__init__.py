"""What an answer asserts: its single value, in English, German or Chinese, or why it asserts none.

values    finds times, dates, amounts, quantities and numbers in a text
slot      what an answer is asked for, and when two texts mean the same value
finding   finds the values and names that could be meant as the answer
clauses   which clauses assert their values, and whose values they are
answers   reads which single value an answer asserts
"""

from runtime.language.answering.answers import Reading, Refusal, read_answer
from runtime.language.answering.slot import AnswerSlot, contains_value, same_value

__all__ = ["AnswerSlot", "Reading", "Refusal", "contains_value", "read_answer", "same_value"]
