/* Debugging: lines, steps, positions and threads of running scripts. See debug.c. */
#ifndef SBX_DEBUG_H
#define SBX_DEBUG_H

#include "sbx_host.h"
#include <stdbool.h>

/* The reasons why the hook of the debugger calls Swift. */
enum {
  SBX_DEBUG_LINE = 1,           /* a line on which a file has a breakpoint */
  SBX_DEBUG_STEP = 2,           /* the end of a step */
  SBX_DEBUG_TARGET = 4,         /* the line count equals the value of sbx_debug_set_target */
  SBX_DEBUG_NOTICE = 8,         /* another thread has called sbx_debug_send_notice */
  SBX_DEBUG_ERROR = 16          /* an error that a call of the host returns; its value is on top */
};
enum { SBX_STEP_NONE = 0, SBX_STEP_IN = 1, SBX_STEP_OVER = 2, SBX_STEP_OUT = 3 };
/* The stack slots that the hook needs. */
enum { SBX_DEBUG_ROOM = 60 };

/* A position in an execution: the number of lines that began, their hash, and the running function.
 * A repetition has other threads, so the function is identified by the number of its coroutine (0
 * for none), the number of calls of the host around it, and its level in its thread. */
typedef struct sbx_debug_place {
  uint64_t count, hash;
  int64_t coroutine;
  int32_t nesting;
  int depth;
} sbx_debug_place;

/* Calls Swift. `level` is the level of the innermost function of the script. Does not raise. */
typedef void (*sbx_debug_stop)(lua_State *L, int reasons, int level);

/* Receives the text of a chunk that a script has loaded under a name. Does not raise. */
typedef void (*sbx_debug_load)(lua_State *L, const char *name, const char *text, size_t length);

/* Begins debugging. Returns false if the host is debugged already or if there is no memory. */
bool sbx_debug_open(sbx_host *host, sbx_debug_stop stop, sbx_debug_load load);
/* Ends debugging. Threads lose their hook when they run next. */
void sbx_debug_close(sbx_host *host);
/* Sets or removes the line hook. */
void sbx_debug_watch_lines(sbx_host *host, bool wants_lines);
void sbx_debug_watch_errors(sbx_host *host, bool wants_errors);
void sbx_debug_set_line(sbx_host *host, int line, bool has_breakpoint);
void sbx_debug_clear_lines(sbx_host *host);
/* Begins a step at the function at a level of the running thread. */
void sbx_debug_set_step(sbx_host *host, int step, int level);
/* Disables the debugger while its own code runs, and enables it afterwards. */
void sbx_debug_set_enabled(sbx_host *host, bool is_enabled);
/* Makes functions of scripts raise an error instead of running, until this is revoked. Chunks run. */
#define SBX_DEBUG_FORBIDDEN "the expression calls a function"
void sbx_debug_forbid_functions(sbx_host *host, bool is_forbidden);
/* Returns the full name of the chunk of a function, or NULL for a host function. The name is valid
 * while the function exists. Lua stack: 0. Does not raise while Swift is on top. */
const char *sbx_debug_chunk(lua_State *L, int level);
/* Reports a chunk that a script has loaded. A chunk whose name is its text is not reported. Lua
 * stack: 0. Does not raise. */
void sbx_debug_loaded(lua_State *L, const char *name, const char *text, size_t length);
/* Makes the hook call Swift soon. Can be called on any thread while the host exists. */
void sbx_debug_send_notice(sbx_host *host);
bool sbx_debug_take_notice(sbx_host *host);
/* Arms the hook for a request that came while a script waited. */
void sbx_debug_end_pause(sbx_host *host);
bool sbx_debug_wants_notice(sbx_host *host);
/* Whether the line hook is set, which also polls for stops. */
bool sbx_debug_has_lines(const sbx_host *host);
/* Calls Swift from a hook because of a request. Lua stack: 0. May raise. */
void sbx_debug_attend(lua_State *L);
/* Calls Swift from a message handler. Lua stack: 0. Does not raise. */
void sbx_debug_error(lua_State *L);
/* Counts lines from 0 again. */
void sbx_debug_restart_count(sbx_host *host);
void sbx_debug_position(sbx_host *host, int level, sbx_debug_place *place);
void sbx_debug_set_target(sbx_host *host, uint64_t count);
/* Stops at the line of a place. Also records the number of the last earlier line that began in the
 * same function or in one of its callers. */
void sbx_debug_search(sbx_host *host, const sbx_debug_place *place);
uint64_t sbx_debug_found(sbx_host *host);
/* The innermost thread that the host runs; the coroutines of scripts run on top of it. */
lua_State *sbx_debug_base(sbx_host *host);
lua_State *sbx_debug_begin_run(sbx_host *host, lua_State *L);
void sbx_debug_end_run(sbx_host *host, lua_State *base);
/* Pushes a table of the coroutines that scripts have resumed, with their numbers. Lua stack: +1 if
 * there is one. Does not raise. */
bool sbx_debug_push_coroutines(lua_State *L);

/* Calls the hook that a request has armed. See interrupt.c. */
enum { SBX_COUNT = 100 };
void sbx_tick(sbx_host *host);
void sbx_count(lua_State *L);
void sbx_set_count_hook(lua_State *L);

#endif
