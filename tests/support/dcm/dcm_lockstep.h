// SPDX-License-Identifier: Apache-2.0
// Compares direct-connect modules with the C++ model between the same random neighbours: one with
// all clock edges, one with those that it requests.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "hw_model/ipsc/dcm.h"
#include "tests/support/dcm/dcm_neighbours.h"

namespace rc::test {

// Short times, so that many circuits fit into a run; both arbitration orders,
// with and without the buffer line.
inline ipsc::DcmParams random_dcm(Random& random) {
  ipsc::DcmParams params;
  params.pass_cycles = 1 + random.below(5);
  params.probe_cycles = params.pass_cycles + random.below(12);
  params.acknowledge_cycles = 1 + random.below(5);
  params.arbitration = random.chance(50) ? "arrival" : "lowest";
  params.node_circuits = 1 + random.below(2);
  return params;
}

struct LockstepCounts {
  std::uint64_t cycles = 0, circuits = 0, waits = 0, left_out = 0;
};

// The first difference, in words; nothing if there is none.
template <class Make>
std::optional<std::string> first_difference(const Make& make_other, std::uint64_t seed,
                                            unsigned cycles, LockstepCounts& counts) {
  Random random(seed);
  const ipsc::DcmParams params = random_dcm(random);
  const unsigned here = random.below(1u << ipsc::kMaxDimension);
  ipsc::Dcm model(here, params);
  model.reset();
  const std::unique_ptr<ipsc::DcmIf> every = make_other(here, params);
  const std::unique_ptr<ipsc::DcmIf> on_request = make_other(here, params);
  DcmNeighbours neighbours(here, random.bits());
  ipsc::DcmPins in, before, out, out_on_request;
  for (unsigned now = 1; now <= cycles; ++now) {
    neighbours.drive(out, in);
    out = model.tick(now, in);
    const bool needed = on_request->wake() <= now || !(in == before);
    if (needed) out_on_request = on_request->tick(now, in);
    counts.left_out += !needed;
    before = in;
    const bool equal = every->tick(now, in) == out;
    if (!equal || !(out_on_request == out)) {
      return "seed " + std::to_string(seed) + ", cycle " + std::to_string(now) +
             (equal ? ": the one clocked on request" : ": the one clocked always") +
             " differs from the model";
    }
  }
  counts.cycles += cycles;
  counts.circuits += neighbours.circuits();
  counts.waits += neighbours.waits();
  return std::nullopt;
}

}  // namespace rc::test
