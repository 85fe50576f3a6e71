"""What was written and called until the morning of 17 November 2026; who has which number is in the address book."""

from __future__ import annotations

from adapters.phone.ui.records import INBOX, INCOMING, MISSED, OUTGOING, REJECTED, SENT, Call, Sms

_SAID: tuple[tuple[str, tuple[tuple[str, int, str, int], ...]], ...] = (
    ("555 0101", (
        ("2026-11-15T18:20", INBOX, "Dad found your old bicycle pump. Shall we bring it on Sunday?", 1),
        ("2026-11-15T18:41", SENT, "Yes please! And the blue tin if it is still there", 1),
        ("2026-11-15T18:43", INBOX, "It is. It holds buttons now.", 1),
        ("2026-11-17T08:55", INBOX, "Call me when you have a minute, nothing bad", 0),
    )),
    ("555 0162", (
        ("2026-11-14T11:31", SENT, "Hello, the kitchen tap at 14 Ferry Street drips. When could you come?", 1),
        ("2026-11-14T16:02", INBOX, "Monday between 2 and 4, Soren Bakke", 1),
        ("2026-11-16T14:38", INBOX, "Running 40 min late, sorry", 1),
        ("2026-11-16T14:39", SENT, "No problem, the bell is broken, please knock", 1),
        ("2026-11-16T17:15", INBOX, "Invoice is 84.60, transfer or cash next time, both fine", 0),
    )),
    ("TIDEWAVE", (
        ("2026-10-31T09:00", INBOX, "Your bill for October is ready: $18.90. It will be charged on 5 November.", 1),
        ("2026-11-16T10:12", INBOX, ("You have used 80% of 10 GB. Reply MORE to add 5 GB for $4.00, "
                                     "or wait until 1 December."), 1),
    )),
    ("555 0142", (
        ("2026-11-13T19:05", INBOX, "Signal is bad on the train, texting the old way", 1),
        ("2026-11-13T19:06", INBOX, "Do you still have the spare key of the studio?", 1),
        ("2026-11-13T19:20", SENT, "On the hook behind the door", 1),
        ("2026-11-16T21:47", INBOX, "Found it. You are a star.", 1),
    )),
    ("RAILFINCH", (
        ("2026-11-15T11:02", INBOX, ("Booking RF-30814 confirmed: Sat 21 Nov, 09:14 Alder Cross to Kestrel Bay, "
                                     "coach 3, seats 41 and 42 (window)."), 1),
        ("2026-11-16T18:30", INBOX, "Sat 21 Nov: your 09:14 train now leaves from platform 5.", 1),
    )),
    ("555 0170", (
        ("2026-11-13T14:00", INBOX, ("Practice on Mill Lane: please call us about your results between 8:30 and "
                                     "16:00. Do not reply to this number."), 1),
    )),
    ("555 0159", (
        ("2026-11-12T20:15", INBOX, "作业第六十一页，第二题和第四题", 1),
        ("2026-11-12T20:40", SENT, "谢谢！周六见", 1),
        ("2026-11-16T20:58", INBOX, "记得带词汇表", 0),
    )),
    ("LARDERLY", (
        ("2026-11-14T17:01", INBOX, "Your driver Kofi is 2 stops away. Order LD-7733, 14 Ferry Street.", 1),
    )),
    ("555 0150", (
        ("2026-11-09T10:03", SENT, "Hello Marguerite, the window in the hall does not close, the bell is silent.", 1),
        ("2026-11-09T13:44", INBOX, "I will send somebody. Which window?", 1),
        ("2026-11-09T13:50", SENT, "The tall one by the stairs", 1),
        ("2026-11-10T08:20", INBOX, "Noted.", 1),
    )),
    ("555 0133", (
        ("2026-11-08T12:11", INBOX, "HOW DO I MAKE THE LETTERS SMALL AGAIN", 1),
        ("2026-11-08T12:14", SENT, "The arrow at the left", 1),
        ("2026-11-08T12:31", INBOX, "Ah", 1),
    )),
    ("555 0188", (
        ("2026-11-06T15:30", INBOX, "Evening class starts at 18:30 this week, room 12. S. Lindley", 1),
    )),
    ("555 0163", (
        ("2026-11-05T17:02", SENT, "Two books of mine are due on the 19th, can you extend them?", 1),
        ("2026-11-05T17:45", INBOX, "Only one. The other is asked for by somebody with better manners", 1),
    )),
    ("555 0136", (
        ("2026-11-03T07:31", INBOX, "Parcel for you is with me. I am up from six", 1),
        ("2026-11-03T08:02", SENT, "Thank you Grace! I will ring tonight", 1),
    )),
    ("555 0115", (
        ("2026-10-30T12:12", SENT, "Could you look at the gutter before it freezes?", 1),
        ("2026-10-30T18:20", INBOX, "Thursday, weather permitting", 1),
    )),
    ("555 0199 271", (
        ("2026-10-28T03:12", INBOX, ("CONGRATULATIONS!! You won a cruise for two. Confirm within 2 hours: "
                                     "win-cruise.example/claim"), 1),
    )),
)  # fmt: skip


def _flat() -> tuple[Sms, ...]:
    said = [(date, number, body, kind, bool(read)) for number, lines in _SAID for date, kind, body, read in lines]
    return tuple(
        Sms(place + 1, number, body, date, kind, read) for place, (date, number, body, kind, read) in
        enumerate(sorted(said, key=lambda one: one[0]))
    )  # fmt: skip


MESSAGES = _flat()
BLOCKED = ("555 0199 271",)
CALLS = (
    Call(1, "555 0170", "2026-11-09T09:12", 214, OUTGOING),
    Call(2, "555 0104", "2026-11-10T20:31", 1262, INCOMING),
    Call(3, "555 0119", "2026-11-11T12:04", 0, MISSED, new=False),
    Call(4, "555 0119", "2026-11-11T12:40", 371, OUTGOING),
    Call(5, "555 0188", "2026-11-12T16:20", 58, INCOMING),
    Call(6, "555 0199 271", "2026-11-12T19:02", 0, REJECTED),
    Call(7, "555 0170", "2026-11-13T14:12", 402, OUTGOING),
    Call(8, "555 0148", "2026-11-14T10:47", 0, OUTGOING),
    Call(9, "555 0148", "2026-11-14T11:15", 633, INCOMING),
    Call(10, "555 0101", "2026-11-15T19:42", 1875, OUTGOING),
    Call(11, "555 0162", "2026-11-16T17:31", 96, OUTGOING),
    Call(12, "555 0177", "2026-11-16T18:05", 0, MISSED, new=False),
    Call(13, "555 0142", "2026-11-16T21:30", 145, INCOMING),
    Call(14, "555 0101", "2026-11-17T08:40", 0, MISSED),
    Call(15, "555 0101", "2026-11-17T08:52", 0, MISSED),
)
