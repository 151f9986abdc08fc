// SPDX-License-Identifier: Apache-2.0
// A module of which only the pins count: SystemVerilog without the module's body.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rc::sim::lab {

struct ModuleHeader {
  std::string text;    ///< of the module: from its name to its pins
  std::string source;  ///< all of the file, the module's body left out; lines keep their numbers
};

/// Where a text has a word of letters, digits and _ behind `from`, alone; npos if nowhere.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0);

bool has_module(const std::string& source, const std::string& module);

/// A parameter of the module's header whose default is '1 alone; empty if there is none.
std::string parameter_of_ones(const std::string& source, const std::string& module);

/// Nothing if the file has no module of this name, or the module declares its pins in its body.
std::optional<ModuleHeader> module_header(const std::string& source, const std::string& module);

}  // namespace rc::sim::lab
