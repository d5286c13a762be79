/* Runs programs in pseudo-terminals. */
#include "terminal.h"
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif

pid_t terminal_start(const char *folder, char *const command[], char *const environment[],
                     int *terminal) {
  pid_t process = forkpty(terminal, NULL, NULL, NULL);
  if (process != 0) {
    if (process > 0) fcntl(*terminal, F_SETFD, FD_CLOEXEC);
    return process;
  }
  /* Threads of a pool block most signals, and the processes that they start inherit the mask. */
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (chdir(folder) == 0) execve(command[0], command, environment);
  _exit(127);
}

int socket_connect(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  int number = socket(AF_UNIX, SOCK_STREAM, 0);
  if (number >= 0) {
    fcntl(number, F_SETFD, FD_CLOEXEC);
    if (connect(number, (struct sockaddr *)&address, sizeof address) == 0) return number;
    close(number);
  }
  return -1;
}
