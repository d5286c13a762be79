/* Link patterns as a trie of segments, and links that are parsed in place. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

enum { VALUES = 8, DECODED = 256 };

typedef struct {
  const char *text;
  size_t length;
} piece;

struct link_node {
  link_node *next;              /* at the same position of the parent's table */
  link_node *parameter;         /* after a `:name` */
  link_node **literals;         /* by hash; NULL if there are none */
  uint32_t capacity, count;
  int handler;                  /* reference of the function, or LUA_NOREF */
  int names;                    /* reference of the list of names */
  uint32_t hash;
  size_t length;
  char text[];
};

static uint32_t hash_of(piece segment) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < segment.length; i++) {
    hash = (hash ^ (unsigned char)segment.text[i]) * 16777619u;
  }
  return hash;
}

static link_node *make_node(lua_State *L, piece segment) {
  link_node *node = calloc(1, sizeof *node + segment.length);
  if (!node) luaL_error(L, "out of memory");
  node->handler = node->names = LUA_NOREF;
  node->hash = hash_of(segment);
  node->length = segment.length;
  if (segment.length) memcpy(node->text, segment.text, segment.length);
  return node;
}

static void grow(lua_State *L, link_node *node) {
  uint32_t capacity = node->capacity ? node->capacity * 2 : 4;
  link_node **grown = calloc(capacity, sizeof *grown);
  if (!grown) luaL_error(L, "out of memory");
  for (uint32_t i = 0; i < node->capacity; i++) {
    for (link_node *child = node->literals[i], *next; child; child = next) {
      next = child->next;
      child->next = grown[child->hash & (capacity - 1)];
      grown[child->hash & (capacity - 1)] = child;
    }
  }
  free(node->literals);
  node->literals = grown;
  node->capacity = capacity;
}

static link_node *find(const link_node *node, piece segment) {
  if (!node->capacity) return NULL;
  uint32_t hash = hash_of(segment);
  link_node *child = node->literals[hash & (node->capacity - 1)];
  while (child && (child->hash != hash || child->length != segment.length ||
                   memcmp(child->text, segment.text, segment.length) != 0)) {
    child = child->next;
  }
  return child;
}

static link_node *add(lua_State *L, link_node *node, piece segment) {
  link_node *child = find(node, segment);
  if (child) return child;
  if (node->count == node->capacity) grow(L, node);
  child = make_node(L, segment);
  link_node **place = &node->literals[child->hash & (node->capacity - 1)];
  child->next = *place;
  *place = child;
  node->count++;
  return child;
}

/* Reads the next segment and moves `rest` behind it. Returns whether there is a segment. */
static bool next_segment(const char **rest, const char *end, piece *segment) {
  while (*rest < end && **rest == '/') ++*rest;
  segment->text = *rest;
  while (*rest < end && **rest != '/') ++*rest;
  segment->length = (size_t)(*rest - segment->text);
  return segment->length > 0;
}

/* Reads the scheme, which counts as the first segment. Returns whether there is a scheme. */
static bool cut_scheme(const char **rest, const char *end, piece *scheme) {
  const char *colon = memchr(*rest, ':', (size_t)(end - *rest));
  if (!colon) return false;
  *scheme = (piece){*rest, (size_t)(colon - *rest)};
  *rest = colon + 1;
  return true;
}

static int link_pattern(lua_State *L) {
  nav_world *world = lua_touserdata(L, lua_upvalueindex(1));
  size_t length;
  const char *rest = luaL_checklstring(L, 1, &length), *end = rest + length;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  if (!world->links) world->links = make_node(L, (piece){"", 0});
  piece segment;
  if (!cut_scheme(&rest, end, &segment)) return luaL_argerror(L, 1, "scheme expected");
  link_node *node = add(L, world->links, segment);
  lua_newtable(L);
  while (next_segment(&rest, end, &segment)) {
    if (*segment.text != ':') {
      node = add(L, node, segment);
      continue;
    }
    if (!node->parameter) node->parameter = make_node(L, (piece){"", 0});
    node = node->parameter;
    lua_pushlstring(L, segment.text + 1, segment.length - 1);
    lua_rawseti(L, 3, (lua_Integer)lua_rawlen(L, 3) + 1);
  }
  node->names = luaL_ref(L, LUA_REGISTRYINDEX);
  node->handler = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

// MARK: Matching

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Pushes an integer if the value is one, or otherwise the percent-decoded string. */
static void push_value(lua_State *L, piece raw) {
  char decoded[DECODED];
  size_t length = 0;
  bool is_number = raw.length > 0 && raw.length < 18;
  lua_Integer number = 0;
  for (size_t i = 0; i < raw.length && length < sizeof decoded; i++) {
    char c = raw.text[i];
    if (c == '%' && i + 2 < raw.length && digit(raw.text[i + 1]) >= 0 &&
        digit(raw.text[i + 2]) >= 0) {
      c = (char)(digit(raw.text[i + 1]) << 4 | digit(raw.text[i + 2]));
      i += 2;
    }
    is_number = is_number && c >= '0' && c <= '9';
    if (is_number) number = number * 10 + (c - '0');
    decoded[length++] = c;
  }
  if (is_number) lua_pushinteger(L, number);
  else lua_pushlstring(L, decoded, length);
}

static const link_node *match(
  const link_node *node, const char *rest, const char *end, piece *values, int *count
) {
  piece segment;
  if (!next_segment(&rest, end, &segment)) return node->handler == LUA_NOREF ? NULL : node;
  const link_node *next = find(node, segment);
  if (next && (next = match(next, rest, end, values, count))) return next;
  if (!node->parameter || *count == VALUES) return NULL;
  values[(*count)++] = segment;
  next = match(node->parameter, rest, end, values, count);
  if (!next) --*count;
  return next;
}

/* Adds the fields of a query to the table on top. */
static void read_query(lua_State *L, const char *rest, const char *end) {
  while (rest < end) {
    const char *stop = memchr(rest, '&', (size_t)(end - rest));
    if (!stop) stop = end;
    const char *equals = memchr(rest, '=', (size_t)(stop - rest));
    if (!equals) equals = stop;
    lua_pushlstring(L, rest, (size_t)(equals - rest));
    if (equals == stop) lua_pushboolean(L, 1);
    else push_value(L, (piece){equals + 1, (size_t)(stop - equals - 1)});
    lua_rawset(L, -3);
    rest = stop + 1;
  }
}

static int open_link(lua_State *L) {
  nav_world *world = lua_touserdata(L, lua_upvalueindex(1));
  size_t length;
  const char *rest = luaL_checklstring(L, 1, &length), *end = rest + length;
  const char *query = memchr(rest, '?', length), *path_end = query ? query : end;
  piece scheme, values[VALUES];
  int count = 0;
  const link_node *node = NULL;
  if (world->links && cut_scheme(&rest, path_end, &scheme)) {
    const link_node *start = find(world->links, scheme);
    if (start) node = match(start, rest, path_end, values, &count);
  }
  lua_pushboolean(L, node != NULL);
  if (!node) return 1;
  lua_rawgeti(L, LUA_REGISTRYINDEX, node->handler);
  lua_createtable(L, 0, count + (query ? 2 : 0));
  if (query) read_query(L, query + 1, end);
  lua_rawgeti(L, LUA_REGISTRYINDEX, node->names);
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, -1, i + 1);
    push_value(L, values[i]);
    lua_rawset(L, -4);
  }
  lua_pop(L, 1);
  lua_call(L, 1, 0);
  return 1;
}

static void free_node(link_node *node) {
  if (!node) return;
  free_node(node->parameter);
  for (uint32_t i = 0; i < node->capacity; i++) {
    for (link_node *child = node->literals[i], *next; child; child = next) {
      next = child->next;
      free_node(child);
    }
  }
  free(node->literals);
  free(node);
}

void nav_close_links(nav_world *world) { free_node(world->links); }

void nav_open_links(lua_State *L, nav_world *world) {
  lua_getglobal(L, "nav");
  lua_pushlightuserdata(L, world);
  lua_pushcclosure(L, link_pattern, 1);
  lua_setfield(L, -2, "link");
  lua_pushlightuserdata(L, world);
  lua_pushcclosure(L, open_link, 1);
  lua_setfield(L, -2, "open");
  lua_settop(L, 0);
}
