// SPDX-License-Identifier: Apache-2.0
// The console: a session with one simulated SCC, command by command: load, reset, boot, run, read,
// write. This is what the management console PC did for the real chip.
//
// Only "run" advances simulated time (run_command.h); everything else takes none and shows the
// state of that instant, in which every core stands at the end of an instruction and none has run
// ahead. So a session's results depend on nothing but its commands.
//
// Errors: kernel::InputError for a command that cannot be carried out, which then has changed
// nothing; kernel::MachineError when the machine failed, after which it can be looked at, not run;
// OutputMissed.
#pragma once

#include <iosfwd>
#include <set>
#include <string>
#include <vector>

#include "hw_model/scc/systemc/scc_system.h"
#include "sim/console/command_words.h"
#include "sim/console/memory_spaces.h"
#include "sim/console/run_command.h"
#include "sim/machine/elf_image.h"
#include "sim/machine/machine.h"
#include "sim/run/host/host_console.h"

namespace rc::sim::console {

class ConsoleSession {
 public:
  // The firmware may use the files below `files`; none if it is empty.
  ConsoleSession(const machine::Machine& machine, const std::string& files, std::ostream& out,
                 std::ostream& error);

  // Carries out one line: a command, a comment (#) or nothing. False when it was "quit".
  bool execute(const std::string& line);

  // Ends the session: prints lines that the firmware left unfinished, and which UEs returned
  // non-zero. True if none did.
  bool finish();

  static const char* help();

 private:
  void load(CommandWords& words);
  void run(CommandWords& words);
  void image(CommandWords& words);
  void lut(CommandWords& words);
  void expect_all_held() const;
  void boot(CommandWords& words);
  void reset(CommandWords& words);
  void show_registers(CommandWords& words);
  void show_status();

  machine::Machine machine_;
  std::ostream& out_;
  std::ostream& error_;
  run::HostConsole console_;
  machine::ElfImage elf_;
  std::string file_;  // of which it was read
  scc::SccSystem system_;
  RunCommand run_;
  MemorySpaces memory_;
  std::vector<int> loaded_;  // cores by rank
  std::set<int> booted_;
};

}  // namespace rc::sim::console
