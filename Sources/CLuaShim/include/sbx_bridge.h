/* The bridge between Lua and Swift: what LuaRuntime calls, and nothing else does. */
#ifndef SBX_BORDER_H
#define SBX_BORDER_H

#include "sbx_host.h"
#include <stdbool.h>

/* Codes that an entry returns in place of a count. */
enum {
  SBX_RAISE_PARKED = -1,  /* the parked text is the error */
  SBX_RAISE_VALUE = -2,   /* the value on top is the error */
  SBX_RAISE_STOP = -3     /* a stop passes through; once withdrawn, the parked text is the error */
};

enum { SBX_TRACE_FRAMES = 32, SBX_NAME_LENGTH = 64 };

/* One Lua function on a stack at the time of an error. */
typedef struct sbx_trace_frame {
  char source[512];             /* the chunk name as it was given, cut short where it is longer */
  char short_source[LUA_IDSIZE];
  char name[SBX_NAME_LENGTH];   /* empty: unknown */
  char what[16];                /* "main", "Lua" */
  char name_what[16];           /* "global", "method", ... */
  int32_t line;                 /* -1: unknown */
  int32_t defined;              /* line of the definition */
  bool is_vararg;
} sbx_trace_frame;

/* What a level of a stack is. */
enum { SBX_NO_FRAME = 0, SBX_LUA_FRAME = 1, SBX_HOST_FRAME = 2 };

/* What a pause must restore. */
typedef struct sbx_pause {
  int32_t reentry;
  int64_t steps_left, deadline, since;
} sbx_pause;

/* The content of our userdata: a handle carries bits, an object a retained Swift reference. */
typedef struct sbx_box {
  uint64_t magic;               /* with the type in it; 0 once finalised */
  uint64_t bits;
  uint32_t place;               /* among those that own an object; see sbx_own */
} sbx_box;

/* memory.c */

/* How a Lua state is to be. */
typedef struct sbx_plan {
  size_t limit, largest;        /* as in the host */
  bool budget_mode;
  bool keeps_snapshot;             /* sbx_snapshot_take will be called */
  bool counts_heap;             /* as far as the process does */
  sbx_entry entry;
  sbx_release release, retain;
} sbx_plan;

/* Lets the block of a number fail that the calling thread asks for from now on, counted from 1; 0
 * lets none. For tests. */
void sbx_fail_block(int64_t number);
/* How many more blocks until that one is asked for; 0 once it has failed. */
int64_t sbx_blocks_left(void);

/* What the calling thread holds of the heap, and the number of the thread; not there in processes
 * that do not link the target CHeapMeter. */
const int64_t *signalbox_heap_held(uint64_t *thread) __attribute__((weak));
/* Begins and ends the counting of a run: what its thread gets and gives back is the Lua state's.
 * What the same thread has given back between two runs counts as well. Does not raise. */
void sbx_meter_begin(sbx_host *host);
void sbx_meter_end(sbx_host *host);
/* Makes what Lua holds now all that counts. Does not raise. */
void sbx_meter_reset(sbx_host *host);

/* Makes a host and its Lua state; NULL when there is no memory. Does not raise. */
sbx_host *sbx_open(const sbx_plan *plan);
/* Closes the Lua state and frees the host. Does not raise. */
void sbx_close(sbx_host *host);
/* Keeps an error text outside of Lua; cuts it short where there is no memory. Does not raise. */
void sbx_park(sbx_host *host, const char *text, size_t length);
/* Keeps the interned string on top under an id. Lua stack: -1, 0 where there is no memory. Does not
 * raise while Swift is on top. */
bool sbx_atom_define(lua_State *L, int32_t id);
/* Pushes the string of an id. Lua stack: +1 if there is one. Does not raise while Swift is on top.
 */
bool sbx_push_atom(lua_State *L, int32_t id);
/* Pushes the value at `argument` and the strings of two ids, nil for a `second` below 0. Lua stack:
 * +3, 0 where an id is unknown. Does not raise while Swift is on top. */
bool sbx_push_results(lua_State *L, int argument, int32_t first, int32_t second);
/* The id of the string at `index`; -1: no string or unknown. Lua stack: 0. Does not raise. */
int32_t sbx_atom_find(lua_State *L, int index);

/* Bytes of an entry of sbx_host.atoms. */
extern const size_t sbx_atom_size;

/* snapshot.c */

/* Keeps the memory of a Lua state as it is, once, for sbx_snapshot_restore. Returns false where
 * something runs, where there is no memory, and where the Lua state was not opened for it. Does not
 * raise. */
bool sbx_snapshot_take(sbx_host *host);
/* Puts a Lua state back to its snapshot: what came since is gone, Swift objects are let go of;
 * scripts have no finalisers of their own. Returns false, and changes nothing, where something
 * runs. Does not raise. */
bool sbx_snapshot_restore(sbx_host *host);
/* Begins the numbers of math.random again, as math.randomseed(first, second) does. */
void sbx_seed_random(sbx_host *host, uint64_t first, uint64_t second);
/* Lets go of the snapshot and of all listed blocks, behind lua_close. */
void sbx_snapshot_close(sbx_host *host);
/* Notes that a userdata owns a Swift object from now on. Ends the process where there is no memory
 * for that. */
void sbx_own(sbx_host *host, sbx_box *box);
/* Notes that it owns none any more. */
void sbx_disown(sbx_host *host, sbx_box *box);

/* references.c */

/* Keeps the value on top in a slot. Lua stack: -1. Does not raise while Swift is on top. */
int32_t sbx_keep(lua_State *L);
/* Pushes the value of a slot. Lua stack: +1. Does not raise while Swift is on top. */
void sbx_push_kept(lua_State *L, int32_t slot);
/* Frees a slot. Lua stack: 0. Does not raise. */
void sbx_let_go(sbx_host *host, int32_t slot);

/* bridge.c */

/* The C function behind every native function; upvalue 1 is its context. */
int sbx_trampoline(lua_State *L);
/* `__index`; upvalues: context for other keys or NULL, methods, getters. */
int sbx_index(lua_State *L);
/* `__newindex`; upvalues: context for other keys or NULL, setters. */
int sbx_newindex(lua_State *L);
/* `__gc` and `__close` of objects: lets go of the Swift reference once. */
int sbx_finalize(lua_State *L);
/* Message handler: records the Lua frames in the host. Lua stack: 0. Does not raise. */
int sbx_handler(lua_State *L);
/* Records up to SBX_TRACE_FRAMES Lua frames of a stack. Lua stack: 0. Does not raise. */
void sbx_trace(lua_State *L);
/* The line of the innermost Lua function at or above `level`, 0 where there is none, and its
 * chunk's name, valid while it is active; NULL where that is `known`. Lua stack: 0. Does not raise.
 * */
int sbx_line(lua_State *L, int level, const char *known, const char **chunk);

/* Tells of the function at a level of the stack. Lua stack: 0. Does not raise while Swift is on
 * top. Returns one of the kinds of levels; only of a Lua function there is more to tell. */
int sbx_frame_at(lua_State *L, int level, sbx_trace_frame *frame);
/* Tells of the function on top; false: it is none of Lua's. Lua stack: 0. Does not raise while
 * Swift is on top. */
bool sbx_frame_of_function(lua_State *L, sbx_trace_frame *frame);

/* declarators.c */

/* The C function behind a word that declares something under a name: `word "name" { … }`; upvalues:
 * context, what keeps it alive, the table of sbx_push_waiting, whether it is a method. Swift is
 * entered once the name has its value, with: name, value, line and chunk of the word. A missing or
 * wrong name enters at once; both are nil where a method has no receiver. */
int sbx_declarator(lua_State *L);
/* Pushes the table of the names that wait for their value. Lua stack: +1. Does not raise while
 * Swift is on top. */
void sbx_push_waiting(lua_State *L);
/* Pushes the name, line and chunk of the first word in the text whose name has no value yet, and
 * gives its context. Lua stack: +3. Does not raise while Swift is on top. Returns whether there is
 * one. */
bool sbx_push_unfinished(lua_State *L, void **context);

/* activations.c */

/* Pushes a variable of the function at a level and returns its name; NULL where there is none.
 * Lua stack: +1 if there is one. Does not raise. */
const char *sbx_push_local(lua_State *L, int level, int index);
/* Assigns the value on top to such a variable. Lua stack: -1. Does not raise. */
void sbx_set_local(lua_State *L, int level, int index);
/* Pushes the function at a level. Lua stack: +1 if there is one. Does not raise while Swift is on
 * top. */
bool sbx_push_function_at(lua_State *L, int level);
/* Pushes `self` of the innermost function of a script at or above `level` that has one: its first
 * variable of that name, or a variable of an enclosing function. Goes past at most `*calls` host
 * functions, which it counts down. Returns the level above that function, 0 where there is none, -1
 * where a tail call has taken a function off the stack before one was found.
 * Lua stack: +1 if there is one. Does not raise while Swift is on top. */
int sbx_push_self(lua_State *L, int level, int *calls);
/* Pushes the variable `self` of an enclosing function that the function at `index` uses.
 * Lua stack: +1 if there is one. Does not raise. */
bool sbx_push_self_of(lua_State *L, int index);
/* From here on, until its end, runs are outermost ones: their stops are theirs alone, an interrupt
 * between them is kept for the next query, and the deadline stands still. Does not raise. */
void sbx_pause_begin(sbx_host *host, sbx_pause *kept);
/* Ends a pause and returns the nanoseconds that it took. Does not raise. */
int64_t sbx_pause_end(sbx_host *host, const sbx_pause *kept);

/* protected.c: every one runs Lua inside a protected call, with the memory limit back in force. */

/* Pushes the message handler and the function of a slot. Lua stack: +2. Does not raise while Swift
 * is on top. Returns the height of the stack before. */
int sbx_begin_call(lua_State *L, int32_t slot);
/* The same for the function that the table of a slot has under a name; pushes nothing and returns
 * -1 when there is none. */
int sbx_begin_method(lua_State *L, int32_t slot, const char *name, size_t length);
/* Calls the function below `arguments` values. Lua stack: -1 - arguments + results, or the error.
 */
int sbx_call(lua_State *L, int arguments, int results, int handler);
/* Resumes `co`; its values or its error are on top of its stack. Does not raise. */
int sbx_resume(lua_State *co, lua_State *from, int arguments, int *results);
/* Runs the pending `<close>` variables of `co` unless it was aborted. Does not raise. */
int sbx_reset(lua_State *co);
/* Compiles text and gives it the environment on top of the stack, which it replaces by the function
 * or the message. What is no text must come from lua_dump in this process: nothing checks it.
 * Lua stack: 0. Does not raise. */
int sbx_compile(lua_State *L, const char *bytes, size_t length, const char *name, bool is_text);
/* Replaces the value on top by its text, `__tostring` included. Lua stack: 0. Does not raise. */
int sbx_describe(lua_State *L);
/* Pushes the base environment. Lua stack: +1, the error likewise. Does not raise. */
int sbx_open_base(lua_State *L);
/* Runs a garbage collection. Lua stack: 0. Does not raise. */
void sbx_collect(lua_State *L);
/* Pushes the next key and value of the table at `index` after the key on top; 0: no more, -1: no
 * such key. Lua stack: +1, -1 or -1. Does not raise. */
int sbx_next(lua_State *L, int index);

/* objects.c */

/* Where a type of userdata keeps its things, as references into the registry. */
typedef struct sbx_type {
  uint64_t magic;               /* tells this type from every other userdata */
  int32_t metatable;
  int32_t cache;                /* bits -> userdata, weak values */
  int32_t user_values;          /* 0 or 1 */
  bool owns;                    /* its bits are a Swift reference */
} sbx_type;

/* Pushes the living userdata of these bits. Lua stack: +1 if there is one. Does not raise. */
bool sbx_push_known(lua_State *L, const sbx_type *type, uint64_t bits);
/* Pushes a table of all living userdata of a type, which holds them. Lua stack: +1. Does not raise
 * while Swift is on top. */
void sbx_push_cached(lua_State *L, const sbx_type *type);
/* Makes the userdata of such a table known again, where no other has its place. Lua stack: -1. Does
 * not raise while Swift is on top. */
void sbx_restore_cached(lua_State *L, const sbx_type *type);
/* Runs a garbage collection as though the table on top did not exist: what only it holds is no
 * longer in the caches. Lua stack: 0, with the table on top again. Does not raise while Swift is on
 * top. */
void sbx_collect_apart(lua_State *L);
/* Pushes a new userdata of these bits. Lua stack: +1. Does not raise while Swift is on top. */
void sbx_push_new(lua_State *L, const sbx_type *type, uint64_t bits);
/* Makes the weak cache and takes the metatable on top. Lua stack: -1. Does not raise while Swift
 * is on top. */
void sbx_type_open(lua_State *L, sbx_type *type);
/* Pushes the table of an object's callbacks. Lua stack: +1. Does not raise while Swift is on top.
 */
void sbx_push_user_table(lua_State *L, int index);

/* Pushes a field of a table, read raw, or nil where there is no table. The key must stay where it
 * is. Lua stack: +1. Does not raise while Swift is on top. */
void sbx_push_field(lua_State *L, int index, const char *key);

/* views.c */

/* Replaces the table on top by a read-only view of it, which scripts know by that name; the same
 * table has one view. Tables inside of it come as views too. Other values stay. Lua stack: 0. Needs
 * 8 slots; does not raise while Swift is on top. */
void sbx_push_view(lua_State *L, const char *name);
/* Pushes the table behind the view at `index`. Lua stack: +1 if it is a view. Does not raise. */
bool sbx_push_viewed(lua_State *L, int index);

/* interrupt.c */

/* The outermost run takes its thread over, so that signals find it there. Does not raise. */
void sbx_take_thread(sbx_host *host);
void sbx_leave_thread(sbx_host *host);
/* Pushes the abort error. Lua stack: +1. Does not raise. */
void sbx_push_abort(lua_State *L);
/* Requests a stop: from any thread in budget mode, else from the Lua thread or a handler on it. */
void sbx_request_stop(sbx_host *host, int reason);
/* Requests a stop from any thread; the host must not be closed meanwhile. */
void sbx_stop_from_anywhere(sbx_host *host, int reason);
/* Nanoseconds of a clock that only goes forward; its resolution may be some milliseconds. */
int64_t sbx_now(void);
/* Installs the count hook of budget mode; before anything runs. */
void sbx_install_hook(sbx_host *host);
/* SIGINT: at most one host is its target; without a run the flag is kept. */
void sbx_interrupts_install(void);
void sbx_interrupts_remove(void);
void sbx_interrupts_target(sbx_host *host);
void sbx_interrupts_forget(sbx_host *host);
bool sbx_interrupts_reach(sbx_host *host);
/* The target gets no more memory where it has been asked to stop. Under the lock of the watch. */
void sbx_interrupts_reject(void);
bool sbx_interrupts_pending(void);
bool sbx_interrupts_take(void);
int sbx_interrupts_count(void);
/* SIGTERM: like SIGINT, once and for good; what the target runs from then on ends at once. */
void sbx_termination_install(void);
void sbx_hangup_install(void);
int sbx_termination(void);                       /* 0, or the signal that came */

/* watch.c */

/* Stops that are ignored for 750 ms. */
enum {
  SBX_TERMINATED = 4,           /* SIGTERM, and the process still runs */
  SBX_INTERRUPTED_AGAIN = 5     /* SIGINT came once more after the first was reported */
};
typedef void (*sbx_overdue)(int reason);

/* Sets the moment that stops the host, 0 = none. */
void sbx_set_deadline(sbx_host *host, int64_t deadline);
/* Withdraws a stop. */
void sbx_clear_stop(sbx_host *host);
/* Calls a function on the thread of the watch when a stop is overdue: SIGINT once for each time it
 * came, SIGTERM and a deadline of the target of SIGINT again and again. For the rest of the
 * process. Does not raise. */
void sbx_watch_overdue(sbx_overdue function);
/* While it is paused SIGINT is not reported, since another handler takes it. Does not raise.
 * */
void sbx_watch_pause(bool begins);

/* The userdata at `index` if it is ours and of that kind, else NULL. Lua stack: 0. Does not raise.
 */
static inline sbx_box *sbx_box_at(lua_State *L, int index, uint64_t magic) {
  if (lua_rawlen(L, index) != sizeof(sbx_box)) return NULL;
  sbx_box *box = (sbx_box *)lua_touserdata(L, index);
  return box != NULL && box->magic == magic ? box : NULL;
}

static inline int sbx_upvalue(int index) { return lua_upvalueindex(index); }
static inline int sbx_registry(void) { return LUA_REGISTRYINDEX; }
static inline void sbx_pop(lua_State *L, int count) { lua_settop(L, -count - 1); }
/* Words that several threads read and write. Do not raise. */
static inline uintptr_t sbx_load(const uintptr_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}
static inline void sbx_store(uintptr_t *word, uintptr_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
static inline bool sbx_is_stopped(sbx_host *host) { return sbx_stop_reason(host) != SBX_RUNNING; }

#endif
