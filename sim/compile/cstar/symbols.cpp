// SPDX-License-Identifier: Apache-2.0
#include "sim/compile/cstar/symbols.h"

#include <algorithm>
#include <array>

namespace rc::sim::compile::cstar {

Symbols::Symbols() {
  open();
  for (const char* name : {"pcoord", "positionsof", "rankof", "dimof", "boolsizeof"})
    declare(name, {.kind = Kind::intrinsic});
}

const Symbol* Symbols::find(const std::string& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return &found->second;
  return nullptr;
}

Shape Symbols::shape(const std::string& name, int rank) {
  const auto known = scopes_.back().find(name);
  if (known != scopes_.back().end() && known->second.kind == Kind::shape &&
      known->second.shape.rank == rank)
    return known->second.shape;
  return {++shapes_, name, rank};
}

bool is_elementwise(std::string_view function) {
  static constexpr std::array<std::string_view, 22> kMath{
      "abs",  "acos", "asin", "atan", "atan2", "ceil",  "cos", "cosh", "exp",  "fabs", "floor",
      "fmod", "fmax", "fmin", "labs", "log",   "log10", "pow", "sin",  "sqrt", "tan",  "tanh"};
  return std::ranges::find(kMath, function) != kMath.end();
}

}  // namespace rc::sim::compile::cstar
