"""The runtime: from the vocabulary (bottom) to the library and the command (top). An import only goes down.

bench                          the command `python -m runtime.bench`
engine  rejudging              `Runtime`, the library; a recording judged again
installed                      the parts of a run, found and imported once
casting                        who plays, as it was asked for
scheduler  selection           who plays what where
attempt                        one try at an episode, from the lease of a device to the commit line
panel  run_parts               all judges of an episode, and the vote over them; what the parts of a run share
judging  episode               verdicts while it is played; the stages of an attempt that touch the device
pool  session  providers       devices and their leases; one step; the models of a run
recorder  prompting  rundir    what is kept, and where; the texts that models are asked with
log  catalog  kept             append-only logs with cursors; parts found by entry points; replies of models kept
collisions                     other projects with packages of the same names
ports  boundary                the Protocols that plug-ins implement; where foreign code meets ours
metrics                        tally, reducers, intervals
dispatch  dialogue             what is still to play; the rules of a question
rules  predicates  placement  breaker    legal events; what holds; who plays next; who may be leased
models                         talking with models: requests, answers by form, quoting, prompts
ui  frames  backoff            accessibility trees; pixels; how long to wait for what was lost
config  events  tasks  actions  errors    the vocabulary
"""
