// SPDX-License-Identifier: Apache-2.0
// What the parts have in common that run programs: random cores and parameters, and all that a run
// leaves.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sim/run/firmware_job.h"
#include "tests/lockstep/isa/random.h"

namespace rc::soak {

inline constexpr kernel::Picos kMaxRunTime{2'000'000'000'000};

// Of a chip with `all` cores, some, in order; mostly few, and at most `most`.
std::vector<int> random_cores(lockstep::Random& random, std::uint32_t all, std::uint32_t most);
// A few parameters of an SCC, as --set takes them.
std::vector<std::string> random_settings(lockstep::Random& random);

// Runs `job` and returns all statistics but the host's time as JSON, with the output and whether
// all succeeded.
std::string statistics(const sim::run::FirmwareJob& job);
std::uint64_t sum(const nlohmann::json& list, const char* name);

}  // namespace rc::soak
