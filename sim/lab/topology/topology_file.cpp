// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/topology/topology_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <tuple>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/toml_input.h"

namespace rc::sim::lab {
namespace {

using kernel::InputError;
using kernel::shown;
using Keys = std::vector<std::string>;

constexpr std::uint64_t kMaxPort = noc::kMaxRadix - 1;

bool is_toml(const std::string& text, const std::string& file) {
  return file.ends_with(".toml") || text.starts_with('[') || text.find("\n[") != std::string::npos;
}

// A table with known keys.
class Fields {
 public:
  Fields(const base::TomlInput& source, const toml::node& node, std::string what, const Keys& known)
      : source_(source), node_(node), what_(std::move(what)) {
    if (!node.is_table()) fail("expected a table");
    for (const auto& [key, value] : *node.as_table()) {
      const std::string name(key.str());
      if (std::ranges::find(known, name) != known.end()) continue;
      source_.fail(key.source(), fmt::format("{}: unknown key '{}', expected {}", what_,
                                             shown(name), fmt::join(known, ", ")));
    }
  }

  const toml::source_region& place() const { return node_.source(); }
  const toml::node* find(const char* key) const { return node_.as_table()->get(key); }
  bool has(const char* key) const { return find(key) != nullptr; }

  std::string text(const char* key) const {
    const toml::node* node = find(key);
    if (node == nullptr) fail(fmt::format("no '{}'", key));
    const auto value = node->value_exact<std::string>();
    if (!value || value->empty()) wrong(*node, key, "expected a text in quotation marks");
    return *value;
  }
  std::uint64_t number(const char* key, std::uint64_t from, std::uint64_t most) const {
    const toml::node* node = find(key);
    if (node == nullptr) fail(fmt::format("no '{}'", key));
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < 0 || static_cast<std::uint64_t>(*value) < from ||
        static_cast<std::uint64_t>(*value) > most) {
      wrong(*node, key, fmt::format("expected an integer from {} to {}", from, most));
    }
    return static_cast<std::uint64_t>(*value);
  }
  std::uint8_t number(const char* key, std::uint64_t from, std::uint64_t most,
                      std::uint8_t otherwise) const {
    return has(key) ? static_cast<std::uint8_t>(number(key, from, most)) : otherwise;
  }
  bool truth(const char* key, bool otherwise) const {
    const toml::node* node = find(key);
    if (node == nullptr) return otherwise;
    const auto value = node->value_exact<bool>();
    if (!value) wrong(*node, key, "expected true or false");
    return *value;
  }

  [[noreturn]] void wrong(const toml::node& node, const char* key, const std::string& what) const {
    source_.fail(node.source(), fmt::format("{}: {}: {}", what_, key, what));
  }
  [[noreturn]] void fail(const std::string& what) const {
    source_.fail(node_.source(), fmt::format("{}: {}", what_, what));
  }

 private:
  const base::TomlInput& source_;
  const toml::node& node_;
  std::string what_;
};

class Reader {
 public:
  Reader(const std::string& text, const std::string& file) : source_(text, file) {}

  TopologyFile read() {
    Fields(source_, source_.table(), "topology", {"router", "channel", "end", "routing"});
    for (const toml::node& node : list("router")) read_router(node);
    for (const toml::node& node : list("channel")) read_channel(node);
    for (const toml::node& node : list("end")) read_end(node);
    make_topology();
    if (const toml::node* node = source_.table().get("routing")) read_routing(*node);
    return std::move(file_);
  }

 private:
  struct Port {
    noc::RouterId router;
    noc::PortId port;
  };

  // The tables [[name]]; at least one.
  const toml::array& list(const char* name) const {
    const toml::node* node = source_.table().get(name);
    if (node == nullptr) source_.fail(fmt::format("no [[{}]]", name));
    if (!node->is_array()) source_.fail(node->source(), fmt::format("expected [[{}]]", name));
    return *node->as_array();
  }

  void read_router(const toml::node& node) {
    const Fields fields(source_, node, "router", {"name", "place"});
    const std::string name = fields.text("name");
    if (!routers_.emplace(name, static_cast<noc::RouterId>(names_.size())).second) {
      fields.fail(fmt::format("the name '{}' is used twice", shown(name)));
    }
    if (names_.size() == noc::kMaxRouters) {
      fields.fail(fmt::format("one too many, expected at most {}", noc::kMaxRouters));
    }
    names_.push_back(name);
    std::vector<noc::Place>& places = file_.topology.routers;
    if (fields.has("place")) places.push_back(place_at(fields));
    if (!places.empty() && places.size() != names_.size()) {
      fields.fail(fields.has("place") ? "'place', which routers before have not"
                                      : "no 'place', which routers before have");
    }
  }

  noc::Place place_at(const Fields& fields) const {
    const toml::node& node = *fields.find("place");
    constexpr const char* kExpected = "expected [x, y] or [x, y, layer]";
    const toml::array* list = node.as_array();
    if (list == nullptr || list->size() < 2 || list->size() > 3) {
      fields.wrong(node, "place", kExpected);
    }
    const auto number = [&](std::size_t i) {
      const toml::node& each = *list->get(i);
      const auto value = each.is_number() ? each.value<double>() : std::nullopt;
      if (!value || !std::isfinite(*value) || std::abs(*value) > 1e6) {
        fields.wrong(each, "place", kExpected);
      }
      return *value;
    };
    noc::Place place{number(0), number(1), 0};
    if (list->size() == 3) {
      const auto layer = list->get(2)->value_exact<std::int64_t>();
      if (!layer || *layer < 0 || *layer > 255) {
        fields.wrong(node, "place", "expected a layer from 0 to 255");
      }
      place.layer = static_cast<int>(*layer);
    }
    return place;
  }

  Port port_at(const Fields& fields, const char* key) const {
    const std::string text = fields.text(key);
    const std::size_t dot = text.rfind('.');
    unsigned port = 0;
    const char* const end = text.data() + text.size();
    if (dot == std::string::npos ||
        std::from_chars(text.data() + dot + 1, end, port) != std::from_chars_result{end, {}} ||
        port > kMaxPort) {
      fields.fail(fmt::format("{} \"{}\": expected router.port, ports 0 to {}", key, shown(text),
                              kMaxPort));
    }
    return {router_at(fields, fmt::format("{} \"{}\"", key, shown(text)), text.substr(0, dot)),
            static_cast<noc::PortId>(port)};
  }

  noc::RouterId router_at(const Fields& fields, const std::string& what,
                          const std::string& name) const {
    const auto router = routers_.find(name);
    if (router == routers_.end()) {
      fields.fail(fmt::format("{}: no router named '{}'", what, shown(name)));
    }
    return router->second;
  }

  // Each side of a port is used once.
  void use(const Fields& fields, const char* side, const Port& port) {
    const auto line = static_cast<std::size_t>(fields.place().begin.line);
    const auto [first, is_new] = used_.try_emplace({port.router, port.port, side[0]}, line);
    if (is_new) return;
    fields.fail(fmt::format("{} port {} of router {} is used twice, also in line {}", side,
                            port.port, shown(names_[port.router]), first->second));
  }

  void read_channel(const toml::node& node) {
    const Fields fields(source_, node, "channel",
                        {"from", "to", "wire", "cycles_per_flit", "both"});
    const Port from = port_at(fields, "from"), to = port_at(fields, "to");
    if (from.router == to.router) fields.fail("a router is not its own neighbour");
    const std::uint8_t wire = fields.number("wire", 0, noc::kMaxWire, 0);
    const std::uint8_t cycles = fields.number("cycles_per_flit", 1, noc::kMaxCyclesPerFlit, 1);
    const auto add = [&](const Port& out, const Port& in) {
      use(fields, "output", out);
      use(fields, "input", in);
      channels_.push_back({out.router, in.router, out.port, in.port, wire, cycles});
    };
    add(from, to);
    if (fields.truth("both", true)) add(to, from);
  }

  void read_end(const toml::node& node) {
    const Fields fields(source_, node, "end", {"at", "in", "out", "in_wire", "out_wire"});
    if (fields.has("at") == (fields.has("in") || fields.has("out"))) {
      fields.fail("expected 'at', or 'in' and 'out'");
    }
    const Port in = port_at(fields, fields.has("at") ? "at" : "in");
    const Port out = port_at(fields, fields.has("at") ? "at" : "out");
    use(fields, "input", in);
    use(fields, "output", out);
    if (ends_.size() == noc::kMaxEnds) {
      fields.fail(fmt::format("one too many, expected at most {}", noc::kMaxEnds));
    }
    ends_.push_back({in.router, out.router, in.port, out.port,
                     fields.number("in_wire", 0, noc::kMaxWire, 0),
                     fields.number("out_wire", 0, noc::kMaxWire, 0)});
  }

  void make_topology() {
    noc::Topology& topology = file_.topology;
    topology.family = source_.file();
    try {
      topology.graph = noc::Graph(names_.size(), 0, channels_, ends_, names_);
    } catch (const InputError& error) {
      source_.fail(error.what());
    }
    if (topology.routers.empty()) noc::lay_out(topology);
  }

  void read_routing(const toml::node& node) {
    const Fields fields(source_, node, "[routing]", {"name", "table"});
    const toml::node* table = fields.find("table");
    file_.routing = fields.has("name") ? fields.text("name") : "table";
    if ((file_.routing == "table") != (table != nullptr)) {
      fields.fail(table == nullptr ? "no 'table'" : "a 'table', expected name = \"table\"");
    }
    if (table != nullptr) read_table(*table);
  }

  // A packet that is at its end point's router leaves there.
  void expect_arrival(const Fields& fields, noc::RouterId router, std::uint64_t to,
                      noc::PortId port) const {
    const noc::End& end = ends_[to];
    if (router != end.out_router || port == end.out_port) return;
    fields.fail(fmt::format("port {} leads away from end point {}, expected {}, where it is", port,
                            to, end.out_port));
  }

  void read_table(const toml::node& node) {
    if (!node.is_array()) source_.fail(node.source(), "table: expected a list of tables");
    const noc::Graph& graph = file_.topology.graph;
    using noc::kNoPort;
    std::vector<noc::PortId>& ports = file_.table.emplace().port;
    file_.table->place = fmt::format("{}:{}", source_.file(), node.source().begin.line);
    ports.assign(graph.routers() * ends_.size(), kNoPort);
    std::vector<noc::PortId> others(graph.routers(), kNoPort);
    for (const toml::node& each : *node.as_array()) {
      const Fields fields(source_, each, "table", {"router", "to", "port"});
      const std::string name = fields.text("router");
      const noc::RouterId router = router_at(fields, "router", name);
      const auto port = static_cast<noc::PortId>(fields.number("port", 0, kMaxPort));
      if (port >= graph.outputs(router) || graph.out(router, port).kind == noc::Link::Kind::none) {
        fields.fail(fmt::format("output port {} of router {} leads nowhere", port, shown(name)));
      }
      const toml::node* to = fields.find("to");
      const bool all = to != nullptr && to->value_exact<std::string>() == "*";
      if (to != nullptr && !all && !to->is_integer()) {
        fields.wrong(*to, "to", "expected the number of an end point or \"*\"");
      }
      if (!all) expect_arrival(fields, router, fields.number("to", 0, ends_.size() - 1), port);
      noc::PortId& entry =
          all ? others[router]
              : ports[router * ends_.size() + fields.number("to", 0, ends_.size() - 1)];
      if (entry != kNoPort) {
        fields.fail(fmt::format("router {} has two lines for the same end point", shown(name)));
      }
      entry = port;
    }
    for (std::size_t i = 0; i < ports.size(); ++i) {
      if (ports[i] == kNoPort) ports[i] = others[i / ends_.size()];
    }
  }

  base::TomlInput source_;
  TopologyFile file_;
  std::vector<std::string> names_;  // by router
  std::map<std::string, noc::RouterId> routers_;
  std::vector<noc::Channel> channels_;
  std::vector<noc::End> ends_;
  std::map<std::tuple<noc::RouterId, noc::PortId, char>, std::size_t> used_;  // lines
};

}  // namespace

TopologyFile parse_topology(const std::string& text, const std::string& file) {
  if (is_toml(text, file)) return Reader(text, file).read();
  return {noc::read_anynet(text, file), "", std::nullopt};
}

TopologyFile read_topology_file(const std::string& path) {
  return parse_topology(base::read_file(path), path);
}

}  // namespace rc::sim::lab
