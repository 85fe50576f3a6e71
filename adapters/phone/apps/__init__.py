"""The apps of a virtual phone, one folder each, found by entry point like anybody's.

Every app has a home, lists that are longer than the screen, search with an empty state, detail pages, choices with
declared defaults (`App.choices`), a review before what cannot be undone, and a record of what was done, so that state
alone tells the right outcome from a near miss. Content is one invented city and the same few people everywhere.

Which apps serve the same wish with another structure: Bunwright and Griddle Nine (a dish with options), Novabasket and
Thriftloom (a garment), Railfinch and Seatmint (tickets), Framelet and Reelbrook (follow somebody), Jotfern and Tickmoss
(a list), Mapwren and Drizzlecast (keep a place), Clock, Calendar and Tickmoss (be reminded), Parlowe and Messages (tell
somebody), Files and Gallery (pictures).
"""
