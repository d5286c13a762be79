/* Counts the memory that each thread allocates and retains. The program uses the counts to enforce
 * the memory limit of scripts, and tests use them to limit costs. Programs that link this library
 * use its heap functions (decision 0178). */
#ifndef HEAP_METER_H
#define HEAP_METER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The allocations of a thread since it began. */
typedef struct heap_counts {
  int64_t allocations;          /* allocated blocks, including resized ones */
  int64_t bytes;                /* allocated bytes */
  int64_t live;                 /* allocated and not freed bytes, rounded as the heap does */
  int64_t held;                 /* these bytes with the overhead of each block */
  uint64_t thread;              /* the thread's number, which is unique in the process */
} heap_counts;

/* Whether memory is counted, which requires the GNU C library and no sanitizer that replaces the
 * heap. */
bool counts_heap(void);
heap_counts heap_counts_now(void);
/* Whether the counted size of a block of the given size equals the size that the library
 * reports. */
bool heap_counts_agree(size_t size);

/* Returns the address of the calling thread's `held`, which is valid as long as the thread exists,
 * and the thread's number. Returns NULL if memory is not counted. */
const int64_t *signalbox_heap_held(uint64_t *thread);

#endif
