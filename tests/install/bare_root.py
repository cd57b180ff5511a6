"""A root directory that holds a C++ compiler with what it depends on, and nothing else of this machine: copies of the files
that Debian's packages list. Commands run in it by chroot, in a mount namespace of their own."""

import os
import re
import shutil
import subprocess
from pathlib import Path

# A shell besides the compiler, for $(ferro-config) and as /bin/sh of popen.
PACKAGES = ("g++", "dash")
# What a compiler does not need of its packages.
LEFT_OUT = ("/usr/share/", "/usr/lib/x86_64-linux-gnu/gconv/", "/usr/lib/debug/", "/var/", "/etc/")
# Ends of names of libraries that only link-time optimisation and sanitizers use.
UNUSED = re.compile(r"/(lto1|lto-wrapper|cc1|lib[alt]?ubsan\.\w+|lib[alth]wasan\.\w+|lib[atl]san\.\w+|libgprofng[^/]*)$")


class Impossible(Exception):
    """This machine cannot make such a root, or run something in it."""


def output_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise Impossible(f"{' '.join(command[:3])} failed: {getattr(error, 'stderr', '') or error}") from error


def packages_with_dependencies(names):
    """The installed packages that these need, with themselves."""
    depends, providers = {}, {}
    form = r"${Package}\t${Depends}, ${Pre-Depends}\t${Provides}\n"
    for line in output_of("dpkg-query", "-W", f"-f={form}").splitlines():
        package, needed, provided = line.split("\t")
        depends[package] = [re.split(r"[ :(]", name.strip())[0] for part in needed.split(",")
                            for name in part.split("|") if name.strip()]
        for name in provided.split(","):
            providers.setdefault(re.split(r"[ (]", name.strip())[0], package)
    found, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        name = name if name in depends else providers.get(name)
        if name is None or name in found:
            continue
        found.add(name)
        waiting += depends[name]
    missing = [name for name in names if name not in found]
    if missing:
        raise Impossible(f"not installed as Debian packages: {' '.join(missing)}")
    # What packages need in order to be configured, not to run.
    return sorted(found - {"debconf", "perl-base", "dpkg", "tar"})


def copy(path, root):
    target = root / path.lstrip("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.is_symlink() or target.exists():
        return
    shutil.copy2(path, target, follow_symlinks=False)


class BareRoot:
    def __init__(self, root):
        self.root = root
        for link in ("bin", "lib", "lib64", "sbin"):
            (root / "usr" / link).mkdir(parents=True, exist_ok=True)
            (root / link).symlink_to(f"usr/{link}")
        for folder in ("dev", "proc", "tmp", "etc"):
            (root / folder).mkdir()
        for package in packages_with_dependencies(PACKAGES):
            for path in output_of("dpkg-query", "-L", package).splitlines():
                path = re.sub(r"^/(bin|lib|lib64|sbin)/", r"/usr/\1/", path)
                if path.startswith(LEFT_OUT) or UNUSED.search(path):
                    continue
                if os.path.islink(path) or os.path.isfile(path):
                    copy(path, root)
        tried = self.run("g++", "--version")
        if tried.returncode != 0:
            raise Impossible(f"g++ does not start in {root}: {tried.stdout}")

    def command(self, *words):
        mount = 'mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
        alone = [] if os.geteuid() == 0 else ["--map-root-user"]
        return ["unshare", "--mount", *alone, "sh", "-c", mount, str(self.root), *map(str, words)]

    def environment(self):
        return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/tmp", "LC_ALL": "C"}

    def run(self, *words):
        try:
            result = subprocess.run(self.command(*words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                    env=self.environment(), timeout=200)
        except OSError as error:
            raise Impossible(str(error)) from error
        if result.returncode != 0 and result.stdout.startswith(("unshare:", "mount:", "chroot: cannot change root")):
            raise Impossible(result.stdout.strip())
        return result

    def start(self, *words):
        return subprocess.Popen(self.command(*words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                env=self.environment())

    def place(self, path):
        """Where a path of the root is for those outside."""
        return Path(self.root) / str(path).lstrip("/")
