// SPDX-License-Identifier: Apache-2.0
#include "sim/console/session.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <filesystem>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/machine/core_list.h"
#include "sim/machine/memory_image.h"
#include "sim/run/exit_statuses.h"
#include "sim/run/interconnect/interconnect.h"
#include "sim/run/job_programs.h"
#include "sim/run/stopped_machine.h"

namespace rc::sim::console {
namespace {

using kernel::InputError;

constexpr const char* kGpr[] = {"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"};

scc::SccRunOptions options_for(const machine::ElfImage& elf) {
  scc::SccRunOptions options;
  options.symbolise = [&elf](int, std::uint32_t eip) { return elf.locate(eip); };
  return options;
}

}  // namespace

const char* ConsoleSession::help() {
  return R"(load FILE CORES [ARGUMENT...]   write image and boot block to the cores' private memories
image FILE@ADDRESS CORES        write a flat image to the cores' memories (or FILE.map, FILE.obj):
                                cores without a program start at the reset vector
lut FILE                        write entries of lookup tables, as in sccKit's lut_init.dat
boot [CORES]                    release these cores, or all loaded ones, from reset
reset [CORES]                   hold these cores in reset; without CORES all of them, and MPBs,
                                locks, LUTs and core configurations return to power-on values
run TIME                        simulate that much time: 20us, 1.5ms, 2s
run [TIME] until exit [CORES]   until these cores, or all booted ones, have exited
run [TIME] until output TEXT    until the firmware prints a line that contains TEXT; an error
                                if TIME is over or all cores have exited before
read mc CONTROLLER ADDRESS [WORDS]    memory behind a controller (SCC: 0 to 3), below all caches
read core CORE ADDRESS [WORDS]        virtual memory as the core sees it, through its caches
read mpb CORE OFFSET [WORDS]          message passing buffer
read tile TILE OFFSET                 configuration register; reading a lock takes it
read lut CORE SLOT [SLOTS]            lookup table
read vrc                              voltages of the six domains and the mesh
write SPACE ... VALUE [VALUE...]      the same spaces; tile, lut and vrc take one value
registers CORES                 show general registers, EIP, EFLAGS and control registers
status                          show the simulated time and the state of every loaded core
help                            show this list
quit                            end the session
CORES is a list as in 0,2,10-12. Numbers are decimal, or hexadecimal after 0x.
"two words" in quotes are one word. # at the start of a word begins a comment.
)";
}

ConsoleSession::ConsoleSession(const machine::Machine& machine, const std::string& files,
                               std::ostream& out, std::ostream& error)
    : machine_(machine),
      out_(out),
      error_(error),
      console_(out, error, machine.cores()),
      system_(machine_.params, run::make_network(machine_), console_, options_for(elf_)),
      run_(system_, out),
      memory_(system_, out) {
  console_.files().close_input();
  if (!files.empty()) console_.files().allow_below(files);
  console_.on_line([this](int rank, std::string_view line) { run_.on_line(rank, line); });
}

bool ConsoleSession::execute(const std::string& line) {
  CommandWords words(line, system_.geometry().cores());
  const auto first = words.maybe();
  if (!first) return true;
  const std::string& verb = *first;
  if (verb == "quit") return words.end(), false;
  if (verb == "load") {
    load(words);
  } else if (verb == "image") {
    image(words);
  } else if (verb == "lut") {
    lut(words);
  } else if (verb == "boot") {
    boot(words);
  } else if (verb == "reset") {
    reset(words);
  } else if (verb == "run") {
    run(words);
  } else if (verb == "read") {
    memory_.read(words);
  } else if (verb == "write") {
    memory_.write(words);
  } else if (verb == "registers") {
    show_registers(words);
  } else if (verb == "status") {
    words.end();
    show_status();
  } else if (verb == "help") {
    out_ << help();
  } else {
    throw InputError(fmt::format("'{}': no such command (see help)", kernel::shown(verb)));
  }
  return true;
}

// A failure of the machine is told as `rockcreek run` tells it.
void ConsoleSession::run(CommandWords& words) try {
  run_.execute(words, booted_);
} catch (const kernel::MachineError& error) {
  if (file_.empty()) throw;
  run::FirmwareJob job;
  job.machine = machine_;
  job.image = file_;
  job.cores = loaded_;
  const run::JobPrograms programs(job);
  throw kernel::MachineError(
      run::report(error, run::stopped(system_, loaded_, programs), programs, loaded_));
}

bool ConsoleSession::finish() {
  console_.finish();
  const std::string failed = run::nonzero_statuses(console_.statuses(), loaded_);
  if (!failed.empty()) error_ << "rockcreek: " << failed << std::endl;
  return failed.empty();
}

void ConsoleSession::load(CommandWords& words) {
  const std::string file = words.next("file");
  const std::vector<int> cores =
      machine::parse_list(words.next("cores"), machine_.cores(), "load", "cores");
  std::vector<std::string> arguments;
  while (auto argument = words.maybe()) arguments.push_back(*argument);
  expect_all_held();
  machine::ElfImage elf = machine::load_elf(file, machine_.memory_bytes());
  machine::check_image(machine_, elf, file);
  system_.load(machine::to_image(elf, std::filesystem::path(file).filename().string()), cores,
               arguments);
  elf_ = std::move(elf);
  file_ = file;
  loaded_ = cores;
}

void ConsoleSession::expect_all_held() const {
  for (int core = 0; core < machine_.cores(); ++core)
    if (system_.started(core))
      throw InputError(fmt::format("core {} is not held in reset: reset comes first", core));
}

void ConsoleSession::image(CommandWords& words) {
  const std::string name = words.next("file");
  const std::vector<int> cores =
      machine::parse_list(words.next("cores"), machine_.cores(), "image", "cores");
  words.end();
  expect_all_held();
  for (const machine::MemoryPiece& piece : machine::read_memory_image(name)) {
    if (piece.controller) {
      system_.write_controller(piece.controller->first, piece.controller->second, piece.address,
                               piece.bytes);
      continue;
    }
    for (const int core : cores)
      system_.write_image(core, static_cast<std::uint32_t>(piece.address), piece.bytes);
  }
  for (const int core : cores) {
    if (std::ranges::find(loaded_, core) != loaded_.end()) continue;
    loaded_.push_back(core);
    system_.add_core(core);
  }
}

void ConsoleSession::lut(CommandWords& words) {
  const std::string file = words.next("file");
  words.end();
  for (const machine::LutLine& line : machine::read_lut_file(file, system_.geometry()))
    system_.set_lut(static_cast<int>(line.core), line.slot, line.entry);
}

void ConsoleSession::boot(CommandWords& words) {
  const auto list = words.maybe();
  words.end();
  const auto cores = list ? machine::parse_list(*list, machine_.cores(), "boot", "cores") : loaded_;
  if (cores.empty()) throw InputError("nothing is loaded");
  for (const int core : cores) {
    if (std::ranges::find(loaded_, core) == loaded_.end())
      throw InputError(fmt::format("core {}: nothing is loaded for it", core));
    if (system_.started(core)) throw InputError(fmt::format("core {} is not held in reset", core));
  }
  for (const int core : cores) system_.release(core);
  booted_.insert(cores.begin(), cores.end());
}

void ConsoleSession::reset(CommandWords& words) {
  const auto list = words.maybe();
  words.end();
  if (!list) {
    console_.finish();
    console_.files().close_all();
    system_.reset();
    booted_.clear();
    return;
  }
  for (const int core : machine::parse_list(*list, machine_.cores(), "reset", "cores")) {
    system_.hold_in_reset(core);
    booted_.erase(core);
  }
}

void ConsoleSession::show_registers(CommandWords& words) {
  const auto cores =
      machine::parse_list(words.next("cores"), machine_.cores(), "registers", "cores");
  words.end();
  for (const int core : cores) {
    const auto id = static_cast<std::uint32_t>(core);
    scc::Tile& tile = system_.tile(system_.geometry().tile_of(id));
    const cpu::ArchState state = tile.core(system_.geometry().unit_of(id)).arch_state();
    fmt::print(out_, "core {}: eip {:08x} ({}) eflags {:08x}\n ", core, state.eip,
               elf_.locate(state.eip), state.eflags);
    for (int i = 0; i < 8; ++i) fmt::print(out_, " {} {:08x}", kGpr[i], state.gpr[i]);
    fmt::print(out_, "\n  cr0 {:08x} cr2 {:08x} cr3 {:08x} cr4 {:08x}\n", state.cr0, state.cr2,
               state.cr3, state.cr4);
  }
}

void ConsoleSession::show_status() {
  fmt::print(out_, "{}\n", time_text(system_));
  for (std::size_t rank = 0; rank < loaded_.size(); ++rank) {
    const int core = loaded_[rank];
    const auto status = system_.exit_status(core);
    fmt::print(out_, "core {} (UE {}): {}\n", core, rank,
               !system_.started(core) ? "held in reset"
               : status               ? fmt::format("exited with {}", *status)
                                      : system_.state_of(core));
  }
}

}  // namespace rc::sim::console
