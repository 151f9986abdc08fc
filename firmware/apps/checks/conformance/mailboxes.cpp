// SPDX-License-Identifier: Apache-2.0
// iRCCE's mailboxes.
#include <string.h>

#include "RCCE_lib.h"
#include "chapters.h"
#include "iRCCE.h"
#include "suite.h"

using suite::expect;

namespace {

constexpr size_t kSizes[] = {0, 1, 24, 25, 1000};
char payload[1000];

void check_before_opening() {
  iRCCE_MAIL_HEADER* mail;
  expect(iRCCE_mail_send(1, 0, 0, payload, 0) == RCCE_ERROR_VAL_UNDEFINED, "send, not open");
  expect(iRCCE_mail_recv(&mail) == RCCE_ERROR_VAL_UNDEFINED, "recv, not open");
  expect(iRCCE_mail_check(0) == RCCE_ERROR_VAL_UNDEFINED, "check, not open");
  expect(iRCCE_mailbox_wait() == RCCE_ERROR_VAL_UNDEFINED, "wait, not open");
}

// Everyone writes to everyone, itself included, before anyone reads.
void check_all_pairs() {
  const int n = RCCE_num_ues(), me = RCCE_ue();
  for (int k = 0; k < n; ++k) {
    const size_t size = kSizes[static_cast<size_t>(k) % 5];
    suite::fill(payload, size, me);
    expect(iRCCE_mail_send(size, static_cast<char>(k), 0, payload, (me + k) % n) == iRCCE_SUCCESS,
           "send", k);
  }
  for (int left = n; left > 0; --left) {
    iRCCE_MAIL_HEADER *mail = nullptr, *last = nullptr;
    expect(iRCCE_mailbox_wait() == iRCCE_SUCCESS, "wait");
    expect(iRCCE_mail_check(iRCCE_ANY_SOURCE) == iRCCE_MAILBOX_NEW_MAIL, "check");
    expect(iRCCE_mail_recv(&mail) == iRCCE_SUCCESS && mail != nullptr, "recv");
    const int k = (me - mail->source + n) % n;
    expect(mail->tag == k && mail->size == kSizes[static_cast<size_t>(k) % 5], "mail from",
           mail->source, mail->tag);
    expect(suite::is_filled(mail->payload, mail->size, mail->source), "damaged", mail->source);
    expect(iRCCE_last_mail(&last) == iRCCE_SUCCESS && last == mail, "last_mail");
    expect(iRCCE_mail_release(&mail) == iRCCE_SUCCESS && mail == nullptr, "release");
    expect(iRCCE_last_mail(&last) == iRCCE_MAILBOX_EMPTY, "last_mail is gone");
  }
  expect(iRCCE_mailbox_flush() == iRCCE_SUCCESS, "flush");
  RCCE_barrier(&RCCE_COMM_WORLD);
  iRCCE_MAIL_HEADER* mail;
  expect(iRCCE_mail_recv(&mail) == iRCCE_MAILBOX_EMPTY && mail == nullptr, "empty");
  expect(iRCCE_mail_check(me) == iRCCE_MAILBOX_EMPTY, "empty");
  RCCE_barrier(&RCCE_COMM_WORLD);
}

// The urgent first; among equals the order in which they were sent.
void check_priorities() {
  const int me = RCCE_ue();
  constexpr char kPriorities[] = {1, 5, -3, 5, 1, 9};
  constexpr char kOrder[] = {5, 1, 3, 0, 4, 2};
  for (char i = 0; i < 6; ++i) {
    iRCCE_mail_send(1, i, kPriorities[static_cast<int>(i)], payload, me);
    iRCCE_mailbox_flush();
  }
  iRCCE_mail_check(me);  // takes the last one out of the line
  for (const char tag : kOrder) {
    iRCCE_MAIL_HEADER* mail = nullptr;
    expect(iRCCE_mail_recv(&mail) == iRCCE_SUCCESS && mail->tag == tag, "priority", tag);
    if (mail != nullptr) iRCCE_mail_release(&mail);
  }
}

void check_refusals() {
  const int n = RCCE_num_ues();
  for (const int nobody : {-2, n}) {
    expect(iRCCE_mail_send(1, 0, 0, payload, nobody) == RCCE_ERROR_ID, "send to", nobody);
    expect(iRCCE_mail_check(nobody) == RCCE_ERROR_ID, "check", nobody);
    expect(iRCCE_mailbox_close(nobody) == RCCE_ERROR_ID, "close", nobody);
  }
  iRCCE_MAIL_HEADER* none = nullptr;
  expect(iRCCE_mail_send(1, 0, 0, nullptr, 0) == RCCE_ERROR_SOURCE, "send of nothing");
  expect(iRCCE_mail_recv(nullptr) == RCCE_ERROR_TARGET, "recv to nowhere");
  expect(iRCCE_mail_release(&none) == RCCE_ERROR_TARGET, "release of nothing");
  expect(iRCCE_last_mail(nullptr) == RCCE_ERROR_TARGET, "last_mail to nowhere");
}

// UE 0 wants no more mail from the last UE, and still has it from the others.
void check_closing() {
  const int me = RCCE_ue(), last = RCCE_num_ues() - 1;
  if (me == 0) expect(iRCCE_mailbox_close(last) == iRCCE_SUCCESS, "close");
  RCCE_barrier(&RCCE_COMM_WORLD);
  const int status = iRCCE_mail_send(1, 0, 0, payload, 0);
  expect(status == (me == last ? iRCCE_MAILBOX_CLOSED : iRCCE_SUCCESS), "send to a closed box");
  iRCCE_mailbox_flush();
  RCCE_barrier(&RCCE_COMM_WORLD);
  if (me != 0) return;
  for (int left = last; left > 0; --left) {
    iRCCE_MAIL_HEADER* mail = nullptr;
    expect(iRCCE_mail_recv(&mail) == iRCCE_SUCCESS && mail->source != last, "recv", left);
    if (mail != nullptr) iRCCE_mail_release(&mail);
  }
  expect(iRCCE_mail_check(iRCCE_ANY_SOURCE) == iRCCE_MAILBOX_EMPTY, "nothing from the last");
}

}  // namespace

void chapters::mailboxes() {
  check_before_opening();
  expect(iRCCE_mailbox_open() == iRCCE_SUCCESS, "open");
  expect(iRCCE_mailbox_open() == iRCCE_SUCCESS, "open twice");
  check_all_pairs();
  check_priorities();
  check_refusals();
  check_closing();
}
