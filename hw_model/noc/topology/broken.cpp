// SPDX-License-Identifier: Apache-2.0
// A topology without its broken channels and routers.
#include <charconv>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

class Breaker {
 public:
  explicit Breaker(const Topology& topology)
      : topology_(topology),
        graph_(topology.graph),
        channel_gone_(graph_.channels().size()),
        router_gone_(graph_.routers()) {}

  // "A-B" or "A".
  void break_part(const std::string& part) {
    const std::size_t dash = part.find('-');
    const RouterId a = router(part, std::string_view(part).substr(0, dash));
    if (dash == std::string::npos) {
      router_gone_[a] = true;
      return;
    }
    const RouterId b = router(part, std::string_view(part).substr(dash + 1));
    bool found = false;
    for (unsigned port = 0; port < graph_.outputs(a); ++port) {
      found |= drop(graph_.out(a, port), &Channel::to, b);
    }
    for (unsigned port = 0; port < graph_.inputs(a); ++port) {
      found |= drop(graph_.in(a, port), &Channel::from, b);
    }
    if (!found) {
      refuse(part, "no channel between routers " + std::to_string(a) + " and " + std::to_string(b));
    }
  }

  Graph rest() const {
    std::vector<Channel> channels;
    for (ChannelId id = 0; id < channel_gone_.size(); ++id) {
      const Channel& channel = graph_.channel(id);
      if (channel_gone_[id] || router_gone_[channel.from] || router_gone_[channel.to]) continue;
      channels.push_back(channel);
    }
    std::vector<End> ends;
    for (const End& end : graph_.ends()) {
      if (!router_gone_[end.in_router] && !router_gone_[end.out_router]) ends.push_back(end);
    }
    if (ends.empty()) {
      throw kernel::InputError("topology " + kernel::shown(topology_.family) +
                               ": broken: no end point is left, expected at least one");
    }
    return graph_.with(std::move(channels), std::move(ends));
  }

 private:
  RouterId router(const std::string& part, std::string_view number) const {
    RouterId value = 0;
    const char* const end = number.data() + number.size();
    const auto [stopped, error] = std::from_chars(number.data(), end, value);
    if (error != std::errc() || stopped != end || value >= graph_.routers()) {
      refuse(part, "expected A-B or A, routers of 0 to " + std::to_string(graph_.routers() - 1));
    }
    return value;
  }

  bool drop(const Link& link, RouterId Channel::*side, RouterId other) {
    if (link.kind != Link::Kind::channel || graph_.channel(link.id).*side != other) return false;
    channel_gone_[link.id] = true;
    return true;
  }

  [[noreturn]] void refuse(const std::string& part, const std::string& reason) const {
    throw kernel::InputError("topology " + kernel::shown(topology_.family) + ": broken \"" +
                             kernel::shown(part) + "\": " + reason);
  }

  const Topology& topology_;
  const Graph& graph_;
  std::vector<bool> channel_gone_, router_gone_;
};

}  // namespace

Topology without(const Topology& topology, const std::vector<std::string>& broken) {
  Breaker breaker(topology);
  for (const std::string& part : broken) breaker.break_part(part);
  Topology result = topology;
  result.graph = breaker.rest();
  return result;
}

}  // namespace rc::noc
