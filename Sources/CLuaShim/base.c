/* The basic functions that differ from Lua's own: protected calls that do not catch an abort, load
 * for text only, printing through the host, and the guards of the restricted library. */
#include "library.h"
#include "sbx_debug.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// MARK: Protected calls

/* Returns the results of a protected call, without the `skipped` values below them. A requested
 * stop is raised again. */
static int finish_call(lua_State *L, int status, lua_KContext skipped) {
  sbx_poll(L);
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)skipped;
  lua_pushboolean(L, 0);
  lua_pushvalue(L, -2);
  return 2;
}

int sbx_base_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_call);
  return finish_call(L, status, 0);
}

/* The message handler that wraps the script's handler, which is its upvalue. NOTE: a hook raises
 * with hooks disabled, so a handler that then loops could not be stopped. */
static int handle_message(lua_State *L) {
  lua_settop(L, 1);
  if (sbx_stop_reason(sbx_hostof(L)) != SBX_RUNNING) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

int sbx_base_xpcall(lua_State *L) {
  int count = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  if (lua_tocfunction(L, 2) != sbx_debug_traceback) {
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, handle_message, 1);
    lua_replace(L, 2);
  }
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  int status = lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish_call);
  return finish_call(L, status, 2);
}

int sbx_debug_traceback(lua_State *L) {
  lua_State *thread = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  int first = thread == L && !lua_isthread(L, 1) ? 1 : 2;
  if (!lua_isstring(L, first) && !lua_isnoneornil(L, first)) {
    lua_pushvalue(L, first);
    return 1;
  }
  const char *message = lua_tostring(L, first);
  lua_Integer level = luaL_optinteger(L, first + 1, thread == L ? 1 : 0);
  lua_Debug ar;
  luaL_checkstack(L, LUA_MINSTACK, "traceback");
  luaL_checkstack(thread, LUA_MINSTACK, "traceback");
  if (thread == L && level > 1 && level < 1000 && lua_getstack(L, (int)level, &ar)) {
    lua_getinfo(L, "f", &ar);
    level += lua_tocfunction(L, -1) == handle_message; /* hidden from the script */
    lua_pop(L, 1);
  }
  luaL_traceback(L, thread, message, (int)level);
  return 1;
}

// MARK: load

enum { LOAD_PIECE = 1 << 12, LOAD_SLOT = 5, PIECES_SLOT = 6, LOAD_LEVELS = 100 };

/* Text that is passed to the parser in pieces, so that reading it can be stopped. */
typedef struct {
  const char *text;
  size_t length;
  bool keeps_pieces; /* the pieces of a function are kept in PIECES_SLOT for the debugger */
} load_text;

static const char *read_text(lua_State *L, void *context, size_t *size) {
  load_text *rest = context;
  const char *piece = rest->text;
  *size = rest->length > LOAD_PIECE ? LOAD_PIECE : rest->length;
  rest->text += *size;
  rest->length -= *size;
  sbx_charge_bytes(L, *size);
  return *size ? piece : NULL;
}

/* Reads from the function at 1, and stores its last piece in a slot of the stack, and all pieces in
 * the table for the debugger, if there is one. */
static const char *read_function(lua_State *L, void *context, size_t *size) {
  const load_text *source = context;
  luaL_checkstack(L, 2, "too many nested functions");
  sbx_poll(L);
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    *size = 0;
    return NULL;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "reader function must return a string");
  lua_replace(L, LOAD_SLOT);
  const char *piece = lua_tolstring(L, LOAD_SLOT, size);
  if (source->keeps_pieces) {
    lua_pushvalue(L, LOAD_SLOT);
    lua_rawseti(L, PIECES_SLOT, (lua_Integer)lua_rawlen(L, PIECES_SLOT) + 1);
  }
  return piece;
}

/* Reports a loaded chunk to the debugger: the text at 1, or the pieces that a function returned. */
static void report_load(lua_State *L, const char *name, bool has_pieces) {
  size_t length;
  if (has_pieces) {
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    lua_Integer count = (lua_Integer)lua_rawlen(L, PIECES_SLOT);
    for (lua_Integer i = 1; i <= count; i++) {
      lua_rawgeti(L, PIECES_SLOT, i);
      luaL_addvalue(&b);
    }
    luaL_pushresult(&b);
  } else {
    lua_pushvalue(L, 1);
  }
  const char *text = lua_tolstring(L, -1, &length);
  sbx_debug_loaded(L, name, text, length);
  lua_pop(L, 1);
}

/* Pushes the _ENV of the function of `ar`, if it has one. Returns whether it does. */
static int push_function_environment(lua_State *L, lua_Debug *ar) {
  int top = lua_gettop(L), found = 0;
  const char *name;
  for (int i = 1; (name = lua_getlocal(L, ar, i)) != NULL; i++) {
    if (strcmp(name, "_ENV") == 0) {
      lua_copy(L, -1, top + 1);
      found = 1;
    }
    lua_settop(L, top + 1);
  }
  if (found) return 1;
  lua_settop(L, top);
  lua_getinfo(L, "f", ar);
  for (int i = 1; (name = lua_getupvalue(L, top + 1, i)) != NULL; i++) {
    if (strcmp(name, "_ENV") == 0) {
      lua_remove(L, top + 1);
      return 1;
    }
    lua_pop(L, 1);
  }
  lua_settop(L, top);
  return 0;
}

/* Pushes the environment of the nearest function below that has one, or otherwise the environment
 * of the Lua state. */
void sbx_push_environment(lua_State *L) {
  lua_Debug ar;
  for (int level = 1; level < LOAD_LEVELS && lua_getstack(L, level, &ar); level++) {
    if (push_function_environment(L, &ar)) return;
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

int sbx_base_load(lua_State *L) {
  const char *mode = luaL_optstring(L, 3, "t");
  int has_environment = !lua_isnone(L, 4), status;
  load_text rest;
  rest.text = lua_tolstring(L, 1, &rest.length);
  const char *name = luaL_optstring(L, 2, rest.text ? rest.text : "=(load)");
  if (!rest.text) luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, LOAD_SLOT);
  if (!strchr(mode, 't') && (!rest.text || rest.text[0] != LUA_SIGNATURE[0])) {
    luaL_pushfail(L);
    lua_pushfstring(L, "attempt to load a text chunk (mode is '%s')", mode);
    return 2;
  }
  bool is_debugged = sbx_hostof(L)->debug != NULL;
  rest.keeps_pieces = is_debugged && !rest.text;
  if (rest.keeps_pieces) lua_newtable(L);
  status = lua_load(L, rest.text ? read_text : read_function, &rest, name, "t");
  sbx_poll(L);
  if (status != LUA_OK) {
    luaL_pushfail(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_environment) {
    lua_pushvalue(L, 4);
  } else {
    sbx_push_environment(L);
  }
  if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  if (is_debugged) report_load(L, name, rest.keeps_pieces);
  return 1;
}

// MARK: print

static void print_line(lua_State *L, const char *line, size_t length) {
  sbx_host *host = sbx_hostof(L);
  if (host->sbx_print) {
    host->host_depth++;
    host->sbx_print(host, line, length);
    host->host_depth--;
  } else {
    fwrite(line, 1, length, stdout);
    fputc('\n', stdout);
    fflush(stdout);
  }
}

int sbx_base_print(lua_State *L) {
  int count = lua_gettop(L);
  size_t length;
  if (count != 1 || lua_type(L, 1) != LUA_TSTRING) {
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (int i = 1; i <= count; i++) {
      if (i > 1) luaL_addchar(&b, '\t');
      luaL_tolstring(L, i, NULL);
      luaL_addvalue(&b);
      sbx_poll(L);
    }
    luaL_pushresult(&b);
  }
  const char *line = lua_tolstring(L, -1, &length);
  sbx_charge_bytes(L, length);
  print_line(L, line, length);
  return 0;
}

// MARK: Guards

/* Raises an error if the `__call` chain of the metatable at 2 is a cycle. Lua follows such a chain
 * without checking the stop flag, and each link moves all arguments. Lua stack: 0. Needs 4 slots.
 */
static void check_call_chain(lua_State *L) {
  enum { MOST_LINKS = 100 };
  int top = lua_gettop(L);
  lua_pushvalue(L, 2);
  for (int links = 0; links < MOST_LINKS; links++) {
    lua_pushliteral(L, "__call");
    int type = lua_rawget(L, -2);
    /* The first link closes the cycle if it is the table that receives the metatable. */
    bool is_itself = lua_rawequal(L, -1, 1);
    bool goes_on = type == LUA_TTABLE && (is_itself || lua_getmetatable(L, -1));
    if (is_itself) lua_pushvalue(L, 2);
    if (!goes_on) {
      lua_settop(L, top);
      return;
    }
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
  }
  luaL_error(L, "setmetatable: more than %d values lead to one another by \"__call\", expected a "
             "function; call the function in place of such a value", MOST_LINKS);
}

int sbx_base_setmetatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "cannot change a protected metatable");
  }
  lua_settop(L, 2);
  if (type == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) {
      return luaL_error(L, "setmetatable: scripts cannot have the metamethod \"__gc\"");
    }
    lua_pop(L, 1);
    check_call_chain(L);
  }
  lua_setmetatable(L, 1);
  return 1;
}

int sbx_base_rawset(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE && lua_getmetatable(L, 1)) {
    if (lua_rawgetp(L, -1, &sbx_library_key) == LUA_TSTRING) {
      return luaL_error(L, "the library table \"%s\" is read-only", lua_tostring(L, -1));
    }
    lua_pop(L, 2);
  }
  return sbx_stock.rawset(L);
}

int sbx_base_tonumber(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING) sbx_charge_bytes(L, lua_rawlen(L, 1));
  return sbx_stock.tonumber(L);
}

/* Performs a full collection. A large heap is collected in steps, so that it can be stopped. */
static void collect_all(lua_State *L) {
  enum { SMALL_HEAP = 8192, STEP = 1024 }; /* KB */
  int size = lua_gc(L, LUA_GCCOUNT);
  if (size > SMALL_HEAP) {
    /* Two cycles are necessary, because the first may already be running and may have passed
     * objects that have become unreachable. */
    for (int cycle = 0; cycle < 2; cycle++) {
      for (int left = size / STEP * 4 + 16; left > 0 && !lua_gc(L, LUA_GCSTEP, STEP); left--) {
        sbx_charge(L, STEP);
      }
    }
  } else {
    lua_gc(L, LUA_GCCOLLECT);
    sbx_charge(L, (size_t)size);
  }
}

int sbx_base_collectgarbage(lua_State *L) {
  static const char *const options[] = {
    "collect", "count", "step", "stop", "restart", "generational", "incremental", "isrunning",
    "setpause", "setstepmul", NULL
  };
  int option = luaL_checkoption(L, 1, "collect", options);
  switch (option) {
    case 0:
      collect_all(L);
      lua_pushinteger(L, 0);
      return 1;
    case 1:
      lua_pushnumber(L, lua_gc(L, LUA_GCCOUNT) + lua_gc(L, LUA_GCCOUNTB) / (lua_Number)1024);
      return 1;
    case 2: {
      lua_Integer size = luaL_optinteger(L, 2, 0);
      sbx_charge(L, 64);
      lua_pushboolean(L, lua_gc(L, LUA_GCSTEP, size < 0 || size > 1024 ? 1024 : (int)size));
      return 1;
    }
    default:
      return luaL_error(L, "collectgarbage: scripts cannot use the option \"%s\"", options[option]);
  }
}
