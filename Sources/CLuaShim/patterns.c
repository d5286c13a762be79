/* string.find, match, gmatch and gsub, implemented with the bounded matcher. */
#include "library.h"
#include "matcher.h"
#include <string.h>

// MARK: Captures

static void push_capture(sbx_matcher *m, int index, const char *start, const char *end) {
  if (index >= m->level) {
    if (index != 0) luaL_error(m->L, "invalid capture index %%%d", index + 1);
    lua_pushlstring(m->L, start, (size_t)(end - start));
    return;
  }
  const char *from = m->captures[index].start;
  ptrdiff_t length = m->captures[index].length;
  if (length == SBX_CAPTURE_OPEN) luaL_error(m->L, "unfinished capture");
  if (length == SBX_CAPTURE_POSITION) {
    lua_pushinteger(m->L, (lua_Integer)(from - m->subject) + 1);
  } else {
    lua_pushlstring(m->L, from, (size_t)length);
  }
}

/* Pushes all captures, or the whole match if there are none and `start` is not NULL. */
static int push_captures(sbx_matcher *m, const char *start, const char *end) {
  int count = m->level == 0 && start ? 1 : m->level;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) push_capture(m, i, start, end);
  return count;
}

// MARK: find and match

/* Returns the offset for argument `arg`: 0 for the first byte, and `length` + 1 for a position
 * after the end. */
static size_t start_offset(lua_State *L, int arg, size_t length) {
  lua_Integer position = luaL_optinteger(L, arg, 1);
  if (position > 0) return (size_t)position - 1 > length ? length + 1 : (size_t)position - 1;
  if (position == 0 || position < -(lua_Integer)length) return 0;
  return length - (size_t)(-position);
}

/* Returns the first position of `needle` at or after `s`, or NULL. Polls, because the worst case is
 * the product of both lengths. */
static const char *find_plain(lua_State *L, const char *s, size_t length, const char *needle,
                              size_t needle_length) {
  if (needle_length == 0) return s;
  size_t work = 0;
  while (length >= needle_length) {
    size_t window = length - needle_length + 1;
    if (window > SBX_PIECE) window = SBX_PIECE;
    const char *found = memchr(s, needle[0], window);
    size_t skipped = found ? (size_t)(found - s) : window;
    work += skipped + 16;
    if (found) {
      if (memcmp(found, needle, needle_length) == 0) return found;
      work += needle_length;
      skipped++;
    }
    if (work >= SBX_PIECE) {
      sbx_charge(L, work / SBX_BYTES_PER_STEP);
      work = 0;
    }
    s += skipped;
    length -= skipped;
  }
  return NULL;
}

static int find_fixed(lua_State *L, const char *s, size_t length, size_t offset, const char *needle,
                      size_t needle_length) {
  const char *found = find_plain(L, s + offset, length - offset, needle, needle_length);
  if (!found) {
    luaL_pushfail(L);
    return 1;
  }
  lua_pushinteger(L, (lua_Integer)(found - s) + 1);
  lua_pushinteger(L, (lua_Integer)(found - s) + (lua_Integer)needle_length);
  return 2;
}

/* Runs the pattern starting at `offset`, and stores the start of the match in `start`. */
static const char *search(sbx_matcher *m, const char *pattern, size_t offset, const char **start) {
  *start = m->subject + offset;
  const char *end = *pattern == '^' && pattern < m->pattern_end
                        ? sbx_match_at(m, *start, pattern + 1)
                        : sbx_match_after(m, start, pattern);
  sbx_matcher_settle(m);
  return end;
}

int sbx_string_find(lua_State *L) {
  size_t length, pattern_length;
  const char *s = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t offset = start_offset(L, 3, length);
  if (offset > length) {
    luaL_pushfail(L);
    return 1;
  }
  if (lua_toboolean(L, 4) || !sbx_is_special(pattern, pattern_length)) {
    return find_fixed(L, s, length, offset, pattern, pattern_length);
  }
  sbx_matcher m;
  sbx_matcher_open(&m, L, s, length, pattern, pattern_length);
  const char *start, *end = search(&m, pattern, offset, &start);
  if (!end) {
    luaL_pushfail(L);
    return 1;
  }
  lua_pushinteger(L, (lua_Integer)(start - s) + 1);
  lua_pushinteger(L, (lua_Integer)(end - s));
  return push_captures(&m, NULL, NULL) + 2;
}

int sbx_string_match(lua_State *L) {
  size_t length, pattern_length;
  const char *s = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t offset = start_offset(L, 3, length);
  if (offset <= length) {
    sbx_matcher m;
    sbx_matcher_open(&m, L, s, length, pattern, pattern_length);
    const char *start, *end = search(&m, pattern, offset, &start);
    if (end) return push_captures(&m, start, end);
  }
  luaL_pushfail(L);
  return 1;
}

// MARK: gmatch

/* The iterator. Upvalues: the subject, the pattern, the offset at which to continue, and the end of
 * the last match or -1. */
static int next_match(lua_State *L) {
  size_t length, pattern_length;
  const char *s = lua_tolstring(L, lua_upvalueindex(1), &length);
  const char *pattern = lua_tolstring(L, lua_upvalueindex(2), &pattern_length);
  size_t offset = (size_t)lua_tointeger(L, lua_upvalueindex(3));
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
  if (offset > length) return 0;
  sbx_matcher m;
  sbx_matcher_open(&m, L, s, length, pattern, pattern_length);
  const char *start = s + offset, *end;
  while ((end = sbx_match_after(&m, &start, pattern)) != NULL && end - s == last) {
    if (start++ == m.subject_end) {
      end = NULL;
      break;
    }
  }
  sbx_matcher_settle(&m);
  if (!end) return 0;
  lua_pushinteger(L, (lua_Integer)(end - s));
  lua_pushvalue(L, -1);
  lua_replace(L, lua_upvalueindex(3));
  lua_replace(L, lua_upvalueindex(4));
  return push_captures(&m, start, end);
}

int sbx_string_gmatch(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  size_t offset = start_offset(L, 3, length);
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)offset);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

// MARK: gsub

/* A replacement in progress. */
typedef struct {
  sbx_matcher matcher;
  luaL_Buffer result;
  int type;                     /* of the replacement */
  int is_plain;                 /* a string without "%" */
} substitution;

/* Adds the replacement text with its captures inserted. */
static void add_text(substitution *sub, const char *start, const char *end) {
  lua_State *L = sub->matcher.L;
  size_t length;
  const char *text = lua_tolstring(L, 3, &length), *text_end = text + length;
  const char *escape;
  while ((escape = memchr(text, '%', (size_t)(text_end - text))) != NULL) {
    luaL_addlstring(&sub->result, text, (size_t)(escape - text));
    char c = escape[1];
    if (c == '%') {
      luaL_addchar(&sub->result, c);
    } else if (c == '0') {
      luaL_addlstring(&sub->result, start, (size_t)(end - start));
    } else if (c >= '1' && c <= '9') {
      push_capture(&sub->matcher, c - '1', start, end);
      luaL_addvalue(&sub->result);
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
    text = escape + 2;
    sbx_poll(L);
  }
  luaL_addlstring(&sub->result, text, (size_t)(text_end - text));
}

/* Adds the replacement of the match. Returns whether it differs from the match. */
static int add_replacement(substitution *sub, const char *start, const char *end) {
  lua_State *L = sub->matcher.L;
  if (sub->is_plain) {
    size_t length;
    const char *text = lua_tolstring(L, 3, &length);
    luaL_addlstring(&sub->result, text, length);
    return 1;
  }
  if (sub->type == LUA_TTABLE) {
    push_capture(&sub->matcher, 0, start, end);
    lua_gettable(L, 3);
  } else if (sub->type == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    lua_call(L, push_captures(&sub->matcher, start, end), 1);
  } else {
    add_text(sub, start, end);
    return 1;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(&sub->result, start, (size_t)(end - start));
    return 0;
  }
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
  luaL_addvalue(&sub->result);
  return 1;
}

/* Replaces up to `limit` matches. Returns the number of matches, and stores in `changed` whether
 * the text differs. */
static lua_Integer substitute(substitution *sub, const char *pattern, lua_Integer limit,
                              int *changed) {
  sbx_matcher *m = &sub->matcher;
  int is_anchored = *pattern == '^' && pattern < m->pattern_end;
  const char *copied = m->subject, *at = m->subject, *last = NULL;
  lua_Integer count = 0;
  pattern += is_anchored;
  while (count < limit) {
    const char *start = at;
    const char *end = is_anchored ? sbx_match_at(m, start, pattern)
                                  : sbx_match_after(m, &start, pattern);
    if (!end) break;
    if (end == last) { /* an empty match directly after the last match does not count */
      if (start == m->subject_end) break;
      at = start + 1;
      continue;
    }
    luaL_addlstring(&sub->result, copied, (size_t)(start - copied));
    *changed |= add_replacement(sub, start, end);
    count++;
    at = copied = last = end;
    if (is_anchored) break;
  }
  luaL_addlstring(&sub->result, copied, (size_t)(m->subject_end - copied));
  sbx_matcher_settle(m);
  return count;
}

int sbx_string_gsub(lua_State *L) {
  size_t length, pattern_length, text_length = 0;
  substitution sub;
  const char *s = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  sub.type = lua_type(L, 3);
  lua_Integer limit = luaL_optinteger(L, 4, (lua_Integer)length + 1);
  int is_text = sub.type == LUA_TSTRING || sub.type == LUA_TNUMBER;
  luaL_argexpected(L, is_text || sub.type == LUA_TTABLE || sub.type == LUA_TFUNCTION, 3,
                   "string/function/table");
  const char *text = is_text ? lua_tolstring(L, 3, &text_length) : "";
  sub.is_plain = is_text && !memchr(text, '%', text_length);
  sbx_matcher_open(&sub.matcher, L, s, length, pattern, pattern_length);
  luaL_buffinit(L, &sub.result);
  int changed = 0;
  lua_Integer count = substitute(&sub, pattern, limit, &changed);
  luaL_pushresult(&sub.result);
  if (changed) {
    sbx_charge_bytes(L, lua_rawlen(L, -1));
  } else { /* the same string object, as with Lua's own function */
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}
