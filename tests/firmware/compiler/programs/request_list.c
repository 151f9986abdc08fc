/* SPDX-License-Identifier: Apache-2.0 */
/* Every UE sends to every other and serves whatever comes first, in the style of iRCCE's programs.
 */
#include <stdio.h>
#include <stdlib.h>

#include "RCCE.h"
#include "iRCCE.h"
#include "iRCCE_lib.h"

int RCCE_APP(int argc, char **argv) {
  RCCE_init(&argc, &argv);
  iRCCE_init();
  const int me = RCCE_ue(), ues = RCCE_num_ues();
  iRCCE_WAIT_LIST sends, receives;
  iRCCE_SEND_REQUEST *send = calloc(ues, sizeof *send), *sent;
  iRCCE_RECV_REQUEST *recv = calloc(ues, sizeof *recv), *received;
  char(*out)[200] = calloc(ues, sizeof *out), (*in)[200] = calloc(ues, sizeof *in);
  int left = ues - 1, ue, bad = 0;
  RCCE_FLAG flag;
  iRCCE_init_wait_list(&sends);
  iRCCE_init_wait_list(&receives);
  for (ue = 0; ue < ues; ue++) {
    if (ue == me) continue;
    iRCCE_irecv(in[ue], sizeof in[ue], ue, &recv[ue]);
    iRCCE_add_to_wait_list(&receives, NULL, &recv[ue]);
  }
  for (ue = 0; ue < ues; ue++) {
    if (ue == me) continue;
    out[ue][199] = (char)(me + 1);
    iRCCE_isend(out[ue], sizeof out[ue], ue, &send[ue]);
    iRCCE_add_to_wait_list(&sends, &send[ue], NULL);
    bad += send[ue].dest != ue || send[ue].size != 200 || send[ue].privbuf != out[ue];
    send[ue].label = 5; /* a field of the original */
  }
  while (left > 0) {
    if (iRCCE_test_any(&receives, NULL, &received) == iRCCE_SUCCESS && received != NULL) {
      bad += received->privbuf[199] != received->source + 1 || !received->finished;
      left--;
    }
    iRCCE_isend_push();
    iRCCE_test_any(&sends, &sent, NULL);
  }
  iRCCE_wait_all(&sends);
  iRCCE_flag_alloc(&flag);
  iRCCE_test_flag(flag, RCCE_FLAG_UNSET, &ue);
  bad += ue != 1;
  if (bad == 0 && me == 0) printf("all came\n");
  RCCE_finalize();
  return bad;
}
