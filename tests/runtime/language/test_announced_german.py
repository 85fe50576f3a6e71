"""Actions announced in simple German thoughts."""

from __future__ import annotations

import pytest

from runtime.core.actions import AskUser, Finish, Key, Launch, LongPress, Swipe, Tap, Type, Wait
from runtime.language.announced import Element, find_announced_action

SIZE = (1080, 2400)
SCREEN = (
    Element("Suchen", (100, 100, 300, 200)),
    Element("Fertig", (800, 100, 1000, 200)),
    Element("Abbrechen", (500, 100, 700, 200)),
    Element("Uhr", (100, 1500, 300, 1700)),
    Element("Größe", (0, 400, 1080, 500)),
)
UP = Swipe(540, 1680, 540, 720, 500)
SEARCH, DONE = Tap(200, 150), Tap(900, 150)


@pytest.mark.parametrize(
    ("thought", "action"),
    [
        ("Ich tippe auf „Suchen“.", SEARCH),
        ("Als Nächstes tippe ich auf die Schaltfläche Fertig, um zu speichern.", DONE),
        ("Ich werde auf „Fertig“ tippen.", DONE),
        ("Nicht auf Abbrechen, sondern auf Fertig tippen.", DONE),
        ("Ich könnte auf Abbrechen tippen, aber besser tippe ich auf Fertig.", DONE),
        ("Ich sehe „Fertig“. Ich tippe darauf.", DONE),
        ("Zuerst tippe ich auf Suchen, dann gebe ich „Pizza“ ein.", SEARCH),
        ("Ich tippe auf (540, 1200).", Tap(540, 1200)),
        ("Tippe lange auf Größe.", LongPress(540, 450)),
        ("Ich muss nach unten scrollen, um mehr zu sehen.", UP),
        ("Wische nach oben.", UP),
        ("Ich gebe „Pizza“ in das Suchfeld ein.", Type("Pizza")),
        ("Ich sollte „Pizza“ eingeben.", Type("Pizza")),
        ("Drücke die Zurück-Taste.", Key("BACK")),
        ("Ich gehe zurück.", Key("BACK")),
        ("Ich gehe zurück zum Startbildschirm.", Key("HOME")),
        ("Ich öffne die Uhr-App.", Launch("Uhr")),
        ("Ich warte, bis die Seite geladen ist.", Wait()),
        ("Ich frage den Nutzer, welche Größe er möchte.", AskUser("welche Größe er möchte?")),
        ("Welche Größe möchten Sie?", AskUser("Welche Größe möchten Sie?")),
        ("Die Aufgabe ist erledigt.", Finish()),
        ("Die Aufgabe kann nicht erledigt werden.", Finish(status="infeasible")),
    ],
)
def test_plain_german_is_read(thought, action):
    """Simple German sentences are recognized; scrolling down is a swipe up."""
    assert find_announced_action(thought, SCREEN, SIZE).action == action


@pytest.mark.parametrize(
    "thought",
    [
        "Wenn das nicht geht, tippe ich auf Abbrechen.",
        "Ich habe auf Suchen getippt.",
        "Der Nutzer möchte auf Fertig tippen.",
        "Die Aufgabe ist noch nicht erledigt.",
        "Die Aufgabe ist, auf Fertig zu tippen.",
        "Ich tippe nicht auf Fertig.",
        "Ich tippe auf Speichern.",
    ],
)
def test_a_doubt_is_no_action_in_german(thought):
    """Hypothetical, past, denied or someone else's actions, and missing elements give no action."""
    assert find_announced_action(thought, SCREEN, SIZE).action is None
