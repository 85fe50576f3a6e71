"""Rule users with another manner or language. Values and the refusal sentence are the same for all."""

from __future__ import annotations

from adapters.users.rule_user import RuleUser
from runtime.language.questions import Wording


class Terse(RuleUser):
    """Replies with the bare value."""

    wording = Wording("terse")


class Chatty(RuleUser):
    """Replies at length."""

    wording = Wording("chatty")


class Polite(RuleUser):
    """Thanks for the question."""

    wording = Wording("polite")


class German(RuleUser):
    """Replies in German."""

    wording = Wording("plain", "de")


class TerseGerman(RuleUser):
    """Replies tersely, in German."""

    wording = Wording("terse", "de")


class ChattyGerman(RuleUser):
    """Replies at length, in German."""

    wording = Wording("chatty", "de")


class PoliteGerman(RuleUser):
    """Replies politely, in German."""

    wording = Wording("polite", "de")


class Chinese(RuleUser):
    """Replies in Chinese."""

    wording = Wording("plain", "zh")


class TerseChinese(RuleUser):
    """Replies tersely, in Chinese."""

    wording = Wording("terse", "zh")


class ChattyChinese(RuleUser):
    """Replies at length, in Chinese."""

    wording = Wording("chatty", "zh")


class PoliteChinese(RuleUser):
    """Replies politely, in Chinese."""

    wording = Wording("polite", "zh")


MANNERS: tuple[type[RuleUser], ...] = (
    RuleUser, Terse, Chatty, Polite, German, TerseGerman, ChattyGerman, PoliteGerman, Chinese, TerseChinese,
    ChattyChinese, PoliteChinese,
)  # fmt: skip
"""All rule users."""
