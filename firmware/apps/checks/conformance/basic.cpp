// SPDX-License-Identifier: Apache-2.0
// Conformance of basic RCCE and RCCE_comm: conformance [SECTION...]
#include "chapters.h"
#include "suite.h"

namespace {

constexpr suite::Section kSections[] = {
    {"core", chapters::core},
    {"communicators", chapters::communicators},
    {"messages", chapters::messages},
    {"reductions", chapters::reductions},
    {"comm_trees", chapters::comm_trees},
    {"comm_exchange", chapters::comm_exchange},
    {"shared_memory", chapters::shared_memory},
    {"locks", chapters::locks},
    {"barriers", chapters::barriers},
};

}  // namespace

int main(int argc, char** argv) {
  return suite::run(argc, argv, kSections, sizeof kSections / sizeof *kSections);
}
