/* The matcher of Lua patterns, which is private to the library. */
#ifndef SBX_MATCHER_H
#define SBX_MATCHER_H

#include "sbx_host.h"

enum { SBX_CAPTURES = 32, SBX_SETS = 4 };
enum { SBX_CAPTURE_OPEN = -1, SBX_CAPTURE_POSITION = -2 }; /* instead of a length */

/* A set of the pattern, which is computed when the match reaches it for the first time. */
typedef struct {
  const char *start, *end;      /* from its "[" to the position after its "]" */
  uint64_t bits[4];
} sbx_set;

/* A run of a pattern over a subject. All data is on the C stack, so that an error can leave the run
 * with a jump. */
typedef struct {
  lua_State *L;
  const char *subject, *subject_end;
  const char *pattern_end;
  int32_t depth;                /* levels of recursion that are left */
  int32_t fuel;                 /* steps until the next charge */
  int32_t level;                /* captures so far */
  uint32_t set_count;
  struct { const char *start; ptrdiff_t length; } captures[SBX_CAPTURES];
  sbx_set sets[SBX_SETS];
} sbx_matcher;

/* Prepares the tables of character classes. Call this once per process. Does not raise. */
void sbx_matcher_setup(void);

/* Prepares a run. Lua stack: 0. Does not raise. */
void sbx_matcher_open(sbx_matcher *m, lua_State *L, const char *subject, size_t length,
                      const char *pattern, size_t pattern_length);

/* Matches `pattern` at `s`. Returns the end of the match, or NULL. Lua stack: 0. May raise. */
const char *sbx_match_at(sbx_matcher *m, const char *s, const char *pattern);

/* Finds the first match at or after `s`, and stores its start in `s`. Returns NULL if there is
 * none. Lua stack: 0. May raise. */
const char *sbx_match_after(sbx_matcher *m, const char **s, const char *pattern);

/* Charges the work of the run since the last charge. Lua stack: 0. May raise. */
void sbx_matcher_settle(sbx_matcher *m);

/* Returns whether the pattern contains a special character. Does not raise. */
int sbx_is_special(const char *pattern, size_t length);

#endif
