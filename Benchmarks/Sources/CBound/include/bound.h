/* The bound that a script host is measured against: C structs driven from Lua, with names as
 * strings. The library also reads clocks, counts the heap, and starts processes. It does not depend
 * on Signalbox. */
#ifndef BOUND_H
#define BOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A Lua state with Lua's whole library and a `print` that stores its arguments. On request, it also
 * has `nav`: coordinators, stacks, tabs and links as C structs. */
typedef struct bound bound;

/* A line that a script has printed. An empty line is a time mark, and a number is a result. */
typedef struct bound_note {
  int64_t cpu, wall;            /* nanoseconds; cpu is 0 if only the wall time is stored */
  double number;
  bool is_mark;
} bound_note;

/* Opens a Lua state. Returns NULL if there is no memory. */
bound *bound_open(bool has_nav);
void bound_close(bound *host);
/* Runs Lua code. Returns whether it succeeded; if not, `bound_message` contains the reason. */
bool bound_run(bound *host, const char *text);
const char *bound_message(const bound *host);
/* Sets whether marks store only the wall time, which costs less. */
void bound_set_fine(bound *host, bool is_fine);
/* Returns the notes so far, which are valid until the next run, and clears the list. */
const bound_note *bound_take_notes(bound *host, size_t *count);

/* The nanoseconds that this thread has run, and the nanoseconds of a monotonic clock. */
int64_t bound_cpu_time(void);
int64_t bound_wall_time(void);
/* The number of bytes of the heap that are in use. */
size_t bound_heap(void);
/* Starts a program in a folder, without standard streams, and waits for its end. Returns the
   nanoseconds, or -1 if the program failed. `peak` receives the maximum memory of the program in
   bytes, unless it is NULL. */
int64_t bound_spawn(const char *folder, char *const arguments[], int64_t *peak);

/* A program at its own terminal of 100 columns and 40 rows. */
typedef struct bound_terminal {
  int file;
  pid_t process;
} bound_terminal;

/* Starts a program. Both lists end with NULL. */
bool bound_terminal_open(bound_terminal *terminal, char *const arguments[],
                         char *const environment[]);
bool bound_terminal_type(bound_terminal *terminal, const char *text);
/* Waits until the terminal shows a string. */
bool bound_terminal_await(bound_terminal *terminal, const char *text);
/* Waits until the program has printed nothing for the given time. */
void bound_terminal_settle(bound_terminal *terminal, int milliseconds);
/* Ends the program. */
void bound_terminal_close(bound_terminal *terminal);

#endif
