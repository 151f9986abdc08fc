// SPDX-License-Identifier: Apache-2.0
// Networks in C++ as shared libraries: the small network with a delay, and one that ends in a
// deadlock (NETWORK_FAULT).
#include "tests/support/small_network.h"

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED const rc_network_api* rc_network() {
  static const rc_network_api table = [] {
    rc::test::SmallNetwork::delay = 12;
    rc_network_api api = rc::test::SmallNetwork::api(rc::test::Fault::NETWORK_FAULT);
    api.min_latency = 12;
    return api;
  }();
  return &table;
}
