"""What stands in the calendar on the morning of 17 November 2026. No address here can be reached."""

from __future__ import annotations

from adapters.phone.apps.calendar.events import Agenda, Guest
from adapters.phone.ui.records import WEEKDAYS, Event

PERSONAL, WORK, FAMILY, RUNNERS, HOLIDAYS = "Robin", "Work", "Family", "Quarry Park Runners", "Holidays"
AGENDAS = (
    Agenda(PERSONAL, "Teal"),
    Agenda(WORK, "Ink", "r.vale@harbourhouse.example"),
    Agenda(FAMILY, "Plum"),
    Agenda(RUNNERS, "Moss"),
    Agenda("Evening class", "Amber", shown=False),
    Agenda(HOLIDAYS, "Slate", "City of Alder Cross", writable=False),
)
GUESTS = (
    Guest("Noor Haddad", "noor@harbourhouse.example", 17),
    Guest("Sam Lindqvist", "sam.lindqvist@citylibrary.example", 9),
    Guest("Sam Lindley", "lindley@quarryschool.example", 71),
    Guest("Mira Okonedo", "mira@okonedo-prints.example", 14),
    Guest("Dr. Amadi", "practice@dr-amadi.example", 18),
    Guest("林晓雨", "xiaoyu.lin@mailbox.example", 59),
    Guest("José Arriaga", "jose@kestrelboats.example", 48),
    Guest("Hanne Vold", "hanne.vold@mailbox.example", 38),
    Guest("Ada Vale", "ada.vale@mailbox.example", 22),
    Guest("Nils Vale", "nils@vale.example", 85),
    Guest("Priya Raman", "priya@harbourhouse.example", 88),
    Guest("Uma Desai", "uma.desai@lab.example"),
    Guest("Viktor Hale", "viktor.hale@harbourhouse.example", 97),
    Guest("Clara Duarte", "clara@duarte.example", 52),
)


def _e(key: str, title: str, day: str, hours: str, calendar: str, place: str = "", **more: object) -> Event:
    """A timed event: `hours` is `09:30-10:15`."""
    start, _, end = hours.partition("-")
    return Event(key, title, f"{day}T{start}", f"{day}T{end}", calendar, place, **more)  # type: ignore[arg-type]


def _d(key: str, title: str, first: str, after: str, calendar: str, **more: object) -> Event:
    """An event of whole days; `after` is the day after the last one."""
    return Event(key, title, f"{first}T00:00", f"{after}T00:00", calendar, all_day=True, **more)  # type: ignore[arg-type]


EVENTS = (
    _e("1", "Stand-up", "2026-11-02", "09:30-09:45", WORK, "Harbour House, room 2", repeat=WEEKDAYS,
       guests=("Noor Haddad", "Priya Raman", "Viktor Hale"), reminder="None"),
    _e("2", "Lunch with Noor", "2026-11-17", "12:30-13:30", PERSONAL, "Noodle Yard, 9 Ferry Street",
       guests=("Noor Haddad",), notes="She pays, it is her turn."),
    _e("3", "Dr. Amadi, results by phone", "2026-11-17", "15:30-15:45", PERSONAL, reminder="10 minutes before",
       access="Private", notes="Ask whether the follow-up can wait until January."),
    _e("4", "Quarterly review with the harbour authority", "2026-11-17", "16:00-17:30", WORK,
       "Harbour House, small meeting room", guests=("Noor Haddad", "Priya Raman", "Uma Desai"), color="Brick",
       reminder="30 minutes before"),
    _e("5", "和外婆视频", "2026-11-10", "20:00-20:30", FAMILY, repeat="Every week", reminder="At time of event"),
    _e("6", "Loop around the quarry", "2026-11-04", "18:45-20:00", RUNNERS, "Quarry Park, north gate",
       repeat="Every week", organiser="Hanne Vold", guests=("Hanne Vold", "José Arriaga"), reply="Yes",
       notes="Bring a light, the north path is dark."),
    _e("7", "Dentist", "2026-11-18", "08:15-08:45", PERSONAL, "11 Mill Lane, second floor", reminder="1 hour before"),
    _e("8", "Print sizes", "2026-11-18", "11:00-11:30", WORK, "Old Dye Works, loft 4", organiser="Mira Okonedo",
       guests=("Mira Okonedo",), notes="40 × 60 and 30 × 40, both with a white edge."),
    _e("9", "Budget, first reading", "2026-11-18", "11:15-12:30", WORK, "Harbour House, room 5",
       guests=("Priya Raman", "Viktor Hale")),
    _e("10", "Present the slides", "2026-11-19", "10:00-11:00", WORK, "Harbour House, large hall", color="Brick",
       guests=("Noor Haddad", "Priya Raman", "Uma Desai", "Viktor Hale"), reminder="1 hour before"),
    _e("11", "Library talk: maps that lie", "2026-11-19", "19:00-20:30", PERSONAL, "City Library, reading room",
       organiser="Sam Lindqvist", guests=("Sam Lindqvist", "Clara Duarte")),
    _e("12", "Sam's handover", "2026-11-20", "09:00-10:00", WORK, organiser="Sam Lindley",
       guests=("Sam Lindley", "Sam Lindqvist"), reply="Maybe"),
    _e("13", "Collect the chairs from Grandfather", "2026-11-20", "17:00-18:00", FAMILY, "77 Orchard Hill"),
    _e("14", "Film night", "2026-11-20", "20:15-22:40", PERSONAL, "Railyard Cinema, screen 3",
       guests=("Mira Okonedo", "林晓雨"), reminder="30 minutes before"),
    _d("15", "Kestrel Bay with Noor", "2026-11-21", "2026-11-23", PERSONAL, place="Pier House 5, Kestrel Bay",
       guests=("Noor Haddad",), shown_as="Busy", notes="Train at 09:14, coach 4."),
    _e("16", "Train to Kestrel Bay", "2026-11-21", "09:14-11:02", PERSONAL, "Alder Cross, platform 6",
       reminder="1 hour before", color="Amber"),
    _e("17", "Boat with José", "2026-11-21", "14:00-16:00", PERSONAL, "Kestrel Pier", guests=("José Arriaga",)),
    _e("18", "Train home", "2026-11-22", "18:35-20:20", PERSONAL, "Kestrel Bay", color="Amber"),
    _e("19", "Pottery, module 4: glazes and why they run", "2026-11-05", "18:00-20:00", "Evening class",
       "Quarry School, workshop", repeat="Every week", until="2026-12-17"),
    _d("20", "Nils's birthday", "2020-11-24", "2020-11-25", FAMILY, repeat="Every year", reminder="1 day before",
       shown_as="Free"),
    _e("21", "Call with the printers", "2026-11-24", "09:45-10:15", WORK, guests=("Mira Okonedo",)),
    _e("22", "Dinner for Nils", "2026-11-24", "19:00-22:00", FAMILY, "77 Orchard Hill",
       guests=("Ada Vale", "Nils Vale"), organiser="Ada Vale"),
    _e("23", "Rent meeting", "2026-11-25", "17:30-18:15", PERSONAL, "28 Ferry Street, courtyard",
       organiser="Sam Lindqvist", guests=("Sam Lindqvist",), reply="No"),
    _e("24", "One-to-one with Priya", "2026-11-12", "13:00-13:30", WORK, "Harbour House, roof terrace",
       repeat="Every 2 weeks", guests=("Priya Raman",)),
    _d("25", "Winter market opens", "2026-11-27", "2026-11-28", HOLIDAYS, shown_as="Free", reminder="None",
       organiser="City of Alder Cross", place="Lantern Square"),
    _e("26", "Long run, 18 km", "2026-11-29", "08:00-10:00", RUNNERS, "Tram stop Old Dye Works",
       organiser="Hanne Vold", guests=("Hanne Vold", "Clara Duarte")),
    _d("27", "Rent", "2026-01-01", "2026-01-02", PERSONAL, repeat="Every month", shown_as="Free", color="Slate"),
    _e("28", "Workshop Nonnegotiabledeliveryspecifications", "2026-12-02", "13:00-16:30", WORK,
       "Harbour House, room 2", guests=("Uma Desai", "Viktor Hale")),
    _d("29", "Ada visits", "2026-12-04", "2026-12-07", FAMILY, guests=("Ada Vale",), color="Rose"),
    _e("30", "Choir, last rehearsal before the concert", "2026-12-09", "19:30-21:30", PERSONAL, "St. Brannoc's"),
    _d("31", "Founders' Day", "2026-12-11", "2026-12-12", HOLIDAYS, shown_as="Free", reminder="None",
       organiser="City of Alder Cross"),
    _e("32", "Parent evening", "2026-11-16", "18:30-19:30", FAMILY, "Quarry School", organiser="Sam Lindley",
       guests=("Sam Lindley", "Ada Vale"), reply="Yes"),
    _e("33", "Breakfast at the Glasshouse", "2026-11-15", "10:00-11:30", PERSONAL, "Glasshouse Café",
       guests=("Hanne Vold",)),
    _e("34", "Boiler check", "2026-11-13", "08:00-10:00", PERSONAL, "28 Ferry Street", color="Slate"),
)  # fmt: skip
