// SPDX-License-Identifier: Apache-2.0
// Mailboxes: in every UE's buffer a line for each sender. A mail goes through it line by line,
// whenever the receiver has taken the line before; the sender keeps what has not gone yet.
//
// A line is written whole, so it arrives at once. The receiver empties it by clearing its state.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/hal/mpb.h"
#include "firmware/hal/waiting.h"
#include "firmware/rcce/internal.h"
#include "iRCCE.h"
#include "requests.h"

namespace {

enum State : uint8_t { kEmpty, kFull, kClosed };
constexpr size_t kLineBytes = 24;

struct alignas(RCCE_LINE_SIZE) Line {
  uint8_t state;
  int8_t tag;
  int8_t prio;
  uint8_t unused;
  uint32_t size;  // of the whole mail
  char payload[kLineBytes];
};
static_assert(sizeof(Line) == RCCE_LINE_SIZE);

// Mails in order: on their way to a UE, or from one and not complete.
struct Mails {
  iRCCE_MAIL_HEADER* first;
  size_t done;  // payload bytes of the first one that went through the line

  void append(iRCCE_MAIL_HEADER* mail) {
    iRCCE_MAIL_HEADER** end = &first;
    while (*end != nullptr) end = &(*end)->next;
    *end = mail;
  }
  iRCCE_MAIL_HEADER* take() {
    iRCCE_MAIL_HEADER* const mail = first;
    first = mail->next;
    mail->next = nullptr;
    done = 0;
    return mail;
  }
};

bool is_open;
t_vcharp slots[RCCE_MAXNP];  // by sender, in the own buffer; the place is the same in all
Mails outgoing[RCCE_MAXNP];  // by receiver
Mails incoming[RCCE_MAXNP];  // by sender; at most one
bool closed_here[RCCE_MAXNP];
bool closed_there[RCCE_MAXNP];
iRCCE_MAIL_HEADER* box;  // the most urgent first
iRCCE_MAIL_HEADER* last_mail;
int (*finalize_others)();

iRCCE_MAIL_HEADER* new_mail(int source, size_t size, int tag, int prio) {
  auto* const memory = static_cast<char*>(malloc(sizeof(iRCCE_MAIL_HEADER) + size));
  if (memory == nullptr) return nullptr;
  auto* const mail = reinterpret_cast<iRCCE_MAIL_HEADER*>(memory);
  *mail = {source, size, tag, prio, memory + sizeof(iRCCE_MAIL_HEADER), nullptr};
  return mail;
}

void write_line(t_vcharp to, const Line& line) {
  const auto* const words = reinterpret_cast<const volatile uint32_t*>(&line);
  hal::store_line(to, [=](int word) { return words[word]; });
  RCCE_fence();
}

void set_state(t_vcharp slot, State state) {
  *slot = state;
  RCCE_fence();
}

State state_of(t_vcharp slot) {
  RC_cache_invalidate();
  return static_cast<State>(*slot);
}

size_t part_of(const iRCCE_MAIL_HEADER& mail, size_t done) {
  return mail.size - done < kLineBytes ? mail.size - done : kLineBytes;
}

void drop_all(Mails& mails) {
  while (mails.first != nullptr) free(mails.take());
}

// One line to `dest`, if there is one to go and room for it. True if one went.
bool send_line(int dest) {
  Mails& mails = outgoing[dest];
  if (mails.first == nullptr) return false;
  const t_vcharp slot = rcce::translate(slots[RCCE_IAM], dest);
  const State state = state_of(slot);
  if (state == kClosed) {
    closed_there[dest] = true;
    drop_all(mails);
  }
  if (state != kEmpty) return false;
  const iRCCE_MAIL_HEADER& mail = *mails.first;
  const size_t part = part_of(mail, mails.done);
  Line line = {kFull, static_cast<int8_t>(mail.tag),    static_cast<int8_t>(mail.prio),
               0,     static_cast<uint32_t>(mail.size), {}};
  memcpy(line.payload, mail.payload + mails.done, part);
  write_line(slot, line);
  mails.done += part;
  if (mails.done == mail.size) free(mails.take());
  return true;
}

void into_box(iRCCE_MAIL_HEADER* mail) {
  iRCCE_MAIL_HEADER** at = &box;
  while (*at != nullptr && (*at)->prio >= mail->prio) at = &(*at)->next;
  mail->next = *at;
  *at = mail;
}

// One line from `source`, if there is one.
void receive_line(int source) {
  const t_vcharp slot = slots[source];
  if (state_of(slot) != kFull) return;
  if (closed_here[source]) return set_state(slot, kClosed);
  const Line& line = *reinterpret_cast<const Line*>(const_cast<unsigned char*>(slot));
  Mails& mails = incoming[source];
  if (mails.first == nullptr) {
    iRCCE_MAIL_HEADER* const mail = new_mail(source, line.size, line.tag, line.prio);
    if (mail == nullptr) return;  // the line stays until there is memory
    mails.append(mail);
  }
  const size_t part = part_of(*mails.first, mails.done);
  memcpy(mails.first->payload + mails.done, line.payload, part);
  mails.done += part;
  set_state(slot, kEmpty);
  if (mails.done == mails.first->size) into_box(mails.take());
}

bool any_outgoing() {
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    if (outgoing[ue].first != nullptr) return true;
  }
  return false;
}

void push() {
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    send_line(ue);
    receive_line(ue);
  }
}

int unsent() {
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    if (outgoing[ue].first == nullptr) continue;
    fprintf(STDERR, "RCCE_finalize on UE %d: a mail of %u bytes to UE %d was not taken\n", RCCE_IAM,
            static_cast<unsigned>(outgoing[ue].first->size), ue);
    return iRCCE_ERROR;
  }
  return finalize_others != nullptr ? finalize_others() : RCCE_SUCCESS;
}

int not_open() { return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_VAL_UNDEFINED); }

}  // namespace

// The lines were payload before: no message may be under way while they are cleared, and no mail
// sent before all are.
int iRCCE_mailbox_open() {
  if (is_open) return iRCCE_SUCCESS;
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    slots[ue] = RCCE_malloc(RCCE_LINE_SIZE);
    if (slots[ue] == nullptr) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_MALLOC);
  }
  is_open = true;
  finalize_others = rcce::at_finalize;
  rcce::at_finalize = unsent;
  return RCCE_barrier(&RCCE_COMM_WORLD);
}

int iRCCE_mail_send(size_t size, char tag, char prio, char* payload, int dest) {
  if (!is_open) return not_open();
  if (!rcce::is_ue(dest)) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
  if (payload == nullptr && size != 0) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_SOURCE);
  push();
  if (closed_there[dest]) return iRCCE_MAILBOX_CLOSED;
  iRCCE_MAIL_HEADER* const mail = new_mail(RCCE_IAM, size, tag, prio);
  if (mail == nullptr) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_MALLOC);
  memcpy(mail->payload, payload, size);
  outgoing[dest].append(mail);
  send_line(dest);
  return closed_there[dest] ? iRCCE_MAILBOX_CLOSED : iRCCE_SUCCESS;
}

int iRCCE_mail_recv(iRCCE_MAIL_HEADER** mail) {
  if (!is_open) return not_open();
  if (mail == nullptr) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_TARGET);
  push();
  *mail = box;
  if (box == nullptr) return iRCCE_MAILBOX_EMPTY;
  last_mail = box;
  box = box->next;
  return iRCCE_SUCCESS;
}

int iRCCE_mail_check(int source) {
  if (!is_open) return not_open();
  if (source != iRCCE_ANY_SOURCE && !rcce::is_ue(source)) {
    return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
  }
  push();
  for (const iRCCE_MAIL_HEADER* mail = box; mail != nullptr; mail = mail->next) {
    if (source == iRCCE_ANY_SOURCE || mail->source == source) return iRCCE_MAILBOX_NEW_MAIL;
  }
  return iRCCE_MAILBOX_EMPTY;
}

int iRCCE_last_mail(iRCCE_MAIL_HEADER** mail) {
  if (mail == nullptr) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_TARGET);
  *mail = last_mail;
  return last_mail != nullptr ? iRCCE_SUCCESS : iRCCE_MAILBOX_EMPTY;
}

int iRCCE_mail_release(iRCCE_MAIL_HEADER** mail) {
  if (mail == nullptr || *mail == nullptr) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_TARGET);
  if (last_mail == *mail) last_mail = nullptr;
  free(*mail);
  *mail = nullptr;
  return iRCCE_SUCCESS;
}

int iRCCE_mailbox_wait() {
  int found;
  hal::Waiting waiting;
  while ((found = iRCCE_mail_check(iRCCE_ANY_SOURCE)) == iRCCE_MAILBOX_EMPTY) waiting.again();
  return found == iRCCE_MAILBOX_NEW_MAIL ? iRCCE_SUCCESS : found;
}

int iRCCE_mailbox_flush() {
  if (!is_open) return not_open();
  while (any_outgoing()) push();
  return iRCCE_SUCCESS;
}

int iRCCE_mailbox_close(int source) {
  if (!is_open) return not_open();
  if (!rcce::is_ue(source)) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
  closed_here[source] = true;
  drop_all(incoming[source]);
  set_state(slots[source], kClosed);
  return iRCCE_SUCCESS;
}
