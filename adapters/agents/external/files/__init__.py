"""Decides which files of this computer an external program sees; nothing of the ground truth is among them.

visible_files           the view of one program
interpreters, git_files the installation a command needs; the files that belong to a script
snapshots               copies of what a user named, without the ground truth
own_paths, recognition  where the ground truth lies; what it looks like elsewhere
canary                  detects a program that knows the suite's files
"""
