// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/report_text.h"

#include <fmt/format.h>

#include "hw_model/kernel/text.h"

namespace rc::sim::lab {

std::string number(const Json& value, int digits) {
  return value.is_null() ? "-" : fmt::format("{:.{}f}", value.get<double>(), digits);
}

std::string own_network(const Json& setup) {
  return fmt::format("{} for {} x {} end points",
                     kernel::shown(setup["network"].get<std::string>(), kernel::kMaxPathShown),
                     setup["cols"].get<unsigned>(), setup["rows"].get<unsigned>());
}

std::string title(const Json& setup) {
  if (setup.contains("ends"))
    return fmt::format(
        "{} of {} routers and {} end points, {}, {} VCs of {} flits in {} class{}, {}, {} cycles a "
        "hop, {}, packet flits {}",
        kernel::shown(setup["topology"].get<std::string>(), kernel::kMaxPathShown),
        setup["router_count"].get<unsigned>(), setup["ends"].get<unsigned>(),
        setup["routing"].get<std::string>(), setup["vcs"].get<unsigned>(),
        setup["vc_depth"].get<unsigned>(), setup["classes"].get<unsigned>(),
        setup["classes"] == 1 ? "" : "es", setup["stages"]["allocation"].get<std::string>(),
        setup["stages"]["hop"].get<unsigned>(), setup["traffic"].get<std::string>(),
        setup["packet_flits"].get<std::string>());
  if (setup.contains("network"))
    return fmt::format("{}, {}, packet flits {}", own_network(setup),
                       setup["traffic"].get<std::string>(),
                       setup["packet_flits"].get<std::string>());
  return fmt::format(
      "{} x {} {}, {}, {} VCs of {} flits in {} class{}, pipeline {}, {}, packet flits {}",
      setup["cols"].get<unsigned>(), setup["rows"].get<unsigned>(),
      setup["topology"].get<std::string>(), setup["routing"].get<std::string>(),
      setup["vcs"].get<unsigned>(), setup["vc_depth"].get<unsigned>(),
      setup["classes"].get<unsigned>(), setup["classes"] == 1 ? "" : "es",
      setup["pipeline"].get<unsigned>(), setup["traffic"].get<std::string>(),
      setup["packet_flits"].get<std::string>());
}

bool is_stable(const Json& point) { return point["verdict"]["is"] == "stable"; }

std::string verdict_word(const Json& point) {
  if (point["verdict"].is_null()) return "";
  if (!is_stable(point)) return point["verdict"]["is"];
  return point["converged"] ? "" : "not converged";
}

std::string verdict_text(const Json& point) {
  const Json& verdict = point["verdict"];
  if (verdict.is_null() || is_stable(point)) return "";
  if (verdict["is"] == "undecided")
    return fmt::format(": UNDECIDED, neither stable nor saturated after {} cycles",
                       verdict["cycles"].dump());
  return verdict["by"] == "capacity" ? fmt::format(": SATURATED, the {} carry {}",
                                                   verdict["capacity_of"].get<std::string>(),
                                                   number(verdict["capacity"], 4))
                                     : ": SATURATED, latencies are of what got through";
}

}  // namespace rc::sim::lab
