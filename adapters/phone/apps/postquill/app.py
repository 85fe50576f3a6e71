"""The declaration of Postquill; its screens and handlers stand in the modules of its pages."""

from adapters.phone.apps.postquill.model import SEND_WHEN, State
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

app = AppBuilder(
    State,
    name="postquill",
    package="com.postquill.mail",
    label="Postquill",
    icon=Icon("#146C94", "#E9F7FF", "mail"),
    theme=Theme("#146C94", "brand", radius=12),
    home=route("inbox"),
    scratch=("draft", "mails/*/id", "mails/*/time", "mails/*/unread", "ui"),
    choices=(Choice("postquill.when", SEND_WHEN, SEND_WHEN[0]),),
    notices=(
        Notice("saturday", "Noor Haddad", "Saturday: train and lunch", route("thread", thread="saturday"), ago=32),
        Notice("figures", "Ines Farrow", "Figures for Thursday’s slides", route("thread", thread="figures"), ago=53),
    ),
    version="6.3.0",
)
