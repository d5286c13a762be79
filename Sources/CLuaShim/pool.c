/* The memory area for a Lua state's small blocks (decision 0085). */
#include "pool.h"
#include "heap.h"
#include <string.h>

/* The size is sufficient for a small script. Additional memory is allocated with malloc. With
 * checkpoints, the area is reused, and restoring a checkpoint does not have to search the unused
 * part of the area. */
enum { SIZE = 48 * 1024, LARGE_SIZE = 512 * 1024 };

void sbx_pool_open(sbx_pool *pool, bool takes_checkpoints) {
  memset(pool, 0, sizeof *pool);
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  return; /* a separate block each time, so that the sanitizer sees it */
#endif
#endif
  size_t size = takes_checkpoints ? LARGE_SIZE : SIZE;
  pool->base = sbx_heap_take(size);
  if (pool->base) pool->size = size;
}

void sbx_pool_close(sbx_pool *pool) {
  free(pool->base);
  memset(pool, 0, sizeof *pool);
}
