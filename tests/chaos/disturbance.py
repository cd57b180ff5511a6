"""What is done to the executors of a driver, and when: decided by a seed, triggered by what the driver prints."""

import dataclasses
import os
import pathlib
import signal


@dataclasses.dataclass
class Disturbance:
    at_event: int  # it happens when the driver has printed so many events
    kind: str  # "kill", "stop" (for good) or "pause" (until the next event, or a moment without one)
    victim: int  # which executor, counted among those that are there

    def __str__(self):
        return f"{self.kind} of executor {self.victim} at event {self.at_event}"


def plan(dice, events):
    """One to three disturbances somewhere among so many events, not the very last; now and then two at once."""
    found, latest = [], max(1, events * 9 // 10)
    for _ in range(dice.choice([1, 1, 2, 2, 3])):
        at = found[-1].at_event if found and dice.random() < 0.2 else dice.randint(1, latest)
        found.append(Disturbance(at, dice.choice(["kill", "kill", "kill", "stop", "pause"]), dice.randrange(3)))
    return sorted(found, key=lambda disturbance: disturbance.at_event)


def executors_of(driver):
    """The processes that the driver has started and that have not ended, in the order of their start."""
    found = set()
    for children in pathlib.Path(f"/proc/{driver}/task").glob("*/children"):
        try:
            found.update(int(pid) for pid in children.read_text().split())
        except OSError:
            continue  # the thread has ended
    return sorted(pid for pid in found if state_of(pid) not in ("Z", "X", ""))


def state_of(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return ""


class Disturber:
    """Does what was planned for one driver, and puts right what must not outlast it."""

    def __init__(self, driver, disturbances):
        self.driver, self.waiting = driver, list(disturbances)
        self.events, self.paused, self.stopped, self.done = 0, [], [], []

    def on_event(self):
        self.events += 1
        self.resume_paused()
        while self.waiting and self.waiting[0].at_event <= self.events:
            self.act(self.waiting.pop(0))

    def act(self, disturbance):
        executors = executors_of(self.driver)
        if not executors:
            return
        victim = executors[disturbance.victim % len(executors)]
        self.done.append(f"{disturbance} (process {victim})")
        if disturbance.kind == "kill":
            send(victim, signal.SIGKILL)
        else:
            send(victim, signal.SIGSTOP)
            (self.paused if disturbance.kind == "pause" else self.stopped).append(victim)

    def resume_paused(self):
        while self.paused:
            send(self.paused.pop(), signal.SIGCONT)

    def resume_all(self):
        self.paused += self.stopped
        self.stopped = []
        self.resume_paused()


def send(pid, signal_number):
    try:
        os.kill(pid, signal_number)
    except ProcessLookupError:
        pass  # it ended by itself, or the driver was faster
