/* SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static void say(const char* call, int result) {
  const int error = result < 0 ? errno : 0;
  printf("%s %d%s\n", call, result,
         error == EEXIST      ? " exists"
         : error == ENOENT    ? " is not there"
         : error == ENOTEMPTY ? " is not empty"
         : error != 0         ? " fails"
                              : "");
}
static int visible(const struct dirent* entry) { return entry->d_name[0] != '.'; }
static void make(const char* path, const char* text) {
  FILE* file = fopen(path, "w");
  fputs(text, file);
  fclose(file);
}
static void list(const char* path) {
  struct dirent** entries;
  int count = scandir(path, &entries, visible, alphasort);
  for (int i = 0; i < count; ++i)
    printf("%s/%s %d\n", path, entries[i]->d_name, entries[i]->d_type == DT_DIR);
}
int main(void) {
  char here[4096];
  struct stat status;
  say("mkdir", mkdir("corpus_d", 0755));
  say("mkdir", mkdir("corpus_d/inner", 0700));
  say("mkdir", mkdir("corpus_d", 0755));
  say("mkdir", mkdir("corpus_none/x", 0755));
  make("corpus_d/b", "bee");
  make("corpus_d/a", "a");
  list("corpus_d");
  say("rmdir", rmdir("corpus_d"));
  say("rename", rename("corpus_d/b", "corpus_d/inner/c"));
  say("access", access("corpus_d/b", F_OK));
  say("stat", stat("corpus_d", &status));
  printf("%d\n", S_ISDIR(status.st_mode) != 0);
  say("chdir", chdir("corpus_d/inner"));
  printf("%s\n", strstr(getcwd(here, sizeof here), "/corpus_d/inner"));
  say("access", access("c", R_OK));
  say("access", access("../a", R_OK));
  say("unlink", unlink("c"));
  say("unlink", unlink("../a"));
  say("chdir", chdir("../.."));
  say("chdir", chdir("corpus_none"));
  DIR* directory = opendir("corpus_d");
  int count = 0;
  while (readdir(directory)) ++count;
  rewinddir(directory);
  printf("%d %d\n", count, readdir(directory) != NULL);
  say("closedir", closedir(directory));
  say("opendir", opendir("corpus_none") == NULL ? -1 : 0);
  say("rmdir", rmdir("corpus_d/inner"));
  say("rmdir", rmdir("corpus_d"));
  say("rmdir", rmdir("corpus_d"));
  return 0;
}
