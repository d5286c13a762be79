/* The blocks of a Lua state that are not in its pool. If the Lua state can have checkpoints, all
 * blocks are on a list, so that they can be copied, and blocks of a checkpoint remain at their
 * addresses. */
#ifndef SBX_BLOCKS_H
#define SBX_BLOCKS_H

#include "sbx_host.h"
#include <stdbool.h>
#include <stdlib.h>

/* The header of a block on a list. Its size is a multiple of 16 bytes. */
struct sbx_block {
  struct sbx_block *next, **link; /* `link` points to this block */
  size_t size;
  uint32_t copies;              /* the number of checkpoints that contain it */
  uint32_t is_used;             /* used by Lua, not only by a checkpoint */
};

void *sbx_listed_take(sbx_host *host, size_t size);
void *sbx_listed_resize(sbx_host *host, void *block, size_t old_size, size_t new_size);
void sbx_listed_give(sbx_host *host, void *block);
/* Makes a block of a checkpoint a block that Lua uses. */
void sbx_listed_use(sbx_host *host, struct sbx_block *block);
/* Frees the blocks on the list of used blocks that are marked as unused. Blocks of a checkpoint
 * are kept for the checkpoint. */
void sbx_listed_free_unused(sbx_host *host);
/* Records that a checkpoint no longer contains a block, which is freed if nothing else uses it. */
void sbx_listed_forget_copy(struct sbx_block *block);
/* Frees all blocks of a list. */
void sbx_listed_free_all(struct sbx_block **list);

/* Allocates a block of the given size, or returns NULL. */
static inline void *sbx_block_take(sbx_host *host, size_t size) {
  return host->lists_blocks ? sbx_listed_take(host, size) : malloc(size);
}

/* Changes the size of a block, or returns NULL, in which case the block is unchanged. If the Lua
 * state can have checkpoints, shrinking a block never fails. */
static inline void *sbx_block_resize(sbx_host *host, void *block, size_t old_size,
                                     size_t new_size) {
  return host->lists_blocks ? sbx_listed_resize(host, block, old_size, new_size)
                            : realloc(block, new_size);
}

/* Frees a block. */
static inline void sbx_block_give(sbx_host *host, void *block) {
  if (host->lists_blocks) sbx_listed_give(host, block);
  else free(block);
}

#endif
