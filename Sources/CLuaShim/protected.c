/* The functions through which Swift calls Lua. Each of them restores the limits and cannot raise.
 */
#include "sbx_bridge.h"

/* The state that a protected call must restore. */
typedef struct scope {
  lua_State *outer, *base;
  int32_t host_depth;
} scope;

static inline scope begin(sbx_host *host, lua_State *L) {
  scope kept = {host->current, NULL, host->host_depth};
  if (host->reentry++ == 0) {
    sbx_take_thread(host);
    sbx_meter_begin(host);
  }
  host->host_depth = 0;
  if (__builtin_expect(host->debug != NULL, 0)) kept.base = sbx_debug_begin_run(host, L);
  sbx_switch(host, L);
  return kept;
}

static inline void end(sbx_host *host, scope kept) {
  host->host_depth = kept.host_depth;
  lua_State *ended = host->current;
  sbx_switch(host, kept.outer);
  /* A released object must not close the Lua state, so this still counts as part of the run. */
  if (__builtin_expect(host->lost_count != 0, 0) && host->reentry == 1) sbx_release_lost(host);
  if (--host->reentry == 0) {
    sbx_meter_end(host);
    sbx_leave_thread(host);
  }
  if (__builtin_expect(host->debug != NULL, 0)) {
    sbx_debug_end_run(host, kept.base);
    if (ended != kept.outer || host->reentry == 0) sbx_debug_leave(host, ended, kept.outer);
  }
}

/* Rejects a run that cannot succeed, and replaces `values` with the error. */
static inline int reject(sbx_host *host, lua_State *L, int values) {
  int is_free = sbx_stop_reason(host) == SBX_RUNNING && host->reentry < host->reentry_limit;
  if (__builtin_expect(is_free, 1)) return LUA_OK;
  if (sbx_stop_reason(host) != SBX_RUNNING) {
    lua_settop(L, -values - 1);
    sbx_push_abort(L);
  } else {
    lua_settop(L, -values - 1);
    lua_pushliteral(L, "stack overflow (host functions and scripts called each other too deeply)");
  }
  host->trace_depth = 0;
  return LUA_ERRRUN;
}

int sbx_begin_call(lua_State *L, int32_t slot) {
  int top = lua_gettop(L);
  lua_checkstack(L, 4);
  lua_pushcfunction(L, sbx_handler);
  sbx_push_kept(L, slot);
  return top;
}

int sbx_begin_method(lua_State *L, int32_t slot, const char *name, size_t length) {
  int top = lua_gettop(L);
  lua_checkstack(L, 5);
  lua_pushcfunction(L, sbx_handler);
  sbx_push_kept(L, slot);
  lua_pushlstring(L, name, length);
  lua_rawget(L, -2);
  if (!lua_isfunction(L, -1)) {
    lua_settop(L, top);
    return -1;
  }
  lua_remove(L, -2);
  return top;
}

int sbx_call(lua_State *L, int arguments, int results, int handler) {
  sbx_host *host = sbx_hostof(L);
  int status = reject(host, L, arguments + 1);
  if (status != LUA_OK) return status;
  scope kept = begin(host, L);
  status = lua_pcallk(L, arguments, results, handler, 0, NULL);
  end(host, kept);
  /* In this case, Lua calls no message handler. */
  if (status == LUA_ERRMEM) host->trace_depth = 0;
  return status;
}

int sbx_resume(lua_State *co, lua_State *from, int arguments, int *results) {
  sbx_host *host = sbx_hostof(co);
  *results = 0;
  int status = reject(host, co, arguments);
  if (status != LUA_OK) return status;
  scope kept = begin(host, co);
  status = lua_resume(co, from, arguments, results);
  end(host, kept);
  return status;
}

int sbx_reset(lua_State *co) {
  sbx_host *host = sbx_hostof(co);
  if (sbx_stop_reason(host) != SBX_RUNNING || sbx_is_abort(co, -1)) return LUA_ERRRUN;
  scope kept = begin(host, co);
  int status = sbx_settle(kept.outer, co) ? lua_resetthread(co) : LUA_ERRRUN;
  end(host, kept);
  return status;
}

/* A chunk that is passed to the parser in pieces, so that reading it can be stopped. */
typedef struct chunk_rest {
  const char *bytes;
  size_t length;
} chunk_rest;

static const char *read_chunk(lua_State *L, void *context, size_t *size) {
  enum { PIECE = 1 << 12 };
  chunk_rest *rest = context;
  const char *piece = rest->bytes;
  *size = rest->length > PIECE ? PIECE : rest->length;
  rest->bytes += *size;
  rest->length -= *size;
  sbx_charge(L, *size / 16);
  return *size ? piece : NULL;
}

int sbx_compile(lua_State *L, const char *bytes, size_t length, const char *name, bool is_text) {
  sbx_host *host = sbx_hostof(L);
  int status = reject(host, L, 0);
  if (status == LUA_OK) {
    chunk_rest rest = {bytes, length};
    scope kept = begin(host, L);
    status = lua_load(L, read_chunk, &rest, name, is_text ? "t" : "b");
    end(host, kept);
  }
  if (status != LUA_OK) {
    lua_remove(L, -2);
    return status;
  }
  lua_insert(L, -2);
  lua_setupvalue(L, -2, 1);
  return status;
}

static int describe_value(lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  return 1;
}

int sbx_describe(lua_State *L) {
  lua_pushcfunction(L, describe_value);
  lua_insert(L, -2);
  return sbx_call(L, 1, 1, 0);
}

int sbx_open_base(lua_State *L) {
  lua_pushcfunction(L, sbx_open_library);
  return sbx_call(L, 0, 1, 0);
}

void sbx_collect(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
}

static int next_pair(lua_State *L) {
  return lua_next(L, 1) ? 2 : 0;
}

/* lua_next raises for a key that is not in the table, so only existing keys are passed to it
 * unprotected. */
int sbx_next(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (lua_isnil(L, -1)) return lua_next(L, index);
  lua_pushvalue(L, -1);
  int is_present = lua_rawget(L, index) != LUA_TNIL;
  sbx_pop(L, 1);
  if (is_present) return lua_next(L, index);
  int top = lua_gettop(L);
  lua_pushcfunction(L, next_pair);
  lua_pushvalue(L, index);
  lua_rotate(L, top, -1);
  if (lua_pcall(L, 2, LUA_MULTRET, 0) == LUA_OK) return lua_gettop(L) > top;
  lua_settop(L, top - 1);
  return -1;
}
