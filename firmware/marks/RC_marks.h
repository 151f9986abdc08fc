/* SPDX-License-Identifier: Apache-2.0 */
/* Marks in a program, for C and C++: what the simulator's instruments show of it by name, and the
 * region that they count alone (docs/seeing-inside.md).
 *
 *   RC_mark("phase 2");
 *   RC_region_begin();
 *   ...
 *   RC_region_end();
 *
 * Each is one NOP, a byte and at most a cycle, whether anybody looks or not: so no other way through
 * the program comes to its address. Where it is and what it says lies in a section of the program's
 * file that is not loaded. On a chip it does nothing, and in a program for another kind of processor
 * it is nothing. Memory accesses stay on their side of a mark, but arithmetic that the compiler may
 * move may cross it.
 *
 * The contract with the simulator, which reads this header, too: a record for each mark, one behind
 * the other: address, 4 bytes; kind, 1 byte; name, which a zero ends. */
#ifndef RC_MARKS_H
#define RC_MARKS_H

#define RC_MARKS_SECTION ".rockcreek.marks"
#define RC_MARK_POINT 0
#define RC_MARK_BEGIN 1
#define RC_MARK_END 2

/* `name`: a string literal. */
#define RC_mark(name) RC_MARK_RECORD(RC_MARK_POINT, name)
/* What lies between counts for `run --region`. A region within another one is a part of that. */
#define RC_region_begin() RC_MARK_RECORD(RC_MARK_BEGIN, "region")
#define RC_region_end() RC_MARK_RECORD(RC_MARK_END, "region")

#if defined __i386__ && defined __ELF__
#define RC_MARK_TEXT(token) #token
/* No operands, so that a name may hold any character. */
#define RC_MARK_CODE(kind, name)               \
  "771: nop\n\t.pushsection " RC_MARKS_SECTION \
  ",\"\",@progbits\n\t.long 771b\n"            \
  "\t.byte " RC_MARK_TEXT(kind) "\n\t.asciz " RC_MARK_TEXT(name) "\n\t.popsection"
#define RC_MARK_RECORD(kind, name)                  \
  do {                                              \
    (void)sizeof("" name);                          \
    __asm__ __volatile__("" ::: "memory");          \
    __asm__ __volatile__(RC_MARK_CODE(kind, name)); \
    __asm__ __volatile__("" ::: "memory");          \
  } while (0)
#else
#define RC_MARK_RECORD(kind, name) ((void)sizeof("" name))
#endif

#endif
