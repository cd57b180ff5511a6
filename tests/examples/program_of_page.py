"""Makes one program of the blocks of C++ of a page of the documentation: `program_of_page.py PAGE.md OUTPUT.cc`. The
blocks stand one after the other in its main(), after a Session named session; includes go to the top."""

import re
import sys


def main():
    with open(sys.argv[1]) as file:
        page = file.read()
    top, body = ["#include <iostream>"], []
    for match in re.finditer(r"^```cpp\n(.*?)^```$", page, re.DOTALL | re.MULTILINE):
        first = page.count("\n", 0, match.start(1)) + 1
        body.append(f'#line {first} "{sys.argv[1]}"')
        for line in match[1].splitlines():
            is_top = line.startswith(("#include", "using namespace"))
            (top if is_top else body).append(line)
            if is_top:
                body.append("")  # so that line numbers stay the page's
    begin = ["int main(int argc, char** argv) {", "ferro::Session session(argc, argv);"]
    with open(sys.argv[2], "w") as file:
        file.write("\n".join([*top, *begin, *body, "}", ""]))


if __name__ == "__main__":
    main()
