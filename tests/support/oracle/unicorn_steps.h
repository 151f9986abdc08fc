// SPDX-License-Identifier: Apache-2.0
// Unicorn in real mode, one instruction at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace rc::test {

struct StepState {
  std::uint32_t gpr[8] = {};       // eax ecx edx ebx esp ebp esi edi
  std::uint16_t selector[6] = {};  // es cs ss ds fs gs
  std::uint32_t eip = 0;           // offset in CS
  std::uint32_t eflags = 2;
};

class UnicornSteps {
 public:
  explicit UnicornSteps(std::uint32_t bytes);
  ~UnicornSteps();
  UnicornSteps(const UnicornSteps&) = delete;
  UnicornSteps& operator=(const UnicornSteps&) = delete;

  // False: an exception, or Unicorn refuses the instruction.
  bool step(StepState& state);

  std::vector<std::uint8_t> memory;

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace rc::test
