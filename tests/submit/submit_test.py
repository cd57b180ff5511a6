"""ferro-submit as a process that starts real applications: SCRIPT FERRO_SUBMIT PROGRAM [unittest arguments]"""

import os
import re
import select
import shutil
import signal
import stat
import tarfile
import zipfile

from submit_case import LIMIT, PROGRAM, SubmitCase, run_tests


class Settings(SubmitCase):
    def test_flags_beat_the_properties_file_which_beats_the_defaults_file(self):
        properties = self.write("my.conf", "spark.task.cpus 1\nspark.default.parallelism 5\nspark.locality.wait 1s\n")
        self.write("conf/ferro-defaults.conf", f"ferro.local.dir {self.local}\nferro.task.maxFailures 9\n"
                                               "ferro.default.parallelism 6\nferro.locality.wait 2s\n")
        self.write("conf/spark-defaults.conf", "spark.task.maxFailures 8\nspark.storage.replication 3\n")
        seen = self.settings_of("--properties-file", properties, "--conf", "spark.locality.wait=3s", "--name", "hello")
        self.assertEqual(seen["ferro.locality.wait"], ("3s", "ferro-submit --conf"))
        self.assertEqual(seen["ferro.default.parallelism"], ("5", f"{properties} line 2"))
        self.assertEqual(seen["ferro.task.maxFailures"], ("9", f"{self.path('conf')}/ferro-defaults.conf line 2"))
        self.assertEqual(seen["ferro.app.name"], ("hello", "ferro-submit --name"))

    def test_a_properties_file_takes_the_place_of_sparks_defaults_unless_both_are_wanted(self):
        properties = self.write("my.conf", "spark.task.cpus 1\n")
        self.write("conf/spark-defaults.conf", "spark.storage.replication 3\n")
        beside = ("3", f"{self.path('conf')}/spark-defaults.conf line 1")
        self.assertEqual(self.settings_of()["ferro.storage.replication"], beside)
        self.assertNotIn("ferro.storage.replication", self.settings_of("--properties-file", properties))
        both = self.settings_of("--load-spark-defaults", "--properties-file", properties)
        self.assertEqual(both["ferro.storage.replication"], beside)

    def test_a_flag_of_its_own_beats_conf(self):
        seen = self.settings_of("--conf", "ferro.master=local[3]", "--master", "local[2]")
        self.assertEqual(seen["ferro.master"], ("local[2]", "ferro-submit --master"))

    def test_the_applications_own_arguments_and_code_beat_flags(self):
        seen = self.settings_of("--master", "local[2]", arguments=["--ferro.master=local[3]"])
        self.assertEqual(seen["ferro.master"], ("local[3]", "the command line"))
        seen = self.settings_of("--master", "local[2]", MASTER_IN_CODE="local[4]")
        self.assertEqual(seen["ferro.master"][0], "local[4]")

    def test_a_relative_properties_file_is_found(self):
        self.write("my.conf", "spark.task.maxFailures 5\n")
        self.assertEqual(self.settings_of("--properties-file", "my.conf")["ferro.task.maxFailures"][0], "5")

    def test_what_follows_the_application_reaches_it_as_it_is(self):
        arguments = ["a b", "--name", "", "'\"\\", "*", "--", "--ferro.task.cpus=1"]
        code, output, _ = self.run_submit(PROGRAM, "settings", *arguments)
        self.assertEqual(code, 0)
        self.assertEqual(re.findall(r"^\[(.*)\]$", output, re.MULTILINE), ["settings", *arguments])

    def test_values_reach_the_application_whatever_is_in_them(self):
        name = "a \\b\\ = #:! \t é "
        self.assertEqual(self.settings_of("--name", name)["ferro.app.name"][0], name.strip())

    def test_a_mistake_is_found_before_the_application_starts(self):
        for flags, message in [(["--conf", "ferro.tsk.cpus=1"], "nearest known is ferro.task.cpus"),
                               (["--executor-memory", "lots"], "ferro-submit --executor-memory"),
                               (["--master", "yarn"], "allowed"),
                               (["--properties-file", "nowhere.conf"], "nowhere.conf does not exist")]:
            code, output, errors = self.run_submit(*flags, PROGRAM, "settings")
            self.assertEqual((code, output), (1, ""), flags)
            self.assertIn(message, errors)

    def test_cluster_mode_needs_a_cluster(self):
        code, _, errors = self.run_submit("--deploy-mode", "cluster", "--master", "local[2]", PROGRAM, "sum")
        self.assertEqual(code, 1)
        self.assertIn("deploy mode cluster needs a cluster, but the master is local[2]", errors)


class Secrets(SubmitCase):
    def test_verbose_tells_where_each_setting_came_from_and_hides_secrets(self):
        properties = self.write("my.conf", "ferro.authenticate.secret hunter2\n")
        code, _, errors = self.run_submit("--verbose", "--properties-file", properties, "--name", "hello", PROGRAM,
                                          "exit", "0", "password=hunter2")
        self.assertEqual(code, 0)
        self.assertIn("ferro.app.name=hello  (from ferro-submit --name)", errors)
        self.assertIn(f"ferro.authenticate.secret=*********(redacted)  (from {properties} line 1)", errors)
        self.assertNotIn("hunter2", errors)

    def test_a_secret_among_the_flags_is_refused(self):
        code, _, errors = self.run_submit("--conf", "ferro.authenticate.secret=hunter2", PROGRAM, "exit", "0")
        self.assertEqual(code, 1)
        self.assertNotIn("hunter2", errors)

    def test_what_hands_settings_over_is_for_its_owner_alone(self):
        child = self.start("--name", "quiet", "--conf", "ferro.default.parallelism=3", PROGRAM, "wait", self.fifo)
        self.await_job()
        [directory] = [name for name in os.listdir(self.local) if os.path.exists(f"{self.local}/{name}/settings")]
        path = f"{self.local}/{directory}"
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o700)
        self.assertEqual(stat.S_IMODE(os.stat(f"{path}/settings").st_mode), 0o600)
        # Nothing of it is in the application's arguments.
        [application] = children_of(child.pid)
        with open(f"/proc/{application}/cmdline", "rb") as file:
            self.assertEqual(file.read().split(b"\0")[1:], [b"wait", self.fifo.encode(), b""])


def children_of(process):
    with open(f"/proc/{process}/task/{process}/children", encoding="utf-8") as file:
        return [int(number) for number in file.read().split()]


class Ends(SubmitCase):
    def test_the_exit_code_is_the_applications(self):
        for code in (0, 3, 255):
            self.assertEqual(self.run_submit(PROGRAM, "exit", str(code))[0], code)
        self.assertEqual(self.left_behind(), [])

    def test_the_exit_code_is_the_applications_where_the_caller_ignores_the_ends_of_children(self):
        self.assertEqual(self.run_submit(PROGRAM, "exit", "3", ignored=[signal.SIGCHLD])[0], 3)

    def test_an_application_that_a_signal_kills_ends_with_128_and_its_number(self):
        child = self.start(PROGRAM, "wait", self.fifo)
        self.await_job()
        os.kill(children_of(child.pid)[0], signal.SIGKILL)
        self.assertEqual(child.wait(timeout=LIMIT), 137)

    def check_signal(self, number, code, master):
        child = self.start("--master", master, PROGRAM, "wait", self.fifo)
        self.await_job()
        [application] = children_of(child.pid)
        child.send_signal(number)
        self.assertEqual(child.wait(timeout=LIMIT), code)
        self.assertFalse(os.path.exists(f"/proc/{application}"))
        self.assertEqual(self.left_behind(), [])

    def test_sigterm_reaches_the_application_and_both_clean_up(self):
        self.check_signal(signal.SIGTERM, 143, "local[2]")

    def test_sigint_reaches_the_application_and_both_clean_up(self):
        self.check_signal(signal.SIGINT, 130, "local[2]")

    def test_sigterm_ends_executors_too(self):
        self.check_signal(signal.SIGTERM, 143, "local-cluster[2,1,256m]")

    def test_a_ferro_submit_that_is_killed_takes_its_application_along_and_the_next_one_cleans_up(self):
        child = self.start(PROGRAM, "wait", self.fifo)
        self.await_job()
        [application] = children_of(child.pid)
        end = os.pidfd_open(application)
        self.addCleanup(os.close, end)
        child.kill()
        child.wait(timeout=LIMIT)
        self.assertTrue(select.select([end], [], [], LIMIT)[0], "the application still runs")
        self.assertEqual(self.run_submit(PROGRAM, "exit", "0")[0], 0)
        self.assertEqual(self.left_behind(), [])

    def test_an_application_that_is_not_there_or_no_program_ends_with_sparks_code_2(self):
        for application, message in [("./nowhere", "the application ./nowhere does not exist"),
                                     (self.write("text", "no program"), "cannot be executed"),
                                     ("./conf", "the application ./conf is no program but a directory"),
                                     ("conf", "the application ./conf is no program but a directory")]:
            code, _, errors = self.run_submit(application)
            self.assertEqual(code, 2, application)
            self.assertIn(message, errors)

    def test_what_is_no_program_does_not_hide_one_of_its_name_in_the_path(self):
        os.mkdir(self.path("programs"))
        os.symlink(PROGRAM, self.path("programs/app"))
        self.write("app", "no program")
        self.assertEqual(self.run_submit("app", "exit", "3", PATH=self.path("programs"))[0], 3)

    def test_wrong_flags_end_with_sparks_code_1_and_a_suggestion(self):
        code, _, errors = self.run_submit("--execuor-cores", "2", PROGRAM)
        self.assertEqual(code, 1)
        self.assertIn("did you mean --executor-cores?", errors)

    def test_no_arguments_end_with_sparks_code_255_and_say_what_to_write(self):
        code, _, errors = self.run_submit()
        self.assertEqual(code, 255)
        self.assertIn("write ferro-submit [flags] app [args]", errors)


class Files(SubmitCase):
    def check_file(self, flags, name, expected):
        for master in ("local[2]", "local-cluster[2,1,256m]"):
            code, output, errors = self.run_submit("--master", master, *flags, PROGRAM, "file", name)
            self.assertEqual((code, output), (0, f"{expected}\n" * 3), errors)
        self.assertEqual(self.left_behind(), [])

    def test_files_are_there_for_driver_and_executors_by_name(self):
        self.write("words.txt", "some words\n")
        self.write("more.txt", "more words\n")
        self.check_file(["--files", "words.txt,more.txt#other"], "words.txt", "some words")
        self.check_file(["--files", f"{self.path('words.txt')},more.txt#other"], "other", "more words")
        self.check_file(["--files", f"file:{self.path('words.txt')}"], "words.txt", "some words")
        self.check_file(["--files", f"file://{self.path('words.txt')}#other"], "other", "some words")

    def test_archives_are_unpacked(self):
        self.write("inside.txt", "from inside\n")
        with tarfile.open(self.path("data.tar.gz"), "w:gz") as archive:
            archive.add(self.path("inside.txt"), "folder/inside.txt")
        self.check_file(["--archives", "data.tar.gz"], "data.tar.gz/folder/inside.txt", "from inside")
        if shutil.which("unzip") is not None:
            with zipfile.ZipFile(self.path("data.zip"), "w") as archive:
                archive.write(self.path("inside.txt"), "inside.txt")
            self.check_file(["--archives", "data.zip#data"], "data/inside.txt", "from inside")

    def test_files_that_are_missing_or_called_the_same_are_named(self):
        self.write("a.txt", "a")
        os.mkdir(self.path("sub"))
        self.write("sub/a.txt", "b")
        for files, message in [("a.txt,sub/a.txt", "are called a.txt"), ("nowhere.txt", "nowhere.txt' of --files"),
                               ("#a.txt", "the file '' of --files"),
                               ("hdfs://a/b.txt", "'hdfs://a/b.txt' of --files or --archives is not on a file system")]:
            code, _, errors = self.run_submit("--files", files, PROGRAM, "exit", "0")
            self.assertNotEqual(code, 0)
            self.assertIn(message, errors)
        self.assertEqual(self.left_behind(), [])

    def test_an_archive_that_is_none_is_named(self):
        self.write("bad.tar.gz", "not an archive")
        code, _, errors = self.run_submit("--archives", "bad.tar.gz", PROGRAM, "exit", "0")
        self.assertEqual(code, 1)
        self.assertIn("cannot unpack", errors)

    def test_a_name_that_was_not_submitted_is_answered_with_those_that_were(self):
        self.write("a.txt", "a")
        code, _, errors = self.run_submit("--files", "a.txt", PROGRAM, "file", "b.txt")
        self.assertEqual(code, 1)
        self.assertIn("there are: a.txt", errors)


class Answers(SubmitCase):
    def test_version_and_help(self):
        self.assertRegex(self.run_submit("--version")[1], r"^ferro-submit \d+\.\d+\.\d+\n$")
        code, output, _ = self.run_submit("--help")
        self.assertEqual(code, 0)
        self.assertIn("--executor-memory SIZE", output)

    def test_a_setting_is_explained_with_its_value_and_source(self):
        code, output, _ = self.run_submit("--num-executors", "7", "--explain-conf", "spark.executor.instances")
        self.assertEqual(code, 0)
        self.assertIn("now:     7  (from ferro-submit --num-executors)", output)

    def test_status_and_kill_need_a_cluster(self):
        for flag in ("--status", "--kill"):
            code, _, errors = self.run_submit(flag, "12")
            self.assertEqual(code, 1)
            self.assertIn("add --master slurm", errors)


class Supervision(SubmitCase):
    def supervised(self, *arguments):
        """What a batch job that supervises this application finds."""
        job = self.path("job-1")
        os.mkdir(job)
        self.write("job-1/command", "".join(f"{text}\0" for text in (PROGRAM, *arguments)))
        self.write("job-1/settings", "ferro.driver.supervise\0true\0a test\0")
        return job

    def test_a_supervised_driver_is_started_again_until_it_ends_well(self):
        counter = self.write("counter", "")
        job = self.supervised("fail-first", counter, "2")
        code, _, errors = self.run_submit("--run-driver", job)
        self.assertEqual(code, 0)
        self.assertEqual(errors.count("it is started again"), 2)
        with open(counter, encoding="utf-8") as file:
            self.assertEqual(file.read(), "xxx")
        self.assertFalse(os.path.exists(job))

    def test_under_nohup_the_end_of_the_terminal_ends_no_supervision(self):
        child = self.start("--run-driver", self.supervised("wait", self.fifo), ignored=[signal.SIGHUP])
        self.await_job()
        child.send_signal(signal.SIGHUP)
        os.kill(children_of(child.pid)[0], signal.SIGKILL)
        self.await_job()
        child.send_signal(signal.SIGTERM)
        self.assertEqual(child.wait(timeout=LIMIT), 143)

    def test_the_exit_code_is_the_drivers_though_slurm_does_not_answer_any_more(self):
        child = self.start("--run-driver", self.supervised("wait", self.fifo), SLURM_JOB_ID="1", PATH=self.directory)
        self.await_job()
        child.send_signal(signal.SIGTERM)
        _, errors = child.communicate(timeout=LIMIT)
        self.assertEqual(child.returncode, 143, errors)

    def test_a_directory_that_no_submission_made_is_no_driver_and_stays(self):
        os.mkdir(self.path("mine"))
        notes = self.write("mine/notes.txt", "dear to somebody\n")
        code, _, errors = self.run_submit("--run-driver", self.path("mine"))
        self.assertEqual(code, 1)
        self.assertIn("holds no submitted application", errors)
        self.assertTrue(os.path.exists(notes))


if __name__ == "__main__":
    run_tests()
