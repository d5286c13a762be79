/* What the prompt of a script that waits sees of the functions that wait: their places and
 * variables. */
#include "sbx_border.h"

const char *sbx_push_local(lua_State *L, int level, int index) {
  lua_Debug record;
  if (!lua_getstack(L, level, &record)) return NULL;
  return lua_getlocal(L, &record, index);
}

void sbx_set_local(lua_State *L, int level, int index) {
  lua_Debug record;
  if (!lua_getstack(L, level, &record) || !lua_setlocal(L, &record, index)) sbx_pop(L, 1);
}

bool sbx_push_function_at(lua_State *L, int level) {
  lua_Debug record;
  return lua_getstack(L, level, &record) && lua_getinfo(L, "f", &record);
}

void sbx_pause_begin(sbx_host *host, sbx_pause *kept) {
  kept->reentry = host->reentry;
  kept->steps_left = host->steps_left;
  kept->driven = host->driven;
  kept->deadline = host->deadline;
  kept->since = sbx_now();
  host->reentry = 0;
  host->driven = NULL;
  sbx_set_deadline(host, 0);
  if (kept->reentry > 0) sbx_leave_thread(host);
}

int64_t sbx_pause_end(sbx_host *host, const sbx_pause *kept) {
  int64_t span = sbx_now() - kept->since;
  sbx_clear_stop(host);
  host->reentry = kept->reentry;
  if (kept->reentry > 0) sbx_take_thread(host);
  host->steps_left = kept->steps_left;
  host->driven = kept->driven;
  if (kept->deadline) sbx_set_deadline(host, kept->deadline + span);
  return span;
}
