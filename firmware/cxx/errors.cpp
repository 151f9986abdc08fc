// Where hosted C++ throws, the program prints why in one line and ends.
#include <bits/functexcept.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <memory>

namespace {

[[noreturn]] void end(const char* error, const char* what) {
  fprintf(stderr, "%s: %s\n", error, what);
  abort();
}

}  // namespace

namespace std {

void __throw_bad_alloc() { end("bad_alloc", "out of memory"); }
void __throw_bad_array_new_length() { end("bad_alloc", "array too large"); }
void __throw_bad_cast() { end("bad_cast", "wrong type"); }
void __throw_bad_typeid() { end("bad_typeid", "no type"); }
void __throw_bad_exception() { end("bad_exception", "unexpected"); }
void __throw_bad_function_call() { end("bad_function_call", "empty function called"); }
void __throw_logic_error(const char* what) { end("logic_error", what); }
void __throw_domain_error(const char* what) { end("domain_error", what); }
void __throw_invalid_argument(const char* what) { end("invalid_argument", what); }
void __throw_length_error(const char* what) { end("length_error", what); }
void __throw_out_of_range(const char* what) { end("out_of_range", what); }
void __throw_runtime_error(const char* what) { end("runtime_error", what); }
void __throw_range_error(const char* what) { end("range_error", what); }
void __throw_overflow_error(const char* what) { end("overflow_error", what); }
void __throw_underflow_error(const char* what) { end("underflow_error", what); }

void __throw_out_of_range_fmt(const char* format, ...) {
  char what[160];
  va_list values;
  va_start(values, format);
  vsnprintf(what, sizeof what, format, values);
  va_end(values);
  end("out_of_range", what);
}

// Called only by make_shared with run-time type information, of which there is none.
bool _Sp_make_shared_tag::_S_eq(const type_info&) noexcept { return false; }

}  // namespace std
