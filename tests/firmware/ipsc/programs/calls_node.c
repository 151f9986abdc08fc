/* SPDX-License-Identifier: Apache-2.0 */
/* Sends what the host sends back, until type 50. */
#include <estat.h>
#include <nx.h>
#include <stdlib.h>

static char data[300000];

int main(void) {
  if (mypid() != 7) abort();
  for (;;) {
    cprobe(-1);
    const long type = infotype(), bytes = infocount();
    crecv(type, data, sizeof data);
    if (infonode() != myhost() || infopid() != 99) abort();
    if (type == 50) return 0;
    csend(type + 100, data, bytes, myhost(), 0);
  }
}
