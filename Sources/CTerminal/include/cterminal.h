/* The modes of the terminal, and the signals after which it must never remain in one of the
 * program's modes. There is one terminal per process. All functions except ctl_wake and ctl_restore
 * must be called on the editing thread. */
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>

/* Stores the current modes of a terminal and installs signal handlers. When the process ends, stops
 * or continues, the original modes are restored, and previous handlers run afterwards. Returns a
 * descriptor that becomes readable after each event (a new size, a signal, ctl_wake), or -1.
 * Further calls return the same descriptor and store the modes of the terminal again. */
int ctl_open(int input, int output);

/* Sets the editing mode: individual keys, no echo, and no signals from keys. */
void ctl_edit(void);

/* Sets the mode between two lines: keys send signals again, and typed keys wait without an echo. */
void ctl_run(void);

/* Sets whether keys send signals while a line is edited, as they do while other code is running. */
void ctl_signal(bool makes_signals);

/* Restores the original modes of the terminal. Async-signal-safe. */
void ctl_restore(void);

/* Stops the process and its process group, as Ctrl-Z does elsewhere. Returns when the process
 * continues. */
void ctl_stop(void);

/* Makes the descriptor of ctl_open readable. Async-signal-safe, for any thread. */
void ctl_wake(void);

/* Returns whether the process has been stopped and continued since the last call. */
bool ctl_take_continued(void);

/* Returns whether the window has been resized since the last call, perhaps to its earlier size. */
bool ctl_take_resized(void);

/* Returns the size of the terminal in cells, or 0 if it is unknown. */
void ctl_size(int *columns, int *rows);

#endif
