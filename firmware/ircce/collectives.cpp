// SPDX-License-Identifier: Apache-2.0
// Collectives: a broadcast along a binomial tree, and a multicast in which all fetch the same piece
// from the root's buffer.
#include <string.h>

#include "firmware/hal/waiting.h"
#include "firmware/rcce/internal.h"
#include "firmware/rcce/messages/channel.h"
#include "iRCCE.h"
#include "requests.h"

int iRCCE_barrier(RCCE_COMM* comm) {
  return RCCE_barrier(comm != nullptr ? comm : &RCCE_COMM_WORLD);
}

// Ranks count from the root. A rank that has the message passes it to ranks with one more bit set.
int iRCCE_bcast(char* data, size_t size, int root, RCCE_COMM comm) {
  if (comm.initialized != RCCE_COMM_INITIALIZED) {
    return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_COMM_UNDEFINED);
  }
  if (root < 0 || root >= comm.size) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
  const int place = (comm.my_rank - root + comm.size) % comm.size;
  const auto ue_at = [&](int other) { return comm.member[(other + root) % comm.size]; };
  const auto bytes = static_cast<ssize_t>(size);
  int bit = 1;
  for (; bit < comm.size; bit <<= 1) {
    if ((place & bit) == 0) continue;
    if (const int error = iRCCE_srecv(data, bytes, ue_at(place - bit))) return error;
    break;
  }
  for (bit >>= 1; bit != 0; bit >>= 1) {
    if (place + bit >= comm.size) continue;
    if (const int error = iRCCE_ssend(data, bytes, ue_at(place + bit))) return error;
  }
  return iRCCE_SUCCESS;
}

namespace {

// Calls piece(offset, bytes) for what goes through the root's buffer at once.
template <class Piece>
void for_pieces(size_t size, size_t chunk, Piece piece) {
  for (size_t done = 0; done < size; done += chunk) {
    piece(done, size - done < chunk ? size - done : chunk);
  }
}

}  // namespace

// The root tells every UE of a piece; all meet when all have it.
int iRCCE_msend(char* data, ssize_t size) {
  if (size < 0) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_MESSAGE_LENGTH);
  if (data == nullptr && size != 0) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_SOURCE);
  for (hal::Waiting waiting; ircce::sends_pending(); waiting.again()) ircce::push_all();
  const rcce::Channel channel = rcce::channel_to(RCCE_IAM);  // of the flag all have the same one
  for_pieces(static_cast<size_t>(size), channel.chunk, [&](size_t offset, size_t bytes) {
    iRCCE_memcpy_put(const_cast<unsigned char*>(channel.buffer), data + offset, bytes);
    RCCE_fence();
    for (int ue = 0; ue < RCCE_NP; ++ue) {
      if (ue != RCCE_IAM) RCCE_flag_write(channel.sent, RCCE_FLAG_SET, ue);
    }
    RCCE_barrier(&RCCE_COMM_WORLD);
  });
  return iRCCE_SUCCESS;
}

int iRCCE_mrecv(char* data, ssize_t size, int root) {
  if (!rcce::is_ue(root) || root == RCCE_IAM) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
  if (size < 0) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_MESSAGE_LENGTH);
  if (data == nullptr && size != 0) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_TARGET);
  for (hal::Waiting waiting; ircce::receives_pending(root); waiting.again()) ircce::push_all();
  const rcce::Channel channel = rcce::channel_from(root);
  for_pieces(static_cast<size_t>(size), channel.chunk, [&](size_t offset, size_t bytes) {
    RCCE_wait_until(*channel.sent, RCCE_FLAG_SET);
    RCCE_flag_write(channel.sent, RCCE_FLAG_UNSET, RCCE_IAM);
    RC_cache_invalidate();
    iRCCE_memcpy_get(data + offset,
                     const_cast<const unsigned char*>(rcce::translate(channel.buffer, root)),
                     bytes);
    RCCE_barrier(&RCCE_COMM_WORLD);
  });
  return iRCCE_SUCCESS;
}

int iRCCE_mcast(char* data, size_t size, int root) {
  if (!rcce::is_ue(root)) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
  const auto bytes = static_cast<ssize_t>(size);
  return RCCE_IAM == root ? iRCCE_msend(data, bytes) : iRCCE_mrecv(data, bytes, root);
}
