/* SPDX-License-Identifier: Apache-2.0 */
/* What a translator makes of a Fortran program on the host. */
#include <stdio.h>
#include <string.h>

extern int setpid_(), load_(), csend_(), crecv_(), waitall_();
extern int numnodes_(), infonode_();

int main(int argc, char **argv) {
  char image[80];
  int all = -1, pid = 0, host_pid = 5, type = 1, bytes = 4, room = 8, i, number, sum = 0, wrong = 0;
  (void)argc;
  memset(image, ' ', sizeof image);
  memcpy(image, argv[1], strlen(argv[1]));
  setpid_(&host_pid);
  load_(image, &all, &pid, (int)sizeof image);
  number = numnodes_();
  csend_(&type, &number, &bytes, &all, &pid);
  for (i = 0; i < 4; ++i) {
    int answer[2];
    type = 2;
    crecv_(&type, answer, &room);
    sum += answer[0];
    wrong += answer[1] + (infonode_() != answer[0]);
  }
  waitall_(&all, &pid);
  printf("sum %d, %d wrong\n", sum, wrong);
  return 0;
}
