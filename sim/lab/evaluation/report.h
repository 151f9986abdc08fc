// SPDX-License-Identifier: Apache-2.0
// What an evaluation found, as JSON, CSV, text, pictures and a page. docs/noc.md describes the JSON
// key by key: scripts depend on it. Everything else here is made from that JSON, so that the
// processes of a sweep pass on nothing else.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/lab/evaluation/evaluation.h"
#include "sim/machine/parameters.h"
#include "sim/report/plot.h"

namespace rc::sim::lab {

using Json = nlohmann::ordered_json;

// What was simulated: {"topology", "cols", "rows", "routing", ...}, without a rate.
Json setup_json(const NocSetup& setup);
// Of the routers: {"router_mm2", "mm2"}; null for a network of the user's, whose area `network
// synth` knows.
Json area_json(const NocSetup& setup);
// One point: {"rate", "offered", "accepted", "saturated", ..., "latency", "by_hop"}.
Json point_json(const NocSetup& setup, const NocResult& result);
// Where it happened: {"routers", "links", "buffers"}.
Json place_json(const NocSetup& setup, const NocResult& result);

// {...setup, "area", ...point, ...place}
Json single_json(const NocSetup& setup, const Json& point, const Json& place);
// {...setup, "area", "points", "saturation", "throughput"}; `points` by ascending rate.
Json sweep_json(const NocSetup& setup, const Json& points);

// A header line and a line per point.
std::string points_csv(const Json& points);

// A line per source and destination that had packets.
std::string pairs_csv(const NocResult& result);

std::string single_text(const Json& single);
std::string sweep_text(const Json& sweep);

// The latency-throughput curve of a sweep.
report::Plot curve_plot(const Json& sweep);
// The network of a single run: routers by what they forward, links by how busy they are.
std::string heat_map_svg(const Json& single);

// report.html: of a single run, with its `picture`, if there are "links", of a sweep if there are
// "points".
std::string noc_page(const Json& result, const std::string& text, const std::string& picture,
                     const machine::Parameters& parameters);

}  // namespace rc::sim::lab
