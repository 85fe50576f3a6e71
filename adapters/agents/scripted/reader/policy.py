"""How the reader decides: no ground truth and no model, only the words of the instruction and of the screen. Pure.

An instruction that spells out its steps is followed step by step (`following`). For any other, on each screen the first
rule of `RULES` that has something to do decides. What a rule knows of earlier screens is the `State`: the list of what
happened. Nothing in it is about one app; words that rules go by are in `runtime/language/instructions/words.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from adapters.agents.scripted.reader.asking import ask_option, ask_row, look_behind
from adapters.agents.scripted.reader.filling import answer, choose, finish, press, stop, write
from adapters.agents.scripted.reader.following import Position, follow
from adapters.agents.scripted.reader.moves import Move
from adapters.agents.scripted.reader.opening import (
    begin,
    explore,
    go_back,
    look_further,
    open_app,
    open_named,
    open_related,
    search,
    type_search,
)
from adapters.agents.scripted.reader.screen import ScreenView
from adapters.agents.scripted.reader.state import Replied, Seen, State
from runtime.core.actions import Decision
from runtime.language.instructions.steps import read_instruction

RULES: Final[tuple[Callable[[State, ScreenView], Move | None], ...]] = (
    open_app,  # on the home screen: the app that the instruction names, or that keeps such things
    finish,  # something was carried out, and nothing is left to press
    write,  # a quoted text, into the field that the words before it name
    choose,  # an option or switch that is wanted
    ask_option,  # of the options of a form: which one, if the instruction settles none
    answer,  # the value that is asked for, once all that is named was found
    type_search,  # a name, into a search field
    begin,  # "New list", if a list is to be made
    open_named,  # a row or button that is named
    search,  # open the search for what is named and not here
    look_further,  # scroll down
    ask_row,  # of the rows of a list: which one, if the instruction is vague
    look_behind,  # open a row of a form that shows a value, to see the options
    press,  # the button that leads on or carries it out
    open_related,  # what shares words with the instruction
    explore,  # menus and other parts of the app
    go_back,
    stop,
)
"""In the order in which they are tried."""


class Policy:
    """The policy of one episode. `sweep`: an open choice is not asked for, but gets its option of this number."""

    def __init__(self, instruction: str, can_ask: bool, sweep: int | None = None) -> None:
        self._instruction = read_instruction(instruction)
        self._position = Position()
        self._state = State(self._instruction.wish, can_ask, sweep)

    @property
    def is_informational(self) -> bool:
        """Whether the instruction asks for information."""
        return self._state.wish.informational

    def decide(self, view: ScreenView, replies: Sequence[str] = ()) -> Decision:
        """The next decision on this screen, after these replies."""
        if self._instruction.steps:
            decision, self._position = follow(self._instruction, self._position, view)
            return decision
        self._state = self._state.after(*map(Replied, replies), Seen(view))
        move = next(move for rule in RULES if (move := rule(self._state, view)) is not None)
        self._state = self._state.after(*move.events)
        return move.decision
