// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/packet_sizes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::noc {
namespace {

template <class T>
bool parse_whole(std::string_view text, T& value) {
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stopped == end;
}

[[noreturn]] void refuse(std::string_view text) {
  throw kernel::InputError("packet sizes '" + kernel::shown(text) + "': expected FLITS or " +
                           "FLITS:WEIGHT,..., with 1 to " + std::to_string(PacketSizes::kMax) +
                           " flits and positive weights");
}

}  // namespace

PacketSizes::PacketSizes(std::string_view text) {
  std::vector<double> weights;
  double sum = 0;
  for (std::string_view left = text;;) {
    const std::string_view entry = left.substr(0, left.find(','));
    const auto colon = entry.find(':');
    unsigned flits = 0;
    double weight = 1;
    if (!parse_whole(entry.substr(0, colon), flits) || flits < 1 || flits > PacketSizes::kMax) {
      refuse(text);
    }
    if (colon == std::string_view::npos) {
      if (entry.size() != text.size()) refuse(text);
    } else if (!parse_whole(entry.substr(colon + 1), weight) || !std::isfinite(weight) ||
               weight <= 0) {
      refuse(text);
    }
    sizes_.push_back({static_cast<std::uint16_t>(flits), 0, 0});
    weights.push_back(weight);
    sum += weight;
    if (entry.size() == left.size()) break;
    left.remove_prefix(entry.size() + 1);
  }
  if (!std::isfinite(sum)) refuse(text);
  double cumulated = 0;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    cumulated += weights[i];
    sizes_[i].share = weights[i] / sum;
    sizes_[i].below = kernel::word_threshold(cumulated / sum);
    mean_ += sizes_[i].flits * weights[i] / sum;
    mean_square_ += sizes_[i].flits * sizes_[i].flits * weights[i] / sum;
  }
  sizes_.back().below = kernel::word_threshold(1);
}

namespace {

std::vector<PacketSizes> split_sizes(std::string_view text) {
  std::vector<PacketSizes> sizes;
  for (;;) {
    const std::string_view part = text.substr(0, text.find('/'));
    sizes.emplace_back(part);
    if (part.size() == text.size()) return sizes;
    text.remove_prefix(part.size() + 1);
  }
}

}  // namespace

std::vector<PacketSizes> sizes_by_class(std::string_view text, std::uint32_t classes) {
  std::vector<PacketSizes> sizes = split_sizes(text);
  if (sizes.size() != 1 && sizes.size() != classes)
    throw kernel::InputError("packet sizes '" + kernel::shown(text) + "': of " +
                             std::to_string(sizes.size()) + " classes, expected of one or of " +
                             std::to_string(classes));
  return sizes;
}

std::uint16_t largest_packet(std::string_view text) {
  std::uint16_t largest = 0;
  for (const PacketSizes& sizes : split_sizes(text)) largest = std::max(largest, sizes.largest());
  return largest;
}

std::uint16_t PacketSizes::largest() const {
  return std::ranges::max_element(sizes_, {}, &Size::flits)->flits;
}

}  // namespace rc::noc
