"""The page of a report as text: the files of front/, and data between them that no browser takes for markup. Pure."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

SHARED_PACKAGE: Final = "adapters.web.shared"
FRONT_PACKAGE: Final = "adapters.web.report"
STYLES: Final = ((SHARED_PACKAGE, "theme.css"), (FRONT_PACKAGE, "front/report.css"))
SCRIPTS: Final = (
    (SHARED_PACKAGE, "elements.js"),
    (SHARED_PACKAGE, "drawing.js"),
    *(
        (FRONT_PACKAGE, f"front/{name}")
        for name in (
            "data.js", "widgets.js", "scores.js", "devices.js", "episodes.js", "screens.js", "details.js", "episode.js",
            "compare.js", "dropped.js", "main.js",
        )
    ),
)  # fmt: skip
BODY: Final = (FRONT_PACKAGE, "front/report.html")
_NAME: Final = re.compile(r"[\w.-]+")


@dataclass(frozen=True, slots=True)
class Front:
    """The page's own files: the markup of its body, its style and its script."""

    body: str
    style: str
    script: str


def page_head(front: Front, title: str, overview: Any) -> str:
    """Return the page up to the data of episodes: it shows the overview before they are read.

    What is not the page's own is refused by its content security policy: scripts and styles by their hashes, requests
    at all. Pictures may be data, and files beside the page.
    """
    policy = (
        "default-src 'none'; img-src data: blob: file: 'self'; "
        f"script-src {_hash(front.script)} file: 'self'; style-src {_hash(front.style)}; "
        "form-action 'none'; base-uri 'none'"
    )
    return "".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>{escape(title)}</title>\n<style>{front.style}</style>\n</head>\n<body>\n{front.body}\n",
            data_element("overview", overview),
            f"<script>{front.script}</script>\n",
        )
    )


def page_end() -> str:
    """Return the end of the page."""
    return "</body>\n</html>\n"


def data_element(name: str, content: Any) -> str:
    """Return JSON content as an element that the page reads when it needs it."""
    return f'<script type="application/json" id="{_checked(name)}">{safe_json(content)}</script>\n'


def picture_element(name: str, media_type: str, data: bytes) -> str:
    """Return a picture as an element that the page reads when it needs it."""
    return f'<script type="{media_type}" id="{_checked(name)}">{base64.b64encode(data).decode()}</script>\n'


def data_script(name: str, content: Any) -> str:
    """Return JSON content as a file beside the page, which delivers it when it is loaded."""
    return f'deliver("{_checked(name)}", {safe_json(content)});\n'


def safe_json(content: Any) -> str:
    r"""Return JSON in which no text can end the element or begin another: `<` is written as `\u003c`.

    The same for the line separators that end a line of a script.
    """
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def join_front(files: Mapping[tuple[str, str], str]) -> Front:
    """Join the page's own files, by package and name.

    Raises:
        ValueError: a file could end the element that it stands in.
    """
    style, script = (_joined(files, names) for names in (STYLES, SCRIPTS))
    if "</" in style or "</script" in script or "<!--" in script:
        raise ValueError("a file of the page would end its element")
    return Front(files[BODY], style, script)


def _joined(files: Mapping[tuple[str, str], str], names: Iterable[tuple[str, str]]) -> str:
    return "\n".join(files[name] for name in names)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _checked(name: str) -> str:
    """Return a name that can stand in an attribute, a script and a path."""
    if _NAME.fullmatch(name) is None:
        raise ValueError(f"{name!r} cannot name a part of the page")
    return name
