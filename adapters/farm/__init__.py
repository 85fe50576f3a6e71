"""Load tests of device farms: what a farm can carry and what breaks first. The command `farm`.

plan         what a load test does: load over time, operations, profiles, scenarios, scripts, recorded runs
results      what is measured: latencies, failures, layers, thresholds, the knee. Pure
reports      the result as a document, a page, tables, lines
phone        the operations of a virtual user on one device, measured
devices      opens the devices, behind proxies if faults are made; `chaos` makes them
generator    starts iterations when they are due; `probes` ask the layers meanwhile
experiment   one load test; `capacity` searches with many
"""
