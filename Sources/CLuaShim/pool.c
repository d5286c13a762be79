/* The piece of memory behind a universe's small blocks (decision 0085). */
#include "pool.h"
#include <stdlib.h>
#include <string.h>

/* What a small script needs; more comes from malloc. */
enum { SIZE = 48 * 1024 };

void sbx_pool_open(sbx_pool *pool) {
  memset(pool, 0, sizeof *pool);
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  return; /* every block on its own, so that the sanitizer sees them */
#endif
#endif
  pool->base = malloc(SIZE);
  if (pool->base) pool->size = SIZE;
}

void sbx_pool_close(sbx_pool *pool) {
  free(pool->base);
  memset(pool, 0, sizeof *pool);
}
