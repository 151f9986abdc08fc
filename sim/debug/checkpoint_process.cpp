// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/checkpoint_process.h"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <utility>

#include "hw_model/kernel/call_error.h"
#include "hw_model/kernel/deadlock.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/fault.h"
#include "sim/debug/gdb_registers.h"

namespace rc::sim::debug {
namespace {

using kernel::Picos;
using nlohmann::json;

WatchedPlace place_in(const json& told) {
  return {told[0], told[1], told[2], told[3], told[4], told[5], told[6]};
}

// The addresses of the rank's program, and the watches on its memory.
void add_breaks(cpu::BreakConditions& on, const json& addresses, const json& watches,
                const json& programs, unsigned rank) {
  if (!addresses.empty())
    on.addresses =
        addresses.at(programs.at(rank).get<unsigned>()).get<std::vector<std::uint32_t>>();
  for (const json& each : watches)
    if (each[4] < 0 || each[4] == rank) on.watches.push_back({each[0], each[1], each[2], each[3]});
}

cpu::BreakConditions conditions_of(const json& request, unsigned rank) {
  cpu::BreakConditions on;
  const int only = request.at("only");
  if (only < 0 || only == static_cast<int>(rank))
    add_breaks(on, request.at("addresses"), request.at("watches"), request.at("programs"), rank);
  if (const json& step = request.at("step"); !step.is_null() && step[0] == rank) {
    on.instructions = step[1];
    on.stay_first = step[2];
    on.stay_bytes = step[3];
  }
  return on;
}

MachineBreaks breaks_of(const json& request, unsigned count) {
  MachineBreaks breaks;
  for (unsigned rank = 0; rank < count; ++rank)
    breaks.cores.push_back(conditions_of(request, rank));
  for (const json& each : request.at("places")) breaks.places.push_back(place_in(each));
  if (const json& recorded = request.at("recorded"); !recorded.is_null()) {
    for (unsigned rank = 0; rank < count; ++rank)
      add_breaks(breaks.recorded.emplace_back(), recorded.at("addresses"), recorded.at("watches"),
                 request.at("programs"), rank);
    for (const json& each : recorded.at("places")) breaks.recorded_places.push_back(place_in(each));
  }
  breaks.every_round = request.at("every_round");
  breaks.from = request.at("from");
  for (const auto& [rank, from] :
       request.at("from_of").get<std::vector<std::pair<unsigned, std::uint64_t>>>())
    breaks.from_of[rank] = from;
  if (const json& before = request.at("last_before"); !before.is_null())
    breaks.last_before = HitKey{before[0], before[1], before[2], before[3]};
  return breaks;
}

class CheckpointProcess {
 public:
  CheckpointProcess(DebugMachine& machine, HeldOutput& output, Channel server,
                    const MoreAnswers& more)
      : machine_(machine), output_(output), server_(std::move(server)), more_(more) {
    if (more_.log != nullptr) machine_.record_into(*more_.log);
  }

  void serve() {
    for (;;) {
      const auto request = server_.receive();
      if (!request) ::_exit(0);
      const std::string what = request->at("do");
      if (what == "finish") {
        become_the_servers();
        machine_.clear_breaks();
        output_.release();
        server_.send({{"pid", ::getpid()}});
        return;
      }
      if (what == "fork") {
        copy();
        continue;
      }
      if (!reply(what, *request) || lost_) ::_exit(0);
    }
  }

 private:
  // A request that cannot be answered ends neither the process nor the run.
  bool reply(const std::string& what, const json& request) {
    try {
      return server_.send(answer(what, request));
    } catch (const kernel::Error& error) {
      return server_.send({{"error", error.what()}});
    }
  }

  json answer(const std::string& what, const json& request) {
    if (what == "run") return run(request);
    if (what == "where") return where();
    if (what == "show") {
      output_.show({request["shown"][0], request["shown"][1]});
      return {{"positions", output_.positions()}};
    }
    if (what == "output") {
      const std::string text = output_.text(request.at("from"), request.at("bytes"));
      return {{"data", std::vector<std::uint8_t>(text.begin(), text.end())}};
    }
    if (what == "events") return events();
    if (more_.answer)
      if (const auto more = more_.answer(request)) return *more;
    if (what == "read place") {
      WatchedPlace place;
      place.tile = request["place"][0];
      place.registers = request["place"][1];
      place.offset = request["place"][2];
      place.bytes = request.at("bytes");
      return {{"data", machine_.read_place(place)}};
    }
    const unsigned rank = request.at("rank");
    if (what == "time of") {
      return {{"time", machine_.time_of(rank, request.at("cycle")).value},
              {"cycle", machine_.core(rank).now()}};
    }
    if (what == "name") return {{"name", machine_.name(rank)}};
    if (what == "registers") return {{"registers", registers_of(machine_.core(rank))}};
    if (what == "set registers") {
      set_registers(machine_.core(rank), request.at("registers").get<GdbRegisters>());
      return json::object();
    }
    if (what == "read") {
      std::vector<std::uint8_t> data(request.at("bytes").get<std::size_t>());
      if (!machine_.read(rank, request.at("address"), data.data(),
                         static_cast<std::uint32_t>(data.size())))
        return json::object();
      return {{"data", data}};
    }
    if (what == "write") {
      const std::vector<std::uint8_t> data = request.at("data");
      return {{"done", machine_.write(rank, request.at("address"), data.data(),
                                      static_cast<std::uint32_t>(data.size()))}};
    }
    if (what == "place") {
      const auto place = machine_.place_of(rank, request.at("address"));
      if (!place) return {{"shared", machine_.shared(rank, request.at("address"))}};
      return {{"place", {place->tile, place->registers, place->offset}}};
    }
    return monitor(request, rank);
  }

  json monitor(const json& request, unsigned rank) {
    const std::vector<std::string> words = request.at("words");
    std::string text;
    if (words[0] == "cores") {
      for (unsigned i = 0; i < machine_.count(); ++i)
        text += machine_.name(i) + ": " +
                (machine_.exit_status(i) ? "exited with " + std::to_string(*machine_.exit_status(i))
                                         : machine_.state_of(i)) +
                "\n";
    } else if (words[0] == "help") {
      text = machine_.monitor_help();
    } else if (const auto answer = machine_.monitor(words, rank)) {
      text = *answer;
    } else {
      throw kernel::InputError("no such command (see monitor help)");
    }
    return {{"text", text}};
  }

  json where() {
    json counts = json::array(), statuses = json::array();
    bool over = true;
    for (unsigned rank = 0; rank < machine_.count(); ++rank) {
      counts.push_back(machine_.core(rank).counters().instructions);
      const auto status = machine_.exit_status(rank);
      statuses.push_back(status ? json(*status) : json());
      over = over && status.has_value();
    }
    return {{"pid", ::getpid()}, {"time", machine_.time().value},
            {"counts", counts},  {"statuses", statuses},
            {"over", over},      {"positions", output_.positions()}};
  }

  json events() {
    json all = json::array();
    if (more_.log == nullptr) return {{"events", all}};
    // Those of a run that is over are all that there are.
    const bool over = where().at("over");
    for (const Event& event : more_.log->take(over ? ~std::uint64_t{0} : machine_.time().value))
      all.push_back({event.kind, event.time, event.rank, event.address, event.place, event.values});
    return {{"events", all}};
  }

  json run(const json& request) {
    if (more_.log != nullptr)
      more_.log->messages =
          !request.at("recorded").is_null() && request["recorded"].at("messages").get<bool>();
    machine_.set_breaks(breaks_of(request, machine_.count()));
    json result;
    try {
      const bool watched = request.at("watched");
      Picos until{request.at("until")};
      // It stands at a deadlock, wherever the slices of the run end.
      if (watched && machine_.deadlock_at() > machine_.time())
        until = std::min(until, machine_.deadlock_at());
      if (machine_.advance(until) && watched) machine_.check_deadlock();
      result = where();
    } catch (const HitTooEarly& hit) {
      lost_ = true;
      return {{"early", hit.time.value}};
    } catch (const kernel::DeadlockError& error) {
      lost_ = true;
      unsigned waits = 0;
      while (waits + 1 < machine_.count() && machine_.exit_status(waits)) ++waits;
      return {{"failed", story_of(error).text},
              {"rank", waits},
              {"time", std::min(machine_.deadlock_at(), machine_.time()).value}};
    } catch (const kernel::MachineError& error) {
      lost_ = true;
      const FailureStory story = story_of(error);
      json failure = {
          {"failed", story.text}, {"time", machine_.time().value}, {"places", story.places}};
      const auto* const fault = dynamic_cast<const kernel::FaultError*>(&error);
      const auto* const call = dynamic_cast<const kernel::CallError*>(&error);
      const int core = fault != nullptr ? fault->fault().core : call != nullptr ? call->core() : -1;
      for (unsigned rank = 0; rank < machine_.count(); ++rank)
        if (machine_.core(rank).id() == core) failure["rank"] = rank;
      if (fault != nullptr) failure["signal"] = kernel::signal_of(fault->fault());
      if (machine_.last_hit()) failure["last_hit"] = told(*machine_.last_hit());
      return failure;
    }
    result["hits"] = json::array();
    for (const MachineHit& hit : machine_.hits()) result["hits"].push_back(told(hit));
    if (machine_.last_hit()) result["last_hit"] = told(*machine_.last_hit());
    result["settled"] = machine_.settled().value;
    return result;
  }

  FailureStory story_of(const kernel::MachineError& error) const {
    return more_.explain ? more_.explain(error) : FailureStory{error.what(), {}};
  }

  static json told(const MachineHit& hit) {
    return {hit.time.value, hit.rank,  hit.reason,      hit.address,
            hit.write,      hit.place, hit.instructions};
  }

  // The server waits for the process in which the run ends. As long as the one is there of which
  // this is a copy, and which the server has left, that one would take the exit status.
  void become_the_servers() const {
    constexpr useconds_t kMoment = 1000;
    while (::getppid() == copied_from_) ::usleep(kMoment);
  }

  // The copy goes on with this function's caller, with a channel of its own.
  void copy() {
    auto [ours, theirs] = Channel::pair();
    const pid_t self = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) {
      server_ = std::move(theirs);
      copied_from_ = self;
      return;
    }
    if (child < 0) {
      server_.send({{"error", "the host cannot start another process"}});
    } else {
      server_.send(json::object(), ours);
    }
  }

  DebugMachine& machine_;
  HeldOutput& output_;
  Channel server_;
  const MoreAnswers& more_;
  pid_t copied_from_ = 0;  // 0: the first
  bool lost_ = false;      // the machine is of no more use
};

}  // namespace

void serve_debugger(DebugMachine& machine, HeldOutput& output, Channel server,
                    const MoreAnswers& more) {
  const auto interrupt = std::signal(SIGINT, SIG_IGN);  // Ctrl-C is the debugger's
  const auto child = std::signal(SIGCHLD, SIG_IGN);     // no process waits for the copies
  CheckpointProcess(machine, output, std::move(server), more).serve();
  std::signal(SIGINT, interrupt);
  std::signal(SIGCHLD, child);
}

}  // namespace rc::sim::debug
