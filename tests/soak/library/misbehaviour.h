// SPDX-License-Identifier: Apache-2.0
// What the network of rockcreek-soak-network.so does wrong, chosen by the environment.
#pragma once

#include <iterator>
#include <string_view>

#include "tests/support/small_network.h"

namespace rc::soak {

// "NAME:NUMBER": a Misbehaviour, and a number by which its details vary.
inline constexpr const char* kMisbehaviour = "ROCKCREEK_SOAK_NETWORK";

enum class Seen {
  never,     // it does what the interface allows
  by_check,  // and not by a run, whose packets all arrive
  always
};

struct Misbehaviour {
  std::string_view name;
  Seen seen = Seen::always;
  test::Fault fault = test::Fault::none;
};

inline constexpr Misbehaviour kMisbehaviours[] = {
    {"none", Seen::never},
    {"free-running", Seen::never},
    {"true-is-255", Seen::never},
    {"drain-long", Seen::never},
    {"text-without-end", Seen::never},
    {"lost", Seen::always, test::Fault::lost},
    {"doubled", Seen::always, test::Fault::doubled},
    {"swapped", Seen::by_check, test::Fault::swapped},
    {"altered", Seen::always, test::Fault::altered},
    {"misrouted", Seen::always, test::Fault::misrouted},
    {"blocked-class", Seen::by_check, test::Fault::blocked_class},
    {"starved", Seen::by_check, test::Fault::starved},
    {"deadlock", Seen::always, test::Fault::deadlock},
    {"circle", Seen::by_check, test::Fault::circle},
    {"path", Seen::by_check, test::Fault::path},
    {"early", Seen::by_check, test::Fault::early},
    {"idle", Seen::by_check, test::Fault::idle},
    {"refuses", Seen::always, test::Fault::refuses},
    {"swallows", Seen::always, test::Fault::swallows},
    {"swallows-one", Seen::by_check, test::Fault::swallows_one},
    {"invents", Seen::always},
    {"garbage-flits", Seen::always},
    {"no-table", Seen::always},
    {"version", Seen::always},
    {"flit-bits", Seen::always},
    {"max-flits", Seen::always},
    {"min-latency", Seen::always},
    {"quiet-long", Seen::always},
    {"order", Seen::always},
    {"interleave", Seen::always},
    {"few-end-points", Seen::always},
    {"no-create", Seen::always},
    {"no-reset", Seen::always},
    {"no-evaluate", Seen::always},
    {"no-edge", Seen::always},
    {"no-destroy", Seen::always},
    {"no-statistics", Seen::always},
    {"no-statistic-name", Seen::always},
    {"odd-name", Seen::always},
    {"create-fails", Seen::always},
    {"create-says-garbage", Seen::always},
    {"evaluate-fails", Seen::always},
    {"edge-fails", Seen::always},
    {"reset-fails", Seen::by_check},
    {"table-throws", Seen::always},
    {"create-throws", Seen::always},
    {"evaluate-throws", Seen::always},
    {"edge-throws", Seen::always},
    {"destroy-throws", Seen::never},
    {"table-exits", Seen::always},
    {"create-exits", Seen::always},
    {"evaluate-exits", Seen::always},
    {"destroy-exits", Seen::always},
};

}  // namespace rc::soak
