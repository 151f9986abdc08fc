// The host's side of a chip, command by command: load, reset, boot, run, look, change. What the
// management console PC did for the SCC, on the simulated machine.
//
// Simulated time advances in "run" only, in steps of a microsecond; everything else takes none.
// What is looked at is the state of that instant: no core has run ahead of it (but to the end of
// its instruction). So a session is a function of its commands.
//
// Errors: kernel::InputError for a command that cannot be carried out, which then has changed
// nothing; kernel::MachineError when the machine failed, after which it can be looked at, not run;
// OutputMissed.
#pragma once

#include <iosfwd>
#include <set>
#include <string>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/systemc/scc_system.h"
#include "sim/elf_image.h"
#include "sim/host_services.h"
#include "sim/machine.h"

namespace rc::sim {

// "run until output" ended, and the text had not come.
class OutputMissed : public kernel::Error {
 public:
  using Error::Error;
  int exit_code() const override { return 1; }
};

class Console {
 public:
  // The firmware's files are those below `files`, none if it is empty.
  Console(const Machine& machine, const std::string& files, std::ostream& out, std::ostream& error);

  // Carries out one line: a command, a comment (#) or nothing. False when it was "quit".
  bool execute(const std::string& line);

  // Ends the session: prints lines that the firmware left unfinished, and who returned another
  // status than 0. Whether nobody did.
  bool finish();

  static const char* help();

 private:
  class Words;    // the line under way, word by word
  struct Memory;  // what "read" and "write" go through
  enum class Until { time, exit, output };

  void load(Words& words);
  void boot(Words& words);
  void reset(Words& words);
  void run(Words& words);
  void read(Words& words);
  void write(Words& words);
  void show_registers(Words& words);
  void show_status();

  Memory memory(Words& words, const std::string& space);
  void read_words(Words& words, const std::string& space);
  void write_words(Words& words, const std::string& space);
  void write_register(Words& words);
  bool all_exited(const std::vector<int>& cores) const;
  std::string present() const;
  tile::Tile& tile_of(int core) { return system_.tile(static_cast<std::size_t>(core / 2)); }

  Machine machine_;
  std::ostream& out_;
  std::ostream& error_;
  HostConsole console_;
  ElfImage elf_;
  systemc::SccSystem system_;
  std::vector<int> loaded_;  // cores by rank
  std::set<int> booted_;
  bool failed_ = false;
  std::string awaited_;  // output that ends the run; empty: none
  std::string found_;    // the line it was in
};

}  // namespace rc::sim
