// Figures of the complete-exchange study, and one page that holds them all and needs no network.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/experiments/exchange_study.h"
#include "sim/result.h"

namespace rc::sim {

// File name and SVG: figures 10 and 11 by dimension, 12 and 13 where they were measured.
std::vector<std::pair<std::string, std::string>> exchange_plots(const ExchangeStudy& study);

std::string exchange_report(const ExchangeStudy& study, const std::vector<Row>& claims);

}  // namespace rc::sim
