"""The user `human`: a person at the desk answers each question in their own words."""

from __future__ import annotations

import os
import socket
from typing import Final
from urllib.parse import urldefrag, urlsplit

import aiohttp
from pydantic import ValidationError

from adapters.web.desk.server import Question, ShownRequirement, WrittenReply
from runtime.core.errors import UsageError, UserFault
from runtime.core.tasks import Requirement, Task
from runtime.language.questions import (
    NO_PREFERENCE,
    REFUSAL,
    LabelledAsk,
    Memory,
    Statement,
    Turn,
    classify_question,
    compose_reply,
    released_text,
)
from runtime.language.text import Words, find_phrase, stems
from runtime.plugins.protocols import Reply
from runtime.plugins.specs import UserSpec

ADDRESS = "MOBILE_AGENT_DESK"
"""Environment variable with the desk's address, including the token, as `python -m runtime.bench desk` prints it."""
_HELP = f"start `python -m runtime.bench desk` and set {ADDRESS} to the address that it prints"
_NO_DESK = f"no desk is configured: {_HELP}"
_CONNECTING = 10.0
"""Seconds for a connection to the desk."""


class HumanUser:
    """Puts each question on the desk and waits for a person's reply.

    The turn's label is the rules' classification of the question. Every value that the reply contains counts as
    released, whether or not it was properly asked for; judges go by the question.
    """

    def __init__(self, task: Task, seed: int = 0, *, address: str = "") -> None:
        self.task = task
        self.seed = seed
        self._address = address
        self._dialogue: list[tuple[str, str]] = []
        self._released: set[str] = set()

    async def answer(self, question: str) -> Reply:
        """The person's reply.

        Raises:
            UserFault: the desk cannot be reached, or closed before anybody replied.
        """
        turn = classify_question(question, self.task, Memory(frozenset(self._released)))
        text = await self._post_question(question)
        released = tuple(requirement.id for requirement in self._open() if _states(requirement, stems(text)))
        self._released.update(released)
        self._dialogue.append((question, text))
        return Reply(text, turn.label, released, tuple(ask.summary for ask in turn.asks))

    def _open(self) -> list[Requirement]:
        return [self.task.requirement(text) for text in self.task.gap if text not in self._released]

    async def _post_question(self, question: str) -> str:
        url, token = urldefrag(self._address or os.environ.get(ADDRESS, ""))
        if not url or not token:
            raise UserFault(_NO_DESK)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=_CONNECTING)  # the session's deadline applies
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout, trust_env=False) as http,
                http.post(
                    f"{url.rstrip('/')}/v1/desk/questions", data=self._shown(question), headers=headers
                ) as answer,
            ):
                if answer.status != 200:
                    raise UserFault(f"the desk responded with {answer.status} {answer.reason}: {_HELP}")
                return WrittenReply.model_validate_json(await answer.read()).text
        except (aiohttp.ClientError, OSError, ValidationError) as error:
            raise UserFault(f"the desk at {url} cannot be used ({type(error).__name__}): {_HELP}") from error

    def _shown(self, question: str) -> str:
        shown = Question(
            task=self.task.id,
            instruction=self.task.instruction,
            question=question,
            things=tuple(map(self._thing, self.task.intent.requirements)),
            dialogue=tuple(self._dialogue),
            sentences=(REFUSAL, NO_PREFERENCE),
        )
        return shown.model_dump_json()

    def _thing(self, requirement: Requirement) -> ShownRequirement:
        is_open = requirement in self._open()
        ask = LabelledAsk("compliant", requirement.id, (), (Statement("value", requirement.id),), settles=True)
        reply = compose_reply(Turn((ask,)), self.task) if is_open else ""
        return ShownRequirement(slot=requirement.slot, wanted=released_text(requirement), reply=reply, open=is_open)


def _states(requirement: Requirement, words: Words) -> bool:
    """Whether a reply states a requirement: its value, or what the user knows if the value is to be found out."""
    texts = (released_text(requirement), *requirement.aliases)
    if requirement.evidence == "answer":
        known = stems(released_text(requirement))
        texts = (
            released_text(requirement),
            *(option for option in requirement.options if any(find_phrase(stems(option), known))),
        )
    return any(any(find_phrase(stems(text), words)) for text in texts)


def check_desk() -> None:
    """Check that there is a desk at the configured address; blocks.

    Raises:
        UsageError: no address is configured, or nobody listens there.
    """
    url, token = urldefrag(os.environ.get(ADDRESS, ""))
    if not url or not token:
        raise UsageError(_NO_DESK)
    try:
        parts = urlsplit(url)
        socket.create_connection((parts.hostname or "", parts.port or 80), _CONNECTING).close()
    except (OSError, ValueError) as error:
        raise UsageError(f"the desk at {url} cannot be reached ({error}): {_HELP}") from error


HUMAN: Final = UserSpec(make=HumanUser, title="a person at the desk", check=check_desk)
