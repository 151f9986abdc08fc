// SPDX-License-Identifier: Apache-2.0
// TimeLine: for a program that holds the machine. Instants, times and events.
#include "sim/debug/time_line.h"

namespace rc::sim::debug {

using nlohmann::json;

TimeLine::Instant TimeLine::instant() {
  Instant here(now_.copy());
  here.hits_ = hits_;
  here.told_ = told_;
  here.behind_ = behind_;
  here.from_of_ = from_of_;
  here.told_event_ = told_event_;
  return here;
}

void TimeLine::begin_at(Instant& instant) {
  move_to(instant.simulation_.copy());
  marks_.clear();
  modified_ = true;
  known_places_.clear();
  events_.clear();
  hits_ = instant.hits_;
  from_of_ = instant.from_of_;
  stand(instant.told_, instant.behind_);
  told_event_ = instant.told_event_;
}

bool TimeLine::return_to(std::uint64_t time, const std::function<bool()>& interrupted) try {
  keep_present_if_changed();
  events_.clear();
  return go_to_time(time, interrupted);
} catch (const Interrupted&) {
  return false;
}

// --- events --------------------------------------------------------------------------------------

json& TimeLine::recorded() {
  if (recorded_.is_null()) {
    recorded_ = {{"addresses", std::vector<json>(programs_.files.size(), json::array())},
                 {"watches", json::array()},
                 {"places", json::array()},
                 {"messages", false}};
    told_event_ = {};
    told_event_.time = now_.time();  // what was before is not heard of
  }
  return recorded_;
}

void TimeLine::record_calls(unsigned program, std::uint32_t address) {
  recorded()["addresses"][program].push_back(address);
}

bool TimeLine::record_stores(unsigned rank, std::uint32_t address, std::uint32_t bytes) {
  const Watch watch = watch_of(rank, WatchKind::write, address, bytes);
  watch.place.is_null() ? recorded()["watches"].push_back(wanted_memory(watch))
                        : recorded()["places"].push_back(wanted_place(watch));
  return watch.rank >= 0;
}

void TimeLine::record_messages() { recorded()["messages"] = true; }

// What is simulated again after a slice that went too far, or after a way back, was told before.
void TimeLine::fetch_events() {
  for (auto some = now_.take_events(); !some.empty(); some = now_.take_events())
    for (Event& event : some)
      if (told_event_ < event && (events_.empty() || events_.back() < event))
        events_.push_back(std::move(event));
}

std::optional<Event> TimeLine::next_event() {
  if (events_.empty()) return std::nullopt;
  told_event_ = std::move(events_.front());
  events_.pop_front();
  return told_event_;
}

}  // namespace rc::sim::debug
