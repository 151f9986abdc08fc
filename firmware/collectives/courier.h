// Messages over one-sided transfers, with the copy routine to be chosen: what tells apart how much
// of a broadcast's time is its schedule's and how much its library's.
//
// The protocol is that of RCCE and iRCCE: a piece goes into the sender's own buffer, a flag at the
// receiver says so, the receiver fetches it and answers with a flag at the sender. As with iRCCE,
// one send and one receive can be under way at once, in a line of neighbours that pass on what they
// get. For programs of the gory interface.
#pragma once

#include <stddef.h>

#include "RCCE.h"
#include "line_copy.h"
#include "schedule.h"

namespace collectives {

// Consecutive bytes, to or from `peer`, as pieces that are messages of their own.
struct Stream {
  char* data = nullptr;
  Cut cut;
  int peer = -1;
};

// When a courier copied, in core cycles, as long as there is room; the rest of the time it waited.
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

class Courier {
 public:
  // Collective: takes what is left of the message passing buffer.
  Courier();

  // Blocking messages.
  void send(Copy copy, char* data, size_t bytes, int peer);
  void receive(Copy copy, char* data, size_t bytes, int peer);

  // Notes from now on what it does; nullptr: no longer.
  void record(Timeline* timeline) { timeline_ = timeline; }

  // Both at once. If `out` is of the same data as `in`, each piece leaves when it has come.
  void pass(Copy copy, const Stream& in, const Stream& out);

 private:
  // What one handshake moves: the next of a stream's pieces, at most a buffer full.
  struct Step {
    size_t offset;
    size_t bytes;
  };
  Step next_step(const Stream& stream, size_t done) const;

  void note(unsigned long long begin, bool out);

  t_vcharp buffer_;
  size_t chunk_;
  Timeline* timeline_ = nullptr;
  RCCE_FLAG sent_[RCCE_MAXNP];   // [ue]: `ue` has a piece for this one
  RCCE_FLAG ready_[RCCE_MAXNP];  // [ue]: `ue` has taken this one's piece
};

// Schedules carried out by a courier; calls as in rcce_broadcast.h.
void courier_cube(Courier& courier, Copy copy, char* data, size_t bytes, int root,
                  size_t part_bytes);
void courier_dopl(Courier& courier, Copy copy, char* data, size_t bytes, int root,
                  size_t part_bytes, size_t pipe_bytes);

}  // namespace collectives
