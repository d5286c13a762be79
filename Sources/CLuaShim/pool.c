/* The memory area for a Lua state's small blocks (decision 0085). */
#include "pool.h"
#include "heap.h"
#include <string.h>

/* The size is sufficient for a small script. Additional memory is allocated with malloc. With
 * checkpoints, the area is reused, and the memory after the part in use need not be searched
 * when a checkpoint is restored. */
enum { SIZE = 48 * 1024, LARGE_SIZE = 512 * 1024 };

void sbx_pool_open(sbx_pool *pool, bool takes_checkpoints) {
  memset(pool, 0, sizeof *pool);
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  return; /* every block on its own, so that the sanitizer sees them */
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
