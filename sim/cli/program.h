// SPDX-License-Identifier: Apache-2.0
// main() of the programs of Rock Creek. The front (front.cpp) is what users call; it hands each
// verb over to the program that has it (verbs.h), so that a verb links, and a first build compiles,
// what it needs and no more.
#pragma once

#include <functional>
#include <initializer_list>

#include "sim/cli/cli.h"

namespace rc::sim::cli {

using AddVerb = void (*)(CLI::App& app, Action& action);

// Parses the command line, whose first word is one of these verbs, and carries it out. The exit
// code; an error is one line on standard error.
int program(int argc, char** argv, std::initializer_list<AddVerb> verbs);

// The same for a program that reads its words by itself.
int program(const std::function<int()>& action);

}  // namespace rc::sim::cli
