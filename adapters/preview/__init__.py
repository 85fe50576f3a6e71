"""Screens of an app of the virtual phone while it is written: `python -m runtime.bench preview APP SCREEN`.

rendering   finds an app, and renders one of its screens           imports the app
server      the page, and a new picture whenever a file changes    sockets, processes
command     the subcommand `preview`
"""
