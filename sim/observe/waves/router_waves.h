// SPDX-License-Identifier: Apache-2.0
// Routers whose pins and registers are recorded, of either kind: nothing in the file shows
// whether they stand before a model or Verilated RTL. Names and widths are those of rc_router's
// pins and of the registers in its rc_input_unit and rc_output_unit (rtl_stubs/router).
//
// A pin changes at the clock edge at which its driver drives it: outputs at the edge of the tick,
// inputs one cycle before the edge that samples them. So both ends of a link show the same. The
// header and the payload keep their value while no flit is valid.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "hw_model/noc/network/mesh_network.h"
#include "sim/observe/waves/wave_log.h"

namespace rc::sim::observe {

class RouterWaves {
 public:
  // When a mesh cycle begins, in units of the file. At cycle n that of n + 1 must be known.
  using Edge = std::function<std::uint64_t(std::uint64_t cycle)>;

  // Declares the signals.
  RouterWaves(FstFile& file, const noc::NocParams& params, const std::vector<bool>& routers,
              const std::array<bool, noc::kPorts>& ports);

  // A network of `routers`, those chosen observed. This object and `log` must outlive it.
  noc::NetworkFactory observed(noc::RouterFactory routers, WaveLog& log, Edge edge);

 private:
  using Signal = WaveLog::Signal;
  struct Link {
    Signal valid = 0, vc = 0, head = 0, tail = 0, dst_x = 0, dst_y = 0, dst_port = 0,
           message_class = 0, length = 0, payload = 0;
  };
  struct Port {
    unsigned number = 0;
    Link in, out;
    Signal credit_out = 0, credit_in = 0;
    Signal filled = 0, routed = 0, out_vcs = 0, owned = 0;
    Signal held = 0, credits = 0;  // of VC 0; those of the other VCs follow
  };
  struct Observed {
    std::vector<Port> ports;  // empty: not chosen
    noc::RouterState state;
  };
  class Router;

  Port declare(FstFile& file, unsigned port) const;
  static Link declare_link(FstFile& file, const char* suffix);
  void start(Observed& observed, const noc::RouterIf& router) const;
  void tick(Observed& observed, const noc::RouterIf& router, const noc::RouterPins& in,
            const noc::RouterPins& out) const;
  void show_flit(const Link& link, const noc::Flit& flit, std::uint64_t time) const;
  void show_state(const Port& port, const noc::RouterState& state, const noc::RouterState* before,
                  std::uint64_t time) const;

  noc::NocParams params_;
  Edge edge_;
  std::vector<Observed> routers_;
  const noc::MeshNetwork* network_ = nullptr;
  WaveLog* log_ = nullptr;
};

}  // namespace rc::sim::observe
