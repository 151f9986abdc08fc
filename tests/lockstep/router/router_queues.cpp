// SPDX-License-Identifier: Apache-2.0
// The RTL VC queues: every reachable state of two small queues, and every input in each.
#include <RcQueues0.h>
#include <RcQueues1.h>
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>
#include <vector>

#include "rtl_stubs/wrap/clock.h"

namespace rc::noc {
namespace {

// Two VCs of two slots, one class. An entry is {way, flits less one}; two values are enough to
// distinguish an entry from its neighbour.
constexpr unsigned kVcs = 2, kDepth = 2;
constexpr unsigned kEntries[] = {0b001'00, 0b011'01};

struct Inputs {
  bool push = false;
  unsigned push_vc = 0, entry = 0;
  bool pop = false;
  unsigned pop_vc = 0;
  bool tail = false;
  unsigned out_vc = 0;
};

// The expected behaviour: FIFOs, and an output VC that a packet keeps.
struct Reference {
  struct Vc {
    std::deque<unsigned> entries;
    bool routed = false;
    unsigned out_vc = 0;
    unsigned read = 0;  // slot of the front flit in the RAM
  };
  std::array<Vc, kVcs> vcs;

  using State = std::vector<unsigned>;
  State state() const {
    State state;
    for (const Vc& vc : vcs) {
      state.insert(state.end(), {static_cast<unsigned>(vc.entries.size()), vc.routed,
                                 vc.routed ? vc.out_vc : 0, vc.read});
      state.insert(state.end(), vc.entries.begin(), vc.entries.end());
    }
    return state;
  }
};

template <class Model, bool fall_through>
class QueueWalk {
 public:
  // Every state reachable from reset, every input in each.
  void run() {
    std::map<Reference::State, std::vector<Inputs>> seen{{Reference().state(), {}}};
    std::deque<Reference::State> open{Reference().state()};
    while (!open.empty()) {
      const std::vector<Inputs> path = seen.at(open.front());
      open.pop_front();
      for (const Inputs& inputs : all_inputs()) {
        Reference reference;
        Model queues;
        reset(queues);
        for (const Inputs& before : path) step(queues, reference, before);
        if (!legal(reference, inputs)) continue;
        step(queues, reference, inputs);
        if (testing::Test::HasFatalFailure()) return;
        ++transitions_;
        std::vector<Inputs> longer = path;
        longer.push_back(inputs);
        if (seen.emplace(reference.state(), longer).second) open.push_back(reference.state());
      }
    }
    states_ = seen.size();
  }
  std::size_t states() const { return states_; }
  std::size_t transitions() const { return transitions_; }

 private:
  static std::vector<Inputs> all_inputs() {
    std::vector<Inputs> all;
    for (unsigned push = 0; push < 1 + kVcs * 2; ++push) {
      for (unsigned pop = 0; pop < 1 + kVcs * 4; ++pop) {
        Inputs inputs;
        inputs.push = push != 0;
        if (inputs.push) {
          inputs.push_vc = (push - 1) / 2;
          inputs.entry = kEntries[(push - 1) % 2];
        }
        inputs.pop = pop != 0;
        if (inputs.pop) {
          inputs.pop_vc = (pop - 1) / 4;
          inputs.tail = (pop - 1) / 2 % 2 != 0;
          inputs.out_vc = (pop - 1) % 2;
        }
        all.push_back(inputs);
      }
    }
    return all;
  }

  // Credits keep senders from a full queue; a packet keeps its output VC.
  static bool legal(const Reference& reference, const Inputs& inputs) {
    if (inputs.push && reference.vcs[inputs.push_vc].entries.size() == kDepth) return false;
    if (!inputs.pop) return true;
    const Reference::Vc& vc = reference.vcs[inputs.pop_vc];
    const bool passing =
        fall_through && vc.entries.empty() && inputs.push && inputs.push_vc == inputs.pop_vc;
    return (!vc.entries.empty() || passing) && (!vc.routed || vc.out_vc == inputs.out_vc);
  }

  static void reset(Model& queues) {
    queues.rst_ni = 0;
    queues.push_i = queues.pop_i = 0;
    rtl::start_clock(queues);
    rtl::clock_edge(queues);
    queues.rst_ni = 1;
    queues.room_i = 0xFFFF;  // room and credits everywhere: ready_o shows which queues are filled
    queues.credit_i = 0xFFFF;
  }

  static void step(Model& queues, Reference& reference, const Inputs& inputs) {
    queues.push_i = inputs.push;
    queues.push_vc_i = static_cast<CData>(inputs.push_vc);
    queues.push_way_i = static_cast<CData>(inputs.entry >> 2);
    queues.push_last_i = static_cast<CData>(inputs.entry & 3);
    queues.chosen_i = static_cast<CData>(inputs.pop_vc);
    queues.pop_i = inputs.pop;
    queues.pop_tail_i = inputs.tail;
    queues.pop_vc_i = static_cast<CData>(inputs.out_vc);
    queues.eval();

    if (inputs.push) {
      Reference::Vc& vc = reference.vcs[inputs.push_vc];
      ASSERT_EQ(queues.push_addr_o,
                inputs.push_vc * kDepth + (vc.read + vc.entries.size()) % kDepth);
      if (fall_through) vc.entries.push_back(inputs.entry);
    }
    for (unsigned v = 0; v < kVcs; ++v) {
      ASSERT_EQ(queues.ready_o >> v & 1, !reference.vcs[v].entries.empty()) << "VC " << v;
    }
    if (inputs.pop) {
      Reference::Vc& vc = reference.vcs[inputs.pop_vc];
      ASSERT_EQ(queues.way_o << 2 | queues.last_o, static_cast<int>(vc.entries.front()));
      ASSERT_EQ(queues.addr_o, inputs.pop_vc * kDepth + vc.read);
      ASSERT_EQ(queues.routed_o, vc.routed);
      if (vc.routed) {
        ASSERT_EQ(queues.vc_o, vc.out_vc);
      }
      vc.entries.pop_front();
      vc.read = (vc.read + 1) % kDepth;
      vc.routed = !inputs.tail;
      vc.out_vc = inputs.out_vc;
    }
    if (inputs.push && !fall_through) reference.vcs[inputs.push_vc].entries.push_back(inputs.entry);
    rtl::clock_edge(queues);
  }

  std::size_t states_ = 0, transitions_ = 0;
};

TEST(RouterParts, QueuesNeitherLoseNorRepeatInAnyReachableState) {
  QueueWalk<RcQueues0, false> registered;
  registered.run();
  EXPECT_GT(registered.states(), 1'000u);
  EXPECT_GT(registered.transitions(), 20'000u);
  QueueWalk<RcQueues1, true> falling_through;
  falling_through.run();
  EXPECT_EQ(falling_through.states(), registered.states());
}

}  // namespace
}  // namespace rc::noc
