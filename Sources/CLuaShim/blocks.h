/* The blocks of a Lua state that are not in its pool. If the Lua state has a snapshot, all blocks
 * are on a list, so that blocks that are not part of the snapshot can be found. */
#ifndef SBX_BLOCKS_H
#define SBX_BLOCKS_H

#include "sbx_host.h"
#include <stdbool.h>
#include <stdlib.h>

/* The header of a block on a list. Its size is a multiple of 16 bytes. */
struct sbx_block {
  struct sbx_block *next, **link; /* `link` is what points to this one */
  size_t size;
  void *copy;                   /* its content in the snapshot; NULL: it has none */
};

void *sbx_listed_take(sbx_host *host, size_t size);
void *sbx_listed_resize(sbx_host *host, void *block, size_t old_size, size_t new_size);
void sbx_listed_give(void *block);
/* Frees all blocks of a list, including those of the snapshot. */
void sbx_listed_free_all(struct sbx_block **list);

/* Allocates a block of the given size, or returns NULL. */
static inline void *sbx_block_take(sbx_host *host, size_t size) {
  return host->lists_blocks ? sbx_listed_take(host, size) : malloc(size);
}

/* Changes the size of a block, or returns NULL, in which case the block is unchanged. If the Lua
 * state has a snapshot, shrinking a block never fails. */
static inline void *sbx_block_resize(sbx_host *host, void *block, size_t old_size,
                                     size_t new_size) {
  return host->lists_blocks ? sbx_listed_resize(host, block, old_size, new_size)
                            : realloc(block, new_size);
}

/* Frees a block. */
static inline void sbx_block_give(sbx_host *host, void *block) {
  if (host->lists_blocks) sbx_listed_give(block);
  else free(block);
}

#endif
