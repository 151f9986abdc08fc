/* SPDX-License-Identifier: Apache-2.0 */
/* The adder's registers, as offsets in the CRB slot of the tile in whose place it stands. It adds
 * up lines of memory. For C and C++. */
#ifndef ADDER_REGISTERS_H
#define ADDER_REGISTERS_H

#define ADDER_TILE 23u
#define ADDER_SLOT 0x00u   /* LUT entry of the memory to read */
#define ADDER_OFFSET 0x08u /* of the first line in that slot */
#define ADDER_LINES 0x10u  /* a write starts the adder; reads how many lines are missing */
#define ADDER_SUM 0x18u    /* of all 32-bit words */

#endif
