"""The recorded datasets, read where a user has put them: `names`, `load`, `options`, `notes`. Nothing is downloaded.

catalog          the datasets that there are, and what is to be known of each
loading          from a name and a path to steps and defects; duplicates, mixed files, swapped axes are noticed here
agentcpm         a record that is a step: AITZ, CAGUI, AndroidControl as AgentCPM-GUI's scripts write it   (pure)
options          a record that is an episode with what its clicks may hit
androidcontrol   a record of the original shards; `protos` its protocol buffers, `tfrecord` its framing
jsonfiles, files, pictures    values of a JSON file one at a time, files of a path, pictures of a record
checks, fields   what is wrong across records; what a field holds, however it is written                   (pure)
"""

from benchmarks.gap.datasets.catalog import load, names, notes, options

__all__ = ["load", "names", "notes", "options"]
