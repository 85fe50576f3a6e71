"""Foreign programs as agents: started for each episode, and kept from seeing how they are judged.

command, description   what is to be started: words of a command line, or a file that describes a program
environment            what the program finds in its environment
ours, views            where the ground truth lies; what a program may see of this computer
bwrap, inside          how it is started: through bubblewrap, by a few lines that run before it
launch, process        its life: what is started with what; started, heard, stopped
output                 what it wrote, within bounds
leftovers              what outlives it where it is not isolated
played, following      its session; what is said and done, in its order
console                questions that it asks on its console
ports, proxy           what it may call: phone, talk door, model servers
canary                 whether it knows what it cannot have seen
foreign                one episode: all of these under one task group
opening                `exec:COMMAND` and `yaml:FILE`, opened once for a run
"""
