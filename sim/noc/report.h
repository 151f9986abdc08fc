// What an evaluation found, in the forms in which it leaves the program. docs/noc.md describes the
// JSON key by key: scripts depend on it. Everything else here is made from that JSON, so that a
// sweep's processes need to hand over nothing but it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/noc/evaluation.h"

namespace rc::sim {

using Json = nlohmann::ordered_json;

// What was simulated: {"topology", "cols", "rows", "routing", ...}, without a rate.
Json setup_json(const NocSetup& setup);
// One point: {"rate", "offered", "accepted", "saturated", ..., "latency", "by_hop"}.
Json point_json(const NocSetup& setup, const NocResult& result);
// Where it happened: {"routers", "links", "buffers"}.
Json place_json(const NocSetup& setup, const NocResult& result);

// {...setup, ...point, ...place}
Json single_json(const NocSetup& setup, const Json& point, const Json& place);
// {...setup, "points", "saturation", "throughput"}; `points` by ascending rate.
Json sweep_json(const NocSetup& setup, const Json& points);

// A header line and a line per point.
std::string points_csv(const Json& points);

std::string single_text(const Json& single);
std::string sweep_text(const Json& sweep);

// The latency-throughput curve of a sweep.
std::string curve_svg(const Json& sweep);
// The network of a single run: routers by what they forward, links by how busy they are.
std::string heat_map_svg(const Json& single);

}  // namespace rc::sim
