#include "sim/console.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <optional>

#include "hw_model/chip/layout.h"
#include "hw_model/kernel/error.h"
#include "sim/core_list.h"
#include "sim/exit_statuses.h"

namespace rc::sim {
namespace {

using kernel::InputError;
using kernel::MachineError;
using kernel::Picos;

constexpr Picos kStep{1'000'000};
constexpr std::uint64_t kDeadlockSteps = 1000;  // between two looks for a deadlock
constexpr std::uint64_t kMaxWords = 65536;
constexpr std::uint64_t kControllerBytes = std::uint64_t{1} << 34;
constexpr const char* kGpr[] = {"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"};

systemc::RunOptions options_for(const ElfImage& elf) {
  systemc::RunOptions options;
  options.symbolise = [&elf](std::uint32_t eip) { return elf.locate(eip); };
  return options;
}

}  // namespace

// Words are separated by blanks; "two words" are one. A word that begins with # begins a comment.
class Console::Words {
 public:
  explicit Words(const std::string& line) : in_(line) {}

  std::optional<std::string> maybe() {
    std::string word;
    if ((in_ >> std::ws).peek() == '#' || !(in_ >> std::quoted(word))) return std::nullopt;
    return word;
  }
  std::string next(const std::string& what) {
    if (auto word = maybe()) return *word;
    throw InputError(what + " is missing");
  }
  // Decimal, or hexadecimal after 0x.
  std::uint64_t number(const std::string& what, std::uint64_t last) {
    return number_in(next(what), what, last);
  }
  std::uint64_t number_or(std::uint64_t missing, const std::string& what, std::uint64_t last) {
    const auto word = maybe();
    return word ? number_in(*word, what, last) : missing;
  }
  std::uint64_t aligned(const std::string& what, std::uint64_t last) {
    const std::uint64_t value = number(what, last);
    if (value % 4 != 0)
      throw InputError(fmt::format("{} {:#x}: expected a multiple of 4", what, value));
    return value;
  }
  int core() { return static_cast<int>(number("core", SCC_CORES - 1)); }
  void end() {
    if (const auto word = maybe()) throw InputError(fmt::format("'{}': not expected here", *word));
  }

  static std::uint64_t number_in(const std::string& word, const std::string& what,
                                 std::uint64_t last) {
    char* end = nullptr;
    const bool hexadecimal = word.starts_with("0x") || word.starts_with("0X");
    errno = 0;
    const std::uint64_t value = std::strtoull(word.c_str(), &end, hexadecimal ? 16 : 10);
    const bool digit = !word.empty() && std::isdigit(static_cast<unsigned char>(word[0]));
    if (!digit || *end != '\0' || errno != 0 || value > last)
      throw InputError(fmt::format("{} '{}': expected 0 to {:#x}", what, word, last));
    return value;
  }

 private:
  std::istringstream in_;
};

namespace {

// "1.5ms", in whole steps.
std::optional<Picos> duration_in(const std::string& word) {
  constexpr std::pair<const char*, double> kUnits[] = {{"us", 1e6}, {"ms", 1e9}, {"s", 1e12}};
  if (word.empty() || !std::isdigit(static_cast<unsigned char>(word[0]))) return std::nullopt;
  char* unit = nullptr;
  const double value = std::strtod(word.c_str(), &unit);
  for (const auto& [name, picos] : kUnits) {
    if (std::string_view(unit) != name) continue;
    const double steps = value * picos / static_cast<double>(kStep.value);
    if (steps < 1 || steps > 1e9 || steps != static_cast<double>(std::uint64_t(steps))) break;
    return Picos{static_cast<std::uint64_t>(steps) * kStep.value};
  }
  throw InputError(
      fmt::format("time '{}': expected whole microseconds, 1us to 1000s, as 20us or 1.5ms", word));
}

}  // namespace

const char* Console::help() {
  return R"(load FILE CORES [ARGUMENT...]   image and boot block into the cores' private memories
boot [CORES]                    release resets; without CORES of all that were loaded
reset [CORES]                   hold in reset; without CORES all, and MPBs, locks, LUTs
                                and core configurations get their contents of power-on
run TIME                        20us, 1.5ms, 2s
run [TIME] until exit [CORES]   until these, or all booted cores, have exited
run [TIME] until output TEXT    until a line that the firmware prints holds TEXT; an error
                                if none did in that time, or before all have exited
read mc CONTROLLER ADDRESS [WORDS]    memory, below all caches; controllers 0 to 3
read core CORE ADDRESS [WORDS]        as the core sees it: virtual, through its caches
read mpb CORE OFFSET [WORDS]          message passing buffer
read tile TILE OFFSET                 configuration register; a lock's read takes it
read lut CORE SLOT [SLOTS]            lookup table
write SPACE ... VALUE [VALUE...]      the same; tile: one value
registers CORES                 general registers, EIP, EFLAGS, control registers
status                          time, and where every loaded core is
help, quit
CORES as in 0,2,10-12. Numbers are decimal, or hexadecimal after 0x.
"two words" are one; # at the start of a word begins a comment.
)";
}

Console::Console(const Machine& machine, const std::string& files, std::ostream& out,
                 std::ostream& error)
    : machine_(machine),
      out_(out),
      error_(error),
      console_(out, error, SCC_CORES),
      system_(machine_.params, make_network(machine_), console_, options_for(elf_)) {
  console_.files().close_input();
  if (!files.empty()) console_.files().allow_below(files);
  console_.on_line([this](int rank, std::string_view line) {
    if (awaited_.empty() || !found_.empty() || line.find(awaited_) == std::string_view::npos)
      return;
    found_ = fmt::format("UE {} printed \"{}\"", rank, line);
  });
}

bool Console::execute(const std::string& line) {
  Words words(line);
  const auto first = words.maybe();
  if (!first) return true;
  const std::string& verb = *first;
  if (verb == "quit") return words.end(), false;
  if (verb == "load") {
    load(words);
  } else if (verb == "boot") {
    boot(words);
  } else if (verb == "reset") {
    reset(words);
  } else if (verb == "run") {
    run(words);
  } else if (verb == "read") {
    read(words);
  } else if (verb == "write") {
    write(words);
  } else if (verb == "registers") {
    show_registers(words);
  } else if (verb == "status") {
    words.end();
    show_status();
  } else if (verb == "help") {
    out_ << help();
  } else {
    throw InputError(fmt::format("'{}': no such command (see help)", verb));
  }
  return true;
}

bool Console::finish() {
  console_.finish();
  const std::string failed = nonzero_statuses(console_.statuses(), loaded_);
  if (!failed.empty()) error_ << "rockcreek: " << failed << std::endl;
  return failed.empty();
}

void Console::load(Words& words) {
  const std::string file = words.next("file");
  const std::vector<int> cores = parse_list(words.next("cores"), SCC_CORES, "load", "cores");
  std::vector<std::string> arguments;
  while (auto argument = words.maybe()) arguments.push_back(*argument);
  for (int core = 0; core < static_cast<int>(SCC_CORES); ++core)
    if (system_.started(core))
      throw InputError(fmt::format("core {} is not held in reset: reset comes first", core));
  ElfImage elf = load_elf(file, machine_.memory_bytes());
  check_image(machine_, elf, file);
  system_.load(to_image(elf, std::filesystem::path(file).filename().string()), cores, arguments);
  elf_ = std::move(elf);
  loaded_ = cores;
}

void Console::boot(Words& words) {
  const auto list = words.maybe();
  words.end();
  const auto cores = list ? parse_list(*list, SCC_CORES, "boot", "cores") : loaded_;
  if (cores.empty()) throw InputError("nothing is loaded");
  for (const int core : cores) {
    if (std::ranges::find(loaded_, core) == loaded_.end())
      throw InputError(fmt::format("core {}: nothing is loaded for it", core));
    if (system_.started(core)) throw InputError(fmt::format("core {} is not held in reset", core));
  }
  for (const int core : cores) system_.release(core);
  booted_.insert(cores.begin(), cores.end());
}

void Console::reset(Words& words) {
  const auto list = words.maybe();
  words.end();
  if (!list) {
    console_.finish();
    console_.files().close_all();
    system_.reset();
    booted_.clear();
    return;
  }
  for (const int core : parse_list(*list, SCC_CORES, "reset", "cores")) {
    system_.hold_in_reset(core);
    booted_.erase(core);
  }
}

void Console::run(Words& words) {
  if (failed_) throw InputError("the machine has failed: it can be looked at, not run");
  auto word = words.maybe();
  std::optional<Picos> limit;
  if (word && (limit = duration_in(*word))) word = words.maybe();
  if (!limit && !word) throw InputError("run needs a time, or until");
  if (word && *word != "until")
    throw InputError(fmt::format("'{}': expected a time or until", *word));

  Until until = Until::time;
  std::vector<int> cores(booted_.begin(), booted_.end());
  std::string text;
  if (word) {
    const std::string what = words.next("exit or output");
    if (what == "exit") {
      until = Until::exit;
      if (const auto list = words.maybe()) cores = parse_list(*list, SCC_CORES, "until", "cores");
    } else if (what == "output") {
      until = Until::output;
      text = words.next("text");
    } else {
      throw InputError(fmt::format("until '{}': expected exit or output", what));
    }
  }
  words.end();
  if (until != Until::time && booted_.empty()) throw InputError("no core has been booted");
  for (const int core : cores)
    if (until == Until::exit && !booted_.contains(core))
      throw InputError(fmt::format("until exit: core {} has not been booted", core));

  awaited_ = text;
  found_.clear();
  std::string reason;
  const auto over = [&] {
    if (until == Until::output) reason = found_;
    if (until != Until::time && reason.empty() && all_exited(cores)) reason = "exited";
    return !reason.empty();
  };
  for (std::uint64_t left = limit ? limit->value / kStep.value : ~0ull; left != 0 && !over();) {
    const std::uint64_t steps = std::min(left, kDeadlockSteps);
    left -= steps;
    try {
      system_.advance(kStep, steps, over);
    } catch (const MachineError&) {
      failed_ = true;
      throw;
    }
    if (!limit && !over()) system_.check_deadlock();
  }
  awaited_.clear();
  fmt::print(out_, "{}: {}\n", present(), reason.empty() ? "stopped" : reason);
  if (until == Until::output && found_.empty())
    throw OutputMissed(fmt::format("no line with \"{}\" was printed", text));
}

bool Console::all_exited(const std::vector<int>& cores) const {
  return std::ranges::all_of(cores,
                             [this](int core) { return system_.exit_status(core).has_value(); });
}

std::string Console::present() const {
  return fmt::format("{} us", system_.time().value / kStep.value);
}

void Console::read(Words& words) {
  const std::string space = words.next("space");
  if (space == "tile") {
    const auto tile = words.number("tile", SCC_TILES - 1);
    const auto offset = static_cast<std::uint32_t>(words.aligned("register", SCC_CRB_SIZE - 1));
    words.end();
    const auto value = system_.tile(tile).registers().read(offset, 0);
    if (!value) throw InputError(fmt::format("tile {}: no register at {:#x}", tile, offset));
    fmt::print(out_, "{:#06x}: {:08x}\n", offset, *value);
  } else if (space == "lut") {
    const int core = words.core();
    const auto slot = words.number("slot", SCC_LUT_ENTRIES - 1);
    const auto slots = words.number_or(1, "slots", SCC_LUT_ENTRIES - slot);
    words.end();
    for (std::uint64_t i = slot; i < slot + slots; ++i) {
      const std::uint32_t entry =
          tile_of(core).registers().lut(static_cast<unsigned>(core % 2), static_cast<unsigned>(i));
      const tile::Route route = tile::Route::decode(entry);
      fmt::print(out_, "{:#04x}: {:06x} ({},{}) subdestination {} address {:#05x}{}\n", i, entry,
                 route.x, route.y, route.subdestination, route.address,
                 route.bypass ? " bypass" : "");
    }
  } else {
    read_words(words, space);
  }
}

void Console::write(Words& words) {
  const std::string space = words.next("space");
  if (space == "tile") {
    write_register(words);
  } else if (space == "lut") {
    const int core = words.core();
    const auto slot = static_cast<unsigned>(words.number("slot", SCC_LUT_ENTRIES - 1));
    const auto entry = static_cast<std::uint32_t>(words.number("entry", SCC_LUT_VALID_MASK));
    words.end();
    system_.set_lut(core, slot, entry);
  } else {
    write_words(words, space);
  }
}

void Console::write_register(Words& words) {
  const auto tile = words.number("tile", SCC_TILES - 1);
  const auto offset = static_cast<std::uint32_t>(words.aligned("register", SCC_CRB_SIZE - 1));
  const auto value = static_cast<std::uint32_t>(words.number("value", 0xFFFFFFFF));
  words.end();
  tile::Tile& target = system_.tile(tile);
  constexpr std::uint32_t kDivider = SCC_GCBCFG_DIVIDER_MASK << SCC_GCBCFG_TILE_DIVIDER_SHIFT |
                                     SCC_GCBCFG_RATIO_MASK << SCC_GCBCFG_TILE_RATIO_SHIFT;
  if (offset == SCC_CRB_GCBCFG && ((value ^ target.registers().gcbcfg()) & ~kDivider) != 0)
    throw InputError(
        "GCBCFG: only the tile's divider and ratio can be written (resets: boot, reset)");
  if (!target.write_register(offset, value, system_.time()))
    throw InputError(fmt::format("tile {}: no register at {:#x}", tile, offset));
}

// A stretch of memory: where its words begin, and how to get at them.
struct Console::Memory {
  std::uint64_t address;
  std::uint64_t last;  // no byte behind it
  std::function<bool(std::uint64_t, std::uint32_t&)> read;
  std::function<bool(std::uint64_t, std::uint32_t)> write;
};

Console::Memory Console::memory(Words& words, const std::string& space) {
  if (space == "mc") {
    auto& store = system_.memory(words.number("controller", chip::kControllers - 1));
    return {words.aligned("address", kControllerBytes - 1), kControllerBytes - 1,
            [&store](std::uint64_t at, std::uint32_t& value) {
              store.read(at, &value, sizeof value);
              return true;
            },
            [&store](std::uint64_t at, std::uint32_t value) {
              store.write(at, &value, sizeof value);
              return true;
            }};
  }
  if (space == "mpb") {
    const int core = words.core();
    const auto base = SCC_MPB_PER_CORE * static_cast<std::uint32_t>(core % 2);
    tile::Tile& tile = tile_of(core);
    return {words.aligned("offset", SCC_MPB_PER_CORE - 1), SCC_MPB_PER_CORE - 1,
            [&tile, base](std::uint64_t at, std::uint32_t& value) {
              tile.read_mpb(base + static_cast<std::uint32_t>(at), &value, sizeof value);
              return true;
            },
            [&tile, base](std::uint64_t at, std::uint32_t value) {
              tile.write_mpb(base + static_cast<std::uint32_t>(at), &value, sizeof value);
              return true;
            }};
  }
  if (space == "core") {
    const int core = words.core();
    return {words.aligned("address", 0xFFFFFFFF), 0xFFFFFFFF,
            [this, core](std::uint64_t at, std::uint32_t& value) {
              return system_.peek(core, static_cast<std::uint32_t>(at), &value, sizeof value);
            },
            [this, core](std::uint64_t at, std::uint32_t value) {
              return system_.poke(core, static_cast<std::uint32_t>(at), &value, sizeof value);
            }};
  }
  throw InputError(fmt::format("'{}': expected mc, core, mpb, tile or lut", space));
}

void Console::read_words(Words& words, const std::string& space) {
  const Memory memory = this->memory(words, space);
  const std::uint64_t most = (memory.last + 1 - memory.address) / 4;
  const std::uint64_t count = words.number_or(1, "words", std::min(most, kMaxWords));
  words.end();
  std::string text;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t at = memory.address + 4 * i;
    std::uint32_t value = 0;
    if (!memory.read(at, value)) throw InputError(fmt::format("nothing is mapped at {:#x}", at));
    if (i % 8 == 0) text += fmt::format("{}{:#011x}:", i == 0 ? "" : "\n", at);
    text += fmt::format(" {:08x}", value);
  }
  fmt::print(out_, "{}\n", text);
}

void Console::write_words(Words& words, const std::string& space) {
  const Memory memory = this->memory(words, space);
  std::vector<std::uint32_t> values{static_cast<std::uint32_t>(words.number("value", 0xFFFFFFFF))};
  while (const auto word = words.maybe())
    values.push_back(static_cast<std::uint32_t>(Words::number_in(*word, "value", 0xFFFFFFFF)));
  if (4 * values.size() > memory.last + 1 - memory.address)
    throw InputError(
        fmt::format("{} words do not fit behind {:#x}", values.size(), memory.address));
  for (std::size_t i = 0; i < values.size(); ++i) {  // all or nothing
    std::uint32_t old = 0;
    if (!memory.read(memory.address + 4 * i, old))
      throw InputError(fmt::format("nothing is mapped at {:#x}", memory.address + 4 * i));
  }
  for (std::size_t i = 0; i < values.size(); ++i) memory.write(memory.address + 4 * i, values[i]);
}

void Console::show_registers(Words& words) {
  const auto cores = parse_list(words.next("cores"), SCC_CORES, "registers", "cores");
  words.end();
  for (const int core : cores) {
    const cpu::ArchState state = tile_of(core).core(static_cast<unsigned>(core % 2)).arch_state();
    fmt::print(out_, "core {}: eip {:08x} ({}) eflags {:08x}\n ", core, state.eip,
               elf_.locate(state.eip), state.eflags);
    for (int i = 0; i < 8; ++i) fmt::print(out_, " {} {:08x}", kGpr[i], state.gpr[i]);
    fmt::print(out_, "\n  cr0 {:08x} cr2 {:08x} cr3 {:08x} cr4 {:08x}\n", state.cr0, state.cr2,
               state.cr3, state.cr4);
  }
}

void Console::show_status() {
  fmt::print(out_, "{}\n", present());
  for (std::size_t rank = 0; rank < loaded_.size(); ++rank) {
    const int core = loaded_[rank];
    const auto status = system_.exit_status(core);
    fmt::print(out_, "core {} (UE {}): {}\n", core, rank,
               !system_.started(core) ? "held in reset"
               : status               ? fmt::format("exited with {}", *status)
                                      : system_.state_of(core));
  }
}

}  // namespace rc::sim
