// SPDX-License-Identifier: Apache-2.0
#include "sim/run/stopped_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "hw_model/kernel/call_error.h"
#include "hw_model/kernel/deadlock.h"
#include "hw_model/kernel/fault.h"
#include "hw_model/kernel/time_text.h"
#include "sim/run/fault_text.h"
#include "sim/run/forgotten_start.h"
#include "sim/run/program_lines.h"
#include "sim/run/waits.h"
#include "sim/symbols/variables.h"

namespace rc::sim::run {
namespace {

auto variable_of(const std::shared_ptr<ProgramLines>& lines, const StoppedMachine& machine) {
  return [lines, program = machine.program, word = machine.word](
             std::size_t rank, std::span<const std::uint32_t> words, std::string_view type,
             const symbols::Frame& frame) {
    return symbols::variable_with(words, type, frame, program(rank).elf, lines->of(program(rank)),
                                  [&](std::uint32_t address) { return word(rank, address); });
  };
}

std::vector<symbols::Frame> frames_of(const JobPrograms::Program& program, ProgramLines& lines,
                                      const cpu::ArchState& state, const symbols::ReadWord& memory,
                                      bool behind = false) {
  return symbols::call_stack(program.elf, lines.of(program), symbols::registers_of(state), memory,
                             behind);
}

std::optional<std::size_t> rank_of(const std::vector<int>& cores, std::optional<int> core) {
  const auto at = core ? std::ranges::find(cores, *core) : cores.end();
  if (at == cores.end()) return std::nullopt;
  return static_cast<std::size_t>(at - cores.begin());
}

// Of the program that runs on a core, or as the node of this number.
std::optional<std::size_t> rank_at(const StoppedMachine& machine, const std::vector<int>& cores,
                                   int core) {
  const auto rank = cores.empty() ? static_cast<std::size_t>(core) : rank_of(cores, core);
  return rank && *rank < machine.count ? rank : std::nullopt;
}

// Nothing: it is no fault, or of a core without a program.
std::optional<std::size_t> faulty_rank(const kernel::MachineError& error,
                                       const StoppedMachine& machine,
                                       const std::vector<int>& cores) {
  const auto* const fault = dynamic_cast<const kernel::FaultError*>(&error);
  return fault == nullptr ? std::nullopt : rank_at(machine, cores, fault->fault().core);
}

// An instruction that ends at `end`, such as a call that returns there or a trap.
std::vector<std::uint32_t> before(std::uint32_t end) {
  constexpr std::uint32_t kLongestCall = 7;  // by a pointer in memory, with SIB byte and offset
  std::vector<std::uint32_t> places;
  for (std::uint32_t i = kLongestCall; i != 0; --i) places.push_back(end - i);
  return places;
}

}  // namespace

StoppedMachine stopped(scc::SccSystem& system, const std::vector<int>& cores,
                       const JobPrograms& programs) {
  const auto lines = std::make_shared<ProgramLines>();
  const auto word = [&system, &cores](std::size_t rank, std::uint32_t address) {
    std::uint32_t data = 0;
    const bool there = system.peek(cores[rank], address, &data, sizeof data);
    return there ? std::optional<std::uint32_t>(data) : std::nullopt;
  };
  StoppedMachine machine;
  machine.unit = "UE";
  machine.count = cores.size();
  machine.ended = [&system, &cores](std::size_t rank) {
    return system.exit_status(cores[rank]).has_value();
  };
  machine.name = [&cores](std::size_t rank) {
    return fmt::format("core {} (UE {})", cores[rank], rank);
  };
  machine.state = [&system, &cores](std::size_t rank) { return system.last_state_of(cores[rank]); };
  const auto behind_write = [&system, &cores](std::size_t rank) {
    const auto id = static_cast<std::uint32_t>(cores[rank]);
    return system.tile(system.geometry().tile_of(id)).behind_write(system.geometry().unit_of(id));
  };
  machine.behind_write = behind_write;
  machine.frames = [&system, &cores, &programs, lines, word, behind_write](std::size_t rank) {
    return frames_of(
        programs.of_core(cores[rank]), *lines, system.core(cores[rank]).arch_state(),
        [&](std::uint32_t address) { return word(rank, address); }, behind_write(rank));
  };
  machine.word = word;
  machine.program = [&cores, &programs](std::size_t rank) -> const JobPrograms::Program& {
    return programs.of_core(cores[rank]);
  };
  machine.variable = variable_of(lines, machine);
  machine.core_id = [&cores](std::size_t rank) { return cores[rank]; };
  const auto time_of = [&system, &cores](std::size_t rank, kernel::Cycle cycle) {
    const auto id = static_cast<std::uint32_t>(cores[rank]);
    return system.tile(system.geometry().tile_of(id)).clock().time_of(cycle);
  };
  machine.time = [&system, &cores, time_of](std::size_t rank) {
    return time_of(rank, system.core(cores[rank]).now());
  };
  machine.raised = [&system, &cores, time_of](std::size_t rank) {
    return time_of(rank, system.core(cores[rank]).raised_at());
  };
  machine.polled = [&system, &cores](std::size_t rank) {
    return rank_of(cores, system.polled_core(cores[rank]));
  };
  machine.lock_holder = [&system, &cores](std::size_t rank) {
    const auto id = static_cast<std::uint32_t>(cores[rank]);
    scc::Tile& tile = system.tile(system.geometry().tile_of(id));
    return rank_of(cores, tile.registers().lock_holder(system.geometry().unit_of(id)));
  };
  return machine;
}

StoppedMachine stopped(ipsc::IpscSystem& system, const JobPrograms& programs) {
  const auto lines = std::make_shared<ProgramLines>();
  const auto node = [&system](std::size_t rank) -> ipsc::Node& {
    return system.node(static_cast<unsigned>(rank));
  };
  const auto word = [node](std::size_t rank, std::uint32_t address) {
    std::uint32_t data = 0;
    const bool there = node(rank).peek(address, &data, sizeof data);
    return there ? std::optional<std::uint32_t>(data) : std::nullopt;
  };
  StoppedMachine machine;
  machine.unit = "node";
  machine.count = system.nodes();
  machine.ended = [&system](std::size_t rank) {
    return system.exit_status(static_cast<unsigned>(rank)).has_value();
  };
  machine.name = [](std::size_t rank) { return fmt::format("node {}", rank); };
  machine.state = [&system](std::size_t rank) {
    return system.last_state_of(static_cast<unsigned>(rank));
  };
  machine.frames = [node, &programs, lines, word](std::size_t rank) {
    return frames_of(programs.all().front(), *lines, node(rank).core().arch_state(),
                     [&](std::uint32_t address) { return word(rank, address); });
  };
  machine.word = word;
  machine.program = [&programs](std::size_t) -> const JobPrograms::Program& {
    return programs.all().front();
  };
  machine.core_id = [](std::size_t rank) { return static_cast<int>(rank); };
  machine.time = [node](std::size_t rank) { return node(rank).time_of(node(rank).core().now()); };
  machine.raised = [node](std::size_t rank) {
    return node(rank).time_of(node(rank).core().raised_at());
  };
  machine.polled = [](std::size_t) -> std::optional<std::size_t> { return std::nullopt; };
  return machine;
}

std::optional<kernel::Picos> fault_time(const kernel::MachineError& error,
                                        const StoppedMachine& machine,
                                        const std::vector<int>& cores) {
  if (error.at()) return error.at();
  const auto rank = faulty_rank(error, machine, cores);
  if (!rank) return std::nullopt;
  const kernel::Fault& fault = dynamic_cast<const kernel::FaultError&>(error).fault();
  // The handler that reports an exception has run on.
  return fault.exception ? machine.raised(*rank) : machine.time(*rank);
}

std::vector<std::uint32_t> failing_places(const kernel::MachineError& error,
                                          const StoppedMachine& machine,
                                          const std::vector<int>& cores) {
  if (const auto* const call = dynamic_cast<const kernel::CallError*>(&error)) {
    const auto rank = rank_at(machine, cores, call->core());
    const auto frames = rank ? machine.frames(*rank) : std::vector<symbols::Frame>{};
    const auto own = std::ranges::find(frames, false, &symbols::Frame::library);
    return own == frames.begin() || own == frames.end() ? std::vector<std::uint32_t>{}
                                                        : before(own->eip);
  }
  const auto* const fault = dynamic_cast<const kernel::FaultError*>(&error);
  if (fault == nullptr) return {};
  const auto rank = faulty_rank(error, machine, cores);
  const auto& exception = fault->fault().exception;
  if (rank && exception &&
      symbols::is_behind_trap(fault->fault().eip, exception->vector,
                              [&](std::uint32_t at) { return machine.word(*rank, at); }))
    return before(fault->fault().eip);
  if (rank && !exception && machine.behind_write && machine.behind_write(*rank))
    return before(fault->fault().eip);
  const auto frames = rank ? machine.frames(*rank) : std::vector<symbols::Frame>{};
  // It never began an instruction where nothing is.
  const bool astray = frames.size() > 1 && frames[0].function.empty();
  return astray ? before(frames[1].eip) : std::vector<std::uint32_t>{fault->fault().eip};
}

std::string report(const kernel::MachineError& error, const StoppedMachine& machine,
                   const JobPrograms& programs, const std::vector<int>& cores) {
  if (const auto* const deadlock = dynamic_cast<const kernel::DeadlockError*>(&error))
    return deadlock->head() + wait_lines(machine) +
           forgotten_start(
               machine, [](std::size_t) { return true; }, "\n  ");
  if (const auto* const call = dynamic_cast<const kernel::CallError*>(&error)) {
    const auto core = static_cast<std::size_t>(call->core());
    const std::string story =
        cores.empty() && core < machine.count ? call_story(machine.frames(core)) : "";
    return error.what() + (story.empty() ? story : ": " + story);
  }
  const auto* const fault = dynamic_cast<const kernel::FaultError*>(&error);
  if (fault == nullptr)
    return error.what() + (error.at() ? "; at " + kernel::microseconds(*error.at()) : "");
  std::string text = explained(*fault, programs.of_core(fault->fault().core).elf, cores);
  const auto rank = faulty_rank(error, machine, cores);
  if (!rank) return text;
  const bool told = text != error.what();
  const std::vector<symbols::Frame> frames = machine.frames(*rank);
  const std::string story =
      told ? overflow_story(frames, programs.of_core(fault->fault().core).elf.stack_bytes)
           : fault_story(fault->fault(), frames);
  if (!story.empty()) text += (told ? "; " : ": ") + story;
  text += "; at " + kernel::microseconds(*fault_time(error, machine, cores));
  if (told || cores.empty()) return text;
  const std::string forgotten =
      forgotten_start(machine, [rank](std::size_t each) { return each == *rank; });
  return text + "; " + (forgotten.empty() ? fmt::format("UE {}", *rank) : forgotten);
}

}  // namespace rc::sim::run
