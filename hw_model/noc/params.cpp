#include "hw_model/noc/params.h"

#include "hw_model/kernel/error.h"
#include "hw_model/noc/flit.h"
#include "hw_model/noc/router/routing.h"

namespace rc::noc {
namespace {

void check_range(const char* name, std::uint32_t value, std::uint32_t least, std::uint32_t most) {
  if (value >= least && value <= most) return;
  throw kernel::InputError(std::string("noc.") + name + " = " + std::to_string(value) +
                           ": expected " + std::to_string(least) + " to " + std::to_string(most));
}

}  // namespace

void check_params(const NocParams& params) {
  check_range("cols", params.cols, 1, 32);
  check_range("rows", params.rows, 1, 32);
  check_range("vcs", params.vcs, 1, kMaxVcs);
  check_range("message_classes", params.message_classes, 1, kMaxMessageClasses);
  check_range("vc_depth", params.vc_depth, 1, kMaxVcDepth);
  check_range("pipeline", params.pipeline, 1, 4);
  if (params.vcs % params.message_classes != 0) {
    throw kernel::InputError(
        "noc.vcs = " + std::to_string(params.vcs) +
        ": expected a multiple of noc.message_classes = " + std::to_string(params.message_classes));
  }
  const Routing routing = parse_routing(params.routing);
  const bool torus = params.topology == "torus";
  if (!torus && params.topology != "mesh") {
    throw kernel::InputError("noc.topology = \"" + params.topology + "\": expected mesh or torus");
  }
  if (torus && routing != Routing::kXy && routing != Routing::kYx) {
    throw kernel::InputError("noc.routing = \"" + params.routing +
                             "\" can deadlock on a torus: expected xy or yx");
  }
  if ((torus || routing == Routing::kO1turn) && params.class_vcs() % 2 != 0) {
    throw kernel::InputError(
        std::string(torus ? "a torus" : "noc.routing = \"o1turn\"") +
        " splits the VCs of a class in two halves: noc.vcs / noc.message_classes = " +
        std::to_string(params.class_vcs()) + " is odd");
  }
}

}  // namespace rc::noc
