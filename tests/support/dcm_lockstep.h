// Two direct-connect modules between the same random neighbours, one clocked at every edge, the
// other as it asks for it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "hw_model/ipsc/dcm.h"
#include "tests/support/dcm_neighbours.h"

namespace rc::test {

// Cycles are few, so that much happens; orders of arrival and of source alike.
inline ipsc::DcmParams random_dcm(Random& random) {
  ipsc::DcmParams params;
  params.pass_cycles = 1 + random.below(5);
  params.probe_cycles = params.pass_cycles + random.below(12);
  params.acknowledge_cycles = 1 + random.below(5);
  params.arbitration = random.chance(50) ? "arrival" : "lowest";
  return params;
}

struct LockstepCounts {
  std::uint64_t cycles = 0, circuits = 0, waits = 0, left_out = 0;
};

// Where the two first differ, in words; nothing if they never do.
template <class Make>
std::optional<std::string> first_difference(const Make& make_other, std::uint64_t seed,
                                            unsigned cycles, LockstepCounts& counts) {
  Random random(seed);
  const ipsc::DcmParams params = random_dcm(random);
  const unsigned here = random.below(1u << ipsc::kMaxDimension);
  ipsc::Dcm model(here, params);
  model.reset();
  const std::unique_ptr<ipsc::DcmIf> every = make_other(here, params);
  const std::unique_ptr<ipsc::DcmIf> asked = make_other(here, params);
  DcmNeighbours neighbours(here, random.bits());
  ipsc::DcmPins in, before, out, when_asked;
  for (unsigned now = 1; now <= cycles; ++now) {
    neighbours.drive(out, in);
    out = model.tick(now, in);
    const bool needed = asked->wake() <= now || !(in == before);
    if (needed) when_asked = asked->tick(now, in);
    counts.left_out += !needed;
    before = in;
    const bool equal = every->tick(now, in) == out;
    if (!equal || !(when_asked == out)) {
      return "seed " + std::to_string(seed) + ", cycle " + std::to_string(now) +
             (equal ? ": the one clocked as it asks" : ": the one clocked always") +
             " differs from the model";
    }
  }
  counts.cycles += cycles;
  counts.circuits += neighbours.circuits();
  counts.waits += neighbours.waits();
  return std::nullopt;
}

}  // namespace rc::test
