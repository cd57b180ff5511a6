"""The manifests of deploy/ against the programs that they start: SCRIPT FERRO_SUBMIT SOURCE_DIRECTORY [unittest arguments]"""

import re
import subprocess
import sys
import unittest

try:
    import yaml
except ImportError:
    yaml = None

SUBMIT, SOURCE = sys.argv[1:3]


def read(path):
    with open(f"{SOURCE}/{path}", encoding="utf-8") as file:
        return file.read()


@unittest.skipIf(yaml is None, "PyYAML not found: install Debian's python3-yaml")
class Manifest(unittest.TestCase):
    def setUp(self):
        documents = list(yaml.safe_load_all(read("deploy/kubernetes/job.yaml")))
        self.service = next(one for one in documents if one["kind"] == "Service")
        self.driver, self.executors = (one["spec"]["template"] for one in documents if one["kind"] == "Job")

    def container(self, pod):
        return pod["spec"]["containers"][0]

    def variables(self, pod):
        return {entry["name"]: entry.get("value") for entry in self.container(pod)["env"]}

    def test_the_drivers_flags_are_ones_that_ferro_submit_takes(self):
        arguments = self.container(self.driver)["args"]
        flags = [argument for argument in arguments if argument.startswith("--")]
        self.assertEqual(arguments[:len(flags)], flags, "what follows the application belongs to it")
        result = subprocess.run([SUBMIT, *flags, "--explain-conf", "ferro.master"], capture_output=True, text=True,
                                timeout=60)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("now:     external[3,2]", result.stdout)

    def test_executors_are_as_many_and_as_large_as_the_driver_awaits(self):
        documents = list(yaml.safe_load_all(read("deploy/kubernetes/job.yaml")))
        job = next(one for one in documents if one["metadata"]["name"].endswith("executors"))
        self.assertEqual((job["spec"]["parallelism"], self.variables(self.executors)["FERRO_EXECUTOR_CORES"]), (3, "2"))

    def test_executors_reach_the_driver_by_the_name_of_its_service(self):
        port = self.service["spec"]["ports"][0]["port"]
        address = f"{self.service['metadata']['name']}:{port}"
        self.assertEqual(self.variables(self.executors)["FERRO_EXECUTOR_DRIVER"], address)
        self.assertIn(f"--conf=ferro.driver.port={port}", self.container(self.driver)["args"])
        labels = self.driver["metadata"]["labels"]
        self.assertEqual(self.service["spec"]["selector"], labels)

    def test_executors_are_told_by_variables_that_executors_read(self):
        known = set(re.findall(r'"(FERRO_EXECUTOR_\w+)"', read("scheduler/cluster/executor_role.cc")))
        chart = read("deploy/helm/ferro-app/templates/executors.yaml")
        told = set(self.variables(self.executors)) | set(re.findall(r"name: (FERRO_EXECUTOR_\w+)", chart))
        self.assertLessEqual(told, known)

    def test_driver_and_executors_run_the_same_program(self):
        program = self.container(self.executors)["command"][0]
        self.assertIn(program, self.container(self.driver)["args"])
        self.assertEqual(self.container(self.executors)["image"], self.container(self.driver)["image"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
