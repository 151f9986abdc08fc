// Exhaustive walks through the small parts of the router: every state and input of the RTL
// arbiters, every reachable state of a small set of VC queues, in RTL and in C++. What is shown for
// the C++ arbiter (its fairness bound) holds for the RTL one because the two are equal everywhere.
#include <RcLeastRecent1.h>
#include <RcLeastRecent2.h>
#include <RcLeastRecent3.h>
#include <RcLeastRecent4.h>
#include <RcLeastRecent5.h>
#include <RcLeastRecent6.h>
#include <RcLeastRecent8.h>
#include <RcQueues0.h>
#include <RcQueues1.h>
#include <RcRoundRobin1.h>
#include <RcRoundRobin2.h>
#include <RcRoundRobin3.h>
#include <RcRoundRobin4.h>
#include <RcRoundRobin5.h>
#include <RcRoundRobin6.h>
#include <RcRoundRobin8.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <tuple>
#include <vector>

#include "hw_model/noc/input_unit.h"
#include "hw_model/noc/least_recently_served.h"
#include "hw_model/noc/round_robin.h"

namespace rc::noc {
namespace {

template <class Model, unsigned n>
void walk_round_robin() {
  Model arbiter;
  for (unsigned first = 0; first < n; ++first) {
    for (unsigned request = 0; request < 1u << n; ++request) {
      arbiter.request_i = static_cast<CData>(request);
      arbiter.first_i = static_cast<CData>(first);
      arbiter.eval();
      ASSERT_EQ(arbiter.any_o, request != 0);
      if (request == 0) {
        ASSERT_EQ(arbiter.grant_o, 0);
        continue;
      }
      const unsigned winner = round_robin(request, first);
      ASSERT_EQ(arbiter.index_o, winner) << n << ": " << request << " from " << first;
      ASSERT_EQ(arbiter.grant_o, 1u << winner);
      ASSERT_NE(request >> winner & 1, 0u) << "granted to nobody who asked";
    }
  }
}

TEST(RouterParts, RoundRobinIsTheModelsForEveryInput) {
  walk_round_robin<RcRoundRobin1, 1>();
  walk_round_robin<RcRoundRobin2, 2>();
  walk_round_robin<RcRoundRobin3, 3>();
  walk_round_robin<RcRoundRobin4, 4>();
  walk_round_robin<RcRoundRobin5, 5>();
  walk_round_robin<RcRoundRobin6, 6>();
  walk_round_robin<RcRoundRobin8, 8>();
}

template <class Model>
void edge(Model& arbiter) {
  arbiter.clk_i = 0;
  arbiter.eval();
  arbiter.clk_i = 1;
  arbiter.eval();
}

// The state is the order in which all were served last: serving them in an order makes it.
template <class Model, unsigned n>
void walk_least_recently_served() {
  Model arbiter;
  arbiter.rst_ni = 0;
  edge(arbiter);
  arbiter.rst_ni = 1;
  std::array<unsigned, n> order;
  std::iota(order.begin(), order.end(), 0u);
  do {
    LeastRecentlyServed model(n);
    arbiter.served_i = 1;
    for (const unsigned asker : order) {
      arbiter.request_i = static_cast<CData>(1u << asker);
      edge(arbiter);
      model.served(asker);
    }
    arbiter.served_i = 0;
    for (unsigned request = 0; request < 1u << n; ++request) {
      arbiter.request_i = static_cast<CData>(request);
      arbiter.eval();
      ASSERT_EQ(arbiter.any_o, request != 0);
      if (request == 0) {
        ASSERT_EQ(arbiter.grant_o, 0);
        continue;
      }
      const unsigned winner = *std::find_if(
          order.begin(), order.end(), [&](unsigned asker) { return (request >> asker & 1) != 0; });
      ASSERT_EQ(model.first(request), winner);
      ASSERT_EQ(arbiter.index_o, winner) << n << ": " << request;
      ASSERT_EQ(arbiter.grant_o, 1u << winner);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(RouterParts, LeastRecentlyServedIsTheModelsInEveryState) {
  walk_least_recently_served<RcLeastRecent1, 1>();
  walk_least_recently_served<RcLeastRecent2, 2>();
  walk_least_recently_served<RcLeastRecent3, 3>();
  walk_least_recently_served<RcLeastRecent4, 4>();
  walk_least_recently_served<RcLeastRecent5, 5>();
  walk_least_recently_served<RcLeastRecent6, 6>();
  walk_least_recently_served<RcLeastRecent8, 8>();
}

TEST(RouterParts, ResetPutsTheLowestNumberFirst) {
  RcLeastRecent4 arbiter;
  arbiter.rst_ni = 0;
  arbiter.request_i = 0xF;
  arbiter.served_i = 1;
  edge(arbiter);
  EXPECT_EQ(arbiter.index_o, 0);
  EXPECT_EQ(LeastRecentlyServed(4).first(0xF), 0u);
}

// Who asks, if only now and then, is served within as many asks as there are askers, whatever the
// others do: from every state, for every one, against the worst of all sequences.
TEST(RouterParts, WhoAsksIsServedWithinAsManyAsksAsThereAreAskers) {
  for (unsigned n = 1; n <= 6; ++n) {
    std::vector<unsigned> order(n);
    std::iota(order.begin(), order.end(), 0u);
    // Between two asks of `asker`, others are served in any order: it only moves forward. So the
    // worst is that at every ask one of those before it asks too, and is served.
    const std::function<unsigned(const LeastRecentlyServed&, unsigned, unsigned)> worst =
        [&](const LeastRecentlyServed& state, unsigned asker, unsigned depth) {
          unsigned most = 1;
          if (depth > n) return depth;
          for (unsigned other = 0; other < n; ++other) {
            if (state.first(1u << asker | 1u << other) == asker) continue;
            LeastRecentlyServed next = state;
            next.served(other);
            most = std::max(most, 1 + worst(next, asker, depth + 1));
          }
          return most;
        };
    do {
      LeastRecentlyServed state(n);
      for (const unsigned asker : order) state.served(asker);
      EXPECT_EQ(worst(state, order.back(), 0), n);
      EXPECT_EQ(worst(state, order.front(), 0), 1u);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

// Two VCs of two slots, one class. An entry is {port, flits less one}; two values are enough to
// tell an entry from its neighbour.
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

// What the queues promise, in plain words: FIFOs, and an output VC that a packet keeps.
struct Reference {
  struct Vc {
    std::deque<unsigned> entries;
    bool routed = false;
    unsigned out_vc = 0;
    unsigned read = 0;  // the slot at the front: where the flit lies in RAM
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

  // Credits keep senders from a full queue; a packet under way keeps its VC.
  static bool legal(const Reference& reference, const Inputs& inputs) {
    if (inputs.push && reference.vcs[inputs.push_vc].entries.size() == kDepth) return false;
    if (!inputs.pop) return true;
    const Reference::Vc& vc = reference.vcs[inputs.pop_vc];
    const bool passing =
        fall_through && vc.entries.empty() && inputs.push && inputs.push_vc == inputs.pop_vc;
    return (!vc.entries.empty() || passing) && (!vc.routed || vc.out_vc == inputs.out_vc);
  }

  static void clock(Model& queues) {
    queues.clk_i = 1;
    queues.eval();
    queues.clk_i = 0;
    queues.eval();
  }

  static void reset(Model& queues) {
    queues.clk_i = 0;
    queues.rst_ni = 0;
    queues.push_i = queues.pop_i = 0;
    queues.eval();
    clock(queues);
    queues.rst_ni = 1;
    queues.room_i = 0xFFFF;  // room and credits everywhere: ready says what is there
    queues.credit_i = 0xFFFF;
  }

  static void step(Model& queues, Reference& reference, const Inputs& inputs) {
    queues.push_i = inputs.push;
    queues.push_vc_i = static_cast<CData>(inputs.push_vc);
    queues.push_port_i = static_cast<CData>(inputs.entry >> 2);
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
      ASSERT_EQ(queues.port_o << 2 | queues.last_o, static_cast<int>(vc.entries.front()));
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
    clock(queues);
  }

  std::size_t states_ = 0, transitions_ = 0;
};

// The same walk of the C++ input unit, two VCs of `depth` slots: its FIFOs hold packets of 1 to
// `depth` flits that are told apart by their payload.
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
        params.vcs = kVcs;
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
    std::array<Vc, kVcs> vcs;
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

  // False for an input that credits and allocation exclude; then nothing has changed.
  bool step(InputUnit& unit, Reference& reference, unsigned input) {
    const unsigned index = input % kVcs;
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
    for (unsigned v = 0; v < kVcs; ++v) {
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

TEST(RouterParts, InputUnitLosesAndDoublesNothingInAnyReachableState) {
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

TEST(RouterParts, QueuesLoseAndDoubleNothingInAnyReachableState) {
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
