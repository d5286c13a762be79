/* The memory of the shim itself. Every block is allocated here, so that tests can make each
 * allocation fail in turn. */
#ifndef SBX_HEAP_H
#define SBX_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

extern _Thread_local int64_t sbx_heap_countdown;

/* Whether the requested block is the block that a test makes fail. */
static inline bool sbx_heap_fails(void) {
  return __builtin_expect(sbx_heap_countdown != 0, 0) && --sbx_heap_countdown == 0;
}

static inline void *sbx_heap_take(size_t size) { return sbx_heap_fails() ? NULL : malloc(size); }

static inline void *sbx_heap_clear(size_t count, size_t size) {
  return sbx_heap_fails() ? NULL : calloc(count, size);
}

static inline void *sbx_heap_resize(void *block, size_t size) {
  return sbx_heap_fails() ? NULL : realloc(block, size);
}

/* Ends the process if there is no memory and no way to recover. */
_Noreturn void sbx_die(void);

#endif
