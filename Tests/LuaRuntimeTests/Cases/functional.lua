-- Functional cases for an embedded host. Host surface used: echo(...), fail(msg), call(f, ...), new() -> obj,
-- obj:hello() obj:add(i, j) obj:strlen(s) obj:tab{x=,y=,name=} obj:label() obj:on(f) obj:fire(...) obj:close(), live() -> number of
-- live host objects, collect() = full GC twice. Each case is a function that must return true.
local T, order = {}, {}
local function t(name, f) T[name] = f; order[#order + 1] = name end
local function err(f, ...) local ok, e = pcall(f, ...) assert(not ok, "no error raised") return e end
-- values ---------------------------------------------------------------------------------------------
t("int-extremes",      function() return echo(math.maxinteger) == math.maxinteger and echo(math.mininteger) == math.mininteger and math.type(echo(3)) == "integer" end)
t("float-as-int-arg",  function() return new():add(2.0, 3) == 5 end)
t("float-frac-as-int", function() return err(function() new():add(2.5, 3) end):find("integer") ~= nil end)
t("string-number-arg", function() return new():add("10", 1) == 11 end)          -- Lua coercion kept for numbers
t("string-nul",        function() return new():strlen("a\0b") == 3 and echo("a\0b") == "a\0b" end)
t("string-bad-utf8",   function() local s = "\xff\xfe\0\x80" return echo(s) == s and #echo(s) == 4 end)
t("string-empty",      function() return new():strlen("") == 0 and echo("") == "" end)
t("nil-vs-none",       function() return select("#", echo(nil)) == 1 and select("#", echo()) == 0 and select("#", echo(nil, nil)) == 2 end)
t("multi-return",      function() local a, b, c = echo(1, "x", true) return a == 1 and b == "x" and c == true end)
t("many-args",         function() local p = {} for i = 1, 5000 do p[i] = i end return select("#", echo(table.unpack(p))) == 5000 end)
t("extra-args-ignored",function() return new():add(1, 2, 3, 4) == 3 end)
t("missing-arg",       function() return err(function() new():add(1) end):find("#2") ~= nil end)
t("table-fields",      function() return new():tab { x = 1, y = 2, name = "abc" } == 6.0 end)
t("table-no-metamethods", function() local hit = false local p = setmetatable({ x = 1, y = 2, name = "a" }, { __index = function() hit = true end }) new():tab(p) return not hit end)
t("table-wrong-type",  function() return err(function() new():tab(5) end):find("table expected") ~= nil end)
-- self / userdata ------------------------------------------------------------------------------------
t("dot-instead-of-colon", function() local o = new() return err(function() o.hello() end):find("#1") ~= nil end)
t("self-table",        function() return err(function() new().hello({}) end):find("#1") ~= nil end)
t("self-string",       function() return err(function() new().hello("x") end):find("#1") ~= nil end)
t("metatable-hidden",  function() return getmetatable(new()) == false end)
t("unknown-method",    function() return err(function() new():nope() end):find("nope") ~= nil end)
t("identity",          function() local o = new() return o:same() == o and ({ [o] = 1 })[o:same()] == 1 end)
t("closed-object",     function() local o = new() o:close() o:close() return err(function() o:hello() end):find("#1") ~= nil end)
t("tbc-closes-on-error", function() local n = live() pcall(function() local o <close> = new() error("x") end) return live() == n end)
t("gc-releases",       function() collect() local n = live() for i = 1, 100 do new() end collect() return live() == n end)
t("finaliser-rejected",  function() return err(setmetatable, {}, { __gc = function() end }):find("__gc") ~= nil end)
t("uservalue-cycle",   function() collect() local n = live() do local o = new() o:on(function() return o end) end collect() return live() == n end)
t("callback-kept",     function() local o, hit = new(), 0 o:on(function(x) hit = hit + x end) collect() o:fire(5) return hit == 5 end)
-- errors ---------------------------------------------------------------------------------------------
t("host-error-position", function() local e = err(function() fail("boom") end) return e:find("^[^:]+:%d+: boom") ~= nil end)
t("error-object-through-host", function() local obj = {} local ok, e = pcall(call, function() error(obj) end) return e == obj end)
t("error-nil-through-host", function() local ok, e = pcall(call, function() error() end) return not ok and e == nil end)
t("error-false-through-host", function() local ok, e = pcall(call, function() error(false) end) return not ok and e == false end)
t("error-nested-3",     function() return err(call, call, call, function() error("deep") end):find("deep") ~= nil end)
t("xpcall-host",        function() local ok, m = xpcall(fail, function(e) return "H:" .. tostring(e) end, "boom") return not ok and m:find("^H:.*boom") ~= nil end)
t("runaway-recursion",  function() local function f() return call(f) end local e = err(f) return tostring(e):find("overflow") ~= nil end)
-- coroutines -----------------------------------------------------------------------------------------
t("host-in-coroutine",  function() return coroutine.wrap(function() return new():add(2, 3) end)() == 5 end)
t("error-in-coroutine", function() local co = coroutine.create(function() fail("boom") end) local ok, e = coroutine.resume(co) return not ok and e:find("boom") ~= nil end)
t("object-outlives-coroutine", function() local o = coroutine.wrap(function() return new() end)() collect() return o:hello() == 1 end)
t("yield-across-host-call", function() local co = coroutine.create(function() return call(function() coroutine.yield(1) end) end) local ok, e = coroutine.resume(co) return not ok and e:find("yield") ~= nil end)
t("yield-in-iterator",  function() local co = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(new():add(i, 0)) end end) return co() == 1 and co() == 2 and co() == 3 end)
t("pcall-in-coroutine", function() local co = coroutine.wrap(function() local ok = pcall(function() coroutine.yield("y") error("e") end) return ok end) return co() == "y" and co() == false end)
-- chunks ---------------------------------------------------------------------------------------------
t("syntax-error-msg",   function() local f, m = load("x = = 1", "=cfg") return f == nil and m == "cfg:1: unexpected symbol near '='" end)
t("chunk-env",          function() local env = {} load("a = 1", "=c", "t", env)() return env.a == 1 and rawget(_G, "a") == nil end)
t("strict-utf8-bom",    function() return load("\xEF\xBB\xBFreturn 1") == nil end)     -- load() itself does not skip a BOM; loadfile does
return { tests = T, order = order }
