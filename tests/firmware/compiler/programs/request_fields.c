/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of requests, before, while and after a message of more than a chunk is under way. */
#include <stdio.h>
#include <string.h>

#include "RCCE.h"
#include "iRCCE.h"

#define CHECK(condition)                             \
  do {                                               \
    if (!(condition)) {                              \
      printf("line %d: %s\n", __LINE__, #condition); \
      return 1;                                      \
    }                                                \
  } while (0)

static char data[20000];

static int sender(void) {
  iRCCE_SEND_REQUEST first, second;
  iRCCE_WAIT_LIST list;
  memset(&first, 0x55, sizeof first);
  memset(&second, 0x55, sizeof second);
  CHECK(iRCCE_isend(data, sizeof data, 1, &first) == iRCCE_PENDING);
  CHECK(iRCCE_isend(data, 100, 1, &second) == iRCCE_RESERVED);
  CHECK(first.privbuf == data && first.size == sizeof data && first.dest == 1);
  CHECK(first.finished == 0 && first.sync == 0 && first.next == &second && second.next == NULL);
  CHECK(first.wsize > 4000 && first.wsize <= sizeof data && second.wsize == 0);
  first.label = 7; /* the program's */
  iRCCE_init_wait_list(&list);
  iRCCE_add_send_to_wait_list(&list, &first);
  iRCCE_add_to_wait_list(&list, &second, NULL);
  CHECK(list.first->type == iRCCE_WAIT_LIST_SEND_TYPE && list.first->req == &first);
  iRCCE_wait_all(&list);
  CHECK(first.finished == 1 && second.finished == 1 && first.label == 7);
  return 0;
}

static int receiver(void) {
  iRCCE_RECV_REQUEST first, second;
  iRCCE_WAIT_LIST list;
  iRCCE_RECV_REQUEST *got;
  memset(&first, 0x55, sizeof first);
  iRCCE_irecv(data, sizeof data, iRCCE_ANY_SOURCE, &first);
  CHECK(first.privbuf == data && first.size == sizeof data);
  first.started = 9;
  iRCCE_irecv_wait(&first);
  CHECK(first.finished == 1 && first.source == 0 && first.started == 9);
  iRCCE_irecv(data, 100, 0, &second);
  CHECK(second.source == 0 && second.size == 100 && second.wsize == 0);
  iRCCE_init_wait_list(&list);
  iRCCE_add_recv_to_wait_list(&list, &second);
  iRCCE_wait_any(&list, NULL, &got);
  CHECK(got == &second && got->finished == 1);
  return 0;
}

int RCCE_APP(int argc, char **argv) {
  int bad;
  RCCE_init(&argc, &argv);
  iRCCE_init();
  bad = RCCE_ue() == 0 ? sender() : receiver();
  RCCE_finalize();
  return bad;
}
