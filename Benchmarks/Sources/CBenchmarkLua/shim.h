/* The system's Lua, found by pkg-config. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
