// SPDX-License-Identifier: Apache-2.0
// Another program, run to its end.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace rc::sim::base {

// Runs a program, looked up in PATH, and waits for it. `prepare` is called in its process before;
// false means that it cannot run, for the reason in errno. What waitpid() gives; exit code 127 if
// it could not run, with a line on its standard error. kernel::InputError if there is no process.
int run_program(const std::vector<std::string>& command, const std::function<bool()>& prepare = {});

// The same, with what it writes on standard error also added to `errors`.
int run_program_seen(const std::vector<std::string>& command, std::string& errors);

// Whether a program of that name is in one of the folders of PATH.
bool is_installed(const std::string& name);

}  // namespace rc::sim::base
