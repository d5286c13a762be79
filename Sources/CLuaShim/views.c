/* Read-only views of tables, through which the code of one owner can read the tables of another. */
#include "library.h"
#include "sbx_bridge.h"

/* The key of the viewed table in the metatable of a view, and of the views by table in the
 * registry. */
static const char view_key;

/* Pushes the table of the view at `index`. Lua stack: +1 if it is one. Does not raise. */
bool sbx_push_viewed(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  if (lua_rawgetp(L, -1, &view_key) != LUA_TTABLE) {
    lua_pop(L, 2);
    return false;
  }
  lua_remove(L, -2);
  return true;
}

/* Replaces a view at `index` with its table. Lua stack: 0. */
static void unwrap(lua_State *L, int index) {
  if (sbx_push_viewed(L, index)) lua_replace(L, index);
}

static void check_view(lua_State *L) {
  if (!sbx_push_viewed(L, 1)) luaL_argerror(L, 1, "read-only view expected");
}

/* Returns the name of the view at 1, which is valid while the view exists. Lua stack: 0. */
static const char *view_name(lua_State *L) {
  const char *name = "?";
  if (lua_getmetatable(L, 1)) {
    if (lua_rawgetp(L, -1, &sbx_library_key) == LUA_TSTRING) name = lua_tostring(L, -1);
    lua_pop(L, 2);
  }
  return name;
}

/* The `__index` of the view. Tables are returned as views. */
static int view_index(lua_State *L) {
  lua_settop(L, 2);
  check_view(L);
  lua_insert(L, 2);
  lua_gettable(L, 2);
  sbx_push_view(L, view_name(L));
  return 1;
}

static int view_newindex(lua_State *L) {
  return luaL_error(L, "\"%s\" is read-only here: only its owner can change it", view_name(L));
}

static int view_length(lua_State *L) {
  check_view(L);
  lua_len(L, -1);
  return 1;
}

static int view_equal(lua_State *L) {
  lua_settop(L, 2);
  unwrap(L, 1);
  unwrap(L, 2);
  lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPEQ));
  return 1;
}

static int view_text(lua_State *L) {
  check_view(L);
  luaL_tolstring(L, -1, NULL);
  return 1;
}

static int finish_call(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(L);
}

static int view_call(lua_State *L) {
  luaL_argexpected(L, sbx_push_viewed(L, 1), 1, "read-only view");
  lua_replace(L, 1);
  lua_callk(L, lua_gettop(L) - 1, LUA_MULTRET, 0, finish_call);
  return finish_call(L, LUA_OK, 0);
}

/* The iterator of pairs. Keys that are tables are also returned as views. */
static int view_next(lua_State *L) {
  lua_settop(L, 2);
  check_view(L);
  lua_insert(L, 2);
  unwrap(L, 3);
  if (!lua_next(L, 2)) {
    lua_pushnil(L);
    return 1;
  }
  sbx_push_view(L, view_name(L));
  lua_insert(L, -2);
  sbx_push_view(L, view_name(L));
  lua_insert(L, -2);
  return 2;
}

static int view_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushcfunction(L, view_next);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

/* Pushes the table of all views, keyed by their tables. An entry is removed together with its
 * table. Lua stack: +1. */
static void push_views(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &view_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_createtable(L, 0, 0);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &view_key);
}

/* Pushes the metatable of a new view of the table at `index`. Lua stack: +1. */
static void push_metatable(lua_State *L, int index, const char *name) {
  static const luaL_Reg events[] = {
    {"__index", view_index}, {"__newindex", view_newindex}, {"__len", view_length},
    {"__eq", view_equal},    {"__call", view_call},         {"__pairs", view_pairs},
    {"__tostring", view_text}, {NULL, NULL}
  };
  lua_createtable(L, 0, 10);
  luaL_setfuncs(L, events, 0);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, index);
  lua_rawsetp(L, -2, &view_key);
  lua_pushstring(L, name);
  lua_rawsetp(L, -2, &sbx_library_key);
}

/* Whether the table at the top is already read-only, because it is a view or a library. Lua stack:
 * 0. */
static int is_protected(lua_State *L) {
  if (!lua_getmetatable(L, -1)) return 0;
  int type = lua_rawgetp(L, -1, &sbx_library_key);
  lua_pop(L, 2);
  return type != LUA_TNIL;
}

void sbx_push_view(lua_State *L, const char *name) {
  if (lua_type(L, -1) != LUA_TTABLE) return;
  luaL_checkstack(L, 8, "read-only view");
  if (is_protected(L)) return;
  int table = lua_gettop(L);
  push_views(L);
  lua_pushvalue(L, table);
  if (lua_rawget(L, -2) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 0);
    push_metatable(L, table, name);
    lua_setmetatable(L, -2);
    lua_pushvalue(L, table);
    lua_pushvalue(L, -2);
    lua_rawset(L, table + 1);
  }
  lua_replace(L, table);
  lua_settop(L, table);
}
