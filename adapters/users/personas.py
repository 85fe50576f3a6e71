"""Rule users that talk in another manner or another language. Values stay as they are, and so do refusals."""

from __future__ import annotations

from adapters.users.rule_user import RuleUser
from runtime.language.dialogue import Wording


class Terse(RuleUser):
    """Says the value and nothing else."""

    wording = Wording("terse")


class Chatty(RuleUser):
    """Is glad to be asked."""

    wording = Wording("chatty")


class Polite(RuleUser):
    """Thanks for the question."""

    wording = Wording("polite")


class German(RuleUser):
    """Talks German."""

    wording = Wording("plain", "de")


class TerseGerman(RuleUser):
    """Terse, in German."""

    wording = Wording("terse", "de")


class ChattyGerman(RuleUser):
    """Chatty, in German."""

    wording = Wording("chatty", "de")


class PoliteGerman(RuleUser):
    """Polite, in German."""

    wording = Wording("polite", "de")


class Chinese(RuleUser):
    """Talks Chinese."""

    wording = Wording("plain", "zh")


class TerseChinese(RuleUser):
    """Terse, in Chinese."""

    wording = Wording("terse", "zh")


class ChattyChinese(RuleUser):
    """Chatty, in Chinese."""

    wording = Wording("chatty", "zh")


class PoliteChinese(RuleUser):
    """Polite, in Chinese."""

    wording = Wording("polite", "zh")


MANNERS: tuple[type[RuleUser], ...] = (
    RuleUser, Terse, Chatty, Polite, German, TerseGerman, ChattyGerman, PoliteGerman, Chinese, TerseChinese,
    ChattyChinese, PoliteChinese,
)  # fmt: skip
"""Every rule user there is."""
