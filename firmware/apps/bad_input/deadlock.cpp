// Everyone waits for a message that nobody sends.
#include "RCCE.h"

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  char byte;
  RCCE_recv(&byte, 1, (RCCE_ue() + 1) % RCCE_num_ues());
  return RCCE_finalize();
}
