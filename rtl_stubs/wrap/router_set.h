// SPDX-License-Identifier: Apache-2.0
// One parameter set for which a Verilated router exists.
#pragma once

#include <memory>
#include <string>

#include "hw_model/noc/params.h"
#include "hw_model/noc/router/router_if.h"

namespace rc::rtl {

inline std::string describe(const noc::NocParams& params) {
  return "vcs = " + std::to_string(params.vcs) +
         ", message_classes = " + std::to_string(params.message_classes) +
         ", vc_depth = " + std::to_string(params.vc_depth) +
         ", pipeline = " + std::to_string(params.pipeline) + ", routing = " + params.routing +
         ", topology = " + params.topology;
}

struct RouterSet {
  unsigned vcs, message_classes, vc_depth, payload_bytes, pipeline;
  bool y_first;
  std::unique_ptr<noc::RouterIf> (*make)(unsigned x, unsigned y);

  // The parameters of a network of cols x rows such routers.
  noc::NocParams params(unsigned cols, unsigned rows) const {
    noc::NocParams params;
    params.cols = cols;
    params.rows = rows;
    params.vcs = vcs;
    params.message_classes = message_classes;
    params.vc_depth = vc_depth;
    params.pipeline = pipeline;
    params.routing = y_first ? "yx" : "xy";
    return params;
  }
  // A router whose links are narrower than the payload of noc::Flit fits no network.
  bool fits(const noc::NocParams& wanted) const {
    return payload_bytes == sizeof(noc::Flit::payload) &&
           describe(wanted) == describe(params(1, 1));
  }
  std::string text() const { return describe(params(1, 1)); }
};

// The list element for RC_ROUTER_SET(class, vcs, classes, depth, payload bytes, pipeline, yx).
#define RC_VERILATED_SET(model, vcs, classes, depth, payload_bytes, pipeline, y_first)          \
  RouterSet{vcs,                                                                                \
            classes,                                                                            \
            depth,                                                                              \
            payload_bytes,                                                                      \
            pipeline,                                                                           \
            (y_first) != 0,                                                                     \
            [](unsigned x, unsigned y) -> std::unique_ptr<noc::RouterIf> {                      \
              return std::make_unique<VerilatedRouter<model, vcs, depth, payload_bytes>>(x, y); \
            }},

}  // namespace rc::rtl
