/* The coroutine functions that run other coroutines. They track the running coroutine, preserve
 * every abort, and close with a limit. */
#include "library.h"

enum { CLOSE_DEPTH = 150, CLOSE_STACK = 4 << 20 };

// MARK: Resuming

static lua_State *checked_coroutine(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  return co;
}

/* Copies the error of a failed coroutine to L. The original remains, because closing needs it. */
static void push_error(lua_State *L, lua_State *co) {
  lua_checkstack(co, 1);
  lua_pushvalue(co, -1);
  lua_xmove(co, L, 1);
}

/* Resumes `co` with the topmost `count` values of L. Pushes the results and returns their number,
 * or pushes the error and returns -1. */
static int resume(lua_State *L, lua_State *co, int count) {
  sbx_host *host = sbx_hostof(L);
  lua_State *outer = host->current;
  int results = 0, was_dead = lua_status(co) > LUA_YIELD;
  if (!lua_checkstack(co, count)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  if (__builtin_expect(host->debug != NULL, 0)) sbx_debug_enter(L, co);
  lua_xmove(L, co, count);
  sbx_switch(host, co);
  int status = lua_resume(co, L, count, &results);
  sbx_switch(host, outer);
  if (__builtin_expect(host->debug != NULL, 0)) sbx_debug_leave(host, co, outer);
  sbx_poll(L);
  if (status == LUA_OK || status == LUA_YIELD) {
    if (!lua_checkstack(L, results + 1)) {
      lua_pop(co, results);
      lua_pushliteral(L, "too many results to resume");
      return -1;
    }
    lua_xmove(co, L, results);
    return results;
  }
  if (lua_status(co) > LUA_YIELD && !was_dead) {
    push_error(L, co);
  } else {
    lua_xmove(co, L, 1);
  }
  return -1;
}

int sbx_coroutine_resume(lua_State *L) {
  lua_State *co = checked_coroutine(L);
  int results = resume(L, co, lua_gettop(L) - 1);
  int is_fine = results >= 0;
  lua_pushboolean(L, is_fine);
  lua_insert(L, is_fine ? -(results + 1) : -2);
  return is_fine ? results + 1 : 2;
}

// MARK: Yielding

static int yield_nothing(lua_State *L) { return lua_yield(L, 0); }

static int never_resumed(lua_State *L, int status, lua_KContext context) {
  (void)L, (void)status, (void)context;
  return 0;
}

/* The continuation of every yield if its coroutine is sbx_host.closing. */
static int stay(lua_State *L) {
  lua_settop(L, 0);
  lua_pushcfunction(L, yield_nothing);
  return lua_pcallk(L, 0, 0, 0, 0, never_resumed);
}

static int resumed(lua_State *L, int status, lua_KContext context) {
  (void)status, (void)context;
  return sbx_hostof(L)->closing == L ? stay(L) : lua_gettop(L);
}

int sbx_coroutine_yield(lua_State *L) {
  return lua_yieldk(L, lua_gettop(L), 0, resumed);
}

// MARK: Closing

/* NOTE: while Lua 5.4.4 closes a coroutine, it keeps the stack position of a suspended xpcall's
 * handler, and calls any value that is then at this position (case crash-msgh-overwrite). A yield
 * inside a protected call without a handler leaves no such position. */
int sbx_settle(lua_State *L, lua_State *co) {
  sbx_host *host = sbx_hostof(co);
  int results;
  if (lua_status(co) != LUA_YIELD) return 1;
  lua_State *closing = host->closing;
  host->closing = co;
  int status = lua_resume(co, L, 0, &results);
  host->closing = closing;
  if (status <= LUA_YIELD || lua_status(co) != LUA_YIELD) return 1;
  lua_pop(co, 1); /* not resumed: too deep */
  return 0;
}

static int is_too_deep(sbx_host *host) {
  char here;
  uintptr_t address = (uintptr_t)&here;
  if (host->close_depth == 0) host->close_base = address;
  uintptr_t base = host->close_base;
  uintptr_t used = address < base ? base - address : address - base;
  return host->close_depth >= CLOSE_DEPTH || used > CLOSE_STACK;
}

/* Closes `co` and runs its pending variables. Returns its status, and leaves an error on its stack.
 * NOTE: lua_resetthread does not count C levels, so chains of closes must end here (case
 * crash-close-chain). In a coroutine that was ended by an abort, nothing can run, because its hooks
 * are disabled. */
static int close_coroutine(lua_State *L, lua_State *co) {
  sbx_host *host = sbx_hostof(L);
  lua_State *outer = host->current;
  if (lua_status(co) > LUA_YIELD && lua_gettop(co) > 0 && sbx_is_abort(co, -1)) {
    return LUA_ERRRUN;
  }
  if (is_too_deep(host)) luaL_error(L, "C stack overflow");
  sbx_switch(host, co);
  host->close_depth++;
  int can_close = sbx_settle(L, co);
  int status = can_close ? lua_resetthread(co) : LUA_OK;
  host->close_depth--;
  sbx_switch(host, outer);
  sbx_poll(L);
  if (!can_close) luaL_error(L, "C stack overflow");
  return status;
}

/* Returns the name of the state that prevents `co` from being closed, or NULL if it can be closed.
 */
static const char *busy_state(lua_State *L, lua_State *co) {
  lua_Debug ar;
  if (L == co) return "running";
  return lua_status(co) == LUA_OK && lua_getstack(co, 0, &ar) ? "normal" : NULL;
}

int sbx_coroutine_close(lua_State *L) {
  lua_State *co = checked_coroutine(L);
  const char *state = busy_state(L, co);
  if (state) return luaL_error(L, "cannot close a %s coroutine", state);
  sbx_poll(L);
  int status = close_coroutine(L, co);
  lua_pushboolean(L, status == LUA_OK);
  if (status == LUA_OK) return 1;
  if (sbx_is_abort(co, -1)) {
    lua_pushliteral(L, "the coroutine was interrupted");
  } else {
    lua_xmove(co, L, 1);
  }
  return 2;
}

// MARK: wrap

/* The function that coroutine.wrap returns. Upvalue: the coroutine. */
static int call_wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  int was_dead = lua_status(co) > LUA_YIELD;
  int results = resume(L, co, lua_gettop(L));
  if (results >= 0) return results;
  int status = lua_status(co);
  if (status > LUA_YIELD && !was_dead) {
    lua_pop(L, 1);
    status = close_coroutine(L, co);
    lua_xmove(co, L, 1);
  }
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

int sbx_coroutine_wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}
