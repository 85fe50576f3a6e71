"""Patterns that make a careless parser backtrack: to be repeated, alone or after a good beginning."""

from __future__ import annotations

from collections.abc import Iterator

PATTERNS = (
    " ", "\n", "*", "#", "(", "[", "{", '"', "'", "“", "\\", "<", "9", "a",
    "Action:", "Action: ", "### Action ### ", "### Action" + " " * 40, "Thought: Action: ",
    "Reason: Action: {", "do(action=", 'do(action="Type", text="', "finish(message=", 'do(action="Back") x ',
    "type(content='", "type(content='a') x ", "click(point='", "click(point='<point>1 2</point>')\n\n",
    "<think>", "<tool_call>\n", '<tool_call>{"action":"', '{"a":', '{"a":"b",', '"a" ', "{}", "</think>",
    "### Plan", "json ```json", "Tap (", "), (", "<answer>", "tap(1", "Observation: Thought: Action: Summary: ",
)  # fmt: skip
HEADS = {
    "appagent": 'Observation: o\nThought: t\nSummary: s\nAction: text("',
    "autoglm": 'do(action="Tap", message="',
    "fairy": '{"actions": [',
    "gui-owl": "<tool_call>\n",
    "m3a": "Reason: r\nAction: {",
    "mai-ui": "<thinking>t</thinking><tool_call>",
    "mobile-agent-v2": "### Action ###\nType (",
    "mobile-agent-v3": "### Thought\nt\n### Action ###\n{",
    "qwen3-vl": '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "type", "text": "',
    "ui-tars": "Thought: t\nAction: type(content='",
}


def hostile(name: str, size: int) -> Iterator[tuple[str, str]]:
    """Replies of about that many characters to a format, each with what it is made of."""
    for pattern in PATTERNS:
        for head in ("", HEADS[name]):
            yield f"{pattern!r} after {head!r}", head + pattern * (size // len(pattern))


def medley(name: str, size: int) -> str:
    """One reply of about that many characters: a good beginning, then a run of each pattern."""
    run = size // len(PATTERNS)
    return HEADS[name] + "".join(pattern * (run // len(pattern)) for pattern in PATTERNS)
