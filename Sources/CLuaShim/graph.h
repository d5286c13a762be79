/* The private declarations that the hash of values and the hash of variables share. */
#ifndef SBX_GRAPH_H
#define SBX_GRAPH_H

#include "sbx_bridge.h"

/* A value that was reached, by its address. */
typedef struct seen {
  const void *address;
  uint32_t epoch, number;
} seen;

/* A key of a table. */
typedef struct table_key {
  const char *text;             /* NULL: not a string */
  size_t length;
  uint64_t bits;                /* of an integer, or the hash of another key */
  int32_t kind;                 /* 0: integer, 1: string, 2: other */
  int32_t place;                /* the stack index of the value */
} table_key;

typedef struct set {
  seen *entries;
  size_t capacity, count;
  uint32_t epoch;
} set;

struct sbx_graph {
  uint64_t first, second;       /* the hash so far */
  sbx_identify describe;
  void *context;
  bool follows_variables;
  bool is_incomplete;
  bool has_failed;              /* there was no memory, so the hash is invalid */
  set numbers, visited;
  table_key *keys;
  size_t key_count, key_capacity;
  uint64_t variables[2];        /* the sum of the hashes of the variables */
  sbx_variable on_variable;
};

/* Restarts the hash. Does not raise. */
void sbx_graph_start(sbx_graph *graph);
/* Removes all addresses. Does not raise. */
void sbx_graph_clear(set *set);
/* Adds an address unless the set contains it. Returns the entry of the address, or NULL if there is
 * no memory. A new entry has the number `set->count - 1`. Does not raise. */
seen *sbx_graph_insert(sbx_graph *graph, set *set, const void *address, bool *is_new);
/* Adds the file and the lines of a function, and its code if it is on one line. Returns false for a
 * function of the host. Lua stack: 0. Does not raise. */
bool sbx_graph_add_place(sbx_graph *graph, lua_State *L, int index);
/* Adds a value and everything that it reaches. Lua stack: 0. */
void sbx_graph_add_value(sbx_graph *graph, lua_State *L, int index, int depth);

#endif
