// SPDX-License-Identifier: Apache-2.0
// Loads, stores, and moves between registers.
#include <utility>

#include "hw_model/cpu/fpu/execution.h"

namespace rc::cpu::fpu {

void Execution::load(const Loaded& loaded) {
  if (!empty(7)) {
    if (!overflow()) push(kIndefinite);
    return;
  }
  // A denormal is loaded even if that is unmasked; a signalling NaN is not.
  if (raise_with_c1(loaded.exceptions) && (loaded.exceptions & kInvalid) != 0) return;
  push(loaded.value);
}

void Execution::load_register(unsigned i) {
  if (empty(i)) {
    if (!underflow()) push(kIndefinite);
    return;
  }
  load({st(i)});
}

void Execution::store_register(unsigned i, bool pops) {
  FpuRegister value = st(0);
  if (empty(0)) {
    if (underflow()) return;
    value = kIndefinite;
  } else {
    conditions(kC1, 0);
  }
  set(i, value);
  if (pops) pop();
}

// FSTP1 (D9 D8+i): FSTP, but if ST(0) is empty it only pops.
void Execution::store_register_unchecked(unsigned i) {
  conditions(kC1, 0);
  if (!empty(0)) set(i, st(0));
  pop();
}

// `store` converts ST(0) to memory on the host. An empty register stores `indefinite`.
bool Execution::store_converted(Store store, std::initializer_list<std::uint64_t> indefinite,
                                bool pops) {
  if (empty(0)) {
    if (underflow()) return false;
    std::uint8_t* bytes = memory_;
    for (const std::uint64_t word : indefinite) {
      write(bytes, word);
      bytes += sizeof word;
    }
  } else {
    const std::uint16_t status = store(st(0), memory_, host());
    const auto unmasked = status & ~s_.control & kAllExceptions;
    if (raise_with_c1(status) || (unmasked & (kOverflow | kUnderflow)) != 0) return false;
  }
  if (pops) pop();
  return true;
}

bool Execution::store_m80() {
  if (empty(0)) {
    if (underflow()) return false;
    write_register(memory_, kIndefinite);
  } else {
    conditions(kC1, 0);
    write_register(memory_, st(0));
  }
  pop();
  return true;
}

void Execution::exchange(unsigned i) {
  if (empty(0) || empty(i)) {
    if (underflow()) return;
    if (empty(0)) set(0, kIndefinite);
    if (empty(i)) set(i, kIndefinite);
  } else {
    conditions(kC1, 0);
  }
  std::swap(st(0), st(i));
}

void Execution::free_register(unsigned i) {
  conditions(kC1, 0);
  mark_empty(i);
}

}  // namespace rc::cpu::fpu
