"""What lies in the storage of a phone fresh from reset: its owner's downloads, documents, pictures and music."""

from __future__ import annotations

from adapters.phone.files.preinstalled import PreinstalledFile

_DOWN, _DOCS, _CAM, _SHOTS, _SONGS = "Download", "Documents", "DCIM/Camera", "Pictures/Screenshots", "Music"
_ROOMS = "Documents/Flat Ferry Street"
_CLASS = "Documents/Evening class"
_TRIP = "Pictures/Kestrel Bay"


def _text(path: str, at: str, *lines: str) -> PreinstalledFile:
    return PreinstalledFile(path, at, text="\n".join(lines) + "\n")


PLANTS = (
    PreinstalledFile(f"{_DOWN}/Lease renewal 2026.pdf", "2026-11-16T20:51", 1_846_203),
    PreinstalledFile(f"{_DOWN}/IMG_20261115_184202.jpg", "2026-11-15T18:42", 3_402_118, art="land:day:peaks", seed=3),
    PreinstalledFile(f"{_DOWN}/Trip budget – Kestrel.xlsx", "2026-11-15T11:07", 24_806),
    PreinstalledFile(f"{_DOWN}/voice-note-031.m4a", "2026-11-14T08:19", 914_332),
    PreinstalledFile(f"{_DOWN}/Exhibition catalogue, second printing with corrections.pdf", "2026-11-12T22:30",
                     12_480_977),
    PreinstalledFile(f"{_DOWN}/harbour_night.png", "2026-11-10T23:02", 2_209_450, art="land:night:city", seed=8),
    PreinstalledFile(f"{_DOWN}/会议纪要.docx", "2026-11-04T16:24", 58_310),
    PreinstalledFile(f"{_DOWN}/tickmoss-4.2.1.apk", "2026-11-02T19:45", 20_657_114),
    PreinstalledFile(f"{_DOWN}/receipt_larderly.png", "2026-11-01T12:13", 246_021, art="land:gold:sea", seed=5),
    PreinstalledFile(f"{_DOWN}/quarry-run-2026.zip", "2026-10-29T07:50", 6_118_400, holds=(
        ("quarry run/start list.csv", "number,name,club\n17,Mira Okonedo,Quarry Park\n18,José Arriaga,\n19,林晓雨,\n"),
        ("quarry run/course.txt", "Twice around the lake, then up the stairs. 8.2 km, 140 m of climb.\n"),
        ("quarry run/README.txt", "Results follow on Sunday night.\n"),
    )),
    PreinstalledFile(f"{_DOWN}/Lease renewal 2026 (1).pdf", "2026-10-28T18:02", 1_846_203),
    _text(f"{_DOWN}/wifi at the cabin.txt", "2026-10-24T10:15", "Network: Pinecone", "Password: seven-gulls-42", "",
          "The box is behind the stove. Turn it off and on if the light is red."),
    PreinstalledFile(f"{_DOWN}/boarding pass 24F.pdf", "2026-10-11T05:32", 312_775),
    PreinstalledFile(f"{_DOWN}/washing-machine_manual_EN_FR_DE.pdf", "2026-09-03T13:41", 8_003_190),
    PreinstalledFile(f"{_DOCS}/CV Vale 2026.pdf", "2026-11-09T21:14", 203_344),
    PreinstalledFile(f"{_DOCS}/CV Vale 2026 draft.docx", "2026-11-08T23:40", 61_022),
    _text(f"{_DOCS}/packing list.txt", "2026-11-13T07:25", "For Kestrel Bay, two nights", "", "- rain coat",
          "- head torch (ask Tariq)", "- José's book", "- charger and the short cable", "- plum cake for Hanne",
          "- tickets: 09:14 from Alder Cross"),
    _text(f"{_DOCS}/books to return.txt", "2026-11-05T18:51", "Paper Lighthouse, due 19 November",
          "A Field Guide to Gulls, due 26 November", "Bread Without Hurry, overdue"),
    PreinstalledFile(f"{_ROOMS}/Meter readings.xlsx", "2026-11-01T08:03", 18_420),
    PreinstalledFile(f"{_ROOMS}/Handover protocol signed.pdf", "2026-03-30T14:20", 2_660_151),
    PreinstalledFile(f"{_ROOMS}/Kitchen measurements.jpg", "2026-04-02T17:37", 1_930_006, art="land:mist:hills",
                     seed=14),
    _text(f"{_ROOMS}/landlord.txt", "2026-11-16T09:02", "Marguerite Okafor, mobile 555 0150",
          "Asked on the 9th: the window in the hall, the bell.", "Plumber came on the 16th (Soren Bakke, 555 0162)."),
    PreinstalledFile(f"{_CLASS}/Lesson 07 – past tense.pdf", "2026-11-11T20:05", 744_310),
    PreinstalledFile(f"{_CLASS}/Lesson 08 – directions.pdf", "2026-11-16T20:02", 801_277),
    PreinstalledFile(f"{_CLASS}/词汇表.xlsx", "2026-11-11T20:06", 31_992),
    _text(f"{_CLASS}/homework.txt", "2026-11-16T20:31", "Page 61, exercises 2 and 4",
          "Write ten sentences about a walk through Alder Cross", "周六之前发给晓雨"),
    PreinstalledFile(f"{_CAM}/PXL_20261117_074455.jpg", "2026-11-17T07:44", 4_120_881, art="land:dawn:city", seed=21),
    PreinstalledFile(f"{_CAM}/PXL_20261115_163012.jpg", "2026-11-15T16:30", 3_877_043, art="land:dusk:sea", seed=22),
    PreinstalledFile(f"{_CAM}/PXL_20261115_162951.jpg", "2026-11-15T16:29", 3_790_220, art="land:gold:hills", seed=23),
    PreinstalledFile(f"{_CAM}/PXL_20261112_125903.jpg", "2026-11-12T12:59", 2_950_417, art="food:ramen", seed=4),
    PreinstalledFile(f"{_CAM}/PXL_20261108_101530.jpg", "2026-11-08T10:15", 5_004_110, art="land:mist:forest", seed=25),
    PreinstalledFile(f"{_CAM}/PXL_20261107_174410.mp4", "2026-11-07T17:44", 12_331_902),
    PreinstalledFile(f"{_CAM}/PXL_20261103_084712.jpg", "2026-11-03T08:47", 3_310_554, art="food:croissant", seed=2),
    PreinstalledFile(f"{_CAM}/PXL_20261025_151822.jpg", "2026-10-25T15:18", 4_480_390, art="land:day:forest", seed=28),
    PreinstalledFile(f"{_CAM}/PXL_20261018_191105.mp4", "2026-10-18T19:11", 26_208_664),
    PreinstalledFile(f"{_SHOTS}/Screenshot_20261116-184011.png", "2026-11-16T18:40", 412_905, art="cover", seed=31),
    PreinstalledFile(f"{_SHOTS}/Screenshot_20261109-090233.png", "2026-11-09T09:02", 388_120, art="cover", seed=32),
    PreinstalledFile(f"{_SHOTS}/Screenshot_20261021-223140.png", "2026-10-21T22:31", 301_776, art="cover", seed=37),
    PreinstalledFile(f"{_TRIP}/gulls.jpg", "2026-08-22T11:10", 2_440_018, art="land:day:sea", seed=41),
    PreinstalledFile(f"{_TRIP}/pier at six.jpg", "2026-08-22T18:03", 2_871_260, art="land:gold:sea", seed=42),
    PreinstalledFile(f"{_TRIP}/the whole crew.jpg", "2026-08-23T13:27", 3_006_512, art="land:dusk:hills", seed=43),
    PreinstalledFile("Pictures/profile.png", "2026-05-14T09:30", 512_337, art="avatar", seed=1),
    PreinstalledFile("Movies/Nils graduation.mp4", "2026-06-27T16:45", 38_774_090),
    PreinstalledFile(f"{_SONGS}/The Slow Tides/Paper Lighthouse.mp3", "2026-02-11T20:14", 8_122_431),
    PreinstalledFile(f"{_SONGS}/The Slow Tides/Late Ferry Home.mp3", "2026-02-11T20:14", 7_480_092),
    PreinstalledFile(f"{_SONGS}/The Slow Tides/Salt Map.mp3", "2026-02-11T20:15", 9_310_776),
    PreinstalledFile(f"{_SONGS}/渡口.mp3", "2026-03-19T22:08", 6_902_114),
    PreinstalledFile(f"{_SONGS}/rehearsal 12 Sept.m4a", "2026-09-12T21:40", 38_119_403),
    PreinstalledFile("Recordings/Call with Dr Amadi.m4a", "2026-11-13T14:12", 2_118_446),
    PreinstalledFile("Ringtones/Morning tide.mp3", "2026-01-08T12:00", 402_118),
    PreinstalledFile(f"{_DOWN}/.trashed-1797000000-old flyer.pdf", "2026-11-06T15:20", 1_220_411),
    PreinstalledFile(f"{_DOWN}/.trashed-1797100000-IMG_20261101_0003 blurred.jpg", "2026-11-08T08:12", 2_910_336,
          art="land:mist:sea", seed=51),
)  # fmt: skip
