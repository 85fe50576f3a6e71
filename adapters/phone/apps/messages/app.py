"""The declaration of Messages; its screens and handlers stand in the modules of its pages."""

from adapters.phone.apps.messages.links import LINKS
from adapters.phone.apps.messages.model import TIMES, State, next_due
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

app = AppBuilder(
    State,
    activity=".ui.conversationlist.ConversationListActivity",
    name="messages",
    package="com.android.messaging",
    label="Messages",
    icon=Icon("#DFF5F3", "#00696A", "sms"),
    theme=Theme("#006A6A", "tonal", radius=20),
    home=route("threads"),
    due=next_due,
    book=True,
    links=LINKS,
    scratch=("calls/*/new", "draft", "later/*/number", "messages/*/read", "ui"),
    choices=(Choice("messages.when", TIMES, TIMES[0]),),
    notices=(
        Notice(
            "5550101",
            "Ada Vale",
            "Call me when you have a minute, nothing bad",
            route("thread", address="555 0101"),
            ago=29,
        ),
        Notice("missed", "2 missed calls", "Ada Vale", route("calls"), ago=32),
    ),
    version="13.3",
    system=True,
)
