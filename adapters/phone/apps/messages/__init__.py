"""Messages: text messages by number, sent now or later, and the dialler with its call log."""

from __future__ import annotations

from adapters.phone.apps.messages import calls, lists, talk
from adapters.phone.apps.messages.links import LINKS
from adapters.phone.apps.messages.model import TIMES, State
from adapters.phone.apps.messages.rules import due, update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Notice, Route, Screen, View, route
from adapters.phone.ui.records import SIMS

_SCREENS = {
    "threads": lists.threads,
    "menu": lists.menu,
    "blocked": lists.blocked,
    "search": lists.search,
    "new": lists.new,
    "scheduled": lists.scheduled,
    "waiting": lists.waiting,
    "thread": talk.thread,
    "actions": talk.actions,
    "options": talk.options,
    "block": talk.block,
    "delete": talk.delete,
    "calls": calls.calls,
    "keypad": calls.keypad,
    "calling": calls.calling,
    "settings": calls.settings,
    "sims": calls.sims,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Messages shows at a place; an unknown one is the first page."""
    return _SCREENS.get(place.name, lists.threads)(state, place, view)


APP = App(
    name="messages",
    package="com.android.messaging",
    label="Messages",
    icon=Icon("#DFF5F3", "#00696A", "sms"),
    theme=Theme("#006A6A", "tonal", radius=20),
    home=route("threads"),
    initial=State,
    screen=screen,
    update=update,
    due=due,
    book=True,
    links=LINKS,
    scratch=(
        "calls/*/new",
        "draft",
        "later/*/number",
        "messages/*/read",
        "ui",
        "unread",
    ),
    activities={
        "threads": ".ui.conversationlist.ConversationListActivity",
        "menu": ".ui.conversationlist.ConversationListActivity",
        "actions": ".ui.conversationlist.ConversationListActivity",
        "delete": ".ui.conversationlist.ConversationListActivity",
        "block": ".ui.conversationlist.ConversationListActivity",
        "blocked": ".ui.BlockedParticipantsActivity",
        "search": ".ui.search.SearchActivity",
        "new": ".ui.contact.ContactPickerActivity",
        "scheduled": ".ui.scheduled.ScheduledActivity",
        "waiting": ".ui.scheduled.ScheduledActivity",
        "thread": ".ui.conversation.ConversationActivity",
        "options": ".ui.conversation.ConversationActivity",
        "calls": ".dialer.CallLogActivity",
        "keypad": ".dialer.DialpadActivity",
        "calling": ".incall.InCallActivity",
        "settings": ".ui.appsettings.ApplicationSettingsActivity",
        "sims": ".ui.appsettings.ApplicationSettingsActivity",
    },
    choices=(
        Choice("messages.when", TIMES, TIMES[0]),
        Choice("messages.sim", SIMS, SIMS[0]),
        Choice("messages.block.report", ("On", "Off"), "On"),
        Choice("messages.reports", ("On", "Off"), "Off"),
        Choice("messages.filter", ("On", "Off"), "On"),
        Choice("messages.bubbles", ("On", "Off"), "On"),
    ),
    notices=(
        Notice("5550101", "Ada Vale", "Call me when you have a minute, nothing bad",
               route("thread", address="555 0101"), ago=29),
        Notice("missed", "2 missed calls", "Ada Vale", route("calls"), ago=32),
    ),
    version="13.3",
    system=True,
)  # fmt: skip
