// SPDX-License-Identifier: Apache-2.0
// 16-bit code in real mode against Unicorn, one random instruction at a time: addressing, segment
// overrides, operand and address sizes, stack, strings, near and far transfers, segment loads.
//
// Unicorn gives EIP as an offset or, where it stops behind the instruction, as an address. It checks no
// limits there: what the core refuses with #SS or #GP is counted, and not compared. What it accepts is
// executed once more in virtual-8086 mode, and does the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/cpu/core.h"
#include "hw_model/cpu/decode/decoder.h"
#include "hw_model/cpu/decode/functions.h"
#include "hw_model/kernel/error.h"
#include "tests/support/oracle/oracle_unicorn.h"
#include "tests/support/oracle/unicorn_steps.h"
#include "tests/support/random.h"

namespace rc::test {
namespace {

constexpr std::uint32_t kMemory = 0x120000;   // all that real mode reaches
constexpr std::uint32_t kVectors = 0x400;     // handlers: HLT at kVectors + the vector
constexpr std::uint32_t kArithmetic = 0x8c5;  // OF, SF, ZF, PF, CF; AF is often undefined
constexpr std::uint32_t kVirtual = 1u << 17, kIoPrivilege = 3u << 12;
constexpr std::uint32_t kCompared = kArithmetic | 0x700;

using State = StepState;

class Model {
 public:
  explicit Model(bool is_virtual) : memory(kMemory), virtual_(is_virtual), core_(parameters(), 0) {
    core_.attach_flat(memory.data(), kMemory);
    core_.release_from_reset(0);
  }

  // False: an exception.
  bool step(State& state) {
    cpu::ArchState arch = core_.arch_state();
    const unsigned dpl = virtual_ ? 3 : 0;
    for (unsigned i = 0; i < 6; ++i) arch.segment[i] = cpu::real_segment(state.selector[i], dpl);
    std::copy(std::begin(state.gpr), std::end(state.gpr), arch.gpr);
    arch.eflags = state.eflags | (virtual_ ? kVirtual : 0);
    if (virtual_) arch.cr0 |= 1;
    arch.eip = arch.segment[cpu::kCs].base + state.eip;
    core_.set_arch_state(arch);
    const auto exceptions = core_.counters().exceptions;
    try {
      core_.run(core_.now() + 1);
    } catch (const kernel::MachineError&) {  // virtual-8086 mode has no handlers here
      core_.reset();
      core_.release_from_reset(0);
      return false;
    }
    arch = core_.arch_state();
    for (unsigned i = 0; i < 6; ++i) state.selector[i] = arch.segment[i].selector;
    std::copy(std::begin(arch.gpr), std::end(arch.gpr), state.gpr);
    state.eflags = arch.eflags & ~kVirtual;
    state.eip = arch.eip - arch.segment[cpu::kCs].base;
    return core_.counters().exceptions == exceptions;
  }
  void drop_code() {
    core_.set_block_cache(true);  // what was decoded is of another case
  }

  std::vector<std::uint8_t> memory;

 private:
  static cpu::CoreParams parameters() {
    cpu::CoreParams params;
    params.caches = false;
    return params;
  }
  bool virtual_;
  cpu::Core core_;
};

// Opcodes whose flags are defined, but for AF.
bool chosen(bool two_byte, unsigned opcode, unsigned modrm) {
  const unsigned reg = modrm >> 3 & 7;
  if (two_byte) {
    static const std::set<unsigned> some = {0xa0, 0xa1, 0xa3, 0xa8, 0xa9, 0xab, 0xb0,
                                            0xb1, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7,
                                            0xba, 0xbb, 0xbe, 0xbf, 0xc0, 0xc1};
    return some.contains(opcode) || (opcode & 0xe0) == 0x80 || (opcode & 0xf8) == 0xc8;
  }
  if (opcode < 0x40)
    return (opcode & 7) < 6 || opcode == 0x06 || opcode == 0x07 || opcode == 0x0e ||
           opcode == 0x16 || opcode == 0x17 || opcode == 0x1e || opcode == 0x1f;
  if (opcode == 0xf6 || opcode == 0xf7) return reg < 4 && reg != 1;
  if (opcode == 0xff) return reg < 7;
  static const std::set<unsigned> none = {0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x69, 0x6b, 0x6c,
                                          0x6d, 0x6e, 0x6f, 0x9b, 0xc0, 0xc1, 0xc2, 0xcc, 0xcd,
                                          0xce, 0xd6, 0xf0, 0xf1, 0xf2, 0xf3, 0xf4};
  if (none.contains(opcode) || (opcode >= 0xd0 && opcode < 0xd6) ||
      (opcode >= 0xd8 && opcode < 0xe0) || (opcode >= 0xe4 && opcode < 0xe8) ||
      (opcode >= 0xec && opcode < 0xf0)) {
    return false;
  }
  return true;
}

struct Instruction {
  std::vector<std::uint8_t> bytes;
  unsigned length = 0;
  std::uint32_t flags = kCompared;
  bool repeated = false;  // Unicorn stays at it
  bool two_byte = false;
  unsigned opcode = 0, reg = 0;
};

const char* group_of(const Instruction& instruction) {
  const unsigned opcode = instruction.opcode, reg = instruction.reg;
  const auto one_of = [opcode](std::initializer_list<unsigned> list) {
    return std::find(list.begin(), list.end(), opcode) != list.end();
  };
  if (instruction.two_byte) {
    if (one_of({0xa0, 0xa1, 0xa8, 0xa9, 0xb2, 0xb4, 0xb5})) return "segments";
    if ((opcode & 0xf0) == 0x80) return "near jumps, calls, returns";
    if (one_of({0xa3, 0xab, 0xb3, 0xba, 0xbb})) return "bits";
    return "moves, exchanges";
  }
  if (one_of({0x06, 0x07, 0x0e, 0x16, 0x17, 0x1e, 0x1f, 0x8c, 0x8e, 0xc4, 0xc5})) return "segments";
  if (one_of({0x9a, 0xea, 0xca, 0xcb, 0xcf})) return "far jumps, calls, returns";
  if (opcode == 0xff && (reg == 3 || reg == 5)) return "far jumps, calls, returns";
  if ((opcode & 0xf0) == 0x70 || (opcode & 0xfc) == 0xe0 || one_of({0xc2, 0xc3, 0xe8, 0xe9, 0xeb}))
    return "near jumps, calls, returns";
  if (opcode == 0xff && (reg == 2 || reg == 4)) return "near jumps, calls, returns";
  if ((opcode & 0xf0) == 0x50 || one_of({0x60, 0x61, 0x68, 0x6a, 0x8f, 0x9c, 0x9d, 0xc8, 0xc9}) ||
      (opcode == 0xff && reg == 6))
    return "stack";
  if ((opcode & 0xfc) == 0xa4 || (opcode >= 0xaa && opcode < 0xb0)) return "strings";
  if (opcode < 0x50 || (opcode & 0xfc) == 0x80 ||
      one_of({0x84, 0x85, 0xa8, 0xa9, 0xf6, 0xf7, 0xfe, 0xff}))
    return "arithmetic, logic";
  return opcode >= 0xf5 ? "flags" : "moves, exchanges";
}

// What was tried of a group.
struct Tried {
  std::set<std::pair<bool, unsigned>> opcodes;
  int real = 0, in_virtual = 0;
};

bool same_state(const State& a, const State& b, std::uint32_t flags) {
  return std::memcmp(a.gpr, b.gpr, sizeof a.gpr) == 0 &&
         std::memcmp(a.selector, b.selector, sizeof a.selector) == 0 && a.eip == b.eip &&
         ((a.eflags ^ b.eflags) & flags) == 0;
}

bool random_instruction(Random& random, Instruction& made) {
  static constexpr std::uint8_t prefixes[] = {0x66, 0x67, 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65};
  std::vector<std::uint8_t> bytes;
  for (unsigned left = random.below(3); left != 0; --left)
    bytes.push_back(prefixes[random.below(8)]);
  const bool two_byte = random.chance(25);
  const unsigned opcode = random.below(256), modrm = random.below(256);
  if (!chosen(two_byte, opcode, modrm)) return false;
  const bool string =
      !two_byte && ((opcode >= 0xa4 && opcode < 0xa8) || (opcode >= 0xaa && opcode < 0xb0));
  if (string && random.chance(50)) bytes.push_back(random.chance(50) ? 0xf2 : 0xf3);
  if (two_byte) bytes.push_back(0x0f);
  bytes.push_back(static_cast<std::uint8_t>(opcode));
  bytes.push_back(static_cast<std::uint8_t>(modrm));
  while (bytes.size() < 16) bytes.push_back(static_cast<std::uint8_t>(random.below(256)));
  cpu::Decoded decoded;
  if (!cpu::decode(0, bytes.data(), 15, decoded, cpu::CodeMode::segmented16)) return false;
  const auto is = [&](cpu::Function function) {
    return decoded.op.code == cpu::Code::generic &&
           decoded.op.extra == static_cast<std::uint16_t>(function);
  };
  if (is(cpu::Function::undefined) || is(cpu::Function::too_long)) return false;
  // What a 32-bit ENTER does to the upper half of EBP over a 16-bit stack, no manual says.
  if (is(cpu::Function::enter) && decoded.op.bytes == 4) return false;
  bytes[decoded.op.length] = 0xf4;  // HLT: the flags are not dead
  made.bytes = bytes;
  made.length = decoded.op.length;
  made.two_byte = two_byte;
  made.opcode = opcode;
  made.reg = modrm >> 3 & 7;
  made.repeated = decoded.op.bits & (cpu::kRepeat | cpu::kRepeatNotEqual);
  made.flags = is(cpu::Function::bit_test) ? 1u : kCompared;
  return true;
}

std::string text_of(const State& before, const Instruction& instruction, const State& expected,
                    const State& got) {
  std::string text;
  char part[96];
  for (unsigned i = 0; i < instruction.length; ++i) {
    std::snprintf(part, sizeof part, "%02x ", instruction.bytes[i]);
    text += part;
  }
  const auto row = [&](const char* name, const State& s) {
    std::snprintf(part, sizeof part, "\n%-10s eip %04x eflags %05x", name, s.eip, s.eflags);
    text += part;
    for (const std::uint32_t value : s.gpr) {
      std::snprintf(part, sizeof part, " %08x", value);
      text += part;
    }
    for (const std::uint16_t value : s.selector) {
      std::snprintf(part, sizeof part, " %04x", value);
      text += part;
    }
  };
  row("before", before);
  row("unicorn", expected);
  row("model", got);
  return text;
}

TEST(IsaRealMode, AgainstUnicorn) {
  UnicornSteps unicorn(kMemory);
  Model model(false), in_virtual(true);
  Random random(7);
  for (std::uint32_t at = 0; at < kMemory; ++at) {
    unicorn.memory[at] = static_cast<std::uint8_t>(random.below(256));
  }
  for (unsigned vector = 0; vector < 256; ++vector) {
    const std::uint32_t pointer = kVectors + vector;
    std::memcpy(&unicorn.memory[4 * vector], &pointer, 4);
    unicorn.memory[kVectors + vector] = 0xf4;
  }
  model.memory = in_virtual.memory = unicorn.memory;
  model.drop_code();

  const int cases = lockstep_cases(200) * 100;
  int compared = 0, refused = 0, failed = 0, differences = 0;
  std::map<std::string, Tried> tried;
  for (int n = 0; n < cases && differences < 5; ++n) {
    Instruction instruction;
    while (!random_instruction(random, instruction)) {
    }
    State before;
    for (std::uint32_t& value : before.gpr) {
      value = random.below(0x10000) | (random.chance(20) ? random.below(0x10000) << 16 : 0);
    }
    // Unicorn counts iterations as instructions.
    if (instruction.repeated) before.gpr[1] = random.below(2);
    for (std::uint16_t& value : before.selector)
      value = static_cast<std::uint16_t>(random.below(0xffff));
    before.selector[cpu::kCs] = static_cast<std::uint16_t>(0x100 + random.below(0xf000));
    before.eip = random.below(0xffe0);
    before.eflags = 2 | kIoPrivilege | (random.below(0x10000) & (kArithmetic | 0x400));
    const std::uint32_t at = before.selector[cpu::kCs] * 16u + before.eip;
    for (unsigned i = 0; i < 16; ++i) {
      unicorn.memory[at + i] = model.memory[at + i] = in_virtual.memory[at + i] =
          instruction.bytes[i];
    }
    model.drop_code();
    in_virtual.drop_code();
    State expected = before, got = before, once_more = before;
    const bool model_ran = model.step(got);
    const bool virtual_ran = in_virtual.step(once_more);
    const bool unicorn_ran = unicorn.step(expected);
    if (!model_ran || !unicorn_ran) {
      ++(model_ran ? failed : refused);
      unicorn.memory = in_virtual.memory = model.memory;
      continue;
    }
    ++compared;
    Tried& group = tried[group_of(instruction)];
    group.opcodes.insert({instruction.two_byte, instruction.opcode});
    ++group.real;
    const bool same_in_virtual = virtual_ran && same_state(got, once_more, instruction.flags) &&
                                 in_virtual.memory == model.memory;
    group.in_virtual += same_in_virtual;
    EXPECT_TRUE(same_in_virtual) << "case " << n << ": in virtual-8086 mode"
                                 << text_of(before, instruction, got, once_more);
    bool same =
        std::memcmp(expected.gpr, got.gpr, sizeof got.gpr) == 0 &&
        std::memcmp(expected.selector, got.selector, sizeof got.selector) == 0 &&
        (expected.eip == got.eip || expected.eip == got.eip + got.selector[cpu::kCs] * 16u ||
         (instruction.repeated && expected.eip == at)) &&
        ((expected.eflags ^ got.eflags) & instruction.flags) == 0;
    if (same && unicorn.memory != model.memory) same = false;
    if (same) continue;
    ++differences;
    ADD_FAILURE() << "case " << n << ": " << text_of(before, instruction, expected, got)
                  << (unicorn.memory != model.memory ? "\nmemory differs" : "");
    unicorn.memory = in_virtual.memory = model.memory;
  }
  std::printf("%-28s %8s %10s %13s\n", "group", "opcodes", "real mode", "virtual-8086");
  for (const auto& [name, group] : tried) {
    std::printf("%-28s %8zu %10d %13d\n", name.c_str(), group.opcodes.size(), group.real,
                group.in_virtual);
  }
  std::printf(
      "real mode against Unicorn: %d instructions compared, %d refused by the core, %d by "
      "Unicorn, %d differences\n",
      compared, refused, failed, differences);
}

}  // namespace
}  // namespace rc::test
