// SPDX-License-Identifier: Apache-2.0
// A machine in this program's hand: where two UEs come to main, and the same end twice.
//     held ROCKCREEK PROGRAM
#include <cstdio>

#include "sim/run/held/held_machine.h"

int main(int, char** argv) {
  using namespace rc::sim::run;
  HeldMachine machine(argv[1], {argv[2], "--ues", "2"});
  HeldRun to_main;
  to_main.breakpoints = {"main"};
  HeldStop stop = machine.run(to_main);
  for (; stop.why == HeldStop::Why::breakpoint && stop.ue != 1; stop = machine.run(to_main)) {
  }
  const HeldInstant here = machine.snapshot();
  machine.run();
  const std::string first = machine.statistics();
  machine.restore(here);
  machine.run();
  std::printf("UE %d came to %s, then %s end\n%s", stop.ue, stop.place.substr(0, 4).c_str(),
              machine.statistics() == first ? "the same" : "another", machine.output().c_str());
  return 0;
}
