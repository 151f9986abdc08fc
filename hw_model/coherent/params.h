// Parameters of the two cache-coherent machines.
//
// Source of all that say "section", "table" or "figure" in their parts: S. Ramos Garea and T.
// Hoefler, "Modelling Communications in Cache Coherent Systems" (2013).
#pragma once

#include <string>

#include "hw_model/agent/params.h"
#include "hw_model/directory/params.h"
#include "hw_model/ring/params.h"
#include "hw_model/snoop/params.h"

namespace rc::coherent {

struct CoherenceParams {
  std::string protocol = "mesi-gols";

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("protocol", protocol, "mesi, mesi-gols or mesif",
            "Xeon Phi: MESI with GOLS (section 1.2.1); Sandy Bridge: MESIF (section 1.2.2)");
  }
};

struct XeonPhiParams {
  CoherenceParams coherence;
  agent::CoreParams cores;
  ring::RingParams ring;
  directory::DirectoryParams directory;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("coherence", coherence);
    v.group("cores", cores);
    v.group("ring", ring);
    v.group("directory", directory);
  }
};

struct SandyBridgeParams {
  CoherenceParams coherence;
  agent::CoreParams cores;
  ring::RingParams ring;  // one a socket
  snoop::SnoopParams snoop;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("coherence", coherence);
    v.group("cores", cores);
    v.group("ring", ring);
    v.group("snoop", snoop);
  }
};

}  // namespace rc::coherent
