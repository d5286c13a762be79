/* The terminal's modes, and the signals that must never leave it in one of ours. One terminal for
 * each process; all functions but ctl_wake and ctl_restore belong to the thread that edits. */
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>

/* Remembers how a terminal is, and takes over the signals: what ends, stops or continues the process
 * finds the terminal as it was; handlers that were there before run afterwards. Returns a descriptor
 * that can be read whenever something happened (a new size, a signal, ctl_wake), or -1. Calling it
 * again gives the same descriptor and takes the modes of the terminal anew. */
int ctl_open(int input, int output);

/* Keys one by one, nothing echoed, no signals from keys. */
void ctl_edit(void);

/* Between two lines: keys make signals again, and what is typed waits without an echo. */
void ctl_run(void);

/* Whether keys make signals while a line is edited: they do while something else runs. */
void ctl_signal(bool makes_signals);

/* The terminal as it was. Async-signal-safe. */
void ctl_restore(void);

/* Stops the process and what runs with it, as Ctrl-Z does elsewhere; returns when it goes on. */
void ctl_stop(void);

/* Makes the descriptor of ctl_open readable. Async-signal-safe, for any thread. */
void ctl_wake(void);

/* Whether the process was stopped and goes on, since this was last asked. */
bool ctl_take_continued(void);

/* The cells of the terminal; 0 where it does not say. */
void ctl_size(int *columns, int *rows);

#endif
