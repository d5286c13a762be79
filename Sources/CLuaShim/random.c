/* math.random and math.randomseed, which use xoshiro256**. The state of the generator is in
 * the host structure, so opening a Lua state requires no allocation for it. The sequences are
 * equal to those of Lua's own functions. */
#include "library.h"
#include <time.h>

static uint64_t rotate(uint64_t x, int n) { return (x << n) | (x >> (64 - n)); }

static uint64_t next_random(uint64_t s[4]) {
  uint64_t result = rotate(s[1] * 5, 7) * 9;
  uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = rotate(s[3], 45);
  return result;
}

static void seed(uint64_t s[4], uint64_t first, uint64_t second) {
  s[0] = first;
  s[1] = 0xff;
  s[2] = second;
  s[3] = 0;
  for (int i = 0; i < 16; i++) next_random(s);
}

void sbx_random_open(lua_State *L) {
  sbx_host *host = sbx_hostof(L);
  struct timespec now = {0};
  clock_gettime(CLOCK_REALTIME, &now);
  uint64_t moment = (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
  seed(host->random, moment, (uint64_t)(uintptr_t)L);
}

void sbx_seed_random(sbx_host *host, uint64_t first, uint64_t second) {
  seed(host->random, first, second);
}

/* Returns a uniformly distributed number from 0 to `limit`. `value` is the first attempt. */
static uint64_t below_or_at(uint64_t s[4], uint64_t limit, uint64_t value) {
  uint64_t mask = limit;
  for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  while ((value &= mask) > limit) value = next_random(s);
  return value;
}

int sbx_math_random(lua_State *L) {
  uint64_t *s = sbx_hostof(L)->random;
  uint64_t value = next_random(s);
  lua_Integer low = 1, high;
  switch (lua_gettop(L)) {
    case 0:
      lua_pushnumber(L, (lua_Number)(value >> 11) * 0x1p-53);
      return 1;
    case 1:
      high = luaL_checkinteger(L, 1);
      if (high == 0) {
        lua_pushinteger(L, (lua_Integer)value);
        return 1;
      }
      break;
    case 2:
      low = luaL_checkinteger(L, 1);
      high = luaL_checkinteger(L, 2);
      break;
    default:
      return luaL_error(L, "wrong number of arguments");
  }
  luaL_argcheck(L, low <= high, 1, "interval is empty");
  uint64_t span = (uint64_t)high - (uint64_t)low;
  lua_pushinteger(L, (lua_Integer)(below_or_at(s, span, value) + (uint64_t)low));
  return 1;
}

int sbx_math_randomseed(lua_State *L) {
  uint64_t *s = sbx_hostof(L)->random;
  if (lua_isnone(L, 1)) {
    uint64_t first = next_random(s), second = next_random(s);
    seed(s, first, second);
    lua_pushinteger(L, (lua_Integer)first);
    lua_pushinteger(L, (lua_Integer)second);
  } else {
    lua_Integer first = luaL_checkinteger(L, 1), second = luaL_optinteger(L, 2, 0);
    seed(s, (uint64_t)first, (uint64_t)second);
    lua_pushinteger(L, first);
    lua_pushinteger(L, second);
  }
  return 2;
}
