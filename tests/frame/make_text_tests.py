"""Turns text tests into C++: make_text_tests.py OUT.cc FILE.frame...

A file holds tests. Each begins with `== what users may rely on`
(without ` ==` at the end, as headings of plans have), then come lines of a program, then `---`, then what the
program prints. An error that escapes is printed as `error: ` and its text. A line `<<< name` begins a file that the program
can read under `files + "name"`, up to `>>>`. Lines that begin with `#` in front of the first test are comments.
"""

import pathlib
import sys

HEAD = """// Made from text tests by make_text_tests.py.
#include <iostream>

#include "text_program.h"

using namespace ferro;
using ferro::test::printPlan;
"""


def parse(path):
    tests, test, part = [], None, None
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if line.startswith("== ") and not line.endswith(" =="):
            test = {"name": line[3:], "line": number, "program": [], "expected": [], "files": {}}
            tests.append(test)
            part = test["program"]
        elif test is None:
            if line and not line.startswith("#"):
                sys.exit(f"{path}:{number}: expected `== name of a test`")
        elif line.startswith("<<< "):
            part = test["files"].setdefault(line[4:], [])
        elif line == ">>>":
            part = test["program"]
        elif line == "---" and part is test["program"]:
            part = test["expected"]
        else:
            part.append(line)
    return tests


def raw(lines):
    return 'R"~~~(' + "\n".join(lines) + ')~~~"'


def strip(lines):
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def write(test, path):
    files = ", ".join(f'{{"{name}", {raw(lines + [""])}}}' for name, lines in test["files"].items())
    program = "\n".join("  " + line for line in strip(test["program"]))
    return f"""
TEST_CASE("{test['name']}") {{
  ferro::test::expectPrinted({{{files}}}, {raw(strip(test['expected']))}, [](Session& session, const std::string& files) {{
    (void)session, (void)files;
#line {test['line'] + 1} "{path}"
{program}
#line 1 "{path.stem}_test.cc"
  }});
}}
"""


def main():
    out, *files = sys.argv[1:]
    text = HEAD
    for file in map(pathlib.Path, files):
        text += "".join(write(test, file) for test in parse(file))
    pathlib.Path(out).write_text(text)


main()
