/* Folders that are held by descriptors. Swift cannot read a `dirent` without unsafe code, and does not
 * see `O_PATH`. */
#ifndef CFOLDERS_H
#define CFOLDERS_H

#include <dirent.h>

/* The next name in a folder, valid until the next call; NULL at the end, where errno is 0, and where
 * reading fails. */
const char *cfo_next(DIR *folder);

/* What opens a folder to go through it, without following a link. On Linux that needs no permission
 * to list the folder. */
int cfo_passing(void);

#endif
