/* table.sort: a quicksort that falls back to a heap sort if the partitions are unbalanced, and that
 * can be stopped. */
#include "library.h"
#include <limits.h>

enum { TABLE = 1, LESS = 2, STRIDE = 128 };

/* A sort in progress. It reads and writes elements with metamethods, as Lua's own function does. */
typedef struct {
  lua_State *L;
  int has_order;                /* a comparison function is at LESS */
  size_t work;                  /* compares, and steps for the bytes of long strings */
} sorter;

// MARK: Order

/* Charges a comparison and, for two strings, also the bytes that they may have in common. */
static void charge_compare(sorter *sort, int a, int b) {
  lua_State *L = sort->L;
  sort->work++;
  if (!sort->has_order && lua_type(L, a) == LUA_TSTRING && lua_type(L, b) == LUA_TSTRING) {
    size_t left = lua_rawlen(L, a), right = lua_rawlen(L, b);
    sort->work += (left < right ? left : right) / SBX_BYTES_PER_STEP;
  }
  if (sort->work < STRIDE) return;
  sbx_charge(L, sort->work);
  sort->work = 0;
}

/* Returns whether the value at `a` precedes the value at `b`. Both are absolute indices. */
static int is_less(sorter *sort, int a, int b) {
  lua_State *L = sort->L;
  charge_compare(sort, a, b);
  if (!sort->has_order) return lua_compare(L, a, b, LUA_OPLT);
  lua_pushvalue(L, LESS);
  lua_pushvalue(L, a);
  lua_pushvalue(L, b);
  lua_call(L, 2, 1);
  int answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

/* Sorts elements i < j. */
static void order_pair(sorter *sort, lua_Integer i, lua_Integer j) {
  lua_State *L = sort->L;
  int first = lua_gettop(L) + 1;
  lua_geti(L, TABLE, i);
  lua_geti(L, TABLE, j);
  if (is_less(sort, first + 1, first)) {
    lua_seti(L, TABLE, i);
    lua_seti(L, TABLE, j);
  } else {
    lua_settop(L, first - 1);
  }
}

// MARK: Quicksort

/* Moves elements that are less than the pivot (in the middle of low..high, in order with the ends)
 * before the others. Returns the final position of the pivot. */
static lua_Integer partition(sorter *sort, lua_Integer low, lua_Integer high, lua_Integer middle) {
  lua_State *L = sort->L;
  int pivot = lua_gettop(L) + 1, left = pivot + 1, right = pivot + 2;
  lua_Integer i = low, j = high - 1;
  lua_geti(L, TABLE, middle);
  lua_geti(L, TABLE, j);
  lua_pushvalue(L, pivot);
  lua_seti(L, TABLE, j);
  lua_seti(L, TABLE, middle);
  for (;;) {
    while (lua_geti(L, TABLE, ++i), is_less(sort, left, pivot)) {
      if (i >= high - 1) luaL_error(L, "invalid order function for sorting");
      lua_pop(L, 1);
    }
    while (lua_geti(L, TABLE, --j), is_less(sort, pivot, right)) {
      if (j < i) luaL_error(L, "invalid order function for sorting");
      lua_pop(L, 1);
    }
    if (j < i) break;
    lua_seti(L, TABLE, i);
    lua_seti(L, TABLE, j);
  }
  lua_settop(L, left);
  lua_geti(L, TABLE, high - 1);
  lua_seti(L, TABLE, i);
  lua_seti(L, TABLE, high - 1);
  lua_settop(L, pivot - 1);
  return i;
}

// MARK: Heap sort

/* Sinks the element at `root` of the heap low..low+count-1 to its position. */
static void sink(sorter *sort, lua_Integer low, lua_Integer root, lua_Integer count) {
  lua_State *L = sort->L;
  int first = lua_gettop(L) + 1;
  lua_geti(L, TABLE, low + root);
  for (lua_Integer child; (child = 2 * root + 1) < count; root = child) {
    lua_geti(L, TABLE, low + child);
    if (child + 1 < count) {
      lua_geti(L, TABLE, low + child + 1);
      if (is_less(sort, first + 1, first + 2)) {
        lua_replace(L, first + 1);
        child++;
      } else {
        lua_pop(L, 1);
      }
    }
    if (!is_less(sort, first, first + 1)) {
      lua_pop(L, 1);
      break;
    }
    lua_seti(L, TABLE, low + root);
  }
  lua_seti(L, TABLE, low + root);
}

static void heap_sort(sorter *sort, lua_Integer low, lua_Integer high) {
  lua_State *L = sort->L;
  lua_Integer count = high - low + 1;
  for (lua_Integer root = count / 2; root-- > 0;) sink(sort, low, root, count);
  while (--count > 0) {
    lua_geti(L, TABLE, low);
    lua_geti(L, TABLE, low + count);
    lua_seti(L, TABLE, low);
    lua_seti(L, TABLE, low + count);
    sink(sort, low, 0, count);
  }
}

// MARK: Sorting

/* Sorts low..high. `cuts` is the number of partitions that may still be nested before the heap sort
 * is used. */
static void sort_range(sorter *sort, lua_Integer low, lua_Integer high, int cuts) {
  while (low < high) {
    if (cuts-- == 0) {
      heap_sort(sort, low, high);
      return;
    }
    order_pair(sort, low, high);
    if (high - low == 1) return;
    lua_Integer middle = low + (high - low) / 2;
    order_pair(sort, low, middle);
    order_pair(sort, middle, high);
    if (high - low == 2) return;
    lua_Integer cut = partition(sort, low, high, middle);
    if (cut - low < high - cut) {
      sort_range(sort, low, cut - 1, cuts);
      low = cut + 1;
    } else {
      sort_range(sort, cut + 1, high, cuts);
      high = cut - 1;
    }
  }
}

int sbx_table_sort(lua_State *L) {
  lua_Integer count = sbx_table_length(L);
  if (count <= 1) return 0;
  luaL_argcheck(L, count < INT_MAX, 1, "array too big");
  sorter sort = {.L = L, .has_order = !lua_isnoneornil(L, 2)};
  if (sort.has_order) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  int cuts = 8;
  for (lua_Integer rest = count; rest > 1; rest >>= 1) cuts += 2;
  sort_range(&sort, 1, count, cuts);
  return 0;
}
