// SPDX-License-Identifier: Apache-2.0
// What BookSim 2 measured (booksim.csv), and what `noc --booksim` measures of the same configurations.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/command.h"

namespace rc::test {

// BookSim's rows are one run of one seed each.
inline constexpr double kRelative = 0.05, kCycles = 1, kZeroLoad = 0.15;
inline constexpr double kZeroLoadRate = 0.01;
inline constexpr double kLow = 0.8;       // of the largest stable rate: up to here the bounds hold
inline constexpr double kBracket = 0.05;  // by which brackets of saturation are widened
inline constexpr double kAcceptedLess = 0.01;  // than offered: saturated, whatever BookSim calls it

struct BooksimRow {
  std::string configuration, rate_text;
  double rate = 0, hops = 0;
  std::optional<double> latency;  // BookSim's; none: it gave up
  bool stable = false;            // in BookSim
  nlohmann::json ours;
  double our_hops = 0;

  double our_latency() const { return ours["latency"]["mean"]; }
  bool our_stable() const { return ours["verdict"]["is"] == "stable"; }
};

inline std::vector<BooksimRow> booksim_reference() {
  std::ifstream in(BOOKSIM_CSV);
  EXPECT_TRUE(in.good());
  std::vector<BooksimRow> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#") || line.starts_with("configuration,")) continue;
    std::vector<std::string> cells;
    std::istringstream fields(line);
    for (std::string cell; std::getline(fields, cell, ',');) cells.push_back(cell);
    if (!std::filesystem::exists(std::filesystem::path(BOOKSIM_CONFIGURATIONS) /
                                 (cells.at(0) + ".cfg")))
      continue;
    BooksimRow row;
    row.configuration = cells.at(0);
    row.rate_text = cells.at(1);
    row.rate = std::stod(cells.at(1));
    if (!cells.at(2).empty()) {
      row.latency = std::stod(cells.at(2));
      row.hops = std::stod(cells.at(4));
      row.stable = cells.at(5) == "ok" && std::stod(cells.at(3)) > (1 - kAcceptedLess) * row.rate;
    }
    rows.push_back(row);
  }
  return rows;
}

class Booksim : public ::testing::Test {
 protected:
  std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() / ("rockcreek_booksim_" + std::to_string(::getpid()));
  void SetUp() override { std::filesystem::create_directories(directory_); }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  void measure(BooksimRow& row, const std::string& options) const {
    const std::string file = (directory_ / (row.configuration + row.rate_text + ".json")).string();
    const auto run = run_command(std::string(ROCKCREEK_SIM) + " noc --booksim " +
                                 BOOKSIM_CONFIGURATIONS + "/" + row.configuration + ".cfg --rate " +
                                 row.rate_text + options + " --json " + file);
    ASSERT_EQ(run.exit_code, 0) << row.configuration << ": " << run.error;
    row.ours = nlohmann::json::parse(std::ifstream(file));
    double packets = 0, hops = 0;
    for (const nlohmann::json& by_hop : row.ours["by_hop"]) {
      const double count = by_hop["packets"];
      packets += count;
      hops += count * (by_hop["hops"].get<double>() + 1);
    }
    row.our_hops = packets == 0 ? 0 : hops / packets;
  }
  // Several at a time.
  void measure(std::vector<BooksimRow>& rows, const std::string& options) const {
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < std::max(std::thread::hardware_concurrency(), 1U); ++i)
      workers.emplace_back([&] {
        for (std::size_t row = next++; row < rows.size(); row = next++) measure(rows[row], options);
      });
  }
};

inline bool is_stable(const BooksimRow& row) { return row.stable; }
inline bool is_stable_here(const BooksimRow& row) { return row.our_stable(); }

// The largest stable rate, and the next one.
struct Bracket {
  double stable = 0, saturated = std::numeric_limits<double>::infinity();
};

inline Bracket bracket(const std::vector<BooksimRow>& rows, const std::string& configuration,
                       bool (*stable)(const BooksimRow&)) {
  Bracket found;
  for (const BooksimRow& row : rows)
    if (row.configuration == configuration && stable(row))
      found.stable = std::max(found.stable, row.rate);
  for (const BooksimRow& row : rows)
    if (row.configuration == configuration && row.rate > found.stable)
      found.saturated = std::min(found.saturated, row.rate);
  return found;
}

inline bool overlap(const Bracket& a, const Bracket& b) {
  const auto below = [](const Bracket& one, const Bracket& other) {
    return one.stable * (1 - kBracket) <= other.saturated * (1 + kBracket);
  };
  return below(a, b) && below(b, a);
}

// By how much BookSim's latency would be another one if its packets had gone as far as ours. Channels
// of torus and cmesh take two cycles, others one.
inline double hops_apart(const BooksimRow& row) {
  const bool folded =
      row.configuration.starts_with("torus") || row.configuration.starts_with("cmesh");
  return (row.our_hops - row.hops) * (row.ours["stages"]["hop"].get<double>() + (folded ? 2 : 1));
}

// Ours less BookSim's, at BookSim's mean distance.
inline double difference(const BooksimRow& row) {
  return row.our_latency() - *row.latency - hops_apart(row);
}

inline void expect_near(const BooksimRow& row) {
  const double apart = std::abs(difference(row));
  EXPECT_LE(apart, std::max(kRelative * *row.latency, kCycles))
      << row.configuration << " at " << row.rate_text;
  if (row.rate <= kZeroLoadRate) {
    EXPECT_LE(apart, kZeroLoad) << row.configuration << " at " << row.rate_text;
  }
}

}  // namespace rc::test
