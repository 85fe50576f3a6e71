"""HTTP: the talk door, where agents outside get their instruction and ask; the desk, where people answer; their labels.

talk, guests, messages, schema   the talk door (`adapters.web.agent_api.server.TalkDoor`)
desk, desk.html, desk_command    the desk and its page; `python -m runtime.bench desk`
person                           the user `human`, who brings questions to the desk
labels, thoughts                 the annotators' pages: traces of a run, thoughts at recorded steps; `label`
pages, decisions, names          what those share: a page's server, files of decisions on disk, people's names;
                                 look.css, saving.js and drawing.js in the browser
serving                          what all doors do alike
"""
