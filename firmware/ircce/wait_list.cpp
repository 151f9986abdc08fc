// SPDX-License-Identifier: Apache-2.0
// Lists of requests. Elements are taken from the heap and go back when the list is done with them.
#include <stdlib.h>

#include "firmware/hal/waiting.h"
#include "firmware/rcce/internal.h"
#include "iRCCE.h"
#include "requests.h"

namespace {

bool finished(const iRCCE_WAIT_LISTELEM& element) {
  return element.type == iRCCE_WAIT_LIST_SEND_TYPE
             ? static_cast<const iRCCE_SEND_REQUEST*>(element.req)->finished != 0
             : static_cast<const iRCCE_RECV_REQUEST*>(element.req)->finished != 0;
}

void append(iRCCE_WAIT_LIST& list, int type, void* request) {
  auto* element = static_cast<iRCCE_WAIT_LISTELEM*>(malloc(sizeof(iRCCE_WAIT_LISTELEM)));
  if (element == nullptr) abort();
  *element = {type, nullptr, request};
  (list.last != nullptr ? list.last->next : list.first) = element;
  list.last = element;
}

void clear(iRCCE_WAIT_LIST& list) {
  while (iRCCE_WAIT_LISTELEM* element = list.first) {
    list.first = element->next;
    free(element);
  }
  list.last = nullptr;
}

int no_list() { return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_VAL_UNDEFINED); }

}  // namespace

// There is no status to return; printed if RCCE_debug_set switched messages on.
void iRCCE_init_wait_list(iRCCE_WAIT_LIST* list) {
  if (list == nullptr) {
    no_list();
    return;
  }
  *list = {nullptr, nullptr};
}

void iRCCE_add_to_wait_list(iRCCE_WAIT_LIST* list, iRCCE_SEND_REQUEST* send,
                            iRCCE_RECV_REQUEST* recv) {
  if (list == nullptr) {
    no_list();
    return;
  }
  if (send != nullptr) append(*list, iRCCE_WAIT_LIST_SEND_TYPE, send);
  if (recv != nullptr) append(*list, iRCCE_WAIT_LIST_RECV_TYPE, recv);
}

int iRCCE_test_all(iRCCE_WAIT_LIST* list, int* test) {
  if (list == nullptr) return no_list();
  ircce::push_all();
  bool all = true;
  for (const iRCCE_WAIT_LISTELEM* element = list->first; element != nullptr;
       element = element->next) {
    all = all && finished(*element);
  }
  if (test != nullptr) *test = all ? 1 : 0;
  if (!all) return iRCCE_PENDING;
  clear(*list);
  return iRCCE_SUCCESS;
}

int iRCCE_wait_all(iRCCE_WAIT_LIST* list) {
  if (list == nullptr) return no_list();
  for (hal::Waiting waiting; iRCCE_test_all(list, nullptr) != iRCCE_SUCCESS; waiting.again()) {
  }
  return iRCCE_SUCCESS;
}

int iRCCE_test_any(iRCCE_WAIT_LIST* list, iRCCE_SEND_REQUEST** send, iRCCE_RECV_REQUEST** recv) {
  if (send != nullptr) *send = nullptr;
  if (recv != nullptr) *recv = nullptr;
  if (list == nullptr) return no_list();
  ircce::push_all();
  iRCCE_WAIT_LISTELEM* before = nullptr;
  for (iRCCE_WAIT_LISTELEM* element = list->first; element != nullptr; element = element->next) {
    if (!finished(*element)) {
      before = element;
      continue;
    }
    (before != nullptr ? before->next : list->first) = element->next;
    if (list->last == element) list->last = before;
    if (element->type == iRCCE_WAIT_LIST_SEND_TYPE) {
      if (send != nullptr) *send = static_cast<iRCCE_SEND_REQUEST*>(element->req);
    } else if (recv != nullptr) {
      *recv = static_cast<iRCCE_RECV_REQUEST*>(element->req);
    }
    free(element);
    return iRCCE_SUCCESS;
  }
  return iRCCE_PENDING;
}

// An empty list has nothing to wait for.
int iRCCE_wait_any(iRCCE_WAIT_LIST* list, iRCCE_SEND_REQUEST** send, iRCCE_RECV_REQUEST** recv) {
  if (list == nullptr) return no_list();
  if (list->first == nullptr) {
    if (send != nullptr) *send = nullptr;
    if (recv != nullptr) *recv = nullptr;
    return iRCCE_NOT_ENQUEUED;
  }
  for (hal::Waiting waiting; iRCCE_test_any(list, send, recv) != iRCCE_SUCCESS; waiting.again()) {
  }
  return iRCCE_SUCCESS;
}
