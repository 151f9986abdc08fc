// SPDX-License-Identifier: Apache-2.0
// The input unit of the C++ router: every reachable state of two small VCs, and every input in
// each.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "hw_model/noc/router/input_unit.h"

namespace rc::noc {
namespace {

constexpr unsigned kVcsOfUnit = 2;

// Two VCs of `depth` slots. Flits differ by their payload.
class InputUnitWalk {
 public:
  explicit InputUnitWalk(unsigned depth) : depth_(depth) {}

  // Every state reachable from reset, every input in each: a flit into one VC, or out of one.
  std::size_t run() {
    std::map<std::vector<unsigned>, std::vector<unsigned>> seen{{state(Reference()), {}}};
    std::deque<std::vector<unsigned>> open{state(Reference())};
    while (!open.empty()) {
      const std::vector<unsigned> path = seen.at(open.front());
      open.pop_front();
      for (unsigned input = 0; input < kInputs; ++input) {
        NocParams params;
        params.vcs = kVcsOfUnit;
        params.vc_depth = depth_;
        InputUnit unit(params);
        Reference reference;
        for (const unsigned before : path) step(unit, reference, before);
        if (!step(unit, reference, input)) continue;
        if (testing::Test::HasFatalFailure()) return 0;
        std::vector<unsigned> longer = path;
        longer.push_back(input);
        if (seen.emplace(state(reference), longer).second) open.push_back(state(reference));
      }
    }
    return seen.size();
  }

 private:
  // Into VC 0 or 1: a body or a tail flit, of payload 0 or 1. Out of VC 0 or 1: to output VC 0
  // or 1.
  static constexpr unsigned kInputs = 8 + 4;

  struct Reference {
    struct Vc {
      std::deque<std::pair<bool, unsigned>> flits;  // tail, payload
      bool routed = false;
      unsigned out_vc = 0, read = 0;
    };
    std::array<Vc, kVcsOfUnit> vcs;
  };

  static std::vector<unsigned> state(const Reference& reference) {
    std::vector<unsigned> state;
    for (const Reference::Vc& vc : reference.vcs) {
      state.insert(state.end(), {static_cast<unsigned>(vc.flits.size()), vc.routed,
                                 vc.routed ? vc.out_vc : 0, vc.read});
      for (const auto& [tail, payload] : vc.flits) state.push_back(2 * payload + tail);
    }
    return state;
  }

  // False, and nothing changed, for an input that credits or allocation exclude.
  bool step(InputUnit& unit, Reference& reference, unsigned input) {
    const unsigned index = input % kVcsOfUnit;
    Reference::Vc& vc = reference.vcs[index];
    if (input < 8) {
      if (vc.flits.size() == depth_) return false;
      Flit flit;
      flit.vc = static_cast<std::uint8_t>(index);
      flit.tail = input / 2 % 2 != 0;
      flit.payload[0] = static_cast<std::uint8_t>(input / 4);
      unit.write(flit);
      vc.flits.emplace_back(flit.tail, flit.payload[0]);
    } else {
      const unsigned out_vc = (input - 8) / 2;
      if (vc.flits.empty() || (vc.routed && vc.out_vc != out_vc)) return false;
      const Flit flit = unit.read(index, kEast, static_cast<std::uint8_t>(out_vc));
      EXPECT_EQ(std::pair(flit.tail, +flit.payload[0]),
                std::pair(vc.flits.front().first, static_cast<int>(vc.flits.front().second)));
      vc.flits.pop_front();
      vc.read = (vc.read + 1) % depth_;
      vc.routed = !flit.tail;
      vc.out_vc = out_vc;
    }
    compare(unit, reference);
    return true;
  }

  static void compare(const InputUnit& unit, const Reference& reference) {
    for (unsigned v = 0; v < kVcsOfUnit; ++v) {
      const Reference::Vc& vc = reference.vcs[v];
      ASSERT_EQ(unit.waiting() >> v & 1, !vc.flits.empty());
      ASSERT_EQ(unit.vc(v).count, vc.flits.size());
      ASSERT_EQ(unit.vc(v).routed, vc.routed);
      if (vc.routed) {
        ASSERT_EQ(unit.vc(v).out_vc, vc.out_vc);
      }
      if (vc.flits.empty()) continue;
      ASSERT_EQ(unit.front(v).tail, vc.flits.front().first);
      ASSERT_EQ(unit.front(v).payload[0], vc.flits.front().second);
    }
  }

  unsigned depth_;
};

TEST(RouterParts, InputUnitNeitherLosesNorRepeatsInAnyReachableState) {
  // A VC of depth d: 3 ways of being routed or not, d slots to read from, any flits in it.
  const auto states_of_a_vc = [](unsigned depth) {
    unsigned contents = 0;
    for (unsigned held = 0; held <= depth; ++held) contents += 1u << 2 * held;
    return 3 * depth * contents;
  };
  for (const unsigned depth : {1u, 2u}) {
    EXPECT_EQ(InputUnitWalk(depth).run(), states_of_a_vc(depth) * states_of_a_vc(depth));
  }
}

}  // namespace
}  // namespace rc::noc
