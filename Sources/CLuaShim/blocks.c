/* The listed blocks of Lua states that keep a snapshot (decision 0160). */
#include "blocks.h"
#include <string.h>

static inline struct sbx_block *header(void *block) { return (struct sbx_block *)block - 1; }

static void put(struct sbx_block **list, struct sbx_block *block) {
  block->next = *list;
  block->link = list;
  if (block->next) block->next->link = &block->next;
  *list = block;
}

static void take_out(struct sbx_block *block) {
  *block->link = block->next;
  if (block->next) block->next->link = block->link;
}

void *sbx_listed_take(sbx_host *host, size_t size) {
  struct sbx_block *block = malloc(sizeof *block + size);
  if (!block) return NULL;
  block->size = size;
  block->copy = NULL;
  put(&host->blocks, block);
  return block + 1;
}

void *sbx_listed_resize(sbx_host *host, void *place, size_t old_size, size_t new_size) {
  if (!place) return sbx_listed_take(host, new_size);
  struct sbx_block *block = header(place);
  if (block->copy) {
    /* A block of the snapshot remains at its address for the next restore. */
    void *moved = sbx_listed_take(host, new_size);
    if (!moved) return new_size <= old_size ? place : NULL;
    memcpy(moved, place, old_size < new_size ? old_size : new_size);
    return moved;
  }
  struct sbx_block *moved = realloc(block, sizeof *block + new_size);
  if (!moved) return new_size <= old_size ? place : NULL;
  moved->size = new_size;
  *moved->link = moved;
  if (moved->next) moved->next->link = &moved->next;
  return moved + 1;
}

void sbx_listed_give(void *place) {
  struct sbx_block *block = header(place);
  if (block->copy) return;
  take_out(block);
  free(block);
}

void sbx_listed_free_all(struct sbx_block **list) {
  while (*list) {
    struct sbx_block *block = *list;
    take_out(block);
    free(block->copy);
    free(block);
  }
}
