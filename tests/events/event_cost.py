"""What the event log costs: one job of many tasks, with and without, in turns. `event_cost.py PROGRAM [TASKS [ROWS [TURNS]]]` prints
for each way the median of the job's wall time and of the process's processor time, and their ratios. Not a test: it needs a quiet
machine, though the processor time hardly minds a busy one."""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile


def measure(program, directory, settings, tasks, rows):
    command = [program, "--ferro.master=local[2]", f"--ferro.local.dir={directory}", *settings, "many", tasks, rows]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return float(output.split()[-2]), processor


def main():
    program, tasks, rows, turns = (sys.argv[1:] + [None, "10000", "100000", "7"][len(sys.argv) - 1:])[:4]
    directory = tempfile.mkdtemp(prefix="ferro-cost-")
    log = ["--ferro.eventLog.enabled=true", f"--ferro.eventLog.dir={directory}/logs"]
    ways = {"without": [], "with": log, "compressed": [*log, "--ferro.eventLog.compress=true"]}
    results = {way: [] for way in ways}
    for _ in range(int(turns)):
        for way, settings in ways.items():
            results[way].append(measure(program, directory, settings, tasks, rows))
    sizes = sorted(os.path.getsize(os.path.join(directory, "logs", name)) for name in os.listdir(f"{directory}/logs"))
    shutil.rmtree(directory)
    medians = {way: [statistics.median(column) for column in zip(*found)] for way, found in results.items()}
    print(f"{tasks} tasks of {rows} rows, {turns} turns; logs of {sizes[0]} to {sizes[-1]} bytes")
    for way, (wall, processor) in medians.items():
        print(f"{way:10}  wall {wall:.3f} s ({wall / medians['without'][0]:.3f})  "
              f"processor {processor:.3f} s ({processor / medians['without'][1]:.3f})")


if __name__ == "__main__":
    main()
