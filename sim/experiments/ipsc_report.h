// Figures of complete exchange, and report.html of `reproduce ipsc`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/experiment.h"
#include "sim/experiments/exchange_study.h"

namespace rc::sim {

// File name and SVG: figures 10 and 11 by dimension, 12 and 13 where they were measured.
std::vector<std::pair<std::string, std::string>> exchange_plots(const ExchangeStudy& study);

// The whole page; the figures of ipsc_messages.h are attached to `lab` by then.
std::string ipsc_report(const Lab& lab, const ExchangeStudy& study, const std::vector<Row>& rows);

}  // namespace rc::sim
