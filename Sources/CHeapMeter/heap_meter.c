/* Replacements for the heap functions of the GNU C library, which count the memory of each
 * thread. */
#include "heap_meter.h"
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

enum { HEADER = 8 };            /* the library's overhead for each block */

/* NOTE: any other model of thread-local storage may allocate on first use, and would call these
 * functions recursively. */
static _Thread_local __attribute__((tls_model("initial-exec"))) heap_counts counts;

/* Returns the usable size of a block. NOTE: like malloc_usable_size, this reads the word before the
 * block, whose lowest bits are flags. Calling that function would cost a call for each allocation
 * and for each deallocation. The tests compare the two. */
static inline int64_t usable(void *block) {
  enum { FLAGS = 7, IS_MAPPED = 2 };
  size_t size = ((const size_t *)block)[-1];
  return (int64_t)((size & ~(size_t)FLAGS) - (size & IS_MAPPED ? 2 : 1) * sizeof(size_t));
}

static inline void *got(void *block) {
  if (!block) return NULL;
  int64_t size = usable(block);
  counts.allocations++;
  counts.bytes += size;
  counts.live += size;
  counts.held += size + HEADER;
  return block;
}

static inline void gone(int64_t size) {
  counts.live -= size;
  counts.held -= size + HEADER;
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
  int64_t old = block ? usable(block) : 0;
  void *grown = __libc_realloc(block, size);
  if (!grown) {
    if (block && size == 0) gone(old);
    return NULL;
  }
  if (block) gone(old);
  return got(grown);
}

void free(void *block) {
  if (block) gone(usable(block));
  __libc_free(block);
}

/* Large blocks are returned to the system as soon as they are freed, and grow in place, so that the
 * memory of a process remains close to the memory that it uses. */
__attribute__((constructor)) static void prefer_mapping(void) {
  enum { LARGE = 1 << 20 };
  mallopt(M_MMAP_THRESHOLD, LARGE);
  mallopt(M_TRIM_THRESHOLD, 4 * LARGE);
}

bool counts_heap(void) { return true; }

bool heap_counts_agree(size_t size) {
  void *block = malloc(size);
  bool agree = block && usable(block) == (int64_t)malloc_usable_size(block);
  free(block);
  return agree;
}

heap_counts heap_counts_now(void) { return counts; }

const int64_t *signalbox_heap_held(uint64_t *thread) {
  static uint64_t threads;
  if (!counts.thread) counts.thread = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
  *thread = counts.thread;
  return &counts.held;
}

#else

bool counts_heap(void) { return false; }
bool heap_counts_agree(size_t size) { return (void)size, true; }
heap_counts heap_counts_now(void) { return (heap_counts){0, 0, 0, 0, 0}; }
const int64_t *signalbox_heap_held(uint64_t *thread) {
  *thread = 0;
  return NULL;
}

#endif
