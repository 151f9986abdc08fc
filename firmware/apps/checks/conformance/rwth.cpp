// SPDX-License-Identifier: Apache-2.0
// Conformance of what RWTH added: RCCE 1.0.13's messages and iRCCE's mailboxes.
//   conformance_rwth [SECTION...]
#include "chapters.h"
#include "suite.h"

namespace {

constexpr suite::Section kSections[] = {
    {"requests", chapters::requests},   {"pipes", chapters::pipes},
    {"probes", chapters::probes},       {"tags", chapters::tags},
    {"mailboxes", chapters::mailboxes},
};

}  // namespace

int main(int argc, char** argv) {
  return suite::run(argc, argv, kSections, sizeof kSections / sizeof *kSections);
}
