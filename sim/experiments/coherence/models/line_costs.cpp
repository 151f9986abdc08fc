// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/coherence/models/line_costs.h"

#include <fmt/format.h>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::sim::experiments::model {
namespace {

constexpr int kFewest = 2;  // with one thread nothing moves

// Tables 1.5b, 3.1 and 3.2, lines in E.
const CoherentMachine kXeonPhi{.name = "xeonphi",
                               .cores = 60,
                               .local = 8.6,
                               .remote = 235.8,
                               .memory = 277.7,
                               .slope = 56.2,
                               .messages = {.q = 1521.0, .o = 76.0, .p = 1096.0}};

// Table 1.8; 38 lines under way and a factor of 6.25 (appendix A.2).
constexpr Streaming kInSocket{
    .memory = 69.3, .remote_modified = 41.6, .outstanding = 38, .overhead = 6.25};
// 19 lines and a factor of 4: all pairs across QPI.
constexpr Streaming kAcross{
    .memory = 109.3, .remote_modified = 115.4, .outstanding = 19, .overhead = 4};

// Ours: what one more reader of a line adds, in ns.
constexpr double kSocketSlope = 1.8, kAcrossSlope = 6.4;
constexpr int kSocketCores = 8;
constexpr const char* kSandyBridgeName = "sandybridge";

CoherentMachine sandy_bridge(const Streaming& stream, double slope) {
  return {.name = kSandyBridgeName,
          .cores = 2 * kSocketCores,
          .local = 2.3,
          .remote = stream.remote_modified,
          .memory = stream.memory,
          .slope = slope,
          .messages = {.q = stream.ns(0), .o = stream.ns(1) - stream.ns(0), .p = 0}};
}

CoherentMachine named(const std::string& name, int threads) {
  if (name == kXeonPhi.name) return kXeonPhi;
  if (name != kSandyBridgeName)
    throw kernel::InputError(fmt::format("no model of machine '{}', expected {} or {}",
                                         kernel::shown(name), kXeonPhi.name, kSandyBridgeName));
  return threads <= kSocketCores ? sandy_bridge(kInSocket, kSocketSlope)
                                 : sandy_bridge(kAcross, kAcrossSlope);
}

}  // namespace

CoherentMachine find_machine(const std::string& name, int threads) {
  CoherentMachine machine = named(name, threads);
  if (threads < kFewest || threads > machine.cores)
    throw kernel::InputError(fmt::format("{} threads on {}: expected {} to {}, one a core", threads,
                                         name, kFewest, machine.cores));
  return machine;
}

double ping_pong(double read_send, double own_receive, double read_modified, double overhead) {
  return read_send + own_receive + read_modified + overhead;
}

double Streaming::ns(double lines) const {
  return (2 * lines / outstanding * memory + remote_modified) * overhead;
}

double Streaming::bandwidth(double lines, double line_bytes) const {
  return lines * line_bytes / (ns(lines) * 1e-9) * 1e-6;
}

}  // namespace rc::sim::experiments::model
