// SPDX-License-Identifier: Apache-2.0
// Random programs with self-modifying code, misses and interrupts, run with and without the block
// cache and in steps of every size: no register, counter or cycle may differ.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>

#include "hw_model/kernel/archive.h"
#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

GUEST(handler, "incl 0x5000; iret")
// Its IRET finds the stack out of L1, and dirty lines there.
GUEST(evicting_handler,
      "incl 0x50ff0; incl 0x51ff0; incl 0x52ff0; incl 0x53ff0; incl 0x54ff0; iret")
GUEST(prologue, "lgdt 0x0ff0; lidt 0x1ff0; fninit; cld; mov $3, %ebp; sti")

// One pass of straight-line code with forward jumps, repeated a few times.
class Program {
 public:
  explicit Program(unsigned seed) : random_(seed) {
    const GuestCode begin = prologue_code();
    bytes_.assign(begin.begin, begin.end);
    const std::size_t loop = bytes_.size();
    for (int i = 0; i < 120; ++i) instruction();
    while (!targets_.empty()) place_target();
    emit({0x4d});        // dec ebp
    emit({0x0f, 0x85});  // jnz loop
    word(static_cast<std::uint32_t>(loop - (bytes_.size() + 4)));
    emit({0xfa, 0xf4});  // cli; hlt
  }

  void start(CoreMachine& machine) const {
    machine.tables();
    machine.gate(0x31, handler_code());
    machine.gate(0x32, evicting_handler_code());
    machine.start({bytes_.data(), bytes_.data() + bytes_.size()});
  }

 private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  void emit(std::initializer_list<unsigned> list) {
    for (const unsigned byte : list) bytes_.push_back(static_cast<std::uint8_t>(byte));
  }
  void word(std::uint32_t value) {
    for (int i = 0; i < 4; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> 8 * i));
  }
  // Not ESP (stack) and not EBP (loop counter).
  unsigned reg() {
    static constexpr unsigned usable[] = {0, 1, 2, 3, 6, 7};
    return usable[pick(6)];
  }
  std::uint32_t data_address() { return 0x40000 + (pick(8) ? pick(0x400) : pick(0x9000)); }
  // ModRM for [data_address()], register field `field`.
  void memory(unsigned field) {
    emit({field << 3 | 5});
    word(data_address());
  }
  void place_target() {
    const std::size_t at = targets_.back();
    targets_.pop_back();
    const std::size_t distance = bytes_.size() - (at + 1);
    if (distance < 127) bytes_[at] = static_cast<std::uint8_t>(distance);
  }

  void instruction() {
    switch (pick(22)) {
      case 0:
      case 1:
      case 2:
        emit({pick(8) << 3 | 3, 0xc0 | reg() << 3 | reg()});
        break;
      case 3:
      case 4:
        emit({pick(8) << 3 | 3});
        memory(reg());
        break;
      case 5:
      case 6:
        emit({pick(8) << 3 | 1});
        memory(reg());
        break;
      case 7:
        emit({0x89});
        memory(reg());
        break;
      case 8:
        emit({0x8b});
        memory(reg());
        break;
      case 9:
        emit({0x40 | pick(2) << 3 | reg()});
        break;
      case 10:
        emit({0xc1, 0xc0 | (4 + pick(2)) << 3 | reg(), pick(32)});
        break;
      case 11:
        emit({0x0f, 0xb6 | pick(2) | pick(2) << 3, 0xc0 | reg() << 3 | pick(4)});
        break;
      case 12:
        emit({0x50 | reg(), 0x58 | reg()});
        break;
      case 13:
      case 14:
        emit({0x70 | pick(16), 0});
        targets_.push_back(bytes_.size() - 1);
        break;
      case 15:
        if (!targets_.empty()) place_target();
        break;
      case 16:
        emit({0xb8 | reg()});
        patch_.push_back(bytes_.size());
        word(pick(1000));
        break;
      case 17:  // writes into an immediate seen before, or the one of an instruction to come
        emit({0x89, reg() << 3 | 5});
        word(CoreMachine::kCode +
             static_cast<std::uint32_t>(
                 patch_.empty() ? 0x3000 : patch_[pick(static_cast<unsigned>(patch_.size()))]));
        break;
      case 18:
        emit({0x0f, 0xaf, 0xc0 | reg() << 3 | reg()});
        break;
      case 19:
        emit({0xd9, 0xe8, 0xd8, 0xc0, 0xdd, 0xd8});
        break;  // fld1; fadd; fstp
      case 20:  // a short rep movs
        emit({0xb9});
        word(pick(30));
        emit({0xbe});
        word(data_address() & ~3u);
        emit({0xbf});
        word(data_address());
        emit({0xf3, 0xa4 | pick(2)});
        break;
      default:
        emit({0x0f, 0xbd, 0xc0 | reg() << 3 | reg()});
        break;
    }
  }

  std::mt19937 random_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::size_t> targets_, patch_;
};

// `breaks`: as a debugger's, at which the core stops and goes on.
std::vector<std::uint64_t> result_of(const Program& program, unsigned seed, kernel::Cycle step,
                                     bool blocks, CoreMachine::Breaks breaks = {}) {
  CoreMachine machine(true, 1 + seed % 90);
  machine.core.set_block_cache(blocks);
  machine.breaks = breaks;
  program.start(machine);
  std::mt19937 random(seed);
  for (int i = 0; i < 6; ++i) machine.core.interrupt(200 + random() % 9000, 0x31 + i % 2);
  machine.run(step);
  return outcome(machine);
}

// In steps of `step` cycles; the core, with what it has under way, is moved into a new one by a
// snapshot after each of `every` steps.
std::vector<std::uint64_t> result_of_moves(const Program& program, unsigned seed,
                                           kernel::Cycle step, unsigned every) {
  const auto latency = 1 + seed % 90;
  auto machine = std::make_unique<CoreMachine>(true, latency);
  program.start(*machine);
  std::mt19937 random(seed);
  for (int i = 0; i < 6; ++i) machine->core.interrupt(200 + random() % 9000, 0x31 + i % 2);
  for (unsigned steps = 1;; ++steps) {
    const Stop stop = machine->core.run(machine->core.now() + step);
    if (stop == Stop::halted) return outcome(*machine);
    if (steps % every == 0) {
      kernel::Archive saving;
      machine->core.archive(saving);
      auto next = std::make_unique<CoreMachine>(true, latency);
      next->memory = machine->memory;
      next->requests = machine->requests;
      kernel::Archive loading(saving.bytes());
      next->core.archive(loading);
      loading.finish();
      machine = std::move(next);
    }
    machine->serve(stop);
  }
}

TEST(CoreRandom, SnapshotsDecideNothing) {
  for (unsigned seed = 1; seed <= 16; ++seed) {
    const Program program(seed);
    const auto expected = result_of(program, seed, 0, true);
    EXPECT_EQ(result_of_moves(program, seed, 1 + seed % 5, 31 + seed % 17), expected)
        << "seed " << seed;
    EXPECT_EQ(result_of_moves(program, seed, 200 + seed, 3), expected) << "seed " << seed;
  }
}

// Of a snapshot whose core stands within a block each byte in turn is another. Registers may be
// any, and the block may be of other instructions; but none reaches beyond the core.
TEST(CoreRandom, ForgedBlocksAreRefusedOrRun) {
  unsigned refused = 0, within = 0;
  for (unsigned seed = 1; within < 4 && seed < 50; ++seed) {
    const Program program(seed);
    CoreMachine machine(true, 40);
    program.start(machine);
    for (unsigned steps = 0; steps < 100 + 13 * seed; ++steps)
      if (const Stop stop = machine.core.run(machine.core.now() + 7); stop != Stop::halted)
        machine.serve(stop);
    kernel::Archive saving;
    machine.core.archive(saving);
    const std::string good = saving.bytes();
    constexpr std::size_t kBlock = 1200;  // the most of it that is looked at
    const std::size_t first = good.size() - std::min(good.size(), kBlock);
    unsigned refused_of_this = 0;
    for (std::size_t at = first; at < good.size(); ++at) {
      std::string forged = good;
      forged[at] = static_cast<char>(forged[at] ^ (at % 3 == 0 ? 0xFF : at % 3 == 1 ? 0x80 : 0x35));
      CoreMachine other(true, 40);
      other.memory = machine.memory;
      other.requests = machine.requests;
      kernel::Archive loading(forged);
      try {
        other.core.archive(loading);
        loading.finish();
      } catch (const kernel::InputError&) {
        ++refused_of_this;
        continue;
      }
      try {
        for (unsigned steps = 0; steps < 20; ++steps)
          if (const Stop stop = other.core.run(other.core.now() + 50); stop != Stop::halted)
            other.serve(stop);
      } catch (const std::exception&) {  // a state that no core has
      }
    }
    refused += refused_of_this;
    within += refused_of_this > 20;
  }
  EXPECT_GT(refused, 100u);
}

TEST(CoreRandom, LimitsAndBlocksDecideNothing) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    const Program program(seed);
    const auto expected = result_of(program, seed, 0, true);
    EXPECT_EQ(result_of(program, seed, 1, true), expected) << "seed " << seed;
    EXPECT_EQ(result_of(program, seed, 0, false), expected) << "seed " << seed;
    EXPECT_EQ(result_of(program, seed, 2 + seed % 37, seed & 1), expected) << "seed " << seed;
  }
}

// With L2 or without, and with memory below `prompt` that answers at once.
std::vector<std::uint64_t> result_of_prompt(const Program& program, unsigned seed,
                                            kernel::Cycle step, std::uint32_t prompt, bool l2) {
  CoreMachine machine(true, 1 + seed % 90);
  machine.core.set_l2_enabled(l2);
  machine.answer_at_once(prompt);
  program.start(machine);
  std::mt19937 random(seed);
  for (int i = 0; i < 6; ++i) machine.core.interrupt(200 + random() % 9000, 0x31 + i % 2);
  machine.run(step);
  EXPECT_EQ(prompt != 0, machine.answered != 0);
  return outcome(machine);
}

// The owner takes posted requests without a stop of the core. (A core with interrupts on stops.)
std::vector<std::uint64_t> result_of_posted(const Program& program, unsigned seed,
                                            kernel::Cycle step, bool l2) {
  CoreMachine machine(true, 1 + seed % 90);
  machine.core.set_l2_enabled(l2);
  machine.take_posted_requests();
  program.start(machine);
  std::mt19937 random(seed);
  for (int i = 0; i < 6; ++i) machine.core.interrupt(200 + random() % 9000, 0x31 + i % 2);
  machine.run(step);
  EXPECT_GT(machine.offered, 0u);
  return outcome(machine);
}

TEST(CoreRandom, PromptAnswersDecideNothing) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const Program program(seed);
    const bool l2 = seed % 2 == 0;
    const auto expected = result_of_prompt(program, seed, 0, 0, l2);
    for (const kernel::Cycle step : {0u, 1u, 2 + seed % 37, 200 + seed}) {
      EXPECT_EQ(result_of_prompt(program, seed, step, CoreMachine::kBytes, l2), expected)
          << "seed " << seed << ", steps of " << step;
    }
    EXPECT_EQ(result_of_posted(program, seed, 0, l2), expected) << "seed " << seed;
    EXPECT_EQ(result_of_posted(program, seed, 2 + seed % 37, l2), expected) << "seed " << seed;
    // Code and part of the data.
    EXPECT_EQ(result_of_prompt(program, seed, 0, 0x40200 + seed / 2 * 32, l2), expected) << seed;
  }
}

TEST(CoreRandom, BreaksDecideNothing) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Program program(seed);
    const auto expected = result_of(program, seed, 0, true);
    CoreMachine::Breaks breaks;
    breaks.every = 1 + seed % 5;
    EXPECT_EQ(result_of(program, seed, 0, true, breaks), expected) << "seed " << seed;
    EXPECT_EQ(result_of(program, seed, 3 + seed % 11, seed & 1, breaks), expected) << seed;
    breaks.every = 0;
    breaks.on.addresses = {CoreMachine::kCode + 30 + seed, CoreMachine::kCode + 90,
                           CoreMachine::kHandlers + 64 * 0x31};
    breaks.on.watches = {{0x40000, 0x80, true, true}, {0x4101e, 7, false, true}};
    EXPECT_EQ(result_of(program, seed, 0, true, breaks), expected) << "seed " << seed;
    EXPECT_EQ(result_of(program, seed, 1 + seed % 7, true, breaks), expected) << "seed " << seed;
  }
}

}  // namespace
}  // namespace rc::cpu
