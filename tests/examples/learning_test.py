"""Runs the examples that learn, and checks what they say: `learning_test.py FOLDER [unittest arguments]`."""

import csv
import datetime
import filecmp
import os
import re
import unittest
import xml.etree.ElementTree

from example_case import SEED, ExampleCase, main


class LearningTest(ExampleCase):
    def learn(self, file, label, *options):
        return self.run_example("csv_to_model", file, "--label", label, "--out", self.path("out"), *options)

    def metric(self, printed, name):
        """Of the model that is kept."""
        line = next(line for line in printed.splitlines() if line.startswith("  this model "))
        return float(re.search(rf"{name} (-?[\d.]+)", line)[1])

    def choice(self, printed):
        """The penalties with their metrics, and which is taken."""
        table = re.findall(r"^  regParam=(\S+)( \(the best\))? +\S+ (\S+)  \S+ (\S+)$", printed, re.MULTILINE)
        taken = [row[0] for row in table if row[1]]
        self.assertEqual(len(taken), 1, printed)
        self.assertIn(f"\nTraining with maxIter=100, regParam={taken[0]}, elasticNetParam=0.8\n", printed)
        return {row[0]: (float(row[2]), float(row[3])) for row in table}, taken[0]

    def objectives(self, printed):
        """Of the last training."""
        training = printed[printed.rindex("iteration ") : printed.index("\nCoefficients")]
        return [float(line.split()[1]) for line in training.splitlines() if line.endswith(" ms")]

    def table(self, name, header, rows):
        with open(self.path(name), "w", newline="") as file:
            csv.writer(file).writerows([header, *rows])
        return self.path(name)

    def texts_of(self, plot):
        return "".join(xml.etree.ElementTree.parse(os.path.join(self.path("out"), plot)).getroot().itertext())

    def census(self, rows, name="census.csv", seed=SEED):
        done = self.start("census_rows", self.path(name), str(rows), str(seed))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return self.path(name)

    def test_the_census_is_the_same_for_the_same_seed_and_has_empty_fields(self):
        files = [self.census(2000, name, seed) for name, seed in [("one.csv", 7), ("two.csv", 7), ("three.csv", 8)]]
        self.assertTrue(filecmp.cmp(files[0], files[1], shallow=False))
        self.assertFalse(filecmp.cmp(files[0], files[2], shallow=False))
        with open(files[0]) as file:
            people = list(csv.DictReader(file))
        self.assertEqual(len(people), 2000)
        self.assertTrue(0.15 < sum(one["Income"] == ">50K" for one in people) / 2000 < 0.3)
        for column in ("Workclass", "Occupation", "Country"):
            self.assertTrue(0 < sum(one[column] == "" for one in people) < 200, column)

    def test_a_census_becomes_a_model_with_plots(self):
        printed = self.learn(self.census(8000), "income", "--maxIter", "10")
        self.assertIn('8,000 rows. Label "Income": 2 classes, so LogisticRegression', printed)
        self.assertRegex(printed, r"Workclass \(7 categories, \d+ empty fields\)")
        self.assertIn("Marital Status = Married-civ-spouse", printed)
        self.assertGreater(self.metric(printed, "AUC"), 0.84)
        self.assertGreater(self.metric(printed, "accuracy"), 0.8)
        objectives = self.objectives(printed)
        self.assertEqual(len(objectives), 11)
        self.assertEqual(objectives, sorted(objectives, reverse=True))
        self.assertIn("iteration", self.texts_of("objective.svg"))
        self.assertIn("training rows", self.texts_of("learning_curve.svg"))
        self.assertIn('finding ">50K"', self.texts_of("roc.svg"))
        self.assertRegex(self.texts_of("roc.svg"), r"test rows: AUC 0\.\d{4}")
        self.assertRegex(self.texts_of("confusion.svg"), r"(?s)Confusion matrix.*<=50K.*>50K")
        self.assertTrue(os.path.exists(self.path("out/model/metadata/_SUCCESS")))

    def test_the_penalty_is_the_one_that_validation_finds_best(self):
        for name, at_least in (("wine", 0.9), ("breast_cancer", 0.9), ("digits", 0.9), ("covtype_20k", 0.66)):
            with self.subTest(name):
                printed = self.learn(self.data(name + ".csv"), "Cover_Type" if name == "covtype_20k" else "label")
                table, taken = self.choice(printed)
                self.assertEqual(list(table), ["0.3", "0.03", "0.003", "0.0003", "0"])
                self.assertEqual(table[taken], max(table.values()))
                self.assertGreater(self.metric(printed, "accuracy"), at_least)

    def test_a_penalty_that_is_given_is_taken(self):
        file = self.census(3000)
        printed = self.learn(file, "Income", "--regParam", "0.3", "--maxIter", "10")
        self.assertIn("Training with maxIter=10, regParam=0.3, elasticNetParam=0.8\n", printed)
        self.assertNotIn("(the best)", printed)
        self.assertEqual(self.metric(printed, "AUC"), 0.5)
        self.assertGreater(self.metric(self.learn(file, "Income", "--regParam", "0"), "AUC"), 0.8)

    def test_nothing_is_removed_that_the_program_did_not_write(self):
        file = self.table("in.csv", ("x", "y"), [(self.random.gauss(i % 2, 1), i % 2) for i in range(200)])
        os.makedirs(self.path("out/model"))
        self.write("out/model/thesis.txt", "three years of work")
        self.write("out/notes.txt", "notes")
        done = self.start("csv_to_model", file, "--label", "y", "--out", self.path("out"))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("out/model/thesis.txt is there and this program did not write it; move it away", done.stderr)
        os.rename(self.path("out/model/thesis.txt"), self.path("out/thesis.txt"))
        self.learn(file, "y")
        self.learn(self.table("other.csv", ("x", "y"), [(i / 7, i / 3) for i in range(200)]), "y")
        self.assertTrue(os.path.exists(self.path("out/residuals.svg")))
        self.assertFalse(os.path.exists(self.path("out/roc.svg")))
        for kept in ("out/thesis.txt", "out/notes.txt"):
            self.assertTrue(os.path.exists(self.path(kept)), kept)
        os.remove(self.path("out/residuals.svg"))
        self.write("out/roc.svg", "mine")
        done = self.start("csv_to_model", file, "--label", "y", "--out", self.path("out"))
        self.assertIn("out/roc.svg is there and this program did not write it", done.stderr)
        with open(self.path("out/roc.svg")) as mine:
            self.assertEqual(mine.read(), "mine")

    def test_money_percentages_and_dates_are_numbers(self):
        def german(number):
            return f"{number:,.2f}".translate(str.maketrans(",.", ".,"))

        def row(i):
            price, fee, rate = (self.random.uniform(100, 9000) for _ in range(3))
            day = datetime.date(2020, 1, 1) + datetime.timedelta(days=self.random.randrange(700))
            worth = 30_000 + price + 2 * fee - 3 * rate + (day - datetime.date(2020, 1, 1)).days + self.random.gauss(0, 1)
            dates = [day.isoformat(), f"{day.month}/{day.day}/{day.year}", f"{day:%d.%m.%Y}"]
            return f"${price:,.2f}", german(fee) + " €", f"{rate:.1f}%", *dates, german(worth), f"-${worth:,.0f}"

        header = ("price", "fee", "rate", "day", "usday", "tag", "worth", "bill")
        rows = [row(i) for i in range(400)]
        rows[7] = ("n/a", *rows[7][1:])
        file = self.table("in.csv", header, rows)
        for label in ("worth", "bill"):
            others = [index for index, name in enumerate(header) if name not in {"worth", "bill"} - {label}]
            some = self.table("some.csv", [header[i] for i in others], [[one[i] for i in others] for one in rows])
            printed = self.learn(some, label)
            self.assertIn("so LinearRegression", printed)
            for name, what in [("price", "numbers such as 1,340.83; 1 field is something else"), ("fee", "numbers such as 1.340,83"),
                               ("rate", "percentages"), ("day", "dates as days since 1970\n"),
                               ("usday", "dates as days since 1970, month first"), ("tag", "dates as days since 1970, day first")]:  # fmt: skip
                self.assertRegex(printed, rf"\n  read +{name}\w+: {re.escape(what)}")
            self.assertGreater(self.metric(printed, "R²"), 0.99)
            self.assertIn("Residuals", self.texts_of("residuals.svg"))
        printed = self.learn(file, "day")
        self.assertIn('Label "dayDays": a number', printed)

    def test_a_file_may_have_another_encoding(self):
        rows = [(self.random.choice(["café", "thé"]), f"{self.random.uniform(1, 9):.2f} €", i % 2) for i in range(200)]
        text = "\n".join(f"{drink};{price};{y}" for drink, price, y in [("Getränk", "Preis", "y"), *rows]) + "\n"
        with open(self.path("in.csv"), "wb") as file:
            file.write(text.encode("windows-1252"))
        printed = self.learn(self.path("in.csv"), "y", "--delimiter", ";", "--encoding", "windows-1252", "--regParam", "0")
        self.assertIn("texts     Getränk (2 categories)", printed)
        self.assertIn("PreisNumber: numbers such as 1,340.83", printed)
        self.assertIn('sep=";", encoding="windows-1252")', printed)

    def test_more_than_two_classes_are_judged_by_f1_and_have_no_roc(self):
        centers = {"left": (-4, 0), "right": (4, 0), "top": (0, 6)}
        rows = [(self.random.gauss(x, 1), self.random.gauss(y, 1), name) for name, (x, y) in centers.items() for _ in range(200)]
        printed = self.learn(self.table("in.csv", ("x", "y", "side"), rows), "side")
        self.assertIn("3 classes", printed)
        self.assertIn("\nwhere 0 stands for left, 1 for right and 2 for top.\n", printed)
        self.assertGreater(self.metric(printed, "F1"), 0.9)
        self.assertFalse(os.path.exists(self.path("out/roc.svg")))

    def test_what_classes_stand_for_is_said_unless_they_are_their_own_numbers(self):
        for labels, said in [
            ([1, 2, 10], "where 0 stands for 1, 1 for 10 and 2 for 2."),
            (["no", "yes"], "where 0 stands for no and 1 for yes."),
            ([f"class number {i}" for i in range(10, 40)], "2 for class number 12, 3 for class number 13,"),
            ([0, 1, 2], ""),
        ]:
            rows = [(self.random.random(), self.random.random(), labels[i % len(labels)]) for i in range(400)]
            end = self.learn(self.table("in.csv", ("x", "y", "label"), rows), "label").split(".show()\n")[1]
            self.assertIn(said, end)
            self.assertEqual(end == "", said == "", end)
            self.assertLess(max(map(len, end.splitlines()), default=0), 120)

    def test_a_label_of_many_numbers_is_learned_by_linear_regression(self):
        rows = [(x, 3 * x + self.random.gauss(0, 1)) for x in (self.random.gauss(0, 5) for _ in range(500))]
        printed = self.learn(self.table("in.csv", ("x", "y"), rows), "y")
        self.assertIn("a number with 500 values, so LinearRegression", printed)
        self.assertGreater(self.metric(printed, "R²"), 0.95)

    def test_a_test_part_without_two_labels_is_not_judged(self):
        for name, rows, said in [
            ("three rows", [(1, 2, 0), (2, 3, 1), (3, 1, 0)], "its test part is 1 row of one class"),
            ("a rare class", [(i % 9, i % 7, "yes" if i in (3, 9) else "no") for i in range(100)], "is 17 rows of one class"),
            ("numbers", [(0, 0, 0.5), (2, 1, 1.5), (2, 3, 4.25)], "its test part is 1 row of one value"),
        ]:
            with self.subTest(name):
                printed = self.learn(self.table("in.csv", ("x", "y", "label"), rows), "label")
                self.assertIn("\nHow good the model is cannot be told: ", printed)
                self.assertIn(said + ". More rows would tell.\n", printed)
                self.assertNotIn("  this model ", printed)
                self.assertNotIn("test rows", self.texts_of("learning_curve.svg"))
                if name != "numbers":
                    self.assertNotIn("test rows", self.texts_of("roc.svg"))

    def test_a_small_test_part_is_judged_with_a_warning(self):
        rows = [(self.random.gauss(i % 2, 0.5), self.random.random(), i % 2) for i in range(60)]
        printed = self.learn(self.table("in.csv", ("x", "y", "label"), rows), "label")
        self.assertRegex(printed, r"\nOn \d+ rows that it was not trained on, nor chosen by, few enough for chance to matter:\n")
        self.assertIn("\n  this model ", printed)

    def test_a_training_part_with_one_label_is_a_mistake(self):
        for_tests = 13  # the split is Spark's for its seed, of rows in the order of their values
        rows = [(i + 0.5, i % 7, "yes" if i == for_tests else "no") for i in range(100)]
        file = self.table("in.csv", ("x", "y", "label"), rows)
        done = self.start("csv_to_model", "--ferro.master=local[2]", file, "--label", "label", "--out", self.path("out"))
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)
        self.assertIn('label "label" is the same in all rows of the training part: there are too few rows', done.stderr)
        self.assertFalse(os.path.exists(self.path("out")))

    def test_columns_that_cannot_help_are_left_out_and_it_says_why(self):
        def row(i):
            x = self.random.gauss(0, 1)
            label = int(x + self.random.gauss(0, 0.5) > 0)
            return i, f"name {i}", x if i % 9 else "", "no" if label else "yes", 5, "", label

        file = self.table("in.csv", ("id", "name", "x", "opposite", "same", "empty", "label"), map(row, range(300)))
        printed = self.learn(file, "label")
        left_out = printed[printed.index("left out") : printed.index("\n\n")]
        for name, why in [("id", "looks like an id"), ("name", "300 categories in 300 rows are too many"),
                          ("opposite", "says the same as the label"), ("same", "has one value only"),
                          ("empty", "all fields are empty")]:  # fmt: skip
            self.assertRegex(left_out.replace("\n", " "), rf"{name} \({why}")
        self.assertIn("numbers   x (34 empty fields)", printed)

    def test_columns_may_have_the_names_that_stages_would_give_and_names_with_dots_and_quotes(self):
        header = ("a.b", "x`y", "features", "prediction", "probability", "rawPrediction", "the 'label'")
        rows = [(self.random.random(), *(self.random.choice("pqr") for _ in range(5)), i % 2) for i in range(200)]
        self.assertIn("numbers   a.b\n", self.learn(self.table("in.csv", header, rows), "the 'label'", "--regParam", "0.01"))

    def test_columns_may_have_the_names_that_stages_would_make_of_other_columns(self):
        header = ("a", "aIdx", "AVEC", "aVec_b", "x", "xFilled", "y")
        rows = [[self.random.choice("pqr") for _ in range(4)] + [self.random.random() for _ in range(2)] for _ in range(300)]
        file = self.table("in.csv", header, ([*row, int(row[0] + row[3] in ("pq", "qp"))] for row in rows))
        printed = self.learn(file, "y", "--regParam", "0")
        coefficients = printed[printed.index("\nCoefficients") : printed.index("\nOn ")]
        for title in ("a = p", "aIdx = p", "AVEC = p", "aVec_b = p", "x", "xFilled"):
            self.assertRegex(coefficients, rf"[\d]  {title}\n")

    def test_a_column_with_infinite_numbers_is_left_out_and_one_with_large_ones_is_not(self):
        def row(i):
            return "Infinity" if i == 50 else i % 9, -1.7e308 if i < 2 else 0.5, 1e30 if i == 50 else i % 7, i % 2

        printed = self.learn(self.table("in.csv", ("x", "y", "large", "label"), map(row, range(200))), "label")
        self.assertIn("numbers   large\n", printed)
        self.assertIn("x (1 field is infinite or beyond 1e150: put a number there, or nothing)", printed)
        self.assertIn("y (2 fields are infinite or beyond 1e150: put a number there, or nothing)", printed)

    def test_not_a_number_counts_as_an_empty_field(self):
        rows = [("NaN" if i == 50 else self.random.random(), i % 2) for i in range(200)]
        self.assertIn("numbers   x (1 empty field)\n", self.learn(self.table("in.csv", ("x", "y"), rows), "y"))

    def test_fields_may_be_separated_by_something_else_than_commas(self):
        rows = [(self.random.random(), self.random.random(), i % 2) for i in range(200)]
        for separator, named, python in [(";", ";", ";"), ("\t", "\\t", "\\t"), ("|", "|", "|")]:
            lines = [separator.join(map(str, row)) for row in [("a", "b", "y"), *rows]]
            file = self.write("in.csv", "\n".join(lines) + "\n")
            printed = self.learn(file, "y", "--delimiter", named)
            self.assertIn("numbers   a, b\n", printed)
            self.assertIn(f'header=True, inferSchema=True, sep="{python}")', printed)
            for label in (["--label", "y"], []):
                done = self.start("csv_to_model", file, *label)
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)
                self.assertIn(f"the header is one column; if '{named}' separates the fields, add --delimiter '{named}'", done.stderr)

    def test_a_mistake_is_one_line_that_says_what_to_do(self):
        table = self.table("in.csv", ("Age", "Income", "same"), [(i, i % 2, 1) for i in range(100)])
        infinite = self.table("infinite.csv", "abc", [("Infinity" if i == 3 else i, i / 7 if i > 1 else "NaN", i) for i in range(100)])
        for arguments, said in [
            ([], "no file was named; usage: csv_to_model FILE.csv"),
            ([table], "say with --label COLUMN what is to be predicted: one of Age, Income"),
            ([table, "--label"], "--label needs a value"),
            ([table, "--label", "Incom"], 'there is no column "Incom"; did you mean "Income"? There are Age, Income'),
            ([table, "--label", "same"], 'label "same" has the same value in every row'),
            ([table, "--label", "Income", "--regParam", "much"], '--regParam takes a number from 0 on, not "much"'),
            ([infinite, "--label", "a"], 'label "a" is NaN, infinite or beyond 1e150 in 1 row: put a number there, or nothing'),
            ([infinite, "--label", "b"], 'label "b" is NaN, infinite or beyond 1e150 in 2 rows: put a number there, or nothing'),
            ([table, "--label", "Income", "--delimiter", ""], "--delimiter takes one character or more"),
            ([table, "--label", "Income", "--delimiter", ";"], "if ',' separates the fields, add --delimiter ','"),
            ([self.path("none.csv"), "--label", "x"], "Path does not exist"),
            ([self.write("empty.csv", ""), "--label", "x"], "the file is empty"),
            ([self.write("header.csv", "x,y\n"), "--label", "x"], "no rows below its header"),
        ]:
            done = self.start("csv_to_model", *arguments)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)
            self.assertIn(said, done.stderr)

    def test_help_is_the_usage_and_no_mistake(self):
        for arguments in (["--help"], ["-h"], ["in.csv", "--label", "x", "--help"], ["--help", "--out", "there"]):
            done = self.start("csv_to_model", *arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue(done.stdout.startswith("usage: csv_to_model FILE.csv --label COLUMN"), done.stdout)
            for option in ("--label", "--delimiter", "--encoding", "--out", "--maxIter", "--regParam", "--elasticNetParam"):
                self.assertRegex(done.stdout, rf"\n  {option} ")

    def test_arguments_are_checked_before_the_file_is_read(self):
        file = self.write("file", "")
        for arguments, said in [
            (["--maxIter", "-3"], '--maxIter takes a whole number from 0 on, not "-3"'),
            (["--maxIter", "1.5"], '--maxIter takes a whole number from 0 on, not "1.5"'),
            (["--regParam", "-0.1"], '--regParam takes a number from 0 on, not "-0.1"'),
            (["--regParam", "inf"], '--regParam takes a number from 0 on, not "inf"'),
            (["--elasticNetParam", "1.5"], '--elasticNetParam takes a number from 0 to 1, not "1.5"'),
            (["--elasticNetParam", "nan"], '--elasticNetParam takes a number from 0 to 1, not "nan"'),
            (["--out", ""], "--out takes the name of a directory"),
            (["--out", file], f"--out cannot be {file}: {file} is not a directory"),
            (["--out", file + "/in"], f"--out cannot be {file}/in: {file} is not a directory"),
        ]:
            done = self.start("csv_to_model", self.path("none.csv"), "--label", "x", *arguments)
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (1, "", 1), done.stderr)
            self.assertIn(said, done.stderr)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_folder_that_may_not_be_written_is_refused_before_the_file_is_read(self):
        os.mkdir(self.path("closed"), 0o500)
        closed = self.path("closed")
        done = self.start("csv_to_model", self.path("none.csv"), "--label", "x", "--out", closed + "/out")
        self.assertIn(f"--out cannot be {closed}/out: {closed} may not be written", done.stderr)

    def test_the_classic_program_learns_once_the_penalty_is_weak(self):
        areas = [float(line.split()[-1]) for line in self.run_example("census", self.census(8000)).splitlines()]
        self.assertEqual(areas[0], 0.5)
        self.assertTrue(0.84 < areas[1] < areas[2] < 0.95, areas)

    def test_model_choice_tries_every_combination_and_keeps_one(self):
        printed = self.run_example("model_choice", self.data("breast_cancer.csv"), "label").splitlines()
        tried = [line for line in printed if "regParam=" in line]
        best = [line for line in tried if line.endswith("<- the best")]
        self.assertEqual((len(tried), len(best)), (9, 1))
        self.assertEqual(max(float(line.split()[0]) for line in tried), float(best[0].split()[0]))
        self.assertGreater(float(printed[-1].split()[0]), 0.93)

    def test_features_are_chosen_in_three_ways(self):
        printed = self.run_example("feature_selection", self.data("wine.csv"), "label").splitlines()
        self.assertEqual([line.split()[0] for line in printed], ["filter", "wrapper", "embedded"])
        for line in printed:
            accuracy, chosen = re.search(r"accuracy ([\d.]+) with (\d+) of 13:", line).groups()
            self.assertGreater(float(accuracy), 0.8, line)
            self.assertTrue(0 < int(chosen) < 13, line)
            self.assertIn("flavanoids", line)

    def test_model_choice_and_feature_selection_take_columns_of_any_name_and_only_numbers(self):
        names = ("Class", "features", "prediction", "probability", "rawPrediction", "raw", "label", "selected", "scaled_", "class_")
        labels = [self.random.choice("pqr") for _ in range(300)]
        rows = [[self.random.gauss(ord(label), 2 + i) for i in range(10)] + [f"text {label}", "" if i % 9 == 0 else i, label]
                for i, label in enumerate(labels)]  # fmt: skip
        file = self.table("in.csv", (*names, "text", "holes", "the.label"), rows)
        for name in ("model_choice", "feature_selection"):
            printed = self.run_example(name, file, "THE.label")
            self.assertIn("text is left out: its type is string\n", printed)
            for accuracy in re.findall(r"[01]\.\d{4}", printed):
                self.assertTrue(0.3 < float(accuracy) < 0.9, printed)

    def test_model_choice_and_feature_selection_refuse_a_label_of_many_numbers(self):
        few = self.table("few.csv", ("x", "y"), [(i % 5, i / 7) for i in range(40)])
        many = self.table("many.csv", ("x", "y"), [(i % 5, i % 150) for i in range(900)])
        for name in ("model_choice", "feature_selection"):
            for file, said in [(few, "y has 40 values in 40 rows; name a column of classes"), (many, "y has 150 values in 900 rows")]:
                done = self.start(name, "--ferro.master=local[2]", file, "y")
                self.assertNotEqual(done.returncode, 0)
                self.assertEqual((done.stdout, len(done.stderr.splitlines())), ("", 1), done.stderr)
                self.assertIn(said, done.stderr)

    def test_labeled_points_are_read_from_both_kinds_of_lines(self):
        def line(i):
            x, y = self.random.gauss(0, 1), self.random.gauss(0, 1)
            label = float(x * x + y * y > 1.4)
            return f"({label},[{x},{y}])\n" if i % 2 else f"{label},{x} {y}\n"

        points = self.write("points.txt", "# a circle\n" + "".join(map(line, range(600))))
        counted, plain, squared = self.run_example("labeled_points", points).splitlines()
        self.assertTrue(counted.startswith("600 points, the first is (1.0,[") or counted.startswith("600 points, the first is (0.0,["))
        self.assertLess(float(re.search(r"accuracy ([\d.]+)", plain)[1]), 0.8)
        self.assertGreater(float(re.search(r"accuracy ([\d.]+)", squared)[1]), 0.93)


if __name__ == "__main__":
    main()
