// SPDX-License-Identifier: Apache-2.0
// A random program of RCCE or iRCCE, with flags of any kind, on a random machine of the SCC's kind:
// the SCC with other times, or any geometry of up to 48 cores.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/run/firmware_job.h"
#include "tests/lockstep/isa/random.h"
#include "tests/soak/case.h"

namespace rc::soak {

// At times sets parameter `name` to a number from `least` to `most`, as after --set.
void perhaps_set(std::vector<std::string>& settings, lockstep::Random& random, const char* name,
                 std::uint32_t least, std::uint32_t most);

struct RandomProgram {
  std::vector<std::string> settings;  // of the machine, as after --set
  std::string image;
  std::vector<int> cores;
  std::vector<std::string> arguments;

  sim::machine::Machine machine() const;
  sim::run::FirmwareJob job() const;
  // The command line of the same run, with these options.
  std::vector<std::string> words(const std::vector<std::string>& options) const;
};

RandomProgram random_program(const SoakCase& which, lockstep::Random& random);

// Puts the chip of these settings on a network of another topology.
void add_topology(std::vector<std::string>& settings, lockstep::Random& random);

}  // namespace rc::soak
