/* The declarations that the files of the baseline share. */
#ifndef BASELINE_INTERNAL_H
#define BASELINE_INTERNAL_H

#include "../CBenchmarkLua/shim.h"
#include "baseline.h"

typedef struct link_node link_node;

/* The data of one Lua state. */
typedef struct nav_world {
  int listener;                 /* the function called after pushes and pops, or LUA_NOREF */
  int32_t names;                /* the number of numbered names */
  link_node *links;
} nav_world;

/* Adds `nav` with coordinators. Lua stack: 0. May raise. */
void nav_open(lua_State *L, nav_world *world);
/* Adds `nav.link` and `nav.open`. Lua stack: 0. May raise. */
void nav_open_links(lua_State *L, nav_world *world);
void nav_close_links(nav_world *world);

#endif
