/* The piece of memory behind a Lua state's small blocks (decision 0085). */
#include "pool.h"
#include "heap.h"
#include <string.h>

/* What a small script needs; more comes from malloc. With a snapshot the piece is used again and
 * again, and what lies behind the snapshot need not be looked for when it is put back. */
enum { SIZE = 48 * 1024, LARGE_SIZE = 512 * 1024 };

void sbx_pool_open(sbx_pool *pool, bool keeps_snapshot) {
  memset(pool, 0, sizeof *pool);
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  return; /* every block on its own, so that the sanitizer sees them */
#endif
#endif
  size_t size = keeps_snapshot ? LARGE_SIZE : SIZE;
  pool->base = sbx_heap_take(size);
  if (pool->base) pool->size = size;
}

void sbx_pool_close(sbx_pool *pool) {
  free(pool->base);
  memset(pool, 0, sizeof *pool);
}
