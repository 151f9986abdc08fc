// SPDX-License-Identifier: Apache-2.0
// x87 instructions that the executor runs on the host's x87, which holds the guest's state, against
// the unit of fpu.h, one by one and in sequences: state, pointers, memory and AX.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <vector>

#include "hw_model/cpu/fpu/fpu.h"
#include "tests/lockstep/isa/x87_values.h"
#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

using lockstep::Random;

constexpr std::uint32_t kOperand = 0x40000;
constexpr std::uint8_t kHalt = 0xf4;

struct Form {
  std::uint8_t opcode, modrm;
  bool memory() const { return modrm < 0xc0; }
};

// All that the host may run: what a program of doubles consists of.
std::vector<Form> forms() {
  std::vector<Form> found;
  for (unsigned opcode = 0xd8; opcode <= 0xdf; ++opcode) {
    for (unsigned modrm = 0; modrm < 256; ++modrm) {
      const Form form{static_cast<std::uint8_t>(opcode), static_cast<std::uint8_t>(modrm)};
      const FpuOperand bytes = fpu_operand(form.opcode, form.modrm);
      if (form.memory() && ((modrm & 0xc7) != 5 || bytes.load_bytes + bytes.store_bytes > 10))
        continue;
      if (fpu_defined(form.opcode, form.modrm)) found.push_back(form);
    }
  }
  return found;
}

// The instruction with its operand, if it has one, at kOperand + 16 * `slot`.
void append(std::vector<std::uint8_t>& code, const Form& form, std::uint32_t slot) {
  code.push_back(form.opcode);
  code.push_back(form.modrm);
  if (!form.memory()) return;
  const std::uint32_t address = kOperand + 16 * slot;
  for (unsigned i = 0; i < 4; ++i) code.push_back(static_cast<std::uint8_t>(address >> 8 * i));
}

constexpr unsigned kSlots = 8;
struct Outcome {
  FpuState state;
  std::array<std::uint8_t, 16 * kSlots> memory;
  std::uint16_t ax;
  bool operator==(const Outcome&) const = default;
};

// `count` random instructions from `before`, masked, on a core and by Fpu::execute().
class Pair {
 public:
  explicit Pair(bool timed) : machine_(timed) { machine_.core.release(0, CoreMachine::kCode); }

  void run(const FpuState& before, const std::vector<Form>& program, Random& random) {
    start(before, program, random);
    machine_.run();
    finish();
  }
  // The same with other pairs in between: start(), then step() until it says that it halted.
  void start(const FpuState& before, const std::vector<Form>& program, Random& random) {
    std::vector<std::uint8_t> code;
    std::array<Fpu::Buffer, kSlots> operands{};
    for (unsigned i = 0; i < program.size(); ++i) {
      append(code, program[i], i);
      const auto [opcode, modrm] = program[i];
      lockstep::random_x87_operand(random, opcode, modrm, false, operands[i]);
      // No instruction of the test is to end in #MF.
      if (opcode == 0xd9 && modrm == 0x2d) operands[i][0] |= 0x3f;
    }
    code.push_back(kHalt);
    load(before, code, operands);
    by_unit(before, program, operands);
  }
  bool step(kernel::Cycle cycles) {
    const Stop stop = machine_.core.run(machine_.core.now() + cycles);
    machine_.serve(stop);
    return stop == Stop::halted;
  }
  void finish() {
    core.state = machine_.core.fpu().state();
    core.ax = static_cast<std::uint16_t>(machine_.reg(0));
    ASSERT_TRUE(machine_.core.peek(kOperand, core.memory.data(), 16 * kSlots, machine_.backdoor()));
  }
  void keep_x87() { machine_.core.keep_x87(true); }

  Outcome core, unit;

 private:
  void load(const FpuState& before, const std::vector<std::uint8_t>& code,
            const std::array<Fpu::Buffer, kSlots>& operands) {
    const BackdoorMemory memory = machine_.backdoor();
    const auto poke = [&](std::uint32_t at, const void* data, std::size_t bytes) {
      ASSERT_TRUE(machine_.core.poke(at, data, static_cast<std::uint32_t>(bytes), memory));
    };
    poke(CoreMachine::kCode, code.data(), code.size());
    for (unsigned i = 0; i < kSlots; ++i) poke(kOperand + 16 * i, operands[i].data(), 16);
    machine_.core.fpu().set_state(before);
    ArchState state = machine_.core.arch_state();
    state.eip = CoreMachine::kCode;
    state.gpr[0] = 0x1234;
    machine_.core.set_arch_state(state);
  }

  void by_unit(const FpuState& before, const std::vector<Form>& program,
               const std::array<Fpu::Buffer, kSlots>& operands) {
    Fpu fpu;
    fpu.set_state(before);
    unit.ax = 0x1234;
    std::uint32_t eip = CoreMachine::kCode;
    for (unsigned i = 0; i < kSlots; ++i) std::memcpy(&unit.memory[16 * i], operands[i].data(), 16);
    for (unsigned i = 0; i < program.size(); ++i) {
      const auto [opcode, modrm] = program[i];
      Fpu::Buffer buffer = operands[i];
      const FpuResult result = fpu.execute({.opcode = opcode,
                                            .modrm = modrm,
                                            .eip = eip,
                                            .operand_address = kOperand + 16 * i,
                                            .code_selector = 0x08,
                                            .operand_selector = 0x10},
                                           buffer, unit.ax);
      if (result.store)
        std::memcpy(&unit.memory[16 * i], buffer.data(), fpu_operand(opcode, modrm).store_bytes);
      eip += program[i].memory() ? 6 : 2;
    }
    unit.state = fpu.state();
  }

  CoreMachine machine_;
};

class FpuResident : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(, FpuResident, testing::Bool(),
                         [](const auto& kind) { return kind.param ? "Timed" : "Flat"; });

TEST_P(FpuResident, EveryFormIsTheUnits) {
  Pair pair(GetParam());
  for (const Form& form : forms()) {
    Random random(form.opcode * 256u + form.modrm);
    for (int n = 0; n < 40; ++n) {
      const FpuState before = lockstep::random_x87_state(random, {.unmasked_percent = 0});
      pair.run(before, {form}, random);
      ASSERT_EQ(pair.core, pair.unit) << std::hex << int{form.opcode} << ' ' << int{form.modrm};
    }
  }
}

// The state stays in the host from one instruction to the next, leaves it in between for what the
// host does not run, and stacks overflow and underflow.
TEST_P(FpuResident, SequencesAreTheUnits) {
  Pair pair(GetParam());
  Random random(20261122);
  const std::vector<Form> all = forms();
  for (int n = 0; n < 15000; ++n) {
    const FpuState before =
        lockstep::random_x87_state(random, {.used_percent = 60, .unmasked_percent = 0});
    std::vector<Form> program;
    while (program.size() < kSlots) program.push_back(all[random.below(all.size())]);
    pair.run(before, program, random);
    ASSERT_EQ(pair.core, pair.unit) << "sequence " << n;
  }
}

// Cores that keep their states in the host's x87 between runs, in turn.
TEST(FpuResidentHost, KeptStatesStayApart) {
  std::array<std::unique_ptr<Pair>, 3> pairs;
  for (auto& pair : pairs) pair = std::make_unique<Pair>(true);
  pairs[0]->keep_x87();
  pairs[1]->keep_x87();
  Random random(20261123);
  const std::vector<Form> all = forms();
  for (int n = 0; n < 5000; ++n) {
    for (auto& pair : pairs) {
      std::vector<Form> program;
      while (program.size() < kSlots) program.push_back(all[random.below(all.size())]);
      pair->start(lockstep::random_x87_state(random, {.used_percent = 60, .unmasked_percent = 0}),
                  program, random);
    }
    std::array<bool, 3> halted{};
    while (halted != std::array{true, true, true}) {
      const auto turn = random.below(pairs.size());
      if (!halted[turn]) halted[turn] = pairs[turn]->step(1 + random.below(40));
    }
    for (auto& pair : pairs) {
      pair->finish();
      ASSERT_EQ(pair->core, pair->unit) << "sequence " << n;
    }
  }
  Core::free_x87();
}

// After a guest that left its control word and full stack, the host computes as ever.
TEST(FpuResidentHost, TheHostsUnitIsFreeAfterwards) {
  Pair pair(true);
  Random random(1);
  FpuState before;
  before.control = 0x0c7f;  // 24 bits, to zero
  pair.run(before, {{0xd9, 0xe8}, {0xd9, 0xe8}}, random);
  EXPECT_EQ(pair.core, pair.unit);
  volatile long double third = 1;
  third = third / 3;
  EXPECT_EQ(third, 1.0L / 3);
  volatile long double sum = 0;
  for (int i = 0; i < 20; ++i) sum = sum + third;
  EXPECT_NEAR(static_cast<double>(sum), 20.0 / 3, 1e-12);
}

}  // namespace
}  // namespace rc::cpu
