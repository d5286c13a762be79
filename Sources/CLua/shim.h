#ifndef SBX_CLUA_SHIM_H
#define SBX_CLUA_SHIM_H

#if __has_include(<lua.h>)
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
#else
/* A missing header is fatal and ends the output here. After an #error, every use would be reported
 * as well. */
#include "Lua 5.4 is missing: run apt-get install liblua5.4-dev (Debian) or brew install lua@5.4 (macOS)"
#endif

#endif
