/* The snapshot of a Lua state: its whole memory as it was at one moment, to be put back again and
 * again at the same addresses. That costs a copy of some ten kilobytes, where opening a Lua state,
 * filling it and closing it cost fifty times as much (decision 0160).  * What Lua holds is in the
 * pool or on the list of blocks, so no pointer has to be changed. What Lua does not know of is put
 * back here: the slots of Swift, the atoms, and the Swift references that userdata own. */
#include "sbx_bridge.h"
#include "blocks.h"
#include "heap.h"
#include "pool.h"
#include <string.h>

/* A userdata that owned a Swift object when the snapshot was taken. The snapshot retains the object
 * once more. */
typedef struct owner {
  sbx_box *box;
  void *object;
} owner;

struct sbx_snapshot {
  sbx_pool pool;
  void *pool_copy;
  struct sbx_block *blocks;
  owner *owners;
  uint32_t owner_count;
  size_t used;
  uint64_t entries;
  uint64_t random[4];
  int32_t next_slot, free_count;
  int32_t *free_slots;
  uint32_t atom_capacity, atom_count;
  void *atoms;
  int32_t *atom_slots, atom_slot_count;
};

static void *copy_of(const void *source, size_t size) {
  void *copy = sbx_heap_take(size ? size : 1);
  if (copy && size) memcpy(copy, source, size);
  return copy;
}

static void free_snapshot(sbx_snapshot *snapshot) {
  free(snapshot->pool_copy);
  free(snapshot->owners);
  free(snapshot->free_slots);
  free(snapshot->atoms);
  free(snapshot->atom_slots);
  free(snapshot);
}

/* Whether no code is running or waiting. */
static bool is_at_rest(const sbx_host *host) {
  return host->reentry == 0 && host->current == host->main && !host->closing
      && lua_gettop(host->main) == 0;
}

/* Copies the content of every block. Returns false if there is no memory. */
static bool copy_blocks(struct sbx_block *list) {
  for (struct sbx_block *block = list; block; block = block->next) {
    block->copy = copy_of(block + 1, block->size);
    if (block->copy) continue;
    for (struct sbx_block *done = list; done != block; done = done->next) {
      free(done->copy);
      done->copy = NULL;
    }
    return false;
  }
  return true;
}

static bool copy_lists(sbx_snapshot *snapshot, const sbx_host *host) {
  snapshot->pool_copy = copy_of(host->pool.base, host->pool.end);
  snapshot->owners = sbx_heap_clear(host->owned_count + 1, sizeof *snapshot->owners);
  snapshot->free_slots =
      copy_of(host->free_slots, (size_t)host->free_count * sizeof *host->free_slots);
  snapshot->atoms = copy_of(host->atoms, (size_t)host->atom_capacity * sbx_atom_size);
  snapshot->atom_slots =
      copy_of(host->atom_slots, (size_t)host->atom_slot_count * sizeof *host->atom_slots);
  return snapshot->pool_copy && snapshot->owners && snapshot->free_slots && snapshot->atoms
      && snapshot->atom_slots;
}

bool sbx_snapshot_take(sbx_host *host) {
  if (!host->lists_blocks || host->snapshot || !is_at_rest(host)) return false;
  sbx_snapshot *snapshot = sbx_heap_clear(1, sizeof *snapshot);
  if (!snapshot) return false;
  if (!copy_lists(snapshot, host) || !copy_blocks(host->blocks)) {
    free_snapshot(snapshot);
    return false;
  }
  snapshot->blocks = host->blocks;
  if (snapshot->blocks) snapshot->blocks->link = &snapshot->blocks;
  host->blocks = NULL;
  snapshot->pool = host->pool;
  snapshot->owner_count = host->owned_count;
  for (uint32_t i = 0; i < host->owned_count; i++) {
    void *object = (void *)(uintptr_t)host->owned[i]->bits;
    snapshot->owners[i] = (owner){host->owned[i], object};
    host->retain(object);
  }
  snapshot->used = host->used;
  snapshot->entries = host->entries;
  memcpy(snapshot->random, host->random, sizeof snapshot->random);
  snapshot->next_slot = host->next_slot;
  snapshot->free_count = host->free_count;
  snapshot->atom_capacity = host->atom_capacity;
  snapshot->atom_count = host->atom_count;
  snapshot->atom_slot_count = host->atom_slot_count;
  host->snapshot = snapshot;
  sbx_meter_reset(host);
  return true;
}

/* Releases every Swift object that userdata own. */
static void release_owned(sbx_host *host) {
  host->host_depth++;
  while (host->owned_count) {
    sbx_box *box = host->owned[--host->owned_count];
    void *object = (void *)(uintptr_t)box->bits;
    box->magic = 0;
    box->bits = 0;
    host->release(object);
  }
  host->host_depth--;
}

/* NOTE: lists only grow, so the snapshot's part of them always fits. */
static void restore_lists(sbx_host *host, const sbx_snapshot *snapshot) {
  if (snapshot->free_count)
    memcpy(host->free_slots, snapshot->free_slots,
           (size_t)snapshot->free_count * sizeof *host->free_slots);
  host->free_count = snapshot->free_count;
  host->next_slot = snapshot->next_slot;
  if (snapshot->atom_capacity)
    memcpy(host->atoms, snapshot->atoms, (size_t)snapshot->atom_capacity * sbx_atom_size);
  host->atom_capacity = snapshot->atom_capacity;
  host->atom_count = snapshot->atom_count;
  if (snapshot->atom_slot_count)
    memcpy(host->atom_slots, snapshot->atom_slots,
           (size_t)snapshot->atom_slot_count * sizeof *host->atom_slots);
  host->atom_slot_count = snapshot->atom_slot_count;
}

bool sbx_snapshot_restore(sbx_host *host) {
  sbx_snapshot *snapshot = host->snapshot;
  if (!snapshot || !is_at_rest(host)) return false;
  sbx_set_deadline(host, 0);
  release_owned(host);
  sbx_listed_free_all(&host->blocks);
  if (snapshot->pool.end) memcpy(host->pool.base, snapshot->pool_copy, snapshot->pool.end);
  host->pool = snapshot->pool;
  for (struct sbx_block *block = snapshot->blocks; block; block = block->next)
    memcpy(block + 1, block->copy, block->size);
  restore_lists(host, snapshot);
  host->used = snapshot->used;
  host->entries = snapshot->entries;
  memcpy(host->random, snapshot->random, sizeof snapshot->random);
  for (uint32_t i = 0; i < snapshot->owner_count; i++) {
    host->retain(snapshot->owners[i].object);
    sbx_own(host, snapshot->owners[i].box);
  }
  host->accessor = NULL;
  host->parked = "";
  host->parked_length = 0;
  host->trace_depth = 0;
  sbx_meter_reset(host);
  sbx_clear_stop(host);
  return true;
}

void sbx_snapshot_close(sbx_host *host) {
  sbx_listed_free_all(&host->blocks);
  sbx_snapshot *snapshot = host->snapshot;
  if (!snapshot) return;
  sbx_listed_free_all(&snapshot->blocks);
  for (uint32_t i = 0; i < snapshot->owner_count; i++) host->release(snapshot->owners[i].object);
  free_snapshot(snapshot);
}

void sbx_own(sbx_host *host, sbx_box *box) {
  if (!host->lists_blocks) return;
  if (host->owned_count == host->owned_capacity) {
    uint32_t capacity = host->owned_capacity ? host->owned_capacity * 2 : 64;
    sbx_box **grown = sbx_heap_resize(host->owned, (size_t)capacity * sizeof *grown);
    if (!grown) sbx_die();
    host->owned = grown;
    host->owned_capacity = capacity;
  }
  box->place = host->owned_count;
  host->owned[host->owned_count++] = box;
}

void sbx_disown(sbx_host *host, sbx_box *box) {
  if (!host->lists_blocks) return;
  sbx_box *last = host->owned[--host->owned_count];
  last->place = box->place;
  host->owned[box->place] = last;
}
