// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/batches.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace rc::sim::lab {
namespace {

using Batch = BatchSeries::Batch;

// 97.5 % quantile of Student's t for 31 degrees of freedom. Overlapping gives 1.5 times as many for
// long batches (Meketon and Schmeiser); ours need not be that long.
constexpr double kStudent = 2.040;
constexpr std::size_t kMserBatches = 5;
// Of the means of neighbouring batches. The measurement's own batches are eight times as long.
constexpr double kMostCorrelation = 0.2;

Batch sum(std::span<const Batch> batches) {
  Batch all;
  for (const Batch& batch : batches) {
    all.packets += batch.packets;
    all.latency += batch.latency;
  }
  return all;
}

// What the packets of each group of `size` batches waited beyond the mean, in sum.
std::vector<double> deviations(std::span<const Batch> batches, std::size_t size) {
  const Batch all = sum(batches);
  const double mean = all.latency / all.packets;
  std::vector<double> beyond;
  for (std::size_t first = 0; first + size <= batches.size(); first += size) {
    const Batch group = sum(batches.subspan(first, size));
    beyond.push_back(group.latency - mean * group.packets);
  }
  return beyond;
}

// Groups of five to leave out at the begin: those without which the mean is known best.
std::size_t mser5(std::span<const Batch> batches) {
  const std::vector<double> z = deviations(batches, kMserBatches);
  double first = 0, second = 0, best = 0;
  std::size_t leave_out = 0;
  for (std::size_t i = z.size(); i-- > 0;) {
    first += z[i];
    second += z[i] * z[i];
    const auto left = static_cast<double>(z.size() - i);
    if (left < 5) continue;
    const double error = (second - first * first / left) / (left * left);
    if (left == 5 || error <= best) {
      best = error;
      leave_out = i;
    }
  }
  return leave_out;
}

}  // namespace

void BatchSeries::extend(std::uint64_t time) {
  while (time / width_ >= kMost) {
    for (std::size_t i = 0; i < batches_.size(); i += 2) {
      batches_[i / 2] =
          sum(std::span(batches_).subspan(i, std::min<std::size_t>(2, batches_.size() - i)));
    }
    batches_.resize((batches_.size() + 1) / 2);
    width_ *= 2;
  }
  batches_.resize(std::max<std::size_t>(batches_.size(), time / width_ + 1));
}

void BatchSeries::close(std::uint64_t cycles) {
  if (cycles != 0) extend(cycles - 1);
  batches_.resize(cycles / width_);
}

std::optional<Pilot> look_at(const BatchSeries& series) {
  std::span<const Batch> batches = series.batches();
  if (batches.size() < kPilotBatches || sum(batches).packets == 0) return std::nullopt;
  const std::size_t out = mser5(batches) * kMserBatches;
  if (2 * out > batches.size()) return std::nullopt;
  batches = batches.subspan(out);
  const Batch all = sum(batches);
  if (all.packets == 0) return std::nullopt;
  for (std::size_t size = 1; batches.size() / size >= kPilotBatches; size *= 2) {
    const std::vector<double> z = deviations(batches, size);
    double squares = 0, products = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      squares += z[i] * z[i];
      if (i != 0) products += z[i] * z[i - 1];
    }
    if (products > kMostCorrelation * squares) continue;
    const double cycles =
        static_cast<double>(z.size() * size) * static_cast<double>(series.width());
    // The remaining correlation counts twice: each mean has two neighbours.
    const double total = (squares + 2 * std::max(0.0, products)) * static_cast<double>(z.size()) /
                         static_cast<double>(z.size() - 1);
    return Pilot{.settled = out * series.width(),
                 .batch = size * series.width(),
                 .variance = total / (all.packets * all.packets) * cycles};
  }
  return std::nullopt;
}

std::optional<double> half_width(const BatchSeries& series) {
  const std::span<const Batch> batches = series.batches();
  const std::size_t size = batches.size() / kIntervalBatches;
  const Batch all = sum(batches);
  if (size == 0 || all.packets == 0) return std::nullopt;
  const std::vector<double> z = deviations(batches, 1);
  double window = 0, squares = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    window += z[i];
    if (i >= size) window -= z[i - size];
    if (i + 1 >= size) squares += window * window;
  }
  const auto n = static_cast<double>(z.size()), b = static_cast<double>(size);
  const double variance = n * n / (b * (n - b + 1) * (n - b)) * squares;  // of the sum of all
  return kStudent * std::sqrt(variance) / all.packets;
}

double expected_half_width(const Pilot& pilot, double cycles) {
  return kStudent * std::sqrt(pilot.variance / cycles);
}

}  // namespace rc::sim::lab
