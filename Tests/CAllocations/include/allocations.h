/* Counts what the calling thread asks of the heap, for the tests that hold costs down. */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/* What a thread has asked for since it began. */
typedef struct heap_counts {
  int64_t allocations;          /* blocks got, growing ones included */
  int64_t bytes;                /* bytes got */
  int64_t live;                 /* bytes got and not given back, as the heap rounds them */
} heap_counts;

/* Whether anything is counted: with the GNU C library, and no sanitizer that owns the heap. */
bool counts_heap(void);
heap_counts heap_counts_now(void);

#endif
