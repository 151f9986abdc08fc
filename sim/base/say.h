// SPDX-License-Identifier: Apache-2.0
// Lines on standard error. One that nobody can get, as it is closed or its disk is full, is lost: it
// changes neither the results nor the exit code.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace rc::sim::base {

template <class... Arguments>
void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string text = fmt::format(format, std::forward<Arguments>(arguments)...);
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

}  // namespace rc::sim::base
