// SPDX-License-Identifier: Apache-2.0
// BookSim 2's anynet text, as its reader takes it.
//
// A line joins its first router, or node, to all that follow; `//` and `#` begin a comment. A
// channel that is stated again has the latency of its last statement. A latency is our wire, one to
// one: BookSim's router counts its own cycles apart.
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/kernel/text_mark.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

constexpr std::string_view kBlank = " \t\r\f\v";

struct Router {
  std::map<unsigned, std::uint8_t> nodes, routers;  // latency by number
};

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(kernel::shown(name, kernel::kMaxPathShown)) {}

  void read(std::string_view text) {
    text = kernel::without_mark(text);
    for (line_ = 1; !text.empty(); ++line_) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      rest_ = line.substr(0, std::min(line.find("//"), line.find('#')));
      statements();
    }
  }

  const std::string& name() const { return name_; }
  Graph graph() const {
    if (node_router_.empty()) throw kernel::InputError(name_ + ": no node in it");
    check_gap(routers_, "router");
    check_gap(node_router_, "node");
    std::vector<std::map<unsigned, PortId>> port(routers_.size());  // by neighbour
    std::vector<End> ends(node_router_.size());
    std::vector<Channel> channels;
    for (const auto& [id, router] : routers_) {
      const std::size_t ports = router.nodes.size() + router.routers.size();
      if (ports > kMaxRadix) {
        throw kernel::InputError(name_ + ": router " + std::to_string(id) + " has " +
                                 std::to_string(ports) + " neighbours, expected at most " +
                                 std::to_string(kMaxRadix));
      }
      PortId next = 0;
      for (const auto& [node, latency] : router.nodes) {
        ends[node] = {id, id, next, next, latency, latency};
        ++next;
      }
      for (const auto& [other, latency] : router.routers) port[id][other] = next++;
    }
    for (const auto& [id, router] : routers_) {
      for (const auto& [other, latency] : router.routers) {
        channels.push_back({id, other, port[id][other], port[other][id], latency});
      }
    }
    return Graph(routers_.size(), 0, std::move(channels), std::move(ends));
  }

 private:
  struct Part {
    bool router;
    unsigned id;
  };

  std::string_view word() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlank), rest_.size()));
    const std::string_view found = rest_.substr(0, rest_.find_first_of(kBlank));
    rest_.remove_prefix(found.size());
    return found;
  }

  // "router 3"; nothing at the end of the line.
  std::optional<Part> part() {
    const std::string_view kind = word();
    if (kind.empty()) return std::nullopt;
    if (kind != "router" && kind != "node") {
      const std::string found = kernel::shown(kind);
      refuse("'" + found + "', expected router or node");
    }
    const bool router = kind == "router";
    return Part{router,
                number(word(), std::string(kind), 0, (router ? kMaxRouters : kMaxEnds) - 1)};
  }

  // The latency behind a part, 1 if there is none.
  std::uint8_t latency() {
    const std::string_view before = rest_;
    const std::string_view next = word();
    if (next.empty() || next == "router" || next == "node") {
      rest_ = before;
      return 1;
    }
    return static_cast<std::uint8_t>(number(next, "latency", 1, kMaxWire));
  }

  void statements() {
    const std::optional<Part> head = part();
    if (!head) return;
    if (head->router) routers_[head->id];
    while (const std::optional<Part> other = part()) join(*head, *other, latency());
  }

  void join(const Part& head, const Part& other, std::uint8_t latency) {
    if (!head.router && !other.router) refuse("a node is joined to a router, not to a node");
    if (head.router && other.router) {
      if (head.id == other.id) {
        refuse("router " + std::to_string(head.id) + " is not its own neighbour");
      }
      routers_[head.id].routers[other.id] = latency;
      routers_[other.id].routers.try_emplace(head.id, std::uint8_t{1});
      return;
    }
    const unsigned node = head.router ? other.id : head.id;
    const unsigned router = head.router ? head.id : other.id;
    const auto [at, is_new] = node_router_.try_emplace(node, router);
    if (!is_new && at->second != router) {
      refuse("node " + std::to_string(node) + " is at router " + std::to_string(at->second) +
             " already");
    }
    routers_[router].nodes[node] = latency;
  }

  unsigned number(std::string_view word, const std::string& what, std::size_t least,
                  std::size_t most) const {
    unsigned value = 0;
    const char* const end = word.data() + word.size();
    const auto [stopped, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc() || stopped != end || value < least || value > most) {
      refuse(what + " '" + kernel::shown(word) + "', expected " + std::to_string(least) + " to " +
             std::to_string(most));
    }
    return value;
  }

  // BookSim counts on numbers without a gap, and so does a graph.
  template <class Map>
  void check_gap(const Map& parts, const char* what) const {
    unsigned expected = 0;
    for (const auto& [id, part] : parts) {
      if (id != expected) {
        throw kernel::InputError(name_ + ": no " + what + " " + std::to_string(expected) +
                                 ", expected " + what + "s 0 to " +
                                 std::to_string(parts.rbegin()->first) + " without a gap");
      }
      ++expected;
    }
  }

  [[noreturn]] void refuse(const std::string& reason) const {
    throw kernel::InputError(name_ + ":" + std::to_string(line_) + ": " + reason);
  }

  std::string name_;
  std::uint64_t line_ = 0;
  std::string_view rest_;  // of the line
  std::map<unsigned, Router> routers_;
  std::map<unsigned, unsigned> node_router_;
};

}  // namespace

Topology read_anynet(const std::string& text, const std::string& name) {
  Reader reader(name);
  reader.read(text);
  Topology topology;
  topology.family = reader.name();
  topology.graph = reader.graph();
  lay_out(topology);
  return topology;
}

}  // namespace rc::noc
