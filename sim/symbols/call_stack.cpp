// SPDX-License-Identifier: Apache-2.0
#include "sim/symbols/call_stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace rc::sim::symbols {
namespace {

// firmware/boot/traps.S: where it calls a handler, the stack has the address of a TrapFrame, whose first
// words are edi, esi, ebp, esp, ebx, edx, ecx and eax; then vector, error code, eip, cs, eflags.
constexpr std::string_view kTrapEntry = "trap_common";
constexpr std::uint32_t kTrapWords = 13, kTrapVector = 8, kTrapEip = 10;

std::string shortened(const std::string& file) {
  return std::filesystem::path(file).lexically_normal().string();
}

// Whether a core that stands at `eip` may have halted there.
bool is_behind_halt(std::uint32_t eip, const ReadWord& memory) {
  constexpr std::uint32_t kHalt = 0xF4;
  const auto code = memory(eip - 1);
  return code && (*code & 0xFF) == kHalt;
}

// What the handler of an exception interrupted.
struct Interrupted {
  Registers registers;
  bool behind = false;  // the instruction that did it
};
std::optional<Interrupted> interrupted(std::uint32_t frame, const ReadWord& memory) {
  Interrupted found;
  Registers& registers = found.registers;
  for (unsigned i = 0; i < registers.general.size(); ++i) {
    const auto word = memory(frame + 4 * i);
    if (!word) return std::nullopt;
    registers.general[7 - i] = *word;
  }
  const auto eip = memory(frame + 4 * kTrapEip), vector = memory(frame + 4 * kTrapVector);
  if (!eip || !vector) return std::nullopt;
  registers.eip = *eip;
  registers.general[Registers::kEsp] = frame + 4 * kTrapWords;
  found.behind = is_behind_trap(*eip, *vector, memory);
  return found;
}

// NX's kernel pushes the flags and pops them in assembler, of which no table knows: between the two the
// stack has a word more.
Registers without_flags(const Registers& registers, const ReadWord& memory) {
  constexpr std::uint32_t kPushFlags = 0x9C, kPopFlags = 0x9D, kPush = 0x50, kPop = 0x58,
                          kSame = 0xF8;
  const auto code = memory(registers.eip - 1);
  if (!code) return registers;
  const std::uint32_t before = *code & 0xFF, at = *code >> 8 & 0xFF;
  const bool pushed = (before == kPushFlags && (at & kSame) == kPop) ||
                      ((before & kSame) == kPush && at == kPopFlags);
  Registers settled = registers;
  if (pushed) settled.general[Registers::kEsp] += 4;
  return settled;
}

// The function that a call before `behind` leads to; nullptr: none, or by a pointer.
const machine::ElfSymbol* called_symbol(const machine::ElfImage& elf, std::uint32_t behind,
                                        const ReadWord& memory) {
  constexpr std::uint32_t kCall = 0xE8, kCallBytes = 5, kOffsetBytes = 4;
  if (elf.symbols.at(behind - 1) == nullptr) return nullptr;
  const auto code = memory(behind - kCallBytes), offset = memory(behind - kOffsetBytes);
  if (!code || (*code & 0xFF) != kCall || !offset) return nullptr;
  const std::uint32_t target = behind + *offset;
  const machine::ElfSymbol* const symbol = elf.symbols.at(target);
  return symbol != nullptr && symbol->address == target ? symbol : nullptr;
}

// The same of a library's function; empty: none.
std::string called_function(const machine::ElfImage& elf, const DebugInfo& info,
                            std::uint32_t behind, const ReadWord& memory) {
  const machine::ElfSymbol* const symbol = called_symbol(elf, behind, memory);
  if (symbol == nullptr || !is_library(info.unit(symbol->address))) return "";
  return function_name(symbol->name);
}

// `behind` may be behind a call of the function around `at`.
bool has_called(const machine::ElfImage& elf, std::uint32_t behind, std::uint32_t at,
                const ReadWord& memory) {
  const machine::ElfSymbol* const called = called_symbol(elf, behind, memory);
  return called == nullptr ? elf.symbols.at(behind - 1) != nullptr : called == elf.symbols.at(at);
}

// The caller of a function of which no table says where its frame is, such as newlib's: the nearest
// word on the stack behind a direct call of that function. Where there is none, it was jumped to from
// another one of that kind, which the program called.
std::optional<Caller> searched_caller(const machine::ElfImage& elf, const DebugInfo& info,
                                      const Registers& callee, std::uint32_t at,
                                      const ReadWord& memory) {
  constexpr std::uint32_t kMostWords = 4096;
  const machine::ElfSymbol* const own = elf.symbols.at(at);
  if (own == nullptr || !info.unit(at).empty()) return std::nullopt;
  std::optional<Caller> other;
  std::uint32_t address = callee.general[Registers::kEsp];
  for (unsigned i = 0; i < kMostWords; ++i, address += 4) {
    const auto behind = memory(address);
    if (!behind) break;
    const machine::ElfSymbol* const called = called_symbol(elf, *behind, memory);
    if (called == nullptr) continue;
    Caller caller{callee, address + 4};
    caller.registers.eip = *behind;
    caller.registers.general[Registers::kEsp] = address + 4;
    if (called == own) return caller;
    if (!other && info.unit(called->address).empty() && !info.unit(*behind).empty()) other = caller;
  }
  return other;
}

// Of the function around `at`, where it has not called another one.
Frame frame_of(const machine::ElfImage& elf, std::uint32_t at) {
  Frame frame;
  frame.eip = at;
  if (const machine::ElfSymbol* const symbol = elf.symbols.at(at)) {
    frame.function = function_name(symbol->name);
    frame.offset = at - symbol->address;
  }
  return frame;
}

// What stands before `frame` where its callee, told before it, was `called` by it or by an interrupt.
std::string before(const Frame& frame, std::string_view called) {
  if (!frame.interrupted) return std::string(called);
  return ", a handler that interrupted " + (frame.called.empty() ? "" : frame.called + " in ");
}

}  // namespace

bool is_behind_trap(std::uint32_t eip, std::uint32_t vector, const ReadWord& memory) {
  constexpr std::uint32_t kDebug = 1, kBreakpoint = 3, kOverflow = 4, kInterrupt = 0xCD;
  if (vector == kDebug || vector == kBreakpoint || vector == kOverflow) return true;
  const auto code = memory(eip - 2);
  return code && (*code & 0xFFFF) == (kInterrupt | vector << 8);
}

std::string function_name(const std::string& symbol) {
  constexpr std::string_view kNowhere = "(anonymous namespace)::";
  std::size_t from = symbol.starts_with(kNowhere) ? kNowhere.size() : 0;
  if (symbol.starts_with(machine::kPrivatePrefix)) from = machine::kPrivatePrefix.size();
  const std::string name = symbol.substr(from, symbol.find('(', from) - from);
  return name.substr(0, name.find('.', 1));
}

void add_frame(std::vector<Frame>& frames, Frame frame, const Place& place) {
  frame.file = shortened(place.file);
  frame.line = place.line;
  frame.library = is_library(place.unit);
  for (const Inlined& each : frame.library ? std::vector<Inlined>{} : place.inlined) {
    Frame inner = frame;
    inner.function = each.function;
    inner.arguments.clear();
    frames.push_back(std::move(inner));
    frame.file = shortened(each.file);
    frame.line = each.line;
    frame.called.clear();
  }
  frames.push_back(std::move(frame));
}

std::optional<std::uint32_t> Frame::argument(std::string_view name) const {
  const auto found = std::ranges::find(arguments, name, &Argument::name);
  if (found == arguments.end()) return std::nullopt;
  return found->word;
}

std::string Frame::place() const {
  if (!file.empty()) return fmt::format("{}:{}", file, line);
  return function.empty() ? fmt::format("{:#010x}", eip)
                          : fmt::format("{}+{:#x}", function, offset);
}

std::string Frame::text() const {
  return file.empty() || function.empty() ? place() : fmt::format("{} ({})", function, place());
}

std::string callers(std::span<const Frame> frames) {
  constexpr std::size_t kMostTold = 5;
  std::string text;
  for (const Frame& each : frames.first(std::min(frames.size(), kMostTold)))
    text += (text.empty() ? "" : before(each, ", from ")) + each.text();
  return text + (frames.size() > kMostTold ? ", ..." : "");
}

std::string place_and_callers(std::span<const Frame> frames) {
  if (frames.empty()) return "";
  const std::string place = "in " + frames[0].text();
  if (frames.size() == 1) return place;
  return place + before(frames[1], ", called from ") + callers(frames.subspan(1));
}

Frame frame_at(const machine::ElfImage& elf, const DebugInfo& info, std::uint32_t address) {
  std::vector<Frame> frames;
  add_frame(frames, frame_of(elf, address), info.place(address));
  return frames.front();
}

std::vector<Frame> call_stack(const machine::ElfImage& elf, const DebugInfo& info,
                              const Registers& start, const ReadWord& memory, bool behind) {
  std::vector<Frame> frames;
  Registers registers = without_flags(start, memory);
  bool called = false;  // eip is behind a call
  // ... or behind another instruction whose place is told: HLT, a trap, a write.
  behind = behind || is_behind_halt(registers.eip, memory);
  bool handler = false;   // frames are those of a handler
  bool searched = false;  // a frame was, and some registers are not known
  while (frames.size() < kMostFrames) {
    const std::uint32_t at = registers.eip - (behind ? 1 : 0);
    const Place place = info.place(at);
    Frame frame = frame_of(elf, at);
    frame.offset += registers.eip - at;
    frame.eip = registers.eip;
    frame.registers = registers;
    if (called) frame.called = called_function(elf, info, registers.eip, memory);
    auto caller = caller_of(info, registers, at, memory);
    // EBP may not be known: what it leads to must be behind a call, of this function if of any.
    if (searched && caller && !has_called(elf, caller->registers.eip, at, memory)) caller.reset();
    if (!caller) {
      caller = searched_caller(elf, info, registers, at, memory);
      searched = searched || caller.has_value();
    }
    const bool jumped_astray = !caller && frames.empty() && frame.function.empty();
    if (jumped_astray) {
      // A call of an address without code has left its return address.
      const std::uint32_t esp = registers.general[Registers::kEsp];
      if (const auto back = memory(esp); back && elf.symbols.at(*back - 1) != nullptr) {
        caller = Caller{registers, esp + 4};
        caller->registers.eip = *back;
        caller->registers.general[Registers::kEsp] = esp + 4;
      }
    }
    if (caller) frame.cfa = caller->arguments;
    for (const Parameter& each : place.parameters) {
      if (!caller) break;
      if (const auto word = memory(caller->arguments + each.offset))
        frame.arguments.push_back({each.name, *word});
    }
    if (frame.function == kTrapEntry && called) {
      const auto saved = memory(registers.general[Registers::kEsp]);
      if (const auto below = saved ? interrupted(*saved, memory) : std::nullopt) {
        while (!frames.empty() && frames.back().library) frames.pop_back();
        handler = !frames.empty();
        registers = below->registers;
        behind = below->behind;
        called = false;
        continue;
      }
    }
    const bool outermost = frame.function == "main";
    if (!handler || !is_library(place.unit)) {
      const std::size_t first = frames.size();
      add_frame(frames, std::move(frame), place);
      frames[first].interrupted = std::exchange(handler, false);
    }
    if (!caller || outermost) break;
    const bool up = caller->registers.general[Registers::kEsp] > registers.general[Registers::kEsp];
    if (!up && !jumped_astray) break;
    registers = caller->registers;
    behind = called = true;
  }
  return frames;
}

}  // namespace rc::sim::symbols
