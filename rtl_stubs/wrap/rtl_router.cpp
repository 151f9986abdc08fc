#include "rtl_stubs/wrap/rtl_router.h"

#include "hw_model/kernel/error.h"
#include "router_sets.h"
#include "rtl_stubs/wrap/verilated_router.h"

namespace rc::rtl {
namespace {

template <class Model, unsigned vcs, unsigned payload_bytes>
std::unique_ptr<noc::RouterIf> make(unsigned x, unsigned y) {
  return std::make_unique<VerilatedRouter<Model, vcs, payload_bytes>>(x, y);
}

#define SET(Model, vcs, classes, depth, payload_bytes, pipeline, routing) \
  {vcs, classes, depth, payload_bytes, pipeline, routing, make<Model, vcs, payload_bytes>},
constexpr RouterSet kSets[] = {RC_ROUTER_SETS(SET)};
#undef SET

constexpr unsigned kFlitBytes = sizeof(noc::Flit::payload);

std::string describe(const noc::NocParams& params) {
  return "vcs=" + std::to_string(params.vcs) +
         " message_classes=" + std::to_string(params.message_classes) +
         " vc_depth=" + std::to_string(params.vc_depth) +
         " pipeline=" + std::to_string(params.pipeline) + " routing=" + params.routing;
}

}  // namespace

std::string RouterSet::name() const { return describe(params(1, 1)); }

noc::NocParams RouterSet::params(unsigned cols, unsigned rows) const {
  noc::NocParams params;
  params.cols = cols;
  params.rows = rows;
  params.vcs = vcs;
  params.message_classes = classes;
  params.vc_depth = depth;
  params.pipeline = pipeline;
  params.routing = routing;
  return params;
}

std::span<const RouterSet> router_sets() { return kSets; }

std::unique_ptr<noc::RouterIf> make_rtl_router(const noc::NocParams& params, unsigned x,
                                               unsigned y) {
  if (params.topology != "mesh") {
    throw kernel::InputError("noc.topology = \"" + params.topology +
                             "\": RTL routers exist for a mesh only");
  }
  const std::string wanted = describe(params);
  std::string known;
  for (const RouterSet& set : kSets) {
    if (set.payload_bytes != kFlitBytes) continue;
    if (set.name() == wanted) return set.make(x, y);
    known += (known.empty() ? "" : "; ") + set.name();
  }
  throw kernel::InputError("no RTL router for noc " + wanted + ": there are " + known);
}

}  // namespace rc::rtl
