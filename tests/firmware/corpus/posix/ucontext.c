/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

static ucontext_t program, tasks[2];
static int turns;

static void task(int id, int steps) {
  int i;
  for (i = 0; i < steps; ++i) {
    printf("task %d step %d %.1f\n", id, i, id / 2.0 + i);
    ++turns;
    swapcontext(&tasks[id], &tasks[!id]);
  }
}

int main(void) {
  int i;
  for (i = 0; i < 2; ++i) {
    getcontext(&tasks[i]);
    tasks[i].uc_stack.ss_size = 65536;
    tasks[i].uc_stack.ss_sp = malloc(65536);
    tasks[i].uc_link = &program;
    makecontext(&tasks[i], (void (*)(void))task, 2, i, 3);
  }
  swapcontext(&program, &tasks[0]); /* task 0 ends first */
  printf("%d turns\n", turns);
  return 0;
}
