/* The matcher, which backtracks over the pattern text and counts every step, so that any match can
 * be stopped. */
#include "matcher.h"
#include <string.h>

enum { SLICE = 8192, DEPTH = 200 };

typedef unsigned char byte;
typedef enum { LITERAL, ANY, SET } item_kind;

/* One single-character item of a pattern. */
typedef struct {
  item_kind kind;
  byte literal;
  const uint64_t *bits;         /* of a SET */
  const char *end;              /* the position after the item */
} item;

static uint64_t classes[256][4]; /* the class of each character after "%" */
static byte specials[256];

static const char *match(sbx_matcher *m, const char *s, const char *p);

// MARK: Tables

static int holds(const uint64_t *bits, byte c) {
  return (int)(bits[c >> 6] >> (c & 63)) & 1;
}

static void add(uint64_t *bits, byte c) {
  bits[c >> 6] |= UINT64_C(1) << (c & 63);
}

static void add_range(uint64_t *bits, byte from, byte to) {
  for (unsigned c = from; c <= to; c++) add(bits, (byte)c);
}

static void add_all(uint64_t *bits, const uint64_t *others) {
  for (int i = 0; i < 4; i++) bits[i] |= others[i];
}

/* The character classes of the "C" locale are used, regardless of the locale of the process. */
void sbx_matcher_setup(void) {
  memset(classes, 0, sizeof classes);
  add_range(classes['l'], 'a', 'z');
  add_range(classes['u'], 'A', 'Z');
  add_range(classes['d'], '0', '9');
  add_range(classes['c'], 0, 31), add(classes['c'], 127);
  add_range(classes['g'], 33, 126);
  add_range(classes['s'], 9, 13), add(classes['s'], ' ');
  add_range(classes['x'], '0', '9'), add_range(classes['x'], 'a', 'f');
  add_range(classes['x'], 'A', 'F');
  add(classes['z'], 0);
  add_all(classes['a'], classes['l']), add_all(classes['a'], classes['u']);
  add_all(classes['w'], classes['a']), add_all(classes['w'], classes['d']);
  for (int i = 0; i < 4; i++) classes['p'][i] = classes['g'][i] & ~classes['w'][i];
  for (const char *name = "acdglpswxz"; *name; name++) {
    byte upper = (byte)(*name - 'a' + 'A');
    for (int i = 0; i < 4; i++) classes[upper][i] = ~classes[(byte)*name][i];
  }
  for (int i = 0; i < 4; i++) classes['U'][i] = ~classes['u'][i];
  for (int c = 0; c < 256; c++) {
    if (!(classes[c][0] | classes[c][1] | classes[c][2] | classes[c][3])) add(classes[c], (byte)c);
  }
  for (const char *special = "^$*+?.([%-"; *special; special++) specials[(byte)*special] = 1;
}

int sbx_is_special(const char *pattern, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (specials[(byte)pattern[i]]) return 1;
  }
  return 0;
}

// MARK: Steps

static __attribute__((noinline)) void refuel(sbx_matcher *m) {
  size_t used = (size_t)(SLICE - m->fuel);
  m->fuel = SLICE;
  sbx_charge(m->L, used);
}

static inline void spend(sbx_matcher *m, int32_t steps) {
  m->fuel -= steps;
  if (__builtin_expect(m->fuel < 0, 0)) refuel(m);
}

void sbx_matcher_settle(sbx_matcher *m) {
  if (SLICE - m->fuel >= 256) refuel(m);
}

void sbx_matcher_open(sbx_matcher *m, lua_State *L, const char *subject, size_t length,
                      const char *pattern, size_t pattern_length) {
  m->L = L;
  m->subject = subject;
  m->subject_end = subject + length;
  m->pattern_end = pattern + pattern_length;
  m->depth = DEPTH;
  m->fuel = SLICE;
  m->level = 0;
  m->set_count = 0;
}

// MARK: Items

/* Returns the position after the set that starts at `p`. */
static const char *set_end(sbx_matcher *m, const char *p) {
  const char *q = p + 1;
  if (*q == '^') q++;
  do {
    spend(m, 1);
    if (q == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    if (*q++ == '%' && q < m->pattern_end) q++;
  } while (*q != ']');
  return q + 1;
}

static void fill_set(sbx_matcher *m, sbx_set *set) {
  const char *q = set->start + 1, *close = set->end - 1;
  int negated = *q == '^';
  memset(set->bits, 0, sizeof set->bits);
  for (q += negated; q < close; q++) {
    spend(m, 1);
    if (*q == '%') {
      add_all(set->bits, classes[(byte)*++q]);
    } else if (q[1] == '-' && q + 2 < close) {
      add_range(set->bits, (byte)q[0], (byte)q[2]);
      q += 2;
    } else {
      add(set->bits, (byte)*q);
    }
  }
  if (negated) {
    for (int i = 0; i < 4; i++) set->bits[i] = ~set->bits[i];
  }
}

/* Returns the set that starts at `p`, from the cache if possible. NOTE: a set remains valid until
 * the next match() or read_set(), which may replace it. */
static const sbx_set *read_set(sbx_matcher *m, const char *p) {
  uint32_t count = m->set_count < SBX_SETS ? m->set_count : SBX_SETS;
  for (uint32_t i = 0; i < count; i++) {
    if (m->sets[i].start == p) return &m->sets[i];
  }
  const char *end = set_end(m, p);
  sbx_set *set = &m->sets[m->set_count % SBX_SETS];
  m->set_count = m->set_count + 1 == 2 * SBX_SETS ? SBX_SETS : m->set_count + 1;
  set->start = p;
  set->end = end;
  fill_set(m, set);
  return set;
}

static inline item read_item(sbx_matcher *m, const char *p) {
  switch (*p) {
    case '.':
      return (item){.kind = ANY, .end = p + 1};
    case '%':
      if (p + 1 == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
      return (item){.kind = SET, .bits = classes[(byte)p[1]], .end = p + 2};
    case '[': {
      const sbx_set *set = read_set(m, p);
      return (item){.kind = SET, .bits = set->bits, .end = set->end};
    }
    default:
      return (item){.kind = LITERAL, .literal = (byte)*p, .end = p + 1};
  }
}

static inline int accepts(const item *it, byte c) {
  switch (it->kind) {
    case LITERAL: return c == it->literal;
    case SET: return holds(it->bits, c);
    default: return 1;
  }
}

/* Returns the character with which a match of the pattern from `p` must start, or -1 if there is no
 * single such character. */
static inline int first_literal(const sbx_matcher *m, const char *p) {
  if (p >= m->pattern_end || specials[(byte)*p] || *p == ')') return -1;
  return p[1] == '*' || p[1] == '?' || p[1] == '-' ? -1 : (byte)*p;
}

// MARK: Repetition

/* Returns the end of the longest run from `s` that the item accepts. */
static const char *run_end(sbx_matcher *m, const char *s, const item *it) {
  if (it->kind == ANY) return m->subject_end;
  for (;;) {
    const char *start = s;
    const char *pause = m->subject_end - s > SLICE ? s + SLICE : m->subject_end;
    if (it->kind == LITERAL) {
      while (s < pause && (byte)*s == it->literal) s++;
    } else {
      while (s < pause && holds(it->bits, (byte)*s)) s++;
    }
    spend(m, (int32_t)(s - start));
    if (s < pause || s == m->subject_end) return s;
  }
}

/* Matches as many repetitions as possible, at least up to `least`, followed by the rest of the
 * pattern. */
static const char *match_greedy(sbx_matcher *m, const char *least, const char *s, const item *it,
                                const char *rest) {
  const char *end = run_end(m, s, it);
  if (rest == m->pattern_end && m->depth > 0) return end;
  int literal = m->depth > 0 ? first_literal(m, rest) : -1;
  for (; end >= least; end--) {
    spend(m, 1);
    if (literal >= 0 && (end == m->subject_end || (byte)*end != literal)) continue;
    const char *found = match(m, end, rest);
    if (found) return found;
  }
  return NULL;
}

/* Matches as few repetitions as possible. The item is read again in each iteration, because its set
 * may have been replaced. */
static const char *match_lazy(sbx_matcher *m, const char *s, const char *p, const char *rest) {
  int literal = m->depth > 0 ? first_literal(m, rest) : -1;
  item it = read_item(m, p);
  for (;; s++) {
    spend(m, 1);
    if (literal < 0 || (s < m->subject_end && (byte)*s == literal)) {
      const char *found = match(m, s, rest);
      if (found) return found;
      it = read_item(m, p);
    }
    if (s >= m->subject_end || !accepts(&it, (byte)*s)) return NULL;
  }
}

// MARK: Captures and the other special items

static const char *open_capture(sbx_matcher *m, const char *s, const char *rest, ptrdiff_t length) {
  if (m->level >= SBX_CAPTURES) luaL_error(m->L, "too many captures");
  m->captures[m->level].start = s;
  m->captures[m->level].length = length;
  m->level++;
  const char *found = match(m, s, rest);
  if (!found) m->level--;
  return found;
}

static const char *close_capture(sbx_matcher *m, const char *s, const char *rest) {
  int index = m->level - 1;
  while (index >= 0 && m->captures[index].length != SBX_CAPTURE_OPEN) index--;
  if (index < 0) luaL_error(m->L, "invalid pattern capture");
  m->captures[index].length = s - m->captures[index].start;
  const char *found = match(m, s, rest);
  if (!found) m->captures[index].length = SBX_CAPTURE_OPEN;
  return found;
}

/* Matches the contents of capture `digit` again. */
static const char *match_back(sbx_matcher *m, const char *s, byte digit) {
  int index = digit - '1';
  if (index < 0 || index >= m->level || m->captures[index].length == SBX_CAPTURE_OPEN) {
    luaL_error(m->L, "invalid capture index %%%d", index + 1);
  }
  ptrdiff_t length = m->captures[index].length;
  if (length == SBX_CAPTURE_POSITION || m->subject_end - s < length) return NULL;
  spend(m, (int32_t)(length >> 6 > SLICE ? SLICE : length >> 6));
  return memcmp(m->captures[index].start, s, (size_t)length) == 0 ? s + length : NULL;
}

/* Matches a balanced text from one delimiter to the other. `p` points to the first delimiter. */
static const char *match_balanced(sbx_matcher *m, const char *s, const char *p) {
  if (p + 1 >= m->pattern_end) {
    luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  }
  if (s >= m->subject_end || *s != p[0]) return NULL;
  size_t open = 1;
  for (s++; s < m->subject_end; s++) {
    spend(m, 1);
    if (*s == p[1]) {
      if (--open == 0) return s + 1;
    } else if (*s == p[0]) {
      open++;
    }
  }
  return NULL;
}

/* Returns whether there is a frontier at `s`, and moves `p` from the set after "%f" to the
 * following item. */
static int is_frontier(sbx_matcher *m, const char *s, const char **p) {
  if (**p != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
  const sbx_set *set = read_set(m, *p);
  byte before = s == m->subject ? 0 : (byte)s[-1];
  *p = set->end;
  return !holds(set->bits, before) && holds(set->bits, (byte)*s);
}

// MARK: Matching

/* Matches an item, with or without a suffix, at `s`. Returns 1 to continue at `s` and `p`, or 0
 * with the result in `s`. */
static inline int match_item(sbx_matcher *m, const char **s, const char **p) {
  item it = read_item(m, *p);
  const char *rest = it.end + 1;
  char suffix = *it.end;
  if (*s >= m->subject_end || !accepts(&it, (byte)**s)) {
    if (suffix != '*' && suffix != '?' && suffix != '-') return *s = NULL, 0;
    return *p = rest, 1;
  }
  switch (suffix) {
    case '*':
      return *s = match_greedy(m, *s, *s + 1, &it, rest), 0;
    case '+':
      return *s = match_greedy(m, *s + 1, *s + 1, &it, rest), 0;
    case '-':
      return *s = match_lazy(m, *s, *p, rest), 0;
    case '?': {
      const char *found = match(m, *s + 1, rest);
      if (found) return *s = found, 0;
      return *p = rest, 1;
    }
    default:
      return *p = it.end, *s += 1, 1;
  }
}

static const char *match_here(sbx_matcher *m, const char *s, const char *p) {
  while (p != m->pattern_end) {
    spend(m, 1);
    if (*p == '(') {
      return p[1] == ')' ? open_capture(m, s, p + 2, SBX_CAPTURE_POSITION)
                         : open_capture(m, s, p + 1, SBX_CAPTURE_OPEN);
    } else if (*p == ')') {
      return close_capture(m, s, p + 1);
    } else if (*p == '$' && p + 1 == m->pattern_end) {
      return s == m->subject_end ? s : NULL;
    } else if (*p == '%' && p[1] == 'b') {
      s = match_balanced(m, s, p + 2);
      if (!s) return NULL;
      p += 4;
    } else if (*p == '%' && p[1] == 'f') {
      p += 2;
      if (!is_frontier(m, s, &p)) return NULL;
    } else if (*p == '%' && holds(classes['d'], (byte)p[1])) {
      s = match_back(m, s, (byte)p[1]);
      if (!s) return NULL;
      p += 2;
    } else if (!match_item(m, &s, &p)) {
      return s;
    }
  }
  return s;
}

static const char *match(sbx_matcher *m, const char *s, const char *p) {
  if (m->depth-- == 0) luaL_error(m->L, "pattern too complex");
  s = match_here(m, s, p);
  m->depth++;
  return s;
}

const char *sbx_match_at(sbx_matcher *m, const char *s, const char *pattern) {
  m->level = 0;
  return match(m, s, pattern);
}

const char *sbx_match_after(sbx_matcher *m, const char **s, const char *pattern) {
  int literal = first_literal(m, pattern);
  for (const char *at = *s; at <= m->subject_end; at++) {
    spend(m, 1);
    if (literal >= 0) {
      size_t left = (size_t)(m->subject_end - at);
      const char *next = left ? memchr(at, literal, left) : NULL;
      if (!next) return NULL;
      spend(m, (int32_t)((next - at) >> 6 > SLICE ? SLICE : (next - at) >> 6));
      at = next;
    }
    const char *end = sbx_match_at(m, at, pattern);
    if (end) return *s = at, end;
  }
  return NULL;
}
