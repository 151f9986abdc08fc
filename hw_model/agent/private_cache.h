// The private caches of one core: which lines they hold and in which state. L2 holds every line of
// L1. Replacement is least recently used; a line that must go stays until the fabric allows it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/agent/access.h"
#include "hw_model/agent/params.h"
#include "hw_model/coherence/states.h"

namespace rc::agent {

struct Copy {
  Line line = 0;
  coherence::State state = coherence::State::invalid;
  bool leaving = false;       // an eviction is under way
  std::uint64_t version = 0;  // how often the line had been written when this copy was current
  std::uint64_t used = 0;
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
  static constexpr Line kNone = ~Line{0};
  struct Tag {
    Line line = kNone;
    std::uint64_t used = 0;
  };

  std::size_t l2_set(Line line) const { return (line & l2_mask_) * l2_ways_; }
  Tag* l1_set(Line line) { return &l1_[(line & l1_mask_) * l1_ways_]; }

  unsigned l1_ways_, l2_ways_;
  std::uint64_t l1_mask_, l2_mask_;
  std::vector<Tag> l1_;
  // By set and way. Tags lie apart from the rest: a look-up reads one line of the host's memory.
  std::vector<Line> tags_;
  std::vector<Copy> copies_;
  std::vector<Copy> beside_;  // lines whose set is full until the victim has gone
  std::uint64_t clock_ = 0;
};

}  // namespace rc::agent
