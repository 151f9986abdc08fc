/* SPDX-License-Identifier: Apache-2.0 */
/* The search for a function's unwind tables, which is libgcc's, and the registration of the
 * program's own (link.ld.in). Part of programs that can throw only. */
#include "unwind-dw2-fde.c"

extern const char __eh_frame_start[];

/* Before any constructor of the program. */
__attribute__((constructor(101))) static void register_tables(void) {
  static struct object tables;
  __register_frame_info(__eh_frame_start, &tables);
}
