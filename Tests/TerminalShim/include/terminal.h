/* Terminal functions for tests. Swift cannot call them directly, because fork is not available to it. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <sys/types.h>

/* Starts a program in a folder, with its own controlling terminal. Returns the process, or -1 if this
 * fails, and stores the other end of the terminal in *terminal. Both lists end with NULL. */
pid_t terminal_start(const char *folder, char *const command[], char *const environment[],
                     int *terminal);

/* Returns a connection to a Unix socket, or -1 if no process listens. */
int socket_connect(const char *path);

#endif
