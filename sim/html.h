// Pages that experiments leave: one file that needs no network, readable by day and by night.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/parameters.h"
#include "sim/result.h"

namespace rc::sim {

std::string html_escaped(std::string_view text);

// `body` under the title; neither style nor script from elsewhere.
std::string html_page(const std::string& title, const std::string& body);

// A picture, what it shows, and the command that made it (none: "").
std::string html_figure(const std::string& svg, const std::string& caption,
                        const std::string& command);

// Measured beside published, with verdicts; a row that misses its bound is marked.
std::string html_rows(const std::vector<Row>& rows);

std::string html_parameters(const Parameters& parameters);

}  // namespace rc::sim
