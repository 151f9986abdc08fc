// SPDX-License-Identifier: Apache-2.0
#include "sim/run/held/held_callbacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw_model/kernel/error.h"

namespace rc::sim::run {

using debug::Event;

int HeldCallbacks::on_call(const std::string& function, Callback callback, int ue) {
  Wanted wanted{Event::Kind::call, std::move(callback), ue, {}, 0, 0, false};
  const auto found = line_.ask({{"do", "find code"}, {"text", function}});
  for (const auto& place : found.at("places")) wanted.places.emplace_back(place[0], place[1]);
  return add(std::move(wanted));
}

int HeldCallbacks::on_store(unsigned ue, std::uint32_t address, std::uint32_t bytes,
                            Callback callback) {
  return add(
      {Event::Kind::store, std::move(callback), static_cast<int>(ue), {}, address, bytes, false});
}

int HeldCallbacks::on_message(Callback callback) {
  return add({Event::Kind::message, std::move(callback), -1, {}, 0, 0, false});
}

void HeldCallbacks::forget(int number) {
  if (all_.erase(number) == 0) throw kernel::InputError(fmt::format("no callback {}", number));
  line_.record_nothing();
  for (auto& [other, wanted] : all_) record(wanted);
}

int HeldCallbacks::add(Wanted wanted) {
  record(wanted);
  all_.emplace(next_, std::move(wanted));
  return next_++;
}

void HeldCallbacks::record(Wanted& wanted) {
  for (const auto& [program, address] : wanted.places) line_.record_calls(program, address);
  if (wanted.kind == Event::Kind::store)
    wanted.own =
        line_.record_stores(static_cast<unsigned>(wanted.ue), wanted.address, wanted.bytes);
  if (wanted.kind == Event::Kind::message) line_.record_messages();
}

bool HeldCallbacks::hears(const Wanted& wanted, const Event& event) {
  if (wanted.kind != event.kind) return false;
  switch (event.kind) {
    case Event::Kind::call: {
      const unsigned program = line_.programs().of_rank[static_cast<unsigned>(event.rank)];
      return (wanted.ue < 0 || wanted.ue == event.rank) &&
             std::ranges::find(wanted.places, std::pair(program, event.address)) !=
                 wanted.places.end();
    }
    case Event::Kind::store:
      return event.address - wanted.address < wanted.bytes &&
             (!wanted.own || wanted.ue == event.rank);
    case Event::Kind::message:
      break;
  }
  return true;
}

bool HeldCallbacks::tell() {
  while (!stop_) {
    const std::optional<Event> event = line_.next_event();
    if (!event) break;
    // A callback may add or forget others.
    std::vector<Callback> hearing;
    for (const auto& [number, wanted] : all_)
      if (hears(wanted, *event)) hearing.push_back(wanted.callback);
    for (const Callback& callback : hearing) {
      const std::optional<Event> before = std::exchange(stop_, *event);  // where it throws
      if (!callback(*event)) stop_ = before;
    }
  }
  return stop_.has_value();
}

}  // namespace rc::sim::run
