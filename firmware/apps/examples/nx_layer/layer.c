/* SPDX-License-Identifier: Apache-2.0 */
/* The queue is filled by a handler of NX, which runs whenever a message has come, whatever the
 * program does at that time. So whoever looks at the queue masks handlers meanwhile. */
#include "layer.h"

#include <nx.h>
#include <stdlib.h>
#include <string.h>

enum { kType = 500 };

typedef struct Packet {
  struct Packet* next;
  int sender, tag, bytes;
  char data[kMaxBytes];
} Packet;

enum { kHeader = sizeof(Packet) - kMaxBytes };

static Packet* queue;
static Packet* coming; /* where the next message goes */
static int queued, peak;

static void arrived(long type, long count, long node, long pid) {
  Packet** end = &queue;
  (void)type, (void)count, (void)node, (void)pid;
  while (*end != NULL) end = &(*end)->next;
  coming->next = NULL;
  *end = coming;
  if (++queued > peak) peak = queued;
  coming = malloc(sizeof *coming);
  if (coming == NULL) abort();
  hrecv(kType, coming, sizeof *coming, arrived);
}

void layer_start(void) {
  coming = malloc(sizeof *coming);
  hrecv(kType, coming, sizeof *coming, arrived);
  gsync();
}

void layer_send(int to, int tag, const void* data, int bytes) {
  Packet packet;
  packet.sender = (int)mynode();
  packet.tag = tag;
  packet.bytes = bytes;
  memcpy(packet.data, data, (size_t)bytes);
  csend(kType, &packet, kHeader + bytes, to, 0);
}

static Packet** find(int from, int tag) {
  Packet** link = &queue;
  for (; *link != NULL; link = &(*link)->next) {
    if ((from == kAny || (*link)->sender == from) && (tag == kAny || (*link)->tag == tag)) break;
  }
  return link;
}

int layer_probe(int from, int tag) {
  const long before = masktrap(1);
  const int found = *find(from, tag) != NULL;
  masktrap(before);
  return found;
}

int layer_receive(int from, int tag, void* data, int room, int* sender) {
  long before = masktrap(1);
  Packet **link, *packet;
  int bytes;
  for (link = find(from, tag); *link == NULL; link = find(from, tag)) {
    masktrap(before); /* what has come is queued here */
    flick();
    before = masktrap(1);
  }
  packet = *link;
  *link = packet->next;
  --queued;
  bytes = packet->bytes < room ? packet->bytes : room;
  memcpy(data, packet->data, (size_t)bytes);
  if (sender != NULL) *sender = packet->sender;
  free(packet);
  masktrap(before);
  return bytes;
}

int layer_peak(void) { return peak; }
