// The routers of rtl_stubs/router as a noc::RouterFactory: pass make_rtl_router where
// make_model_router would go, or mix them by position; the two are equal in every cycle.
//
//   noc::MeshNetwork network(params, end_points, rtl::make_rtl_router);
//
// Verilator fixes parameters when it translates, so that only the sets listed in
// rtl_stubs/CMakeLists.txt exist. They route XY or YX on a mesh.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "hw_model/noc/params.h"
#include "hw_model/noc/router_if.h"

namespace rc::rtl {

// One Verilated class.
struct RouterSet {
  unsigned vcs, classes, depth;
  unsigned payload_bytes;  // fewer than a flit's 16: the adapter drops the rest
  unsigned pipeline;
  const char* routing;
  std::unique_ptr<noc::RouterIf> (*make)(unsigned x, unsigned y);

  // As NocParams name it: "vcs=8 message_classes=2 vc_depth=3 pipeline=4 routing=xy".
  std::string name() const;
  // The same, as parameters of a mesh of cols x rows.
  noc::NocParams params(unsigned cols, unsigned rows) const;
};

std::span<const RouterSet> router_sets();

// kernel::InputError, one line, for a network whose routers do not exist in RTL.
std::unique_ptr<noc::RouterIf> make_rtl_router(const noc::NocParams& params, unsigned x,
                                               unsigned y);

}  // namespace rc::rtl
