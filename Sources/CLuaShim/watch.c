/* The watch: one thread of the process that stops runs after their deadlines, and reports runs that
 * do not stop.
 *
 * The watch repeats the signal of a deadline until the run has ended. A stop is ignored if no hook
 * of Lua runs, because a single instruction, or a single function of C or Swift, takes very long.
 * In this case, the allocator rejects further allocations, which ends code that allocates. If the
 * code continues nevertheless, the stop is overdue, and the process decides what to do. */
#include "sbx_bridge.h"
#include "watch.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

enum { MILLISECOND = 1000000 };

/* The time for which a stop is ignored before the allocator rejects, the time before it is overdue,
 * and the interval at which the watch checks an ignored stop. A thread that a busy machine does not
 * run also ignores stops, so the time before a stop is overdue is long. */
static const int64_t rejection = 100 * MILLISECOND, grace = 3000 * (int64_t)MILLISECOND;
static const int64_t pace = 25 * MILLISECOND, retry = 10 * MILLISECOND;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sbx_host *watched;                        /* under the lock, like their deadlines */
static int64_t next_watch;                       /* when the watch wakes by itself, 0 = never */
static int watch_pipe[2] = {-1, -1};
static sbx_overdue report;                       /* under the lock; NULL: overdue stops are not reported */

/* Written by signal handlers. */
static int interrupts, terminations;

/* Under the lock. */
static int64_t last_look;                        /* the last check for ignored stops, 0 = never */
static int64_t interrupt_ignored, termination_ignored; /* nanoseconds */
static int reported_interrupts;
static int pauses;                               /* another handler receives interrupts */

/* Looking -------------------------------------------------------------------------------------- */

/* Returns the nanoseconds since the last check. If the process was stopped in between, that time is
 * not counted. */
static int64_t elapsed(int64_t now) {
  int64_t span = last_look ? now - last_look : 0;
  return span > 4 * pace ? 4 * pace : span;
}

/* Stops runs that have exceeded their deadline. Returns the nanoseconds until the next check, or -1
 * if there is nothing to wait for. */
static int64_t look_at_deadlines(int64_t now, int64_t span, int *overdue) {
  int64_t wait = -1;
  for (sbx_host *host = watched; host; host = host->next_watched) {
    int64_t left = host->deadline - now;
    if (left <= 0) {
      if (now >= host->next_tick) {
        sbx_stop_from_anywhere(host, SBX_DEADLINE);
        /* The intervals increase, because arming visits every frame, and a deep stack would
         * otherwise do nothing else. */
        host->next_tick = now + (-left > retry ? -left : retry);
      }
      host->ignored += span;
      if (host->ignored >= rejection) __atomic_store_n(&host->rejects, 1, __ATOMIC_RELAXED);
      /* Other runs, such as a preview on a separate thread, do not block a user. */
      if (host->ignored >= grace && sbx_interrupts_reach(host)) *overdue = SBX_DEADLINE;
      left = host->next_tick - now;
      if (left > pace) left = pace;
    }
    if (wait < 0 || left < wait) wait = left;
  }
  return wait;
}

/* Measures the time for which a signal has been ignored. Returns whether a signal is being ignored.
 */
static bool look_at_signals(int64_t span, int *overdue) {
  int count = __atomic_load_n(&interrupts, __ATOMIC_SEQ_CST);
  bool is_interrupted = count > 0 && !pauses;
  bool is_terminated = __atomic_load_n(&terminations, __ATOMIC_SEQ_CST) > 0;
  interrupt_ignored = is_interrupted ? interrupt_ignored + span : 0;
  termination_ignored = is_terminated ? termination_ignored + span : 0;
  if (interrupt_ignored >= rejection || termination_ignored >= rejection) sbx_interrupts_reject();
  if (interrupt_ignored >= grace && count > reported_interrupts) {
    *overdue = reported_interrupts ? SBX_INTERRUPTED_AGAIN : SBX_INTERRUPTED;
    reported_interrupts = count;
  }
  if (termination_ignored >= grace) *overdue = SBX_TERMINATED;
  return is_interrupted || is_terminated;
}

/* Performs all checks once and returns the milliseconds until the next check, or -1 if there is
 * nothing to wait for. */
static int watch_once(void) {
  int overdue = SBX_RUNNING;
  pthread_mutex_lock(&lock);
  int64_t now = sbx_now(), span = elapsed(now);
  int64_t wait = look_at_deadlines(now, span, &overdue);
  if (look_at_signals(span, &overdue) && (wait < 0 || wait > pace)) wait = pace;
  last_look = wait < 0 || wait > pace ? 0 : now;
  next_watch = wait < 0 ? 0 : now + wait;
  sbx_overdue found = overdue == SBX_RUNNING ? NULL : report;
  pthread_mutex_unlock(&lock);
  if (found) found(overdue);
  if (wait < 0) return -1;
  int64_t milliseconds = wait / MILLISECOND + 1;
  return milliseconds > 60000 ? 60000 : (int)milliseconds;
}

static void *watch(void *unused) {
  (void)unused;
  for (;;) {
    struct pollfd input = {.fd = watch_pipe[0], .events = POLLIN};
    char bytes[16];
    if (poll(&input, 1, watch_once()) > 0) (void)!read(watch_pipe[0], bytes, sizeof bytes);
  }
  return NULL;
}

/* Requires the lock. If the thread cannot be started, runs continue without deadlines. */
static int start_watch(void) {
  if (watch_pipe[0] >= 0) return 1;
  int ends[2];
  if (pipe(ends) != 0) return 0;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  watch_pipe[0] = ends[0];
  __atomic_store_n(&watch_pipe[1], ends[1], __ATOMIC_SEQ_CST);
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pthread_t thread;
  int failure = pthread_create(&thread, NULL, watch, NULL);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  if (failure) {
    watch_pipe[0] = -1;
    __atomic_store_n(&watch_pipe[1], -1, __ATOMIC_SEQ_CST);
    close(ends[0]);
    close(ends[1]);
    return 0;
  }
  pthread_detach(thread);
  return 1;
}

static void wake(void) {
  int end = __atomic_load_n(&watch_pipe[1], __ATOMIC_SEQ_CST);
  if (end >= 0) (void)!write(end, "", 1);
}

/* Deadlines ------------------------------------------------------------------------------------ */

static void unlink_watched(sbx_host *host) {
  for (sbx_host **link = &watched; *link; link = &(*link)->next_watched)
    if (*link == host) {
      *link = host->next_watched;
      return;
    }
}

void sbx_set_deadline(sbx_host *host, int64_t deadline) {
  pthread_mutex_lock(&lock);
  if (deadline != host->deadline) {
    if (host->is_watched) unlink_watched(host);
    host->is_watched = deadline && start_watch();
    /* If there is no thread, a count hook checks the time. */
    host->deadline = host->is_watched || host->budget_mode ? deadline : 0;
    host->next_tick = host->ignored = 0;
    if (host->is_watched) {
      host->next_watched = watched;
      watched = host;
      if (!next_watch || deadline < next_watch) wake();
    }
  }
  /* A deadline that has been withdrawn or moved no longer has an effect. */
  sig_atomic_t late = SBX_DEADLINE;
  if ((!deadline || deadline > sbx_now())
      && __atomic_compare_exchange_n(&host->stop, &late, SBX_RUNNING, 0, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST))
    __atomic_store_n(&host->rejects, 0, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&lock);
}

void sbx_clear_stop(sbx_host *host) {
  pthread_mutex_lock(&lock);
  __atomic_store_n(&host->stop, SBX_RUNNING, __ATOMIC_SEQ_CST);
  __atomic_store_n(&host->rejects, 0, __ATOMIC_RELAXED);
  host->ignored = 0;
  pthread_mutex_unlock(&lock);
  if (sbx_interrupts_reach(host)) sbx_watch_answered();
}

/* Signals -------------------------------------------------------------------------------------- */

void sbx_watch_signal(int is_termination) {
  __atomic_add_fetch(is_termination ? &terminations : &interrupts, 1, __ATOMIC_SEQ_CST);
  wake();
}

void sbx_watch_answered(void) {
  pthread_mutex_lock(&lock);
  __atomic_store_n(&interrupts, 0, __ATOMIC_SEQ_CST);
  interrupt_ignored = reported_interrupts = 0;
  pthread_mutex_unlock(&lock);
}

void sbx_watch_pause(bool begins) {
  pthread_mutex_lock(&lock);
  pauses += begins ? 1 : -1;
  pthread_mutex_unlock(&lock);
}

void sbx_watch_overdue(sbx_overdue function) {
  pthread_mutex_lock(&lock);
  report = start_watch() ? function : NULL;
  pthread_mutex_unlock(&lock);
}
