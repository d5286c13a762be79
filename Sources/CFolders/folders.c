/* Functions that open and read folders. */
#define _GNU_SOURCE
#include "cfolders.h"
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>

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

int64_t cfo_birth(int folder) {
#ifdef STATX_BTIME
  struct statx facts;
  if (statx(folder, "", AT_EMPTY_PATH, STATX_BTIME, &facts) != 0) return 0;
  if (!(facts.stx_mask & STATX_BTIME)) return 0;
  return (int64_t)facts.stx_btime.tv_sec * 1000000000 + facts.stx_btime.tv_nsec;
#elif defined(__APPLE__)
  struct stat facts;
  if (fstat(folder, &facts) != 0) return 0;
  return (int64_t)facts.st_birthtimespec.tv_sec * 1000000000 + facts.st_birthtimespec.tv_nsec;
#else
  (void)folder;
  return 0;
#endif
}
