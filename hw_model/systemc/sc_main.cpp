// SPDX-License-Identifier: Apache-2.0
// The shared SystemC library refers to it, for programs that let SystemC own main(). Ours do not:
// it is linked where a program has none of its own.
extern "C" int sc_main(int, char**) { return 0; }
