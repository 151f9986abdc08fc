// SPDX-License-Identifier: Apache-2.0
// A hypercube of direct-connect modules in SystemC, wired pin by pin, with an interface at every node and
// the host behind node 0.
//
// The rising edge number e of `clock`, from 1 on, is edge e of Network: every event comes at the edge at
// which it comes there.
//
// Any module with DcmPorts may stand in the place of any node's.
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "hw_model/ipsc/interface.h"
#include "hw_model/ipsc/params.h"
#include "hw_model/ipsc/systemc/dcm_ports.h"

namespace rc::ipsc {

class PinCube : public sc_core::sc_module {
 public:
  using MakeModule = std::function<std::unique_ptr<DcmPorts>(
      const sc_core::sc_module_name& name, const DcmParams& params, unsigned node)>;
  /// `agent`: a node, or the host, whose number is that of the nodes.
  using Event = std::function<void(unsigned agent, kernel::Cycle edge, InterfaceEvents what)>;

  sc_core::sc_in<bool> clock{"clock"};

  /// DcmModule with the C++ cycle model.
  static std::unique_ptr<DcmPorts> model_dcm(const sc_core::sc_module_name& name,
                                             const DcmParams& params, unsigned node);

  /// `window` in bit times (interface.h). kernel::InputError for more than 7 dimensions.
  PinCube(const sc_core::sc_module_name& name, unsigned dimension, const DcmParams& params,
          kernel::Cycle window, const MakeModule& make = model_dcm);
  ~PinCube() override;

  /// Commands, from the next edge on. From within an event only to that agent.
  void launch(unsigned agent, Message message);
  void accept(unsigned agent);
  void on_event(Event event);
  const Interface& interface(unsigned agent) const;

 private:
  class End;
  struct Wires;

  std::unique_ptr<Wires> wires_;
  std::vector<std::unique_ptr<DcmPorts>> modules_;
  std::vector<std::unique_ptr<End>> ends_;
  Event event_;
};

}  // namespace rc::ipsc
