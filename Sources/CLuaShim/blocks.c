/* The listed blocks of Lua states that can have checkpoints (decisions 0160, 0327). */
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

/* Frees a block of the list of used blocks, or keeps it for the checkpoints that contain it. */
static void retire(sbx_host *host, struct sbx_block *block) {
  take_out(block);
  if (block->copies) {
    block->is_used = 0;
    put(&host->retired, block);
  } else {
    free(block);
  }
}

void *sbx_listed_take(sbx_host *host, size_t size) {
  struct sbx_block *block = malloc(sizeof *block + size);
  if (!block) return NULL;
  block->size = size;
  block->copies = 0;
  block->is_used = 1;
  put(&host->blocks, block);
  return block + 1;
}

void *sbx_listed_resize(sbx_host *host, void *place, size_t old_size, size_t new_size) {
  if (!place) return sbx_listed_take(host, new_size);
  struct sbx_block *block = header(place);
  if (block->copies) {
    /* A block of a checkpoint remains at its address for the next restore. */
    void *moved = sbx_listed_take(host, new_size);
    if (!moved) return new_size <= old_size ? place : NULL;
    memcpy(moved, place, old_size < new_size ? old_size : new_size);
    retire(host, block);
    return moved;
  }
  struct sbx_block *moved = realloc(block, sizeof *block + new_size);
  if (!moved) return new_size <= old_size ? place : NULL;
  moved->size = new_size;
  *moved->link = moved;
  if (moved->next) moved->next->link = &moved->next;
  return moved + 1;
}

void sbx_listed_give(sbx_host *host, void *place) { retire(host, header(place)); }

void sbx_listed_use(sbx_host *host, struct sbx_block *block) {
  if (block->is_used) return;
  block->is_used = 1;
  take_out(block);
  put(&host->blocks, block);
}

void sbx_listed_free_unused(sbx_host *host) {
  for (struct sbx_block *block = host->blocks, *next; block; block = next) {
    next = block->next;
    if (!block->is_used) retire(host, block);
  }
}

void sbx_listed_forget_copy(struct sbx_block *block) {
  if (--block->copies || block->is_used) return;
  take_out(block);
  free(block);
}

void sbx_listed_free_all(struct sbx_block **list) {
  while (*list) {
    struct sbx_block *block = *list;
    take_out(block);
    free(block);
  }
}
