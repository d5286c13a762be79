/* The baseline that a script host is measured against: C structs driven from Lua, with names as
 * strings. The library also reads clocks, counts the heap, and starts processes. It does not depend
 * on Signalbox. */
#ifndef BASELINE_H
#define BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A Lua state with Lua's whole library and a `print` that stores its arguments. On request, it also
 * has `nav`: coordinators, stacks, tabs and links as C structs. */
typedef struct baseline baseline;

/* A line that a script has printed. An empty line is a time mark, and a number is a result. */
typedef struct baseline_note {
  int64_t cpu, wall;            /* nanoseconds; cpu is 0 if only the wall time is stored */
  double number;
  bool is_mark;
} baseline_note;

/* Opens a Lua state. Returns NULL if there is no memory. */
baseline *baseline_open(bool has_nav);
void baseline_close(baseline *host);
/* Runs Lua code. Returns whether it succeeded; if not, `baseline_message` contains the reason. */
bool baseline_run(baseline *host, const char *text);
const char *baseline_message(const baseline *host);
/* Sets whether marks store only the wall time, which costs less. */
void baseline_set_fine(baseline *host, bool is_fine);
/* Returns the notes so far, which are valid until the next run, and clears the list. */
const baseline_note *baseline_take_notes(baseline *host, size_t *count);

/* The nanoseconds that this thread has run, and the nanoseconds of a monotonic clock. */
int64_t baseline_cpu_time(void);
int64_t baseline_wall_time(void);
/* The number of bytes of the heap that are in use. */
size_t baseline_heap(void);
/* Starts a program in a folder, without standard streams, and waits for its end. Returns the
   nanoseconds, or -1 if the program failed. `peak` receives the maximum memory of the program in
   bytes, unless it is NULL. */
int64_t baseline_spawn(const char *folder, char *const arguments[], int64_t *peak);

/* A program at its own terminal of 100 columns and 40 rows. */
typedef struct baseline_terminal {
  int file;
  pid_t process;
} baseline_terminal;

/* Starts a program. Both lists end with NULL. */
bool baseline_terminal_open(baseline_terminal *terminal, char *const arguments[],
                         char *const environment[]);
bool baseline_terminal_type(baseline_terminal *terminal, const char *text);
/* Waits until the terminal shows a string. */
bool baseline_terminal_await(baseline_terminal *terminal, const char *text);
/* Waits until the program has printed nothing for the given time. */
void baseline_terminal_settle(baseline_terminal *terminal, int milliseconds);
/* Ends the program. */
void baseline_terminal_close(baseline_terminal *terminal);

#endif
