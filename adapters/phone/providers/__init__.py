"""Content providers: tables over the phone's state, for `content query` and similar commands.

rows         a table, and SQL conditions and sort orders on it
source       the interface of a provider
sources      the providers by authority
settings, people, talk, dates, media    the phone's own providers
portal       the providers of the droidrun client's screen readers, the older one and mobilerun's
"""
