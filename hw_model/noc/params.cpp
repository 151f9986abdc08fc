// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/params.h"

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/param.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/router/route_computation.h"

namespace rc::noc {

void check_params(const NocParams& params) {
  kernel::check_ranges(params, "noc.");
  if (params.vcs % params.message_classes != 0) {
    throw kernel::InputError(
        "noc.vcs = " + std::to_string(params.vcs) +
        ": expected a multiple of noc.message_classes = " + std::to_string(params.message_classes));
  }
  const MeshRouting routing = parse_routing(params.routing);
  const bool torus = params.topology == "torus";
  if (!torus && params.topology != "mesh") {
    throw kernel::InputError("noc.topology = \"" + kernel::shown(params.topology) +
                             "\": expected mesh or torus");
  }
  if (torus && routing != MeshRouting::kXy && routing != MeshRouting::kYx) {
    throw kernel::InputError("noc.routing = \"" + params.routing +
                             "\" can deadlock on a torus: expected xy or yx");
  }
  if ((torus || routing == MeshRouting::kO1turn) && params.class_vcs() % 2 != 0) {
    throw kernel::InputError(
        std::string(torus ? "a torus" : "noc.routing = \"o1turn\"") +
        " splits the VCs of a class in two halves: noc.vcs / noc.message_classes = " +
        std::to_string(params.class_vcs()) + " is odd");
  }
}

}  // namespace rc::noc
