/* The functions with which a paused script's prompt accesses the positions and variables of the
 * paused functions. */
#include "sbx_bridge.h"
#include <string.h>

const char *sbx_push_local(lua_State *L, int level, int index) {
  lua_Debug record;
  if (!lua_getstack(L, level, &record)) return NULL;
  return lua_getlocal(L, &record, index);
}

void sbx_set_local(lua_State *L, int level, int index) {
  lua_Debug record;
  if (!lua_getstack(L, level, &record) || !lua_setlocal(L, &record, index)) sbx_pop(L, 1);
}

bool sbx_push_function_at(lua_State *L, int level) {
  lua_Debug record;
  return lua_getstack(L, level, &record) && lua_getinfo(L, "f", &record);
}

/* Whether the function on top is a host function. */
static bool is_host_function(lua_State *L) {
  lua_CFunction function = lua_tocfunction(L, -1);
  return function == sbx_trampoline || function == sbx_index || function == sbx_newindex
    || function == sbx_declarator;
}

/* Replaces the function on top with its upvalue `self`. Lua stack: 0, or -1 if there is none. */
static bool replace_by_upvalue_self(lua_State *L) {
  const char *name;
  for (int index = 1; (name = lua_getupvalue(L, -1, index)) != NULL; index++) {
    if (strcmp(name, "self") == 0) {
      lua_remove(L, -2);
      return true;
    }
    sbx_pop(L, 1);
  }
  sbx_pop(L, 1);
  return false;
}

int sbx_push_self(lua_State *L, int level, int *calls) {
  /* The search is limited: the user does not expect a method that is further below. */
  const int most = level + 200;
  lua_Debug record;
  for (; level < most && lua_getstack(L, level, &record); level++) {
    lua_getinfo(L, "Stf", &record);
    if (*record.what == 'C') {
      bool is_host = is_host_function(L);
      sbx_pop(L, 1);
      if (is_host && --*calls < 0) return 0;
      continue;
    }
    const char *name = lua_getlocal(L, &record, 1);
    if (name && strcmp(name, "self") == 0) {
      lua_remove(L, -2);
      return level + 1;
    }
    if (name) sbx_pop(L, 1);
    if (replace_by_upvalue_self(L)) return level + 1;
    if (record.istailcall) return -1;
  }
  return 0;
}

bool sbx_push_self_of(lua_State *L, int index) {
  lua_pushvalue(L, index);
  return replace_by_upvalue_self(L);
}

void sbx_pause_begin(sbx_host *host, sbx_pause *kept) {
  kept->reentry = host->reentry;
  kept->steps_left = host->steps_left;
  kept->deadline = host->deadline;
  kept->since = sbx_now();
  host->reentry = 0;
  sbx_set_deadline(host, 0);
  if (kept->reentry > 0) {
    sbx_meter_end(host);
    sbx_leave_thread(host);
  }
}

int64_t sbx_pause_end(sbx_host *host, const sbx_pause *kept) {
  int64_t span = sbx_now() - kept->since;
  sbx_clear_stop(host);
  host->reentry = kept->reentry;
  if (kept->reentry > 0) {
    sbx_take_thread(host);
    sbx_meter_begin(host);
  }
  host->steps_left = kept->steps_left;
  if (kept->deadline) sbx_set_deadline(host, kept->deadline + span);
  sbx_debug_end_pause(host);
  return span;
}
