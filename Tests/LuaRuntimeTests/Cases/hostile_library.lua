-- Scripts that keep the library itself busy forever or close coroutines at unusual points. Each
-- exceeds the deadline or finishes. See hostile.lua for how they are run.
local cases = {}
local function case(name, code) cases[#cases + 1] = { name = name, code = code } end

case("late-date", [[while true do pcall(os.date, ("%c"):rep(2000)) end]])
case("late-quote", [[local s = ("\0"):rep(5e6) while true do pcall(string.format, "%q", s) end]])
case("late-format", [[
  local t = {}
  for i = 1, 1e5 do t[i] = 1e300 end
  while true do pcall(string.format, ("%99.99f"):rep(1e5), table.unpack(t)) end]])
case("late-pack", [[local f = ("x"):rep(1e6) while true do string.pack(f) string.packsize(f) end]])
case("late-plain-find", [[return (("a"):rep(1e7)):find(("a"):rep(5e6) .. "b", 1, true)]])
case("late-unpack", [[
  local t = setmetatable({}, { __index = function() return 1 end })
  while true do pcall(table.unpack, t, 1, 9e5) end]])
case("late-set", [[local p = "[" .. ("a"):rep(1e7) while true do pcall(string.find, "b", p) end]])
case("late-many-sets", [[
  local p = ""
  for i = 1, 6 do p = p .. "[" .. ("%w"):rep(1e4) .. "]?" end
  while true do (("x"):rep(1e5)):find(p .. "!") end]])
case("late-back-reference", [[local s = ("a"):rep(1e6) while true do s:find("(.+)%1b") end]])
case("late-frontier", [[while true do (("a "):rep(1e6)):gsub("%f[%w]%w+%f[%W]", "") end]])
case("late-sort", [[
  table.sort(setmetatable({}, {
    __len = function() return 1 << 30 end,
    __index = function(_, i) return -i end,
    __newindex = function() end,
  }))]])
case("late-insert", [[
  table.insert(setmetatable({}, { __len = function() return 1 << 40 end }), 1, 5)]])
case("late-swallowed-twice", [[
  while true do
    pcall(coroutine.wrap(function()
      while true do pcall(coroutine.wrap(function() while true do end end)) end
    end))
  end]])
case("late-handler", [[
  local function loop() while true do end end
  while true do xpcall(loop, loop) end]])
case("late-collect", [[
  local t = {}
  for i = 1, 1e5 do t[i] = { i } end
  while true do collectgarbage() end]])
case("close-of-suspended-handler", [[
  local co = coroutine.create(function()
    local close <close> = setmetatable({}, { __close = function()
      local t = {}
      for i = 1, 1e4 do t[i] = {} end
      collectgarbage()
      collectgarbage()
      local x = 134
      error(x)
    end })
    local function deep(n)
      if n == 0 then return (xpcall(coroutine.yield, function() return "handled" end)) end
      local a, b, c, d, e, f, g, h
      local result = deep(n - 1)
      return result
    end
    deep(5000)
  end)
  assert(coroutine.resume(co))
  local closed, message = coroutine.close(co)
  assert(not closed and message == 134)]])
case("close-chain-in-deep-callbacks", [[
  local function deep(n, f)
    if n == 0 then return f() end
    return (("x"):gsub(".", function() deep(n - 1, f) end))
  end
  local co = false
  for i = 1, 2000 do
    local previous = co
    co = coroutine.create(function()
      local close <close> = setmetatable({}, { __close = function()
        if previous then deep(150, function() assert(coroutine.close(previous)) end) end
      end })
      coroutine.yield()
    end)
    assert(coroutine.resume(co))
  end
  local closed, message = coroutine.close(co)
  assert(not closed and message:find("C stack overflow"), message)]])
case("close-of-dead", [[
  local co = coroutine.create(error)
  local _, message = coroutine.resume(co, 100)
  assert(message == 100 and coroutine.status(co) == "dead")
  assert(select(2, coroutine.resume(co)) == "cannot resume dead coroutine")
  local closed, again = coroutine.close(co)
  assert(not closed and again == 100)
  assert(coroutine.close(co))]])
case("call-itself-later", [[
  local meta = {}
  local t = setmetatable({}, meta)
  meta.__call = t
  t()]])
case("call-chain-later", [[
  local f = print
  for i = 1, 2e5 do
    local meta, value = {}, f
    f = setmetatable({}, meta)
    meta.__call = value
  end
  f()]])
case("esc-call-itself", [[local t = {} setmetatable(t, { __call = t })]])
case("esc-call-chain", [[local f = print for i = 1, 101 do f = setmetatable({}, { __call = f }) end]])
case("late-elseif", [[
  load("if a then " .. ("elseif a then "):rep(1e6) .. "end")
  while true do end]])
return cases
