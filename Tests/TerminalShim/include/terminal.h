/* What tests need of terminals and Swift cannot call: fork is closed to it. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <sys/types.h>

/* Starts a program in a folder, at a separate terminal that controls it. Returns its process, and
 * our end of the terminal; -1 where that fails. Both lists end with NULL. */
pid_t terminal_start(const char *folder, char *const command[], char *const environment[],
                     int *terminal);

/* A connection to a Unix socket, -1 where nobody listens. */
int socket_connect(const char *path);

#endif
