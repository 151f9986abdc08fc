// SPDX-License-Identifier: Apache-2.0
// Messages piece by piece, for requests of either kind.
//
// A piece is a full chunk of the buffer, then the whole lines of the rest, then one line padded
// with the last bytes: as RCCE's, so the two mix. A pipelined message sends each full chunk as two
// halves, and the receiver answers for a half before it fetches it, as long as the next piece is a
// half too and so goes elsewhere: then one side fills while the other empties. A message of no
// bytes travels as one of one byte: it synchronises.
#pragma once

#include "iRCCE.h"

namespace ircce {

// Starts from scratch. `size` is not negative, the UE exists.
void start(iRCCE_SEND_REQUEST& request, char* data, size_t size, int dest, bool pipelined);
void start(iRCCE_RECV_REQUEST& request, char* data, ssize_t size, int source, bool pipelined);

// As far as it goes without waiting. True once the message is through.
bool progress(iRCCE_SEND_REQUEST& request);
bool progress(iRCCE_RECV_REQUEST& request);

// Bytes of the first half of a chunk: whole lines.
inline size_t first_half(size_t chunk) { return chunk / 2 / RCCE_LINE_SIZE * RCCE_LINE_SIZE; }

// Whether `source` has a piece ready for this UE.
bool has_piece(int source);

// Of the last message that was received to its end.
struct Received {
  int source = -1;
  size_t size = 0;
};
extern Received last_received;

}  // namespace ircce
