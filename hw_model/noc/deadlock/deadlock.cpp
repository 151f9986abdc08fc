// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/deadlock/deadlock.h"

#include <algorithm>
#include <bit>
#include <exception>
#include <numeric>
#include <optional>
#include <thread>

#include "hw_model/noc/deadlock/circle.h"
#include "hw_model/noc/deadlock/escape.h"
#include "hw_model/noc/deadlock/explorer.h"

namespace rc::noc {
namespace {

constexpr std::size_t kLarge = 512;  // end points from which on threads are worth it

// All dependencies, a bit each, and where a packet has no escape.
struct Survey {
  explicit Survey(const Ground& ground)
      : group_bits(ground.group_bits()), asked(ground.nodes() << group_bits) {}

  void state(const Spot& spot, const Head& head, bool escape) {
    if (!escape && !stuck) stuck = {spot, head};
  }
  void asks(const Spot& spot, const Choice& choice, unsigned group, std::uint32_t, const Head&) {
    (choice.escape ? escape_groups : other_groups) |= 1u << group;
    if (spot.node == kNowhere) return;
    asked[std::size_t{spot.node} << group_bits | group] |= std::uint64_t{1} << choice.port;
  }
  void left(std::uint32_t) {}
  void target_done(const Head&) {}
  static constexpr bool enough() { return false; }
  // Of walks that came after.
  void add(const Survey& later) {
    for (std::size_t i = 0; i < asked.size(); ++i) asked[i] |= later.asked[i];
    escape_groups |= later.escape_groups;
    other_groups |= later.other_groups;
    if (!stuck) stuck = later.stuck;
  }

  struct Stuck {
    Spot spot;
    Head head;
  };
  unsigned group_bits;
  std::vector<std::uint64_t> asked;  // [node][group]: outputs of the router behind the node
  unsigned escape_groups = 0, other_groups = 0;  // as bits
  std::optional<Stuck> stuck;                    // the first state without an escape choice
};

// Finds a packet for each step of a circle of direct dependencies.
struct Witness {
  Witness(std::size_t nodes, const std::vector<std::uint32_t>& circle)
      : next(nodes, kNowhere),
        heads(circle.size()),
        step(nodes, kNowhere),
        left_to_find(circle.size()) {
    for (std::size_t i = 0; i < circle.size(); ++i) {
      next[circle[i]] = circle[(i + 1) % circle.size()];
      step[circle[i]] = static_cast<std::uint32_t>(i);
    }
  }

  void state(const Spot&, const Head&, bool) {}
  void asks(const Spot& spot, const Choice&, unsigned, std::uint32_t asked, const Head& head) {
    if (spot.node == kNowhere || next[spot.node] != asked) return;
    next[spot.node] = kNowhere;
    heads[step[spot.node]] = head;
    --left_to_find;
  }
  void left(std::uint32_t) {}
  void target_done(const Head&) {}
  bool enough() const { return left_to_find == 0; }

  std::vector<std::uint32_t> next;  // by node; kNowhere: found, or not of the circle
  std::vector<Head> heads;          // by step
  std::vector<std::uint32_t> step;  // by node
  std::size_t left_to_find;
};

// Walks until a packet is at a node.
struct Arrival {
  void state(const Spot& spot, const Head&, bool) { found = found || spot.node == node; }
  void asks(const Spot&, const Choice&, unsigned, std::uint32_t, const Head&) {}
  void left(std::uint32_t) {}
  void target_done(const Head&) {}
  bool enough() const { return found; }

  std::uint32_t node;
  bool found = false;
};

class Check {
 public:
  Check(const Topology& topology, const Routing& routing, const DeadlockParams& params)
      : graph_(topology.graph), params_(params), ground_(graph_, routing) {}

  DeadlockVerdict run() {
    const Survey survey = everything();
    for (const std::uint64_t ports : survey.asked) {
      verdict_.edges += static_cast<std::uint64_t>(std::popcount(ports));
    }
    const std::vector<std::uint32_t> circle = shortest_circle(dependencies(survey, ~0u));
    if (circle.empty()) return free("no circle in what packets hold and ask for");
    if (survey.escape_groups == 0) {
      return refused("packets can wait for each other in a circle", circle);
    }
    return with_escape(survey, circle);
  }

 private:
  // The walks to each end point are independent: a large network's are shared among the host's
  // processors, with the same result.
  Survey everything() {
    const std::size_t ends = graph_.ends().size();
    const std::size_t shares =
        ends < kLarge ? 1 : std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 8);
    std::vector<Survey> surveys(shares, Survey(ground_));
    std::vector<std::uint64_t> states(shares);
    std::vector<std::exception_ptr> failures(shares);
    {
      Explorer explorer(ground_, surveys.front());
      explorer.to_all_vias();
      states.front() = explorer.states();
    }
    const auto walk = [&](std::size_t share) {
      try {
        Explorer explorer(ground_, surveys[share]);
        explorer.to_ends(share * ends / shares, (share + 1) * ends / shares);
        states[share] += explorer.states();
      } catch (...) {
        failures[share] = std::current_exception();
      }
    };
    {
      std::vector<std::jthread> threads;
      for (std::size_t share = 1; share < shares; ++share) threads.emplace_back(walk, share);
      walk(0);
    }
    for (const std::exception_ptr& failure : failures) {
      if (failure) std::rethrow_exception(failure);
    }
    for (std::size_t share = 1; share < shares; ++share) surveys.front().add(surveys[share]);
    verdict_.states = std::accumulate(states.begin(), states.end(), std::uint64_t{0});
    return std::move(surveys.front());
  }

  DeadlockVerdict with_escape(const Survey& survey, const std::vector<std::uint32_t>& circle) {
    const unsigned escape = survey.escape_groups;
    if ((escape & survey.other_groups) != 0) {
      return refused("escape choices and others share " + vcs_text(escape & survey.other_groups),
                     circle);
    }
    if (survey.stuck) return refused(no_escape(*survey.stuck), {});
    const std::vector<std::uint32_t> direct = shortest_circle(dependencies(survey, escape));
    if (!direct.empty()) return refused("a circle among the escape VCs", direct);
    if (params_.wormhole && !params_.reallocate_empty) {
      // Behind another packet a head cannot turn to the escape VCs.
      return refused(std::string("the way out by the escape VCs may be blocked: a VC is given away "
                                 "before it is empty, and ") +
                         (params_.packets_fit_vc ? "a packet can be given a full one"
                                                 : "packets are longer than a VC"),
                     circle);
    }
    if (params_.wormhole && leaves_escape(survey)) {
      if (std::optional<DeadlockVerdict> bad = indirect(escape)) return *bad;
    }
    return free("no circle among the escape VCs, which every packet can turn to");
  }

  // Refused, or nothing.
  std::optional<DeadlockVerdict> indirect(unsigned escape) {
    EscapeLinks links(ground_, escape);
    if (ground_.two_phases() || graph_.ends().size() > kMaxIndirectEnds ||
        links.escape_nodes() > kMaxIndirectNodes) {
      return refused(
          "packets leave the escape VCs and come back, which with wormhole is checked up to " +
              std::to_string(kMaxIndirectEnds) + " end points and for one phase only",
          {});
    }
    Explorer explorer(ground_, links);
    explorer.to_all();
    const std::vector<std::uint32_t> circle = shortest_circle(links.dependencies());
    if (circle.empty()) return std::nullopt;
    links.want(circle);
    explorer.to_all();
    std::vector<Head> heads(circle.size());
    for (std::size_t i = 0; i < circle.size(); ++i) {
      heads[i].destination = links.destination(i);
      heads[i].phase = 1;
    }
    verdict_.free = false;
    verdict_.reason = "a circle among the escape VCs, over others in between";
    set_circle(circle, heads);
    return verdict_;
  }

  // Those between nodes of `groups`.
  Dependencies dependencies(const Survey& survey, unsigned groups) const {
    Dependencies result;
    result.first.reserve(ground_.nodes() + 1);
    for (std::uint32_t node = 0; node < ground_.nodes(); ++node) {
      result.first.push_back(result.to.size());
      if ((groups >> ground_.group(node) & 1) == 0) continue;
      const RouterId at = ground_.channel(node).to;
      for (unsigned group = 0; group < ground_.groups(); ++group) {
        if ((groups >> group & 1) == 0) continue;
        std::uint64_t ports = survey.asked[std::size_t{node} << survey.group_bits | group];
        for (; ports != 0; ports &= ports - 1) {
          const auto port = static_cast<unsigned>(std::countr_zero(ports));
          result.to.push_back(ground_.node(graph_.out(at, port).id, group));
        }
      }
    }
    result.first.push_back(result.to.size());
    return result;
  }

  bool leaves_escape(const Survey& survey) const {
    for (std::size_t i = 0; i < survey.asked.size(); ++i) {
      const auto node = static_cast<std::uint32_t>(i >> survey.group_bits);
      const unsigned from = ground_.group(node);
      const unsigned to = ground_.group(static_cast<std::uint32_t>(i));
      if (survey.asked[i] != 0 && (survey.escape_groups >> from & 1) != 0 &&
          (survey.escape_groups >> to & 1) == 0) {
        return true;
      }
    }
    return false;
  }

  DeadlockVerdict free(const std::string& reason) {
    verdict_.reason = reason;
    return verdict_;
  }

  DeadlockVerdict refused(const std::string& reason, const std::vector<std::uint32_t>& circle) {
    verdict_.free = false;
    verdict_.reason = reason;
    if (circle.empty()) return verdict_;
    Witness witness(ground_.nodes(), circle);
    Explorer explorer(ground_, witness);
    explorer.to_all();
    set_circle(circle, witness.heads);
    return verdict_;
  }

  // Sources are looked for here: a walk does not know them behind a router between.
  void set_circle(const std::vector<std::uint32_t>& circle, const std::vector<Head>& heads) {
    for (std::size_t i = 0; i < circle.size(); ++i) {
      DeadlockStep step;
      step.channel = ground_.channel_id(circle[i]);
      step.vcs = ground_.vcs(ground_.group(circle[i]));
      set_packet(step, circle[i], heads[i]);
      verdict_.circle.push_back(step);
    }
  }

  void set_packet(DeadlockStep& step, std::uint32_t node, const Head& head) {
    std::uint32_t held = node;  // on the way to the router between
    step.via = head.via;
    if (head.phase == 1 || ground_.channel(node).to == head.via) {
      step.destination = head.destination;
      Arrival arrival{.node = node};
      Explorer explorer(ground_, arrival);
      explorer.to_end(head.destination);
      step.source = explorer.source();
      if (explorer.root().node == kNowhere) return;
      step.via = explorer.root().at;
      held = explorer.root().node;
    } else {
      step.destination = end_at(head.via);
    }
    Arrival arrival{.node = held};
    Explorer explorer(ground_, arrival);
    explorer.to_via(step.via, step.destination);
    step.source = explorer.source();
  }

  // An end point of the router, or any other one.
  EndId end_at(RouterId router) const {
    for (std::size_t end = 0; end < graph_.ends().size(); ++end) {
      if (graph_.ends()[end].out_router == router) return static_cast<EndId>(end);
    }
    return 0;
  }

  std::string vcs_text(unsigned groups) const {
    unsigned vcs = 0;
    for (unsigned group = 0; group < ground_.groups(); ++group) {
      if ((groups >> group & 1) != 0) vcs |= ground_.vcs(group);
    }
    return vc_names(static_cast<VcMask>(vcs));
  }

  std::string no_escape(const Survey::Stuck& stuck) const {
    const Spot& spot = stuck.spot;
    return graph_.name(spot.at) + " has no escape choice for a packet to " +
           (stuck.head.phase == 1 || stuck.head.via == spot.at
                ? "end point " + std::to_string(stuck.head.destination)
                : graph_.name(stuck.head.via)) +
           " that comes by port " + std::to_string(spot.in_port) + " on " +
           vcs_text(1u << spot.group);
  }

  const Graph& graph_;
  const DeadlockParams& params_;
  Ground ground_;
  DeadlockVerdict verdict_;
};

}  // namespace

DeadlockVerdict check_deadlock(const Topology& topology, const Routing& routing,
                               const DeadlockParams& params) {
  return Check(topology, routing, params).run();
}

}  // namespace rc::noc
