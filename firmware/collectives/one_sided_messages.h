// SPDX-License-Identifier: Apache-2.0
// Messages over one-sided transfers, with a choice of copy routine: they show how much of a
// broadcast's time comes from its schedule and how much from its library.
//
// The protocol is RCCE's and iRCCE's: a piece goes into the sender's own buffer, a flag at the
// receiver announces it, the receiver fetches it and answers with a flag at the sender. As with
// iRCCE, one send and one receive can be under way at once, as in a chain of UEs that pass pieces
// on. For programs of the gory interface.
#pragma once

#include <stddef.h>

#include "RCCE.h"
#include "firmware/collectives/schedules/schedule.h"
#include "line_copy.h"

namespace collectives {

// Consecutive bytes, to or from `peer`, as pieces that are messages of their own.
struct Stream {
  char* data = nullptr;
  Cut cut;
  int peer = -1;
};

// When copies ran, in core cycles, as many as there is room for; the rest of the time went into
// waiting.
struct Timeline {
  struct Event {
    unsigned long long begin;
    unsigned long long end;
    bool out;  // into the own buffer; else from the partner's
  };
  static constexpr int kCapacity = 512;
  Event events[kCapacity];
  int count = 0;

  void add(const Event& event) {
    if (count < kCapacity) events[count++] = event;
  }
};

class OneSidedMessages {
 public:
  // Collective: takes what is left of the message passing buffer.
  OneSidedMessages();

  // Blocking messages.
  void send(Copy copy, char* data, size_t bytes, int peer);
  void receive(Copy copy, char* data, size_t bytes, int peer);

  // Records copies from now on; nullptr stops that.
  void record(Timeline* timeline) { timeline_ = timeline; }

  // Receives `in` and sends `out` at once. If both are the same data, a piece is sent once it is
  // here.
  void pass(Copy copy, const Stream& in, const Stream& out);

 private:
  // What one handshake moves: a stream's next piece, or as much of it as fits into the buffer.
  struct Step {
    size_t offset;
    size_t bytes;
  };
  Step next_step(const Stream& stream, size_t done) const;

  void note(unsigned long long begin, bool out);

  t_vcharp buffer_;
  size_t chunk_;
  Timeline* timeline_ = nullptr;
  RCCE_FLAG sent_[RCCE_MAXNP];   // [ue]: `ue` has a piece for this UE
  RCCE_FLAG ready_[RCCE_MAXNP];  // [ue]: `ue` has taken this UE's piece
};

// Schedules over one-sided messages; parameters as in rcce_broadcast.h.
void one_sided_cube(OneSidedMessages& messages, Copy copy, char* data, size_t bytes, int root,
                    size_t part_bytes);
void one_sided_dopl(OneSidedMessages& messages, Copy copy, char* data, size_t bytes, int root,
                    size_t part_bytes, size_t pipe_bytes);

}  // namespace collectives
