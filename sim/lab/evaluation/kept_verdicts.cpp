// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/kept_verdicts.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/base/hash.h"
#include "sim/base/kept_results.h"
#include "sim/base/paths.h"
#include "sim/lab/evaluation/report.h"

namespace rc::sim::lab {
namespace {

base::KeptResults verdicts() { return base::KeptResults(base::cache_folder("deadlock")); }

}  // namespace

std::string verdict_key(const noc::Topology& topology, const std::string& routing,
                        const noc::RoutingTable* table, const noc::VcPlan& vcs,
                        const noc::DeadlockParams& params) {
  std::string key = base::hash_of(base::read_file("/proc/self/exe", base::kMaxExecutable));
  key += fmt::format("\n{} {} {} {} {} {} {}\n", routing, params.wormhole, params.packets_fit_vc,
                     params.reallocate_empty, vcs.vcs, vcs.classes, topology.graph.routers());
  key += fmt::format("{} {} {}", static_cast<int>(topology.shape.kind), topology.shape.wraps,
                     topology.shape.radix);
  for (const unsigned size : topology.shape.sizes) key += fmt::format(" {}", size);
  for (const noc::Channel& channel : topology.graph.channels())
    key += fmt::format("\n{} {} {} {} {}", channel.from, channel.to, channel.out_port,
                       channel.in_port, channel.wire);
  for (const noc::End& end : topology.graph.ends())
    key += fmt::format("\n{} {} {} {}", end.in_router, end.out_router, end.in_port, end.out_port);
  if (table != nullptr) key.append(table->port.begin(), table->port.end());
  return base::hash_of(key);
}

std::optional<noc::DeadlockVerdict> kept_verdict(const std::string& key) {
  try {
    const auto text = verdicts().find(key);
    if (!text) return std::nullopt;
    const Json verdict = Json::parse(*text);
    noc::DeadlockVerdict kept;
    kept.reason = verdict.at("reason");
    kept.states = verdict.at("states");
    kept.edges = verdict.at("edges");
    return kept;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  } catch (const kernel::InputError&) {  // a folder that cannot be read costs time alone
    return std::nullopt;
  }
}

void keep_verdict(const std::string& key, const noc::DeadlockVerdict& verdict) {
  if (!verdict.free) return;
  const nlohmann::json json{
      {"reason", verdict.reason}, {"states", verdict.states}, {"edges", verdict.edges}};
  try {
    verdicts().store(key, json.dump());
  } catch (const kernel::InputError&) {  // nor does one that cannot be written
  }
}

}  // namespace rc::sim::lab
