/* The string functions whose time grows with the length of their text. They work in pieces and can
 * be stopped. */
#include "library.h"
#include <limits.h>
#include <string.h>

// MARK: Copying

int sbx_string_sub(lua_State *L) {
  int results = sbx_stock.sub(L);
  sbx_charge_bytes(L, lua_rawlen(L, -1));
  return results;
}

/* Fills `target` with copies of its first `unit` bytes, which the caller has already set. */
static void repeat_unit(lua_State *L, char *target, size_t unit, size_t total) {
  size_t filled = unit, work = 0;
  while (filled < total) {
    size_t phase = filled % unit;
    size_t count = filled - phase;
    if (count > SBX_PIECE) count = SBX_PIECE;
    if (count > total - filled) count = total - filled;
    memcpy(target + filled, target + phase, count);
    filled += count;
    work += count;
    if (work >= SBX_PIECE) {
      sbx_charge(L, work / SBX_BYTES_PER_STEP);
      work = 0;
    }
  }
  sbx_charge_bytes(L, work + unit);
}

int sbx_string_rep(lua_State *L) {
  size_t length, separator_length;
  const char *s = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  size_t unit = length + separator_length;
  if (count <= 0 || unit == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (unit < length || (lua_Unsigned)unit > (lua_Unsigned)INT_MAX / (lua_Unsigned)count) {
    return luaL_error(L, "resulting string too large");
  }
  size_t total = unit * (size_t)count - separator_length;
  luaL_Buffer b;
  char *target = luaL_buffinitsize(L, &b, total);
  memcpy(target, s, length);
  if (count > 1) {
    memcpy(target + length, separator, separator_length);
    repeat_unit(L, target, unit, total);
  }
  luaL_pushresultsize(&b, total);
  return 1;
}

// MARK: Mapping

typedef void (*mapping)(char *target, const char *source, size_t length);

static void map_upper(char *target, const char *source, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char c = source[i];
    target[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
  }
}

static void map_lower(char *target, const char *source, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char c = source[i];
    target[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
  }
}

static int map_string(lua_State *L, mapping map) {
  size_t length;
  const char *s = luaL_checklstring(L, 1, &length);
  luaL_Buffer b;
  char *target = luaL_buffinitsize(L, &b, length);
  for (size_t done = 0; done < length; done += SBX_PIECE) {
    size_t count = length - done > SBX_PIECE ? SBX_PIECE : length - done;
    map(target + done, s + done, count);
    sbx_charge_bytes(L, count);
  }
  luaL_pushresultsize(&b, length);
  return 1;
}

int sbx_string_upper(lua_State *L) { return map_string(L, map_upper); }

int sbx_string_lower(lua_State *L) { return map_string(L, map_lower); }

int sbx_string_reverse(lua_State *L) {
  size_t length;
  const char *s = luaL_checklstring(L, 1, &length);
  luaL_Buffer b;
  char *target = luaL_buffinitsize(L, &b, length);
  for (size_t i = 0; i < length; i++) {
    target[i] = s[length - 1 - i];
    if ((i + 1) % SBX_PIECE == 0) sbx_charge(L, SBX_PIECE / SBX_BYTES_PER_STEP);
  }
  sbx_charge_bytes(L, length % SBX_PIECE);
  luaL_pushresultsize(&b, length);
  return 1;
}

// MARK: format

enum { FORMAT_ITEMS = 64, FORMAT_TEXT = 1 << 14, FORMAT_LARGE = 1 << 16 };

/* Adds the text as a Lua literal, as "%q" does. The top of the stack belongs to the buffer. */
static void add_quoted(lua_State *L, luaL_Buffer *b, const char *s, size_t length) {
  luaL_addchar(b, '"');
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c == '"' || c == '\\' || c == '\n') {
      luaL_addchar(b, '\\');
      luaL_addchar(b, (char)c);
    } else if (c < 32 || c == 127) {
      int is_digit_next = i + 1 < length && s[i + 1] >= '0' && s[i + 1] <= '9';
      luaL_addchar(b, '\\');
      if (c >= 100 || is_digit_next) luaL_addchar(b, (char)('0' + c / 100));
      if (c >= 10 || is_digit_next) luaL_addchar(b, (char)('0' + c / 10 % 10));
      luaL_addchar(b, (char)('0' + c % 10));
    } else {
      luaL_addchar(b, (char)c);
    }
    if (i % FORMAT_TEXT == 0) sbx_charge(L, FORMAT_TEXT / SBX_BYTES_PER_STEP);
  }
  luaL_addchar(b, '"');
}

/* Returns the end of the conversion that starts at the "%" at `p`. */
static const char *conversion_end(const char *p, const char *end) {
  const char *q = p + 1;
  while (q < end && q - p <= 24 && strchr("-+#0 .123456789", *q)) q++;
  return q < end ? q + 1 : end;
}

/* Returns the end of the piece of the format that starts at `p`. `items` is the number of arguments
 * of the piece. A "%q" of a long text ends the piece before it. */
static const char *piece_end(lua_State *L, const char *p, const char *end, int arg, int *items) {
  const char *q = p;
  *items = 0;
  while (q < end && q - p < FORMAT_TEXT && *items < FORMAT_ITEMS) {
    if (*q != '%') {
      q++;
    } else if (q + 1 < end && q[1] == '%') {
      q += 2;
    } else {
      int is_long = lua_type(L, arg + *items) == LUA_TSTRING &&
                    lua_rawlen(L, arg + *items) > FORMAT_TEXT;
      if (q + 1 < end && q[1] == 'q' && is_long) break;
      q = conversion_end(q, end);
      *items += 1;
    }
  }
  return q;
}

/* Formats in pieces, for many arguments or long texts. Argument numbers in errors are then counted
 * from the start of the piece. */
static int format_pieces(lua_State *L) {
  size_t length;
  const char *p = luaL_checklstring(L, 1, &length), *end = p + length;
  int top = lua_gettop(L), arg = 2;
  luaL_Buffer b;
  luaL_checkstack(L, FORMAT_ITEMS + LUA_MINSTACK, "too many arguments");
  luaL_buffinit(L, &b);
  while (p < end) {
    int items;
    const char *next = piece_end(L, p, end, arg, &items);
    if (next == p) { /* "%q" of a long text */
      size_t text_length;
      const char *text = lua_tolstring(L, arg++, &text_length);
      add_quoted(L, &b, text, text_length);
      p += 2;
      continue;
    }
    lua_pushcfunction(L, sbx_string_format);
    lua_pushlstring(L, p, (size_t)(next - p));
    int count = 0;
    for (; count < items && arg + count <= top; count++) lua_pushvalue(L, arg + count);
    lua_call(L, 1 + count, 1);
    luaL_addvalue(&b);
    arg += items;
    p = next;
    sbx_charge(L, FORMAT_ITEMS);
  }
  luaL_pushresult(&b);
  return 1;
}

/* Calls Lua's own function if it finishes quickly; otherwise formats in pieces. */
int sbx_string_format(lua_State *L) {
  int top = lua_gettop(L);
  size_t longest = 0;
  for (int i = 1; i <= top && top <= FORMAT_ITEMS + 1; i++) {
    size_t length = lua_type(L, i) == LUA_TSTRING ? lua_rawlen(L, i) : 0;
    if (length > longest) longest = length;
  }
  int has_long_format = lua_type(L, 1) == LUA_TSTRING && lua_rawlen(L, 1) > FORMAT_LARGE;
  if (top > FORMAT_ITEMS + 1 || has_long_format) return format_pieces(L);
  if (longest > FORMAT_LARGE && lua_type(L, 1) == LUA_TSTRING && strstr(lua_tostring(L, 1), "%q")) {
    return format_pieces(L);
  }
  int results = sbx_stock.format(L);
  sbx_charge_bytes(L, lua_rawlen(L, -1));
  return results;
}

// MARK: pack

/* Rejects a format that Lua's own function would read for a long time without checking the stop
 * flag. */
static void check_pack_format(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_argcheck(L, length <= 1 << 20, 1, "format too long");
  sbx_charge(L, length);
}

int sbx_string_pack(lua_State *L) {
  check_pack_format(L);
  int results = sbx_stock.pack(L);
  sbx_charge_bytes(L, lua_rawlen(L, -1));
  return results;
}

int sbx_string_packsize(lua_State *L) {
  check_pack_format(L);
  return sbx_stock.packsize(L);
}

int sbx_string_unpack(lua_State *L) {
  check_pack_format(L);
  return sbx_stock.unpack(L);
}

// MARK: utf8

static int is_continuation(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

/* Returns the last byte, counted from 1, of a piece that starts at `first`. If possible, the next
 * byte starts a character. Ten consecutive continuation bytes contain an error, which the piece
 * then exposes. */
static lua_Integer last_of_piece(const char *s, lua_Integer first, lua_Integer end) {
  lua_Integer last = first + SBX_PIECE - 1;
  if (last >= end) return end;
  for (int i = 0; i < 10; i++) {
    if (!is_continuation(s[last - i])) return last - i;
  }
  return last;
}

/* Counts in pieces, using Lua's own function. */
int sbx_utf8_len(lua_State *L) {
  size_t size;
  const char *s = luaL_checklstring(L, 1, &size);
  if (size <= SBX_PIECE) {
    sbx_charge_bytes(L, size);
    return sbx_stock.utf8_len(L);
  }
  lua_Integer length = (lua_Integer)size, total = 0;
  lua_Integer first = luaL_optinteger(L, 2, 1), end = luaL_optinteger(L, 3, -1);
  int is_lax = lua_toboolean(L, 4);
  if (first < 0) first = -first > length ? 0 : length + first + 1;
  if (end < 0) end = -end > length ? 0 : length + end + 1;
  luaL_argcheck(L, 1 <= first && first <= length + 1, 2, "initial position out of bounds");
  luaL_argcheck(L, end <= length, 3, "final position out of bounds");
  while (first <= end) {
    lua_Integer last = last_of_piece(s, first, end);
    lua_settop(L, 1);
    lua_pushinteger(L, first);
    lua_pushinteger(L, last);
    lua_pushboolean(L, is_lax);
    int results = sbx_stock.utf8_len(L);
    if (results != 1) return results;
    total += lua_tointeger(L, -1);
    sbx_charge(L, (size_t)(last - first + 1) / 4);
    first = last + 1;
  }
  lua_pushinteger(L, total);
  return 1;
}

int sbx_utf8_offset(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  sbx_charge_bytes(L, length);
  return sbx_stock.utf8_offset(L);
}
