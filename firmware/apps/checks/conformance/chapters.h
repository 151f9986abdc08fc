// SPDX-License-Identifier: Apache-2.0
// The chapters that the conformance programs are made of.
#pragma once

namespace chapters {

// Either face
void core();
void communicators();
void shared_memory();
void locks();
void barriers();

// Basic
void messages();
void reductions();
void comm_trees();
void comm_exchange();

// Gory
void buffer_space();
void put_get();
void flags();
void gory_messages();

// RWTH's
void requests();
void pipes();
void probes();
void tags();
void mailboxes();

}  // namespace chapters
