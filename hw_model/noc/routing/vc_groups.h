// SPDX-License-Identifier: Apache-2.0
// The VCs of a message class, cut into groups: phases, sides of a dateline, escape.
#pragma once

#include <string>
#include <vector>

#include "hw_model/noc/routing/routing.h"

namespace rc::noc {

class VcGroups {
 public:
  // `count` groups of VCs, the lowest VCs in group 0. All have as many, the last one also what
  // remains. kernel::InputError, beginning with `what`: fewer VCs than groups.
  static VcGroups parts(const std::string& what, const VcPlan& plan, unsigned count);
  // As parts() with two groups that must be equally large.
  static VcGroups halves(const std::string& what, const VcPlan& plan);
  // `escapes` groups of one VC, and a last one of all others.
  static VcGroups escapes(const std::string& what, const VcPlan& plan, unsigned escapes);

  VcMask mask(unsigned message_class, unsigned group) const {
    return static_cast<VcMask>(groups_[group] << message_class * size_);
  }
  VcMask all(unsigned message_class) const {
    return static_cast<VcMask>(all_ << message_class * size_);
  }
  const std::vector<VcMask>& groups() const { return groups_; }

 private:
  VcGroups(unsigned size, const std::vector<unsigned>& sizes);

  unsigned size_;  // of a class
  VcMask all_;
  std::vector<VcMask> groups_;
};

}  // namespace rc::noc
