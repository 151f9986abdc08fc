# SPDX-License-Identifier: Apache-2.0
"""Wrong uses of a machine that Python holds: each is refused in one line, which names what is wrong."""

import os
import pathlib
import sys
import unittest

sys.path.insert(0, os.environ["ROCKCREEK_PYTHON"])
import rockcreek  # noqa: E402

hello = pathlib.Path(os.environ["ROCKCREEK_APPS"]) / "hello.elf"

class Misuse(unittest.TestCase):
    def test_what_is_not_there(self):
        held = rockcreek.Machine(hello, ues=2)
        held.run(until="20us")
        for call, message in ((lambda: held.read(0xFFFFFFF0, 100), "beyond the last address"),
                              (lambda: held.read(0, ue=2), "UE 2: expected 0 to 1"),
                              (lambda: held.read(0, ue=-1), "cannot use"),
                              (lambda: held.run(breakpoint="main", ue=2), "UE 2: expected 0 to 1"),
                              (lambda: held.run(breakpoint=5), "breakpoint: cannot use 5: expected a function"),
                              (lambda: held.run(until=-1), "^until: cannot use -1: expected a time"),
                              (lambda: held.run(until="20"), "^until: cannot use '20': expected a time .* as \"20us\""),
                              (lambda: held.run(until=[]), r"^until: cannot use \[\]: expected a time"),
                              (lambda: held.run(until=float("nan")), "^until: cannot use nan: expected a time"),
                              (lambda: held.run(every=0), "^every: cannot use 0: expected a time above 0"),
                              (lambda: held.run(cycles=-1), "^cycles: cannot use -1: expected a whole number"),
                              (lambda: held.run(cycles="x"), "^cycles: cannot use 'x': expected a whole number"),
                              (lambda: held.run(condition=3), "^condition: cannot use 3: expected a function"),
                              (lambda: held.run(watch=3.5), "^watch: cannot use 3.5: expected a variable"),
                              (lambda: held.run(watch=(1, 2, 3)), r"^watch: cannot use \(1, 2, 3\): expected"),
                              (lambda: held.restore(3), "^snapshot: cannot use 3: expected what snapshot"),
                              (lambda: held.on_message(3), "^callback: cannot use 3: expected a function"),
                              (lambda: held.mpb(24), "tile 24: expected 0 to 23"),
                              (lambda: held.set_registers(rax=1), "register rax: expected eax"),
                              (lambda: held.findings, "expected --check"),
                              (lambda: held.forget(7), "no callback 7")):
            with self.assertRaisesRegex(rockcreek.Error, message):
                call()

    def test_what_the_simulator_refuses_is_its_line(self):
        for call, message in ((lambda: rockcreek.Machine("no-such.elf"), "^no-such.elf: cannot read"),
                              (lambda: rockcreek.Machine(hello, uess=2), "did you mean '--ues'"),
                              (lambda: rockcreek.Machine(hello, stats="x"), "--stats: not with a machine"),
                              (lambda: rockcreek.Machine(hello, native=True), "^native: programs of the host"),
                              (lambda: rockcreek.Machine(hello, ues=2, max_time=1e-6).run(), "--max-time")):
            with self.assertRaisesRegex(rockcreek.Error, message):
                call()


if __name__ == "__main__":
    unittest.main()
