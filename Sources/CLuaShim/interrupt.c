/* Stops: hooks, SIGINT, SIGTERM. Only this file and watch.c use signals, clocks and threads.
 *
 * Only the Lua thread itself may arm a hook. To stop a run from another thread, the caller sets the
 * flag and sends a signal to the Lua thread, and the signal handler arms the hook. */
#include "sbx_bridge.h"
#include "watch.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

/* Processes ignore this signal by default, so a late signal is harmless. */
#define TICK SIGURG

enum { CLOCK_UNITS = 1 << 12 };

static const char abort_token = 0;

static _Thread_local sbx_host *running;          /* innermost Lua state that runs on this thread */
static _Thread_local int thread_is_prepared;

static sbx_host *interrupt_target;               /* read by the handler */
static int interrupt_pending;
static int interrupt_count;                      /* the number of SIGINT signals */
static int termination;                          /* SIGTERM or SIGHUP, if it arrived */
static int ignored_terminations;                 /* runs that an earlier signal does not stop */
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
  if (!host->budget_mode && !sbx_debug_has_lines(host))
    lua_sethook(L, stop_hook, LUA_MASKCOUNT, 1);
}

static void stop_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  sbx_host *host = sbx_hostof(L);
  if (sbx_stop_reason(host) != SBX_RUNNING) sbx_raise_stop(L);
  lua_sethook(L, NULL, 0, 0);
  if (host->debug) sbx_debug_set_hook(host, L);
  /* Otherwise, a stop that was requested between the previous statements would be lost. */
  if (sbx_stop_reason(host) != SBX_RUNNING) sbx_arm(host, L);
  if (sbx_debug_wants_notice(host)) sbx_debug_attend(L);
}

/* The first reason takes effect. */
static void set_stop(sbx_host *host, int reason) {
  sig_atomic_t expected = SBX_RUNNING;
  __atomic_compare_exchange_n(&host->stop, &expected, reason, 0, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
}

static void check_clock(sbx_host *host) {
  if (host->deadline && sbx_now() >= host->deadline) set_stop(host, SBX_DEADLINE);
}

void sbx_count(lua_State *L) {
  sbx_host *host = sbx_hostof(L);
  if (host->budget != INT64_MAX && (host->steps_left -= SBX_COUNT) < 0) set_stop(host, SBX_BUDGET);
  check_clock(host);
  sbx_poll(L);
  if (sbx_debug_wants_notice(host)) sbx_debug_attend(L);
}

static void count_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  sbx_count(L);
}

void sbx_set_count_hook(lua_State *L) {
  lua_sethook(L, count_hook, LUA_MASKCOUNT, SBX_COUNT);
}

void sbx_install_hook(sbx_host *host) { sbx_set_count_hook(host->main); }

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
  sbx_tick(host);
}

/* Makes the thread of the host arm the hook. */
void sbx_tick(sbx_host *host) {
  uintptr_t thread = __atomic_load_n(&host->thread, __ATOMIC_SEQ_CST);
  if (!host->budget_mode && thread) pthread_kill((pthread_t)thread, TICK);
}

/* Runs on a Lua thread, at any point. */
static void on_tick(int signal) {
  (void)signal;
  int saved = errno;
  for (sbx_host *host = running; host; host = host->outer)
    if (sbx_stop_reason(host) != SBX_RUNNING || sbx_debug_wants_notice(host))
      sbx_arm(host, host->current);
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
  if (__atomic_load_n(&termination, __ATOMIC_RELAXED) &&
      !__atomic_load_n(&ignored_terminations, __ATOMIC_RELAXED) &&
      __atomic_load_n(&interrupt_target, __ATOMIC_RELAXED) == host) {
    set_stop(host, SBX_INTERRUPTED);
  }
}

void sbx_leave_thread(sbx_host *host) {
  running = host->outer;
  __atomic_store_n(&host->thread, (uintptr_t)0, __ATOMIC_RELEASE);
  if (__atomic_load_n(&interrupt_target, __ATOMIC_SEQ_CST) == host) await_handlers();
}

/* SIGINT, SIGTERM, SIGHUP ---------------------------------------------------------------------- */

static void on_interrupt(int signal) {
  int saved = errno;
  if (signal == SIGINT) __atomic_add_fetch(&interrupt_count, 1, __ATOMIC_SEQ_CST);
  else __atomic_store_n(&termination, signal, __ATOMIC_SEQ_CST);
  sbx_watch_signal(signal != SIGINT);
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
  /* SA_RESTART is not set, so that a prompt that waits in read receives EINTR and can query the
   * flag. */
  struct sigaction action = {.sa_handler = on_interrupt};
  sigemptyset(&action.sa_mask);
  is_installed = sigaction(SIGINT, &action, &previous_interrupt) == 0;
}

void sbx_interrupts_remove(void) {
  if (is_installed) sigaction(SIGINT, &previous_interrupt, NULL);
  is_installed = 0;
}

void sbx_termination_install(void) {
  /* The second signal ends the process immediately. */
  struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, NULL);
}

void sbx_hangup_install(void) {
  struct sigaction previous, action = {.sa_handler = on_interrupt, .sa_flags = SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  /* With nohup, the process must outlive its terminal. */
  if (sigaction(SIGHUP, NULL, &previous) == 0 && previous.sa_handler == SIG_IGN) return;
  sigaction(SIGHUP, &action, NULL);
}

int sbx_termination(void) { return __atomic_load_n(&termination, __ATOMIC_SEQ_CST); }

void sbx_termination_ignore(bool begins) {
  __atomic_add_fetch(&ignored_terminations, begins ? 1 : -1, __ATOMIC_SEQ_CST);
}

void sbx_interrupts_target(sbx_host *host) {
  __atomic_store_n(&interrupt_target, host, __ATOMIC_SEQ_CST);
}

void sbx_interrupts_reject(void) {
  sbx_host *host = __atomic_load_n(&interrupt_target, __ATOMIC_SEQ_CST);
  if (host && sbx_stop_reason(host) != SBX_RUNNING)
    __atomic_store_n(&host->rejects, 1, __ATOMIC_RELAXED);
}

bool sbx_interrupts_reach(sbx_host *host) {
  return __atomic_load_n(&interrupt_target, __ATOMIC_SEQ_CST) == host;
}

void sbx_interrupts_forget(sbx_host *host) {
  sbx_host *expected = host;
  __atomic_compare_exchange_n(&interrupt_target, &expected, NULL, 0, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
  await_handlers();
}

bool sbx_interrupts_pending(void) {
  return __atomic_load_n(&interrupt_pending, __ATOMIC_SEQ_CST);
}

int sbx_interrupts_count(void) { return __atomic_load_n(&interrupt_count, __ATOMIC_SEQ_CST); }

bool sbx_interrupts_take(void) {
  bool is_pending = __atomic_exchange_n(&interrupt_pending, 0, __ATOMIC_SEQ_CST);
  if (is_pending) sbx_watch_answered();
  return is_pending;
}
