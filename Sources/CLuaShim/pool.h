/* The small blocks of a Lua state, which are allocated from a separate memory area. */
#ifndef SBX_POOL_H
#define SBX_POOL_H

#include "sbx_host.h"
#include <stdbool.h>
#include <stdint.h>

enum {
  SBX_POOL_UNIT = 16,           /* blocks are multiples of it and aligned to it */
  SBX_POOL_LARGEST = SBX_POOL_UNIT * SBX_POOL_CLASSES
};

/* Allocates the area, which is larger if checkpoints of it will be taken. If there is no memory,
 * the pool remains empty and all blocks are allocated elsewhere. */
void sbx_pool_open(sbx_pool *pool, bool takes_checkpoints);
/* Frees the area, including all blocks in it. */
void sbx_pool_close(sbx_pool *pool);

/* Returns the class of a size from 1 to SBX_POOL_LARGEST. */
static inline size_t sbx_pool_class(size_t size) { return (size - 1) / SBX_POOL_UNIT; }

/* Whether a block is in the area. */
static inline bool sbx_pool_has(const sbx_pool *pool, const void *block) {
  return (uintptr_t)block - (uintptr_t)pool->base < pool->size;
}

/* Allocates a block of that size. Returns NULL if it is too large or if there is no room left. */
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

/* Frees a block of the area. */
static inline void sbx_pool_give(sbx_pool *pool, void *block, size_t size) {
  size_t class = sbx_pool_class(size);
  *(void **)block = pool->unused[class];
  pool->unused[class] = block;
}

#endif
