/* System V's name of O_NONBLOCK. */
#include_next <fcntl.h>
#ifndef O_NDELAY
#define O_NDELAY O_NONBLOCK
#endif
