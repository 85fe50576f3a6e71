"""Text of agents, apps, programs and models in every page: the page's own scripts run, and the result is checked."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast
from xml.sax.saxutils import quoteattr

import anyio
import anyio.to_thread
import pytest

from adapters.web.desk.server import Desk, Question, ShownRequirement
from adapters.web.labels.folder import Labels
from adapters.web.labels.page import LabelPage
from adapters.web.labels.questions import Question as LabelQuestion
from adapters.web.labels.recording import Recording
from adapters.web.labels.sampling import Trace
from adapters.web.labels.trace_view import Screen, Sheet, ShownAction
from adapters.web.thoughts import folder as thoughts
from adapters.web.thoughts.page import ThoughtPage
from adapters.web.thoughts.sample import Item, Sample, Step, Truth
from tests.support.http_servers import request, spoken

SCRIPT = Path(__file__).parents[2] / "support" / "page_in_node.js"
MARK = "the-text-of-an-agent"
HOSTILE = (
    f'{MARK} <script>alert(1)</script> </script><script>alert(1)</script> "><img src=x onerror=alert(1)> '
    "' onmouseover='alert(1) javascript:alert(1) <!-- ]]> &lt;b&gt; {{7*7}} "
    "\u202egnp.exe\u2066 \u200f a\x00b \x1b[31m\x9b red\x7f \u2028 \ud7ff"
)
INERT = (
    f'{MARK} <script>alert(1)</script> </script><script>alert(1)</script> "><img src=x onerror=alert(1)> '
    "' onmouseover='alert(1) javascript:alert(1) <!-- ]]> &lt;b&gt; {{7*7}} "
    r"\u202egnp.exe\u2066 \u200f a\x00b \x1b[31m\x9b red\x7f \u2028 " + "\ud7ff"
)
"""The same as it is shown: whatever controls a terminal or the direction of text is replaced by its escape."""
TAGS = {
    "article", "button", "circle", "div", "form", "h2", "i", "img", "kbd", "li", "line", "p", "polygon", "rect",
    "small", "span", "svg", "text", "textarea",
}  # fmt: skip
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class HostileRecording:
    """A recording whose only trace has the hostile text wherever there is text."""

    def __init__(self, folder: Path) -> None:
        self.directory = self
        self._folder = folder

    def sheet(self, trace: Trace, *, named: bool = False) -> Sheet:
        actions = [
            ShownAction("tap", HOSTILE, ((5, 5),)),
            ShownAction("ask", HOSTILE, question=HOSTILE, reply=HOSTILE, turn=1),
            ShownAction("type", HOSTILE),
        ]
        kinds = ("requirement", "key_step", "turn", "fill", "termination")
        questions = tuple(LabelQuestion(cast("Any", kind), "x", HOSTILE, HOSTILE) for kind in kinds)
        return Sheet(HOSTILE, (Screen(0, None, "tree-0", actions),), (HOSTILE,), HOSTILE, questions)

    def blob(self, digest: str, suffix: str) -> Path:
        return self._folder / f"{digest}{suffix}"


@asynccontextmanager
async def _desk(_: Path) -> AsyncIterator[str]:
    requirement = ShownRequirement(slot=HOSTILE, wanted=HOSTILE, reply=HOSTILE, open=True)
    asked = Question(
        task=HOSTILE, instruction=HOSTILE, question=HOSTILE, things=(requirement,), dialogue=((HOSTILE, HOSTILE),),
        sentences=(HOSTILE,),
    )  # fmt: skip
    async with Desk() as desk, anyio.create_task_group() as group:
        body = json.dumps(asked.model_dump())
        data = request("POST", "/v1/desk/questions", body=body, token=desk.server.token)
        group.start_soon(spoken, desk.server.port, data)
        yield desk.page
        group.cancel_scope.cancel()


@asynccontextmanager
async def _labels(folder: Path) -> AsyncIterator[str]:
    # XML has no place for most control characters; text of a tree is that of a dump.
    words = quoteattr(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028]", "", HOSTILE))
    node = f'<node text={words} class="x" bounds="[0,0][1080,2400]" clickable="true"/>'
    (folder / "tree-0.xml").write_text(f"<hierarchy rotation='0'>{node}</hierarchy>", encoding="utf-8")
    recording = cast("Recording", HostileRecording(folder))
    async with LabelPage(recording, Labels(folder), [Trace("a/b/0", 0, "b", ())]) as page:
        yield page.address


@asynccontextmanager
async def _thoughts(folder: Path) -> AsyncIterator[str]:
    truth = Truth(kind="click", words=HOSTILE, description=HOSTILE, points=((0.5, 0.5),), target=0, label=HOSTILE)
    step = Step(
        episode=HOSTILE, step=0, instruction=HOSTILE, truth=truth, history=(HOSTILE,), boxes=((0.0, 0.0, 1.0, 1.0),),
        labels=(HOSTILE,),
    )  # fmt: skip
    item = Item(step=0, model=0, thought=HOSTILE)
    sample = Sample(version=1, kind="gap-sample", dataset="x", models=("m",), steps=(step,), items=(item,))
    async with ThoughtPage(folder, sample, thoughts.Labels(folder), "Ada") as page:
        yield page.server.address


PAGES = {"desk": _desk, "labels": _labels, "thoughts": _thoughts}


def elements(made: Any) -> Iterator[dict[str, Any]]:
    """All elements of a document, as the script reports them."""
    for node in made if isinstance(made, list) else [made]:
        if isinstance(node, dict):
            yield node
            yield from elements(node["nodes"])


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed; it runs the pages' scripts")
@pytest.mark.parametrize("name", PAGES)
async def test_hostile_text_ends_up_as_text(name: str, tmp_path: Path) -> None:
    """Tags, quotes, URLs of scripts, control characters and NUL: shown as they are written, and only in texts."""
    with anyio.fail_after(60):
        async with PAGES[name](tmp_path) as address:
            done = await anyio.run_process(["node", str(SCRIPT), address, MARK])
    document = json.loads(done.stdout)
    texts: list[str] = []
    for element in elements(list(document["made"].values())):
        assert element["tag"] in TAGS
        for attribute, value in element["attributes"].items():
            assert MARK not in value, attribute
            assert "javascript:" not in value
        texts += [node for node in element["nodes"] if isinstance(node, str)]
    hostile = [text for text in texts if MARK in text]
    assert len(hostile) >= 4
    assert [text for text in hostile if INERT[:120] not in text and "…" not in text] == []
    assert any(INERT in text for text in hostile)
    assert [text for text in texts if CONTROLS.search(text)] == []


@pytest.mark.parametrize("name", PAGES)
async def test_pages_load_and_run_only_their_own_files(name: str, tmp_path: Path) -> None:
    """No inline script or style, nothing from elsewhere, no function that parses markup or runs text."""
    async with PAGES[name](tmp_path) as address:
        port = int(address.partition("/#")[0].rpartition(":")[2])
        page = await _file(port, "/")
        files = re.findall(r'(?:src|href)="([^"]*)"', page)
        assert files
        text = page + "".join([await _file(port, path) for path in files])
    assert not re.search(r"<script(?! src=)|<style|\son\w+=|style=", page)
    for sink in (
        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "@import", "https:",
        "srcdoc", "javascript:", ".href",
    ):  # fmt: skip
        assert sink not in text


async def _file(port: int, path: str) -> str:
    data = request("GET", path, "Connection: close", token="")
    heard = b""
    async with await anyio.connect_tcp("127.0.0.1", port) as wire:
        await wire.send(data)
        try:
            while True:
                heard += await wire.receive()
        except anyio.EndOfStream:
            return heard.decode()
