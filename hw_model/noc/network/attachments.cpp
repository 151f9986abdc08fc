// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/network/attachments.h"

#include <algorithm>
#include <utility>

#include "hw_model/kernel/error.h"

namespace rc::noc {

std::string port_text(unsigned x, unsigned y, unsigned port) {
  std::string text = "(";
  text += std::to_string(x) + "," + std::to_string(y) + ") port ";
  return text + (port < kPorts ? std::string(1, "NESWL"[port]) : std::to_string(port));
}

void check_ends(const Packet& packet, std::size_t end_points) {
  const auto check = [end_points](const char* way, EndId end) {
    if (end < end_points) return;
    throw kernel::InputError(std::string("noc: a packet ") + way + " end point " +
                             std::to_string(end) + " of a network with " +
                             std::to_string(end_points));
  };
  check("from", packet.source);
  check("to", packet.destination);
}

Attachments::Attachments(const NocParams& params, std::vector<EndPoint> end_points)
    : params_(params),
      most_flits_(std::min(kMaxPacketFlits, params.vc_depth)),
      end_points_(std::move(end_points)),
      ends_(end_points_.size()) {
  check_params(params);
  routers_.resize(params.cols * params.rows);
  for (unsigned y = 0; y < params.rows; ++y) {
    for (unsigned x = 0; x < params.cols; ++x) {
      Router& router = routers_[x + params.cols * y];
      router.interface.fill(kNoNode);
      for (unsigned port = 0; port < kPorts; ++port) {
        router.neighbour[port] = neighbour(params, x, y, port);
      }
    }
  }
  for (std::size_t i = 0; i < end_points_.size(); ++i) {
    const EndPoint& at = end_points_[i];
    const std::string where = "noc: end point at " + port_text(at.x, at.y, at.port);
    if (at.x >= params.cols || at.y >= params.rows || at.port >= kPorts) {
      throw kernel::InputError(where + ": outside the " + std::to_string(params.cols) + " x " +
                               std::to_string(params.rows) + " " + params.topology);
    }
    Router& router = routers_[at.x + params.cols * at.y];
    if (router.neighbour[at.port] != kNoNode || router.interface[at.port] != kNoNode) {
      throw kernel::InputError(where + ": the port is taken");
    }
    router.interface[at.port] = static_cast<std::int32_t>(i);
  }
}

void Attachments::refuse(const Packet& packet) const {
  check_ends(packet, end_points_.size());
  if (packet.flits == 0 || packet.flits > kMaxPacketFlits || packet.flits > params_.vc_depth) {
    throw kernel::InputError(
        "noc: a packet of " + std::to_string(packet.flits) +
        " flits does not fit a VC of noc.vc_depth = " + std::to_string(params_.vc_depth));
  }
  throw kernel::InputError("noc: a packet of message class " +
                           std::to_string(packet.message_class) +
                           ": noc.message_classes = " + std::to_string(params_.message_classes));
}

void Attachments::fail(std::uint32_t router, unsigned port, unsigned vc, const char* what) const {
  throw kernel::MachineError("noc: router " +
                             port_text(router % params_.cols, router / params_.cols, port) +
                             " VC " + std::to_string(vc) + " " + what);
}

}  // namespace rc::noc
