"""How people call what they see on a screen: kinds of controls, signs on buttons, words of buttons for one another."""

from __future__ import annotations

import re

KINDS = frozenset((
    "app", "bar", "box", "button", "card", "checkbox", "chip", "control", "dialog", "entry", "field", "heading", "icon",
    "item", "line", "link", "menu", "option", "page", "picker", "row", "screen", "section", "sheet", "slider",
    "suggestion", "switch", "symbol", "tab", "text", "tile", "toggle", "view", "word", "taken", "called", "named",
    "labelled", "marked", "saying", "reading",
))  # fmt: skip
"""Nouns for what things are on a screen, not for what they are called."""
SAME = (
    ("continue", "next", "proceed", "go", "forward"),
    ("confirm", "ok", "okay", "yes", "done", "accept", "agree"),
    ("close", "dismiss", "cancel", "hide"),
    ("create", "add", "new", "start", "begin", "make", "compose", "write"),
    ("done", "finish", "save", "apply", "ok"),
    ("view", "see", "show", "open", "review"),
    ("remove", "delete", "drop", "clear"),
    ("send", "submit", "post", "share"),
    ("book", "buy", "pay", "order", "purchase", "reserve", "checkout"),
    ("edit", "change", "modify"),
    ("like", "heart"), ("favourite", "star", "heart"),
    ("search", "find", "look"), ("options", "more", "menu"), ("more", "plus", "increase", "raise"),
    ("menu", "drawer", "navigation"), ("account", "profile"), ("settings", "preferences"),
    ("basket", "cart", "bag", "tray", "trolley"),
    ("details", "info", "information"), ("favourites", "saved", "bookmarks"), ("picture", "photo", "image"),
    ("options", "more", "overflow", "menu"), ("location", "place"), ("queue", "next"), ("quantity", "amount", "number"),
    ("less", "fewer", "minus", "decrease", "lower"), ("choose", "pick", "select"), ("back", "up"),
)  # fmt: skip
"""Words of buttons that stand for each other."""
SIGNS = (
    (re.compile(r"\b(?:magnifying glass|magnifier|loupe)\b", re.I), "search"),
    (re.compile(r"\bhamburger\b", re.I), "menu"),
    (re.compile(r"\b(?:(?:three )?dots|kebab|overflow)\b", re.I), "more options"),
    (re.compile(r"\b(?:gear|cog(?:wheel)?)\b", re.I), "settings"),
    (re.compile(r"\b(?:pencil|pen)\b", re.I), "edit"),
    (re.compile(r"\b(?:trash|bin|rubbish)(?: can)?\b", re.I), "delete"),
    (re.compile(r"\bplus(?: sign)?\b", re.I), "add"),
    (re.compile(r"\b(?:bell)\b", re.I), "notifications"),
    (re.compile(r"\bcross\b", re.I), "close"),
    (re.compile(r"\b(?:check|tick) ?mark\b", re.I), "done"),
    (re.compile(r"\bpaper ?plane\b", re.I), "send"),
)
"""What signs on buttons look like, and what they are called."""
UNDOING = frozenset(("instead", "undo", "cancel", "don't", "not", "without", "options", "settings", "menu"))
"""Words of buttons that take something back, or only lead to more of them."""
OUT = frozenset(("cancel", "no", "keep", "back", "not", "close", "dismiss"))
"""First words of buttons that leave a question unanswered."""
