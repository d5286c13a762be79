/* Coordinators as C structs with methods in Lua, without events, outcomes, undo and guards. */
#include "internal.h"
#include <stdlib.h>

enum { TABS = 5, NAMES = 1, TITLES = 2, WORLD = 3 }; /* the last three are upvalues */

typedef struct {
  int32_t name, arguments;      /* the arguments in the registry, or 0 */
} screen;

typedef struct {
  screen *screens;
  int32_t count, capacity;
} stack;

typedef struct coordinator {
  struct coordinator *parent, *child;
  stack *shown;
  int32_t tab_count;
  stack tabs[TABS];
} coordinator;

/* The userdata. */
typedef struct {
  coordinator *coordinator;     /* NULL after the finish */
  int on_finish;
} handle;

static const char handle_type[] = "baseline.coordinator";

static nav_world *world_of(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(WORLD)); }

static handle *receiver(lua_State *L) {
  handle *self = luaL_checkudata(L, 1, handle_type);
  if (!self->coordinator) luaL_error(L, "the coordinator has finished");
  return self;
}

/* Returns the number of a name, and assigns a number to a new name. Lua stack: 0. May raise. */
static int32_t name_at(lua_State *L, int index) {
  luaL_checktype(L, index, LUA_TSTRING);
  lua_pushvalue(L, index);
  if (lua_rawget(L, lua_upvalueindex(NAMES)) == LUA_TNUMBER) {
    int32_t known = (int32_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return known;
  }
  lua_pop(L, 1);
  int32_t number = ++world_of(L)->names;
  lua_pushvalue(L, index);
  lua_pushinteger(L, number);
  lua_rawset(L, lua_upvalueindex(NAMES));
  lua_pushvalue(L, index);
  lua_rawseti(L, lua_upvalueindex(TITLES), number);
  return number;
}

static void tell(lua_State *L, const char *event, int32_t name) {
  nav_world *world = world_of(L);
  if (world->listener == LUA_NOREF) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, world->listener);
  lua_pushstring(L, event);
  lua_rawgeti(L, lua_upvalueindex(TITLES), name);
  lua_call(L, 2, 0);
}

// MARK: Stacks

static void put(lua_State *L, stack *at, int32_t name, int32_t arguments) {
  if (at->count == at->capacity) {
    int32_t capacity = at->capacity ? at->capacity * 2 : 4;
    screen *grown = realloc(at->screens, sizeof *grown * (size_t)capacity);
    if (!grown) luaL_error(L, "out of memory");
    at->screens = grown;
    at->capacity = capacity;
  }
  at->screens[at->count++] = (screen){name, arguments};
}

/* Removes screens from the top until `count` are left. */
static void cut(lua_State *L, stack *at, int32_t count) {
  for (int32_t i = count; i < at->count; i++) {
    if (at->screens[i].arguments) luaL_unref(L, LUA_REGISTRYINDEX, at->screens[i].arguments);
  }
  at->count = count;
}

static int push(lua_State *L) {
  stack *at = receiver(L)->coordinator->shown;
  int32_t name = name_at(L, 2), arguments = 0;
  if (lua_type(L, 3) == LUA_TTABLE) {
    lua_settop(L, 3);
    arguments = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  put(L, at, name, arguments);
  tell(L, "pushed", name);
  lua_pushinteger(L, at->count);
  return 1;
}

static int pop(lua_State *L) {
  stack *at = receiver(L)->coordinator->shown;
  if (at->count > 1) {
    int32_t name = at->screens[at->count - 1].name;
    cut(L, at, at->count - 1);
    tell(L, "popped", name);
  }
  lua_pushinteger(L, at->count);
  return 1;
}

static int pop_to(lua_State *L) {
  stack *at = receiver(L)->coordinator->shown;
  int32_t name = name_at(L, 2), i = at->count - 1;
  while (i >= 0 && at->screens[i].name != name) i--;
  if (i >= 0) cut(L, at, i + 1);
  lua_pushinteger(L, i + 1);
  return 1;
}

static int pop_to_root(lua_State *L) {
  stack *at = receiver(L)->coordinator->shown;
  cut(L, at, 1);
  lua_pushinteger(L, 1);
  return 1;
}

static int depth(lua_State *L) {
  lua_pushinteger(L, receiver(L)->coordinator->shown->count);
  return 1;
}

static int top(lua_State *L) {
  stack *at = receiver(L)->coordinator->shown;
  screen *front = &at->screens[at->count - 1];
  lua_rawgeti(L, lua_upvalueindex(TITLES), front->name);
  if (!front->arguments) return 1;
  lua_rawgeti(L, LUA_REGISTRYINDEX, front->arguments);
  return 2;
}

// MARK: Coordinators

static int select_tab(lua_State *L) {
  coordinator *self = receiver(L)->coordinator;
  lua_Integer index = luaL_checkinteger(L, 2);
  luaL_argcheck(L, index >= 0 && index < self->tab_count, 2, "no such tab");
  self->shown = &self->tabs[index];
  lua_pushinteger(L, self->shown->count);
  return 1;
}

static void make(lua_State *L, coordinator *parent, int32_t tabs, int32_t root) {
  handle *self = lua_newuserdatauv(L, sizeof *self, 0);
  self->on_finish = LUA_NOREF;
  self->coordinator = calloc(1, sizeof *self->coordinator);
  if (!self->coordinator) luaL_error(L, "out of memory");
  luaL_setmetatable(L, handle_type);
  coordinator *made = self->coordinator;
  made->parent = parent;
  made->tab_count = tabs;
  made->shown = &made->tabs[0];
  for (int32_t i = 0; i < tabs; i++) put(L, &made->tabs[i], root, 0);
  if (parent) parent->child = made;
}

static void end(lua_State *L, coordinator *self) {
  if (self->child) end(L, self->child);
  for (int32_t i = 0; i < self->tab_count; i++) {
    cut(L, &self->tabs[i], 0);
    free(self->tabs[i].screens);
  }
  if (self->parent) self->parent->child = NULL;
  free(self);
}

static int new_coordinator(lua_State *L) {
  lua_Integer tabs = luaL_checkinteger(L, 1);
  luaL_argcheck(L, tabs >= 1 && tabs <= TABS, 1, "1 to 5 tabs");
  make(L, NULL, (int32_t)tabs, name_at(L, 2));
  return 1;
}

static int present(lua_State *L) {
  coordinator *self = receiver(L)->coordinator;
  int32_t root = name_at(L, 2);
  int on_finish = LUA_NOREF;
  if (lua_type(L, 3) == LUA_TFUNCTION) {
    lua_settop(L, 3);
    on_finish = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  make(L, self, 1, root);
  ((handle *)lua_touserdata(L, -1))->on_finish = on_finish;
  return 1;
}

static int finish(lua_State *L) {
  handle *self = receiver(L);
  end(L, self->coordinator);
  self->coordinator = NULL;
  if (self->on_finish == LUA_NOREF) return 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, self->on_finish);
  luaL_unref(L, LUA_REGISTRYINDEX, self->on_finish);
  lua_pushvalue(L, 2);
  lua_call(L, 1, 0);
  return 0;
}

static int has_child(lua_State *L) {
  lua_pushboolean(L, receiver(L)->coordinator->child != NULL);
  return 1;
}

static int collect(lua_State *L) {
  handle *self = luaL_checkudata(L, 1, handle_type);
  if (self->coordinator && !self->coordinator->parent) end(L, self->coordinator);
  self->coordinator = NULL;
  return 0;
}

static int listen(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  world_of(L)->listener = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

static void add(lua_State *L, const luaL_Reg *functions, nav_world *world) {
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_pushlightuserdata(L, world);
  luaL_setfuncs(L, functions, 3);
}

void nav_open(lua_State *L, nav_world *world) {
  static const luaL_Reg methods[] = {
    {"push", push}, {"pop", pop}, {"popTo", pop_to}, {"popToRoot", pop_to_root},
    {"depth", depth}, {"top", top}, {"selectTab", select_tab}, {"present", present},
    {"finish", finish}, {"hasChild", has_child}, {"close", collect}, {"__gc", collect},
    {NULL, NULL},
  };
  static const luaL_Reg functions[] = {
    {"coordinator", new_coordinator}, {"listen", listen}, {NULL, NULL},
  };
  world->listener = LUA_NOREF;
  lua_settop(L, 0);
  lua_newtable(L);
  lua_newtable(L);
  luaL_newmetatable(L, handle_type);
  add(L, methods, world);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "__index");
  lua_newtable(L);
  add(L, functions, world);
  lua_setglobal(L, "nav");
  lua_settop(L, 0);
}
