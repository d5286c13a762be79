/* Counts what each thread asks of the heap and holds of it: by this the program holds scripts to
 * their memory limit, and tests hold costs down. Programs that link it have the functions of the heap
 * replaced (decision 0178). */
#ifndef HEAP_METER_H
#define HEAP_METER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a thread has asked for since it began. */
typedef struct heap_counts {
  int64_t allocations;          /* blocks got, growing ones included */
  int64_t bytes;                /* bytes got */
  int64_t live;                 /* bytes got and not given back, as the heap rounds them */
  int64_t held;                 /* the same with what the heap adds to each block */
  uint64_t thread;              /* its number, which no other thread of the process gets */
} heap_counts;

/* Whether anything is counted: with the GNU C library, and no sanitizer that owns the heap. */
bool counts_heap(void);
heap_counts heap_counts_now(void);
/* Whether a block of that size is counted as the library counts it. */
bool heap_counts_agree(size_t size);

/* Where the calling thread's `held` is, for as long as the thread lives, and its number; NULL where
 * nothing is counted. */
const int64_t *signalbox_heap_held(uint64_t *thread);

#endif
