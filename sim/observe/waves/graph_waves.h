// SPDX-License-Identifier: Apache-2.0
// Routers of any topology, recorded: the flits at their ports, and the state of their VCs.
//
// A flit shows in the cycle in which it comes into its VC, or leaves its router for the link; a
// state is that after the cycle. The fields of a flit keep their value while none is valid.
#pragma once

#include <vector>

#include "hw_model/noc/network/stepped_network.h"
#include "sim/observe/waves/wave_log.h"

namespace rc::sim::observe {

class GraphWaves final : public noc::FlitObserver {
 public:
  // Declares the signals of the chosen routers and ports. `file` and `network` must outlive it.
  GraphWaves(FstFile& file, noc::SteppedNetwork& network, const std::vector<bool>& routers,
             const std::vector<bool>& ports);
  // Observes from now on; before the first cycle.
  void start(WaveLog& log);

  void came(const noc::PassingFlit& flit) override { show(flit, &Port::in); }
  void left(const noc::PassingFlit& flit) override { show(flit, &Port::out); }
  void ticked(std::uint64_t cycle) override;

 private:
  using Signal = WaveLog::Signal;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Side {
    bool there = false;
    Signal valid = 0, vc = 0, head = 0, tail = 0, packet = 0, source = 0, destination = 0,
           message_class = 0, length = 0;
  };
  struct Port {
    noc::RouterId router = 0;
    unsigned number = 0;
    Side in, out;
    Signal filled = 0, routed = 0, owned = 0;
    Signal held = 0, credits = 0;  // of VC 0; those of the other VCs follow
    noc::SteppedNetwork::InputState input;
    noc::SteppedNetwork::OutputState output;
  };

  Port declare(FstFile& file, noc::RouterId router, unsigned number) const;
  static Side declare_side(FstFile& file, const char* suffix);
  void show(const noc::PassingFlit& flit, Side Port::*side);
  void show_state(Port& port, std::uint64_t time, bool all);

  noc::SteppedNetwork& network_;
  const noc::Graph& graph_;
  unsigned vcs_;
  std::vector<Port> ports_;
  std::vector<std::vector<std::uint32_t>> number_;  // by router and port, in ports_; or kNone
  WaveLog* log_ = nullptr;
};

}  // namespace rc::sim::observe
