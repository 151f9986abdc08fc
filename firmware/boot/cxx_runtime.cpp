// The part of the C++ run-time library that compiled code calls without exceptions and RTTI.
#include <stdlib.h>

#include <new>

extern "C" {
void* __dso_handle = nullptr;
[[noreturn]] void __cxa_pure_virtual() { abort(); }
}

namespace {

// There are no exceptions: a program without memory ends.
void* allocate(size_t bytes) {
  if (void* memory = malloc(bytes != 0 ? bytes : 1)) return memory;
  abort();
}

}  // namespace

void* operator new(size_t bytes) { return allocate(bytes); }
void* operator new[](size_t bytes) { return allocate(bytes); }
void operator delete(void* memory) noexcept { free(memory); }
void operator delete[](void* memory) noexcept { free(memory); }
void operator delete(void* memory, size_t) noexcept { free(memory); }
void operator delete[](void* memory, size_t) noexcept { free(memory); }
