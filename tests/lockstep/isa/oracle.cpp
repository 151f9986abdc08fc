// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/isa/oracle.h"

#include <Zydis/Zydis.h>

#include <cstdio>
#include <cstring>

namespace rc::lockstep {
namespace {

constexpr const char* kGprNames[8] = {"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"};
constexpr std::uint32_t kComparedFlags = 0x0ed5;  // OF DF IF SF ZF AF PF CF, bit 1 is constant

template <class... Args>
std::string text(const char* format, Args... args) {
  char line[160];
  std::snprintf(line, sizeof line, format, args...);
  return line;
}

std::string flag_names(std::uint32_t flags) {
  std::string names;
  constexpr std::pair<std::uint32_t, const char*> kNames[] = {
      {0x001, "C"}, {0x004, "P"}, {0x010, "A"}, {0x040, "Z"},
      {0x080, "S"}, {0x200, "I"}, {0x400, "D"}, {0x800, "O"}};
  for (const auto& [bit, name] : kNames) {
    if ((flags & bit) != 0) names += name;
  }
  return names.empty() ? "-" : names;
}

std::string x87_text(const std::array<std::uint8_t, 108>& image, std::size_t part) {
  if (part < 3) {
    std::uint16_t word;
    std::memcpy(&word, &image[4 * part], 2);
    return text("%04x", word);
  }
  std::uint64_t mantissa;
  std::uint16_t exponent;
  std::memcpy(&mantissa, &image[28 + 10 * (part - 3)], 8);
  std::memcpy(&exponent, &image[36 + 10 * (part - 3)], 2);
  return text("%04x:%016llx", exponent, static_cast<unsigned long long>(mantissa));
}

constexpr const char* kX87Parts[11] = {"control", "status", "tags", "st0", "st1", "st2",
                                       "st3",     "st4",    "st5",  "st6", "st7"};

void compare_window(std::string& found, const char* name, std::uint32_t base,
                    const std::array<std::uint8_t, kWindowBytes>& expected,
                    const std::array<std::uint8_t, kWindowBytes>& got, std::uint32_t ignore_begin,
                    std::uint32_t ignore_end) {
  if (expected == got) return;
  int lines = 0;
  for (std::uint32_t i = 0; i < kWindowBytes && lines < 8; ++i) {
    if (expected[i] == got[i] || (i >= ignore_begin && i < ignore_end)) continue;
    found += text("  %s [%08x]: expected %02x, got %02x\n", name, base + i, expected[i], got[i]);
    ++lines;
  }
}

}  // namespace

std::string difference(const Case& c, const Outcome& expected, const Outcome& got, bool with_x87) {
  std::string found;
  const MachineState& a = expected.after;
  const MachineState& b = got.after;
  if (expected.vector != got.vector) {
    found += text("  exception: expected %d, got %d\n", expected.vector, got.vector);
  }
  if (expected.eip != got.eip) {
    found += text("  eip: expected %08x, got %08x\n", expected.eip, got.eip);
  }
  for (unsigned i = 0; i < 8; ++i) {
    if (a.gpr[i] != b.gpr[i] && !c.ignored.gpr[i]) {
      found += text("  %s: expected %08x, got %08x\n", kGprNames[i], a.gpr[i], b.gpr[i]);
    }
  }
  const std::uint32_t flags = kComparedFlags & ~c.ignored.flags;
  if (((a.eflags ^ b.eflags) & flags) != 0) {
    found += "  flags: expected " + flag_names(a.eflags & flags) + ", got " +
             flag_names(b.eflags & flags) + "\n";
  }
  compare_window(found, "data", c.data_address(), a.data, b.data, c.ignored.data_begin,
                 c.ignored.data_end);
  compare_window(found, "stack", kStackWindow, a.stack, b.stack, 0, 0);
  if (with_x87 && a.x87 != b.x87) {
    for (std::size_t i = 0; i < 11; ++i) {
      const std::string x = x87_text(a.x87, i);
      const std::string y = x87_text(b.x87, i);
      if (x != y)
        found += text("  x87 %s: expected %s, got %s\n", kX87Parts[i], x.c_str(), y.c_str());
    }
  }
  return found;
}

std::string describe(const Case& c) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LEGACY_32, ZYDIS_STACK_WIDTH_32);
  ZydisFormatter formatter;
  ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_INTEL);
  std::string out;
  for (std::size_t at = 0; at < c.code.size();) {
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    const auto address = c.address + static_cast<std::uint32_t>(at);
    std::size_t length = 1;
    std::string line = "?";
    if (ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, &c.code[at], c.code.size() - at, &instruction,
                                            operands))) {
      char buffer[128];
      ZydisFormatterFormatInstruction(&formatter, &instruction, operands,
                                      instruction.operand_count_visible, buffer, sizeof buffer,
                                      address, nullptr);
      line = buffer;
      length = instruction.length;
    }
    std::string bytes;
    for (std::size_t i = 0; i < length; ++i) bytes += text("%02x ", c.code[at + i]);
    out += text("  %08x  %-36s%s\n", address, bytes.c_str(), line.c_str());
    at += length;
  }
  out += "before\n";
  for (unsigned i = 0; i < 8; ++i) {
    out += text("  %s %08x%s", kGprNames[i], c.before.gpr[i], i % 4 == 3 ? "\n" : "");
  }
  out += "  flags " + flag_names(c.before.eflags) + "\n ";
  for (std::size_t i = 0; i < 11; ++i) {
    out += text(" %s %s%s", kX87Parts[i], x87_text(c.before.x87, i).c_str(),
                i == 2 || i == 6 ? "\n " : "");
  }
  return out + "\n";
}

}  // namespace rc::lockstep
