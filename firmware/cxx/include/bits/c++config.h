// The cross compiler's libstdc++ was configured for Linux and glibc; this takes back what the
// machine does not have. Its archive is built for another processor and is not linked: templates
// are instantiated in the program, and what is left is in firmware/cxx.
#pragma GCC system_header
#include_next <bits/c++config.h>

#undef _GLIBCXX_HAVE_LINUX_FUTEX
#undef _GLIBCXX_HAVE_TIMESPEC_GET
#undef _GLIBCXX_HAS_GTHREADS
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
