/* Functions that declare a value under a name: `declare "name" { … }`, or with both as arguments.
 * The first step stores the name and its line without calling Swift. The second step passes
 * everything to Swift. */
#include "sbx_bridge.h"

enum { CONTEXT = 1, OWNER, WAITING, IS_METHOD };             /* upvalues of the declarator */
enum { NUMBER = 4, NAME, LINE, CHUNK, STEP_UPVALUES = CHUNK }; /* upvalues of the second step */

/* The registry key of the table that contains the second steps that have not been called. */
static const char waiting_steps;

void sbx_push_waiting(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &waiting_steps) == LUA_TTABLE) return;
  sbx_pop(L, 1);
  lua_createtable(L, 4, 0);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &waiting_steps);
}

/* Lua stack: +2, the line and the chunk. */
static void push_place(lua_State *L) {
  const char *chunk = NULL;
  lua_pushinteger(L, sbx_line(L, 1, NULL, &chunk));
  lua_pushstring(L, chunk);
}

static int second_step(lua_State *L) {
  lua_settop(L, 1);
  if (!lua_isnil(L, lua_upvalueindex(NUMBER))) {
    luaL_unref(L, lua_upvalueindex(WAITING), (int)lua_tointeger(L, lua_upvalueindex(NUMBER)));
    lua_pushnil(L);
    lua_replace(L, lua_upvalueindex(NUMBER));
  }
  lua_pushvalue(L, lua_upvalueindex(NAME));
  lua_insert(L, 1);
  lua_pushvalue(L, lua_upvalueindex(LINE));
  lua_pushvalue(L, lua_upvalueindex(CHUNK));
  return sbx_trampoline(L);
}

int sbx_declarator(lua_State *L) {
  int is_called_right = 1;
  if (lua_toboolean(L, lua_upvalueindex(IS_METHOD))) {
    is_called_right = lua_istable(L, 1);
    if (is_called_right) lua_remove(L, 1);
  }
  if (!is_called_right || lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TSTRING
      || lua_rawlen(L, 1) == 0) {
    if (!is_called_right) lua_settop(L, 0);
    lua_settop(L, 2);
    push_place(L);
    return sbx_trampoline(L);
  }
  lua_pushvalue(L, lua_upvalueindex(CONTEXT));
  lua_pushvalue(L, lua_upvalueindex(OWNER));
  lua_pushvalue(L, lua_upvalueindex(WAITING));
  lua_pushnil(L);
  lua_pushvalue(L, 1);
  push_place(L);
  lua_pushcclosure(L, second_step, STEP_UPVALUES);
  lua_pushvalue(L, -1);
  lua_pushinteger(L, luaL_ref(L, lua_upvalueindex(WAITING)));
  lua_setupvalue(L, -2, NUMBER);
  return 1;
}

bool sbx_push_unfinished(lua_State *L, void **context) {
  int found = 0;
  sbx_push_waiting(L);
  int steps = lua_gettop(L), name = steps + 1, line = steps + 2, chunk = steps + 3;
  lua_settop(L, chunk);
  lua_pushnil(L);
  while (lua_next(L, steps)) {
    int step = chunk + 2;
    if (lua_iscfunction(L, step)) {
      lua_getupvalue(L, step, LINE);
      if (!found || lua_tointeger(L, -1) < lua_tointeger(L, line)) {
        found = 1;
        lua_replace(L, line);
        lua_getupvalue(L, step, NAME);
        lua_replace(L, name);
        lua_getupvalue(L, step, CHUNK);
        lua_replace(L, chunk);
        lua_getupvalue(L, step, CONTEXT);
        *context = lua_touserdata(L, -1);
      }
    }
    lua_settop(L, chunk + 1);
  }
  lua_remove(L, steps);
  return found;
}
