#ifdef __linux__
#define _GNU_SOURCE
#endif
/* Programs at a terminal. They are timed from outside, because a user experiences these
 * times. */
#include "baseline.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif

extern char **environ;

static const int patience = 20000;

bool baseline_terminal_open(baseline_terminal *terminal, char *const arguments[],
                         char *const environment[]) {
  struct winsize size = {.ws_row = 40, .ws_col = 100};
  terminal->process = forkpty(&terminal->file, NULL, NULL, &size);
  if (terminal->process == 0) {
    // The folder contains no project, because loading files of a project is not part of the
    // start.
    if (chdir("/") != 0) _exit(126);
    environ = (char **)environment;
    execvp(arguments[0], arguments);
    _exit(127);
  }
  return terminal->process > 0;
}

bool baseline_terminal_type(baseline_terminal *terminal, const char *text) {
  size_t size = strlen(text);
  return write(terminal->file, text, size) == (ssize_t)size;
}

bool baseline_terminal_await(baseline_terminal *terminal, const char *text) {
  char shown[1 << 16];
  size_t count = 0, kept = strlen(text);
  for (;;) {
    struct pollfd file = {.fd = terminal->file, .events = POLLIN};
    if (poll(&file, 1, patience) <= 0) return false;
    ssize_t got = read(terminal->file, shown + count, sizeof shown - count);
    if (got <= 0) return false;
    count += (size_t)got;
    if (memmem(shown, count, text, kept)) return true;
    if (count > sizeof shown / 2) {
      memmove(shown, shown + count - kept, kept);
      count = kept;
    }
  }
}

void baseline_terminal_settle(baseline_terminal *terminal, int milliseconds) {
  char shown[4096];
  struct pollfd file = {.fd = terminal->file, .events = POLLIN};
  while (poll(&file, 1, milliseconds) > 0 && read(terminal->file, shown, sizeof shown) > 0) {}
}

void baseline_terminal_close(baseline_terminal *terminal) {
  kill(terminal->process, SIGKILL);
  while (waitpid(terminal->process, NULL, 0) < 0 && errno == EINTR) {}
  close(terminal->file);
}
