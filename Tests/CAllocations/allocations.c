/* The heap's functions, put in front of those of the GNU C library. */
#include "allocations.h"
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
  __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(HAS_SANITIZER)
#include <malloc.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

/* NOTE: any other model of thread-local storage may allocate on first use, and so come back here. */
static _Thread_local __attribute__((tls_model("initial-exec"))) heap_counts counts;

static void *got(void *block) {
  if (!block) return NULL;
  int64_t size = (int64_t)malloc_usable_size(block);
  counts.allocations++;
  counts.bytes += size;
  counts.live += size;
  return block;
}

void *malloc(size_t size) { return got(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return got(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return got(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void *realloc(void *block, size_t size) {
  int64_t old = block ? (int64_t)malloc_usable_size(block) : 0;
  void *grown = __libc_realloc(block, size);
  if (!grown) {
    if (size == 0) counts.live -= old;
    return NULL;
  }
  counts.live -= old;
  return got(grown);
}

void free(void *block) {
  if (block) counts.live -= (int64_t)malloc_usable_size(block);
  __libc_free(block);
}

bool counts_heap(void) { return true; }
heap_counts heap_counts_now(void) { return counts; }

#else

bool counts_heap(void) { return false; }
heap_counts heap_counts_now(void) { return (heap_counts){0, 0, 0}; }

#endif
