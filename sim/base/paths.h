// SPDX-License-Identifier: Apache-2.0
// Where the simulator finds what comes with it: in the folder lib/rockcreek that is nearest above
// the executable. An installation has it beside bin/, a build tree at its root; no path is compiled
// in, so both may be moved.
//   programs/  machines/  reference/  network/  engine/  commit  firmware/{apps,lib,native,include,...}
#pragma once

#include <string>
#include <vector>

namespace rc::sim::base {

// Functions that look there throw kernel::InputError where there is none.

// `name` is a path, or the name of a file in machines/ with or without ".toml".
std::string find_machine_file(const std::string& name);
std::vector<std::string> machine_names();

// The image of the firmware application `name` (firmware/apps/name).
std::string firmware_image(const std::string& name);

// The program `name`: a path, or that of a firmware application built for the host.
std::string native_program(const std::string& name);

// What the build wrote about compiler and libraries of programs for RCCE ("compiler"), for NX
// ("nx") or for native runs ("native").
std::string compiler_config_file(const std::string& name);

// The published figures reference/name.csv.
std::string reference_file(const std::string& name);

// What building a network from elsewhere needs: network/NAME.
std::string network_file(const std::string& name);

// A program that comes with the simulator: programs/NAME, whether it is there or not.
std::string own_program(const std::string& name);

// Where results are kept from run to run, made if it is not there: $XDG_CACHE_HOME/rockcreek/NAME, or
// below ~/.cache.
std::string cache_folder(const std::string& name);

// What a workflow engine reads: engine/NAME.
std::string engine_file(const std::string& name);

// The folder that the debug information of our libraries and programs counts from, as in
// "firmware/rcce/put_get.cpp": that of the sources a build tree is of; "" for an installation.
std::string source_folder();

// The commit that this simulator was built from, by git, with "-dirty" if files differed from it;
// "unknown" if it was not built in a clone.
std::string source_commit();

}  // namespace rc::sim::base
