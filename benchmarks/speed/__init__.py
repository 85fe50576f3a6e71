"""Speed comparisons, always as ratios to contenders measured in the same run; not part of the wheel.

__main__    the command: measure, print, judge
bar         samples, series, ratios and claims, pure
adb         the contests and claims about ADB
contest     plays a contest: contenders in processes of their own, in turn
contender   the process of one contender
framework, scheduling                the contests and claims about the runtime's own cost
framework_contenders                 its real parts without device and agent, and the same by hand
simulated_dispatch                   placement alone
simulated_run, simulated_phones      the real scheduler and sessions on phones that only take time
virtual_time                         the event loop whose clock jumps to the next timer
fixture     the process of a bare device and a bare adb server
ours        what we can do
floors      the same by hand, with nothing around it
peers       what others can do
wire        the few bytes of the protocols that floors and fixture need
host        where and with what this was measured
"""
