# SPDX-License-Identifier: Apache-2.0
"""The Python module against the simulator: arrays hold what the command line writes."""

import contextlib
import io
import os
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock

import numpy

source = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(source / "sim" / "explore" / "python"))
import rockcreek  # noqa: E402

apps = pathlib.Path(os.environ["ROCKCREEK_APPS"])


class Run(unittest.TestCase):
    def test_counters_are_arrays(self):
        result = rockcreek.run(apps / "hello.elf", ues=3, set={"clocks.tile_divider": 4})
        self.assertEqual(result.exit_code, 0)
        self.assertEqual(list(result.cores["ue"]), [0, 1, 2])
        self.assertEqual(result.cores["cycles"].dtype.kind, "i")
        self.assertEqual(result.cores["cycles"].sum(),
                         sum(core["cycles"] for core in result.stats["cores"]))
        self.assertIn("[02]", result.output)
        self.assertGreater(result.seconds, 0)
        self.assertEqual(len(result.tiles), 24)

    def test_arguments_reach_the_program(self):
        few = rockcreek.run(apps / "bench_product.elf", args=[8, 1], ues=1)
        more = rockcreek.run(apps / "bench_product.elf", args=[8, 3], ues=1)
        self.assertGreater(more.cores["instructions"][0], few.cores["instructions"][0])

    def test_findings_and_messages_remain(self):
        races = apps / "races.elf"
        found = rockcreek.run(races, args=["no_flag"], ues=3, check=True)
        self.assertEqual(found.exit_code, 1)
        self.assertEqual(len(found.findings), 1)
        self.assertTrue(found.findings[0].startswith("read without a flag or lock: core 1"))
        self.assertIn("check: 1 defect", found.messages)
        self.assertIn("exit code 1, findings: 1>", repr(found))
        self.assertEqual(rockcreek.run(races, ues=3, check=True).findings, [])

    def test_a_run_that_fails_leaves_its_result(self):
        with self.assertRaisesRegex(rockcreek.Error, "deadlock: no core can go on") as failed:
            rockcreek.run(apps / "deadlock.elf", ues=2)
        result = failed.exception.result
        self.assertFalse(result.complete)
        self.assertEqual(len(result.cores), 2)
        self.assertGreater(result.seconds, 0.02)
        self.assertIn("not complete>", repr(result))
        self.assertRegex(result.failure, r"^The run failed at [0-9.]+ us: deadlock: ")
        with self.assertRaises(rockcreek.Error) as refused:
            rockcreek.run("no-such.elf")
        self.assertIsNone(refused.exception.result)

    def test_options_that_the_module_gives_itself_are_refused_in_one_line(self):
        for call, message in ((lambda: rockcreek.run("a.elf", native=True), "^native: a native run counts nothing"),
                              (lambda: rockcreek.run("a.elf", stats="x"), "^stats: the result has them"),
                              (lambda: rockcreek.noc(json="x"), "^json: the result has it")):
            with self.assertRaisesRegex(rockcreek.Error, message) as refused:
                call()
            self.assertEqual(len(str(refused.exception).splitlines()), 1)

    def test_what_is_refused_is_an_error_with_its_line(self):
        with self.assertRaisesRegex(rockcreek.Error, "no-such.elf") as refused:
            rockcreek.run("no-such.elf")
        self.assertEqual(refused.exception.exit_code, 2)

    def test_an_image_is_no_option(self):
        with self.assertRaisesRegex(rockcreek.Error, r"\./--help"):
            rockcreek.run("--help")
        with self.assertRaisesRegex(rockcreek.Error, "--ues"):
            rockcreek.run("no-such.elf", ues="--help")

    def test_what_cannot_be_called_is_an_error_of_one_line(self):
        for image in ("a\0b", "a\ud800b"):
            with self.assertRaises(rockcreek.Error) as refused:
                rockcreek.run(image)
            self.assertEqual(len(str(refused.exception).splitlines()), 1)
        with unittest.mock.patch.dict(os.environ, ROCKCREEK="/no/such/program"):
            with self.assertRaisesRegex(rockcreek.Error, "/no/such/program"):
                rockcreek.run("no-such.elf")


class Refused(unittest.TestCase):
    """Whatever it is given, the module raises an error of its own."""

    def test_names_that_are_no_words(self):
        for name in ("a\0b", "\ud800", "", "x" * 200_000):
            for call in (lambda: rockcreek.run(name), lambda: rockcreek.run("a.elf", args=[name]),
                         lambda: rockcreek.noc(trace=name), lambda: rockcreek.explore(name, "out"),
                         lambda: rockcreek.explore("plan.toml", name)):
                with self.assertRaises(rockcreek.Error) as refused:
                    call()
                self.assertEqual(refused.exception.exit_code, 2)

    def test_names_like_options_are_names(self):
        with self.assertRaisesRegex(rockcreek.Error, r"\./--help: cannot read"):
            rockcreek.run("--help")
        with self.assertRaisesRegex(rockcreek.Error, r"\./-p: cannot read"):
            rockcreek.explore("-p", "-o")
        with self.assertRaisesRegex(rockcreek.Error, "a rate of -0.1"):
            rockcreek.noc(rate=-0.1)

    def test_options_that_leave_no_result(self):
        for call in (lambda: rockcreek.run(apps / "hello.elf", help=True),
                     lambda: rockcreek.noc(help=True),
                     lambda: rockcreek.explore("plan.toml", "nowhere/at/all", help=True)):
            with self.assertRaisesRegex(rockcreek.Error, "was written"):
                call()

    def test_a_simulator_that_cannot_be_called(self):
        with unittest.mock.patch.dict(os.environ, ROCKCREEK="/nowhere/rockcreek"):
            with self.assertRaisesRegex(rockcreek.Error, "/nowhere/rockcreek: No such file"):
                rockcreek.noc()


class Noc(unittest.TestCase):
    def test_a_curve_is_an_array(self):
        curve = rockcreek.noc(cols=3, rows=3, sweep="0.1:0.3:0.1", warmup=200, measure=1000)
        numpy.testing.assert_allclose(curve.points["rate"], [0.1, 0.2, 0.3])
        self.assertTrue((numpy.diff(curve.points["latency_mean"]) > 0).all())
        self.assertEqual(curve.points["saturated"].dtype, bool)
        self.assertEqual(curve.result["cols"], 3)

    def test_one_rate_is_a_table_too(self):
        self.assertEqual(len(rockcreek.noc(cols=2, rows=2, rate=0.1, measure=1000).points), 1)


class Others(unittest.TestCase):
    def test_an_experiment_is_rows(self):
        found = rockcreek.reproduce("memory-latency", quick=True)
        self.assertTrue(found.ok)
        self.assertIn("mpb_read_word/0", list(found.rows["case"]))
        self.assertGreater(found.rows["measured"].min(), 0)
        self.assertIn("memory-latency on scc", repr(found))
        with self.assertRaisesRegex(rockcreek.Error, "perpetuum"):
            rockcreek.reproduce("perpetuum-mobile")

    def test_a_model_is_a_dictionary(self):
        self.assertIsInstance(rockcreek.model("broadcast", threads=8), dict)


class Explore(unittest.TestCase):
    def test_points_are_rows_and_failures_stay(self):
        with tempfile.TemporaryDirectory() as folder:
            plan = pathlib.Path(folder, "plan.toml")
            plan.write_text('command = "noc --cols 2 --rows 2 --vc-depth {depth} --measure 500"\n'
                            '[parameters]\ndepth = [0, 3, 6]\n'
                            '[record]\nlatency = "/latency/mean"\n')
            points = rockcreek.explore(plan, out=pathlib.Path(folder, "out"), jobs=1)
            self.assertEqual(list(points["depth"]), [0, 3, 6])
            self.assertNotEqual(points["error"][0], "")
            self.assertTrue(numpy.isnan(points["latency"][0]))
            self.assertGreater(points["latency"][1], 0)


class Page(unittest.TestCase):
    def test_the_example_runs(self):
        text = (source / "docs" / "python.md").read_text()
        example = re.search(r"```python\n(.*?)```", text, re.S).group(1)
        with tempfile.TemporaryDirectory() as folder:
            for link, target in (("build/release/firmware/apps", apps),
                                 ("docs/plans", source / "docs" / "plans")):
                pathlib.Path(folder, link).parent.mkdir(parents=True)
                pathlib.Path(folder, link).symlink_to(target)
            with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()) as shown:
                exec(compile(example, "docs/python.md", "exec"), {})  # pylint: disable=exec-used
        self.assertIn("[0 1 2 3]", shown.getvalue())


class Table(unittest.TestCase):
    def test_columns_are_what_every_row_has(self):
        table = rockcreek.table([{"a": 1, "b": {"c": 2.5, "d": [1]}, "e": "x"},
                                 {"a": 2, "b": {"c": None}, "f": 1, "e": None}])
        self.assertEqual(table.dtype.names, ("a", "b_c", "e"))
        self.assertEqual(list(table["a"]), [1, 2])
        self.assertTrue(numpy.isnan(table["b_c"][1]))
        self.assertEqual(list(table["e"]), ["x", ""])
        self.assertEqual(len(rockcreek.table([])), 0)


if __name__ == "__main__":
    unittest.main()
