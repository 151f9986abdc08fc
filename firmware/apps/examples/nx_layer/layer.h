/* SPDX-License-Identifier: Apache-2.0 */
/* A message layer as portable programs of the time had it: messages are sent without waiting for
 * the receiver, queue up where they arrive, and are taken from the queue by sender and tag. */
#ifndef LAYER_H
#define LAYER_H

enum { kAny = -1, kMaxBytes = 2048 };

void layer_start(void); /* called by all nodes, first */
void layer_send(int to, int tag, const void* data, int bytes);
/* The oldest message of that sender and tag (or kAny); waits for it. Returns its length. */
int layer_receive(int from, int tag, void* data, int room, int* sender);
int layer_probe(int from, int tag); /* 1 if there is one, else 0 */
int layer_peak(void);               /* the most messages that were in the queue at once */

#endif
