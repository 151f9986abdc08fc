// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/vc_groups.h"

#include "hw_model/kernel/error.h"

namespace rc::noc {
namespace {

constexpr unsigned kMostVcs = 8 * sizeof(VcMask);

unsigned class_size(const VcPlan& plan) {
  if (plan.vcs == 0 || plan.vcs > kMostVcs) {
    throw kernel::InputError("routing: " + std::to_string(plan.vcs) + " VCs, expected 1 to " +
                             std::to_string(kMostVcs));
  }
  if (plan.classes == 0 || plan.vcs % plan.classes != 0) {
    throw kernel::InputError("routing: " + std::to_string(plan.vcs) +
                             " VCs, expected a multiple of the message classes, " +
                             std::to_string(plan.classes));
  }
  return plan.vcs / plan.classes;
}

[[noreturn]] void refuse(const std::string& what, const std::string& groups, unsigned size,
                         const std::string& expected) {
  throw kernel::InputError(what + " splits the VCs of a class in " + groups + ": " +
                           std::to_string(size) + " VCs a class, expected " + expected);
}

}  // namespace

VcGroups VcGroups::parts(const std::string& what, const VcPlan& plan, unsigned count) {
  const unsigned size = class_size(plan);
  if (size < count) {
    refuse(what, std::to_string(count) + " groups", size, "at least " + std::to_string(count));
  }
  std::vector<unsigned> sizes(count, size / count);
  sizes.back() += size % count;
  return {size, sizes};
}

VcGroups VcGroups::halves(const std::string& what, const VcPlan& plan) {
  const unsigned size = class_size(plan);
  if (size % 2 != 0) refuse(what, "two halves", size, "an even number");
  return {size, {size / 2, size / 2}};
}

VcGroups VcGroups::escapes(const std::string& what, const VcPlan& plan, unsigned escapes) {
  const unsigned size = class_size(plan);
  if (size <= escapes) {
    refuse(what, std::to_string(escapes + 1) + " groups", size,
           "at least " + std::to_string(escapes + 1));
  }
  std::vector<unsigned> sizes(escapes, 1);
  sizes.push_back(size - escapes);
  return {size, sizes};
}

VcGroups::VcGroups(unsigned size, const std::vector<unsigned>& sizes)
    : size_(size), all_(static_cast<VcMask>((1u << size) - 1)) {
  unsigned first = 0;
  for (const unsigned vcs : sizes) {
    groups_.push_back(static_cast<VcMask>(((1u << vcs) - 1) << first));
    first += vcs;
  }
}

}  // namespace rc::noc
