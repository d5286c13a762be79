/* Userdata that represent handles and Swift objects. Equal bits are always the same Lua value. */
#include "sbx_bridge.h"

bool sbx_push_known(lua_State *L, const sbx_type *type, uint64_t bits) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, type->cache);
  if (lua_rawgeti(L, -1, (lua_Integer)bits) != LUA_TUSERDATA) {
    sbx_pop(L, 2);
    return false;
  }
  lua_remove(L, -2);
  /* A closed object keeps its userdata, so a new userdata replaces it. */
  if (((sbx_box *)lua_touserdata(L, -1))->magic == type->magic) return true;
  sbx_pop(L, 1);
  return false;
}

void sbx_push_new(lua_State *L, const sbx_type *type, uint64_t bits) {
  sbx_box *box = lua_newuserdatauv(L, sizeof *box, type->user_values);
  box->magic = type->magic;
  box->bits = bits;
  if (type->owns) sbx_own(sbx_hostof(L), box);
  lua_rawgeti(L, LUA_REGISTRYINDEX, type->metatable);
  lua_setmetatable(L, -2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, type->cache);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, (lua_Integer)bits);
  sbx_pop(L, 1);
}

/* The registry key of that table. */
static const char weak_values;

void sbx_type_open(lua_State *L, sbx_type *type) {
  type->metatable = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_createtable(L, 0, 0);
  /* All caches share the metatable that makes their values weak. */
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &weak_values) != LUA_TTABLE) {
    sbx_pop(L, 1);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &weak_values);
  }
  lua_setmetatable(L, -2);
  type->cache = luaL_ref(L, LUA_REGISTRYINDEX);
}

/* Collecting as if some values did not exist --------------------------------------------------- */

/* The registry key of the value that a finalizer stores. */
static const char set_aside;

static int hand_over(lua_State *L) {
  lua_getiuservalue(L, 1, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &set_aside);
  return 0;
}

/* Copies the pairs of one table to another table in which the keys have no value yet. */
static void copy_missing(lua_State *L, int from, int to) {
  lua_pushnil(L);
  while (lua_next(L, from)) {
    lua_pushvalue(L, -2);
    if (lua_rawget(L, to) == LUA_TNIL) {
      sbx_pop(L, 1);
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, to);
    } else {
      sbx_pop(L, 2);
    }
  }
}

void sbx_push_cached(lua_State *L, const sbx_type *type) {
  lua_checkstack(L, 8);
  lua_createtable(L, 0, 0);
  lua_rawgeti(L, LUA_REGISTRYINDEX, type->cache);
  copy_missing(L, lua_absindex(L, -1), lua_absindex(L, -2));
  sbx_pop(L, 1);
}

void sbx_restore_cached(lua_State *L, const sbx_type *type) {
  lua_checkstack(L, 8);
  lua_rawgeti(L, LUA_REGISTRYINDEX, type->cache);
  copy_missing(L, lua_absindex(L, -2), lua_absindex(L, -1));
  sbx_pop(L, 2);
}

/* The table is only the user value of an object with a finalizer. Lua clears weak values before it
 * calls finalizers, and retains values that a finalizer can reach (manual, 2.5.3, 2.5.4). */
void sbx_collect_apart(lua_State *L) {
  lua_checkstack(L, 8);
  /* The finalizer assigns to a key that exists, which allocates nothing. */
  lua_pushboolean(L, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &set_aside);
  lua_newuserdatauv(L, 0, 1);
  lua_insert(L, -2);
  lua_setiuservalue(L, -2, 1);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, hand_over);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  sbx_pop(L, 1);
  lua_gc(L, LUA_GCCOLLECT);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &set_aside);
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &set_aside);
}

void sbx_push_field(lua_State *L, int index, const char *key) {
  lua_checkstack(L, 2);
  if (lua_type(L, index) != LUA_TTABLE) {
    lua_pushnil(L);
    return;
  }
  if (index < 0 && index > LUA_REGISTRYINDEX) index--;
  lua_pushstring(L, key);
  lua_rawget(L, index);
}

void sbx_push_user_table(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (lua_getiuservalue(L, index, 1) == LUA_TTABLE) return;
  sbx_pop(L, 1);
  lua_createtable(L, 0, 2);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, 1);
}
