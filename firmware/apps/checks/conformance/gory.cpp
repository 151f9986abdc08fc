// SPDX-License-Identifier: Apache-2.0
// Conformance of gory RCCE: conformance_gory [SECTION...]
#include "chapters.h"
#include "suite.h"

namespace {

constexpr suite::Section kSections[] = {
    {"core", chapters::core},
    {"buffer_space", chapters::buffer_space},
    {"put_get", chapters::put_get},
    {"flags", chapters::flags},
    {"messages", chapters::gory_messages},
    {"communicators", chapters::communicators},
    {"shared_memory", chapters::shared_memory},
    {"locks", chapters::locks},
    {"barriers", chapters::barriers},
};

}  // namespace

int main(int argc, char** argv) {
  return suite::run(argc, argv, kSections, sizeof kSections / sizeof *kSections);
}
