// SPDX-License-Identifier: Apache-2.0
// The calls that a program's own code makes of libraries, as they happen: which function each UE is in,
// from where it was called, and what it returned. For --check, whose defects show in the libraries and
// whose causes are in the program.
//
// Seen by the breaks of a debugger at the program's calls and behind them, and at the beginnings of those
// functions whose address it may have; they change no cycle. What the libraries call of each other, which
// is most of it, stops nobody.
//
// Inexact: functions of the C library are known to be called by the program only where that has debug
// information; those with C++ names are not seen at all.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/run/program_lines.h"
#include "sim/run/stopped_machine.h"

namespace rc::sim::run {

class LibraryCalls {
 public:
  struct Function {
    std::string name;
    bool library = false;  // of ours, not of the C library
    std::vector<symbols::Parameter> parameters;
    std::string returns;  // as symbols::Place::returns
  };
  struct Call {
    const Function* function = nullptr;
    std::uint32_t behind = 0;              // where it returns to
    std::uint32_t esp = 0;                 // when it began
    std::vector<std::uint32_t> arguments;  // one for each parameter, as far as they could be read

    // Of the parameter of this name: its first word, and where that is.
    std::optional<std::uint32_t> argument(std::string_view name) const;
    std::optional<std::uint32_t> address_of(std::string_view name) const;
  };
  using Began =
      std::function<void(const StoppedMachine& machine, std::size_t rank, const Call& call)>;
  using Returned = std::function<void(const StoppedMachine& machine, std::size_t rank,
                                      const Call& call, std::uint32_t value)>;

  LibraryCalls(ProgramLines& lines, Began began, Returned returned)
      : lines_(lines), began_(std::move(began)), returned_(std::move(returned)) {}

  /// Where the core of `rank` is to be seen, for now.
  const std::vector<std::uint32_t>& places(const StoppedMachine& machine, std::size_t rank);
  /// It is before its instruction at `eip`. True: places() has grown.
  bool met(const StoppedMachine& machine, std::size_t rank, const cpu::Core& core,
           std::uint32_t eip);
  /// Behind the call of the program's that the core is in; 0: it is in none.
  std::uint32_t call_site(int core_id) const;
  /// Whether it is in one of a library of ours.
  bool in_library(std::size_t rank) const;

 private:
  // Whose code it is; of a program without debug information nobody knows.
  enum class Origin : std::uint8_t { unknown, program, library };
  // An instruction of the program's that goes to a function.
  struct Site {
    const Function* function = nullptr;
    bool jumps = false;  // at the end of its own function
  };
  // What is known of a program, by its number.
  struct Known {
    std::map<std::uint32_t, Function> functions;  // of libraries, by address
    std::unordered_map<std::uint32_t, Site> sites;
    std::vector<std::uint32_t> places;  // the sites, behind the calls, and the beginnings
    std::unordered_map<std::uint32_t, Origin> callers;  // of calls that return there
  };
  struct Core {
    std::vector<std::uint32_t> places;
    std::vector<Call> open;  // outermost first
  };

  const Known& known(const JobPrograms::Program& program);
  Origin origin(const JobPrograms::Program& program, std::uint32_t address);
  bool by_program(const JobPrograms::Program& program, const Function& called,
                  std::uint32_t behind);
  // The call that begins at `eip`, if one does: its function, where it returns to, and ESP in it.
  Call begun(const StoppedMachine& machine, std::size_t rank, std::uint32_t esp, std::uint32_t eip);

  ProgramLines& lines_;
  Began began_;
  Returned returned_;
  std::map<std::size_t, Known> known_;
  std::map<std::size_t, Core> cores_;             // by rank
  std::unordered_map<int, std::uint32_t> sites_;  // by core
};

}  // namespace rc::sim::run
