// SPDX-License-Identifier: Apache-2.0
// Plays broadcast schedules on the host and says what is wrong with them.
#pragma once

#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "firmware/collectives/schedules/schedule.h"

namespace rc::test {

inline constexpr int kMaxUes = 512;  // as many as schedules are tried for

// Plays all rounds: every send meets its receive; no process sends a part that it did not have
// before the round (a piped part it may be getting in this very round, from a process that has it);
// in the end every process has all parts, none twice unless `repeats`. Empty: all is right.
template <class Schedule>
std::string check_broadcast(const Schedule& schedule, int processes, int root, int parts,
                            bool repeats = false) {
  using collectives::Transfer;
  using collectives::Turn;
  std::vector<std::vector<bool>> has(static_cast<std::size_t>(processes),
                                     std::vector<bool>(static_cast<std::size_t>(parts)));
  const auto at = [](auto& container, int index) -> decltype(auto) {
    return container[static_cast<std::size_t>(index)];
  };
  at(has, root).assign(static_cast<std::size_t>(parts), true);
  std::vector<Turn> turns(static_cast<std::size_t>(processes));
  std::ostringstream wrong;
  const auto complain = [&](int round, int process, const Transfer& transfer, const char* what) {
    wrong << "n " << processes << " root " << root << " parts " << parts << " round " << round
          << " process " << process << " peer " << transfer.peer << " part " << transfer.part << "+"
          << transfer.count << ": " << what;
    return wrong.str();
  };
  const auto has_all = [&](int process, const Transfer& transfer) {
    for (int i = 0; i < transfer.count; ++i)
      if (!at(at(has, process), transfer.part + i)) return false;
    return true;
  };
  for (int round = 0; round < schedule.rounds(); ++round) {
    for (int process = 0; process < processes; ++process) {
      at(turns, process) = schedule.turn(process, round);
      for (const Transfer& transfer : {at(turns, process).send, at(turns, process).receive}) {
        if (!transfer) continue;
        if (transfer.peer < 0 || transfer.peer >= processes || transfer.peer == process)
          return complain(round, process, transfer, "no such peer");
        if (transfer.part < 0 || transfer.part + transfer.count > parts)
          return complain(round, process, transfer, "no such part");
      }
    }
    for (int process = 0; process < processes; ++process) {
      const Turn& turn = at(turns, process);
      if (turn.send) {
        const Transfer& met = at(turns, turn.send.peer).receive;
        if (met.peer != process || met.part != turn.send.part || met.count != turn.send.count ||
            met.piped != turn.send.piped)
          return complain(round, process, turn.send, "its receiver does not expect it");
        // Who sends a part while getting it must get it from a process that does not wait for it.
        int source = process;
        for (int steps = 0; steps < processes && !has_all(source, turn.send); ++steps) {
          const Transfer& from = at(turns, source).receive;
          if (!from || !turn.send.piped || from.part != turn.send.part) break;
          source = from.peer;
        }
        if (!has_all(source, turn.send))
          return complain(round, process, turn.send, "the sender does not have it");
      }
      if (turn.receive) {
        const Transfer& met = at(turns, turn.receive.peer).send;
        if (met.peer != process || met.part != turn.receive.part)
          return complain(round, process, turn.receive, "its sender does not send it");
        if (!repeats && has_all(process, turn.receive))
          return complain(round, process, turn.receive, "it has that already");
      }
    }
    for (int process = 0; process < processes; ++process) {
      const Transfer& receive = at(turns, process).receive;
      for (int i = 0; i < receive.count; ++i) at(at(has, process), receive.part + i) = true;
    }
  }
  for (int process = 0; process < processes; ++process)
    for (int part = 0; part < parts; ++part)
      if (!at(at(has, process), part))
        return complain(schedule.rounds(), process, {-1, part, 1, false}, "never arrived");
  return {};
}

// Carries all rounds out with transfers that block until the partner is there, each process in its
// own order. Empty: everyone got through; else who waits for whom.
template <class Schedule>
std::string check_blocking(const Schedule& schedule, int processes) {
  struct Step {
    int peer;
    int part;
    bool sends;
  };
  struct Process {
    int round = 0;
    std::vector<Step> steps;  // of the present round, last first
  };
  std::vector<Process> all(static_cast<std::size_t>(processes));
  // The next step of a process, empty if it is done.
  const auto next = [&](int process) -> std::optional<Step> {
    Process& p = all[static_cast<std::size_t>(process)];
    while (p.steps.empty() && p.round < schedule.rounds()) {
      const collectives::Turn turn = schedule.turn(process, p.round++);
      const auto add = [&](const collectives::Transfer& transfer, bool sends) {
        if (transfer) p.steps.push_back({transfer.peer, transfer.part, sends});
      };
      if (turn.send_first) {
        add(turn.receive, false);
        add(turn.send, true);
      } else {
        add(turn.send, true);
        add(turn.receive, false);
      }
    }
    if (p.steps.empty()) return std::nullopt;
    return p.steps.back();
  };
  bool moved = true;
  while (moved) {
    moved = false;
    for (int process = 0; process < processes; ++process)
      while (const auto step = next(process)) {
        const auto met = next(step->peer);
        if (!met || met->peer != process || met->sends == step->sends) break;
        if (met->part != step->part) return "partners disagree about the part";
        all[static_cast<std::size_t>(process)].steps.pop_back();
        all[static_cast<std::size_t>(step->peer)].steps.pop_back();
        moved = true;
      }
  }
  for (int process = 0; process < processes; ++process)
    if (const auto step = next(process))
      return "process " + std::to_string(process) + " waits for " + std::to_string(step->peer);
  return {};
}

}  // namespace rc::test
