/* The blocks of a Lua state that are not in its pool. Where the Lua state keeps a snapshot, each is
 * on a list, so that those which the snapshot does not have can be found. */
#ifndef SBX_BLOCKS_H
#define SBX_BLOCKS_H

#include "sbx_host.h"
#include <stdbool.h>
#include <stdlib.h>

/* What stands before a block on a list; a multiple of 16 bytes. */
struct sbx_block {
  struct sbx_block *next, **link; /* `link` is what points to this one */
  size_t size;
  void *copy;                   /* its content in the snapshot; NULL: it has none */
};

void *sbx_listed_take(sbx_host *host, size_t size);
void *sbx_listed_resize(sbx_host *host, void *block, size_t old_size, size_t new_size);
void sbx_listed_give(void *block);
/* Frees all blocks of a list, also those of the snapshot. */
void sbx_listed_free_all(struct sbx_block **list);

/* A block of that size, or NULL. */
static inline void *sbx_block_take(sbx_host *host, size_t size) {
  return host->lists_blocks ? sbx_listed_take(host, size) : malloc(size);
}

/* The block with another size, or NULL: it is as it was then. A block never fails to shrink where
 * the Lua state keeps a snapshot. */
static inline void *sbx_block_resize(sbx_host *host, void *block, size_t old_size,
                                     size_t new_size) {
  return host->lists_blocks ? sbx_listed_resize(host, block, old_size, new_size)
                            : realloc(block, new_size);
}

/* Gives a block back. */
static inline void sbx_block_give(sbx_host *host, void *block) {
  if (host->lists_blocks) sbx_listed_give(block);
  else free(block);
}

#endif
