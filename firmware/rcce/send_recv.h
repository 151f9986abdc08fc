// The synchronous message protocol under both faces of send and recv: the sender puts a piece into
// its own buffer and tells the receiver, who gets it from there and answers.
#pragma once

#include "RCCE.h"

namespace rcce {

// What one direction of one pair of UEs works with. `sent` lies with the receiver, `ready` with the
// sender; both structures name the place in the caller's own buffer.
struct Channel {
  t_vcharp buffer;  // the sender's, by its place in the caller's buffer
  size_t chunk;     // bytes, whole lines
  RCCE_FLAG* ready;
  RCCE_FLAG* sent;
};

int send(const char* data, size_t size, int dest, const Channel& channel);
int receive(char* data, size_t size, int source, const Channel& channel);
// Receives if the sender has a piece ready; *test tells.
int receive_test(char* data, size_t size, int source, const Channel& channel, int* test);

}  // namespace rcce
