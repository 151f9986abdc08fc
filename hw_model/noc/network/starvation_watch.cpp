// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/network/starvation_watch.h"

#include <string>
#include <utility>

namespace rc::noc {
namespace {

constexpr std::uint64_t kEmpty = std::uint64_t{1} << 63;  // in left_before_: the VC was empty

}  // namespace

StarvationWatch::StarvationWatch(const NocParams& params, const Attachments& attachments)
    : params_(params),
      attachments_(attachments),
      buffers_(attachments.routers()),
      left_before_(attachments.routers() * kPorts * params.vcs, kEmpty) {}

void StarvationWatch::look(std::uint64_t cycle, const Buffers& buffers) {
  next_ = cycle + kStuckCycles;
  std::vector<bool> moved(buffers_.size() * kPorts * params_.message_classes);
  std::vector<Place> stuck;
  auto before = left_before_.begin();
  for (std::uint32_t router = 0; router < buffers_.size(); ++router) {
    buffers_[router] = buffers(router);
    for (unsigned port = 0; port < kPorts; ++port) {
      for (unsigned vc = 0; vc < params_.vcs; ++vc, ++before) {
        const std::uint64_t left = buffers_[router].left(port, vc);
        const bool holds = buffers_[router].held(port, vc) != 0;
        if (holds && left == *before) stuck.push_back({router, port, vc});
        if (left != (*before & ~kEmpty)) {
          moved[place_of(router, port, vc / params_.class_vcs())] = true;
        }
        *before = holds ? left : left | kEmpty;
      }
    }
  }
  for (const Place& place : stuck) {
    if (waits_for_movement(place, moved)) continue;
    const std::string what = "moved no flit for " + std::to_string(kStuckCycles) +
                             " cycles up to cycle " + std::to_string(cycle) +
                             " (deadlock or starvation)";
    attachments_.fail(place.router, place.port, place.vc, what.c_str());
  }
}

// Searches downstream from this input port, through buffers that hold flits of the class, for one
// in which a flit moved. The route is not known here, so every output port is followed.
bool StarvationWatch::waits_for_movement(const Place& stuck, const std::vector<bool>& moved) const {
  const unsigned message_class = stuck.vc / params_.class_vcs();
  std::vector<bool> seen(moved.size());
  std::vector<std::pair<std::uint32_t, unsigned>> open{{stuck.router, stuck.port}};
  while (!open.empty()) {
    const auto [at, in] = open.back();
    open.pop_back();
    for (unsigned out = 0; out < kPorts; ++out) {
      if (attachments_[at].neighbour[out] == kNoNode || out == in) continue;
      const auto next = static_cast<std::uint32_t>(attachments_[at].neighbour[out]);
      const std::size_t place = place_of(next, opposite(out), message_class);
      if (moved[place]) return true;
      if (seen[place] || !holds_class(next, opposite(out), message_class)) continue;
      seen[place] = true;
      open.emplace_back(next, opposite(out));
    }
  }
  return false;
}

bool StarvationWatch::holds_class(std::uint32_t router, unsigned port,
                                  unsigned message_class) const {
  const unsigned first = message_class * params_.class_vcs();
  for (unsigned vc = first; vc < first + params_.class_vcs(); ++vc) {
    if (buffers_[router].held(port, vc) != 0) return true;
  }
  return false;
}

}  // namespace rc::noc
