// SPDX-License-Identifier: Apache-2.0
// What is attached to a network's routers: neighbours and the network interfaces of end points.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/noc/network/topology.h"
#include "hw_model/noc/packet.h"
#include "hw_model/noc/params.h"

namespace rc::noc {

// "(2,3) port N".
std::string port_text(unsigned x, unsigned y, unsigned port);

// kernel::InputError for a packet from or to an end point that a network of so many has not.
void check_ends(const Packet& packet, std::size_t end_points);

class Attachments {
 public:
  struct Router {
    std::array<std::int32_t, kPorts> neighbour{};   // router, or kNoNode
    std::array<std::int32_t, kPorts> interface {};  // end point, or kNoNode
  };

  // kernel::InputError for parameters that no network can have, and for end points outside the
  // network or on inner ports.
  Attachments(const NocParams& params, std::vector<EndPoint> end_points);

  const Router& operator[](std::size_t router) const { return routers_[router]; }
  std::size_t routers() const { return routers_.size(); }
  const std::vector<EndPoint>& end_points() const { return end_points_; }
  const EndPoint& place_of(EndId end) const { return end_points_[end]; }

  // The interface that sends `packet`. kernel::InputError for a packet that none can send.
  std::size_t interface_of(const Packet& packet) const {
    if (packet.source >= ends_ || packet.destination >= ends_ || packet.flits - 1u >= most_flits_ ||
        packet.message_class >= params_.message_classes) {
      refuse(packet);
    }
    return packet.source;
  }

  // kernel::MachineError naming router, port and VC.
  [[noreturn]] void fail(std::uint32_t router, unsigned port, unsigned vc, const char* what) const;

 private:
  [[noreturn]] void refuse(const Packet& packet) const;

  NocParams params_;
  unsigned most_flits_;  // of a packet
  std::vector<Router> routers_;
  std::vector<EndPoint> end_points_;
  std::size_t ends_;  // of these
};

}  // namespace rc::noc
