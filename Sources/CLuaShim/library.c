/* The sandboxed standard library: its functions, and their installation in a Lua state. */
#include "library.h"
#include "matcher.h"
#include <pthread.h>
#include <string.h>

/* A library table. A NULL function is Lua's own function, which is looked up at the first opening.
 */
typedef struct {
  const char *name;
  lua_CFunction open;           /* of Lua's own library */
  luaL_Reg *functions;
  int count, constants;
} library;

sbx_stock_functions sbx_stock;
const char sbx_library_key = 0;

static luaL_Reg base_functions[] = {
  {"assert", NULL}, {"collectgarbage", sbx_base_collectgarbage}, {"error", NULL},
  {"getmetatable", NULL}, {"ipairs", NULL}, {"load", sbx_base_load}, {"next", NULL},
  {"pairs", NULL}, {"pcall", sbx_base_pcall}, {"print", sbx_base_print}, {"rawequal", NULL},
  {"rawget", NULL},
  {"rawlen", NULL}, {"rawset", sbx_base_rawset}, {"select", NULL},
  {"setmetatable", sbx_base_setmetatable}, {"tonumber", sbx_base_tonumber}, {"tostring", NULL},
  {"type", NULL}, {"xpcall", sbx_base_xpcall},
};
static luaL_Reg coroutine_functions[] = {
  {"close", sbx_coroutine_close}, {"create", NULL}, {"isyieldable", NULL},
  {"resume", sbx_coroutine_resume}, {"running", NULL}, {"status", NULL},
  {"wrap", sbx_coroutine_wrap}, {"yield", sbx_coroutine_yield},
};
static luaL_Reg debug_functions[] = {{"traceback", sbx_debug_traceback}};
static luaL_Reg math_functions[] = {
  {"abs", NULL}, {"acos", NULL}, {"asin", NULL}, {"atan", NULL}, {"ceil", NULL}, {"cos", NULL},
  {"deg", NULL}, {"exp", NULL}, {"floor", NULL}, {"fmod", NULL}, {"log", NULL}, {"max", NULL},
  {"min", NULL}, {"modf", NULL}, {"rad", NULL}, {"random", sbx_math_random},
  {"randomseed", sbx_math_randomseed}, {"sin", NULL}, {"sqrt", NULL}, {"tan", NULL},
  {"tointeger", NULL}, {"type", NULL}, {"ult", NULL},
};
static luaL_Reg os_functions[] = {
  {"clock", NULL}, {"date", sbx_os_date}, {"difftime", NULL}, {"time", NULL},
};
static luaL_Reg string_functions[] = {
  {"byte", NULL}, {"char", NULL}, {"find", sbx_string_find}, {"format", sbx_string_format},
  {"gmatch", sbx_string_gmatch}, {"gsub", sbx_string_gsub}, {"len", NULL},
  {"lower", sbx_string_lower}, {"match", sbx_string_match}, {"pack", sbx_string_pack},
  {"packsize", sbx_string_packsize}, {"rep", sbx_string_rep}, {"reverse", sbx_string_reverse},
  {"sub", sbx_string_sub}, {"unpack", sbx_string_unpack}, {"upper", sbx_string_upper},
};
static luaL_Reg table_functions[] = {
  {"concat", sbx_table_concat}, {"insert", sbx_table_insert}, {"move", sbx_table_move},
  {"pack", NULL}, {"remove", sbx_table_remove}, {"sort", sbx_table_sort},
  {"unpack", sbx_table_unpack},
};
static luaL_Reg utf8_functions[] = {
  {"char", NULL}, {"codepoint", NULL}, {"codes", NULL}, {"len", sbx_utf8_len},
  {"offset", sbx_utf8_offset},
};
/* The functions that arithmetic on strings calls. */
static luaL_Reg string_operators[] = {
  {"__add", NULL}, {"__sub", NULL}, {"__mul", NULL}, {"__mod", NULL}, {"__pow", NULL},
  {"__div", NULL}, {"__idiv", NULL}, {"__unm", NULL},
};

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static library base_library = {LUA_GNAME, luaopen_base, base_functions, COUNT(base_functions), 9};
static library string_library = {
  LUA_STRLIBNAME, luaopen_string, string_functions, COUNT(string_functions), 0
};
static library libraries[] = {
  {LUA_COLIBNAME, luaopen_coroutine, coroutine_functions, COUNT(coroutine_functions), 0},
  {LUA_DBLIBNAME, luaopen_debug, debug_functions, COUNT(debug_functions), 0},
  {LUA_MATHLIBNAME, luaopen_math, math_functions, COUNT(math_functions), 4},
  {LUA_OSLIBNAME, luaopen_os, os_functions, COUNT(os_functions), 0},
  {LUA_TABLIBNAME, luaopen_table, table_functions, COUNT(table_functions), 0},
  {LUA_UTF8LIBNAME, luaopen_utf8, utf8_functions, COUNT(utf8_functions), 1},
};

// MARK: Lua's own functions

/* Returns the C function with that name in the table on top. */
static lua_CFunction stock_function(lua_State *L, const char *name) {
  lua_getfield(L, -1, name);
  lua_CFunction function = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  return function;
}

/* Fills the NULL entries from the table on top. */
static void take_functions(lua_State *L, luaL_Reg *functions, int count) {
  for (int i = 0; i < count; i++) {
    if (!functions[i].func) functions[i].func = stock_function(L, functions[i].name);
  }
}

static void take_library(lua_State *L, library *lib) {
  luaL_requiref(L, lib->name, lib->open, 0);
  take_functions(L, lib->functions, lib->count);
}

/* Runs in a separate state that contains only Lua's own libraries. */
static int take_all(lua_State *L) {
  take_library(L, &base_library);
  sbx_stock.tonumber = stock_function(L, "tonumber");
  sbx_stock.rawset = stock_function(L, "rawset");
  for (int i = 0; i < COUNT(libraries); i++) take_library(L, &libraries[i]);
  sbx_stock.utf8_len = stock_function(L, "len"); /* utf8 is the last library */
  sbx_stock.utf8_offset = stock_function(L, "offset");
  luaL_requiref(L, LUA_OSLIBNAME, luaopen_os, 0);
  sbx_stock.date = stock_function(L, "date");
  take_library(L, &string_library);
  sbx_stock.format = stock_function(L, "format");
  sbx_stock.sub = stock_function(L, "sub");
  sbx_stock.pack = stock_function(L, "pack");
  sbx_stock.packsize = stock_function(L, "packsize");
  sbx_stock.unpack = stock_function(L, "unpack");
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  take_functions(L, string_operators, COUNT(string_operators));
  return 0;
}

/* Looks up Lua's own functions once per process. Returns whether all of them exist. Does not raise.
 */
static int has_stock_functions(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* taken by openings only */
  static int is_ready;
  pthread_mutex_lock(&lock);
  if (!is_ready) {
    lua_State *L = luaL_newstate();
    if (L) {
      sbx_matcher_setup();
      lua_pushcfunction(L, take_all);
      is_ready = lua_pcall(L, 0, 0, 0) == LUA_OK;
      lua_close(L);
    }
  }
  int result = is_ready;
  pthread_mutex_unlock(&lock);
  return result;
}

/* os.date reads its format without checking the stop flag, so the length of the format is limited.
 */
int sbx_os_date(lua_State *L) {
  size_t length;
  luaL_optlstring(L, 1, "", &length);
  luaL_argcheck(L, length <= 4096, 1, "format too long");
  sbx_charge_bytes(L, 64 * length);
  return sbx_stock.date(L);
}

// MARK: Library tables

static int reject_assignment(lua_State *L) {
  if (lua_getmetatable(L, 1)) lua_rawgetp(L, -1, &sbx_library_key);
  const char *name = lua_tostring(L, -1);
  return luaL_error(L, "the library table \"%s\" is read-only", name ? name : "?");
}

/* The iterator of pairs over a library table. The underlying table is never visible to a script. */
static int next_function(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (!lua_getmetatable(L, 1) || lua_rawgetp(L, -1, &sbx_library_key) != LUA_TSTRING) {
    return luaL_argerror(L, 1, "library table expected");
  }
  lua_pop(L, 1);
  lua_pushliteral(L, "__index");
  lua_rawget(L, 3);
  lua_pushvalue(L, 2);
  if (lua_next(L, 4)) return 2;
  lua_pushnil(L);
  return 1;
}

static int library_pairs(lua_State *L) {
  lua_pushcfunction(L, next_function);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

/* Pushes a table with the functions of the library. Lua stack: +1. May raise. */
static void push_functions(lua_State *L, const library *lib) {
  lua_createtable(L, 0, lib->count + lib->constants);
  for (int i = 0; i < lib->count; i++) {
    lua_pushcfunction(L, lib->functions[i].func);
    lua_setfield(L, -2, lib->functions[i].name);
  }
}

void sbx_protect_table(lua_State *L, const char *name) {
  lua_createtable(L, 0, 5);
  lua_insert(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, reject_assignment);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, library_pairs);
  lua_setfield(L, -2, "__pairs");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushstring(L, name);
  lua_rawsetp(L, -2, &sbx_library_key);
  lua_createtable(L, 0, 0);
  lua_insert(L, -2);
  lua_setmetatable(L, -2);
}

static void add_constants(lua_State *L, const char *name) {
  if (strcmp(name, LUA_MATHLIBNAME) == 0) {
    lua_pushnumber(L, 3.141592653589793);
    lua_setfield(L, -2, "pi");
    lua_pushnumber(L, __builtin_inf());
    lua_setfield(L, -2, "huge");
    lua_pushinteger(L, LUA_MAXINTEGER);
    lua_setfield(L, -2, "maxinteger");
    lua_pushinteger(L, LUA_MININTEGER);
    lua_setfield(L, -2, "mininteger");
  } else if (strcmp(name, LUA_UTF8LIBNAME) == 0) {
    lua_pushlstring(L, "[\0-\x7F\xC2-\xFD][\x80-\xBF]*", 14);
    lua_setfield(L, -2, "charpattern");
  }
}

/* Pushes the list of loaded libraries, in which error messages look up function names. Lua stack:
 * +1. Does not raise. */
static void push_loaded(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}

/* Pushes the functions of the library with that name, or nil if they have not been created yet. Lua
 * stack: +1. May raise. */
static void push_opened(lua_State *L, const char *name) {
  push_loaded(L);
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
}

/* Creates the functions of a library and stores them. Lua stack: +1. May raise. */
static void make_functions(lua_State *L, const library *lib) {
  push_functions(L, lib);
  add_constants(L, lib->name);
  push_loaded(L);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, lib->name);
  lua_pop(L, 1);
}

/* Pushes the string functions, which are created on first use. Lua stack: +1. May raise. */
static void push_string_functions(lua_State *L) {
  push_opened(L, LUA_STRLIBNAME);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  make_functions(L, &string_library);
}

static const library *find_library(const char *name) {
  if (strcmp(name, LUA_STRLIBNAME) == 0) return &string_library;
  for (int i = 0; i < COUNT(libraries); i++)
    if (strcmp(name, libraries[i].name) == 0) return &libraries[i];
  return NULL;
}

int sbx_has_library(const char *name) { return find_library(name) != NULL; }

/* `__index` of the base environment, which creates a library when a script first names it, since
 * most scripts use one or two libraries (decision 0086). */
static int open_on_demand(lua_State *L) {
  const library *lib = lua_type(L, 2) == LUA_TSTRING ? find_library(lua_tostring(L, 2)) : NULL;
  if (!lib) return 0;
  if (lib == &string_library) push_string_functions(L);
  else make_functions(L, lib);
  sbx_protect_table(L, lib->name);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_rawset(L, 1);
  return 1;
}

/* `__index` of strings until the first use of a method. Afterwards it is replaced with the table of
 * methods. */
static int find_string_method(lua_State *L) {
  lua_settop(L, 2);
  push_string_functions(L);
  if (lua_getmetatable(L, 1)) {
    lua_pushvalue(L, 3);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
  }
  lua_pushvalue(L, 2);
  lua_rawget(L, 3);
  return 1;
}

/* Sets the methods of strings and hides their metatable. Lua stack: 0. May raise. */
static void set_string_metatable(lua_State *L) {
  lua_pushliteral(L, "");
  lua_createtable(L, 0, COUNT(string_operators) + 2);
  for (int i = 0; i < COUNT(string_operators); i++) {
    lua_pushcfunction(L, string_operators[i].func);
    lua_setfield(L, -2, string_operators[i].name);
  }
  lua_pushcfunction(L, find_string_method);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

static int open_library(lua_State *L) {
  if (!has_stock_functions()) return luaL_error(L, "not enough memory for the standard library");
  sbx_random_open(L);
  push_functions(L, &base_library);
  lua_pushliteral(L, LUA_VERSION);
  lua_setfield(L, 1, "_VERSION");
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, open_on_demand);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, 1);
  set_string_metatable(L);
  lua_createtable(L, 0, COUNT(libraries) + 2);
  lua_pushvalue(L, 1);
  lua_setfield(L, -2, LUA_GNAME);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  return 1;
}

int sbx_open_library(lua_State *L) {
  lua_pushcfunction(L, open_library);
  lua_call(L, 0, 1);
  return 1;
}
