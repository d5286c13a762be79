/* Functions that open and read folders. */
#define _GNU_SOURCE
#include "cfolders.h"
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>

const char *cfo_next(DIR *folder) {
  errno = 0;
  struct dirent *entry = readdir(folder);
  return entry ? entry->d_name : NULL;
}

int cfo_passing(void) {
#ifdef O_PATH
  return O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
#else
  return O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
#endif
}
