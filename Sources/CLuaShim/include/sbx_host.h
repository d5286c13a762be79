/* The declarations that all files of the shim share: the host structure of a Lua state, and the
 * polling of stops. */
#ifndef SBX_HOST_H
#define SBX_HOST_H

#include "../../CLua/shim.h"
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

/* Values of sbx_host.stop. */
enum { SBX_RUNNING = 0, SBX_INTERRUPTED = 1, SBX_DEADLINE = 2, SBX_BUDGET = 3 };

/* Calls Swift once. Returns the number of results or a code of the bridge. Does not raise. */
typedef int32_t (*sbx_entry)(lua_State *L, void *context);
/* Releases or retains a Swift reference that a userdata owns. Does not raise. */
typedef void (*sbx_release)(void *object);

enum { SBX_POOL_CLASSES = 16 };
/* The slots of one auxiliary thread. See references.c. */
enum { SBX_KEEPER_SLOTS = 1 << 16 };

/* The memory for small blocks. See pool.h. */
typedef struct sbx_pool {
  char *base;                   /* NULL if there was no memory */
  size_t size, end;             /* bytes; `end` is the start of the unused part */
  void *unused[SBX_POOL_CLASSES]; /* the first freed block of each size */
} sbx_pool;

typedef struct sbx_host sbx_host;
typedef struct sbx_checkpoint sbx_checkpoint;
typedef struct sbx_debug sbx_debug;
struct sbx_block;
struct sbx_box;
/* One structure per Lua state. Its address is in lua_getextraspace of every thread. */
struct sbx_host {
  size_t used, limit;           /* bytes; limit 0 = none */
  const int64_t *heap;          /* heap memory of the running thread; NULL: not counted */
  int64_t heap_base;            /* the part of it that the limit excludes */
  size_t largest;               /* limit of one allocation in bytes, 0 = none */
  int32_t host_depth;           /* > 0: a Swift frame is on top, the allocator must not reject */
  int32_t rejects;              /* a stop is ignored: scripts get no more memory */
  volatile sig_atomic_t stop;   /* SBX_RUNNING or the reason to stop */
  int32_t budget_mode;          /* count hook installed */
  int64_t steps_left;           /* instruction budget, INT64_MAX = none */
  lua_State *current;           /* the coroutine that runs now, for arming from a signal handler */
  uint64_t entries;             /* the number of calls of Swift */
  void (*sbx_print)(sbx_host *host, const char *line, size_t length); /* NULL: stdout */

  /* Private to the allocator. */
  int32_t counts_heap;          /* the limit applies to all memory of the thread, see sbx_held */
  uint64_t heap_thread;         /* the thread to which `heap_base` belongs */
  int64_t heap_kept;            /* the memory at the end of the last run */
  size_t relief_at;             /* bytes from which a call frees memory first; SIZE_MAX: none */
  sbx_pool pool;
  int32_t is_closing;           /* the pool is no longer needed */
  int32_t lists_blocks;         /* checkpoints may be taken */
  int32_t checks_freed;         /* a finalizer could not run, so a freed userdata may own an object */
  struct sbx_block *blocks;     /* blocks outside the pool that Lua uses */
  struct sbx_block *retired;    /* blocks that only checkpoints use */
  sbx_checkpoint *checkpoints;
  char *spare;                  /* the content of a checkpoint that was freed, or NULL */
  size_t spare_size;

  /* Private to the bridge. */
  sbx_entry entry;
  sbx_release release;
  sbx_release retain;           /* retains a Swift object once more */
  struct sbx_box **owned;       /* the userdata that own an object */
  uint32_t owned_count, owned_capacity;
  void **lost;                  /* objects whose userdata was freed without its finalizer */
  uint32_t lost_count, lost_capacity;
  void *owner;                  /* the Swift owner, unretained */
  sbx_release relieve;          /* releases data that the host does not need */
  void *accessor;               /* context of the getter or setter that runs now */
  lua_State *main;
  const char *parked;           /* error text from Swift that C raises */
  size_t parked_length;
  char *park_buffer;
  size_t park_capacity;
  char park_reserve[256];       /* used if the text cannot be allocated */
  int32_t reentry, reentry_limit;
  int32_t trace_depth;
  struct sbx_trace_frame *trace; /* NULL before the first error */
  struct sbx_atom *atoms;       /* open addressing, by address of the interned string */
  uint32_t atom_capacity, atom_count;
  int32_t *atom_slots;          /* the slot of each id's string, -1 = none */
  int32_t atom_slot_count;
  lua_State **keepers;          /* threads whose stacks store the values that Swift retains */
  int32_t next_slot;            /* slots that have ever been used */
  int32_t *free_slots, free_count, free_capacity;

  /* Private to interruption. */
  int64_t deadline;             /* nanoseconds of sbx_now, 0 = none */
  int64_t budget;               /* the instruction budget of an outermost run, INT64_MAX = none */
  size_t charged;               /* units since the clock was last read */
  sbx_host *outer;              /* the Lua state below on the same thread */
  sbx_host *next_watched;
  int32_t is_watched;           /* the watch checks the deadline; it owns the next fields */
  int64_t next_tick, ignored;   /* nanoseconds: time of the next signal, time without effect */
  uintptr_t thread;             /* pthread_t of the thread that runs it */

  sbx_debug *debug;             /* NULL: not debugged. See debug.c */

  /* Private to the standard library. */
  uint64_t random[4];           /* state of math.random */
  uintptr_t close_base;         /* the C stack pointer at the start of the outermost of them */
  int32_t close_depth;          /* the number of nested closes of coroutines */
  lua_State *closing;           /* the coroutine that coroutine.close resumes to settle it */
};

/* The host of a thread. Lua stack: 0. Does not raise. */
static inline sbx_host *sbx_hostof(lua_State *L) {
  return *(sbx_host **)lua_getextraspace(L);
}

/* Returns the bytes that count against the limit: the memory of Lua and, if the heap is counted,
 * also the memory that Swift stores for the scripts (decision 0178). Lua stack: 0. Does not raise.
 */
static inline size_t sbx_held(const sbx_host *host) {
  if (!host->heap) return host->heap_kept > 0 ? (size_t)host->heap_kept : host->used;
  int64_t held = *host->heap - host->heap_base;
  return held > 0 ? (size_t)held : 0;
}

/* Returns the reason why the host must stop. Signal handlers and other threads can set it at any
 * time. Lua stack: 0. Does not raise. */
static inline int sbx_stop_reason(sbx_host *host) {
  return __atomic_load_n(&host->stop, __ATOMIC_RELAXED);
}

/* Raises the abort error, a light userdata, and keeps the hook armed on L. Lua stack: +1. Raises
 * always. */
void sbx_raise_stop(lua_State *L) __attribute__((noreturn));

/* Ends a long C function when a stop has been requested. Call this in every loop. Lua stack: 0. May
 * raise. */
static inline void sbx_poll(lua_State *L) {
  if (__builtin_expect(sbx_stop_reason(sbx_hostof(L)) != SBX_RUNNING, 0)) sbx_raise_stop(L);
}

/* Charges O(length) work to the instruction budget and the deadline, and polls. A unit is the work
 * of one instruction, about 16 bytes copied. Lua stack: 0. May raise. */
void sbx_charge(lua_State *L, size_t units);

/* Returns whether the value is the abort error. Lua stack: 0. Does not raise. NOTE: if a coroutine
 * was ended by an abort, its hooks remain disabled, because Lua leaves them disabled when a hook
 * raises. Nothing may run in it again: a resume must leave the abort error on its stack, and a
 * close must skip lua_resetthread if that error is on top. */
int sbx_is_abort(lua_State *L, int index);

/* Arms the hook that ends the code running on L. Lua stack: 0. Does not raise. */
void sbx_arm(sbx_host *host, lua_State *L);

/* Sets the hook of the debugger or of budget mode on `L`, or removes the hook if neither is needed.
 * Lua stack: 0. Does not raise. */
void sbx_debug_set_hook(sbx_host *host, lua_State *L);
/* Records that `co` is about to be resumed by code on L, if the host is debugged. Lua stack: 0. May
 * raise. */
void sbx_debug_enter(lua_State *L, lua_State *co);
/* Moves a step to `outer` when its thread has yielded or ended. Lua stack: 0. Does not raise. */
void sbx_debug_leave(sbx_host *host, lua_State *co, lua_State *outer);

/* Makes `co` the thread that an interrupt reaches, and arms it if a stop has already been
 * requested. Call this before every lua_resume and lua_resetthread, and afterwards with the old
 * value of `current`. Lua stack: 0. Does not raise. */
static inline void sbx_switch(sbx_host *host, lua_State *co) {
  host->current = co;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (__builtin_expect(host->debug != NULL, 0)) sbx_debug_set_hook(host, co);
  if (__builtin_expect(sbx_stop_reason(host) != SBX_RUNNING, 0)) sbx_arm(host, co);
}

/* Makes the message handlers of a suspended coroutine unreachable. Call this before
 * lua_resetthread. Returns 0 if the C stack is too deep, in which case `co` must not be closed. Lua
 * stack: 0. Does not raise. */
int sbx_settle(lua_State *L, lua_State *co);

/* Opens the sandboxed standard library and pushes one table, the base environment. Lua stack: +1.
 * May raise, so it must run protected. */
int sbx_open_library(lua_State *L);

/* Whether a Lua state has a standard library with that name. Does not raise. */
int sbx_has_library(const char *name);
/* Pushes the environment of the Lua function that called the running C function, or otherwise the
 * environment of the Lua state. Lua stack: +1. Needs 4 slots. Does not raise. */
void sbx_push_environment(lua_State *L);

/* Replaces the table on top with a proxy through which scripts can read but not change it. Lua
 * stack: 0. May raise while no Swift frame is on top. */
void sbx_protect_table(lua_State *L, const char *name);

#endif
