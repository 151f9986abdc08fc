// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/waves/graph_waves.h"

#include <fmt/format.h>

#include <algorithm>

namespace rc::sim::observe {
namespace {

// Users count cycles from 0, networks from 1.
std::uint64_t time_of(std::uint64_t cycle) { return cycle - 1; }

}  // namespace

GraphWaves::GraphWaves(FstFile& file, noc::SteppedNetwork& network,
                       const std::vector<bool>& routers, const std::vector<bool>& ports)
    : network_(network),
      graph_(network.topology().graph),
      vcs_(network.router().vcs.vcs),
      number_(graph_.routers()) {
  const FstFile::Scope all(file, "network");
  for (noc::RouterId router = 0; router < graph_.routers(); ++router) {
    if (!routers[router]) continue;
    const FstFile::Scope scope(file, "router_" + graph_.short_name(router));
    const unsigned count = std::max(graph_.inputs(router), graph_.outputs(router));
    number_[router].assign(count, kNone);
    for (unsigned port = 0; port < count; ++port) {
      if (!ports[port]) continue;
      number_[router][port] = static_cast<std::uint32_t>(ports_.size());
      ports_.push_back(declare(file, router, port));
    }
  }
}

GraphWaves::Side GraphWaves::declare_side(FstFile& file, const char* suffix) {
  const auto name = [suffix](const char* stem) { return fmt::format("{}_{}", stem, suffix); };
  Side side;
  side.there = true;
  side.valid = file.declare(name("flit_valid"), 1);
  const FstFile::Scope flit(file, name("flit"));
  side.vc = file.declare("vc", 4);
  side.head = file.declare("head", 1);
  side.tail = file.declare("tail", 1);
  side.packet = file.declare("packet", 64);
  side.source = file.declare("source", 16);
  side.destination = file.declare("destination", 16);
  side.message_class = file.declare("message_class", 1);
  side.length = file.declare("length", 9);
  return side;
}

GraphWaves::Port GraphWaves::declare(FstFile& file, noc::RouterId router, unsigned number) const {
  const auto each_vc = [&](const char* name) {
    const Signal first = file.declare(fmt::format("{}_0", name), 8);
    for (unsigned vc = 1; vc < vcs_; ++vc) file.declare(fmt::format("{}_{}", name, vc), 8);
    return first;
  };
  Port port;
  port.router = router;
  port.number = number;
  const FstFile::Scope scope(file, fmt::format("port_{}", number));
  if (number < graph_.inputs(router) && graph_.in(router, number).kind != noc::Link::Kind::none) {
    port.in = declare_side(file, "i");
    port.filled = file.declare("filled", vcs_);
    port.routed = file.declare("routed", vcs_);
    port.held = each_vc("held");
  }
  if (number < graph_.outputs(router) && graph_.out(router, number).kind != noc::Link::Kind::none) {
    port.out = declare_side(file, "o");
    port.owned = file.declare("owned", vcs_);
    port.credits = each_vc("credits");
  }
  return port;
}

void GraphWaves::start(WaveLog& log) {
  log_ = &log;
  for (Port& port : ports_) {
    if (port.in.there) log.rest({port.in.valid});
    if (port.out.there) log.rest({port.out.valid});
    show_state(port, 0, true);
  }
  network_.observe(*this);
}

void GraphWaves::show(const noc::PassingFlit& flit, Side Port::*of) {
  if (number_[flit.router].empty() || number_[flit.router][flit.port] == kNone) return;
  const Side& side = ports_[number_[flit.router][flit.port]].*of;
  const std::uint64_t time = time_of(flit.cycle);
  log_->pulse(time, time + 1, side.valid);
  log_->set(time, side.vc, flit.vc);
  log_->set(time, side.head, flit.head ? 1 : 0);
  log_->set(time, side.tail, flit.tail ? 1 : 0);
  log_->set(time, side.packet, flit.packet.id);
  log_->set(time, side.source, flit.packet.head.source);
  log_->set(time, side.destination, flit.packet.head.destination);
  log_->set(time, side.message_class, flit.packet.head.message_class);
  log_->set(time, side.length, flit.packet.flits);
}

void GraphWaves::ticked(std::uint64_t cycle) {
  const std::uint64_t time = time_of(cycle);
  if (!log_->full()) {
    for (Port& port : ports_) show_state(port, time, false);
  }
  log_->flush(time + 1);
}

// What has changed, or all of it.
void GraphWaves::show_state(Port& port, std::uint64_t time, bool all) {
  const auto input = network_.input(port.router, port.number);
  if (port.in.there && (all || input != port.input)) {
    log_->set(time, port.filled, input.filled);
    log_->set(time, port.routed, input.routed);
    for (unsigned vc = 0; vc < vcs_; ++vc)
      if (all || input.held[vc] != port.input.held[vc])
        log_->set(time, port.held + vc, input.held[vc]);
    port.input = input;
  }
  const auto output = network_.output(port.router, port.number);
  if (port.out.there && (all || output != port.output)) {
    log_->set(time, port.owned, output.owned);
    for (unsigned vc = 0; vc < vcs_; ++vc)
      if (all || output.credits[vc] != port.output.credits[vc])
        log_->set(time, port.credits + vc, output.credits[vc]);
    port.output = output;
  }
}

}  // namespace rc::sim::observe
