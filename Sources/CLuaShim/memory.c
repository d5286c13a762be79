/* The memory of a Lua state: the allocator with its limit, the host structure, stored texts, and
 * atoms. */
#include "sbx_bridge.h"
#include "blocks.h"
#include "heap.h"
#include "pool.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sbx_atom {
  const char *text;             /* address of the interned string, NULL: free */
  int32_t id;
} sbx_atom;

const size_t sbx_atom_size = sizeof(sbx_atom);

_Thread_local int64_t sbx_heap_countdown;

void sbx_fail_block(int64_t number) {
  sbx_heap_countdown = number;
}

int64_t sbx_blocks_left(void) {
  return sbx_heap_countdown;
}

void sbx_die(void) {
  fputs("signalbox: out of memory\n", stderr);
  abort();
}

static void release(sbx_host *host, void *block, size_t size) {
  if (!sbx_pool_has(&host->pool, block)) sbx_block_give(host, block);
  else if (!host->is_closing) sbx_pool_give(&host->pool, block, size);
}

/* Moves a block if it is, or will be, in the pool. Returns NULL if there is no memory. */
static void *move(sbx_host *host, void *block, size_t old_size, size_t new_size) {
  sbx_pool *pool = &host->pool;
  bool was_small = block && sbx_pool_has(pool, block);
  if (was_small && new_size <= SBX_POOL_LARGEST
      && sbx_pool_class(new_size) == sbx_pool_class(old_size))
    return block;
  if (!was_small && (block || new_size > SBX_POOL_LARGEST))
    return sbx_block_resize(host, block, old_size, new_size);
  void *result = sbx_pool_take(pool, new_size);
  if (!result) result = sbx_block_take(host, new_size);
  if (!result || !block) return result;
  memcpy(result, block, old_size < new_size ? old_size : new_size);
  sbx_pool_give(pool, block, old_size);
  return result;
}

static void *allocate(void *data, void *block, size_t old_size, size_t new_size) {
  sbx_host *host = data;
  size_t old = block ? old_size : 0;   /* without a block, old_size is the kind of object */
  if (new_size == 0) {
    if (__builtin_expect(host->checks_freed, 0) && block) sbx_check_freed(host, block, old);
    if (block) release(host, block, old);
    host->used -= old;
    return NULL;
  }
  /* A Swift frame on top cannot be left with a longjmp, so the debt is settled after it has
   * returned. */
  if (new_size > old && host->host_depth == 0) {
    if (__builtin_expect(__atomic_load_n(&host->rejects, __ATOMIC_RELAXED), 0)) return NULL;
    if (host->largest && new_size > host->largest) return NULL;
    if (host->limit && sbx_held(host) - old + new_size > host->limit) return NULL;
  }
  /* Swift cannot recover, and Lua cannot handle a failure while it is being created. */
  bool may_fail = host->host_depth == 0 || !host->main;
  void *result = may_fail && sbx_heap_fails() ? NULL : move(host, block, old, new_size);
  if (!result) {
    /* Lua requires shrinking to succeed: a block that cannot move remains at its address. */
    if (new_size <= old) result = block;
    else if (!may_fail) sbx_die();
    else return NULL;
  }
  host->used += new_size - old;
  return result;
}

/* Called only if an error leaves every protected call, which is a bug in the shim. */
static int panic(lua_State *L) {
  const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "no message";
  fprintf(stderr, "signalbox: unprotected Lua error: %s\n", message);
  abort();
}

sbx_host *sbx_open(const sbx_plan *plan) {
  bool budget_mode = plan->budget_mode;
  sbx_host *host = sbx_heap_clear(1, sizeof *host);
  if (!host) return NULL;
  host->host_depth = 1;
  host->entry = plan->entry;
  host->release = plan->release;
  host->retain = plan->retain;
  host->lists_blocks = plan->takes_checkpoints;
  host->counts_heap = plan->counts_heap;
  host->steps_left = host->budget = INT64_MAX;
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  /* NOTE: this sanitizer delays signals until a system call, which a Lua loop never makes. */
  budget_mode = true;
#endif
#endif
  host->budget_mode = budget_mode;
  sbx_pool_open(&host->pool, plan->takes_checkpoints);
  lua_State *L = lua_newstate(allocate, host);
  if (!L) {
    sbx_checkpoints_close(host);
    sbx_pool_close(&host->pool);
    free(host);
    return NULL;
  }
  lua_atpanic(L, panic);
  *(sbx_host **)lua_getextraspace(L) = host;
  host->parked = "";
  host->main = host->current = L;
  host->limit = plan->limit;
  host->relief_at = plan->limit ? plan->limit / 8 * 7 : SIZE_MAX;
  host->largest = plan->largest;
  if (budget_mode) sbx_install_hook(host);
  sbx_owners_open(host);
  sbx_meter_reset(host);
  return host;
}

/* Returns the heap memory that the calling thread retains, or NULL if it is not counted. */
static const int64_t *thread_heap(const sbx_host *host, uint64_t *thread) {
#if defined(__ELF__)
  if (host->counts_heap && signalbox_heap_held) return signalbox_heap_held(thread);
#endif
  (void)host;
  *thread = 0;
  return NULL;
}

void sbx_meter_begin(sbx_host *host) {
  uint64_t thread;
  const int64_t *heap = thread_heap(host, &thread);
  if (!heap) return;
  /* Memory that another thread has since allocated or freed is unrelated to this Lua state, and
   * memory that this thread has since allocated belongs to the program. */
  bool is_own = thread == host->heap_thread && *heap - host->heap_base < host->heap_kept;
  if (!is_own) host->heap_base = *heap - host->heap_kept;
  host->heap_thread = thread;
  /* The thread freed memory that it had not allocated, which does not increase the available
   * memory. */
  if (*heap < host->heap_base) host->heap_base = *heap;
  host->heap = heap;
}

void sbx_meter_end(sbx_host *host) {
  if (!host->heap) return;
  host->heap_kept = *host->heap - host->heap_base;
  host->heap = NULL;            /* the thread may end before the next run */
}

void sbx_meter_reset(sbx_host *host) {
  uint64_t thread;
  const int64_t *heap = thread_heap(host, &thread);
  if (!heap) return;
  host->heap_thread = thread;
  host->heap_base = *heap - (int64_t)host->used;
  host->heap_kept = (int64_t)host->used;
}

void sbx_close(sbx_host *host) {
  sbx_interrupts_forget(host);
  sbx_set_deadline(host, 0);
  sbx_debug_close(host);
  lua_sethook(host->main, NULL, 0, 0);
  host->is_closing = 1;
  lua_close(host->main);
  sbx_release_lost(host);
  sbx_checkpoints_close(host);
  sbx_pool_close(&host->pool);
  free(host->owned);
  free(host->lost);
  free(host->atoms);
  free(host->atom_slots);
  free(host->keepers);
  free(host->free_slots);
  free(host->park_buffer);
  free(host->trace);
  free(host);
}

void sbx_park(sbx_host *host, const char *text, size_t length) {
  if (host->park_capacity < length) {
    char *grown = sbx_heap_resize(host->park_buffer, length);
    if (grown) {
      host->park_buffer = grown;
      host->park_capacity = length;
    }
  }
  char *place = host->park_buffer;
  if (host->park_capacity < length) {
    place = host->park_reserve;
    if (length > sizeof host->park_reserve) length = sizeof host->park_reserve;
  }
  if (length) memcpy(place, text, length);
  host->parked = length ? place : "";
  host->parked_length = length;
}

/* Returns the entry of an address in the table, or the free entry for it. */
static sbx_atom *atom_place(sbx_atom *atoms, uint32_t capacity, const char *text) {
  uint32_t hash = (uint32_t)(((uintptr_t)text >> 4) * 0x9E3779B97F4A7C15u >> 32);
  for (;; hash++) {
    sbx_atom *atom = &atoms[hash & (capacity - 1)];
    if (atom->text == text || atom->text == NULL) return atom;
  }
}

/* Makes room for the slot of an id. */
static bool grow_slots(sbx_host *host, int32_t id) {
  if (id < host->atom_slot_count) return true;
  int32_t count = id < 64 ? 128 : id * 2;
  int32_t *grown = sbx_heap_resize(host->atom_slots, (size_t)count * sizeof *grown);
  if (!grown) return false;
  for (int32_t i = host->atom_slot_count; i < count; i++) grown[i] = -1;
  host->atom_slots = grown;
  host->atom_slot_count = count;
  return true;
}

bool sbx_atom_define(lua_State *L, int32_t id) {
  sbx_host *host = sbx_hostof(L);
  if (!grow_slots(host, id)) return false;
  if (host->atom_count * 2 >= host->atom_capacity) {
    uint32_t capacity = host->atom_capacity ? host->atom_capacity * 2 : 128;
    sbx_atom *grown = sbx_heap_clear(capacity, sizeof *grown);
    if (!grown) return false;
    for (uint32_t i = 0; i < host->atom_capacity; i++)
      if (host->atoms[i].text) *atom_place(grown, capacity, host->atoms[i].text) = host->atoms[i];
    free(host->atoms);
    host->atoms = grown;
    host->atom_capacity = capacity;
  }
  sbx_atom *atom = atom_place(host->atoms, host->atom_capacity, lua_tostring(L, -1));
  if (!atom->text) host->atom_count++;
  atom->text = lua_tostring(L, -1);
  atom->id = id;
  host->atom_slots[id] = sbx_keep(L);
  return true;
}

static inline bool is_known(sbx_host *host, int32_t id) {
  return id >= 0 && id < host->atom_slot_count && host->atom_slots[id] >= 0;
}

bool sbx_push_atom(lua_State *L, int32_t id) {
  sbx_host *host = sbx_hostof(L);
  if (!is_known(host, id)) return false;
  sbx_push_kept(L, host->atom_slots[id]);
  return true;
}

bool sbx_push_results(lua_State *L, int argument, int32_t first, int32_t second) {
  sbx_host *host = sbx_hostof(L);
  if (!is_known(host, first) || (second >= 0 && !is_known(host, second))) return false;
  lua_checkstack(L, 3);
  lua_pushvalue(L, argument);
  sbx_push_kept(L, host->atom_slots[first]);
  if (second >= 0) sbx_push_kept(L, host->atom_slots[second]);
  else lua_pushnil(L);
  return true;
}

int32_t sbx_atom_find(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TSTRING) return -1;
  sbx_host *host = sbx_hostof(L);
  if (host->atom_capacity == 0) return -1;
  sbx_atom *atom = atom_place(host->atoms, host->atom_capacity, lua_tostring(L, index));
  return atom->text ? atom->id : -1;
}
