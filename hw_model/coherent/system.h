// SPDX-License-Identifier: Apache-2.0
// A cache-coherent machine put together: cores, fabric, rings. Plain objects; hw_model/systemc
// binds them to SystemC's time.
//
// One SandyBridge line has its home in socket 0 or 1 by its address: address_at().
#pragma once

#include <memory>
#include <vector>

#include "hw_model/coherent/cores/cores.h"
#include "hw_model/coherent/directory/directory.h"
#include "hw_model/coherent/params.h"
#include "hw_model/coherent/ring/transport.h"
#include "hw_model/coherent/snoop/snoop.h"

namespace rc::coherent {

class System {
 public:
  // kernel::InputError, one line, for parameters that no machine has. A protocol given here stands
  // in for the one that the parameters name, and must live as long.
  explicit System(const XeonPhiParams& params, const Protocol* protocol = nullptr);
  explicit System(const SandyBridgeParams& params, const Protocol* protocol = nullptr);
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  // What programs see, and a calendar: threads, next(), step(), run().
  Cores& cores() { return cores_; }
  Fabric& fabric() { return *fabric_; }
  // Null on the other machine.
  const Directory* directory() const { return directory_; }
  const Snoop* snoop() const { return snoop_; }
  const Transport& ring(unsigned socket = 0) const { return *rings_[socket]; }

 private:
  const Protocol& protocol_;
  Cores cores_;
  std::vector<std::unique_ptr<Transport>> rings_;
  std::unique_ptr<Fabric> fabric_;
  Directory* directory_ = nullptr;
  Snoop* snoop_ = nullptr;
};

}  // namespace rc::coherent
