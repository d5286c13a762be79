/* What interrupts and the watch of stops share: private to both. */
#ifndef SBX_WATCH_H
#define SBX_WATCH_H

#include "sbx_host.h"

/* SIGINT or SIGTERM came. Async-signal-safe. */
void sbx_watch_signal(int is_termination);
/* What SIGINT asked for is done, or another handler has taken it over. Does not raise. */
void sbx_watch_answered(void);

#endif
