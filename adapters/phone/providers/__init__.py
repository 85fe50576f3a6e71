"""Content providers: tables over the phone's state, as `content query` and its like see them.

rows         a table, and what SQL conditions and orders make of it
sources      which provider an address belongs to, and what each can do
settings, people, talk, dates, media    the phone's own providers
portal       what the screen-reading portal of one client answers
"""
