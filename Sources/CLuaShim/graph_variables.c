/* The hash of the variables that scripts can reach: globals, and locals that functions capture. */
#include "graph.h"
#include "heap.h"
#include <string.h>

enum { MAX_VISIT_DEPTH = 100 };

static void visit(sbx_graph *graph, lua_State *L, int index, int depth);

/* Reports a variable and a function that captures it, or no function for a global. `key` is NULL if
 * the variable was reported before with another function. */
static void report(sbx_graph *graph, lua_State *L, const char *name, int function, const void *id,
                   const uint64_t *key) {
  if (!graph->on_variable) return;
  if (function) lua_pushvalue(L, function);
  else lua_pushnil(L);
  graph->on_variable(graph->context, L, name, id, key);
  sbx_pop(L, 1);
}

/* Adds a variable whose value is on top of the stack. `function` is a function that captures the
 * variable, or 0 for a global. The key does not depend on the function, because the order in which
 * the functions in a table are visited differs between Lua states. */
static void add_variable(sbx_graph *graph, lua_State *L, const char *name, int function,
                         const void *id, int depth) {
  int index = lua_gettop(L);
  sbx_graph_start(graph);
  sbx_graph_clear(&graph->numbers);
  sbx_graph_add_bytes(graph, name, strlen(name));
  sbx_graph_add_value(graph, L, index, 0);
  uint64_t key[2];
  sbx_graph_key(graph, key);
  graph->variables[0] += key[0];
  graph->variables[1] += key[1];
  report(graph, L, name, function, id, key);
  visit(graph, L, index, depth + 1);
}

static void visit_globals(sbx_graph *graph, lua_State *L, int index, int depth) {
  bool is_new;
  if (lua_type(L, index) != LUA_TTABLE
      || !sbx_graph_insert(graph, &graph->visited, lua_topointer(L, index), &is_new) || !is_new)
    return;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : NULL;
    if (name && strcmp(name, "_G") != 0 && strcmp(name, "arg") != 0)
      add_variable(graph, L, name, 0, NULL, depth);
    sbx_pop(L, 1);
  }
}

static void visit_function(sbx_graph *graph, lua_State *L, int index, int depth) {
  if (lua_iscfunction(L, index)) return;
  const char *name;
  for (int i = 1; (name = lua_getupvalue(L, index, i)); i++) {
    bool is_new;
    const void *id = lua_upvalueid(L, index, i);
    if (strcmp(name, "_ENV") == 0) {
      visit_globals(graph, L, lua_gettop(L), depth);
    } else if (sbx_graph_insert(graph, &graph->visited, id, &is_new)) {
      if (is_new) add_variable(graph, L, name, index, id, depth);
      else report(graph, L, name, index, id, NULL);
    }
    sbx_pop(L, 1);
  }
}

static void visit(sbx_graph *graph, lua_State *L, int index, int depth) {
  bool is_new;
  int type = lua_type(L, index);
  if ((type != LUA_TTABLE && type != LUA_TFUNCTION) || depth >= MAX_VISIT_DEPTH
      || !lua_checkstack(L, 10)
      || !sbx_graph_insert(graph, &graph->visited, lua_topointer(L, index), &is_new) || !is_new)
    return;
  if (type == LUA_TFUNCTION) {
    visit_function(graph, L, index, depth);
    return;
  }
  lua_pushnil(L);
  while (lua_next(L, index)) {
    visit(graph, L, lua_gettop(L), depth + 1);
    sbx_pop(L, 1);
  }
}

void sbx_graph_variables(sbx_graph *graph, lua_State *L, sbx_identify describe,
                         sbx_variable on_variable, void *context, uint64_t key[2]) {
  sbx_host *host = sbx_hostof(L);
  sbx_graph_begin(graph, describe, context);
  graph->follows_variables = false;
  graph->on_variable = on_variable;
  graph->variables[0] = graph->variables[1] = 0;
  sbx_graph_clear(&graph->visited);
  for (int32_t slot = 0; slot < host->next_slot; slot++) {
    sbx_push_kept(L, slot);
    visit(graph, L, lua_gettop(L), 0);
    sbx_pop(L, 1);
  }
  if (graph->has_failed) sbx_die();
  key[0] = graph->variables[0];
  key[1] = graph->variables[1];
}
