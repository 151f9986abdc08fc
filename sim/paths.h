// Where the simulator finds what comes with it: machine files and published figures in the source
// tree, firmware images in the build tree.
#pragma once

#include <string>
#include <vector>

namespace rc::sim {

// `name` is a path, or the name of a machine in sim/machines with or without ".toml".
std::string find_machine_file(const std::string& name);
std::vector<std::string> machine_names();

// The image of the firmware application `name` (firmware/apps/name).
std::string firmware_image(const std::string& name);

// The program `name`: a path, or that of a firmware application built for the host.
std::string native_program(const std::string& name);

// What the build says about compiler and libraries of programs for RCCE ("compiler"), for NX ("nx")
// or for native runs ("native").
std::string compiler_config_file(const std::string& name);

// sim/reference/name.csv
std::string reference_file(const std::string& name);

}  // namespace rc::sim
