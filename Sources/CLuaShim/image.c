/* The image of a universe: its whole memory as it was at one moment, to be put back again and again
 * at the same addresses. That costs a copy of some ten kilobytes, where opening a universe, filling
 * it and closing it cost fifty times as much (decision 0160).
 *
 * What Lua holds is in the pool or on the list of blocks, so no pointer has to be changed. What Lua
 * does not know of is put back here: the slots of Swift, the atoms, and the Swift references that
 * userdata own. */
#include "sbx_border.h"
#include "blocks.h"
#include "heap.h"
#include "pool.h"
#include <string.h>

/* A userdata that owned a Swift object when the image was taken; the image holds it once more. */
typedef struct owner {
  sbx_box *box;
  void *object;
} owner;

struct sbx_image {
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

static void free_image(sbx_image *image) {
  free(image->pool_copy);
  free(image->owners);
  free(image->free_slots);
  free(image->atoms);
  free(image->atom_slots);
  free(image);
}

/* Whether nothing runs and nothing waits. */
static bool is_at_rest(const sbx_host *host) {
  return host->reentry == 0 && host->current == host->main && !host->driven && !host->closing
      && !host->suspended && lua_gettop(host->main) == 0;
}

/* Copies the content of every block. Returns false where there is no memory. */
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

static bool copy_lists(sbx_image *image, const sbx_host *host) {
  image->pool_copy = copy_of(host->pool.base, host->pool.end);
  image->owners = sbx_heap_clear(host->owned_count + 1, sizeof *image->owners);
  image->free_slots =
      copy_of(host->free_slots, (size_t)host->free_count * sizeof *host->free_slots);
  image->atoms = copy_of(host->atoms, (size_t)host->atom_capacity * sbx_atom_size);
  image->atom_slots =
      copy_of(host->atom_slots, (size_t)host->atom_slot_count * sizeof *host->atom_slots);
  return image->pool_copy && image->owners && image->free_slots && image->atoms
      && image->atom_slots;
}

bool sbx_image_take(sbx_host *host) {
  if (!host->lists_blocks || host->image || !is_at_rest(host)) return false;
  sbx_image *image = sbx_heap_clear(1, sizeof *image);
  if (!image) return false;
  if (!copy_lists(image, host) || !copy_blocks(host->blocks)) {
    free_image(image);
    return false;
  }
  image->blocks = host->blocks;
  if (image->blocks) image->blocks->link = &image->blocks;
  host->blocks = NULL;
  image->pool = host->pool;
  image->owner_count = host->owned_count;
  for (uint32_t i = 0; i < host->owned_count; i++) {
    void *object = (void *)(uintptr_t)host->owned[i]->bits;
    image->owners[i] = (owner){host->owned[i], object};
    host->retain(object);
  }
  image->used = host->used;
  image->entries = host->entries;
  memcpy(image->random, host->random, sizeof image->random);
  image->next_slot = host->next_slot;
  image->free_count = host->free_count;
  image->atom_capacity = host->atom_capacity;
  image->atom_count = host->atom_count;
  image->atom_slot_count = host->atom_slot_count;
  host->image = image;
  sbx_meter_reset(host);
  return true;
}

/* Lets go of every Swift object that userdata own. */
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

/* NOTE: lists only grow, so what the image had of them always fits. */
static void restore_lists(sbx_host *host, const sbx_image *image) {
  if (image->free_count)
    memcpy(host->free_slots, image->free_slots,
           (size_t)image->free_count * sizeof *host->free_slots);
  host->free_count = image->free_count;
  host->next_slot = image->next_slot;
  if (image->atom_capacity)
    memcpy(host->atoms, image->atoms, (size_t)image->atom_capacity * sbx_atom_size);
  host->atom_capacity = image->atom_capacity;
  host->atom_count = image->atom_count;
  if (image->atom_slot_count)
    memcpy(host->atom_slots, image->atom_slots,
           (size_t)image->atom_slot_count * sizeof *host->atom_slots);
  host->atom_slot_count = image->atom_slot_count;
}

bool sbx_image_restore(sbx_host *host) {
  sbx_image *image = host->image;
  if (!image || !is_at_rest(host)) return false;
  sbx_set_deadline(host, 0);
  release_owned(host);
  sbx_listed_free_all(&host->blocks);
  if (image->pool.end) memcpy(host->pool.base, image->pool_copy, image->pool.end);
  host->pool = image->pool;
  for (struct sbx_block *block = image->blocks; block; block = block->next)
    memcpy(block + 1, block->copy, block->size);
  restore_lists(host, image);
  host->used = image->used;
  host->entries = image->entries;
  memcpy(host->random, image->random, sizeof image->random);
  for (uint32_t i = 0; i < image->owner_count; i++) {
    host->retain(image->owners[i].object);
    sbx_own(host, image->owners[i].box);
  }
  host->accessor = NULL;
  host->parked = "";
  host->parked_length = 0;
  host->resume_raises = 0;
  host->trace_depth = 0;
  sbx_meter_reset(host);
  sbx_clear_stop(host);
  return true;
}

void sbx_image_close(sbx_host *host) {
  sbx_listed_free_all(&host->blocks);
  sbx_image *image = host->image;
  if (!image) return;
  sbx_listed_free_all(&image->blocks);
  for (uint32_t i = 0; i < image->owner_count; i++) host->release(image->owners[i].object);
  free_image(image);
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
