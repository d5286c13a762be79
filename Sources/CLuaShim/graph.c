/* The hash of values of scripts: values with equal structure have equal hashes, wherever they are
 * in memory and in whatever order their tables were filled. Reads raw values: no metamethod
 * runs. */
#include "graph.h"
#include "heap.h"
#include <string.h>

enum { MAX_DEPTH = 150 };

/* Hashing
 * ------------------------------------------------------------------------------------------- */

static inline void mix(sbx_graph *graph, uint64_t word) {
  graph->first = (graph->first ^ word) * 0xFF51AFD7ED558CCDu;
  graph->first ^= graph->first >> 32;
  graph->second = (graph->second + word) * 0xC4CEB9FE1A85EC53u;
  graph->second ^= graph->second >> 29;
}

void sbx_graph_start(sbx_graph *graph) {
  graph->first = 0x9E3779B97F4A7C15u;
  graph->second = 0xC2B2AE3D27D4EB4Fu;
}

void sbx_graph_add_word(sbx_graph *graph, uint64_t word) { mix(graph, word); }

void sbx_graph_add_bytes(sbx_graph *graph, const char *bytes, size_t length) {
  mix(graph, length);
  for (; length >= 8; bytes += 8, length -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    mix(graph, word);
  }
  if (!length) return;
  uint64_t word = 0;
  memcpy(&word, bytes, length);
  mix(graph, word);
}

void sbx_graph_key(const sbx_graph *graph, uint64_t key[2]) {
  sbx_graph copy = {.first = graph->first, .second = graph->second};
  mix(&copy, graph->first ^ graph->second);
  key[0] = copy.first;
  key[1] = copy.second;
}

/* Sets of addresses
 * --------------------------------------------------------------------------------- */

static seen *place_of(const set *set, const void *address) {
  size_t place = (size_t)(((uintptr_t)address >> 4) * 0x9E3779B97F4A7C15u >> 20);
  for (;; place++) {
    seen *entry = &set->entries[place & (set->capacity - 1)];
    if (entry->epoch != set->epoch || entry->address == address) return entry;
  }
}

static bool grow(set *set) {
  struct set grown = {
      .capacity = set->capacity ? set->capacity * 2 : 1024, .count = set->count, .epoch = 1};
  grown.entries = sbx_heap_clear(grown.capacity, sizeof *grown.entries);
  if (!grown.entries) return false;
  for (size_t i = 0; i < set->capacity; i++) {
    if (set->entries[i].epoch != set->epoch) continue;
    seen *entry = place_of(&grown, set->entries[i].address);
    *entry = set->entries[i];
    entry->epoch = 1;
  }
  free(set->entries);
  *set = grown;
  return true;
}

void sbx_graph_clear(set *set) {
  set->count = 0;
  if (++set->epoch) return;
  memset(set->entries, 0, set->capacity * sizeof *set->entries);
  set->epoch = 1;
}

seen *sbx_graph_insert(sbx_graph *graph, set *set, const void *address, bool *is_new) {
  if (set->count * 2 >= set->capacity && !grow(set)) {
    graph->has_failed = true;
    return NULL;
  }
  seen *entry = place_of(set, address);
  *is_new = entry->epoch != set->epoch;
  if (*is_new) *entry = (seen){address, set->epoch, (uint32_t)set->count++};
  return entry;
}

/* Whether a value was reached before, in which case its number is added to the hash. */
static bool add_known(sbx_graph *graph, lua_State *L, int index) {
  bool is_new;
  seen *entry = sbx_graph_insert(graph, &graph->numbers, lua_topointer(L, index), &is_new);
  if (!entry) return true;
  if (is_new) return false;
  mix(graph, 'r');
  mix(graph, entry->number);
  return true;
}

/* Tables
 * -------------------------------------------------------------------------------------------- */

static bool has_weak_keys(lua_State *L, int table) {
  if (!lua_getmetatable(L, table)) return false;
  lua_pushliteral(L, "__mode");
  lua_rawget(L, -2);
  const char *mode = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  bool is_weak = strchr(mode, 'k') != NULL;
  sbx_pop(L, 2);
  return is_weak;
}

static uint64_t bits_of(lua_Number number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

/* Reads the key at -2. Returns false for an object that no longer exists in a table with weak
 * keys. */
static bool read_key(sbx_graph *graph, lua_State *L, bool is_weak, table_key *key) {
  *key = (table_key){.kind = 2};
  switch (lua_type(L, -2)) {
    case LUA_TNUMBER:
      if (lua_isinteger(L, -2)) {
        key->kind = 0;
        key->bits = (uint64_t)lua_tointeger(L, -2);
      } else {
        key->bits = bits_of(lua_tonumber(L, -2)) ^ 0xD;
      }
      return true;
    case LUA_TSTRING:
      key->kind = 1;
      key->text = lua_tolstring(L, -2, &key->length);
      return true;
    case LUA_TBOOLEAN: key->bits = lua_toboolean(L, -2) ? 1 : 2; return true;
    case LUA_TUSERDATA:
    case LUA_TLIGHTUSERDATA: {
      bool exists = graph->describe(graph->context, L, lua_absindex(L, -2), &key->bits);
      return exists || !is_weak;
    }
    default: {
      const set *set = &graph->numbers;
      const seen *entry = set->capacity ? place_of(set, lua_topointer(L, -2)) : NULL;
      /* A table or a function that was reached before has a number. All other tables and
       * functions have no order. */
      if (entry && entry->epoch == set->epoch) key->bits = 0x100 + (uint64_t)entry->number;
      else graph->is_incomplete = true;
      return true;
    }
  }
}

static int compare(const void *left, const void *right) {
  const table_key *a = left, *b = right;
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  if (a->kind == 0) {
    int64_t x = (int64_t)a->bits, y = (int64_t)b->bits;
    return x < y ? -1 : x > y;
  }
  if (a->kind == 2) return a->bits < b->bits ? -1 : a->bits > b->bits;
  size_t length = a->length < b->length ? a->length : b->length;
  int order = memcmp(a->text, b->text, length);
  return order ? order : a->length < b->length ? -1 : a->length > b->length;
}

static void sort(table_key *keys, size_t count) {
  bool is_sorted = true;
  for (size_t i = 1; i < count && is_sorted; i++) is_sorted = compare(&keys[i - 1], &keys[i]) <= 0;
  if (is_sorted) return;
  if (count > 24) {
    qsort(keys, count, sizeof *keys, compare);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    table_key key = keys[i];
    size_t j = i;
    for (; j > 0 && compare(&keys[j - 1], &key) > 0; j--) keys[j] = keys[j - 1];
    keys[j] = key;
  }
}

static bool push_key(sbx_graph *graph, const table_key *key) {
  if (graph->key_count == graph->key_capacity) {
    size_t capacity = graph->key_capacity ? graph->key_capacity * 2 : 256;
    table_key *grown = sbx_heap_resize(graph->keys, capacity * sizeof *grown);
    if (!grown) {
      graph->has_failed = true;
      return false;
    }
    graph->keys = grown;
    graph->key_capacity = capacity;
  }
  graph->keys[graph->key_count++] = *key;
  return true;
}

static void add_key(sbx_graph *graph, const table_key *key) {
  mix(graph, (uint64_t)key->kind + 'k');
  if (key->kind == 1) sbx_graph_add_bytes(graph, key->text, key->length);
  else mix(graph, key->bits);
}

static void add_table(sbx_graph *graph, lua_State *L, int index, int depth) {
  int top = lua_gettop(L), table = index;
  if (sbx_push_viewed(L, table)) table = lua_gettop(L);
  if (add_known(graph, L, table)) {
    lua_settop(L, top);
    return;
  }
  mix(graph, 'T');
  bool is_weak = has_weak_keys(L, table);
  size_t base = graph->key_count;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    table_key key;
    if (!lua_checkstack(L, 12)) {
      graph->is_incomplete = true;
      break;
    }
    if (!read_key(graph, L, is_weak, &key)) {
      sbx_pop(L, 1);
      continue;
    }
    /* The value stays on the stack, below the key. */
    lua_insert(L, -2);
    key.place = lua_gettop(L) - 1;
    if (!push_key(graph, &key)) break;
  }
  size_t count = graph->key_count - base;
  sort(graph->keys + base, count);
  for (size_t i = 0; i < count && !graph->has_failed; i++) {
    table_key key = graph->keys[base + i];
    add_key(graph, &key);
    sbx_graph_add_value(graph, L, key.place, depth + 1);
  }
  graph->key_count = base;
  if (lua_getmetatable(L, table)) {
    mix(graph, 'm');
    sbx_graph_add_value(graph, L, lua_gettop(L), depth + 1);
  }
  mix(graph, '.');
  lua_settop(L, top);
}

/* Functions
 * ----------------------------------------------------------------------------------------- */

static int add_chunk(lua_State *L, const void *bytes, size_t length, void *graph) {
  (void)L;
  sbx_graph_add_bytes(graph, bytes, length);
  return 0;
}

bool sbx_graph_add_place(sbx_graph *graph, lua_State *L, int index) {
  if (lua_iscfunction(L, index)) return false;
  lua_Debug record;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &record);
  sbx_graph_add_bytes(graph, record.source, strlen(record.source));
  mix(graph, (uint64_t)(int64_t)record.linedefined);
  mix(graph, (uint64_t)(int64_t)record.lastlinedefined);
  if (record.linedefined != record.lastlinedefined) return true;
  /* A line can contain several functions, which differ in their code. */
  lua_pushvalue(L, index);
  lua_dump(L, add_chunk, graph, true);
  sbx_pop(L, 1);
  return true;
}

static void add_function(sbx_graph *graph, lua_State *L, int index, int depth) {
  if (add_known(graph, L, index)) return;
  mix(graph, 'F');
  if (!sbx_graph_add_place(graph, L, index)) {
    /* Functions of the host have neither a position nor variables to compare. */
    graph->is_incomplete = true;
    return;
  }
  if (!graph->follows_variables) return;
  const char *name;
  for (int i = 1; (name = lua_getupvalue(L, index, i)); i++) {
    if (strcmp(name, "_ENV") != 0) {
      sbx_graph_add_bytes(graph, name, strlen(name));
      sbx_graph_add_value(graph, L, lua_gettop(L), depth + 1);
    }
    sbx_pop(L, 1);
  }
  mix(graph, '.');
}

void sbx_graph_add_value(sbx_graph *graph, lua_State *L, int index, int depth) {
  if (depth > MAX_DEPTH || !lua_checkstack(L, 12)) {
    graph->is_incomplete = true;
    mix(graph, '?');
    return;
  }
  switch (lua_type(L, index)) {
    case LUA_TNIL: mix(graph, 'n'); break;
    case LUA_TBOOLEAN: mix(graph, lua_toboolean(L, index) ? 't' : 'f'); break;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        mix(graph, 'i');
        mix(graph, (uint64_t)lua_tointeger(L, index));
      } else {
        mix(graph, 'd');
        mix(graph, bits_of(lua_tonumber(L, index)));
      }
      break;
    case LUA_TSTRING: {
      size_t length;
      const char *text = lua_tolstring(L, index, &length);
      mix(graph, 's');
      sbx_graph_add_bytes(graph, text, length);
      break;
    }
    case LUA_TTABLE: add_table(graph, L, index, depth); break;
    case LUA_TFUNCTION: add_function(graph, L, index, depth); break;
    case LUA_TUSERDATA:
    case LUA_TLIGHTUSERDATA: {
      uint64_t bits = 0;
      graph->describe(graph->context, L, index, &bits);
      mix(graph, 'u');
      mix(graph, bits);
      break;
    }
    default:
      graph->is_incomplete = true;
      mix(graph, 'c');
  }
}

/* The interface
 * ------------------------------------------------------------------------------------- */

sbx_graph *sbx_graph_open(void) {
  sbx_graph *graph = sbx_heap_clear(1, sizeof *graph);
  if (!graph) return NULL;
  graph->numbers.epoch = graph->visited.epoch = 1;
  if (!grow(&graph->numbers) || !grow(&graph->visited)) {
    sbx_graph_close(graph);
    return NULL;
  }
  return graph;
}

void sbx_graph_close(sbx_graph *graph) {
  free(graph->numbers.entries);
  free(graph->visited.entries);
  free(graph->keys);
  free(graph);
}

void sbx_graph_begin(sbx_graph *graph, sbx_identify describe, void *context) {
  sbx_graph_start(graph);
  sbx_graph_clear(&graph->numbers);
  graph->describe = describe;
  graph->context = context;
  graph->follows_variables = true;
  graph->is_incomplete = graph->has_failed = false;
}

void sbx_graph_add(sbx_graph *graph, lua_State *L, int index) {
  sbx_graph_add_value(graph, L, lua_absindex(L, index), 0);
}

bool sbx_graph_end(const sbx_graph *graph, uint64_t key[2]) {
  if (graph->has_failed) sbx_die();
  sbx_graph_key(graph, key);
  return !graph->is_incomplete;
}
