# SPDX-License-Identifier: Apache-2.0
"""A machine that Python holds against runs of the command line and GDB's stops: same numbers, same times."""

import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy

sys.path.insert(0, os.environ["ROCKCREEK_PYTHON"])
import rockcreek  # noqa: E402

source = pathlib.Path(__file__).resolve().parents[2]
apps = pathlib.Path(os.environ["ROCKCREEK_APPS"])
hello, races, deadlock = apps / "hello.elf", apps / "races.elf", apps / "deadlock.elf"
div_zero = apps / "div_zero.elf"


def counters(stats):
    """All but what a run says of the host and of its end."""
    return {name: value for name, value in stats.items() if name not in ("host_seconds", "complete", "failure")}


class Time(unittest.TestCase):
    def test_it_ends_with_the_numbers_of_a_run(self):
        for image, options in ((hello, {"ues": 4}), (hello, {"cores": [0, 2, 46], "network_exact": True}),
                               (apps / "nx_hello.elf", {"machine": "ipsc860", "ues": 4})):
            run, held = rockcreek.run(image, **options), rockcreek.Machine(image, **options)
            stop = held.run()
            self.assertEqual(stop.why, "ended")
            self.assertEqual(counters(held.stats), counters(run.stats))
            self.assertEqual(held.output, run.output)
            self.assertEqual(held.picoseconds, run.stats["simulated_ps"])
            self.assertEqual(held.exit_statuses, [0] * held.ues)
            self.assertEqual(repr(held.result), repr(run))
            self.assertEqual(held.run().why, "ended")

    def test_it_stands_where_a_run_is_given_up(self):
        held = rockcreek.Machine(hello, ues=6)
        for time in (3e-6, 17e-6, 40e-6):
            with self.assertRaises(rockcreek.Error) as given_up:
                rockcreek.run(hello, ues=6, max_time=time)
            self.assertEqual(held.run(until=time).why, "time")
            self.assertEqual(held.picoseconds, round(time * 1e12))
            self.assertEqual(counters(held.stats), counters(given_up.exception.result.stats))
            self.assertFalse(held.result.complete)

    def test_looking_changes_nothing(self):
        looked, told = rockcreek.Machine(hello, ues=5), []
        looked.on_message(told.append)
        looked.on_call("RCCE_init", told.append)
        while not looked.ended:
            looked.run(until=looked.seconds + 7e-6, breakpoint=["main", "printf"])
            looked.stats, looked.registers(2), looked.mpb(0), looked.lut(1), looked.output, looked.snapshot()
        self.assertEqual(counters(looked.stats), counters(rockcreek.run(hello, ues=5).stats))
        self.assertGreater(len(told), 100)

    def test_cycles_and_texts_are_times(self):
        held = rockcreek.Machine(hello, ues=2)
        held.run(until="5us")
        self.assertEqual(held.picoseconds, 5_000_000)
        before = held.cycle(1)
        held.run(cycles=1000, ue=1)
        # Its next instruction is not before that.
        self.assertTrue(1000 <= held.cycle(1) - before < 1050)
        with self.assertRaisesRegex(rockcreek.Error, "^until: cannot use '5 parsecs': expected a time"):
            held.run(until="5 parsecs")

    def test_an_error_of_a_condition_is_the_users(self):
        for wrong in (lambda machine: machine.seconds + "us", lambda: True, lambda machine: 1 // 0):
            with self.assertRaises((TypeError, ZeroDivisionError)):
                rockcreek.Machine(hello, ues=2).run(condition=wrong)

    def test_threads_take_turns(self):
        held, found = rockcreek.Machine(hello, ues=4), []
        held.run(breakpoint="main", ue=1)
        expected = [held.read("RC_COREID", ue=ue).tolist() for ue in range(4)]

        def look(ue):
            found.extend(held.read("RC_COREID", ue=ue).tolist() == expected[ue] for _ in range(200))

        threads = [threading.Thread(target=look, args=(ue,)) for ue in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(found), all(found)), (800, True))
        runner = threading.Thread(target=held.run)
        runner.start()
        held.read("RC_COREID")
        runner.join()
        self.assertTrue(held.ended)
        self.assertEqual(counters(held.stats), counters(rockcreek.run(hello, ues=4).stats))

    def test_conditions_end_it(self):
        held = rockcreek.Machine(hello, ues=2)
        stop = held.run(condition=lambda machine: machine.cycle(0) > 6000, every="1us")
        self.assertEqual(stop.why, "condition")
        self.assertGreater(held.cycle(0), 6000)
        self.assertEqual(held.picoseconds % 1_000_000, 0)
        with self.assertRaises(ZeroDivisionError):
            held.run(condition=lambda machine: 1 / 0)
        self.assertEqual(held.run().why, "ended")


class Stops(unittest.TestCase):
    @unittest.skipUnless(shutil.which("gdb"), "gdb is not installed")
    def test_they_are_those_of_gdb(self):
        held, mine = rockcreek.Machine(hello, ues=4), []
        while (stop := held.run(breakpoint="main")).why == "breakpoint":
            mine.append((stop.ue, stop.picoseconds))
            self.assertTrue(stop.place.startswith("main"), stop)
        self.assertEqual(sorted(ue for ue, _ in mine), [0, 1, 2, 3])
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "script")
            script.write_text("set pagination off\nbreak *main\n" + "continue\nmonitor time\n" * 4)
            done = subprocess.run([os.environ["ROCKCREEK"], "gdb", hello, "--ues", "4", "-x", script],
                                  capture_output=True, text=True, check=False)
        theirs = re.findall(r"^(\d+) ps, cycle \d+ of UE (\d+)", done.stdout + done.stderr, re.M)
        self.assertEqual(mine, [(int(ue), int(time)) for time, ue in theirs], done.stderr)

    def test_one_ue_and_its_watch(self):
        held = rockcreek.Machine(races, args=["no_flag"], ues=3)
        stop = held.run(breakpoint="main", ue=2)
        self.assertEqual((stop.why, stop.ue), ("breakpoint", 2))
        stack = held.registers(2)["esp"]
        stop = held.run(watch=(stack - 4, 4), ue=2)
        self.assertEqual((stop.why, stop.ue, stop.address), ("watch", 2, stack - 4))
        self.assertIn("UE 2", repr(stop))

    def test_what_does_not_exist_is_named(self):
        held = rockcreek.Machine(hello, ues=1)
        for wrong, message in (("maim", r"maim: no such function \(did you mean 'main'\?\)"),
                               ("hello.c:99999", "hello.c:99999: no code of that line")):
            with self.assertRaisesRegex(rockcreek.Error, message) as refused:
                held.run(breakpoint=wrong)
            self.assertEqual(refused.exception.exit_code, 2)


class Memory(unittest.TestCase):
    def test_it_is_read_and_written_as_the_core_sees_it(self):
        held = rockcreek.Machine(hello, ues=2)
        stop = held.run(breakpoint="main", ue=1)
        registers = held.registers(1)
        self.assertEqual(registers["eip"], stop.address)
        count, words = held.read(registers["esp"] + 4, 2, ue=1)
        self.assertEqual(count, 1)  # argc, argv
        name = held.read(int(held.read(int(words), ue=1)[0]), 9, "u1", ue=1)
        self.assertEqual(bytes(name), b"hello.elf")
        held.write(registers["esp"], [1, 2], ue=1)
        self.assertEqual(list(held.read(registers["esp"], 2, ue=1)), [1, 2])
        self.assertEqual(held.read(registers["esp"], 8, "u1", ue=1).dtype, numpy.uint8)
        held.set_registers(ue=1, eax=77)
        self.assertEqual(held.registers(1)["eax"], 77)

    def test_what_is_written_keeps_its_type(self):
        held = rockcreek.Machine(hello, ues=1)
        held.run(breakpoint="main")
        at = held.registers()["esp"] - 1024
        for values in (numpy.array([100.5, -2.25]), numpy.array([1.5], "f4"), numpy.array([250, 7], "u1"),
                       numpy.array([-3, 4], "i2"), numpy.array([1, 0x12345678], ">u4")):
            held.write(at, values)
            read = held.read(at, len(values), values.dtype)
            numpy.testing.assert_array_equal(read, values)
            self.assertEqual(read.dtype, values.dtype)
        held.write(at, [1, 0xFFFFFFFF, -1])
        self.assertEqual(list(held.read(at, 3)), [1, 0xFFFFFFFF, 0xFFFFFFFF])
        held.write(at, [1, 2.5], dtype="f8")
        self.assertEqual(list(held.read(at, 2, "f8")), [1, 2.5])
        for values, dtype in (([1.5], None), (numpy.arange(3), None), ([1.5], "u4"), ([1 << 32], None),
                              ([300], "u1"), ([-129], "i1"), (["no"], None), ([1 << 70], None),
                              (numpy.array([object()]), None), ([1], "O")):
            with self.assertRaisesRegex(rockcreek.Error, "^write: .*expected"):
                held.write(at, values, dtype)

    def test_large_and_physical(self):
        held = rockcreek.Machine(hello, ues=2)
        held.run(until="20us")
        data = numpy.arange(30_000, dtype="u4")
        held.write(0x2000000, data, physical=True, ue=1)
        numpy.testing.assert_array_equal(held.read(0x2000000, 30_000, physical=True, ue=1), data)
        self.assertEqual(len(held.lut()), 256)
        self.assertEqual(len(held.mpb(23)), 16384)
        self.assertNotEqual(held.lut(0)["entry"][0], held.lut(1)["entry"][0])

    def test_what_is_written_changes_what_comes(self):
        held = rockcreek.Machine(hello, ues=2)
        held.run(breakpoint="printf", ue=1)
        self.assertEqual(list(held.read("RC_COREID", 3, ue=1)), [0, 1, 0])
        self.assertEqual(len(held.read("RC_COREID", ue=1)), 48)
        with self.assertRaisesRegex(rockcreek.Error, r"RC_COERID: no such variable .*'RC_COREID'"):
            held.read("RC_COERID")
        here = held.snapshot()
        held.run()
        self.assertIn("Hello from UE 1 of 2", held.output)
        held.restore(here)
        held.write(held.registers(1)["esp"] + 8, 77, ue=1)
        held.run()
        self.assertIn("Hello from UE 77 of 2", held.output)


class Snapshots(unittest.TestCase):
    def test_the_same_comes_from_them_again(self):
        held = rockcreek.Machine(hello, ues=4)
        held.run(until="30us")
        first, output = held.snapshot(), held.output
        held.run(breakpoint="RCCE_finalize")
        second = held.snapshot()
        stops = [repr(held.run(breakpoint="RCCE_finalize")) for _ in range(3)]
        held.run()
        end, whole = counters(held.stats), held.output
        for snapshot in (second, first, second):
            held.restore(snapshot)
            self.assertEqual(held.picoseconds, snapshot.picoseconds)
            if snapshot is first:
                self.assertEqual(held.output, output)
            else:
                self.assertEqual([repr(held.run(breakpoint="RCCE_finalize")) for _ in range(3)], stops)
            held.run()
            self.assertEqual(counters(held.stats), end)
            self.assertEqual(held.output, whole)
        self.assertEqual(repr(first), "<Snapshot at 30.000 us>")
        with self.assertRaisesRegex(rockcreek.Error, "of another machine"):
            rockcreek.Machine(hello, ues=1).restore(first)


class Callbacks(unittest.TestCase):
    def test_each_message_is_told_once(self):
        held, told = rockcreek.Machine(hello, ues=4), []
        held.on_message(told.append)
        for time in ("3us", "11us", "30us"):
            held.run(until=time)
            self.assertEqual(sum(event.entering for event in told), held.stats["energy"]["packets"])
        here, before = held.snapshot(), len(told)
        held.run()
        after = [repr(event) for event in told[before:]]
        times = [event.picoseconds for event in told]
        self.assertEqual(times, sorted(times))
        held.restore(here)
        told.clear()
        held.run()
        self.assertEqual([repr(event) for event in told], after)

    def test_messages_of_a_cube_have_nodes(self):
        held, told = rockcreek.Machine(apps / "nx_hello.elf", machine="ipsc860", ues=4), []
        held.on_message(told.append)
        held.run()
        times = [event.picoseconds for event in told]
        self.assertEqual(times, sorted(times))
        nodes = held.stats["nodes"]
        for node in range(4):
            sent = [event for event in told if event.entering and event.source == node]
            came = [event for event in told if not event.entering and event.destination == node]
            self.assertEqual(len(sent), nodes[node]["sent"])
            self.assertEqual(len(came), nodes[node]["received"])
        self.assertIn("data", {event.what for event in told})
        self.assertRegex(repr(told[0]), r"<message at [0-9.]+ us, [a-z]+ from [0-3] to [0-4]>")

    def test_calls_have_arguments_and_stop(self):
        held, told = rockcreek.Machine(hello, ues=4), []
        number = held.on_call("main", told.append)
        held.run()
        self.assertEqual([event.arguments[0] for event in told], [1] * 4)
        self.assertEqual(sorted(event.ue for event in told), [0, 1, 2, 3])
        again = rockcreek.Machine(hello, ues=4)
        again.on_call("main", lambda event: event.ue == 2)
        stop = again.run()
        self.assertEqual((stop.why, stop.ue, stop.event.kind), ("callback", 2, "call"))
        self.assertEqual(stop.address, again.registers(2)["eip"])
        self.assertTrue(stop.place.startswith("main,"), stop)
        broken = rockcreek.Machine(hello, ues=4)
        self.assertEqual(broken.run(breakpoint="main", ue=2).picoseconds, stop.picoseconds)
        for ue in range(4):
            self.assertEqual(broken.registers(ue), again.registers(ue))
        self.assertEqual(stop.event.picoseconds, next(e.picoseconds for e in told if e.ue == 2))
        self.assertEqual(again.run().why, "ended")
        self.assertEqual(counters(again.stats), counters(held.stats))
        held.forget(number)

    def test_an_error_of_theirs_leaves_the_machine_there(self):
        held = rockcreek.Machine(hello, ues=4)
        held.on_call("main", lambda event: 0 // (event.ue - 2))
        with self.assertRaises(ZeroDivisionError):
            held.run()
        again = rockcreek.Machine(hello, ues=4)
        again.on_call("main", lambda event: event.ue == 2)
        again.run()
        self.assertEqual(held.picoseconds, again.picoseconds)
        self.assertEqual(held.registers(2), again.registers(2))
        self.assertEqual(held.run().why, "ended")
        self.assertEqual(counters(held.stats), counters(rockcreek.run(hello, ues=4).stats))

    def test_stores_have_values(self):
        held, told = rockcreek.Machine(hello, ues=3), []
        held.on_store("RC_COREID", told.append, ue=1)
        held.run()
        self.assertEqual({event.ue for event in told}, {1})
        address = told[0].address
        self.assertEqual([(event.address, event.value) for event in told],
                         [(address + 4 * core, core) for core in range(3)])

    def test_stores_to_a_buffer_are_those_at_which_a_watch_stops(self):
        held, told, stops = rockcreek.Machine(hello, ues=3), [], []
        held.run(breakpoint="main", ue=1)
        here, buffer = held.snapshot(), (0xC0000000, 16384)
        while (stop := held.run(watch=buffer)).why == "watch":
            stops.append((stop.picoseconds, stop.ue))
        held.restore(here)
        held.on_store(buffer, told.append)
        held.run()
        self.assertGreater(len(stops), 3)
        self.assertEqual([(event.picoseconds, event.ue) for event in told], stops)
        self.assertTrue(all(0 <= event.address - buffer[0] < buffer[1] for event in told))

    def test_what_they_raise_is_raised(self):
        held = rockcreek.Machine(hello, ues=2)
        held.on_call("main", lambda event: 1 / 0)
        with self.assertRaises(ZeroDivisionError):
            held.run()


class Failures(unittest.TestCase):
    def test_a_deadlock_has_the_lines_of_a_run_and_can_be_looked_at(self):
        with self.assertRaises(rockcreek.Error) as run:
            rockcreek.run(deadlock, ues=2)
        held = rockcreek.Machine(deadlock, ues=2)
        with self.assertRaises(rockcreek.Error) as failed:
            held.run()
        self.assertEqual(failed.exception.exit_code, 3)
        self.assertEqual("rockcreek: error: " + str(failed.exception), str(run.exception))
        self.assertEqual(counters(held.stats), counters(run.exception.result.stats))
        self.assertIn("firmware/rcce", held.place(held.registers(0)["eip"]))

    def test_every_failure_carries_what_there_was(self):
        for image, options in ((deadlock, {}), (div_zero, {}), (hello, {"max_time": 1e-6}),
                               (races, {"check": True, "max_time": 4e-5, "args": ["no_flag"]})):
            with self.assertRaises(rockcreek.Error) as run:
                rockcreek.run(image, ues=2, **options)
            held = rockcreek.Machine(image, ues=2, **options)
            beginning = held.snapshot()
            with self.assertRaises(rockcreek.Error) as failed:
                held.run()
            result, expected = failed.exception.result, run.exception.result
            if image != div_zero:  # before which it stands, as GDB does
                self.assertEqual(counters(result.stats), counters(expected.stats))
            self.assertEqual((result.output, result.findings, result.exit_code, result.complete),
                             (expected.output, expected.findings, expected.exit_code, expected.complete))
            line = str(failed.exception).splitlines()[0]
            self.assertIn(f"us, failed: {line}>", repr(held))
            self.assertRegex(result.failure, rf"^The run failed at [0-9.]+ us: {re.escape(line)}$")
            held.restore(beginning)
            self.assertIn("running>", repr(held))


class Examples(unittest.TestCase):
    """The page's session and the notebook, as a reader runs them."""

    def run_in_project(self, *cells):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "build/release/firmware").mkdir(parents=True)
            pathlib.Path(folder, "build/release/firmware/apps").symlink_to(apps)
            names = {}
            with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()) as shown:
                for cell in cells:
                    exec(compile(cell, "example", "exec"), names)  # pylint: disable=exec-used
            return names, shown.getvalue()

    def test_the_page_finds_the_slow_link(self):
        text = (source / "docs" / "python.md").read_text()
        session = re.findall(r"```python\n(.*?)```", text.split("## A machine in your hand")[1], re.S)[0]
        self.assertLessEqual(len(session.splitlines()), 11)
        names, shown = self.run_in_project(session)
        flits, place, seconds = names["slow"]
        self.assertIn(str(place), shown)
        # In 50 us a link of a mesh of 800 MHz carries 40,000 flits at most, and the busiest one not few.
        self.assertTrue(500 < flits <= 40_000, flits)
        self.assertLess(seconds, names["m"].seconds + 50e-6)
        whole = {(link["x"], link["y"], link["port"]): link["flits"] for link in names["m"].stats["links"]}
        self.assertEqual(names["seen"], whole)

    def test_the_notebook_runs(self):
        notebook = json.loads((source / "docs" / "examples" / "held_machine.ipynb").read_text())
        cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.assertTrue(all(not cell.get("outputs") for cell in notebook["cells"]))
        _, shown = self.run_in_project(*cells)
        self.assertIn("Hello from UE 42 of 4", shown)


if __name__ == "__main__":
    unittest.main()
