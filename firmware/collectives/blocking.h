// SPDX-License-Identifier: Apache-2.0
// Schedules over blocking messages.
#pragma once

#include <stddef.h>

#include "firmware/collectives/schedules/cube.h"
#include "firmware/collectives/schedules/schedule.h"
#include "firmware/collectives/schedules/trees.h"

namespace collectives {

// `data` holds the whole message at the root and gets it elsewhere; part -1 (Cube::Form::printed)
// lies before it. Messenger: rank(), ranks(), line_bytes(), send(char*, size_t, int peer) and
// receive(char*, size_t, int peer).
template <class Schedule, class Messenger>
void play_blocking(const Schedule& schedule, const Cut& cut, char* data,
                   const Messenger& messenger) {
  const auto place = [&](const Transfer& t) {
    return t.part < 0 ? data - cut.part_bytes : data + cut.offset(t.part);
  };
  const auto size = [&](const Transfer& t) {
    return t.part < 0 ? cut.part_bytes : cut.size(t.part, t.count);
  };
  const auto send = [&](const Transfer& t) {
    if (t) messenger.send(place(t), size(t), t.peer);
  };
  const auto receive = [&](const Transfer& t) {
    if (t) messenger.receive(place(t), size(t), t.peer);
  };
  for (int round = 0; round < schedule.rounds(); ++round) {
    const Turn turn = schedule.turn(messenger.rank(), round);
    if (turn.send_first) send(turn.send);
    receive(turn.receive);
    if (!turn.send_first) send(turn.send);
  }
}

template <class Messenger>
void blocking_cube(char* data, size_t bytes, int root, size_t part_bytes,
                   const Messenger& messenger, Cube::Form form = Cube::Form::needed) {
  const Cut cut{bytes, part_bytes};
  play_blocking(Cube(messenger.ranks(), root, cut.parts(), form), cut, data, messenger);
}

template <class Messenger>
void blocking_binomial(char* data, size_t bytes, int root, const Messenger& messenger) {
  const Cut cut{bytes, bytes == 0 ? 1 : bytes};
  play_blocking(Binomial(messenger.ranks(), root, cut.parts()), cut, data, messenger);
}

// Blocks are whole lines: only the last block of a message may end within one.
template <class Messenger>
void blocking_scatter_allgather(char* data, size_t bytes, int root, const Messenger& messenger) {
  const size_t blocks = static_cast<size_t>(messenger.ranks()), line = messenger.line_bytes();
  const size_t even = (bytes + blocks - 1) / blocks;
  const Cut cut{bytes, even == 0 ? line : (even + line - 1) / line * line};
  play_blocking(ScatterAllgather(messenger.ranks(), root), cut, data, messenger);
}

}  // namespace collectives
