// SPDX-License-Identifier: Apache-2.0
// How JSON leaves the program: files of results, and data for the script of a page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace rc::sim::base {

// One blank a level, and a new line at the end. Bytes that are no UTF-8, as a file's name may have,
// become replacement characters. No file without a name. kernel::InputError if it cannot be
// written.
void write_json(const std::string& file, const nlohmann::ordered_json& json);
std::string json_text(const nlohmann::ordered_json& json);

// Without blanks, and such that nothing in it looks like the end of a <script>.
std::string json_for_script(const nlohmann::ordered_json& json);

// Every number that is not whole, to six places: enough for every reader, and no more than what is
// the same on every host.
double rounded(double value);
nlohmann::ordered_json rounded(nlohmann::ordered_json json);

}  // namespace rc::sim::base
