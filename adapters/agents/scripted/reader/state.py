"""What the reader knows of an episode whose instruction only says what is wanted. Pure.

The state is the list of what happened; everything else follows from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from adapters.agents.scripted.reader.screen import Control, ScreenView
from runtime.language.instructions.wishes import Wish, button_kind, read_wish
from runtime.language.questions import NO_PREFERENCE
from runtime.language.questions.reply_values import stated_values

PATIENCE: Final = 3
"""Questions in a row without an answer until the reader asks no more."""
PRESSED: Final = ("final", "onward")
"""Kinds of buttons that are pressed once all is chosen."""
Page = tuple[str, ...]
Key = tuple[Page, tuple[str, ...]]
"""Tells all controls of an app apart: the page, and the control's own key."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A screen is there."""

    view: ScreenView


@dataclass(frozen=True, slots=True)
class Replied:
    """The user replied."""

    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question was put, about a topic that tells all choices apart."""

    topic: str


@dataclass(frozen=True, slots=True)
class Touched:
    """A control was touched; `looking`: only to see what there is to choose from."""

    view: ScreenView
    control: Control
    looking: bool = False

    @property
    def kind(self) -> str:
        """The kind of button that was pressed; empty for any other control."""
        return "" if self.control.role in ("option", "switch") else button_kind(self.control.label)


@dataclass(frozen=True, slots=True)
class Wrote:
    """A text was written into a field."""

    view: ScreenView
    control: Control
    text: str


@dataclass(frozen=True, slots=True)
class Searched:
    """A text was searched for."""

    text: str


@dataclass(frozen=True, slots=True)
class Scrolled:
    """A page was scrolled down."""

    view: ScreenView


@dataclass(frozen=True, slots=True)
class WentBack:
    """Back was pressed."""

    view: ScreenView


Event = Seen | Replied | Asked | Touched | Wrote | Searched | Scrolled | WentBack


@dataclass(frozen=True)
class State:
    """What happened in an episode. `sweep`: an open choice is not asked for, but gets its option of this number."""

    instruction: str
    can_ask: bool
    sweep: int | None = None
    events: tuple[Event, ...] = field(default=(), repr=False)

    def after(self, *events: Event) -> State:
        """The state after further events."""
        return replace(self, events=(*self.events, *events))

    # -- what is wanted, and what of it is dealt with ------------------------------------------------------------------

    @cached_property
    def own_wish(self) -> Wish:
        """What the instruction itself wants."""
        return read_wish(self.instruction)

    @cached_property
    def wish(self) -> Wish:
        """What is wanted, with all that the user said."""
        replies = (event.text for event in self.events if isinstance(event, Replied))
        return read_wish(self.instruction, tuple(value for text in replies for value in stated_values(text)))

    @cached_property
    def dealt(self) -> frozenset[str]:
        """Names and texts that were opened or written, and options that were chosen."""
        found = {event.text for event in self.events if isinstance(event, Wrote)}
        for event in self._touches:
            found |= self.wish.names_in(" ".join((event.control.label, *event.control.texts)))
            found |= {event.control.label} if event.control.role in ("option", "switch") else set()
        return frozenset(found)

    @cached_property
    def things(self) -> tuple[str, ...]:
        """The names of the wish that are no apps that were opened, in order."""
        opened = [event.control.label for event in self._touches if event.view.is_launcher]
        apps = {name for label in opened for name in self.wish.names_in(label)}
        return tuple(name for name in self.wish.names if name not in apps)

    @property
    def found(self) -> bool:
        """Whether something that is named was found."""
        return not self.dealt.isdisjoint(self.things)

    def open_names(self, label: str) -> frozenset[str]:
        """The names in a label that were not dealt with yet."""
        return self.wish.names_in(label) - self.dealt

    # -- how far it got ------------------------------------------------------------------------------------------------

    @cached_property
    def begun(self) -> bool:
        """Whether an option was chosen, a text written, or a button led on."""
        touched = any(event.control.role in ("option", "switch") or event.kind == "onward" for event in self._touches)
        return touched or any(isinstance(event, Wrote) for event in self.events)

    @cached_property
    def last(self) -> Touched | None:
        """The last touch."""
        return next(iter(reversed(self._touches)), None)

    def carries_out(self, touched: Touched) -> bool:
        """Whether a touch carried something out."""
        return touched.kind == "final" or self.is_deed(touched.control)

    def is_deed(self, control: Control) -> bool:
        """Whether a control is called by what is to be done."""
        called = control.label.partition(" ")[0].casefold() in self.wish.verbs
        return called and (control.role == "button" or (control.role == "row" and self.wish.wants(control.label)))

    # -- what was tried ------------------------------------------------------------------------------------------------

    def fresh(self, view: ScreenView, control: Control) -> bool:
        """Whether a control was not touched yet."""
        return (view.page, control.key) not in self._used

    @cached_property
    def _touches(self) -> tuple[Touched, ...]:
        return tuple(event for event in self.events if isinstance(event, Touched))

    @cached_property
    def _used(self) -> frozenset[Key]:
        touched = (event for event in self.events if isinstance(event, Touched | Wrote))
        return frozenset((event.view.page, event.control.key) for event in touched)

    @cached_property
    def looked_at(self) -> frozenset[str]:
        """Labels of rows that were opened only to see what there is to choose from."""
        return frozenset(event.control.label for event in self._touches if event.looking)

    @cached_property
    def searched(self) -> tuple[str, ...]:
        """The texts that were searched for."""
        return tuple(event.text for event in self.events if isinstance(event, Searched))

    @cached_property
    def scrolled(self) -> tuple[ScreenView, ...]:
        """The screens that were scrolled away from."""
        return tuple(event.view for event in self.events if isinstance(event, Scrolled))

    @cached_property
    def known(self) -> frozenset[Page]:
        """The pages that were seen before a button was last pressed."""
        numbers = [number for number, event in enumerate(self.events) if isinstance(event, Touched)]
        pressed = [number for number in numbers if self._is_press(self.events[number])]
        before = self.events[: pressed[-1] if pressed else 0]
        return frozenset(event.view.page for event in before if isinstance(event, Seen))

    def _is_press(self, event: Event) -> bool:
        return isinstance(event, Touched) and (event.kind in PRESSED or self.is_deed(event.control))

    def backs(self, page: Page) -> int:
        """How often Back was pressed on a page."""
        return sum(isinstance(event, WentBack) and event.view.page == page for event in self.events)

    def is_button_above(self, view: ScreenView) -> bool:
        """Whether a button that was not pressed was scrolled out of sight."""
        shown = {item.key for item in view.controls}
        return any(key not in shown and (view.page, key) not in self._used for key in self._buttons_above(view.page))

    def _buttons_above(self, page: Page) -> Iterator[tuple[str, ...]]:
        for view in self.scrolled:
            if view.page == page:
                yield from (item.key for item in view.controls if not item.fixed and button_kind(item.label) in PRESSED)

    # -- the dialogue --------------------------------------------------------------------------------------------------

    @cached_property
    def asked(self) -> frozenset[str]:
        """The topics that were asked about, or settled by a sweep."""
        return frozenset(event.topic for event in self.events if isinstance(event, Asked))

    @cached_property
    def settles(self) -> bool:
        """Whether an open choice is worth settling, by a question or a sweep.

        An instruction that settles an option by itself and is not vague is taken to settle all that matter. Who does
        not answer several questions in a row is asked no more.
        """
        if self.sweep is not None:
            return True
        chosen = [event.control for event in self._touches if event.control.role in ("option", "switch")]
        complete = not self.own_wish.vague and any(self.own_wish.wants(item.label) for item in chosen)
        return self.can_ask and not complete and self._unanswered < PATIENCE

    @property
    def _unanswered(self) -> int:
        count = 0
        for event in self.events:
            if isinstance(event, Replied):
                answered = event.text.strip() == NO_PREFERENCE or stated_values(event.text)
                count = 0 if answered else count + 1
        return count
