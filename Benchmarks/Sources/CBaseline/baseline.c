/* A Lua state and its notes, clocks, the heap, and processes. */
#define _GNU_SOURCE
#include "internal.h"
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#ifdef __APPLE__
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

struct baseline {
  lua_State *L;
  nav_world world;
  baseline_note *notes;
  size_t count, capacity;
  bool is_fine;
  char message[512];
};

static int64_t read_clock(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t baseline_cpu_time(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }
int64_t baseline_wall_time(void) { return read_clock(CLOCK_MONOTONIC); }

size_t baseline_heap(void) {
#ifdef __APPLE__
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return statistics.size_in_use;
#else
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#endif
}

int64_t baseline_spawn(const char *folder, char *const arguments[], int64_t *peak) {
  char *const environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin", NULL};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addchdir_np(&actions, folder);
  pid_t process;
  int status = 0;
  int64_t start = baseline_wall_time();
  struct rusage usage = {0};
  int failure = posix_spawnp(&process, arguments[0], &actions, NULL, arguments, environment);
  if (!failure && wait4(process, &status, 0, &usage) != process) failure = 1;
  int64_t end = baseline_wall_time();
  posix_spawn_file_actions_destroy(&actions);
#ifdef __APPLE__
  if (peak) *peak = usage.ru_maxrss;
#else
  // A process inherits the peak memory use of the process that spawned
  // it.
  struct rusage own;
  getrusage(RUSAGE_SELF, &own);
  if (peak) *peak = usage.ru_maxrss > own.ru_maxrss ? (int64_t)usage.ru_maxrss * 1024 : -1;
#endif
  return failure || status ? -1 : end - start;
}

// MARK: Notes

static int note(lua_State *L) {
  baseline *host = lua_touserdata(L, lua_upvalueindex(1));
  if (host->count == host->capacity) {
    size_t capacity = host->capacity ? host->capacity * 2 : 64;
    baseline_note *grown = realloc(host->notes, capacity * sizeof *grown);
    if (!grown) return luaL_error(L, "out of memory");
    host->notes = grown;
    host->capacity = capacity;
  }
  baseline_note *entry = &host->notes[host->count++];
  entry->is_mark = lua_type(L, 1) == LUA_TSTRING && lua_rawlen(L, 1) == 0;
  entry->number = entry->is_mark ? 0 : lua_tonumber(L, 1);
  entry->cpu = host->is_fine ? 0 : baseline_cpu_time();
  entry->wall = baseline_wall_time();
  return 0;
}

const baseline_note *baseline_take_notes(baseline *host, size_t *count) {
  *count = host->count;
  host->count = 0;
  return host->notes;
}

void baseline_set_fine(baseline *host, bool is_fine) { host->is_fine = is_fine; }

// MARK: Lua state

baseline *baseline_open(bool has_nav) {
  baseline *host = calloc(1, sizeof *host);
  if (!host) return NULL;
  host->L = luaL_newstate();
  if (!host->L) {
    free(host);
    return NULL;
  }
  luaL_openlibs(host->L);
  lua_pushlightuserdata(host->L, host);
  lua_pushcclosure(host->L, note, 1);
  lua_setglobal(host->L, "print");
  if (has_nav) {
    nav_open(host->L, &host->world);
    nav_open_links(host->L, &host->world);
  }
  return host;
}

void baseline_close(baseline *host) {
  lua_close(host->L);
  nav_close_links(&host->world);
  free(host->notes);
  free(host);
}

bool baseline_run(baseline *host, const char *text) {
  if (luaL_loadbuffer(host->L, text, strlen(text), "=workload") == LUA_OK &&
      lua_pcall(host->L, 0, 0, 0) == LUA_OK) {
    return true;
  }
  const char *message = lua_tostring(host->L, -1);
  strncpy(host->message, message ? message : "unknown error", sizeof host->message - 1);
  lua_settop(host->L, 0);
  return false;
}

const char *baseline_message(const baseline *host) { return host->message; }
