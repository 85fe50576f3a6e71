"""UI-TARS's marks around coordinates, which endpoints take out of its replies since they are tokens of its template."""

from __future__ import annotations

import re

_PLAIN = re.compile(r"(start_box|end_box)='\((\d{1,5}),(\d{1,5})\)'")


def boxed(reply: str) -> str:
    """The reply with UI-TARS's coordinate tokens restored; only where there is no space after the comma."""
    return _PLAIN.sub(r"\1='<|box_start|>(\2,\3)<|box_end|>'", reply)
