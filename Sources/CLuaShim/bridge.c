/* The trampolines through which Lua calls Swift, and the data that is read from a stack for errors.
 */
#include "sbx_bridge.h"
#include "heap.h"
#include <string.h>

#define unlikely(condition) __builtin_expect(!!(condition), 0)

/* Raises the error that Swift has requested, after its frame has been removed. Lua stack: any.
 * Raises. */
__attribute__((noinline, cold)) static int fail(lua_State *L, sbx_host *host, int code) {
  /* If a stop has been requested, the failure is not reported as a separate error. */
  sbx_poll(L);
  if (code == SBX_RAISE_VALUE) return lua_error(L);
  lua_pushlstring(L, host->parked, host->parked_length);
  return lua_error(L);
}

/* Runs the garbage collection that a host function has made necessary. If the memory still exceeds
 * the limit, raises a memory error. */
__attribute__((noinline, cold)) static void settle(lua_State *L, sbx_host *host) {
  lua_gc(L, LUA_GCCOLLECT);
  if (host->used > host->limit) (void)lua_newuserdatauv(L, host->limit, 0);
}

/* Frees memory when scripts and the data that the host stores for them approach the limit. The
 * collector runs first. If this is not sufficient, the host drops data that it does not need. If
 * the limit is still exceeded, a memory error is raised before the host function has any effect. */
__attribute__((noinline, cold)) static void relieve(lua_State *L, sbx_host *host) {
  size_t soon = host->limit / 8 * 7, held;
  lua_gc(L, LUA_GCCOLLECT);
  if (sbx_held(host) > soon && host->relieve) {
    host->host_depth++;
    host->relieve(host->owner);
    host->host_depth--;
  }
  held = sbx_held(host);
  if (held > host->limit) (void)lua_newuserdatauv(L, host->limit, 0);
  /* If this freed little memory, the next attempt is made only when more memory is in use. */
  host->relief_at = held + host->limit / 32;
  if (host->relief_at < soon) host->relief_at = soon;
  if (host->relief_at > host->limit) host->relief_at = host->limit;
}

/* Swift cannot raise an error when the stack is full, so it is never called with a nearly full
 * stack. */
static inline void make_room(lua_State *L) {
  enum { ROOM = 40 };
  if (unlikely(!lua_checkstack(L, ROOM))) luaL_error(L, "stack overflow");
}

static inline int enter(lua_State *L, sbx_host *host, void *context) {
  make_room(L);
  if (unlikely(sbx_held(host) > host->relief_at)) relieve(L, host);
  host->entries++;
  host->host_depth++;
  int32_t count = host->entry(L, context);
  host->host_depth--;
  if (unlikely(count < 0)) return fail(L, host, count);
  if (unlikely(host->limit && host->used > host->limit)) settle(L, host);
  return count;
}

int sbx_trampoline(lua_State *L) {
  return enter(L, sbx_hostof(L), lua_touserdata(L, lua_upvalueindex(1)));
}

/* Getters and setters share one closure, so the running getter or setter is named here for its
 * errors. */
static int enter_accessor(lua_State *L, sbx_host *host, void *context) {
  make_room(L);
  if (unlikely(sbx_held(host) > host->relief_at)) relieve(L, host);
  void *outer = host->accessor;
  host->accessor = context;
  host->entries++;
  host->host_depth++;
  int32_t count = host->entry(L, context);
  host->host_depth--;
  host->accessor = outer;
  if (unlikely(count < 0)) return fail(L, host, count);
  if (unlikely(host->limit && host->used > host->limit)) settle(L, host);
  return count;
}

/* Returns the key at 2 as text for a message, or "?" if it is not a string. */
static const char *key_text(lua_State *L) {
  return lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
}

/* Lua calls this function with two values. A script cannot call it, because the metatable is
 * hidden. */
int sbx_index(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(3)) == LUA_TLIGHTUSERDATA) {
    void *getter = lua_touserdata(L, -1);
    lua_settop(L, 1);
    return enter_accessor(L, sbx_hostof(L), getter);
  }
  lua_settop(L, 2);
  void *other = lua_touserdata(L, lua_upvalueindex(1));
  if (!other) return luaL_error(L, "no field '%s'", key_text(L));
  return enter_accessor(L, sbx_hostof(L), other);
}

int sbx_newindex(lua_State *L) {
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TLIGHTUSERDATA) {
    void *setter = lua_touserdata(L, -1);
    lua_settop(L, 3);
    lua_remove(L, 2);
    return enter_accessor(L, sbx_hostof(L), setter);
  }
  lua_settop(L, 3);
  void *other = lua_touserdata(L, lua_upvalueindex(1));
  if (!other) return luaL_error(L, "field '%s' cannot be assigned", key_text(L));
  return enter_accessor(L, sbx_hostof(L), other);
}

int sbx_finalize(lua_State *L) {
  sbx_box *box = lua_touserdata(L, 1);
  if (!box || lua_rawlen(L, 1) != sizeof *box || !box->magic) return 0;
  sbx_host *host = sbx_hostof(L);
  void *object = (void *)(uintptr_t)box->bits;
  sbx_disown(host, box);
  box->magic = 0;
  box->bits = 0;
  host->host_depth++;
  host->release(object);
  host->host_depth--;
  return 0;
}

static void copy(char *to, size_t size, const char *from) {
  size_t length = from ? strlen(from) : 0;
  if (length >= size) length = size - 1;
  if (length) memcpy(to, from, length);
  to[length] = 0;
}

/* `what` is the argument of lua_getinfo. If it begins with '>', the function on top is described.
 * Lua stack: 0 or -1. Does not raise while Swift is on top. */
static bool describe(lua_State *L, const char *what, lua_Debug *record, sbx_trace_frame *frame) {
  record->name = NULL;
  record->namewhat = "";
  record->currentline = -1;
  if (!lua_getinfo(L, what, record) || *record->what == 'C') return false;
  copy(frame->source, sizeof frame->source, record->source);
  copy(frame->short_source, sizeof frame->short_source, record->short_src);
  copy(frame->name, sizeof frame->name, record->name);
  copy(frame->what, sizeof frame->what, record->what);
  copy(frame->name_what, sizeof frame->name_what, record->namewhat);
  frame->line = record->currentline;
  frame->defined = record->linedefined;
  frame->is_vararg = record->isvararg;
  return true;
}

void sbx_trace(lua_State *L) {
  sbx_host *host = sbx_hostof(L);
  lua_Debug record;
  int count = 0;
  host->trace_depth = 0;
  if (!host->trace) host->trace = sbx_heap_take(SBX_TRACE_FRAMES * sizeof *host->trace);
  if (!host->trace) return;
  for (int level = 0; count < SBX_TRACE_FRAMES && lua_getstack(L, level, &record); level++)
    if (describe(L, "Snlu", &record, &host->trace[count])) count++;
  host->trace_depth = count;
}

int sbx_frame_at(lua_State *L, int level, sbx_trace_frame *frame) {
  lua_Debug record;
  if (!lua_getstack(L, level, &record)) return SBX_NO_FRAME;
  return describe(L, "Snlu", &record, frame) ? SBX_LUA_FRAME : SBX_HOST_FRAME;
}

bool sbx_frame_of_function(lua_State *L, sbx_trace_frame *frame) {
  lua_Debug record;
  lua_pushvalue(L, -1);
  return describe(L, ">Su", &record, frame);
}

int sbx_line(lua_State *L, int level, const char *known, const char **chunk) {
  lua_Debug record;
  for (; lua_getstack(L, level, &record); level++) {
    if (!lua_getinfo(L, "Sl", &record) || *record.what == 'C') continue;
    *chunk = known && strcmp(known, record.source) == 0 ? NULL : record.source;
    return record.currentline;
  }
  return 0;
}

int sbx_handler(lua_State *L) {
  if (unlikely(sbx_hostof(L)->debug != NULL)) sbx_debug_error(L);
  sbx_trace(L);
  return 1;
}
