// SPDX-License-Identifier: Apache-2.0
// The SystemVerilog of an exported network, text by text.
#pragma once

#include <string>
#include <vector>

#include "sim/lab/evaluation/graph_model.h"
#include "sim/lab/rtl/shape.h"
#include "sim/lab/user/sources.h"

namespace rc::sim::lab {

struct ExportedNetwork {
  const GraphModel& model;
  const noc::WayTables& tables;
  RouterShape shape;
  NetworkDescription description;

  std::size_t routers() const { return model.graph().routers(); }
  std::size_t ends() const { return model.graph().ends().size(); }
  unsigned set_bits() const;         // of VcSets
  std::uint64_t table_bits() const;  // of one router
};

// "torus: 16 routers of up to 5 ports, 16 end points, routing dor"
std::string title_of(const ExportedNetwork& network);
// `text` with the top's name in the place of @TOP@.
std::string with_top(std::string text, const std::string& top);
std::string core_text(const ExportedNetwork& network);
std::string routes_text(const ExportedNetwork& network);
std::string wrapper_text(const ExportedNetwork& network);

}  // namespace rc::sim::lab
