/* The checkpoints of a Lua state. A checkpoint is a copy of the whole memory at one moment, which
 * can be restored any number of times at the same addresses. It costs a copy of the memory in use,
 * some ten kilobytes for a new Lua state. Opening, filling and closing a Lua state costs fifty
 * times as much (decisions 0160, 0327). The memory of Lua is in the pool or on the list of blocks,
 * so all pointers remain valid. This file also restores the data that is unknown to Lua: the slots
 * of Swift, the atoms, and the Swift references that userdata own. */
#include "sbx_bridge.h"
#include "blocks.h"
#include "heap.h"
#include "pool.h"
#include <string.h>

/* A userdata that owned a Swift object at the checkpoint, which retains the object once more. */
typedef struct owner {
  sbx_box *box;
  void *object;
} owner;

struct sbx_checkpoint {
  sbx_host *host;
  sbx_checkpoint *next, **link;
  sbx_pool pool;
  char *content;                /* of the pool and of each block */
  size_t capacity;              /* bytes of `content` */
  struct sbx_block **blocks;
  uint32_t block_count, owner_count;
  owner *owners;
  size_t used;
  uint64_t entries;
  uint64_t random[4];
  int32_t next_slot, free_count;
  int32_t *free_slots;
  lua_State **keepers;
  uint32_t atom_capacity, atom_count;
  void *atoms;
  int32_t *atom_slots, atom_slot_count;
};

static void *copy_of(const void *source, size_t size) {
  void *copy = sbx_heap_take(size ? size : 1);
  if (copy && size) memcpy(copy, source, size);
  return copy;
}

/* The number of threads whose stacks hold the values of Swift. */
static size_t keeper_count(int32_t next_slot) {
  return ((size_t)next_slot + SBX_KEEPER_SLOTS - 1) / SBX_KEEPER_SLOTS;
}

static size_t rounded(size_t size) { return (size + 15) & ~(size_t)15; }

/* Allocates the memory for a content. Freed memory is used again, because new pages of that size
 * would cost more than the copy. */
static bool take_content(sbx_checkpoint *checkpoint, size_t size) {
  sbx_host *host = checkpoint->host;
  if (host->spare && host->spare_size >= size && !sbx_heap_fails()) {
    checkpoint->content = host->spare;
    checkpoint->capacity = host->spare_size;
    host->spare = NULL;
    return true;
  }
  size_t capacity = (size + size / 4 + 4095) & ~(size_t)4095;
  checkpoint->content = sbx_heap_take(capacity);
  checkpoint->capacity = capacity;
  return checkpoint->content != NULL;
}

static void give_content(sbx_checkpoint *checkpoint) {
  sbx_host *host = checkpoint->host;
  if (!checkpoint->content) return;
  if (host->spare && host->spare_size >= checkpoint->capacity) {
    free(checkpoint->content);
    return;
  }
  free(host->spare);
  host->spare = checkpoint->content;
  host->spare_size = checkpoint->capacity;
}

static void free_lists(sbx_checkpoint *checkpoint) {
  give_content(checkpoint);
  free(checkpoint->blocks);
  free(checkpoint->owners);
  free(checkpoint->free_slots);
  free(checkpoint->keepers);
  free(checkpoint->atoms);
  free(checkpoint->atom_slots);
  free(checkpoint);
}

/* Whether no code is running or waiting. */
static bool is_at_rest(const sbx_host *host) {
  return host->reentry == 0 && host->current == host->main && !host->closing
      && lua_gettop(host->main) == 0;
}

/* Copies the pool and the content of every block. Returns false if there is no memory. */
static bool copy_content(sbx_checkpoint *checkpoint, sbx_host *host) {
  size_t size = rounded(host->pool.end);
  uint32_t count = 0;
  for (struct sbx_block *block = host->blocks; block; block = block->next) {
    size += rounded(block->size);
    count++;
  }
  checkpoint->blocks = sbx_heap_take((count + 1) * sizeof *checkpoint->blocks);
  if (!checkpoint->blocks || !take_content(checkpoint, size)) return false;
  if (host->pool.end) memcpy(checkpoint->content, host->pool.base, host->pool.end);
  char *place = checkpoint->content + rounded(host->pool.end);
  for (struct sbx_block *block = host->blocks; block; block = block->next) {
    memcpy(place, block + 1, block->size);
    place += rounded(block->size);
    checkpoint->blocks[checkpoint->block_count++] = block;
  }
  return true;
}

static bool copy_lists(sbx_checkpoint *checkpoint, const sbx_host *host) {
  checkpoint->owners = sbx_heap_clear(host->owned_count + 1, sizeof *checkpoint->owners);
  checkpoint->free_slots =
      copy_of(host->free_slots, (size_t)host->free_count * sizeof *host->free_slots);
  checkpoint->keepers =
      copy_of(host->keepers, keeper_count(host->next_slot) * sizeof *host->keepers);
  checkpoint->atoms = copy_of(host->atoms, (size_t)host->atom_capacity * sbx_atom_size);
  checkpoint->atom_slots =
      copy_of(host->atom_slots, (size_t)host->atom_slot_count * sizeof *host->atom_slots);
  return checkpoint->owners && checkpoint->free_slots && checkpoint->keepers && checkpoint->atoms
      && checkpoint->atom_slots;
}

sbx_checkpoint *sbx_checkpoint_take(sbx_host *host) {
  if (!host->lists_blocks || !is_at_rest(host)) return NULL;
  sbx_checkpoint *checkpoint = sbx_heap_clear(1, sizeof *checkpoint);
  if (!checkpoint) return NULL;
  checkpoint->host = host;
  if (!copy_lists(checkpoint, host) || !copy_content(checkpoint, host)) {
    free_lists(checkpoint);
    return NULL;
  }
  for (uint32_t i = 0; i < checkpoint->block_count; i++) checkpoint->blocks[i]->copies++;
  checkpoint->pool = host->pool;
  checkpoint->owner_count = host->owned_count;
  for (uint32_t i = 0; i < host->owned_count; i++) {
    void *object = (void *)(uintptr_t)host->owned[i]->bits;
    checkpoint->owners[i] = (owner){host->owned[i], object};
    host->retain(object);
  }
  checkpoint->used = host->used;
  checkpoint->entries = host->entries;
  memcpy(checkpoint->random, host->random, sizeof checkpoint->random);
  checkpoint->next_slot = host->next_slot;
  checkpoint->free_count = host->free_count;
  checkpoint->atom_capacity = host->atom_capacity;
  checkpoint->atom_count = host->atom_count;
  checkpoint->atom_slot_count = host->atom_slot_count;
  checkpoint->next = host->checkpoints;
  checkpoint->link = &host->checkpoints;
  if (checkpoint->next) checkpoint->next->link = &checkpoint->next;
  host->checkpoints = checkpoint;
  sbx_meter_reset(host);
  return checkpoint;
}

/* Restores the size and the content of a list of the host from a copy. */
static void *restored(void *list, const void *copy, size_t size) {
  void *sized = realloc(list, size ? size : 1);
  if (!sized) sbx_die();
  if (size) memcpy(sized, copy, size);
  return sized;
}

static void restore_lists(sbx_host *host, const sbx_checkpoint *checkpoint) {
  if (checkpoint->free_count > host->free_capacity) {
    host->free_slots = restored(host->free_slots, checkpoint->free_slots,
                                (size_t)checkpoint->free_count * sizeof *host->free_slots);
    host->free_capacity = checkpoint->free_count;
  } else if (checkpoint->free_count) {
    memcpy(host->free_slots, checkpoint->free_slots,
           (size_t)checkpoint->free_count * sizeof *host->free_slots);
  }
  host->free_count = checkpoint->free_count;
  host->next_slot = checkpoint->next_slot;
  host->keepers = restored(host->keepers, checkpoint->keepers,
                           keeper_count(checkpoint->next_slot) * sizeof *host->keepers);
  host->atoms = restored(host->atoms, checkpoint->atoms,
                         (size_t)checkpoint->atom_capacity * sbx_atom_size);
  host->atom_capacity = checkpoint->atom_capacity;
  host->atom_count = checkpoint->atom_count;
  host->atom_slots =
      restored(host->atom_slots, checkpoint->atom_slots,
               (size_t)checkpoint->atom_slot_count * sizeof *host->atom_slots);
  host->atom_slot_count = checkpoint->atom_slot_count;
}

static void restore_content(sbx_host *host, const sbx_checkpoint *checkpoint) {
  if (checkpoint->pool.end)
    memcpy(host->pool.base, checkpoint->content, checkpoint->pool.end);
  host->pool = checkpoint->pool;
  for (struct sbx_block *block = host->blocks; block; block = block->next) block->is_used = 0;
  const char *place = checkpoint->content + rounded(checkpoint->pool.end);
  for (uint32_t i = 0; i < checkpoint->block_count; i++) {
    struct sbx_block *block = checkpoint->blocks[i];
    memcpy(block + 1, place, block->size);
    place += rounded(block->size);
    sbx_listed_use(host, block);
  }
  sbx_listed_free_unused(host);
}

bool sbx_checkpoint_restore(sbx_checkpoint *checkpoint) {
  sbx_host *host = checkpoint->host;
  if (!is_at_rest(host)) return false;
  sbx_set_deadline(host, 0);
  sbx_release_owned(host);
  restore_content(host, checkpoint);
  restore_lists(host, checkpoint);
  host->used = checkpoint->used;
  host->entries = checkpoint->entries;
  memcpy(host->random, checkpoint->random, sizeof checkpoint->random);
  for (uint32_t i = 0; i < checkpoint->owner_count; i++) {
    host->retain(checkpoint->owners[i].object);
    sbx_own(host, checkpoint->owners[i].box);
  }
  host->accessor = NULL;
  host->parked = "";
  host->parked_length = 0;
  host->trace_depth = 0;
  sbx_meter_reset(host);
  sbx_clear_stop(host);
  /* The restore has replaced the hook of the main thread. */
  sbx_debug_set_hook(host, host->main);
  return true;
}

void sbx_checkpoint_free(sbx_checkpoint *checkpoint) {
  sbx_host *host = checkpoint->host;
  *checkpoint->link = checkpoint->next;
  if (checkpoint->next) checkpoint->next->link = checkpoint->link;
  for (uint32_t i = 0; i < checkpoint->block_count; i++)
    sbx_listed_forget_copy(checkpoint->blocks[i]);
  /* A released object may release a checkpoint, so this checkpoint must no longer be reachable. */
  for (uint32_t i = 0; i < checkpoint->owner_count; i++)
    host->release(checkpoint->owners[i].object);
  free_lists(checkpoint);
}

void sbx_checkpoints_close(sbx_host *host) {
  while (host->checkpoints) sbx_checkpoint_free(host->checkpoints);
  sbx_listed_free_all(&host->blocks);
  sbx_listed_free_all(&host->retired);
  free(host->spare);
  host->spare = NULL;
}
