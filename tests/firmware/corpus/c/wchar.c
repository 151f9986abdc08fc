/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>
int main(void) {
  wchar_t wide[20];
  swprintf(wide, 20, L"%d %ls", 42, L"wide");
  printf("%d %d %d\n", (int)wcslen(wide), iswalpha(L'x') != 0, wcscmp(wide, L"42 wide"));
  return 0;
}
