"""How people wrap up what they want: "Could you order a burger, please?" asks for what "Order a burger." does. Pure."""

from __future__ import annotations

import re

_LEAD = re.compile(
    r"(?:^|(?<=[.!?;,:] )|(?<=\band ))(?:please,?\s+)?(?:"
    r"(?:could|can|would|will) you(?: please| kindly)?"
    r"|would you mind"
    r"|(?:i’d|i'd|i would) (?:like|love)(?: you)? to"
    r"|i (?:need|want)(?: you)? to"
    r"|help me(?: to)?"
    r"|(?:go ahead and|be so kind as to)"
    r")\s+(?:please\s+)?(?=[a-z])",
    re.IGNORECASE,
)
_FIRST = re.compile(r"^please,?\s+", re.IGNORECASE)
_PLEASE = re.compile(r",?\s*\bplease\b(?=\s*[.?!]|$)", re.IGNORECASE)
_LATER = re.compile(r",? (?:afterwards|after that|as well|too|in the end)(?=[.;,!?]|$| and\b| but\b)")
"""What says nothing but that it comes after, or also."""
_BESIDES = re.compile(r"(?<=[.;!] )(?:besides|also|moreover|in addition|furthermore),?\s+", re.IGNORECASE)
_ASKED = re.compile(r"\?\s*$")


def plain(instruction: str) -> str:
    """The instruction as an order: without the wrapping, beginning with its verb."""
    instruction = _BESIDES.sub("", _LATER.sub("", instruction))
    bare = _PLEASE.sub("", _FIRST.sub("", _LEAD.sub("", instruction)))
    if bare == instruction:
        return instruction
    if _LEAD.search(instruction):
        bare = _ASKED.sub(".", bare)
    return bare[:1].upper() + bare[1:]
