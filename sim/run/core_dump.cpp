// SPDX-License-Identifier: Apache-2.0
#include "sim/run/core_dump.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <optional>

#include "hw_model/kernel/deadlock.h"
#include "hw_model/kernel/fault.h"
#include "sim/debug/core_file.h"
#include "sim/run/job_programs.h"

namespace rc::sim::run {
namespace {

debug::CoreThread thread_of(debug::DebugMachine& machine, const StoppedMachine& stopped,
                            unsigned rank) {
  debug::CoreThread thread;
  thread.number = static_cast<int>(rank) + 1;
  thread.registers = debug::registers_of(machine.core(rank));
  const auto frames = stopped.frames(rank);
  if (frames.empty()) return thread;
  const symbols::Registers& at = frames.front().registers;
  const auto put = [&thread](unsigned number, std::uint32_t word) {
    std::memcpy(thread.registers.data() + debug::gdb_register(number).first, &word, sizeof word);
  };
  for (unsigned i = 0; i < at.general.size(); ++i) put(i, at.general[i]);
  put(debug::kGdbEip, at.eip);
  return thread;
}

class Dump {
 public:
  Dump(debug::DebugMachine& machine, const StoppedMachine& stopped,
       const kernel::MachineError* error)
      : machine_(machine), stopped_(stopped) {
    const auto* const fault = dynamic_cast<const kernel::FaultError*>(error);
    if (fault != nullptr) signal_ = kernel::signal_of(fault->fault());
    if (dynamic_cast<const kernel::DeadlockError*>(error) != nullptr) signal_ = SIGABRT;
    for (unsigned rank = 0; rank < machine.count(); ++rank) {
      if (fault != nullptr && stopped.core_id(rank) == fault->fault().core) faulted_ = rank;
      if (!first_ && fault == nullptr && !stopped.ended(rank)) first_ = rank;
      threads_.push_back(thread_of(machine, stopped, rank));
    }
  }

  void write(const CoreDump& dump) const {
    const unsigned rank = dump.of.value_or(faulted_.value_or(first_.value_or(0)));
    debug::CoreContents contents;
    contents.program = program_name(stopped_.program(rank).file);
    // Only the core of a fault has it.
    contents.signal = faulted_ && *faulted_ != rank ? 0 : signal_;
    contents.threads = threads_;
    const auto chosen = contents.threads.begin() + rank;
    std::rotate(contents.threads.begin(), chosen, chosen + 1);
    contents.read = [this, rank](std::uint32_t address, std::uint8_t* page) {
      return machine_.read(rank, address, page, debug::kCorePage);
    };
    const machine::ElfImage& elf = stopped_.program(rank).elf;
    contents.in_program = [&elf](std::uint32_t address) {
      return std::ranges::any_of(elf.segments, [address](const machine::ElfSegment& segment) {
        return address + std::uint64_t{debug::kCorePage} > segment.address &&
               address < segment.address + segment.bytes.size();
      });
    };
    debug::write_core_file(dump.file, contents);
  }

 private:
  debug::DebugMachine& machine_;
  const StoppedMachine& stopped_;
  std::vector<debug::CoreThread> threads_;   // by rank
  std::optional<unsigned> faulted_, first_;  // the latter where no fault ended the run
  int signal_ = 0;
};

}  // namespace

void write_core_files(const std::vector<CoreDump>& dumps, debug::DebugMachine& machine,
                      const StoppedMachine& stopped, const kernel::MachineError* error) {
  const Dump dump(machine, stopped, error);
  for (const CoreDump& each : dumps) dump.write(each);
}

}  // namespace rc::sim::run
