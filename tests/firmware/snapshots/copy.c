// SPDX-License-Identifier: Apache-2.0
// Copies a file twice, byte by byte: by writing, and by appending through another descriptor.
#include <fcntl.h>
#include <unistd.h>

static int copy(const char* from, int to) {
  const int source = open(from, O_RDONLY);
  char byte;
  if (source < 0) return 1;
  while (read(source, &byte, 1) == 1)
    if (write(to, &byte, 1) != 1) return 2;
  return close(source);
}

int main(void) {
  const int first = open("copy", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const int second = open("copy", O_WRONLY | O_APPEND);
  const int third = dup(second);
  if (first < 0 || third < 0) return 3;
  return copy("text", first) || copy("text", third);
}
