// SPDX-License-Identifier: Apache-2.0
// Parameters of the two cache-coherent machines.
//
// Source of all that say "section", "table" or "figure" in their parts: S. Ramos Garea and T.
// Hoefler, "Modelling Communications in Cache Coherent Systems" (2013).
#pragma once

#include <string>

#include "hw_model/coherent/cores/params.h"
#include "hw_model/coherent/directory/params.h"
#include "hw_model/coherent/ring/params.h"
#include "hw_model/coherent/snoop/params.h"

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
  CoreParams cores;
  RingParams ring;
  DirectoryParams directory;

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
  CoreParams cores;
  RingParams ring;  // one a socket
  SnoopParams snoop;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("coherence", coherence);
    v.group("cores", cores);
    v.group("ring", ring);
    v.group("snoop", snoop);
  }
};

}  // namespace rc::coherent
