// SPDX-License-Identifier: Apache-2.0
#include "transfer.h"

#include <stdint.h>
#include <string.h>

#include "firmware/rcce/internal.h"
#include "firmware/rcce/messages/channel.h"

namespace {

char empty_message;  // what a message of no bytes carries

struct Piece {
  size_t at;     // in the buffer
  size_t bytes;  // of the message; a padded one takes a whole line
  bool padded;
};

// Divisions are slow: one per message.
template <class Request>
void set_size(Request& request, size_t size, size_t chunk) {
  request.size = size;
  request.wsize = size / chunk * chunk;
  if (size == 0) request.privbuf = &empty_message;
}

// Bytes that are sent: a message of none is sent as one byte.
template <class Request>
size_t travelling(const Request& request) {
  return request.size != 0 ? request.size : 1;
}

template <class Request>
Piece next_piece(const Request& request, size_t chunk) {
  if (request.done < request.wsize) {
    if (!request.sync) return {0, chunk, false};
    const size_t half = ircce::first_half(chunk);
    return request.half ? Piece{half, chunk - half, false} : Piece{0, half, false};
  }
  const size_t rest = travelling(request) - request.done;
  const size_t lines = rest / RCCE_LINE_SIZE * RCCE_LINE_SIZE;
  return lines != 0 ? Piece{0, lines, false} : Piece{0, rest, true};
}

// Steps behind `piece`; true if it was the last one.
template <class Request>
bool pass(Request& request, const Piece& piece) {
  request.done += piece.bytes;
  request.half = request.sync && !request.half;
  request.finished = request.done == travelling(request);
  return request.finished != 0;
}

t_vcharp bytes_of(char* data) { return reinterpret_cast<t_vcharp>(data); }

void fill(const Piece& piece, char* data, const rcce::Channel& channel) {
  if (!piece.padded) {
    iRCCE_put(channel.buffer + piece.at, bytes_of(data), static_cast<int>(piece.bytes), RCCE_IAM);
    return;
  }
  alignas(RCCE_LINE_SIZE) char line[RCCE_LINE_SIZE];
  memcpy(line, data, piece.bytes);
  iRCCE_put(channel.buffer, bytes_of(line), sizeof line, RCCE_IAM);
}

void fetch(const Piece& piece, char* data, int source, const rcce::Channel& channel) {
  if (!piece.padded) {
    iRCCE_get(bytes_of(data), channel.buffer + piece.at, static_cast<int>(piece.bytes), source);
    return;
  }
  alignas(RCCE_LINE_SIZE) char line[RCCE_LINE_SIZE];
  iRCCE_get(bytes_of(line), channel.buffer, sizeof line, source);
  memcpy(data, line, piece.bytes);
}

}  // namespace

ircce::Received ircce::last_received;

void ircce::start(iRCCE_SEND_REQUEST& request, char* data, size_t size, int dest, bool pipelined) {
  request = {};
  request.privbuf = data;
  request.dest = dest;
  request.sync = pipelined;
  set_size(request, size, rcce::channel_to(dest).chunk);
}

void ircce::start(iRCCE_RECV_REQUEST& request, char* data, ssize_t size, int source,
                  bool pipelined) {
  request = {};
  request.privbuf = data;
  request.source = source;
  request.sync = pipelined;
  request.any_length = size == iRCCE_ANY_LENGTH;
  if (!request.any_length) set_size(request, static_cast<size_t>(size), rcce::payload().chunk);
}

bool ircce::has_piece(int source) { return RCCE_probe(*rcce::channel_from(source).sent) != 0; }

bool ircce::progress(iRCCE_SEND_REQUEST& request) {
  const rcce::Channel channel = rcce::channel_to(request.dest);
  do {
    if (!request.waiting) {
      fill(next_piece(request, channel.chunk), request.privbuf + request.done, channel);
      rcce::flag_set(*channel.sent, request.dest, request.size);
      request.waiting = 1;
    }
    if (RCCE_probe(*channel.ready) == RCCE_FLAG_UNSET) return false;
    rcce::flag_clear(*channel.ready);
    request.waiting = 0;
  } while (!pass(request, next_piece(request, channel.chunk)));
  return true;
}

bool ircce::progress(iRCCE_RECV_REQUEST& request) {
  const rcce::Channel channel = rcce::channel_from(request.source);
  bool last = false;
  while (!last) {
    if (RCCE_probe(*channel.sent) == RCCE_FLAG_UNSET) return false;
    if (request.any_length && request.done == 0) {
      set_size(request, rcce::flag_size(*channel.sent), channel.chunk);
    }
    rcce::flag_clear(*channel.sent);
    const Piece piece = next_piece(request, channel.chunk);
    char* const data = request.privbuf + request.done;
    const bool half = request.sync && request.done < request.wsize;
    last = pass(request, piece);
    const bool early = half && request.done < request.wsize;
    if (early) rcce::flag_set(*channel.ready, request.source, 0);
    fetch(piece, data, request.source, channel);
    if (!early) rcce::flag_set(*channel.ready, request.source, 0);
  }
  last_received = {request.source, request.size};
  return true;
}
