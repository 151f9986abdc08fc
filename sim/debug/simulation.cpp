// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/simulation.h"

#include <algorithm>
#include <csignal>

#include "hw_model/kernel/error.h"

namespace rc::sim::debug {

using nlohmann::json;

namespace {

constexpr int kPatience = 1000, kMoment = 100;  // ms

MachineHit hit_of(const json& told) {
  return {kernel::Picos{told[0]}, told[1], told[2], told[3], told[4], told[5], told[6]};
}

}  // namespace

json Simulation::ask(const json& request, const std::function<bool()>& interrupted) {
  const bool sent = checkpoint_process_.send(request);
  for (int wait = kPatience; sent && interrupted && !checkpoint_process_.ready(wait);
       wait = kMoment) {
    if (!interrupted()) continue;
    ::kill(pid_, SIGKILL);
    throw Interrupted{};
  }
  const auto answer = sent ? checkpoint_process_.receive() : std::nullopt;
  if (!answer) throw kernel::InputError("the process that simulates has died");
  if (answer->contains("error")) throw kernel::InputError(answer->at("error").get<std::string>());
  return *answer;
}

void Simulation::look(const json& where) {
  pid_ = where.at("pid");
  time_ = where.at("time");
  instructions_ = where.at("counts").get<std::vector<std::uint64_t>>();
  statuses_.clear();
  for (const json& each : where.at("statuses"))
    statuses_.push_back(each.is_null() ? std::nullopt : std::optional<int>(each));
  over_ = where.at("over");
  positions_ = where.at("positions").get<HeldOutput::Positions>();
}

Simulation Simulation::copy() {
  ask({{"do", "fork"}});
  auto channel = checkpoint_process_.take_along();
  if (!channel) throw kernel::InputError("cannot copy the simulation");
  Simulation other(std::move(*channel));
  other.written_ = written_;
  return other;
}

Simulation::Ran Simulation::run(const RunRequest& request,
                                const std::function<bool()>& interrupted) {
  json message{{"do", "run"},
               {"until", request.until},
               {"programs", request.programs},
               {"addresses", request.addresses},
               {"watches", request.watches},
               {"places", request.places},
               {"only", request.only},
               {"every_round", request.every_round},
               {"from", request.from},
               {"from_of", json::array()},
               {"last_before", nullptr},
               {"watched", request.watched},
               {"step", nullptr},
               {"recorded", request.recorded}};
  for (const auto& [rank, from] : request.from_of) message["from_of"].push_back({rank, from});
  if (const auto& key = request.last_before)
    message["last_before"] = {key->time, key->on_core, key->rank, key->at_address};
  if (const auto& step = request.step)
    message["step"] = {step->rank, step->instructions, step->stay_first, step->stay_bytes};
  const json answer = ask(message, interrupted);
  Ran ran;
  if (answer.contains("last_hit")) ran.last_hit = hit_of(answer["last_hit"]);
  if (answer.contains("early")) {
    ran.early = answer["early"];
  } else if (answer.contains("failed")) {
    Failure failure;
    failure.text = answer["failed"];
    failure.time = answer["time"];
    if (answer.contains("rank")) failure.rank = answer["rank"];
    if (answer.contains("signal")) failure.signal = answer["signal"];
    if (answer.contains("places")) answer["places"].get_to(failure.places);
    ran.failed = std::move(failure);
  } else {
    look(answer);
    written_ = false;
    hits_.clear();
    for (const json& hit : answer["hits"]) hits_.push_back(hit_of(hit));
    ran.settled = answer["settled"];
  }
  return ran;
}

std::vector<Event> Simulation::take_events() {
  std::vector<Event> events;
  const json answer = ask({{"do", "events"}});
  for (const json& each : answer.at("events"))
    events.push_back({each[0], each[1], each[2], each[3], each[4], each[5]});
  return events;
}

void Simulation::show(HeldOutput::Positions& shown) {
  if (positions_[0] <= shown[0] && positions_[1] <= shown[1]) return;
  positions_ = ask({{"do", "show"}, {"shown", shown}}).at("positions").get<HeldOutput::Positions>();
  for (std::size_t i = 0; i < shown.size(); ++i) shown[i] = std::max(shown[i], positions_[i]);
}

int Simulation::finish() { return ask({{"do", "finish"}}).at("pid"); }

}  // namespace rc::sim::debug
