// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/waves/router_waves.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "sim/base/numbers.h"
#include "sim/observe/waves/wave_options.h"

namespace rc::sim::observe {

using noc::kPorts;

// A router as its network sees it.
class RouterWaves::Router final : public noc::RouterIf {
 public:
  Router(std::unique_ptr<noc::RouterIf> router, const RouterWaves& waves, Observed& observed)
      : router_(std::move(router)), waves_(waves), observed_(observed) {
    waves_.start(observed_, *router_);
  }
  void reset() override { router_->reset(); }
  void tick(const noc::RouterPins& in, noc::RouterPins& out) override {
    router_->tick(in, out);
    waves_.tick(observed_, *router_, in, out);
  }
  bool idle() const override { return router_->idle(); }
  bool tell(noc::RouterState& state) const override { return router_->tell(state); }
  void archive(kernel::Archive& archive) override { router_->archive(archive); }

 private:
  std::unique_ptr<noc::RouterIf> router_;
  const RouterWaves& waves_;
  Observed& observed_;
};

RouterWaves::RouterWaves(FstFile& file, const noc::NocParams& params,
                         const std::vector<bool>& routers, const std::array<bool, kPorts>& ports)
    : params_(params), routers_(routers.size()) {
  const FstFile::Scope mesh(file, "mesh");
  for (std::size_t index = 0; index < routers.size(); ++index) {
    if (!routers[index]) continue;
    const FstFile::Scope router(
        file, fmt::format("router_{}_{}", index % params.cols, index / params.cols));
    for (unsigned port = 0; port < kPorts; ++port)
      if (ports[port]) routers_[index].ports.push_back(declare(file, port));
  }
}

RouterWaves::Link RouterWaves::declare_link(FstFile& file, const char* suffix) {
  const auto name = [suffix](const char* stem) { return fmt::format("{}_{}", stem, suffix); };
  Link link;
  link.valid = file.declare(name("flit_valid"), 1);
  {
    const FstFile::Scope header(file, name("header"));  // rc_router_pkg::header_t
    link.vc = file.declare("vc", 4);
    link.head = file.declare("head", 1);
    link.tail = file.declare("tail", 1);
    link.dst_x = file.declare("dst_x", 5);
    link.dst_y = file.declare("dst_y", 5);
    link.dst_port = file.declare("dst_port", 3);
    link.message_class = file.declare("message_class", 1);
    link.length = file.declare("length", 5);
  }
  link.payload = file.declare(name("payload"), 128);
  return link;
}

RouterWaves::Port RouterWaves::declare(FstFile& file, unsigned number) const {
  const auto each_vc = [&](const char* name) {
    Signal first = 0;
    for (unsigned vc = 0; vc < params_.vcs; ++vc) {
      const Signal signal = file.declare(fmt::format("{}_{}", name, vc), 5);
      if (vc == 0) first = signal;
    }
    return first;
  };
  Port port;
  port.number = number;
  const FstFile::Scope scope(file, kPortNames[number]);
  port.in = declare_link(file, "i");
  port.credit_out = file.declare("credit_o", params_.vcs);
  port.out = declare_link(file, "o");
  port.credit_in = file.declare("credit_i", params_.vcs);
  port.filled = file.declare("filled_q", params_.vcs);
  port.routed = file.declare("routed_q", params_.vcs);
  port.out_vcs = file.declare("out_vcs_q", params_.vcs * base::bits_for(params_.vcs));
  port.held = each_vc("held");
  port.owned = file.declare("owned_q", params_.vcs);
  port.credits = each_vc("credits");
  return port;
}

noc::NetworkFactory RouterWaves::observed(noc::RouterFactory routers, WaveLog& log, Edge edge) {
  log_ = &log;
  edge_ = std::move(edge);
  return [this, routers = std::move(routers)](const noc::NocParams& params,
                                              std::vector<noc::EndPoint> end_points) {
    const auto make = [&](const noc::NocParams& p, unsigned x,
                          unsigned y) -> std::unique_ptr<noc::RouterIf> {
      Observed& observed = routers_[x + p.cols * y];
      auto router = routers(p, x, y);
      if (observed.ports.empty()) return router;
      return std::make_unique<Router>(std::move(router), *this, observed);
    };
    auto network = std::make_unique<noc::MeshNetwork>(params, std::move(end_points), make);
    network_ = network.get();
    return network;
  };
}

void RouterWaves::start(Observed& observed, const noc::RouterIf& router) const {
  const bool tells = router.tell(observed.state);
  for (const Port& port : observed.ports) {
    log_->rest({port.in.valid, port.out.valid, port.credit_in, port.credit_out});
    if (tells) show_state(port, observed.state, nullptr, 0);
  }
}

void RouterWaves::tick(Observed& observed, const noc::RouterIf& router, const noc::RouterPins& in,
                       const noc::RouterPins& out) const {
  const std::uint64_t cycle = network_->cycle();
  const std::uint64_t now = edge_(cycle), next = edge_(cycle + 1);
  const std::uint64_t before = cycle == 0 ? 0 : edge_(cycle - 1);
  log_->flush(before);
  if (log_->full()) return;
  const noc::RouterState old = observed.state;
  const bool tells = router.tell(observed.state);
  for (const Port& port : observed.ports) {
    if ((in.flit_valid >> port.number & 1) != 0) {
      log_->pulse(before, now, port.in.valid);
      show_flit(port.in, in.flit[port.number], before);
    }
    if (in.credit[port.number] != 0)
      log_->pulse(before, now, port.credit_in, in.credit[port.number]);
    if ((out.flit_valid >> port.number & 1) != 0) {
      log_->pulse(now, next, port.out.valid);
      show_flit(port.out, out.flit[port.number], now);
    }
    if (out.credit[port.number] != 0)
      log_->pulse(now, next, port.credit_out, out.credit[port.number]);
    if (tells) show_state(port, observed.state, &old, now);
  }
}

void RouterWaves::show_flit(const Link& link, const noc::Flit& flit, std::uint64_t time) const {
  log_->set(time, link.vc, flit.vc);
  log_->set(time, link.head, flit.head);
  log_->set(time, link.tail, flit.tail);
  log_->set(time, link.dst_x, flit.dst_x);
  log_->set(time, link.dst_y, flit.dst_y);
  log_->set(time, link.dst_port, flit.dst_port);
  log_->set(time, link.message_class, flit.message_class);
  log_->set(time, link.length, flit.length);
  WaveLog::Value payload;
  std::memcpy(&payload.low, flit.payload.data(), 8);
  std::memcpy(&payload.high, flit.payload.data() + 8, 8);
  log_->set(time, link.payload, payload);
}

// What differs from `before`, or all of it.
void RouterWaves::show_state(const Port& port, const noc::RouterState& state,
                             const noc::RouterState* before, std::uint64_t time) const {
  const noc::RouterState::Input& in = state.inputs[port.number];
  const noc::RouterState::Output& out = state.outputs[port.number];
  const noc::RouterState::Input* old_in =
      before == nullptr ? nullptr : &before->inputs[port.number];
  const noc::RouterState::Output* old_out =
      before == nullptr ? nullptr : &before->outputs[port.number];
  if (old_in == nullptr || in != *old_in) {
    const unsigned index = base::bits_for(params_.vcs);
    std::uint64_t out_vcs = 0;
    for (unsigned vc = 0; vc < params_.vcs; ++vc) {
      out_vcs |= std::uint64_t{in.out_vc[vc]} << vc * index;
      if (old_in == nullptr || in.held[vc] != old_in->held[vc])
        log_->set(time, port.held + vc, in.held[vc]);
    }
    log_->set(time, port.filled, in.filled);
    log_->set(time, port.routed, in.routed);
    log_->set(time, port.out_vcs, out_vcs);
  }
  if (old_out == nullptr || out != *old_out) {
    log_->set(time, port.owned, out.owned);
    for (unsigned vc = 0; vc < params_.vcs; ++vc)
      if (old_out == nullptr || out.credits[vc] != old_out->credits[vc])
        log_->set(time, port.credits + vc, out.credits[vc]);
  }
}

}  // namespace rc::sim::observe
