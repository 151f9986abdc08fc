/* SPDX-License-Identifier: Apache-2.0 */
/* A program that loses a message (docs/questions.md). Every UE but the first puts a letter into the
 * mailbox of UE 0, which is one line of its message passing buffer, and sets a flag. No UE checks
 * whether the letter before has been taken out. */
#include <stdio.h>

#include "RCCE.h"

typedef union {
  int from;
  char bytes[RCCE_LINE_SIZE];
} Letter;

static t_vcharp mailbox;
static RCCE_FLAG full;

static __attribute__((noinline)) void post(int from) {
  Letter letter = {0};
  letter.from = from;
  RCCE_put(mailbox, (t_vcharp)letter.bytes, RCCE_LINE_SIZE, 0);
  RCCE_flag_write(&full, RCCE_FLAG_SET, 0);
}

static __attribute__((noinline)) int take(void) {
  Letter letter;
  RCCE_wait_until(full, RCCE_FLAG_SET);
  RCCE_flag_write(&full, RCCE_FLAG_UNSET, 0);
  RCCE_get((t_vcharp)letter.bytes, mailbox, RCCE_LINE_SIZE, 0);
  return letter.from;
}

int main(int argc, char **argv) {
  int left;
  RCCE_init(&argc, &argv);
  mailbox = RCCE_malloc(RCCE_LINE_SIZE);
  RCCE_flag_alloc(&full);
  RCCE_barrier(&RCCE_COMM_WORLD);
  if (RCCE_ue() == 0) {
    for (left = RCCE_num_ues() - 1; left > 0; --left) {
      const int from = take();
      printf("a letter from UE %d, %d to come\n", from, left - 1);
    }
  } else {
    post(RCCE_ue());
  }
  return RCCE_finalize();
}
