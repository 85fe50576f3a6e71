"""The user `human`: a person at the desk answers, in words of their own."""

from __future__ import annotations

import os
from urllib.parse import urldefrag

import aiohttp
from pydantic import ValidationError

from adapters.web.desk.server import Question, Thing, Written
from runtime.core.errors import UserFault
from runtime.core.tasks import Requirement, Task
from runtime.language.dialogue import NO_PREFERENCE, REFUSAL, Turn, classify_question, compose_reply, released_text
from runtime.language.dialogue.words import Words, find_phrase, stems
from runtime.plugins.protocols import Reply

ADDRESS = "MOBILE_AGENT_DESK"
"""The environment variable with the desk's address, token included, as `python -m runtime.bench desk` prints it."""
_HELP = f"start `python -m runtime.bench desk` and set {ADDRESS} to the address that it prints"


class HumanUser:
    """Puts each question on the desk and waits for a person's reply.

    The turn's label is what the rules make of the question. Released is what can be read in the reply, proper question
    or not: a person may well tell more than was asked for, and judges go by the question.
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
            UserFault: there is no desk, or it closed before anybody answered.
        """
        label = classify_question(question, self.task, self._released).label
        text = await self._bring(question)
        released = tuple(requirement.id for requirement in self._open() if _told(requirement, stems(text)))
        self._released.update(released)
        self._dialogue.append((question, text))
        return Reply(text, label, released)

    def _open(self) -> list[Requirement]:
        return [self.task.requirement(text) for text in self.task.gap if text not in self._released]

    async def _bring(self, question: str) -> str:
        url, token = urldefrag(self._address or os.environ.get(ADDRESS, ""))
        if not url or not token:
            raise UserFault(f"there is no desk where a person could answer: {_HELP}")
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=10)  # the session's deadline is the one that counts
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout, trust_env=False) as http,
                http.post(
                    f"{url.rstrip('/')}/v1/desk/questions", data=self._shown(question), headers=headers
                ) as answer,
            ):
                if answer.status != 200:
                    raise UserFault(f"the desk answers with {answer.status} {answer.reason}: {_HELP}")
                return Written.model_validate_json(await answer.read()).text
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

    def _thing(self, requirement: Requirement) -> Thing:
        is_open = requirement in self._open()
        turn = Turn("compliant", (requirement.id,), (requirement.id,))
        reply = compose_reply(turn, self.task) if is_open else ""
        return Thing(slot=requirement.slot, wanted=released_text(requirement), reply=reply, open=is_open)


def _told(requirement: Requirement, words: Words) -> bool:
    """Whether a requirement can be read in a reply: its value, or what the user knows where that is to be found out."""
    texts = (released_text(requirement), *requirement.aliases)
    if requirement.evidence == "answer":
        known = stems(released_text(requirement))
        texts = (
            released_text(requirement),
            *(option for option in requirement.options if any(find_phrase(stems(option), known))),
        )
    return any(any(find_phrase(stems(text), words)) for text in texts)
