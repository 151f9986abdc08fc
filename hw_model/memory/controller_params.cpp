// SPDX-License-Identifier: Apache-2.0
#include "hw_model/memory/controller_params.h"

#include <bit>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::memory {
namespace {

void expect_power_of_two(const char* name, std::uint32_t value) {
  if (std::has_single_bit(value)) return;
  throw kernel::InputError(std::string("memory.") + name + " = " + std::to_string(value) +
                           ": expected a power of two");
}

void expect_one_of(const char* name, const std::string& value, const char* one, const char* other) {
  if (value == one || value == other) return;
  throw kernel::InputError(std::string("memory.") + name + " = \"" + kernel::shown(value) +
                           "\": expected " + one + " or " + other);
}

}  // namespace

void check_params(const ControllerParams& params) {
  kernel::check_ranges(params, "memory.");
  expect_power_of_two("ranks", params.ranks);
  expect_power_of_two("row_bytes", params.row_bytes);
  expect_power_of_two("interleave_bytes", params.interleave_bytes);
  expect_one_of("page_policy", params.page_policy, "closed", "open");
  expect_one_of("scheduling", params.scheduling, "in-order", "bank-ready");
}

}  // namespace rc::memory
