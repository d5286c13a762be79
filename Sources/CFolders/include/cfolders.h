/* Functions that access folders through descriptors. Swift cannot read a `dirent` without unsafe
 * code, and does not import `O_PATH`. */
#ifndef CFOLDERS_H
#define CFOLDERS_H

#include <dirent.h>
#include <stdint.h>

/* Returns the next name in a folder, which is valid until the next call. Returns NULL at the end,
 * where errno is 0, and if reading fails. */
const char *cfo_next(DIR *folder);

/* The flags for opening a folder to traverse it without following a link. On Linux, this requires
 * no permission to list the folder. */
int cfo_passing(void);

/* The time at which a folder was created, in nanoseconds, or 0 if it is unknown. A file system gives
 * the number of a removed folder to a new folder, which has another time. */
int64_t cfo_birth(int folder);

#endif
