// SPDX-License-Identifier: Apache-2.0
// A mesh of routers in SystemC, wired pin by pin, with a network interface at every local port.
//
// Ends act at the falling edge of `clock`, between two edges of the routers; the falling edge c, from 1 on,
// belongs to MeshNetwork::tick(c), and every packet takes the cycles that it takes there.
//
// Any module with RouterPorts may stand in the place of any router.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "hw_model/noc/packet.h"
#include "hw_model/noc/params.h"
#include "hw_model/noc/systemc/router_ports.h"

namespace rc::noc {

class PinMesh : public sc_core::sc_module {
 public:
  using MakeRouter = std::function<std::unique_ptr<RouterPorts>(
      const sc_core::sc_module_name& name, const NocParams& params, unsigned x, unsigned y)>;
  using Delivery = std::function<void(const Packet& packet, std::uint64_t cycle)>;

  sc_core::sc_in<bool> clock{"clock"};

  /// RouterModule with the C++ cycle model.
  static std::unique_ptr<RouterPorts> model_router(const sc_core::sc_module_name& name,
                                                   const NocParams& params, unsigned x, unsigned y);

  /// kernel::InputError for parameters that no network can have.
  PinMesh(const sc_core::sc_module_name& name, const NocParams& params,
          const MakeRouter& make = model_router);
  ~PinMesh() override;

  /// End points are numbered by x + columns * y. The head may leave at the next falling edge.
  void inject(const Packet& packet);
  void on_delivery(Delivery delivery);

 private:
  class End;
  struct Wires;

  NocParams params_;
  std::vector<EndPoint> end_points_;
  std::unique_ptr<Wires> wires_;
  std::vector<std::unique_ptr<RouterPorts>> routers_;
  std::vector<std::unique_ptr<End>> ends_;
  Delivery delivery_;
};

}  // namespace rc::noc
