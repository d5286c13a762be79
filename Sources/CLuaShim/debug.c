/* Debugging: the hook that observes lines and steps, and positions in an execution.
 *
 * A host that is not debugged has no sbx_debug, and its Lua threads have no line hook. The hook is
 * set on a thread when it is resumed, because threads inherit hooks only when they are created. */
#include "sbx_bridge.h"
#include "heap.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BITS = 1 << 13 };

static const char coroutines_key = 0;

struct sbx_debug {
  sbx_debug_stop stop;
  sbx_debug_load load;
  bool forbids_functions;
  bool wants_lines;             /* the hook is set */
  bool wants_errors;
  int32_t disabled;             /* > 0: code of the debugger is running */
  int32_t notice;            /* set by other threads */
  int step;
  lua_State *stepping;          /* the thread in which the step began */
  int depth;                    /* the levels of that thread when the step began */
  const void *function;         /* the function that was left by the step */
  uint64_t count, target, hash, last;
  bool is_searching;
  sbx_debug_place origin;       /* the position before which a search looks for lines */
  lua_State *base;              /* the innermost thread that the host runs */
  lua_Integer coroutine_count;
  uint8_t lines[LINE_BITS / 8]; /* the lines with breakpoints, in any file */
};

/* The hook ------------------------------------------------------------------------------------- */

/* Returns the number of functions on a stack. */
static int levels(lua_State *L) {
  lua_Debug record;
  int low = 0, high = 1;
  while (lua_getstack(L, high, &record)) {
    low = high;
    high *= 2;
  }
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (lua_getstack(L, middle, &record)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Returns the identity of the function at a level. Lua stack: 0. Does not raise. */
static const void *function_at(lua_State *L, int level) {
  lua_Debug record;
  if (!lua_getstack(L, level, &record) || !lua_getinfo(L, "f", &record)) return NULL;
  const void *function = lua_topointer(L, -1);
  lua_pop(L, 1);
  return function;
}

/* Whether a tail call has replaced the function in which the step began. */
static bool is_tail_called(sbx_debug *debug, lua_State *L) {
  lua_Debug record;
  return lua_getstack(L, 0, &record) && lua_getinfo(L, "t", &record) && record.istailcall
    && function_at(L, 0) != debug->function;
}

/* Whether the level is the level of the step or an outer level. */
static bool is_outside(sbx_debug *debug, lua_State *L, int levels_kept) {
  lua_Debug record;
  return L == debug->stepping && !lua_getstack(L, levels_kept, &record);
}

static bool ends_step(sbx_debug *debug, lua_State *L) {
  switch (debug->step) {
    case SBX_STEP_IN: return true;
    case SBX_STEP_OVER:
      if (!is_outside(debug, L, debug->depth)) return false;
      return is_outside(debug, L, debug->depth - 1) || !is_tail_called(debug, L);
    case SBX_STEP_OUT: return is_outside(debug, L, debug->depth - 1);
    default: return false;
  }
}

/* Returns the number of a coroutine of the script, or 0 for another thread. Lua stack: 0. Does not
 * raise. */
static lua_Integer coroutine_number(lua_State *L) {
  if (!lua_checkstack(L, 2)) return 0;
  lua_Integer number = 0;
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &coroutines_key) == LUA_TTABLE) {
    lua_pushthread(L);
    lua_rawget(L, -2);
    number = lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return number;
}

/* Whether the running function is the function of the searched position or one of its callers. */
static bool is_origin_or_caller(sbx_host *host, lua_State *L) {
  const sbx_debug_place *origin = &host->debug->origin;
  if (host->reentry != origin->nesting) return host->reentry < origin->nesting;
  lua_Debug record;
  return coroutine_number(L) == origin->coroutine && !lua_getstack(L, origin->depth, &record);
}

static void add_line(sbx_host *host, lua_State *L, int line) {
  sbx_debug *debug = host->debug;
  debug->count++;
  debug->hash = (debug->hash ^ (uint64_t)line) * UINT64_C(0x100000001B3);
  if (debug->is_searching && debug->count < debug->target && is_origin_or_caller(host, L))
    debug->last = debug->count;
}

static int reasons_at(sbx_debug *debug, lua_State *L, int line) {
  int reasons = 0;
  unsigned bit = (unsigned)line % LINE_BITS;
  if (debug->lines[bit / 8] & (1u << bit % 8)) reasons |= SBX_DEBUG_LINE;
  if (debug->count == debug->target) reasons |= SBX_DEBUG_TARGET;
  if (debug->step != SBX_STEP_NONE && ends_step(debug, L)) reasons |= SBX_DEBUG_STEP;
  if (__atomic_load_n(&debug->notice, __ATOMIC_RELAXED)) reasons |= SBX_DEBUG_NOTICE;
  return reasons;
}

static void call_swift(sbx_host *host, lua_State *L, int reasons, int level) {
  host->host_depth++;
  host->debug->stop(L, reasons, level);
  host->host_depth--;
}

static void line_hook(lua_State *L, lua_Debug *record) {
  sbx_host *host = sbx_hostof(L);
  sbx_debug *debug = host->debug;
  if (record->event == LUA_HOOKCOUNT) {
    sbx_count(L);
    return;
  }
  sbx_poll(L);
  if (!debug || debug->disabled > 0) return;
  add_line(host, L, record->currentline);
  int reasons = reasons_at(debug, L, record->currentline);
  if (!reasons || !lua_checkstack(L, SBX_DEBUG_ROOM)) return;
  call_swift(host, L, reasons, 0);
  sbx_poll(L);
}

/* The hook of an expression that must not run functions of scripts, such as metamethods. */
static void call_hook(lua_State *L, lua_Debug *record) {
  if (record->event == LUA_HOOKCOUNT) {
    sbx_count(L);
    return;
  }
  lua_getinfo(L, "S", record);
  if (strcmp(record->what, "Lua") != 0 || !lua_checkstack(L, 1)) return;
  lua_pushliteral(L, SBX_DEBUG_FORBIDDEN);
  lua_error(L);
}

/* Whether a request can be handled now, because no expression of the debugger is running. */
static bool can_attend(sbx_host *host) {
  return sbx_debug_wants_notice(host) && host->debug->disabled == 0;
}

static void set_hook(sbx_host *host, lua_State *L) {
  if (host->debug && host->debug->forbids_functions) {
    lua_sethook(L, call_hook, LUA_MASKCALL | LUA_MASKCOUNT, SBX_COUNT);
    return;
  }
  bool has_lines = host->debug && host->debug->wants_lines;
  int mask = (has_lines ? LUA_MASKLINE : 0) | (host->budget_mode ? LUA_MASKCOUNT : 0);
  if (lua_gethookmask(L) == mask && (!has_lines || lua_gethook(L) == line_hook)) return;
  if (has_lines) lua_sethook(L, line_hook, mask, SBX_COUNT);
  else if (host->budget_mode) sbx_set_count_hook(L);
  else lua_sethook(L, NULL, 0, 0);
}

void sbx_debug_set_hook(sbx_host *host, lua_State *L) {
  set_hook(host, L);
  if (can_attend(host)) sbx_arm(host, L);
}

/* NOTE: if a request arrives while a script waits, there is no running thread to signal. */
void sbx_debug_end_pause(sbx_host *host) {
  if (sbx_debug_wants_notice(host)) sbx_arm(host, host->current);
}

bool sbx_debug_has_lines(const sbx_host *host) { return host->debug && host->debug->wants_lines; }

/* Notices -------------------------------------------------------------------------------------- */

bool sbx_debug_wants_notice(sbx_host *host) {
  return host->debug && __atomic_load_n(&host->debug->notice, __ATOMIC_RELAXED);
}

void sbx_debug_send_notice(sbx_host *host) {
  if (!host->debug) return;
  __atomic_store_n(&host->debug->notice, 1, __ATOMIC_RELEASE);
  sbx_tick(host);
}

void sbx_debug_attend(lua_State *L) {
  sbx_host *host = sbx_hostof(L);
  if (host->debug->disabled > 0 || !lua_checkstack(L, SBX_DEBUG_ROOM)) return;
  call_swift(host, L, SBX_DEBUG_NOTICE, 0);
  sbx_poll(L);
}

/* Threads -------------------------------------------------------------------------------------- */

/* Pushes the table of the script's coroutines and their numbers. Lua stack: +1. */
static void push_coroutines(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &coroutines_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_createtable(L, 0, 1);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &coroutines_key);
}

void sbx_debug_enter(lua_State *L, lua_State *co) {
  sbx_host *host = sbx_hostof(L);
  sbx_debug *debug = host->debug;
  if (debug->disabled > 0) return;
  luaL_checkstack(L, 6, NULL);
  if (!lua_checkstack(co, 1)) return;
  push_coroutines(L);
  lua_pushthread(co);
  lua_xmove(co, L, 1);
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_pushinteger(L, ++debug->coroutine_count);
    lua_rawset(L, -3);
    lua_pop(L, 1);
  } else {
    lua_pop(L, 3);
  }
}

void sbx_debug_leave(sbx_host *host, lua_State *co, lua_State *outer) {
  sbx_debug *debug = host->debug;
  if (debug->disabled > 0 || debug->step == SBX_STEP_NONE || debug->stepping != co) return;
  debug->stepping = outer;
  debug->depth = INT_MAX;
  if (host->reentry == 0) debug->step = SBX_STEP_IN;
}

lua_State *sbx_debug_begin_run(sbx_host *host, lua_State *L) {
  lua_State *base = host->debug->base;
  if (!base || host->reentry <= 1 || L != host->current) host->debug->base = L;
  return base;
}

void sbx_debug_end_run(sbx_host *host, lua_State *base) { host->debug->base = base; }

bool sbx_debug_push_coroutines(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &coroutines_key) == LUA_TTABLE) return true;
  lua_pop(L, 1);
  return false;
}

lua_State *sbx_debug_base(sbx_host *host) {
  return host->debug->base ? host->debug->base : host->current;
}

/* Errors --------------------------------------------------------------------------------------- */

void sbx_debug_error(lua_State *L) {
  sbx_host *host = sbx_hostof(L);
  sbx_debug *debug = host->debug;
  if (debug->disabled > 0 || !debug->wants_errors || sbx_is_stopped(host)) return;
  if (!lua_checkstack(L, SBX_DEBUG_ROOM)) return;
  call_swift(host, L, SBX_DEBUG_ERROR, 1);
}

/* Chunks --------------------------------------------------------------------------------------- */

const char *sbx_debug_chunk(lua_State *L, int level) {
  lua_Debug record;
  bool is_known = lua_getstack(L, level, &record) && lua_getinfo(L, "S", &record);
  return is_known && *record.what != 'C' ? record.source : NULL;
}

void sbx_debug_loaded(lua_State *L, const char *name, const char *text, size_t length) {
  if (strlen(name) == length && memcmp(name, text, length) == 0) return;
  sbx_host *host = sbx_hostof(L);
  host->host_depth++;
  host->debug->load(L, name, text, length);
  host->host_depth--;
}

/* Settings ------------------------------------------------------------------------------------- */

bool sbx_debug_open(sbx_host *host, sbx_debug_stop stop, sbx_debug_load load) {
  if (host->debug) return false;
  sbx_debug *debug = sbx_heap_clear(1, sizeof *debug);
  if (!debug) return false;
  debug->stop = stop;
  debug->load = load;
  debug->target = UINT64_MAX;
  host->debug = debug;
  return true;
}

void sbx_debug_close(sbx_host *host) {
  sbx_debug *debug = host->debug;
  if (!debug) return;
  host->debug = NULL;
  free(debug);
}

void sbx_debug_watch_lines(sbx_host *host, bool wants_lines) {
  host->debug->wants_lines = wants_lines;
  sbx_debug_set_hook(host, host->main);
  sbx_debug_set_hook(host, host->current);
}

void sbx_debug_forbid_functions(sbx_host *host, bool is_forbidden) {
  host->debug->forbids_functions = is_forbidden;
  set_hook(host, host->main);
  set_hook(host, host->current);
}

void sbx_debug_watch_errors(sbx_host *host, bool wants_errors) {
  host->debug->wants_errors = wants_errors;
}

void sbx_debug_set_line(sbx_host *host, int line, bool has_breakpoint) {
  unsigned bit = (unsigned)line % LINE_BITS;
  uint8_t *byte = &host->debug->lines[bit / 8];
  *byte = has_breakpoint ? *byte | (1u << bit % 8) : *byte & ~(1u << bit % 8);
}

void sbx_debug_clear_lines(sbx_host *host) {
  memset(host->debug->lines, 0, sizeof host->debug->lines);
}

void sbx_debug_set_step(sbx_host *host, int step, int level) {
  sbx_debug *debug = host->debug;
  debug->step = step;
  debug->stepping = host->current;
  debug->depth = levels(host->current) - level;
  debug->function = function_at(host->current, level);
}

void sbx_debug_set_enabled(sbx_host *host, bool is_enabled) {
  host->debug->disabled += is_enabled ? -1 : 1;
}

bool sbx_debug_take_notice(sbx_host *host) {
  return __atomic_exchange_n(&host->debug->notice, 0, __ATOMIC_ACQ_REL);
}

void sbx_debug_restart_count(sbx_host *host) {
  sbx_debug *debug = host->debug;
  debug->count = debug->hash = debug->last = 0;
  debug->target = UINT64_MAX;
  debug->coroutine_count = 0;
  debug->is_searching = false;
  debug->step = SBX_STEP_NONE;
}

void sbx_debug_position(sbx_host *host, int level, sbx_debug_place *place) {
  sbx_debug *debug = host->debug;
  place->count = debug->count;
  place->hash = debug->hash;
  place->coroutine = coroutine_number(host->current);
  place->nesting = host->reentry;
  place->depth = levels(host->current) - level;
}

void sbx_debug_set_target(sbx_host *host, uint64_t count) { host->debug->target = count; }

void sbx_debug_search(sbx_host *host, const sbx_debug_place *place) {
  sbx_debug *debug = host->debug;
  debug->is_searching = true;
  debug->target = place->count;
  debug->origin = *place;
  debug->last = 0;
}

uint64_t sbx_debug_found(sbx_host *host) { return host->debug->last; }
