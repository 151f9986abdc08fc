// SPDX-License-Identifier: Apache-2.0
#include "ircce_broadcast.h"

#include "RCCE.h"
#include "blocking.h"
#include "firmware/collectives/schedules/dopl.h"
#include "firmware/hal/tile.h"
#include "iRCCE.h"
#include "rcce_ranks.h"

namespace collectives {
namespace {

struct IrcceMessenger : RcceRanks {
  void send(char* data, size_t bytes, int peer) const {
    iRCCE_SEND_REQUEST request;
    iRCCE_isend(data, static_cast<ssize_t>(bytes), peer, &request);
    iRCCE_isend_wait(&request);
  }
  void receive(char* data, size_t bytes, int peer) const {
    iRCCE_RECV_REQUEST request;
    iRCCE_irecv(data, static_cast<ssize_t>(bytes), peer, &request);
    iRCCE_irecv_wait(&request);
  }
};

// Pieces under way at a time: more than any part of the thesis has.
constexpr int kWindow = 64;

// One part in pieces, to or from `peer`.
struct Stream {
  char* data;
  Cut cut;
  int peer;

  int pieces() const { return cut.parts(); }
  char* piece(int index) const { return data + cut.offset(index); }
  ssize_t size(int index) const { return static_cast<ssize_t>(cut.size(index)); }
};

// One round of one process: posts all receives, and each send as soon as its data is here; then
// waits for all.
class Line {
 public:
  void pass(const Stream& in, const Stream& out) {
    const bool same = in.pieces() > 0 && in.data == out.data;
    const int pieces = in.pieces() > out.pieces() ? in.pieces() : out.pieces();
    for (int first = 0; first < pieces; first += kWindow) {
      iRCCE_WAIT_LIST all;
      iRCCE_init_wait_list(&all);
      for (int i = first; i < first + kWindow && i < in.pieces(); ++i) {
        iRCCE_RECV_REQUEST* const request = &receives_[i - first];
        iRCCE_irecv(in.piece(i), in.size(i), in.peer, request);
        iRCCE_add_to_wait_list(&all, nullptr, request);
      }
      for (int i = first; i < first + kWindow && i < out.pieces(); ++i) {
        iRCCE_SEND_REQUEST* const request = &sends_[i - first];
        if (same) iRCCE_irecv_wait(&receives_[i - first]);
        iRCCE_isend(out.piece(i), out.size(i), out.peer, request);
        iRCCE_add_to_wait_list(&all, request, nullptr);
      }
      iRCCE_wait_all(&all);
    }
  }

 private:
  iRCCE_RECV_REQUEST receives_[kWindow];
  iRCCE_SEND_REQUEST sends_[kWindow];
};

}  // namespace

void ircce_dopl(char* data, size_t bytes, int root, size_t part_bytes, size_t pipe_bytes) {
  static Line line;  // the requests are too many for the stack
  const Cut parts{bytes, part_bytes};
  const Dopl dopl(mesh_for(RCCE_num_ues(), hal::columns()), root, parts.parts());
  const auto stream = [&](const Transfer& t) {
    if (!t) return Stream{nullptr, {}, -1};
    const size_t size = parts.size(t.part);
    return Stream{data + parts.offset(t.part), {size, t.piped ? pipe_bytes : size}, t.peer};
  };
  for (int round = 0; round < dopl.rounds(); ++round) {
    const Turn turn = dopl.turn(RCCE_ue(), round);
    line.pass(stream(turn.receive), stream(turn.send));
  }
}

void ircce_cube(char* data, size_t bytes, int root, size_t part_bytes) {
  blocking_cube(data, bytes, root, part_bytes, IrcceMessenger{});
}

void ircce_binomial(char* data, size_t bytes, int root) {
  blocking_binomial(data, bytes, root, IrcceMessenger{});
}

void ircce_scatter_allgather(char* data, size_t bytes, int root) {
  blocking_scatter_allgather(data, bytes, root, IrcceMessenger{});
}

}  // namespace collectives
