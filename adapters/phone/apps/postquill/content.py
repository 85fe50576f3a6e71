"""What lies in Postquill's inbox on the morning of 17 November 2026."""

from __future__ import annotations

from adapters.phone.apps.postquill.letters import ME, File, Mail

RECENT_SEARCHES = ("ferry", "invoice", "plum cake")

NEW = (
    Mail("1", "Noor Haddad", "Saturday: train and lunch",
         "Hi Robin,\n\nthe train is the 09:14 from Alder Cross, so let us meet at the clock at nine. I booked a table "
         "for half past twelve at the noodle place by the harbour, it is under my name.\n\nCould you bring the big "
         "umbrella? The forecast does not look great after three.\n\nSee you,\nNoor",
         "2026-11-17T08:52", labels=("Travel",), unread=True, cc=("林晓雨",), thread="saturday"),
    Mail("2", "Ines Farrow", "Figures for Thursday’s slides",
         "Dear Robin,\n\nplease find the September and October counts attached. The ferry column is corrected: the "
         "number in the draft (41,280) included transfers, the right one is 38,912.\n\nWe would need your slides by "
         "Wednesday at five so that they can go into the folder for the committee.\n\nKind regards\nInes Farrow\n"
         "Harbour authority, Port Meridian",
         "2026-11-17T08:31", labels=("Work",), unread=True, cc=("Tariq Osei", "Nora Haddon"), thread="figures",
         files=(File("harbour-counts-2026.xlsx", "64 KB"), File("committee-agenda.pdf", "212 KB"))),
    Mail("3", "Dawnwire", "Your morning: river tram opens a year early",
         "Good morning. The first week of rides is free, early snow closes two passes, and a pottery town goes "
         "electric after three hundred years of fire.\n\nFive minutes to read, with pictures.",
         "2026-11-17T07:05", unread=True),
    Mail("4", "林晓雨", "关于周六的行程",
         "你好 Robin，\n\n火车票已经订好了，我们九点在渡口见，别忘了带相机和雨衣。附件是上次的照片。\n\n祝好\n晓雨",
         "2026-11-17T06:48", unread=True, starred=True, labels=("Travel", "Photos"),
         files=(File("渡口.jpg", "3.4 MB", "land:gold:sea", 5),
                File("quay-at-dusk.jpg", "2.9 MB", "land:dusk:city", 8))),
    Mail("5", "Meridian Savings", "Your statement for October is ready",
         "Your statement is in your online folder. For your safety we never send amounts or account numbers by mail, "
         "and never ask for your password.",
         "2026-11-17T06:00"),
)  # fmt: skip

YESTERDAY = (
    Mail("6", "Tariq Osei", "Re: Cover proof, second try",
         "Looks right to me now. The blue is still a touch heavy on uncoated paper, but nobody except Nora and me will "
         "see that.\n\nI would sign it off today if you agree.",
         "2026-11-16T18:12", labels=("Work",), unread=True, thread="cover", cc=("Nora Haddon",)),
    Mail("7", ME, "Re: Cover proof, second try",
         "Much better! Can we see it once on uncoated stock before we sign?",
         "2026-11-16T15:40", "Sent", to=("Tariq Osei",), cc=("Nora Haddon",), labels=("Work",), thread="cover",
         account="r.vale@alderpress.example"),
    Mail("8", "Nora Haddon", "Cover proof, second try",
         "Hello both,\n\nhere is the second proof. I moved the title up by four millimetres and took the magenta down."
         "\n\nNora",
         "2026-11-16T14:22", "Archive", to=(ME, "Tariq Osei"), labels=("Work",), thread="cover",
         files=(File("cover_proof_02.pdf", "5.1 MB"),)),
    Mail("9", "Bunwright", "Your order BW-1041",
         "Thank you for your order.\n\n2 × Garden Stack, Single, Seeded wholegrain, Grilled onion\nReady: 18:30\n"
         "Pickup: 14 Ferry Street, Alder Cross\nTotal: $17.40",
         "2026-11-16T17:52", labels=("Receipts",)),
    Mail("10", "Hanne Vold", "Sunday, and who brings what",
         "Dear all,\n\nroast at one, as always. So far: Bea does the potatoes, Robin two plum cakes (two!), Tariq says "
         "he brings wine and probably forgets. Grandfather would like to be picked up at twelve.\n\nPlease tell me by "
         "Wednesday whether you come alone or with somebody.\n\nHanne",
         "2026-11-16T12:05", labels=("Family",), starred=True, to=(ME, "Bea Kowal", "Tariq Osei"), thread="sunday"),
    Mail("11", "Alder Water", "No water on Thursday, 19 November, 09:00–12:00",
         "We are replacing a valve in Ferry Street. Between nine and noon there will be no water in numbers 2 to 38. "
         "Please keep taps closed and let the water run for two minutes afterwards.",
         "2026-11-16T10:30"),
    Mail("12", "Sam Lindley", "Thursday’s class moves to room 12",
         "Hello everybody,\n\nthe printing class meets in room 12 this week because the big hall is being painted. "
         "Bring an apron.\n\nSam Lindley",
         "2026-11-16T09:14", unread=True),
    Mail("13", "Novabasket", "Up to 40% off outdoor gear until midnight",
         "Harbour sale: rain jackets from $24.90, head torches from $9.60, and free delivery over $60 with the code "
         "NIGHT12.",
         "2026-11-16T08:00"),
)  # fmt: skip

WEEK = (
    Mail("14", "Mira Okonedo", "Print sizes?",
         "Which two sizes did we say in the end? The gallery in Port Meridian wants labels by Friday and I can only "
         "find my coffee stain where your note should be.",
         "2026-11-15T19:33", starred=True, thread="prints"),
    Mail("15", "Railfinch", "Booking confirmed: Alder Cross to Kestrel Bay",
         "Saturday, 21 November 2026\n09:14 Alder Cross, platform 3\n10:52 Kestrel Bay\n2 adults, coach 4, seats 31 "
         "and 32 (window)\nTotal: $36.80\n\nShow the attached tickets on your phone or on paper.",
         "2026-11-15T11:20", labels=("Travel", "Receipts"), files=(File("tickets_RF-77120.pdf", "188 KB"),)),
    Mail("16", "Sam Lindqvist", "The book you asked for",
         "It is back on the shelf and I put it aside for you until Friday. Third floor, ask for me or say the magic "
         "word.",
         "2026-11-14T16:45"),
    Mail("17", "City Library", "Two loans are due on 17 November",
         "“A History of Slow Ferries” and “Salt, Fire, Glaze” are due. They can be renewed twice, unless somebody else "
         "is waiting.",
         "2026-11-14T09:00"),
    Mail("18", "Quarry Park Runners", "Club news: head torches, cake, and a date for the dinner",
         "The dinner is on 11 December at half past seven. It is $24.60 each, Bea collects the money. On Wednesdays "
         "please bring a light, the north path is dark.",
         "2026-11-13T20:10"),
    Mail("19", "Dr. Amadi", "Your results",
         "Dear Robin Vale,\n\nyour results are in and everything is fine. Please call the practice for the next "
         "appointment, Monday to Friday from half past eight to four.\n\nPractice Dr. Amadi",
         "2026-11-13T13:58"),
    Mail("20", "Seatmint", "Your seats for “The Slow Tides”",
         "Kestrel Hall, 28 November, 20:00\nRow 9, seats 14 and 15\nTotal: $51.00\n\nDoors open an hour before.",
         "2026-11-12T18:27", labels=("Receipts",), files=(File("slow-tides-seats.pdf", "96 KB"),)),
)  # fmt: skip

EARLIER = (
    Mail("21", "José Arriaga", "Winter storage",
         "Boat is out of the water. There is room for a second one in the shed if your cousin still looks for a place: "
         "$80 a month, dry, with a key.",
         "2026-11-10T21:02"),
    Mail("22", "Quarry School", "Invoice: printing class, second half",
         "The second half of the course fee is $145.00, due on 4 December. Please write the course number QS-318 on "
         "your transfer.",
         "2026-11-09T10:15", labels=("Receipts",), files=(File("invoice_QS-318.pdf", "74 KB"),)),
    Mail("23", "Bea Kowal", "Stairwell: bicycles",
         "A polite reminder that the hall is an escape route. Four bicycles and a canoe are not.",
         "2026-11-08T17:40"),
    Mail("24", "Ferry Line", "Ten rides, a month or a year: which pass fits?",
         "From January the year pass costs $312.00 and also holds on the river tram. Compare what you rode this year "
         "in your account.",
         "2026-11-06T09:30"),
    Mail("25", "Larderly", "We missed you: $5.00 off your next basket",
         "Fresh limes, oat milk and bread that was baked this morning, at your door by six.",
         "2026-11-05T08:20"),
    Mail("26", "Ines Farrow", "Draft agenda",
         "Dear Robin, here is the draft. You would have twelve minutes after the tea break.",
         "2026-11-04T11:11", "Archive", labels=("Work",), thread="agenda"),
    Mail("27", "Noor Haddad", "Photos from Sunday",
         "These three are my favourites. The second one has your thumb in it, I kept it anyway.",
         "2026-11-02T20:48", "Archive", labels=("Photos",), starred=True,
         files=(File("IMG_20261101_1.jpg", "2.2 MB", "land:mist:hills", 3),
                File("IMG_20261101_2.jpg", "2.6 MB", "land:day:peaks", 6))),
    Mail("28", "Meridian Savings", "New terms from 1 December",
         "We have made our terms shorter. You do not need to do anything.",
         "2026-11-01T06:00", "Archive"),
)  # fmt: skip

OWN = (
    Mail("29", ME, "Re: Your results",
         "Dear practice team,\n\nthank you. I will call this afternoon.\n\nRobin Vale",
         "2026-11-13T14:30", "Sent", to=("Dr. Amadi",), thread="", account="robin.vale@postquill.example"),
    Mail("30", ME, "Keys",
         "Tariq, I have them. Thank you for waiting at the kiosk.",
         "2026-11-06T12:09", "Sent", to=("Tariq Osei",), account="robin.vale@postquill.example"),
    Mail("31", ME, "Exhibition text, with two small questions",
         "Dear Mira,\n\nI read it twice and would not change much. Is it “glaze” or “slip” in the third paragraph? And "
         "does the harbour really face north?",
         "2026-11-11T22:17", "Sent", to=("Mira Okonedo",), account="robin.vale@postquill.example",
         files=(File("text_with_notes.docx", "57 KB"),)),
    Mail("32", ME, "Canoe in the hall",
         "Dear neighbours,\n\nthe canoe is mine and",
         "2026-11-08T18:30", "Drafts", to=("Bea Kowal",), account="robin.vale@postquill.example"),
    Mail("33", "Ferry Line", "Your pass ends in six weeks",
         "Renew it by 31 December and keep your card.",
         "2026-11-03T08:00", "Snoozed", snoozed="2026-11-23T08:00"),
    Mail("34", "Novabasket", "Flash deals: three hours only",
         "Copper kettle $19.90, was $34.00. Moss-green raincoat $42.60, was $71.00.",
         "2026-11-12T12:00", "Bin"),
)  # fmt: skip

MAILS = (*NEW, *YESTERDAY, *WEEK, *EARLIER, *OWN)
