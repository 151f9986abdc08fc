// SPDX-License-Identifier: Apache-2.0
// What to say of a compiler's or linker's errors that come from an option of ours which is missing or too
// much: a program for NX without --nx, RCCE's collective operations with -DGORY.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rc::sim::compile {

// One line, such as "csend is NX's: compile with --nx"; empty: nothing is known. `errors` is what a
// compiler that was called as `command` wrote, `config` the name of its configuration.
std::string compiler_hint(std::string_view errors, const std::vector<std::string>& command,
                          const std::string& config);

}  // namespace rc::sim::compile
