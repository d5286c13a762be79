/* The private declarations that interrupts and the watch of stops share. */
#ifndef SBX_WATCH_H
#define SBX_WATCH_H

#include "sbx_host.h"

/* Reports a SIGINT or SIGTERM. Async-signal-safe. */
void sbx_watch_signal(int is_termination);
/* Reports that the request of a SIGINT has been completed, or that another handler has taken it
 * over. Does not raise. */
void sbx_watch_answered(void);

#endif
