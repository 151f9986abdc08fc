// SPDX-License-Identifier: Apache-2.0
// What destructors of static objects are registered with: the whole program is one object.
extern "C" {
void* __dso_handle = nullptr;
}
