/* Stops: hooks, deadlines, SIGINT. The only file that knows signals, clocks and threads.
 *
 * A hook may be armed by its Lua thread alone, so whoever wants to stop a run from elsewhere sets
 * the flag and sends that thread a signal, whose handler arms the hook. Deadlines of the
 * interruptible mode are watched by one thread of the process; it repeats the signal until the run
 * has ended. */
#include "sbx_border.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

/* Ignored by default, so a late one is harmless. */
#define TICK SIGURG

enum { COUNT = 100, CLOCK_UNITS = 1 << 12, RETRY_MILLISECONDS = 10 };

static const char abort_token = 0;

static _Thread_local sbx_host *running;          /* innermost machine that runs on this thread */
static _Thread_local int thread_is_prepared;

static pthread_mutex_t watch_lock = PTHREAD_MUTEX_INITIALIZER;
static sbx_host *watched;                        /* under watch_lock, like their deadlines */
static int64_t next_watch;                       /* when the watch wakes by itself, 0 = never */
static int watch_pipe[2] = {-1, -1};

static sbx_host *interrupt_target;               /* read by the handler */
static int interrupt_pending;
static int is_terminating;                       /* SIGTERM came: the target runs nothing more */
static int handlers_active;
static int is_installed;                         /* the handler of SIGINT */
static struct sigaction previous_interrupt;

int64_t sbx_now(void) {
#ifdef CLOCK_MONOTONIC_COARSE
  const clockid_t clock = CLOCK_MONOTONIC_COARSE;
#else
  const clockid_t clock = CLOCK_MONOTONIC;
#endif
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Hooks ---------------------------------------------------------------------------------------- */

static void stop_hook(lua_State *L, lua_Debug *record);

void sbx_arm(sbx_host *host, lua_State *L) {
  if (!host->budget_mode) lua_sethook(L, stop_hook, LUA_MASKCOUNT, 1);
}

static void stop_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  sbx_host *host = sbx_hostof(L);
  if (sbx_stop_reason(host) != SBX_RUNNING) sbx_raise_stop(L);
  lua_sethook(L, NULL, 0, 0);
  /* A stop that came between the two lines above would be lost. */
  if (sbx_stop_reason(host) != SBX_RUNNING) sbx_arm(host, L);
}

/* Goes from one state of the flag to another, unless somebody was faster. */
static void change_stop(sbx_host *host, sig_atomic_t from, sig_atomic_t to) {
  __atomic_compare_exchange_n(&host->stop, &from, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static void set_stop(sbx_host *host, int reason) {
  change_stop(host, SBX_RUNNING, reason);
}

static void check_clock(sbx_host *host) {
  if (host->deadline && sbx_now() >= host->deadline) set_stop(host, SBX_DEADLINE);
}

static void count_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  sbx_host *host = sbx_hostof(L);
  if (host->budget != INT64_MAX && (host->steps_left -= COUNT) < 0) set_stop(host, SBX_BUDGET);
  check_clock(host);
  sbx_poll(L);
}

void sbx_install_hook(sbx_host *host) {
  lua_sethook(host->main, count_hook, LUA_MASKCOUNT, COUNT);
}

void sbx_push_abort(lua_State *L) {
  lua_pushlightuserdata(L, (void *)&abort_token);
}

void sbx_raise_stop(lua_State *L) {
  sbx_arm(sbx_hostof(L), L);
  sbx_push_abort(L);
  lua_error(L);
  __builtin_unreachable();
}

int sbx_is_abort(lua_State *L, int index) {
  return lua_touserdata(L, index) == (const void *)&abort_token;
}

void sbx_charge(lua_State *L, size_t units) {
  sbx_host *host = sbx_hostof(L);
  if (host->budget_mode) {
    if (host->budget != INT64_MAX) {
      host->steps_left -= (int64_t)units;
      if (host->steps_left < 0) set_stop(host, SBX_BUDGET);
    }
    host->charged += units;
    if (host->charged >= CLOCK_UNITS) {
      host->charged = 0;
      check_clock(host);
    }
  }
  sbx_poll(L);
}

/* A handler on another thread may still hold the address of a host or the name of its thread. */
static void await_handlers(void) {
  while (__atomic_load_n(&handlers_active, __ATOMIC_SEQ_CST) > 0) sched_yield();
}

/* Requests ------------------------------------------------------------------------------------- */

void sbx_request_stop(sbx_host *host, int reason) {
  set_stop(host, reason);
  if (!host->budget_mode) sbx_arm(host, host->current);
}

void sbx_stop_from_anywhere(sbx_host *host, int reason) {
  set_stop(host, reason);
  uintptr_t thread = __atomic_load_n(&host->thread, __ATOMIC_SEQ_CST);
  if (!host->budget_mode && thread) pthread_kill((pthread_t)thread, TICK);
}

void sbx_clear_stop(sbx_host *host) {
  __atomic_store_n(&host->stop, SBX_RUNNING, __ATOMIC_SEQ_CST);
}

/* Runs on a Lua thread, wherever it is. */
static void on_tick(int signal) {
  (void)signal;
  int saved = errno;
  for (sbx_host *host = running; host; host = host->outer)
    if (sbx_stop_reason(host) != SBX_RUNNING) sbx_arm(host, host->current);
  errno = saved;
}

/* Threads of a pool block most signals. */
static void prepare_thread(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static int handles_ticks;
  pthread_mutex_lock(&lock);
  if (!handles_ticks) {
    struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(TICK, &action, NULL);
    handles_ticks = 1;
  }
  pthread_mutex_unlock(&lock);
  sigset_t tick;
  sigemptyset(&tick);
  sigaddset(&tick, TICK);
  pthread_sigmask(SIG_UNBLOCK, &tick, NULL);
  thread_is_prepared = 1;
}

void sbx_take_thread(sbx_host *host) {
  if (!thread_is_prepared) prepare_thread();
  host->steps_left = host->budget;
  host->outer = running;
  __atomic_store_n(&host->thread, (uintptr_t)pthread_self(), __ATOMIC_RELEASE);
  running = host;
  if (__atomic_load_n(&is_terminating, __ATOMIC_RELAXED) &&
      __atomic_load_n(&interrupt_target, __ATOMIC_RELAXED) == host) {
    set_stop(host, SBX_INTERRUPTED);
  }
}

void sbx_leave_thread(sbx_host *host) {
  running = host->outer;
  __atomic_store_n(&host->thread, (uintptr_t)0, __ATOMIC_RELEASE);
  if (__atomic_load_n(&interrupt_target, __ATOMIC_SEQ_CST) == host) await_handlers();
}

/* Deadlines ------------------------------------------------------------------------------------ */

/* Stops what is late and returns the milliseconds until there is more to do; -1: nothing to wait
 * for. */
static int watch_once(void) {
  int64_t wait = -1;
  pthread_mutex_lock(&watch_lock);
  int64_t now = sbx_now();
  for (sbx_host *host = watched; host; host = host->next_watched) {
    int64_t left = host->deadline - now;
    if (left <= 0) {
      sbx_stop_from_anywhere(host, SBX_DEADLINE);
      /* Later and later: arming walks every frame, and a deep stack would do nothing else. */
      const int64_t late = -left, retry = (int64_t)RETRY_MILLISECONDS * 1000000;
      left = late > retry ? late : retry;
    }
    if (wait < 0 || left < wait) wait = left;
  }
  next_watch = wait < 0 ? 0 : now + wait;
  pthread_mutex_unlock(&watch_lock);
  if (wait < 0) return -1;
  int64_t milliseconds = wait / 1000000 + 1;
  return milliseconds > 60000 ? 60000 : (int)milliseconds;
}

static void *watch(void *unused) {
  (void)unused;
  for (;;) {
    struct pollfd input = {.fd = watch_pipe[0], .events = POLLIN};
    char byte[16];
    if (poll(&input, 1, watch_once()) > 0) (void)!read(watch_pipe[0], byte, sizeof byte);
  }
  return NULL;
}

/* Under watch_lock. Without a thread there are no deadlines, and the run goes on as without one. */
static int start_watch(void) {
  if (watch_pipe[0] >= 0) return 1;
  if (pipe(watch_pipe) != 0) return 0;
  fcntl(watch_pipe[0], F_SETFD, FD_CLOEXEC);
  fcntl(watch_pipe[1], F_SETFD, FD_CLOEXEC);
  fcntl(watch_pipe[1], F_SETFL, O_NONBLOCK);
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pthread_t thread;
  int failure = pthread_create(&thread, NULL, watch, NULL);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  if (failure) {
    close(watch_pipe[0]);
    close(watch_pipe[1]);
    watch_pipe[0] = -1;
    return 0;
  }
  pthread_detach(thread);
  return 1;
}

static void unlink_watched(sbx_host *host) {
  for (sbx_host **link = &watched; *link; link = &(*link)->next_watched)
    if (*link == host) {
      *link = host->next_watched;
      return;
    }
}

void sbx_set_deadline(sbx_host *host, int64_t deadline) {
  if (host->budget_mode) {
    host->deadline = deadline;
  } else if (deadline != host->deadline) {
    pthread_mutex_lock(&watch_lock);
    if (host->deadline) unlink_watched(host);
    host->deadline = deadline && start_watch() ? deadline : 0;
    if (host->deadline) {
      host->next_watched = watched;
      watched = host;
      if (!next_watch || deadline < next_watch) (void)!write(watch_pipe[1], "", 1);
    }
    pthread_mutex_unlock(&watch_lock);
  }
  /* A deadline that has been withdrawn or moved stops nothing any more. */
  if (!deadline || deadline > sbx_now()) change_stop(host, SBX_DEADLINE, SBX_RUNNING);
}

/* SIGINT, SIGTERM ------------------------------------------------------------------------------ */

static void on_interrupt(int signal) {
  int saved = errno;
  if (signal == SIGTERM) __atomic_store_n(&is_terminating, 1, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&handlers_active, 1, __ATOMIC_SEQ_CST);
  sbx_host *host = __atomic_load_n(&interrupt_target, __ATOMIC_SEQ_CST);
  uintptr_t thread = host ? __atomic_load_n(&host->thread, __ATOMIC_SEQ_CST) : 0;
  if (!thread) {
    __atomic_store_n(&interrupt_pending, 1, __ATOMIC_SEQ_CST);
  } else {
    set_stop(host, SBX_INTERRUPTED);
    if (pthread_equal((pthread_t)thread, pthread_self())) on_tick(TICK);
    else pthread_kill((pthread_t)thread, TICK);
  }
  __atomic_sub_fetch(&handlers_active, 1, __ATOMIC_SEQ_CST);
  errno = saved;
}

void sbx_interrupts_install(void) {
  if (is_installed) return;
  /* Without SA_RESTART: a prompt that waits in read gets EINTR and can ask for the flag. */
  struct sigaction action = {.sa_handler = on_interrupt};
  sigemptyset(&action.sa_mask);
  is_installed = sigaction(SIGINT, &action, &previous_interrupt) == 0;
}

void sbx_interrupts_remove(void) {
  if (is_installed) sigaction(SIGINT, &previous_interrupt, NULL);
  is_installed = 0;
}

void sbx_termination_install(void) {
  /* The second one ends the process where it is. */
  struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, NULL);
}

bool sbx_is_terminating(void) {
  return __atomic_load_n(&is_terminating, __ATOMIC_SEQ_CST);
}

void sbx_interrupts_target(sbx_host *host) {
  __atomic_store_n(&interrupt_target, host, __ATOMIC_SEQ_CST);
}

void sbx_interrupts_forget(sbx_host *host) {
  sbx_host *expected = host;
  __atomic_compare_exchange_n(&interrupt_target, &expected, NULL, 0, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
  await_handlers();
}

bool sbx_interrupts_take(void) {
  return __atomic_exchange_n(&interrupt_pending, 0, __ATOMIC_SEQ_CST);
}
