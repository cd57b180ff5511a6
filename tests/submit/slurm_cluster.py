"""A real Slurm cluster of four nodes on this machine, for tests: its own munged, one slurmctld and a slurmd for each node,
in the foreground as children of the test, with ports, keys and state of their own."""

import os
import shutil
import signal
import socket
import subprocess
import time

NODES = ["n1", "n2", "n3", "n4"]
# Daemons on a busy machine are slow; healthy ones need a small part of this.
LIMIT = 60
PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "srun", "salloc", "scontrol", "squeue", "scancel"]

CONFIGURATION = """\
ClusterName=ferro
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control_port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={directory}/munge.socket
CredType=cred/munge
StateSaveLocation={directory}/state
SlurmdSpoolDir={directory}/spool.%n
SlurmctldPidFile={directory}/slurmctld.pid
SlurmdPidFile={directory}/slurmd.%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
KillWait=30
MinJobAge=600
SlurmdParameters=config_overrides
GresTypes=gpu
{nodes}
PartitionName=main Nodes=n[1-4] Default=YES MaxTime=INFINITE State=UP
PartitionName=other Nodes=n[1-4] MaxTime=INFINITE State=UP
"""


def why_not():
    """The reason why no cluster can be started here, or nothing."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        return f"{', '.join(missing)} not found: install Debian's slurm-wlm and munge"
    if os.geteuid() != 0:
        return "Slurm's daemons need root"
    return None


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class SlurmCluster:
    def __init__(self, directory):
        self.directory = directory
        self.daemons = []
        self.environment = dict(os.environ, SLURM_CONF=f"{directory}/slurm.conf")
        for name in list(self.environment):
            if name.startswith("SLURM_") and name != "SLURM_CONF":
                del self.environment[name]

    def start(self):
        os.mkdir(f"{self.directory}/state")
        self.start_munge()
        control_port, *ports = free_ports(1 + len(NODES))
        host = socket.gethostname().split(".")[0]
        nodes = [f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2 RealMemory=2000 Gres=gpu:1 "
                 "State=UNKNOWN" for name, port in zip(NODES, ports)]
        with open(f"{self.directory}/slurm.conf", "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(host=host, control_port=control_port, directory=self.directory,
                                            nodes="\n".join(nodes)))
        # Slurm wants the device of a GPU, and asks nothing of it.
        with open(f"{self.directory}/gres.conf", "w", encoding="utf-8") as file:
            file.write("AutoDetect=off\nNodeName=n[1-4] Name=gpu File=/dev/null\n")
        self.run_daemon("slurmctld", "-D", "-c")
        for name in NODES:
            os.mkdir(f"{self.directory}/spool.{name}")
            self.run_daemon("slurmd", "-D", "-N", name)
        self.wait_until(lambda: self.node_states() == {name: "idle" for name in NODES}, "all nodes are idle")

    def start_munge(self):
        key = f"{self.directory}/munge.key"
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(os.urandom(128))
        os.chmod(self.directory, 0o755)
        self.run_daemon("munged", "--foreground", "--force", "--key-file", key,
                        "--socket", f"{self.directory}/munge.socket", "--pid-file", f"{self.directory}/munge.pid",
                        "--log-file", f"{self.directory}/munge.log", "--seed-file", f"{self.directory}/munge.seed")
        self.wait_until(lambda: os.path.exists(f"{self.directory}/munge.socket"), "munged listens")

    def run_daemon(self, *command):
        log = open(f"{self.directory}/{command[0]}-{len(self.daemons)}.log", "wb")
        with log:
            self.daemons.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                                 env=self.environment))

    def stop(self):
        if len(self.daemons) > 1:
            self.call("scancel", "--user=root", "--signal=KILL", "--full", check=False)
            self.call("scancel", "--user=root", check=False)
        # Those that depend on others first.
        for daemon in reversed(self.daemons):
            daemon.send_signal(signal.SIGTERM)
            try:
                daemon.wait(timeout=20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def call(self, *command, check=True):
        """What it prints."""
        result = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=LIMIT)
        if check and result.returncode != 0:
            raise AssertionError(f"{command} ended with {result.returncode}: {result.stderr}")
        return result.stdout.strip()

    def node_states(self):
        lines = self.call("sinfo", "-h", "-N", "-p", "main", "-o", "%N %T", check=False).splitlines()
        return dict(line.split() for line in lines)

    def jobs(self):
        """{id: (name, state)} of those that have not ended."""
        lines = self.call("squeue", "-h", "-o", "%i|%j|%T").splitlines()
        return {line.split("|")[0]: tuple(line.split("|")[1:]) for line in lines}

    def node_of_step(self, name):
        """{executor step name: node} of the steps that run."""
        lines = self.call("squeue", "-h", "--steps", "-o", "%j|%N").splitlines()
        return dict(line.split("|") for line in lines).get(name)

    def wait_until(self, holds, what, limit=LIMIT):
        deadline = time.monotonic() + limit
        while not holds():
            if time.monotonic() > deadline:
                raise AssertionError(f"not within {limit} s: {what}; nodes {self.node_states()}\n{self.logs()}")
            # Slurm has nothing to wait on; its own tools ask again and again, too.
            time.sleep(0.1)

    def logs(self):
        texts = []
        for name in sorted(os.listdir(self.directory)):
            if name.endswith(".log"):
                with open(f"{self.directory}/{name}", encoding="utf-8", errors="replace") as file:
                    texts.append(f"--- {name}\n" + "".join(file.readlines()[-15:]))
        return "\n".join(texts)
