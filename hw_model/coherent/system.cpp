// SPDX-License-Identifier: Apache-2.0
#include "hw_model/coherent/system.h"

#include "hw_model/coherent/ring/mesh_transport.h"
#include "hw_model/coherent/ring/ring.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::coherent {
namespace {

std::unique_ptr<Transport> make_transport(const RingParams& params) {
  if (params.topology == "ring") return std::make_unique<Ring>(params);
  if (params.topology == "mesh") return std::make_unique<MeshTransport>(params);
  throw kernel::InputError("ring.topology = '" + kernel::shown(params.topology) +
                           "': expected ring or mesh");
}

const Protocol& chosen(const CoherenceParams& params, const Protocol* protocol) {
  return protocol != nullptr ? *protocol : protocol_named(params.protocol);
}

}  // namespace

System::System(const XeonPhiParams& params, const Protocol* protocol)
    : protocol_(chosen(params.coherence, protocol)), cores_(params.cores, protocol_) {
  rings_.push_back(make_transport(params.ring));
  auto directory = std::make_unique<Directory>(params.directory, params.cores.cores, protocol_,
                                               *rings_[0], cores_);
  directory_ = directory.get();
  fabric_ = std::move(directory);
  cores_.attach(*fabric_);
}

System::System(const SandyBridgeParams& params, const Protocol* protocol)
    : protocol_(chosen(params.coherence, protocol)), cores_(params.cores, protocol_) {
  std::vector<Transport*> rings;
  for (unsigned socket = 0; socket < params.snoop.sockets; ++socket) {
    rings_.push_back(make_transport(params.ring));
    rings.push_back(rings_.back().get());
  }
  auto snoop = std::make_unique<Snoop>(params.snoop, params.cores.cores, protocol_,
                                       std::move(rings), cores_);
  snoop_ = snoop.get();
  fabric_ = std::move(snoop);
  cores_.attach(*fabric_);
}

}  // namespace rc::coherent
