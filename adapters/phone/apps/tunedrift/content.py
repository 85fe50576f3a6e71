"""Tunedrift's catalogue, and what Robin has made of it until the morning of 17 November 2026."""

from __future__ import annotations

from adapters.phone.apps.tunedrift.music import Album, Order, Play, Player, Playlist, Record, Track

_RECORDS: tuple[tuple[Album, tuple[tuple[str, int], ...]], ...] = (
    (Album("Paper Lighthouse", "Mira Okonedo, The Slow Tides", 2026, 18, "Indie"),
     (("Paper Lighthouse", 232), ("Salt Map", 251), ("Ferry Bells", 178), ("Nobody's Harbour", 213),
      ("Kestrel Bay", 302), ("Low Season", 196), ("Paper Lighthouse (Night Version)", 260))),
    (Album("Live at the Railyard", "The Slow Tides", 2025, 29, "Indie"),
     (("Salt Map (Live)", 318), ("Undertow (Live)", 287), ("Ferry Bells (Live)", 204), ("Last Tram (Live)", 411))),
    (Album("雨后的街", "林晓雨", 2026, 10, "Songwriter"),
     (("雨后的街", 221), ("灯塔", 245), ("末班车", 198), ("窗台上的猫", 169), ("给外婆", 233))),
    (Album("Copper Birds", "Hanne Vold Trio", 2024, 8, "Jazz"),
     (("Copper Birds", 364), ("Blue Paint, Wet", 298), ("Five Steps to the Water", 441), ("Ida", 205))),
    (Album("Nine Volt Garden", "Plum Circuit", 2026, 34, "Electronic"),
     (("Nine Volt Garden", 274), ("Moss on the Antenna", 243), ("Sleepwalk Protocol", 301), ("Dial Tone Choir", 188),
      ("Rain Machine", 356))),
    (Album("Small Hours", "Juno Park", 2025, 15, "Soul"),
     (("Small Hours", 219), ("Kitchen Light", 202), ("Say It Slower", 247), ("Second Cup", 184))),
    (Album("Boats at Noon", "José Arriaga", 2023, 13, "Folk"),
     (("Boats at Noon", 176), ("Rope and Tar", 203), ("The Long Pier", 229), ("Mi Faro", 194))),
    (Album("Overnight Parcel", "Foglight", 2026, 17, "Hip-hop"),
     (("Overnight Parcel", 191), ("Signed For", 174), ("Return to Sender", 208), ("Wet Cardboard", 163))),
    (Album("Winter Market", "Lantern Square Choir", 2022, 1, "Choral"),
     (("Snow Is a Quiet Word", 267), ("Market Round", 154), ("Goodnight, Alder River", 312))),
    (Album("Static Weather", "Plum Circuit", 2024, 32, "Electronic"),
     (("Static Weather", 259), ("Barometer", 233), ("Electrosupersaturationphenomena", 287))),
)  # fmt: skip
EXPLICIT = frozenset({"Signed For", "Wet Cardboard"})

ALBUMS = tuple(album for album, _ in _RECORDS)
TRACKS = tuple(
    Track(f"{at}{nth:02d}", title, album.artist, album.title, seconds, album.seed, title in EXPLICIT)
    for at, (album, songs) in enumerate(_RECORDS, 1)
    for nth, (title, seconds) in enumerate(songs, 1)
)
ARTISTS = (
    ("Mira Okonedo", 14, "Paper cuts, harbour towns and a borrowed harmonium."),
    ("The Slow Tides", 41, "Four people from Alder Cross who never hurry."),
    ("林晓雨", 59, "写歌，画画，养猫。"),
    ("Hanne Vold Trio", 38, "Piano, bass, brushes."),
    ("Plum Circuit", 63, "Two synthesizers and a greenhouse."),
    ("Juno Park", 77, "Late, soft, a little out of tune on purpose."),
    ("José Arriaga", 48, "Builds boats, sings about them."),
    ("Foglight", 44, "Rhymes from the sorting office."),
    ("Lantern Square Choir", 52, "Sixty neighbours."),
)
"""Name, face and a line about each."""

PLAYLISTS = (
    Playlist("Late Ferry Home", ("101", "102", "602", "301", "403", "305", "702", "505", "107", "604"),
             "For the 23:10 from Port Meridian", "Public", seed=7),
    Playlist("Quarry run 170 bpm", ("501", "502", "801", "804", "902", "1002", "802"), "", seed=11),
    Playlist("Sunday oven", ("601", "602", "401", "701", "301", "103"), "Bread takes six songs", seed=36),
    Playlist("给外婆", ("305", "304", "903", "301"), "", seed=2),
    Playlist("Focus, no words", ("402", "403", "404", "503", "1001", "1002", "505"), "", seed=38),
    Playlist("Fresh Current", ("101", "501", "302", "801", "604", "504", "303", "803", "106", "703"),
             "New this week, sorted by people", "Public", "Tunedrift", 6),
    Playlist("Deep Harbour", ("403", "503", "505", "107", "903", "1001"), "Slow water, long songs", "Public",
             "Tunedrift", 19),
    Playlist("Morning Drift", ("601", "604", "103", "701", "304", "402"), "Nothing above a whisper until nine",
             "Public", "Tunedrift", 31),
    Playlist("Alder Cross Radar", ("201", "202", "801", "702", "902", "501", "203"), "Heard around town", "Public",
             "Tunedrift", 3),
    Playlist("Mira's studio mix", ("201", "504", "602", "1003", "302"), "", "Public", "Mira Okonedo", 16),
)  # fmt: skip
LIKES = ("101", "302", "403", "602", "701", "505", "204", "903")
SAVED = ("Paper Lighthouse", "Copper Birds", "Small Hours")
FOLLOWED = ("Mira Okonedo", "Juno Park")
DOWNLOADS = (("Late Ferry Home", "High"),)
START = Player(PLAYLISTS[0].tracks, 0, 98, "", "Late Ferry Home")

PLAYED = (
    Play("2026-11-17T08:31:10", "601", "Morning Drift"),
    Play("2026-11-17T08:34:49", "604", "Morning Drift"),
    Play("2026-11-16T22:51:02", "403", "Deep Harbour"),
    Play("2026-11-16T18:52:30", "501", "Quarry run 170 bpm"),
    Play("2026-11-16T18:57:04", "502", "Quarry run 170 bpm"),
    Play("2026-11-17T08:58:20", "101", "Late Ferry Home"),
)
HISTORY = (
    Record("TD-3114", "2026-11-13T21:40", "Playlist created", "给外婆"),
    Record("TD-3115", "2026-11-13T21:44", "Added to playlist", "给外婆", ("305",)),
    Record("TD-3116", "2026-11-15T12:02", "Downloaded", "Late Ferry Home", detail="High"),
    Record("TD-3117", "2026-11-16T22:50", "Sleep timer", "30 minutes"),
)
FIRST_NUMBER = 3114
ORDERS = (Order("TP-8801", "2026-10-17", "Student", "Monthly", "Card ending 4417", "$5.40"),)
FIRST_ORDER = 8801

GENRES = (
    ("Indie", "#3E5BC7"), ("Electronic", "#6B3FA0"), ("Jazz", "#8A5A1F"), ("Folk", "#3D7A45"), ("Soul", "#A23B5E"),
    ("Hip-hop", "#37474F"), ("Choral", "#1F6F78"), ("Songwriter", "#8C4A2F"),
)  # fmt: skip
