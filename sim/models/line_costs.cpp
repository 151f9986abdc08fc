#include "sim/models/line_costs.h"

#include <fmt/format.h>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::sim::model {
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

}  // namespace

CoherentMachine find_machine(const std::string& name, int threads) {
  if (name != kXeonPhi.name)
    throw kernel::InputError(
        fmt::format("no model of machine '{}', expected {}", kernel::shown(name), kXeonPhi.name));
  if (threads < kFewest || threads > kXeonPhi.cores)
    throw kernel::InputError(fmt::format("{} threads on {}: expected {} to {}, one a core", threads,
                                         name, kFewest, kXeonPhi.cores));
  return kXeonPhi;
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

}  // namespace rc::sim::model
