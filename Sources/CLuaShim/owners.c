/* The userdata that own Swift objects, and the objects whose finalizer could not run.
 *
 * Lua calls a finalizer on the current stack. If a script has filled the stack or reached the memory
 * limit, the call fails. Lua then only issues a warning, and later frees the userdata without calling
 * the finalizer again. After the first warning, the allocator therefore checks whether each freed
 * block still owns an object (decision 0409). */
#include "sbx_bridge.h"
#include "heap.h"
#include <string.h>

/* The place of a userdata that is not in the list because there was no memory. */
#define NO_PLACE UINT32_MAX

void sbx_own(sbx_host *host, sbx_box *box) {
  if (host->owned_count == host->owned_capacity) {
    uint32_t capacity = host->owned_capacity ? host->owned_capacity * 2 : 64;
    sbx_box **grown = sbx_heap_resize(host->owned, (size_t)capacity * sizeof *grown);
    if (!grown && host->lists_blocks) sbx_die();   /* a checkpoint needs each of them */
    if (!grown) {
      box->place = NO_PLACE;
      return;
    }
    host->owned = grown;
    host->owned_capacity = capacity;
  }
  box->place = host->owned_count;
  host->owned[host->owned_count++] = box;
}

void sbx_disown(sbx_host *host, sbx_box *box) {
  if (box->place == NO_PLACE) return;
  sbx_box *last = host->owned[--host->owned_count];
  last->place = box->place;
  host->owned[box->place] = last;
}

void sbx_release_owned(sbx_host *host) {
  host->host_depth++;
  while (host->owned_count) {
    sbx_box *box = host->owned[--host->owned_count];
    void *object = (void *)(uintptr_t)box->bits;
    box->magic = 0;
    box->bits = 0;
    host->release(object);
  }
  host->host_depth--;
}

static void note_warning(void *data, const char *message, int continues) {
  (void)message;
  (void)continues;
  ((sbx_host *)data)->checks_freed = 1;
}

void sbx_owners_open(sbx_host *host) {
  lua_setwarnf(host->main, note_warning, host);
}

void sbx_check_freed(sbx_host *host, const char *block, size_t size) {
  /* The content of a userdata is at the end of its block. The end of any other block can contain any
   * bytes, but the list contains only addresses of userdata. */
  if (size < sizeof(sbx_box)) return;
  const char *content = block + size - sizeof(sbx_box);
  uint32_t place;
  memcpy(&place, content + offsetof(sbx_box, place), sizeof place);
  if (place >= host->owned_count || (const char *)host->owned[place] != content) return;
  sbx_box *box = host->owned[place];
  void *object = (void *)(uintptr_t)box->bits;
  sbx_disown(host, box);
  if (host->lost_count == host->lost_capacity) {
    uint32_t capacity = host->lost_capacity ? host->lost_capacity * 2 : 16;
    void **grown = realloc(host->lost, (size_t)capacity * sizeof *grown);
    if (!grown) sbx_die();
    host->lost = grown;
    host->lost_capacity = capacity;
  }
  host->lost[host->lost_count++] = object;
}

void sbx_release_lost(sbx_host *host) {
  host->host_depth++;
  while (host->lost_count) host->release(host->lost[--host->lost_count]);
  host->host_depth--;
}
