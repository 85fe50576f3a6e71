"""Runs external programs as agents: each episode starts one, isolated from the data it is judged by.

command, description    what is started: a command line, or a file that describes a program
environment             the program's environment variables
bwrap, bootstrap        bubblewrap's options; the code that runs inside before the program
launch, process         what a start needs; a running program
output                  the program's output, bounded
orphan_processes        processes that survive a program without isolation
program_session         the session as the program plays it
console                 questions that a program asks on its console
endpoints, ports, proxy what the program can connect to: phone, agent API, model servers
clock                   the phone's date as the program's
program_agent           the agent of one episode: all of these in one task group
http_agent              agents that connect by themselves
openers                 `exec:COMMAND` and `yaml:FILE`, opened once per run
"""
