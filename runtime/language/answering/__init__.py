"""What an answer asserts: its single value, in English, German or Chinese, or why it asserts none."""

from runtime.language.answering.answers import AnswerSlot, Reading, Refusal, contains_value, read_answer, same_value

__all__ = ["AnswerSlot", "Reading", "Refusal", "contains_value", "read_answer", "same_value"]
