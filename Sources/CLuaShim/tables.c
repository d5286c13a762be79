/* The table functions. They do not trust any length, so each loop can be stopped. */
#include "library.h"
#include <limits.h>

enum { READS = 1, WRITES = 2, MEASURES = 4, STRIDE = 256 };

// MARK: Access

static int has_metamethod(lua_State *L, const char *name, int metatable) {
  lua_pushstring(L, name);
  int is_there = lua_rawget(L, metatable) != LUA_TNIL;
  lua_pop(L, 1);
  return is_there;
}

/* Accepts a table, or a value whose metatable has the required metamethods. */
static void check_table(lua_State *L, int arg, int needs) {
  if (lua_type(L, arg) == LUA_TTABLE) return;
  if (lua_getmetatable(L, arg)) {
    int metatable = lua_gettop(L);
    int is_fit = (!(needs & READS) || has_metamethod(L, "__index", metatable)) &&
                 (!(needs & WRITES) || has_metamethod(L, "__newindex", metatable)) &&
                 (!(needs & MEASURES) || has_metamethod(L, "__len", metatable));
    lua_pop(L, 1);
    if (is_fit) return;
  }
  luaL_checktype(L, arg, LUA_TTABLE);
}

static lua_Integer checked_length(lua_State *L, int arg, int needs) {
  check_table(L, arg, needs | MEASURES);
  return luaL_len(L, arg);
}

lua_Integer sbx_table_length(lua_State *L) {
  return checked_length(L, 1, READS | WRITES);
}

/* Charges a loop based on its counter, after a fixed number of iterations. */
static inline void count_round(lua_State *L, lua_Integer i) {
  if (__builtin_expect(i % STRIDE == 0, 0)) sbx_charge(L, STRIDE);
}

static inline void copy_element(lua_State *L, int from, lua_Integer source, int to,
                                lua_Integer target) {
  lua_geti(L, from, source);
  lua_seti(L, to, target);
}

// MARK: insert, remove, move

int sbx_table_insert(lua_State *L) {
  lua_Unsigned end = (lua_Unsigned)checked_length(L, 1, READS | WRITES) + 1;
  lua_Integer position = (lua_Integer)end;
  switch (lua_gettop(L)) {
    case 2:
      break;
    case 3:
      position = luaL_checkinteger(L, 2);
      luaL_argcheck(L, (lua_Unsigned)position - 1 < end, 2, "position out of bounds");
      for (lua_Integer i = (lua_Integer)end; i > position; i--) {
        copy_element(L, 1, i - 1, 1, i);
        count_round(L, i);
      }
      break;
    default:
      return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_seti(L, 1, position);
  return 0;
}

int sbx_table_remove(lua_State *L) {
  lua_Integer size = checked_length(L, 1, READS | WRITES);
  lua_Integer position = luaL_optinteger(L, 2, size);
  if (position != size) {
    luaL_argcheck(L, (lua_Unsigned)position - 1 <= (lua_Unsigned)size, 1, "position out of bounds");
  }
  lua_geti(L, 1, position);
  for (; position < size; position++) {
    copy_element(L, 1, position + 1, 1, position);
    count_round(L, position);
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

int sbx_table_move(lua_State *L) {
  lua_Integer from = luaL_checkinteger(L, 2), end = luaL_checkinteger(L, 3);
  lua_Integer target = luaL_checkinteger(L, 4);
  int to = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1, READS);
  check_table(L, to, WRITES);
  if (end >= from) {
    luaL_argcheck(L, from > 0 || end < LUA_MAXINTEGER + from, 3, "too many elements to move");
    lua_Integer count = end - from + 1;
    luaL_argcheck(L, target <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    int overlaps = target > from && target <= end && (to == 1 || lua_compare(L, 1, to, LUA_OPEQ));
    for (lua_Integer i = 0; i < count; i++) {
      lua_Integer step = overlaps ? count - 1 - i : i;
      copy_element(L, 1, from + step, to, target + step);
      count_round(L, i);
    }
  }
  lua_pushvalue(L, to);
  return 1;
}

// MARK: concat, unpack

static void add_element(lua_State *L, luaL_Buffer *b, lua_Integer i) {
  lua_geti(L, 1, i);
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1),
               (LUAI_UACINT)i);
  }
  luaL_addvalue(b);
}

int sbx_table_concat(lua_State *L) {
  lua_Integer end = checked_length(L, 1, READS);
  size_t separator_length;
  const char *separator = luaL_optlstring(L, 2, "", &separator_length);
  lua_Integer i = luaL_optinteger(L, 3, 1);
  luaL_Buffer b;
  end = luaL_optinteger(L, 4, end);
  luaL_buffinit(L, &b);
  for (; i < end; i++) {
    add_element(L, &b, i);
    luaL_addlstring(&b, separator, separator_length);
    count_round(L, i);
  }
  if (i == end) add_element(L, &b, i);
  luaL_pushresult(&b);
  sbx_charge_bytes(L, lua_rawlen(L, -1));
  return 1;
}

/* Charged once, because the Lua stack limits the number of results. */
int sbx_table_unpack(lua_State *L) {
  lua_Integer i = luaL_optinteger(L, 2, 1);
  lua_Integer end = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (i > end) return 0;
  lua_Unsigned count = (lua_Unsigned)end - (lua_Unsigned)i;
  if (count >= INT_MAX || !lua_checkstack(L, (int)++count)) {
    return luaL_error(L, "too many results to unpack");
  }
  if (count >= STRIDE) sbx_charge(L, count);
  for (; i < end; i++) lua_geti(L, 1, i);
  lua_geti(L, 1, end);
  return (int)count;
}
