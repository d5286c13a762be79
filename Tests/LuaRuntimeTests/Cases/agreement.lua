-- Calls library functions with arguments from a seed and writes their results. The output must be
-- equal with Lua's own library and with the replacement. Arguments: the subject of the comparison,
-- the seed, and the number of rounds.
local subject <const>, seed <const>, rounds <const> = ...
local draws = seed * 7919 + 1

local function draw(low, high)
  draws = draws * 6364136223846793005 + 1442695040888963407
  return low + (draws >> 33) % (high - low + 1)
end

local function pick(list) return list[draw(1, #list)] end
local function chance(percent) return draw(1, 100) <= percent end

local quote <const>, join <const> = string.format, table.concat

local function show(value)
  if type(value) == "string" then return quote("%q", value) end
  if type(value) ~= "table" then return tostring(value) end
  local fields = {}
  for i = 1, value.n or 12 do fields[i] = show(rawget(value, i)) end
  return "{" .. join(fields, " ") .. "}"
end

local lines = {}

local function write(name, ...)
  local parts = { name }
  for i = 1, select("#", ...) do parts[#parts + 1] = show((select(i, ...))) end
  lines[#lines + 1] = join(parts, " ")
end

local function note(name, f, ...) write(name, pcall(f, ...)) end

-- patterns ---------------------------------------------------------------------------------------
local signs <const> = {
  "a", "b", "c", "A", "1", " ", "\0", "-", "]", "[", "^", "%", "x", "\xe9", ".",
}
local classes <const> = {
  "%a", "%A", "%d", "%D", "%l", "%L", "%s", "%S", "%u", "%U", "%w", "%W", "%x", "%X", "%p", "%P",
  "%c", "%C", "%g", "%G", "%%", "%.", "%(", "%]", "%y",
}
local specials <const> = {
  "%b()", "%bab", "%baa", "%b", "%ba", "%f[%a]", "%f", "%fa", "%1", "%2", "%0", ")", "()", "(",
}
local monsters <const> = { ("a?"):rep(205), ("()"):rep(33), ("[a-b]"):rep(8) }

local function text()
  local parts = {}
  for i = 1, draw(0, 14) do parts[i] = chance(70) and pick { "a", "b", "c" } or pick(signs) end
  return join(parts)
end

local function set()
  local parts = { chance(30) and "[^" or "[" }
  for _ = 1, draw(0, 4) do
    local from <const>, to <const> = pick { "a", "0", "%", "-" }, pick { "c", "9", "Z", "]" }
    parts[#parts + 1] = chance(30) and pick(classes) or chance(40) and pick(signs)
      or from .. "-" .. to
  end
  return join(parts) .. (chance(97) and "]" or "")
end

local function single()
  local kind = draw(1, 10)
  return kind <= 4 and pick { "a", "b", "c" } or kind == 5 and "." or kind <= 7 and pick(classes)
    or kind <= 9 and set() or pick(signs)
end

local function suffixed() return single() .. pick { "", "", "", "*", "+", "-", "?" } end

local function pattern()
  local parts = { chance(15) and "^" or "" }
  for _ = 1, draw(0, 6) do
    local kind = draw(1, 10)
    parts[#parts + 1] = kind <= 7 and suffixed() or kind == 8 and pick(specials)
      or "(" .. suffixed() .. ")" .. pick { "", "", "%1" }
  end
  return join(parts) .. (chance(10) and "$" or "")
end

local starts <const> = {
  0, 1, 2, 3, 10, -1, -2, -100, 2.0, 2.5, "2", math.mininteger, math.maxinteger,
}
local replacements <const> = {
  "x", "<%0>", "%1", "%2%1", "%%", "%", "%a", "", 7, 2.5, true,
  { a = "A", b = false, c = 1, ab = {} },
  function(a, b) return a == "a" and tostring(b) or a == "c" and {} end,
}

local function walk(s, p, start)
  local found = {}
  for a, b, c in string.gmatch(s, p, start) do
    found[#found + 1] = show(a) .. show(b) .. show(c)
    if #found > 50 then break end
  end
  return join(found, ";")
end

local function comparePatterns()
  local s <const>, p <const> = text(), chance(99) and pattern() or pick(monsters)
  local start <const> = chance(60) and 1 or pick(starts)
  write("pattern", s, p, start)
  note("find", string.find, s, p, start)
  note("match", string.match, s, p, start)
  note("gmatch", walk, s, p, start)
  note("gsub", string.gsub, s, p, pick(replacements), chance(70) and 99 or pick { 0, 1, -1, "2" })
  note("plain", string.find, s, text(), start, true)
end

-- tables -----------------------------------------------------------------------------------------
local orders <const> = { false, function(a, b) return a < b end, function(a, b) return a > b end }
local places <const> = {
  0, 1, 2, 3, 5, -1, 10, math.maxinteger, math.mininteger, "2", 2.0, 1.5, "x",
}

local function mixed()
  local list = {}
  for i = 1, draw(0, 6) do list[i] = chance(10) and pick { "x", 1.5, true } or draw(1, 9) end
  return list
end

local function change(name, f, ...)
  local list = mixed()
  note(name, f, list, ...)
  write("list", list)
end

local function compareSort()
  local list, order = {}, pick(orders)
  for i = 1, draw(0, pick { 5, 12, 200 }) do list[i] = draw(1, 50) end
  if chance(30) then
    for i = 1, #list do list[i] = string.char(list[i]) .. pick { "", "\0", "z" } end
  end
  note("sort", table.sort, list, order or nil)
  write("sorted", join(list, ","))
end

local function compareTables()
  change("insert", table.insert, draw(1, 9))
  change("insert", table.insert, pick(places), draw(1, 9))
  change("remove", table.remove)
  change("remove", table.remove, pick(places))
  change("move", table.move, draw(-1, 5), draw(0, 8), chance(90) and draw(-2, 8) or pick(places))
  change("concat", table.concat, pick { "", ",", "ab" }, draw(0, 3), draw(0, 7))
  change("unpack", table.unpack, pick { 1, 2, -3, math.maxinteger }, pick { 1, 3, 8 })
  change("unpack", table.unpack, pick { math.mininteger, 1 }, math.maxinteger)
  compareSort()
end

-- strings ----------------------------------------------------------------------------------------
local formats <const> = {
  "%d", "%5d", "%-5d|", "%05d", "%x", "%c", "%5.2f", "%g", "%a", "%s", "%10s", "%.2s", "%q", "%5q",
  "%%", "%", "%z", "%100d",
}
local values <const> = { 1, 2.5, "x", "a\nb\0c\"\\1", true, -7, "12", 1e300, 3.0, ("z"):rep(120) }
local encoded <const> = { "", "a\u{e9}", "\xff", "\u{65e5}\u{672c}" }
local layouts <const> = { "i4", "<I2", "z", "s1", "d", "x", "k" }

local function compareStrings()
  note("rep", string.rep, text(), pick { 0, 1, 2, 7, -1, "2", 1.5 }, chance(50) and "," or nil)
  note("sub", string.sub, text(), pick(starts), pick(starts))
  note("case", function(s) return s:upper(), s:lower(), s:reverse(), #s end, text())
  note("format", string.format, pick(formats) .. pick(formats), pick(values), pick(values))
  note("len", utf8.len, pick(encoded), pick { 1, 2, 0, -1, 9 }, pick { 1, -1, 3, 9 })
  note("offset", utf8.offset, pick(encoded), draw(-3, 4))
  note("pack", string.pack, pick(layouts), pick { 1, -1, 70000, "ab", 2.5 })
  note("unpack", string.unpack, pick(layouts), pick { "", "abcdefgh\0", "\1abc" }, draw(-1, 10))
  math.randomseed(draws, draw(1, 9))
  note("random", math.random)
  note("random", math.random, pick { 0, 1, 10, -1 })
  note("random", math.random, draw(-9, 9), draw(-9, 1 << 40))
end

local compare <const> = {
  patterns = comparePatterns, tables = compareTables, strings = compareStrings,
}
for _ = 1, rounds do compare[subject]() end
return join(lines, "\n")
