"""What stands in Tickmoss on the morning of 17 November 2026."""

from __future__ import annotations

from adapters.phone.apps.tickmoss.tasks import Folder, Step, Task

FOLDERS = (
    Folder("Home", "Teal"),
    Folder("Work", "Indigo"),
    Folder("Errands", "Amber"),
    Folder("Health", "Rose"),
    Folder("Family", "Plum"),
    Folder("Quarry runs", "Moss"),
    Folder("Trip to Kestrel Bay", "Slate"),
)


def _done(*titles: str) -> tuple[Step, ...]:
    return tuple(Step(title, done=True) for title in titles)


def _open(*titles: str) -> tuple[Step, ...]:
    return tuple(Step(title) for title in titles)


_NOW: tuple[Task, ...] = (
    Task("1", "Pay water bill", "2026-11-17", "12:00", "Home", done=True, finished="2026-11-17T08:12"),
    Task("2", "Return library books", "2026-11-17", list="Errands", done=True, finished="2026-11-17T08:40"),
    Task("3", "Draft slides for Thursday", "2026-11-17", list="Work", priority="Medium", done=True,
         steps=_done("Outline", "Find the harbour figures"), finished="2026-11-17T09:05"),
    Task("4", "Call Dr. Amadi about results", "2026-11-17", "15:30", "Health", "Low", reminder="10 minutes before",
         notes="Ask whether the follow-up can wait until January."),
    Task("5", "Buy oat milk and limes", "2026-11-17", list="Errands", priority="Medium",
         steps=(Step("Oat milk, two cartons", done=True), *_open("Limes", "橙子", "Baking paper"))),
    Task("6", "Book the small meeting room for the quarterly review with the harbour authority", "2026-11-17",
         "16:00", "Work", "High"),
    Task("7", "Water the tomatoes on the balcony", "2026-11-17", "19:00", "Home", repeat="Every day"),
    Task("8", "给外婆打电话", "2026-11-17", "20:00", "Family", repeat="Every week", reminder="At the due time"),
    Task("9", "Send Mira the print sizes", "2026-11-17", notes="40 × 60 and 30 × 40, both with a white edge."),
    Task("10", "Stretch", "2026-11-17", "21:30", "Health", repeat="Every day"),
)  # fmt: skip

_LATE: tuple[Task, ...] = (
    Task("11", "Renew the parking permit", "2026-11-13", list="Errands", priority="High",
         notes="Town hall, counter 4. Bring the old permit and a proof of address."),
    Task("12", "Answer Hanne about Sunday", "2026-11-16", "18:00", "Family"),
)  # fmt: skip

_NEXT: tuple[Task, ...] = (
    Task("13", "Loop around the quarry", "2026-11-18", "18:45", "Quarry runs", repeat="Every week",
         notes="Meet at the gate. Bring a light, the north path is dark."),
    Task("14", "Read the minutes before the meeting", "2026-11-18", "09:30", "Work", "Medium"),
    Task("15", "Present the slides", "2026-11-19", "10:00", "Work", "High", reminder="1 hour before",
         steps=_open("Charge the clicker", "Print two handouts")),
    Task("16", "Fill two buckets, the water is off until noon", "2026-11-19", "08:30", "Home"),
    Task("17", "Collect the chairs from Grandfather", "2026-11-20", "17:00", "Family"),
    Task("18", "Pack camera and charger", "2026-11-20", list="Trip to Kestrel Bay",
         steps=(*_open("Camera", "Charger"), Step("Rain cover", done=True), *_open("Spare card"))),
    Task("19", "Train to Kestrel Bay", "2026-11-21", "09:14", "Trip to Kestrel Bay", "High",
         reminder="1 hour before", notes="Two seats by the window, coach 4. Noor has the tickets."),
    Task("20", "周六去渡口拍照", "2026-11-21", "15:00", "Trip to Kestrel Bay"),
    Task("21", "Bake two plum cakes", "2026-11-22", "09:00", "Family", "Medium",
         steps=_open("Plums", "Butter", "Ground almonds")),
    Task("22", "Bring back Hanne’s casserole", "2026-11-22", list="Family"),
    Task("23", "Put out the paper bin", "2026-11-24", "07:00", "Home", repeat="Every week"),
    Task("24", "Dentist", "2026-11-26", "08:15", "Health", "Medium", reminder="1 day before"),
    Task("25", "Rent", "2026-11-30", list="Home", priority="High", repeat="Every month"),
    Task("26", "Advent calendars for the twins", "2026-11-30", list="Family"),
    Task("27", "Course fee, second half", "2026-12-04", list="Work"),
    Task("28", "Club dinner", "2026-12-11", "19:30", "Quarry runs", notes="Bea collects the money, $24.60 each."),
)  # fmt: skip

_SOME_DAY: tuple[Task, ...] = (
    Task("29", "Frame the harbour print", list="Home"),
    Task("30", "Learn the opening chords of Salt Map"),
    Task("31", "Ask José about winter storage", priority="Low"),
    Task("32", "Bulky-waste-collection appointment", list="Home", notes="Sofa and the old desk."),
    Task("33", "Sell the road bike", list="Errands", priority="Low",
         steps=(Step("Clean the chain", done=True), *_open("Take photos", "Write the advert"))),
    Task("34", "Idea: slow ferries, a photo series"),
    Task("35", "New laces", list="Quarry runs"),
    Task("36", "Look up opening hours of the lighthouse", list="Trip to Kestrel Bay"),
    Task("37", "Tidy the shared drive", list="Work", priority="Low"),
    Task("47", "Call back: piano tuner", notes="Asked for an afternoon, not a Friday."),
    Task("48", "Spare key for Bea"),
    Task("49", "Return the shirt that is too small", priority="Medium"),
    Task("50", "生日礼物：晓雨", steps=_open("问José", "书店")),
    Task("51", "Compare ferry passes: ten rides, month, year. Is the year one worth it with the new timetable?"),
    Task("52", "Cancel the trial of the radio app", priority="High"),
    Task("38", "Vaccination booklet: where is it?", list="Health"),
)  # fmt: skip

_PAST: tuple[Task, ...] = (
    Task("39", "Move the deposit", "2026-11-16", "11:00", "Home", "High", done=True, finished="2026-11-16T10:47"),
    Task("40", "Descale the espresso machine", "2026-11-16", list="Home", done=True, finished="2026-11-16T19:30"),
    Task("41", "Long run, 14 km", "2026-11-15", "08:00", "Quarry runs", done=True, finished="2026-11-15T09:38"),
    Task("42", "Print the boarding house address", list="Trip to Kestrel Bay", done=True, finished="2026-11-15T20:11"),
    Task("43", "Call the plumber", "2026-11-13", list="Home", priority="High", done=True, finished="2026-11-13T08:55"),
    Task("44", "Expenses for October", "2026-11-12", list="Work", done=True, steps=_done("Receipts", "Signature"),
         finished="2026-11-12T16:20"),
    Task("45", "Birthday card for Tariq", "2026-11-11", list="Family", done=True, finished="2026-11-10T18:02"),
    Task("46", "Flu jab", "2026-11-10", "14:40", "Health", done=True, finished="2026-11-10T15:05"),
)  # fmt: skip

TASKS = (*_LATE, *_NOW, *_NEXT, *_SOME_DAY, *_PAST)
RECENT_SEARCHES = ("harbour", "cake", "slides")
