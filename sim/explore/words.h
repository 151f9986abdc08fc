// SPDX-License-Identifier: Apache-2.0
// A command as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rc::sim::explore {

// Its words as a shell would see them, as far as quotes go. Nothing: a quote is not closed.
std::optional<std::vector<std::string>> words_of_command(std::string_view text);

}  // namespace rc::sim::explore
