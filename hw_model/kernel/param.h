// SPDX-License-Identifier: Apache-2.0
// Parameters: each block declares its own as the fields of a plain struct with a member template
//
//   struct CacheParams {
//     std::uint32_t ways = 4;
//     template <class Visitor> void visit(Visitor& v) {
//       v.field("ways", ways, {1, 8}, "ways", "MetalSVM/RCCE notes: L2 is 4-way");
//     }
//   };
//
// so that default, lowest and highest legal value, unit and source are in one place.
//
//   nested structs       v.group("l1d", l1d)
//   calibrated figures   v.fitted("name", field, {least, most}, "unit", "source",
//                                 "what it was fitted on")
//
// Field types: std::uint32_t and double, which have a range; bool and std::string, which have none.
// The visitors (TOML reader, --set, `info machine`, JSON dump) are in sim/; check_ranges() is for
// blocks that are built without them.
#pragma once

#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::kernel {

// Both ends are legal values.
struct Range {
  double least, most;
  constexpr bool holds(double value) const { return value >= least && value <= most; }
};

// Cycles that one stage may take.
inline constexpr Range kStage{0, 1000};

inline std::string range_text(const Range& range) {
  return decimal(range.least) + " to " + decimal(range.most);
}

class RangeCheck {
 public:
  explicit RangeCheck(std::string prefix) : prefix_(std::move(prefix)) {}

  template <class T>
  void field(const char* name, const T& value, Range range, const char*, const char*) const {
    if (range.holds(value)) return;
    throw InputError(prefix_ + name + " = " + decimal(value) + ": expected " + range_text(range));
  }
  template <class T>
  void field(const char*, const T&, const char*, const char*) const {}
  template <class T>
  void fitted(const char* name, const T& value, Range range, const char* unit, const char* source,
              const char*) const {
    field(name, value, range, unit, source);
  }
  template <class Group>
  void group(const char* name, Group& value) const {
    RangeCheck inner(prefix_ + name + ".");
    value.visit(inner);
  }

 private:
  std::string prefix_;
};

// InputError, one line with name, value and range, for the first number of `params` outside its
// range; `prefix` is what comes before the names in a machine file, as in "noc.".
template <class Params>
void check_ranges(Params params, const std::string& prefix) {
  RangeCheck check(prefix);
  params.visit(check);
}

}  // namespace rc::kernel
