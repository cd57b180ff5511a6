"""The packages that cpack makes of a build, used in a root that has nothing but a C++ compiler: no Ferro, no Arrow, no CMake.

`package_test.py BUILD_TREE SOURCE_TREE WORK_FOLDER CPACK` packs, unpacks the tarball in a folder of another name than it was made
for, builds the program of README.md with it, and runs that program, ferro-submit, ferro-shuffle-service and executors."""

import re
import shutil
import socket
import subprocess
import sys
import tarfile
import unittest
from pathlib import Path

from bare_root import BareRoot, Impossible

BUILD, SOURCE, WORK = (Path(argument).resolve() for argument in sys.argv[1:4])
CPACK = sys.argv[4]
PREFIX = "/opt/somewhere/else"
COUNTS = ["(be,2)", "(is,1)", "(not,2)", "(or,1)", "(question,1)", "(that,1)", "(the,1)", "(to,2)"]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def program_of_readme():
    return re.search(r"```cpp\n(.*?)```", (SOURCE / "README.md").read_text(), re.DOTALL).group(1)


def pack():
    """The tarball and the Debian package. Compressed as little as possible: they are unpacked at once."""
    subprocess.run([CPACK, "-G", "TGZ;DEB", "-B", WORK / "package", "--config", BUILD / "CPackConfig.cmake",
                    "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none"], check=True, stdout=subprocess.DEVNULL)
    return next((WORK / "package").glob("*.tar.gz")), next((WORK / "package").glob("*.deb"))


def unpack(tarball, folder):
    """As `tar --strip-components=1` does. Returns the paths of the files."""
    with tarfile.open(tarball) as archive:
        files = []
        for member in archive:
            member.name = member.name.partition("/")[2]
            if not member.name:
                continue
            archive.extract(member, folder)
            if not member.isdir():
                files.append(member.name)
    return sorted(files)


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = ROOT
        cls.tarball, cls.debian = pack()
        cls.prefix = cls.root.place(PREFIX)
        cls.files = unpack(cls.tarball, cls.prefix)
        home = cls.root.place("/user")
        home.mkdir()
        (home / "app.cc").write_text(program_of_readme())
        (home / "text.txt").write_text("to be or not to be\nthat is not the question\n")
        built = cls.root.run("sh", "-c", f"g++ -O1 /user/app.cc $({PREFIX}/bin/ferro-config) -o /user/app")
        assert built.returncode == 0, built.stdout

    def counted(self, *command):
        """Runs the word count, and returns what it wrote."""
        output = f"/user/output-{len(list(self.root.place('/user').iterdir()))}"
        result = self.root.run(*command, "/user/text.txt", output)
        self.assertEqual(result.returncode, 0, result.stdout)
        parts = self.root.place(output).glob("part-*")
        return sorted(line for part in parts for line in part.read_text().splitlines())

    def test_the_program_of_the_readme_counts_words_with_threads_and_with_executors(self):
        self.assertEqual(self.counted("/user/app", "--ferro.master=local[2]"), COUNTS)
        self.assertEqual(self.counted("/user/app", "--ferro.master=local-cluster[2,1,256m]"), COUNTS)

    def test_ferro_submit_runs_it_from_both_packages(self):
        subprocess.run(["dpkg-deb", "--extract", self.debian, self.root.root], check=True)
        for tool in (f"{PREFIX}/bin/ferro-submit", "/usr/bin/ferro-submit"):
            self.assertEqual(self.counted(tool, "--master", "local-cluster[2,1,256m]", "/user/app"), COUNTS)

    def test_the_service_holds_the_outputs_of_executors(self):
        port = free_port()
        place = ["--conf", f"ferro.shuffle.service.port={port}", "--conf", "ferro.local.dir=/tmp"]
        service = self.root.start(f"{PREFIX}/bin/ferro-shuffle-service", *place)
        try:
            self.assertIn("listens at", service.stdout.readline())
            self.assertEqual(
                self.counted(f"{PREFIX}/bin/ferro-submit", "--master", "local-cluster[2,1,256m]", *place,
                             "--conf", "ferro.shuffle.service.enabled=true", "/user/app"), COUNTS)
        finally:
            service.terminate()
            service.stdout.close()
            service.wait(timeout=60)
        self.assertEqual(service.returncode, 0)

    def test_the_debian_package_holds_the_same_files(self):
        listed = subprocess.run(["dpkg-deb", "--fsys-tarfile", self.debian], check=True, capture_output=True).stdout
        names = subprocess.run(["tar", "-t"], input=listed, check=True, capture_output=True).stdout.decode().split()
        installed = sorted(name.removeprefix("./usr/") for name in names if not name.endswith("/"))
        self.assertEqual(installed, self.files)

    def test_nothing_names_the_tree_that_it_was_built_in(self):
        tree = re.compile(rb"(?<![\w./-])" + re.escape(str(SOURCE).encode()) + rb"/")
        ours = [path for path in self.prefix.rglob("*") if path.is_file() and ".so." not in path.name]
        self.assertGreater(len(ours), 500)
        for path in [*ours, self.root.place("/user/app")]:
            found = tree.search(path.read_bytes())
            self.assertIsNone(found, path)


if __name__ == "__main__":
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    try:
        ROOT = BareRoot(WORK / "root")
    except Impossible as reason:
        print(f"skipped: no root with nothing but a compiler can be made or entered here: {reason}")
        sys.exit(77)
    try:
        unittest.main(argv=[sys.argv[0], *sys.argv[5:]], verbosity=2)
    finally:
        shutil.rmtree(WORK, ignore_errors=True)
