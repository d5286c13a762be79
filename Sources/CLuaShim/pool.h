/* Small blocks of a Lua state, cut from one piece of memory that is its own. */
#ifndef SBX_POOL_H
#define SBX_POOL_H

#include "sbx_host.h"
#include <stdbool.h>
#include <stdint.h>

enum {
  SBX_POOL_UNIT = 16,           /* blocks are multiples of it and aligned to it */
  SBX_POOL_LARGEST = SBX_POOL_UNIT * SBX_POOL_CLASSES
};

/* Gets the piece, a large one where a snapshot of it is to be taken; without memory for it the pool
 * stays empty, and everything comes from elsewhere. */
void sbx_pool_open(sbx_pool *pool, bool keeps_snapshot);
/* Gives the piece back, with every block that is in it. */
void sbx_pool_close(sbx_pool *pool);

/* The class of a size from 1 to SBX_POOL_LARGEST. */
static inline size_t sbx_pool_class(size_t size) { return (size - 1) / SBX_POOL_UNIT; }

/* Whether a block is in the piece. */
static inline bool sbx_pool_has(const sbx_pool *pool, const void *block) {
  return (uintptr_t)block - (uintptr_t)pool->base < pool->size;
}

/* A block of that size, or NULL where it is too large or there is no room left. */
static inline void *sbx_pool_take(sbx_pool *pool, size_t size) {
  if (size > SBX_POOL_LARGEST) return NULL;
  size_t class = sbx_pool_class(size);
  void **block = pool->unused[class];
  if (block) {
    pool->unused[class] = *block;
    return block;
  }
  size_t rounded = (class + 1) * SBX_POOL_UNIT;
  if (pool->size - pool->end < rounded) return NULL;
  block = (void **)(pool->base + pool->end);
  pool->end += rounded;
  return block;
}

/* Takes a block of the piece back. */
static inline void sbx_pool_give(sbx_pool *pool, void *block, size_t size) {
  size_t class = sbx_pool_class(size);
  *(void **)block = pool->unused[class];
  pool->unused[class] = block;
}

#endif
