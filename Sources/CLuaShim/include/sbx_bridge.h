/* The bridge between Lua and Swift: the functions that only LuaRuntime calls. */
#ifndef SBX_BORDER_H
#define SBX_BORDER_H

#include "sbx_debug.h"
#include "sbx_host.h"
#include <stdbool.h>

/* Codes that an entry returns instead of a count. */
enum {
  SBX_RAISE_PARKED = -1,  /* the parked text is the error */
  SBX_RAISE_VALUE = -2,   /* the value on top is the error */
  SBX_RAISE_STOP = -3     /* a stop ends the run; once withdrawn, the parked text is the error */
};

enum { SBX_TRACE_FRAMES = 32, SBX_NAME_LENGTH = 64 };

/* One Lua function on a stack at the time of an error. */
typedef struct sbx_trace_frame {
  char source[512];             /* the chunk name, truncated if it is too long */
  char short_source[LUA_IDSIZE];
  char name[SBX_NAME_LENGTH];   /* empty: unknown */
  char what[16];                /* "main", "Lua" */
  char name_what[16];           /* "global", "method", ... */
  int32_t line;                 /* -1: unknown */
  int32_t defined;              /* line of the definition */
  bool is_vararg;
} sbx_trace_frame;

/* The kinds of stack levels. */
enum { SBX_NO_FRAME = 0, SBX_LUA_FRAME = 1, SBX_HOST_FRAME = 2 };

/* The state that a pause must restore. */
typedef struct sbx_pause {
  int32_t reentry;
  int64_t steps_left, deadline, since;
} sbx_pause;

/* The content of a userdata: a handle contains bits, and an object contains a retained Swift
 * reference. */
typedef struct sbx_box {
  uint64_t magic;               /* with the type in it; 0 once finalised */
  uint64_t bits;
  uint32_t place;               /* position among the userdata that own an object; see sbx_own */
} sbx_box;

/* memory.c */

/* The settings of a Lua state. */
typedef struct sbx_plan {
  size_t limit, largest;        /* as in the host */
  bool budget_mode;
  bool takes_checkpoints;       /* sbx_checkpoint_take will be called */
  bool counts_heap;             /* if the process counts it */
  sbx_entry entry;
  sbx_release release, retain;
} sbx_plan;

/* Makes the allocation with the given number fail, counted from 1 over the future allocations of
 * the calling thread. 0 disables this. For tests. */
void sbx_fail_block(int64_t number);
/* Returns the number of allocations before the failing one, or 0 after it has failed. */
int64_t sbx_blocks_left(void);

/* The heap memory that the calling thread retains, and the number of the thread. The function is
 * missing in processes that do not link the target CHeapMeter. */
const int64_t *signalbox_heap_held(uint64_t *thread) __attribute__((weak));
/* Begins and ends the memory count of a run. During a run, the memory that the thread allocates and
 * frees is attributed to the Lua state. Memory that the same thread frees between two runs is also
 * counted. Does not raise. */
void sbx_meter_begin(sbx_host *host);
void sbx_meter_end(sbx_host *host);
/* Resets the counted memory to the memory that Lua currently uses. Does not raise. */
void sbx_meter_reset(sbx_host *host);

/* Creates a host and its Lua state. Returns NULL if there is no memory. Does not raise. */
sbx_host *sbx_open(const sbx_plan *plan);
/* Closes the Lua state and frees the host. Does not raise. */
void sbx_close(sbx_host *host);
/* Stores an error text outside Lua. The text is truncated if there is no memory. Does not raise. */
void sbx_park(sbx_host *host, const char *text, size_t length);
/* Stores the interned string on top under an id. Lua stack: -1, or 0 if there is no memory. Does
 * not raise while Swift is on top. */
bool sbx_atom_define(lua_State *L, int32_t id);
/* Pushes the string of an id. Lua stack: +1 if there is one. Does not raise while Swift is on top.
 */
bool sbx_push_atom(lua_State *L, int32_t id);
/* Pushes the value at `argument` and the strings of two ids, or nil for a `second` below 0. Lua
 * stack: +3, or 0 if an id is unknown. Does not raise while Swift is on top. */
bool sbx_push_results(lua_State *L, int argument, int32_t first, int32_t second);
/* Returns the id of the string at `index`, or -1 if it is not a string or is unknown. Lua stack: 0.
 * Does not raise. */
int32_t sbx_atom_find(lua_State *L, int index);

/* The size of an entry of sbx_host.atoms, in bytes. */
extern const size_t sbx_atom_size;

/* checkpoint.c */

/* Saves the memory of a Lua state. Returns NULL if code is running, if there is no memory, or if
 * the Lua state was not opened for checkpoints. Does not raise. */
sbx_checkpoint *sbx_checkpoint_take(sbx_host *host);
/* Restores the memory of a checkpoint, any number of times: values that Lua has created since are
 * removed, and their Swift objects are released. Scripts cannot define finalizers. Returns false,
 * without any change, if code is running. Does not raise. */
bool sbx_checkpoint_restore(sbx_checkpoint *checkpoint);
/* Frees a checkpoint. The Lua state does not change. Does not raise. */
void sbx_checkpoint_free(sbx_checkpoint *checkpoint);
/* Frees all checkpoints and all listed blocks, after lua_close. */
void sbx_checkpoints_close(sbx_host *host);
/* Restarts the sequence of math.random, as math.randomseed(first, second) does. */
void sbx_seed_random(sbx_host *host, uint64_t first, uint64_t second);

/* owners.c */

/* Observes finalizers that cannot run. Lua stack: 0. Does not raise. */
void sbx_owners_open(sbx_host *host);
/* Records that a userdata now owns a Swift object. If checkpoints may be taken, ends the process if
 * there is no memory for the record. */
void sbx_own(sbx_host *host, sbx_box *box);
/* Records that a userdata no longer owns a Swift object. */
void sbx_disown(sbx_host *host, sbx_box *box);
/* Releases every Swift object that userdata own. */
void sbx_release_owned(sbx_host *host);
/* Records the Swift object of a block that is about to be freed, if the block is a userdata whose
 * finalizer could not run. */
void sbx_check_freed(sbx_host *host, const char *block, size_t size);
/* Releases the Swift objects that were recorded. */
void sbx_release_lost(sbx_host *host);

/* graph.c */

/* Hashes values of scripts. */
typedef struct sbx_graph sbx_graph;
/* Stores the hash that identifies the userdata at `index`. Returns false if its object no longer
 * exists. Does not raise. */
typedef bool (*sbx_identify)(void *context, lua_State *L, int index, uint64_t *hash);
/* Receives a variable. On top of the stack is a function that captures it, or nil for a global. If
 * several functions capture a variable, it is received with each of them; `id` identifies it, and
 * `key` is NULL except for the first function. Does not raise. */
typedef void (*sbx_variable)(void *context, lua_State *L, const char *name, const void *id,
                             const uint64_t *key);

/* Returns NULL if there is no memory. */
sbx_graph *sbx_graph_open(void);
void sbx_graph_close(sbx_graph *graph);
/* Begins a hash. */
void sbx_graph_begin(sbx_graph *graph, sbx_identify describe, void *context);
void sbx_graph_add_word(sbx_graph *graph, uint64_t word);
void sbx_graph_add_bytes(sbx_graph *graph, const char *bytes, size_t length);
/* Adds the value at `index` and everything that it reaches. Lua stack: 0. Does not raise while
 * Swift is on top. */
void sbx_graph_add(sbx_graph *graph, lua_State *L, int index);
/* Stores the hash so far. */
void sbx_graph_key(const sbx_graph *graph, uint64_t key[2]);
/* Stores the hash. Returns whether every value had a canonical form. Ends the process if there was
 * no memory. */
bool sbx_graph_end(const sbx_graph *graph, uint64_t key[2]);
/* Stores the sum of the hashes of all captured locals and globals that functions in the slots of
 * Swift reach. Passes each of them to `on_variable` unless it is NULL. Lua stack: 0. Does not raise
 * while Swift is on top. */
void sbx_graph_variables(sbx_graph *graph, lua_State *L, sbx_identify describe,
                         sbx_variable on_variable, void *context, uint64_t key[2]);

/* references.c */

/* Stores the value on top in a slot. Lua stack: -1. Does not raise while Swift is on top. */
int32_t sbx_keep(lua_State *L);
/* Pushes the value of a slot. Lua stack: +1. Does not raise while Swift is on top. */
void sbx_push_kept(lua_State *L, int32_t slot);
/* Frees a slot. Lua stack: 0. Does not raise. */
void sbx_let_go(sbx_host *host, int32_t slot);

/* bridge.c */

/* The C function of every native function. Upvalue 1 is its context. */
int sbx_trampoline(lua_State *L);
/* `__index`; upvalues: context for other keys or NULL, methods, getters. */
int sbx_index(lua_State *L);
/* `__newindex`; upvalues: context for other keys or NULL, setters. */
int sbx_newindex(lua_State *L);
/* `__gc` and `__close` of objects, which release the Swift reference once. */
int sbx_finalize(lua_State *L);
/* Message handler: records the Lua frames in the host. Lua stack: 0. Does not raise. */
int sbx_handler(lua_State *L);
/* Records up to SBX_TRACE_FRAMES Lua frames of a stack. Lua stack: 0. Does not raise. */
void sbx_trace(lua_State *L);
/* Returns the line of the innermost Lua function at or above `level`, or 0 if there is none, and
 * the name of its chunk, which is valid while the function is active. The name is NULL if it equals
 * `known`. Lua stack: 0. Does not raise. */
int sbx_line(lua_State *L, int level, const char *known, const char **chunk);

/* Describes the function at a level of the stack, and returns the kind of the level. Only Lua
 * functions are described in detail. Lua stack: 0. Does not raise while Swift is on top. */
int sbx_frame_at(lua_State *L, int level, sbx_trace_frame *frame);
/* Describes the function on top. Returns false if it is not a Lua function. Lua stack: 0. Does not
 * raise while Swift is on top. */
bool sbx_frame_of_function(lua_State *L, sbx_trace_frame *frame);

/* declarators.c */

/* The C function that declares a value under a name: `declare "name" { … }`. Upvalues: the context,
 * the value that retains it, the table of sbx_push_waiting, and whether it is a method. Swift is
 * called once the name has its value, with the name, the value, and the line and chunk of the call.
 * If the name is missing or invalid, Swift is called immediately. If a method has no receiver, both
 * are nil. */
int sbx_declarator(lua_State *L);
/* Pushes the table of names that have no value yet. Lua stack: +1. Does not raise while Swift is on
 * top. */
void sbx_push_waiting(lua_State *L);
/* Pushes the name, line and chunk of the first declaration in the text that has no value yet, and
 * returns its context in `context`. Lua stack: +3. Does not raise while Swift is on top. Returns
 * whether there is such a declaration. */
bool sbx_push_unfinished(lua_State *L, void **context);

/* activations.c */

/* Pushes a variable of the function at a level and returns its name, or NULL if there is none. Lua
 * stack: +1 if there is one. Does not raise. */
const char *sbx_push_local(lua_State *L, int level, int index);
/* Assigns the value on top to a variable of the function at a level. Lua stack: -1. Does not
 * raise. */
void sbx_set_local(lua_State *L, int level, int index);
/* Pushes the function at a level. Lua stack: +1 if there is one. Does not raise while Swift is on
 * top. */
bool sbx_push_function_at(lua_State *L, int level);
/* Pushes `self` of the innermost script function at or above `level` that has one: its first
 * variable of that name, or a variable of an enclosing function. Skips at most `*calls` host
 * functions, and decrements the number for each of them. Returns the level above that function, 0
 * if there is none, or -1 if a tail call has removed a function from the stack before one was
 * found. Lua stack: +1 if there is one. Does not raise while Swift is on top. */
int sbx_push_self(lua_State *L, int level, int *calls);
/* Pushes the variable `self` of an enclosing function that the function at `index` uses.
 * Lua stack: +1 if there is one. Does not raise. */
bool sbx_push_self_of(lua_State *L, int index);
/* Begins a pause. Until its end, runs are outermost runs: their stops do not affect other runs, an
 * interrupt between them is stored for the next query, and the deadline is suspended. Does not
 * raise. */
void sbx_pause_begin(sbx_host *host, sbx_pause *kept);
/* Ends a pause and returns the nanoseconds that it took. Does not raise. */
int64_t sbx_pause_end(sbx_host *host, const sbx_pause *kept);

/* protected.c: each function runs Lua in a protected call, with the memory limit in force. */

/* Pushes the message handler and the function of a slot. Lua stack: +2. Does not raise while Swift
 * is on top. Returns the previous height of the stack. */
int sbx_begin_call(lua_State *L, int32_t slot);
/* Like sbx_begin_call, for the function with a name in the table of a slot. Pushes nothing and
 * returns -1 if there is none. */
int sbx_begin_method(lua_State *L, int32_t slot, const char *name, size_t length);
/* Calls the function below `arguments` values. Lua stack: -1 - arguments + results, or the error.
 */
int sbx_call(lua_State *L, int arguments, int results, int handler);
/* Resumes `co`; its values or its error are on top of its stack. Does not raise. */
int sbx_resume(lua_State *co, lua_State *from, int arguments, int *results);
/* Runs the pending `<close>` variables of `co` unless it was aborted. Does not raise. */
int sbx_reset(lua_State *co);
/* Compiles text and gives it the environment on top of the stack, which is replaced with the
 * function or the message. Input that is not text must be the result of lua_dump in this process,
 * because it is not checked. Lua stack: 0. Does not raise. */
int sbx_compile(lua_State *L, const char *bytes, size_t length, const char *name, bool is_text);
/* Replaces the value on top with its text, using `__tostring`. Lua stack: 0. Does not raise. */
int sbx_describe(lua_State *L);
/* Pushes the base environment or an error. Lua stack: +1. Does not raise. */
int sbx_open_base(lua_State *L);
/* Runs a garbage collection. Lua stack: 0. Does not raise. */
void sbx_collect(lua_State *L);
/* Pushes the next key and value of the table at `index` after the key on top. Returns 0 if there
 * are no more keys, or -1 if the key does not exist. Lua stack: +1, -1 or -1. Does not raise. */
int sbx_next(lua_State *L, int index);

/* objects.c */

/* The tables of a userdata type, as references into the registry. */
typedef struct sbx_type {
  uint64_t magic;               /* distinguishes this type from all other userdata */
  int32_t metatable;
  int32_t cache;                /* bits -> userdata, weak values */
  int32_t user_values;          /* 0 or 1 */
  bool owns;                    /* its bits are a Swift reference */
} sbx_type;

/* Pushes the existing userdata with these bits. Lua stack: +1 if there is one. Does not raise. */
bool sbx_push_known(lua_State *L, const sbx_type *type, uint64_t bits);
/* Pushes a table that retains all existing userdata of a type. Lua stack: +1. Does not raise while
 * Swift is on top. */
void sbx_push_cached(lua_State *L, const sbx_type *type);
/* Adds the userdata of such a table to the cache again, unless another userdata has taken its
 * place. Lua stack: -1. Does not raise while Swift is on top. */
void sbx_restore_cached(lua_State *L, const sbx_type *type);
/* Runs a garbage collection as if the table on top did not exist: values that only the table
 * retains are removed from the caches. Lua stack: 0, with the table on top again. Does not raise
 * while Swift is on top. */
void sbx_collect_apart(lua_State *L);
/* Pushes a new userdata with these bits. Lua stack: +1. Does not raise while Swift is on top. */
void sbx_push_new(lua_State *L, const sbx_type *type, uint64_t bits);
/* Creates the weak cache, and stores the metatable on top. Lua stack: -1. Does not raise while
 * Swift is on top. */
void sbx_type_open(lua_State *L, sbx_type *type);
/* Pushes the table of an object's callbacks. Lua stack: +1. Does not raise while Swift is on top.
 */
void sbx_push_user_table(lua_State *L, int index);

/* Pushes a field of a table with raw access, or nil if there is no table. The address of the key
 * must not change. Lua stack: +1. Does not raise while Swift is on top. */
void sbx_push_field(lua_State *L, int index, const char *key);

/* views.c */

/* Replaces the table on top with a read-only view that scripts see under the given name. Each table
 * has one view. Nested tables are also returned as views. Other values are unchanged. Lua stack: 0.
 * Needs 8 slots. Does not raise while Swift is on top. */
void sbx_push_view(lua_State *L, const char *name);
/* Pushes the table of the view at `index`. Lua stack: +1 if it is a view. Does not raise. */
bool sbx_push_viewed(lua_State *L, int index);

/* interrupt.c */

/* Associates the outermost run with the current thread, so that signals reach it there. Does not
 * raise. */
void sbx_take_thread(sbx_host *host);
void sbx_leave_thread(sbx_host *host);
/* Pushes the abort error. Lua stack: +1. Does not raise. */
void sbx_push_abort(lua_State *L);
/* Requests a stop: from any thread in budget mode, or otherwise from the Lua thread or a handler on
 * it. */
void sbx_request_stop(sbx_host *host, int reason);
/* Requests a stop from any thread. The host must not be closed in the meantime. */
void sbx_stop_from_anywhere(sbx_host *host, int reason);
/* Returns the nanoseconds of a monotonic clock, whose resolution may be some milliseconds. */
int64_t sbx_now(void);
/* Installs the count hook of budget mode. Call this before any code runs. */
void sbx_install_hook(sbx_host *host);
/* Installs the SIGINT handler. At most one host is its target. If no run is active, the flag is
 * stored. */
void sbx_interrupts_install(void);
void sbx_interrupts_remove(void);
void sbx_interrupts_target(sbx_host *host);
void sbx_interrupts_forget(sbx_host *host);
bool sbx_interrupts_reach(sbx_host *host);
/* Rejects memory allocations of the target if a stop has been requested. Call this while holding
 * the lock of the watch. */
void sbx_interrupts_reject(void);
bool sbx_interrupts_pending(void);
bool sbx_interrupts_take(void);
int sbx_interrupts_count(void);
/* Installs the SIGTERM handler. It acts like a permanent SIGINT: all later runs of the target end
 * immediately. */
void sbx_termination_install(void);
void sbx_hangup_install(void);
int sbx_termination(void);                       /* 0, or the number of the signal that arrived */
void sbx_termination_ignore(bool begins);        /* whether runs ignore a signal that arrived before */

/* watch.c */

/* Stops that are ignored for three seconds. */
enum {
  SBX_TERMINATED = 4,           /* SIGTERM was sent, and the process is still running */
  SBX_INTERRUPTED_AGAIN = 5     /* another SIGINT arrived after the first was reported */
};
typedef void (*sbx_overdue)(int reason);

/* Sets the time at which the host is stopped. 0 means no deadline. */
void sbx_set_deadline(sbx_host *host, int64_t deadline);
/* Withdraws a stop. */
void sbx_clear_stop(sbx_host *host);
/* Sets a function that the watch calls on its thread when a stop is overdue: once for each SIGINT,
 * and repeatedly for SIGTERM and for a deadline of the SIGINT target. The function cannot be
 * removed. Does not raise. */
void sbx_watch_overdue(sbx_overdue function);
/* While the watch is paused, SIGINT is not reported, because another handler receives it. Does not
 * raise. */
void sbx_watch_pause(bool begins);

/* Returns the userdata at `index` if it belongs to the shim and has that kind, or otherwise NULL.
 * Lua stack: 0. Does not raise. */
static inline sbx_box *sbx_box_at(lua_State *L, int index, uint64_t magic) {
  if (lua_rawlen(L, index) != sizeof(sbx_box)) return NULL;
  sbx_box *box = (sbx_box *)lua_touserdata(L, index);
  return box != NULL && box->magic == magic ? box : NULL;
}

static inline int sbx_upvalue(int index) { return lua_upvalueindex(index); }
static inline int sbx_registry(void) { return LUA_REGISTRYINDEX; }
static inline void sbx_pop(lua_State *L, int count) { lua_settop(L, -count - 1); }
/* Functions that access words that several threads read and write. They do not raise. */
static inline uintptr_t sbx_load(const uintptr_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}
static inline void sbx_store(uintptr_t *word, uintptr_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
static inline bool sbx_is_stopped(sbx_host *host) { return sbx_stop_reason(host) != SBX_RUNNING; }

#endif
