"""HTTP: the talk door, where agents outside get their instruction and ask, and the desk, where people answer.

talk, guests, messages, schema   the talk door (`adapters.web.talk.TalkDoor`)
desk, desk.html, desk_command    the desk and its page; `python -m runtime.bench desk`
person                           the user `human`, who brings questions to the desk
serving                          what both doors do alike
"""
