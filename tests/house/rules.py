"""Checks the rules of the house that a compiler does not: which room may include which, where a library may appear,
what every room and example must have. `rules.py TREE` prints each broken rule as file:line: sentence and exits with 1."""

import os
import re
import subprocess
import sys
from pathlib import Path

# A room may include itself and those before it.
ROOMS = ["common", "conf", "net", "gpu", "blockmanager", "shuffle", "scheduler", "engine", "mllib", "ui", "submit"]
SOURCE_SUFFIXES = {".h", ".cc", ".cu", ".cuh"}
MAX_EXAMPLE_LINES = 80

FERRO_INCLUDE = re.compile(r'^\s*#\s*include\s*["<]ferro/([a-z]+)/')
ANY_INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')
# The first component of an absolute path that exists on one developer's machine only.
MACHINE_PATH = re.compile(r"(?<![\w.~}$*-])/(?:home|work|Users|root)/[\w.]")

# A constant or a type at the outermost level of a namespace.
PRIVATE_NAME = re.compile(r"(?:struct|class|enum class) (\w+)(?! *;)\b|const\w* [\w:<>, *&]*?\b(k[A-Z]\w*)(?=[ {;=\[(])")


def tracked_files(tree):
    """Relative paths of what Git tracks in the tree, or of all files where there is no usable Git."""
    command = ["git", "-C", str(tree), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listing = subprocess.run(command, capture_output=True, check=True).stdout.decode()
        names = [name for name in listing.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = []
        for folder, inner, found in os.walk(tree):
            inner[:] = [name for name in inner if name not in ("build", ".git")]
            names += [os.path.relpath(os.path.join(folder, name), tree) for name in found]
    return [Path(name) for name in sorted(names) if (tree / name).is_file()]


def read_lines(path):
    return path.read_text(encoding="utf-8", errors="replace").splitlines()


def check_room_includes(name, lines):
    room = name.parts[0]
    if room not in ROOMS or name.suffix not in SOURCE_SUFFIXES:
        return
    allowed = ROOMS[: ROOMS.index(room) + 1]
    for number, line in enumerate(lines, 1):
        match = FERRO_INCLUDE.match(line)
        if match and match[1] not in allowed:
            yield number, f"{room}/ may not include {match[1]}/: it may use only {', '.join(allowed)}"


def check_library_places(name, lines):
    if name.suffix not in SOURCE_SUFFIXES:
        return
    room = name.parts[0]
    for number, line in enumerate(lines, 1):
        match = ANY_INCLUDE.match(line)
        header = match[1] if match else ""
        if header.startswith(("boost/asio", "boost/beast")) and room not in ("net", "ui"):
            yield number, "Asio belongs in net/ and ui/ only"
        if header.startswith(("tbb/", "oneapi/tbb")) and name.suffix != ".cc":
            yield number, "TBB belongs in .cc files only: users should not pay for parsing it"
        if re.match(r"cuda|cublas|cusparse|thrust/|cub/", header) and room != "gpu":
            yield number, "CUDA belongs in gpu/ only"
        if header == "arrow/api.h" and name.suffix == ".h" and room in ROOMS:
            yield number, "arrow/api.h is slow to parse: headers include arrow/type_fwd.h"
    if name.suffix in (".cu", ".cuh") and room != "gpu":
        yield 1, "CUDA belongs in gpu/ only"


def check_machine_paths(_, lines):
    for number, line in enumerate(lines, 1):
        if MACHINE_PATH.search(line):
            yield number, "names a path of one developer's machine"


def check_example_length(name, lines):
    if name.parts[0] == "examples" and name.suffix in SOURCE_SUFFIXES and len(lines) > MAX_EXAMPLE_LINES:
        yield len(lines), f"an example has at most {MAX_EXAMPLE_LINES} lines, this one has {len(lines)}"


def private_names(lines):
    """Constants and types of the anonymous namespaces of a source, with their lines. Equal aliases may be repeated."""
    inside = False
    for number, line in enumerate(lines, 1):
        if line == "namespace {":
            inside = True
        elif line == "}  // namespace":
            inside = False
        match = PRIVATE_NAME.match(line) if inside else None
        if match:
            yield match[1] or match[2], number


def check_private_names(tree, names):
    """Sources of a folder are compiled together (FERRO_UNITY)."""
    owners = {}
    for name in names:
        united = name.suffix == ".cc" and (name.parts[0] in ROOMS or name.name.endswith("_test.cc"))
        for private, number in private_names(read_lines(tree / name)) if united else ():
            owner = owners.setdefault((name.parent, private), name)
            if owner != name:
                yield name, number, f"{private} is a private name of {owner.name} too: sources of a folder are compiled together"


def check_room_readmes(names):
    for room in sorted({name.parts[0] for name in names} & set(ROOMS)):
        if Path(room, "README.md") not in names:
            yield f"{room}/README.md:1: every room says in a paragraph what lives there"


def broken_rules(tree):
    checks = [check_room_includes, check_library_places, check_machine_paths, check_example_length]
    names = tracked_files(tree)
    for name in names:
        lines = read_lines(tree / name)
        for check in checks:
            for number, sentence in check(name, lines):
                yield f"{name}:{number}: {sentence}"
    for name, number, sentence in check_private_names(tree, names):
        yield f"{name}:{number}: {sentence}"
    yield from check_room_readmes(names)


def main():
    broken = list(broken_rules(Path(sys.argv[1])))
    print("\n".join(broken))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
