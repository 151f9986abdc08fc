// A cache-coherent machine put together: cores, fabric, rings. Plain objects; hw_model/systemc
// binds them to SystemC's time.
//
// One SandyBridge line has its home in socket 0 or 1 by its address: snoop::address_at().
#pragma once

#include <memory>
#include <vector>

#include "hw_model/agent/cores.h"
#include "hw_model/coherent/params.h"
#include "hw_model/directory/directory.h"
#include "hw_model/ring/transport.h"
#include "hw_model/snoop/snoop.h"

namespace rc::coherent {

class System {
 public:
  // kernel::InputError, one line, for parameters that no machine has. A protocol given here stands
  // in for the one that the parameters name, and must live as long.
  explicit System(const XeonPhiParams& params, const coherence::Protocol* protocol = nullptr);
  explicit System(const SandyBridgeParams& params, const coherence::Protocol* protocol = nullptr);
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  // What programs see, and a calendar: threads, next(), step(), run().
  agent::Cores& cores() { return cores_; }
  agent::Fabric& fabric() { return *fabric_; }
  // Null on the other machine.
  const directory::Directory* directory() const { return directory_; }
  const snoop::Snoop* snoop() const { return snoop_; }
  const ring::Transport& ring(unsigned socket = 0) const { return *rings_[socket]; }

 private:
  const coherence::Protocol& protocol_;
  agent::Cores cores_;
  std::vector<std::unique_ptr<ring::Transport>> rings_;
  std::unique_ptr<agent::Fabric> fabric_;
  directory::Directory* directory_ = nullptr;
  snoop::Snoop* snoop_ = nullptr;
};

}  // namespace rc::coherent
