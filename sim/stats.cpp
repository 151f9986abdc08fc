#include "sim/stats.h"

#include <nlohmann/json.hpp>

#include "hw_model/arch/scc_map.h"

namespace rc::sim {
namespace {

using Json = nlohmann::ordered_json;

template <class Counters>
void add_counters(Json& json, const Counters& counters) {
  Counters::each([&](const char* name, auto member) { json[name] = counters.*member; });
}

Json core_json(const systemc::CoreResult& core, int rank) {
  Json json{{"ue", rank},
            {"core", core.core_id},
            {"exit_status", core.exit_status},
            {"exit_ps", core.exit_time.value},
            {"cycles", core.cycles}};
  add_counters(json, core.counters);
  return json;
}

}  // namespace

Json stats_json(const FirmwareJob& job, const systemc::SccResult& result, double host_seconds) {
  Json json;
  json["machine"] = job.machine.name;
  json["router"] = job.machine.router;
  json["simulated_ps"] = result.time.value;
  json["host_seconds"] = host_seconds;
  json["cores"] = Json::array();
  for (std::size_t rank = 0; rank < result.cores.size(); ++rank)
    json["cores"].push_back(core_json(result.cores[rank], static_cast<int>(rank)));
  json["tiles"] = Json::array();
  for (unsigned tile = 0; tile < result.tiles.size(); ++tile) {
    Json& entry = json["tiles"].emplace_back(Json{{"x", tile % SCC_COLS}, {"y", tile / SCC_COLS}});
    add_counters(entry, result.tiles[tile]);
  }
  json["memory_controllers"] = Json::array();
  for (const memory::ControllerCounters& controller : result.controllers)
    json["memory_controllers"].push_back({{"reads", controller.reads},
                                          {"writes", controller.writes},
                                          {"busy_cycles", controller.busy_cycles},
                                          {"wait_cycles", controller.wait_cycles}});
  return json;
}

}  // namespace rc::sim
