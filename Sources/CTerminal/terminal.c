/* The modes of the terminal, and the signals after which it must never remain in one of the
 * program's modes. */
#include "cterminal.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum mode { FOUND, RUNNING, EDITING };

static int terminal_in = -1, terminal_out = -1;
static int wake_pipe[2] = {-1, -1};
static struct termios modes[3];
/* The current mode of the terminal, and the mode to restore when the process continues. */
static volatile sig_atomic_t mode = FOUND, wanted = FOUND;
static volatile sig_atomic_t has_continued;
static volatile sig_atomic_t has_resized;

/* The previous actions of signals. */
#define SIGNALS 65
static struct sigaction previous[SIGNALS];

/* Modes ---------------------------------------------------------------------------------------- */

static void put(const char *text, size_t size) {
  while (size > 0) {
    ssize_t count = write(terminal_out, text, size);
    if (count < 0 && errno != EINTR) return;
    if (count > 0) text += count, size -= (size_t)count;
  }
}

#define PUT(text) put(text, sizeof(text) - 1)

/* TCSAFLUSH is never used, because it discards typed-ahead input. Restoring the modes does not wait
 * for pending output, because its reader may no longer exist. */
static void change(enum mode next) {
  if (terminal_in < 0 || mode == (sig_atomic_t)next) return;
  int saved = errno;
  bool was_editing = mode == EDITING;
  mode = next;
  if (was_editing) PUT("\033[?2004l");
  int when = next == FOUND ? TCSANOW : TCSADRAIN;
  while (tcsetattr(terminal_in, when, &modes[next]) != 0 && errno == EINTR) {}
  if (next == EDITING) PUT("\033[?2004h");
  errno = saved;
}

void ctl_edit(void) { change(wanted = EDITING); }
void ctl_run(void) { change(wanted = RUNNING); }

void ctl_signal(bool makes_signals) {
  if (terminal_in < 0 || mode != EDITING) return;
  struct termios now = modes[EDITING];
  /* Typed-ahead input is preserved when a signal arrives. */
  if (makes_signals) now.c_lflag |= ISIG | NOFLSH;
  while (tcsetattr(terminal_in, TCSADRAIN, &now) != 0 && errno == EINTR) {}
}
void ctl_restore(void) { change(wanted = FOUND); }

/* Enter remains a carriage return in both modes, so that it can be distinguished from Ctrl-J even
 * if it is typed ahead. */
static void derive_modes(void) {
  struct termios raw = modes[FOUND];
  raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
  raw.c_oflag |= OPOST | ONLCR;
  raw.c_cflag |= CS8;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  raw.c_lflag |= ISIG;
  modes[RUNNING] = raw;
  raw.c_lflag &= ~(tcflag_t)ISIG;
  modes[EDITING] = raw;
}

/* Signals -------------------------------------------------------------------------------------- */

void ctl_wake(void) {
  int saved = errno;
  (void)!write(wake_pipe[1], "", 1);
  errno = saved;
}

static void on_change(int number, siginfo_t *info, void *context) {
  if (number == SIGWINCH) has_resized = 1;
  ctl_wake();
  struct sigaction *old = &previous[number];
  if (old->sa_flags & SA_SIGINFO) old->sa_sigaction(number, info, context);
  else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) old->sa_handler(number);
}

/* Performs the previous action of a signal again. */
static void pass_on(int number) {
  sigaction(number, &previous[number], NULL);
  raise(number);
}

/* Ends the process, or only the line if another handler has taken over the signal. */
static void on_end(int number, siginfo_t *info, void *context) {
  struct sigaction *old = &previous[number];
  bool is_taken = old->sa_flags & SA_SIGINFO
                  || (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN);
  if (!is_taken) {
    ctl_restore();
    pass_on(number);
    return;
  }
  struct sigaction once = *old;
  if (once.sa_flags & SA_RESETHAND) {
    old->sa_flags = 0;
    old->sa_handler = SIG_DFL;
  }
  if (once.sa_flags & SA_SIGINFO) once.sa_sigaction(number, info, context);
  else once.sa_handler(number);
  ctl_wake();
}

/* A fault occurs again when its handler returns, with its original details. A signal that was sent,
 * or a trap, does not occur again. */
static void on_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  ctl_restore();
  if (info->si_code > 0 && number != SIGTRAP) sigaction(number, &previous[number], NULL);
  else pass_on(number);
}

/* While this process is in the background, the terminal belongs to another process. The next
 * SIGCONT arrives when the terminal is available again. */
static void go_on(void) {
  if (wanted != FOUND && tcgetpgrp(terminal_in) == getpgrp()) {
    mode = FOUND;
    change((enum mode)wanted);
    has_continued = 1;
  }
  ctl_wake();
}

static void on_stop(int number) {
  int saved = errno;
  change(FOUND);
  struct sigaction standard = {.sa_handler = SIG_DFL}, own;
  sigset_t only, before;
  sigemptyset(&standard.sa_mask);
  sigemptyset(&only);
  sigaddset(&only, number);
  sigaction(number, &standard, &own);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &only, &before); /* The process stops here. */
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(number, &own, NULL);
  go_on();
  errno = saved;
}

/* This also handles SIGSTOP, which cannot be caught: a shell may have changed the terminal in the
 * meantime. */
static void on_continue(int number, siginfo_t *info, void *context) {
  int saved = errno;
  go_on();
  on_change(number, info, context);
  errno = saved;
}

/* The parent process may have blocked signals, as thread pools do. */
static void admit(int number) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

static void take(int number, void (*action)(int, siginfo_t *, void *), int flags) {
  struct sigaction ours = {.sa_sigaction = action, .sa_flags = SA_SIGINFO | flags};
  sigemptyset(&ours.sa_mask);
  if (sigaction(number, NULL, &previous[number]) != 0) return;
  if (previous[number].sa_handler == SIG_IGN && number != SIGWINCH) return;
  sigaction(number, &ours, NULL);
  admit(number);
}

static void take_signals(void) {
  static const int crashes[] = {SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGQUIT};
  static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) {
    take(crashes[index], on_crash, SA_ONSTACK);
  }
  /* SA_RESTART is not set, so that waiting for keys is interrupted. */
  for (size_t index = 0; index < sizeof ends / sizeof *ends; index++) {
    take(ends[index], on_end, 0);
  }
  take(SIGWINCH, on_change, SA_RESTART);
  take(SIGCONT, on_continue, SA_RESTART);
  struct sigaction stop = {.sa_handler = on_stop}, found;
  sigemptyset(&stop.sa_mask);
  if (sigaction(SIGTSTP, NULL, &found) == 0 && found.sa_handler == SIG_DFL) {
    sigaction(SIGTSTP, &stop, NULL);
    admit(SIGTSTP);
  }
}

/* Interface ------------------------------------------------------------------------------------ */

static bool make_pipe(void) {
  if (wake_pipe[0] >= 0) return true;
  if (pipe(wake_pipe) != 0) return false;
  for (int index = 0; index < 2; index++) {
    fcntl(wake_pipe[index], F_SETFD, FD_CLOEXEC);
    fcntl(wake_pipe[index], F_SETFL, O_NONBLOCK);
  }
  return true;
}

int ctl_open(int input, int output) {
  ctl_restore();
  if (tcgetattr(input, &modes[FOUND]) != 0 || !make_pipe()) return -1;
  bool is_first = terminal_in < 0;
  terminal_in = input;
  terminal_out = output;
  derive_modes();
  if (is_first) {
    take_signals();
    atexit(ctl_restore);
  }
  return wake_pipe[0];
}

void ctl_stop(void) {
  /* The signal is sent to the process group, as the terminal does, so that processes that wait for
   * this process stop as well. */
  kill(0, SIGTSTP);
}

bool ctl_take_continued(void) {
  bool result = has_continued;
  has_continued = 0;
  return result;
}

bool ctl_take_resized(void) {
  bool result = has_resized;
  has_resized = 0;
  return result;
}

void ctl_size(int *columns, int *rows) {
  struct winsize size = {0};
  if (ioctl(terminal_out, TIOCGWINSZ, &size) != 0) size = (struct winsize){0};
  *columns = size.ws_col;
  *rows = size.ws_row;
}
