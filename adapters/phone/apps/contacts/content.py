"""Whom the phone knows when it is fresh from reset. No number or address here can be reached."""

from __future__ import annotations

from adapters.phone.apps.contacts.people import Contact, Entry
from adapters.phone.ui.records import Reach


def _p(text: str) -> tuple[Reach, ...]:
    """`Mobile 555 0142, Work 555 0117`."""
    return tuple(Reach(rest, kind) for kind, _, rest in (one.partition(" ") for one in text.split(", ") if one))


CONTACTS = (
    Contact("1", "Noor", "Haddad", "Harbour House", _p("Mobile 555 0142, Work 555 0117"),
            _p("Work noor@harbourhouse.example, Home noor.haddad@mailbox.example"), "3 Lantern Row, Port Meridian",
            "4 March", "Vegetarian. Brings her own mug.", ("Running club",), True, face=17),
    Contact("2", "Sam", "Lindqvist", "City Library", _p("Mobile 555 0163, Home 555 0161, Work 555 0160"),
            _p("Work sam.lindqvist@citylibrary.example"), "28 Ferry Street, Alder Cross", "19 September", "",
            ("Neighbours",), True, face=9),
    Contact("3", "Samuel", "Lindqvist", "", _p("Mobile 555 0163"), (), face=0),
    Contact("4", "Sam", "Lindley", "Quarry School", _p("Work 555 0188"), _p("Work lindley@quarryschool.example"),
            groups=("Evening class",), face=71),
    Contact("5", "Mira", "Okonedo", "", _p("Mobile 555 0119, Home 555 0120"), _p("Work mira@okonedo-prints.example"),
            "Loft 4, Old Dye Works, Alder Cross", "30 November", "Studio bell does not work, knock.", (), True,
            face=14),
    Contact("6", "Mira", "Okonedo", "Okonedo Prints", _p("Work 555 0121"), _p("Work mira@okonedo-prints.example")),
    Contact("7", "Dr.", "Amadi", "Practice on Mill Lane", _p("Main 555 0170, Other 555 0171"),
            _p("Work practice@dr-amadi.example"), "11 Mill Lane, Alder Cross", "", "Mon–Fri 8:30–16:00", face=18),
    Contact("8", "晓雨", "林", "", _p("Mobile 555 0159"), _p("Home xiaoyu.lin@mailbox.example"), "", "8 February",
            "周六不在", ("Evening class",), True, face=59, reading="Lin Xiaoyu"),
    Contact("9", "José", "Arriaga", "Kestrel Pier Boats", _p("Mobile 555 0148, Work 555 0149"),
            _p("Work jose@kestrelboats.example"), "Pier House 5, Kestrel Bay", face=48),
    Contact("10", "Jose", "Arriaga", "", _p("Other 555 0149"), ()),
    Contact("11", "Hanne", "Vold", "", _p("Mobile 555 0138"), _p("Home hanne.vold@mailbox.example"),
            groups=("Running club",), face=38),
    Contact("12", "Tariq", "Osei", "Osei & Daughters, Roofing", _p("Work 555 0116, Mobile 555 0115"), (), face=16,
            groups=("Neighbours",)),
    Contact("13", "Bea", "Kowal", "", _p("Mobile 555 0134"), (), note="Only for urgent things", face=34),
    Contact("14", "Ada", "Vale", "", _p("Mobile 555 0101, Home 555 0102"), _p("Home ada.vale@mailbox.example"),
            "77 Orchard Hill, Port Meridian", "12 July", "Mum", ("Family",), True, face=22),
    Contact("15", "Piet", "Vale", "", _p("Home 555 0102"), (), "77 Orchard Hill, Port Meridian", "1 January", "Dad",
            ("Family",), face=27),
    Contact("16", "Robin", "Adeyemi-Castellanos de la Fuente", "", _p("Mobile 555 0199"), ()),
    Contact("17", "Alma", "Brandt", "Glasshouse Café", _p("Work 555 0186"), (), face=41),
    Contact("18", "Anton", "Brandt", "", _p("Mobile 555 0185"), (), groups=("Running club",)),
    Contact("19", "Chidi", "Nwosu", "Copperline Electric", _p("Work 555 0152, Mobile 555 0153"), ()),
    Contact("20", "Clara", "Duarte", "", _p("Mobile 555 0127"), _p("Home clara@duarte.example"), face=52,
            groups=("Evening class",)),
    Contact("21", "Daria", "Petrenko", "", _p("Mobile 555 0129"), (), "", "23 May", "", ("Running club",), face=63),
    Contact("22", "Eirik", "Solheim", "Railyard Cinema", _p("Work 555 0131"), _p("Work eirik@railyard.example")),
    Contact("23", "Esi", "Mensah", "", _p("Mobile 555 0133"), (), face=66),
    Contact("24", "Farid", "Kazemi", "Quarry Park Workshop", _p("Work 555 0135"), (), note="Bikes, Tue and Thu"),
    Contact("25", "Grace", "Holloway", "", _p("Home 555 0136"), (), "30 Ferry Street, Alder Cross",
            groups=("Neighbours",), note="Has our spare key", face=70),
    Contact("26", "Ines", "Moreau", "", _p("Mobile 555 0139"), _p("Home ines.moreau@mailbox.example"), face=74),
    Contact("27", "Ivo", "Marek", "Marek Joinery", _p("Work 555 0140"), (), blocked=True),
    Contact("28", "Juno", "Park", "", _p("Mobile 555 0144"), (), groups=("Evening class",), face=77),
    Contact("29", "Kofi", "Baptiste", "Alder Cross Tram", _p("Main 555 0145, Other 555 0146"), ()),
    Contact("30", "Lena", "Fischer", "", _p("Mobile 555 0147"), _p("Home lena.f@mailbox.example"), "", "", "", (),
            True, face=81),
    Contact("31", "Marguerite", "Okafor", "Landlord", _p("Mobile 555 0150, Home 555 0151"), (), face=83),
    Contact("32", "Nils", "Vale", "", _p("Mobile 555 0104"), _p("Home nils@vale.example"), "", "6 October", "Brother",
            ("Family",), face=85),
    Contact("33", "Olu", "Bankole", "", _p("Mobile 555 0155"), ()),
    Contact("34", "Priya", "Raman", "Harbour House", _p("Work 555 0118"), _p("Work priya@harbourhouse.example"),
            groups=("Work",), face=88),
    Contact("35", "Quinn", "Abara", "", _p("Mobile 555 0157"), (), groups=("Work",)),
    Contact("36", "Rosa", "Tan", "", _p("Mobile 555 0158"), (), groups=("Running club",), face=91),
    Contact("37", "Soren", "Bakke", "Bakke Plumbing", _p("Mobile 555 0162"), (), note="Comes late, fixes everything"),
    Contact("38", "Tove", "Lund", "", _p("Home 555 0164"), (), face=93),
    Contact("39", "Uma", "Desai", "", _p("Mobile 555 0165"), _p("Work uma.desai@lab.example"), groups=("Work",)),
    Contact("40", "Viktor", "Hale", "", _p("Mobile 555 0166"), (), groups=("Work",), face=97),
    Contact("41", "Wanjiru", "Kamau", "Night pharmacy", _p("Main 555 0167"), ()),
    Contact("42", "Yusuf", "Demir", "", _p("Mobile 555 0168"), (), face=99),
    Contact("43", "Zofia", "Nowak", "", _p("Mobile 555 0169"), (), groups=("Neighbours",), face=101),
)  # fmt: skip
LOG = (
    Entry("2026-11-14T11:20", "Created", "Soren Bakke", "Mobile 555 0162"),
    Entry("2026-11-15T19:42", "Called", "Ada Vale", "Mobile 555 0101"),
    Entry("2026-11-16T17:31", "Called", "Soren Bakke", "Mobile 555 0162"),
    Entry("2026-11-16T20:05", "Blocked", "Ivo Marek"),
    Entry("2026-11-17T08:12", "Texted", "Noor Haddad", "Mobile 555 0142"),
)
