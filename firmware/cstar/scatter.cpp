// SPDX-License-Identifier: Apache-2.0
// Values to positions that only the run knows: packets that pass from node to node.
#include <stdlib.h>
#include <string.h>

#include "firmware/cstar/routines.h"

namespace cstar {

Target target_of(CS__Shape shape, const CS__Pvar* index, long local_position) {
  int position[CS__MAX_RANK];
  for (int axis = 0; axis < shape->rank; ++axis)
    memcpy(&position[axis], element(index[axis], local_position), sizeof(int));
  return {CS__Owner(shape, position), static_cast<int>(CS__Offset(shape, position))};
}

namespace {

// What a packet begins with; its value follows.
struct Header {
  int node;    // to which it goes
  int offset;  // local position there
};
struct Request {
  Header header;
  Header reply;
};

// Passes packets of one size on until all have arrived: `held` goes in, and what is for this node
// comes out in it.
void route(Recorder& recorder, Buffer& held, long size) {
  const Style how = style(CS__options.scatter);
  const Mesh nodes = mesh();
  Buffer leaving;
  const auto copy = [size](char* to, const char* from) {
    memcpy(to, from, static_cast<size_t>(size));
  };
  for (int step = 1; step <= reduce_steps(how, nodes); ++step) {
    recorder.step();
    const Transfer transfer = reduce_transfer(how, nodes, CS__self.node, step);
    if (transfer.to != kNobody) {
      leaving.clear();
      long kept = 0;
      for (long at = 0; at < held.size(); at += size) {
        const char* packet = held.data() + at;
        int destination;
        memcpy(&destination, packet, sizeof destination);
        if (destination != CS__self.node &&
            packet_leaves(how, nodes, CS__self.node, step, destination)) {
          copy(leaving.grow(size), packet);
        } else {
          if (kept != at) copy(held.data() + kept, packet);
          kept += size;
        }
      }
      held.shrink(kept);
      recorder.send(transfer.to, leaving.data(), leaving.size());
    }
    if (transfer.from != kNobody) {
      const long bytes = transport::await(transfer.from);
      transport::receive(transfer.from, held.grow(bytes), bytes);
    }
  }
}

// Packets of a header and a value: multiples of four bytes.
long packet_size(long value_size) {
  return static_cast<long>(sizeof(Header)) + (value_size + 3) / 4 * 4;
}

void check_indices(CS__Shape shape, const CS__Pvar* index, const char* routine) {
  for (int axis = 0; axis < shape->rank; ++axis) expect_current(index[axis]->shape, routine);
}

void deliver(const Buffer& arrived, CS__Pvar destination, CS__Type type, CS__Op op) {
  const CS__Shape shape = destination->shape;
  const long size = packet_size(size_of(type));
  const auto taken = static_cast<size_t>(shape->local_positions);
  auto* taken_by_value = op == CS__ASSIGN ? static_cast<char*>(calloc(taken + 1, 1)) : nullptr;
  for (long at = 0; at < arrived.size(); at += size) {
    Header header;
    memcpy(&header, arrived.data() + at, sizeof header);
    if (taken_by_value != nullptr && taken_by_value[header.offset]++ != 0)
      CS__Fail(
          "two values for one position: a scatter that assigns allows one (local position %d "
          "of node %d)",
          header.offset, CS__self.node);
    combine(type, op, element(destination, header.offset), arrived.data() + at + sizeof header);
  }
  free(taken_by_value);
}

}  // namespace
}  // namespace cstar

using cstar::Header;
using cstar::Request;

void CS__Scatter(CS__Pvar destination, const CS__Pvar* index, CS__Pvar source, CS__Type type,
                 CS__Op op) {
  cstar::Recorder recorder(CS__SCATTER);
  cstar::expect_current(source->shape, "CS__Scatter");
  cstar::check_indices(destination->shape, index, "CS__Scatter");
  const long value = cstar::size_of(type), size = cstar::packet_size(value);
  cstar::Buffer packets;
  for (long i = 0; i < source->shape->local_positions; ++i) {
    if (!cstar::active(i)) continue;
    const cstar::Target target = cstar::target_of(destination->shape, index, i);
    const Header header{target.node, target.offset};
    char* packet = packets.grow(size);
    memcpy(packet, &header, sizeof header);
    memcpy(packet + sizeof header, cstar::element(source, i), static_cast<size_t>(value));
  }
  recorder.charge(CS__options.scatter_cycles, packets.size() / size);
  cstar::route(recorder, packets, size);
  cstar::deliver(packets, destination, type, op);
}

void CS__Gather(CS__Pvar destination, const CS__Pvar* index, CS__Pvar source, long value) {
  cstar::Recorder recorder(CS__GATHER);
  cstar::expect_current(destination->shape, "CS__Gather");
  cstar::check_indices(source->shape, index, "CS__Gather");
  cstar::Buffer requests, replies;
  for (long i = 0; i < destination->shape->local_positions; ++i) {
    if (!cstar::active(i)) continue;
    const cstar::Target target = cstar::target_of(source->shape, index, i);
    const Request request{{target.node, target.offset}, {CS__self.node, static_cast<int>(i)}};
    memcpy(requests.grow(sizeof request), &request, sizeof request);
  }
  constexpr long kRequest = sizeof(Request);
  recorder.charge(CS__options.scatter_cycles, requests.size() / kRequest);
  cstar::route(recorder, requests, kRequest);

  const long size = cstar::packet_size(value);
  for (long at = 0; at < requests.size(); at += kRequest) {
    Request request;
    memcpy(&request, requests.data() + at, sizeof request);
    char* packet = replies.grow(size);
    memcpy(packet, &request.reply, sizeof(Header));
    memcpy(packet + sizeof(Header), cstar::element(source, request.header.offset),
           static_cast<size_t>(value));
  }
  recorder.charge(CS__options.scatter_cycles, replies.size() / size);
  cstar::route(recorder, replies, size);
  for (long at = 0; at < replies.size(); at += size) {
    Header header;
    memcpy(&header, replies.data() + at, sizeof header);
    memcpy(cstar::element(destination, header.offset), replies.data() + at + sizeof header,
           static_cast<size_t>(value));
  }
}
