# SPDX-License-Identifier: Apache-2.0
"""What check=True finds in a machine that Python holds: the findings of a run."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.environ["ROCKCREEK_PYTHON"])
import rockcreek  # noqa: E402

races = pathlib.Path(os.environ["ROCKCREEK_APPS"]) / "races.elf"

# A buffer in use, a lock kept, sizes that differ.
RCCE = """#include "iRCCE.h"
static char big[20000];
static int word;
static iRCCE_SEND_REQUEST request;
int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  iRCCE_init();
  if (RCCE_ue() == 0) {
    iRCCE_isend(big, sizeof big, 1, &request);
    for (int i = 0; i < 3; ++i) big[15000 + i] = 99;
    iRCCE_isend_wait(&request);
    RCCE_acquire_lock(2);
  }
  if (RCCE_ue() == 1) RCCE_recv(big, sizeof big, 0);
  RCCE_shmalloc(RCCE_ue() == 2 ? 64 : 32);
  ++word;
  return RCCE_finalize();
}
"""
# Both are read and written where nothing orders them.
UNCACHED = """#include "RCCE.h"
int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  volatile int* sum = (volatile int*)RCCE_shmalloc(64);
  for (int i = 0; i < 50; ++i) *sum = *sum + 1;
  return RCCE_finalize();
}
"""
NX = """#include "nx.h"
static double sent[500], got[500];
int main(void) {
  const long peer = mynode() ^ 1, id = irecv(9, got, sizeof got);
  got[3] = 7;
  gsync();
  csend(9, sent, sizeof sent, peer, 0);
  msgwait(id);
  if (mynode() == 0) csend(7, sent, 40, 1, 0);
  gsync();
  return 0;
}
"""


class Findings(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def compiled(self, name, source, *options):
        text, program = (str(pathlib.Path(self.folder.name) / (name + end)) for end in (".c", ".elf"))
        pathlib.Path(text).write_text(source, encoding="ascii")
        subprocess.run([os.environ["ROCKCREEK"], "cc", "-g", *options, text, "-o", program], check=True)
        return program

    def test_they_are_there_at_any_time(self):
        held = rockcreek.Machine(races, args=["no_flag"], ues=3, check=True)
        self.assertEqual(held.findings, [])
        held.run()
        self.assertEqual(held.findings, rockcreek.run(races, args=["no_flag"], ues=3, check=True).findings)
        self.assertEqual(len(held.findings), 1)

    def test_those_of_calls_are_those_of_a_run(self):
        for program, options, found in (
                (self.compiled("calls", RCCE), {"ues": 3}, ("buffer in use: ", "lock kept: ", "calls differ: ")),
                (self.compiled("left", NX, "--nx"), {"machine": "ipsc860", "ues": 2},
                 ("buffer in use: ", "never received: "))):
            expected = rockcreek.run(program, check=True, **options)
            for start in found:
                self.assertTrue(any(each.startswith(start) for each in expected.findings), (start, expected.findings))
            held = rockcreek.Machine(program, check=True, **options)
            held.run()
            self.assertEqual(held.findings, expected.findings)
            self.assertEqual(held.picoseconds, expected.stats["simulated_ps"])

    def test_stops_and_ways_back_change_none(self):
        program = self.compiled("calls", RCCE)
        expected = rockcreek.run(program, ues=3, check=True)
        held, told = rockcreek.Machine(program, ues=3, check=True), []
        beginning = held.snapshot()
        source = str(pathlib.Path(program).with_suffix(".c"))
        for _ in range(2):
            told.clear()
            held.restore(beginning)
            number = held.on_call("iRCCE_isend", told.append)
            stops = 0
            while (stop := held.run(breakpoint=["RCCE_recv", source + ":10", source + ":16"],
                                    watch="word")).why != "ended":
                stops += 1
                self.assertIn(stop.why, ("breakpoint", "watch"))
            held.forget(number)
            self.assertGreater(stops, 4)
            self.assertEqual(len(told), 1)
            self.assertEqual(held.findings, expected.findings)
            self.assertEqual(held.picoseconds, expected.stats["simulated_ps"])

    def test_what_is_not_judged_is_none(self):
        program = self.compiled("uncached", UNCACHED, "-O1")
        run, held = rockcreek.run(program, ues=2, check=True), rockcreek.Machine(program, ues=2, check=True)
        held.run()
        self.assertIn("rockcreek: check: not judged: ", run.messages)
        self.assertEqual([each.split(":")[0] for each in run.findings], ["lost update"] * len(run.findings))
        self.assertEqual(held.findings, run.findings)


if __name__ == "__main__":
    unittest.main()
