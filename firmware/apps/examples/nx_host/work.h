/* SPDX-License-Identifier: Apache-2.0 */
/* What the host and its nodes say to each other. */
#ifndef WORK_H
#define WORK_H

#define PIECE 10  /* to a node: a struct piece; with `steps` 0 there is nothing left to do */
#define RESULT 11 /* to the host: a double. The first one of a node only asks for work */

struct piece {
  double from, width; /* of a step */
  long steps;
};

#endif
