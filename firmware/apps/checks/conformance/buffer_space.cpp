// SPDX-License-Identifier: Apache-2.0
// Chapter 2, gory: space in the message passing buffer. The first line is never handed out.
#include "RCCE_lib.h"
#include "chapters.h"
#include "suite.h"

using suite::expect;

void chapters::buffer_space() {
  size_t all = 0;
  const t_vcharp start = RCCE_malloc_request(1 << 20, &all);
  expect(start != nullptr && all > 7000 && all % RCCE_LINE_SIZE == 0, "all there is in one piece",
         static_cast<int>(all));
  expect(RCCE_malloc(1) == nullptr, "nothing left");
  size_t more = 7;
  expect(RCCE_malloc_request(32, &more) == nullptr && more == 0, "request with nothing left");
  RCCE_free(start);

  const t_vcharp a = RCCE_malloc(1);
  const t_vcharp b = RCCE_malloc(100);
  const t_vcharp c = RCCE_malloc(32);
  expect(a == start && b == a + 32 && c == b + 128, "whole lines in a row");
  RCCE_free(b);
  expect(RCCE_malloc(160) == c + 32, "too large for the gap");
  expect(RCCE_malloc_request(128, &more) == b && more == 128, "the gap again");
  RCCE_free(a);
  RCCE_free(b);
  expect(RCCE_malloc(160) == a, "two gaps in one");
  RCCE_free(a);
  RCCE_free(c);
  RCCE_free(c + 32);
  expect(RCCE_malloc(all + 1) == nullptr, "more than there is");
  expect(RCCE_malloc(0) == nullptr && RCCE_malloc(static_cast<size_t>(-1)) == nullptr, "no size");
  expect(RCCE_malloc_request(32, nullptr) == nullptr, "request that cannot answer");
  RCCE_free(nullptr);

  const int other = (RCCE_ue() + 1) % RCCE_num_ues();
  expect(RCCE_palloc(64, other) == RCCE_comm_buffer[other] + (start - RCCE_comm_buffer[RCCE_ue()]),
         "palloc");
  RCCE_free(start);
  expect(RCCE_palloc(64, RCCE_num_ues()) == nullptr, "palloc at nobody's");
  expect(RCCE_malloc(all) == start, "all again");
  RCCE_free(start);

  RCCE_malloc_init(start + 64, 128);
  expect(RCCE_malloc(32) == start + 64, "from a part of it");
  expect(RCCE_malloc(128) == nullptr && RCCE_malloc(96) == start + 96, "no more than that part");
  RCCE_malloc_init(RCCE_comm_buffer[RCCE_ue()], 1 << 20);
  expect(RCCE_malloc(32) == RCCE_comm_buffer[RCCE_ue()] + 32, "not the first line");
  RCCE_malloc_init(start, all);
  expect(RCCE_malloc(all) == start, "all once more");
  RCCE_free(start);
}
