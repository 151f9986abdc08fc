// Character classes as newlib's <ctype.h> numbers them.
#pragma GCC system_header
#include <ctype.h>

namespace std {

struct ctype_base {
  typedef const int* __to_type;
  typedef char mask;
  static const mask upper = _U;
  static const mask lower = _L;
  static const mask alpha = _U | _L;
  static const mask digit = _N;
  static const mask xdigit = _X | _N;
  static const mask space = _S;
  static const mask blank = _B;
  static const mask cntrl = _C;
  static const mask punct = _P;
  static const mask alnum = _U | _L | _N;
  static const mask graph = _P | _U | _L | _N;
  static const mask print = _P | _U | _L | _N | _B;
};

}  // namespace std
