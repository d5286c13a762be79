/* The values that Swift retains: slots on the stacks of auxiliary threads that never run (rule O3).
 */
#include "sbx_bridge.h"
#include "heap.h"

/* The thread and the stack index of a slot. */
static inline lua_State *place(sbx_host *host, int32_t slot, int *index) {
  *index = (int)((uint32_t)slot % SBX_KEEPER_SLOTS) + 1;
  return host->keepers[(uint32_t)slot / SBX_KEEPER_SLOTS];
}

/* Anchors another thread in the registry. Ends the process if there is no memory for the thread's
 address. */
static void add_keeper(sbx_host *host, lua_State *L) {
  int32_t count = host->next_slot / SBX_KEEPER_SLOTS;
  lua_State **grown = sbx_heap_resize(host->keepers, (size_t)(count + 1) * sizeof *grown);
  if (!grown) sbx_die();
  host->keepers = grown;
  grown[count] = lua_newthread(L);
  luaL_ref(L, LUA_REGISTRYINDEX);
}

int32_t sbx_keep(lua_State *L) {
  sbx_host *host = sbx_hostof(L);
  int index;
  if (host->free_count) {
    int32_t slot = host->free_slots[--host->free_count];
    lua_State *keeper = place(host, slot, &index);
    lua_xmove(L, keeper, 1);
    lua_replace(keeper, index);
    return slot;
  }
  if (host->next_slot % SBX_KEEPER_SLOTS == 0) add_keeper(host, L);
  lua_State *keeper = place(host, host->next_slot, &index);
  lua_checkstack(keeper, 2);
  lua_xmove(L, keeper, 1);
  return host->next_slot++;
}

void sbx_push_kept(lua_State *L, int32_t slot) {
  int index;
  lua_State *keeper = place(sbx_hostof(L), slot, &index);
  lua_pushvalue(keeper, index);
  lua_xmove(keeper, L, 1);
}

void sbx_let_go(sbx_host *host, int32_t slot) {
  int index;
  lua_State *keeper = place(host, slot, &index);
  lua_pushnil(keeper);
  lua_replace(keeper, index);
  if (host->free_count == host->free_capacity) {
    int32_t capacity = host->free_capacity ? host->free_capacity * 2 : 64;
    int32_t *grown = sbx_heap_resize(host->free_slots, (size_t)capacity * sizeof *grown);
    if (!grown) return; /* the slot is lost, nothing else */
    host->free_slots = grown;
    host->free_capacity = capacity;
  }
  host->free_slots[host->free_count++] = slot;
}
