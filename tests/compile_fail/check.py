"""Compiles one file that must not compile and checks that the compiler says what a user should read.

`check.py FILE FLAGS_FILE COMPILER` passes if compiling FILE fails and each `// expect: TEXT` line of it appears in the
compiler's output. A file named ok_* is a control: it must compile, so that the others fail for their own reason
alone. `// at most: N lines` says how long the output may be; it must then name a line of the file too."""

import re
import subprocess
import sys
from pathlib import Path

EXPECT = "// expect: "
LIMIT = "// at most: "


def complaints(source, exit_code, output):
    expected = [line.split(EXPECT, 1)[1].strip() for line in source.read_text().splitlines() if EXPECT in line]
    if source.name.startswith("ok_"):
        return [] if exit_code == 0 else ["this control must compile"]
    if not expected:
        return [f"has no line '{EXPECT}<text>'"]
    if exit_code == 0:
        return ["compiles, but must not"]
    return [f"the compiler does not say: {text}" for text in expected if text not in output] + too_long(source, output)


def too_long(source, output):
    limits = [int(line.split(LIMIT, 1)[1].split()[0]) for line in source.read_text().splitlines() if LIMIT in line]
    if not limits:
        return []
    lines = len(output.splitlines())
    found = [f"the compiler says {lines} lines, more than {limits[0]}"] if lines > limits[0] else []
    named = re.search(re.escape(str(source)) + r":\d+:\d+: +required from here", output)
    return found + ([] if named else ["the compiler does not name the user's line"])


def main():
    source, flags, compiler = Path(sys.argv[1]), Path(sys.argv[2]).read_text().split("\n"), sys.argv[3]
    command = [compiler, *filter(None, flags), "-fsyntax-only", str(source)]
    # The quotes that compilers print depend on the locale.
    result = subprocess.run(command, capture_output=True, text=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})
    found = complaints(source, result.returncode, result.stderr)
    if found:
        print(result.stderr)
    for sentence in found:
        print(f"{source.name}: {sentence}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
