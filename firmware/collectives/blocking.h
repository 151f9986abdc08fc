// Carries a schedule out with messages that block until the partner is there.
#pragma once

#include "schedule.h"

namespace collectives {

// `me` is the caller's rank; `data` holds the whole message at the root and gets it elsewhere.
// Messenger: send(const char*, size_t, int peer) and receive(char*, size_t, int peer).
template <class Schedule, class Messenger>
void play_blocking(const Schedule& schedule, const Cut& cut, char* data, int me,
                   const Messenger& messenger) {
  const auto send = [&](const Transfer& t) {
    if (t) messenger.send(data + cut.offset(t.part), cut.size(t.part, t.count), t.peer);
  };
  const auto receive = [&](const Transfer& t) {
    if (t) messenger.receive(data + cut.offset(t.part), cut.size(t.part, t.count), t.peer);
  };
  for (int round = 0; round < schedule.rounds(); ++round) {
    const Turn turn = schedule.turn(me, round);
    if (turn.send_first) send(turn.send);
    receive(turn.receive);
    if (!turn.send_first) send(turn.send);
  }
}

}  // namespace collectives
