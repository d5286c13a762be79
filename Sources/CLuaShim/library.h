/* The private declarations that the files of the standard library share. */
#ifndef SBX_LIBRARY_H
#define SBX_LIBRARY_H

#include "sbx_host.h"

/* Functions of Lua's own library that the replacements call as their last step. Filled once per
 * process. */
typedef struct {
  lua_CFunction format, sub, pack, packsize, unpack, tonumber, rawset;
  lua_CFunction utf8_len, utf8_offset, date;
} sbx_stock_functions;

extern sbx_stock_functions sbx_stock;

/* The approximate number of bytes that a copying C function handles in the time of one Lua
 * instruction. */
enum { SBX_BYTES_PER_STEP = 16, SBX_PIECE = 1 << 18 };

/* Charges the work of copying or reading the given number of bytes. Lua stack: 0. May raise. */
static inline void sbx_charge_bytes(lua_State *L, size_t bytes) {
  if (bytes >= 512) sbx_charge(L, bytes / SBX_BYTES_PER_STEP);
}

/* The key of a library table's name in its metatable. */
extern const char sbx_library_key;

/* All of these are Lua functions: they receive arguments and return results on the stack, and raise
 * errors. */
int sbx_base_collectgarbage(lua_State *L);
int sbx_base_load(lua_State *L);
int sbx_base_pcall(lua_State *L);
int sbx_base_print(lua_State *L);
int sbx_base_rawset(lua_State *L);
int sbx_base_setmetatable(lua_State *L);
int sbx_base_tonumber(lua_State *L);
int sbx_base_xpcall(lua_State *L);
int sbx_coroutine_close(lua_State *L);
int sbx_coroutine_resume(lua_State *L);
int sbx_coroutine_wrap(lua_State *L);
int sbx_coroutine_yield(lua_State *L);
int sbx_debug_traceback(lua_State *L);
int sbx_math_random(lua_State *L);
int sbx_math_randomseed(lua_State *L);
int sbx_os_date(lua_State *L);
int sbx_string_find(lua_State *L);
int sbx_string_format(lua_State *L);
int sbx_string_gmatch(lua_State *L);
int sbx_string_gsub(lua_State *L);
int sbx_string_lower(lua_State *L);
int sbx_string_match(lua_State *L);
int sbx_string_pack(lua_State *L);
int sbx_string_packsize(lua_State *L);
int sbx_string_rep(lua_State *L);
int sbx_string_reverse(lua_State *L);
int sbx_string_sub(lua_State *L);
int sbx_string_unpack(lua_State *L);
int sbx_string_upper(lua_State *L);
int sbx_table_concat(lua_State *L);
int sbx_table_insert(lua_State *L);
int sbx_table_move(lua_State *L);
int sbx_table_remove(lua_State *L);
int sbx_table_sort(lua_State *L);
int sbx_table_unpack(lua_State *L);
int sbx_utf8_len(lua_State *L);
int sbx_utf8_offset(lua_State *L);

/* Returns the length of the table, or of a value that behaves like a table, in argument 1, which a
 * function will read and write. Lua stack: 0. May raise. */
lua_Integer sbx_table_length(lua_State *L);

/* Seeds math.random of this Lua state from the clock. Lua stack: 0. Does not raise. */
void sbx_random_open(lua_State *L);

#endif
