"""Loaders of recorded datasets from local files: `names`, `load`, `options`, `notes`. Nothing is downloaded.

catalog                  the supported datasets, with their options and notes
loading                  reads steps and defects from files; reports duplicates, mixed files and swapped axes
agentcpm                 converts records of one step: AITZ, CAGUI, AndroidControl as AgentCPM-GUI's scripts write it
androidcontrol_options   converts records of one episode with the elements that clicks may hit
androidcontrol           converts records of the original shards
protobuf, tfrecord       protocol buffers and framing of the original shards
jsonfiles                yields the values of a JSON file one at a time
files, pictures          find the files below a path, and the screenshots of a record
checks                   checks across records (pure)
fields                   parses the fields of a record in all their notations (pure)
"""

from benchmarks.gap.datasets.catalog import load, names, notes, options

__all__ = ["load", "names", "notes", "options"]
