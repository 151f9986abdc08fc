// One thread per core, and no others.
#pragma GCC system_header
#include <bits/gthr-single.h>
