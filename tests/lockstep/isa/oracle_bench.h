// SPDX-License-Identifier: Apache-2.0
// Runs a case on the model in both its modes and on the reference CPUs: the host's own, and one
// more where there is one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tests/lockstep/isa/isa_forms.h"
#include "tests/lockstep/isa/oracle.h"

namespace rc::lockstep {

class Bench {
 public:
  explicit Bench(std::unique_ptr<Cpu> other = nullptr);

  bool has_native() const { return native_ != nullptr; }
  const std::string& why_no_native() const { return why_no_native_; }

  // Runs the case on the model and on the chosen reference CPUs. Returns the first difference in
  // words, or an empty string.
  std::string check(Case c, bool native, bool other, bool x87_transcendental = false);

  // Where the case leads on the model.
  MachineState model_state_after(const Case& c) { return models_[0]->run(c).after; }

  // That all checks so far executed, counted once for each case.
  std::uint64_t instructions() const { return instructions_; }

 private:
  std::string why_no_native_;  // before native_, whose making sets it
  std::unique_ptr<Cpu> native_;
  std::unique_ptr<Cpu> other_;
  std::unique_ptr<Cpu> models_[2];
  std::uint64_t instructions_ = 0;
};

}  // namespace rc::lockstep
