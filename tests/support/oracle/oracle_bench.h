// Runs a case on the model in both its modes and on every reference CPU of this host.
#pragma once

#include <memory>
#include <string>

#include "tests/support/isa/isa_forms.h"
#include "tests/support/oracle/oracle.h"

namespace rc::test {

class Bench {
 public:
  Bench();

  bool has_native() const { return native_ != nullptr; }
  const std::string& why_no_native() const { return why_no_native_; }

  // Runs the case on the model and on the chosen reference CPUs. Returns the first difference in
  // words, or an empty string.
  std::string check(Case c, bool native, bool unicorn, bool x87_transcendental = false);

 private:
  std::unique_ptr<Cpu> native_;
  std::string why_no_native_;
  std::unique_ptr<Cpu> unicorn_;
  std::unique_ptr<Cpu> models_[2];
};

// ROCKCREEK_LOCKSTEP_CASES, or `otherwise`: how many random cases a test runs (per form).
int lockstep_cases(int otherwise);

}  // namespace rc::test
