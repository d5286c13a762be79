/* The bound that a script host is measured against: C structs driven from Lua, names as strings.
 * Also the clocks, the count of the heap, and starting a process. Knows nothing of Signalbox. */
#ifndef BOUND_H
#define BOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A Lua universe with Lua's whole library, `print` that keeps what it is given, and, if asked for,
 * `nav`: coordinators, stacks, tabs and links as C structs. */
typedef struct bound bound;

/* What scripts printed: an empty line is a mark in time, a number is a result. */
typedef struct bound_note {
  int64_t cpu, wall;            /* nanoseconds; cpu is 0 where only wall time is kept */
  double number;
  bool is_mark;
} bound_note;

/* Opens a universe; NULL when there is no memory. */
bound *bound_open(bool has_nav);
void bound_close(bound *host);
/* Runs a text; returns whether it did, `bound_message` says why it did not. */
bool bound_run(bound *host, const char *text);
const char *bound_message(const bound *host);
/* Whether marks keep wall time only, which costs less. */
void bound_set_fine(bound *host, bool is_fine);
/* Takes over the notes so far and forgets them: valid until the next run. */
const bound_note *bound_take_notes(bound *host, size_t *count);

/* Nanoseconds that this thread has run, and nanoseconds of a clock that only goes forward. */
int64_t bound_cpu_time(void);
int64_t bound_wall_time(void);
/* Bytes of the heap that are in use. */
size_t bound_heap(void);
/* Starts a program in a folder, its standard streams closed off, and waits; nanoseconds, or -1 if it
   failed. peak gets the most memory that it held, in bytes; NULL for who does not ask. */
int64_t bound_spawn(const char *folder, char *const arguments[], int64_t *peak);

/* A program at a terminal of its own, 100 columns by 40. */
typedef struct bound_terminal {
  int file;
  pid_t process;
} bound_terminal;

/* Starts it; both lists end with NULL. */
bool bound_terminal_open(bound_terminal *terminal, char *const arguments[],
                         char *const environment[]);
bool bound_terminal_type(bound_terminal *terminal, const char *text);
/* Waits until a text is shown. */
bool bound_terminal_await(bound_terminal *terminal, const char *text);
/* Waits until nothing was shown for so long. */
void bound_terminal_settle(bound_terminal *terminal, int milliseconds);
/* Ends the program. */
void bound_terminal_close(bound_terminal *terminal);

#endif
