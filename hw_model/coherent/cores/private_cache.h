// SPDX-License-Identifier: Apache-2.0
// The private caches of one core: which lines they hold and in which state. L2 holds every line of
// L1. Replacement is least recently used; a line that must go stays until the fabric allows it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/coherent/cores/access.h"
#include "hw_model/coherent/cores/params.h"
#include "hw_model/coherent/protocol/states.h"

namespace rc::coherent {

struct Copy {
  Line line = 0;
  State state = State::invalid;
  bool leaving = false;       // an eviction is under way
  bool beside = false;        // its set is full until a victim has gone
  std::uint64_t version = 0;  // how often the line had been written when this copy was current
  std::uint64_t used = 0;
  std::uint32_t next = 0;  // of the set, as the lines came
};

class PrivateCache {
 public:
  // kernel::InputError for sizes that make no power of two of sets.
  explicit PrivateCache(const CoreParams& params);

  // Valid until the next insert() or remove(); null if the core does not hold the line.
  Copy* find(Line line);
  const Copy* find(Line line) const { return const_cast<PrivateCache*>(this)->find(line); }
  bool in_l1(Line line) const;
  // It is used, and comes to L1.
  void use(Copy& copy);

  // A place for a line that is not held. The line that has to go for it, if one has.
  Copy& insert(Line line, std::optional<Line>& victim);
  void remove(Line line);

 private:
  static constexpr Line kNoLine = ~Line{0};
  static constexpr std::uint32_t kEnd = ~std::uint32_t{0};

  std::uint32_t* l2_set(Line line) { return &first_[line & l2_mask_]; }
  Line* l1_set(Line line) { return &l1_[(line & l1_mask_) * l1_ways_]; }

  unsigned l1_ways_, l2_ways_;
  std::uint64_t l1_mask_, l2_mask_;
  std::vector<Line> l1_;  // by set, the last used first
  // L2: the sets' lines as lists, so that the host's caches see only as much as there is.
  std::vector<std::uint32_t> first_;
  std::vector<Copy> copies_;
  std::vector<std::uint32_t> unused_;  // of copies_
  std::uint64_t clock_ = 0;
};

}  // namespace rc::coherent
