// SPDX-License-Identifier: Apache-2.0
// The queues: one for what this UE sends, one for each UE it receives from, one for receives from
// anyone. Only the front of a queue makes progress; an any-source receive joins the queue of the
// first UE whose message no other receive waits for.
#pragma once

#include "iRCCE.h"

namespace ircce {

void queues_init();

bool pending();  // requests of any kind
bool sends_pending();
bool receives_pending(int source);
// One step of everything that is under way.
void push_all();

// RCCE_SUCCESS if the data, its length, the UE and the request are fit to be used.
int check_send(const char* data, ssize_t size, int dest, const iRCCE_SEND_REQUEST* request);
int check_recv(const char* data, ssize_t size, int source, const iRCCE_RECV_REQUEST* request);

}  // namespace ircce
