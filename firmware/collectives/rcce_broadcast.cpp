// SPDX-License-Identifier: Apache-2.0
#include "rcce_broadcast.h"

#include "RCCE.h"
#include "blocking.h"
#include "firmware/collectives/schedules/dopl.h"
#include "firmware/hal/tile.h"
#include "rcce_ranks.h"

namespace collectives {
namespace {

struct RcceMessenger : RcceRanks {
  void send(char* data, size_t bytes, int peer) const { RCCE_send(data, bytes, peer); }
  void receive(char* data, size_t bytes, int peer) const { RCCE_recv(data, bytes, peer); }
};

}  // namespace

void rcce_cube(char* data, size_t bytes, int root, size_t part_bytes) {
  blocking_cube(data, bytes, root, part_bytes, RcceMessenger{});
}

void rcce_cube_printed(char* data, size_t bytes, int root, size_t part_bytes) {
  blocking_cube(data, bytes, root, part_bytes, RcceMessenger{}, Cube::Form::printed);
}

void rcce_linear(char* data, size_t bytes, int root) {
  RCCE_bcast(data, bytes, root, RCCE_COMM_WORLD);
}

void rcce_binomial(char* data, size_t bytes, int root) {
  blocking_binomial(data, bytes, root, RcceMessenger{});
}

void rcce_scatter_allgather(char* data, size_t bytes, int root) {
  blocking_scatter_allgather(data, bytes, root, RcceMessenger{});
}

void rcce_dopl(char* data, size_t bytes, int root, size_t part_bytes, size_t pipe_bytes) {
  const Cut parts{bytes, part_bytes};
  const Dopl dopl(mesh_for(RCCE_num_ues(), hal::columns()), root, parts.parts());
  for (int round = 0; round < dopl.rounds(); ++round) {
    const Turn turn = dopl.turn(RCCE_ue(), round);
    const auto pieces = [&](const Transfer& t) {
      const size_t size = t ? parts.size(t.part) : 0;
      return Cut{size, t.piped ? pipe_bytes : size + 1};
    };
    const Cut out = pieces(turn.send), in = pieces(turn.receive);
    const auto send = [&](int piece) {
      if (piece < 0 || piece >= out.parts()) return;
      RCCE_send(data + parts.offset(turn.send.part) + out.offset(piece), out.size(piece),
                turn.send.peer);
    };
    const auto receive = [&](int piece) {
      if (piece < 0 || piece >= in.parts()) return;
      RCCE_recv(data + parts.offset(turn.receive.part) + in.offset(piece), in.size(piece),
                turn.receive.peer);
    };
    if (turn.send_first) {
      for (int piece = 0; piece < out.parts(); ++piece) send(piece);
      for (int piece = 0; piece < in.parts(); ++piece) receive(piece);
    } else if (turn.send.piped) {
      for (int piece = 0; piece < in.parts(); ++piece) {
        receive(piece);
        send(piece);
      }
    } else {
      for (int piece = 0; piece < in.parts(); ++piece) receive(piece);
      send(0);
    }
  }
}

}  // namespace collectives
