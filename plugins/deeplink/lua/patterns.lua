---Link patterns, which are compiled into a tree. Finding a match costs O(length of the link),
---regardless of the number of patterns.
---
---In `scheme://host/part/:name/*rest`, a literal matches itself, `:name` matches one component,
---`*name` at the end matches all remaining components, `*` matches any component, and a host
---`*.example.org` matches every subdomain. If several patterns match, literals take precedence over
---names, and names over the rest, from left to right.
local url <const> = require "deeplink.url"

---@class deeplink.Patterns
---@field private roots table<string, table> The trees, keyed by scheme.
local Patterns <const> = {}
Patterns.__index = Patterns

---@return deeplink.Patterns
function Patterns.new() return setmetatable({ roots = {} }, Patterns) end

---@param node table
---@param key string
---@param name string
---@return table
local function step(node, key, name)
  local branch = node[key]
  if not branch then
    branch = {}
    node[key] = branch
  end
  branch[name] = branch[name] or {}
  return branch[name]
end

---@param text string
---@return string[]? segments
---@return string scheme the scheme, or the problem
local function split(text)
  local scheme <const>, rest <const> = text:match("^(%a[%w+.-]*)://(.+)$")
  if not scheme then
    return nil, 'is not a pattern, expected scheme://host/path, such as "app://items/:id"'
  end
  if rest:find("[?#]") then
    return nil, "continues after its path; a pattern must end before ? and # because queries are always accepted"
  end
  local segments <const> = {}
  for segment in rest:gmatch("[^/]+") do segments[#segments + 1] = segment end
  if #segments == 0 then return nil, "has no host and no path" end
  return segments, scheme:lower()
end

---Adds a segment of a pattern below a node.
---@return table? node nil if the segment is invalid
---@return string? problem
local function place(node, segment, index, isLast, names)
  local kind <const>, name <const> = segment:match("^([:*])(.*)$")
  if not kind then
    return step(node, "literals", index == 1 and segment:lower() or segment)
  end
  if segment == "*" then return step(node, "one", "any") end
  if kind == "*" and index == 1 and name:find("^%.") then
    return step(node, "hosts", name:lower())
  end
  if not name:find("^[%a_][%w_]*$") then
    return nil, ('has a component "%s" whose name must consist of letters, digits and _, and must '
      .. 'not start with a digit'):format(segment)
  end
  for _, taken in ipairs(names) do
    if taken == name then return nil, ('contains the name "%s" twice'):format(segment) end
  end
  if kind == "*" and not isLast then
    return nil, ('has a component "%s" that matches the rest, so it must be the last one'):format(
      segment)
  end
  names[#names + 1] = name
  return step(node, kind == ":" and "one" or "rest", "any")
end

---Adds a pattern.
---@param text string
---@param value any The value that `find` returns for the pattern.
---@return string? problem
---@return any taken The value of an existing equal pattern.
function Patterns:add(text, value)
  local segments <const>, scheme <const> = split(text)
  if not segments then return scheme end
  local names <const> = {}
  local node = self.roots[scheme] or {}
  local root <const> = node
  for index, segment in ipairs(segments) do
    local below <const>, problem <const> =
      place(node, segment, index, index == #segments, names)
    if not below then return problem end
    node = below
  end
  local leaf <const> = node.leaf
  if leaf then return ('matches the same links as "%s"'):format(leaf.text), leaf.value end
  self.roots[scheme] = root
  node.leaf = { text = text, value = value, names = names, shape = segments }
end

---Returns the values of a pattern's names.
local function captured(leaf, segments)
  local values <const>, count = {}, 0
  for index, segment in ipairs(leaf.shape) do
    local kind <const> = segment:sub(1, 1)
    if kind == ":" or kind == "*" and segment ~= "*" and not segment:find("^%*%.") then
      count = count + 1
      values[leaf.names[count]] =
        kind == ":" and segments[index] or table.concat(segments, "/", index)
    end
  end
  return values
end

---Searches the tree, the most literal branch first, until `accept` accepts a pattern.
local function descend(node, segments, index, accept)
  if not node then return nil end
  local segment <const> = segments[index]
  if not segment then
    return node.leaf and accept(node.leaf.value, captured(node.leaf, segments), node.leaf.text)
  end
  local literal <const> = index == 1 and segment:lower() or segment
  local found = node.literals and descend(node.literals[literal], segments, index + 1, accept)
  if not found and node.hosts then
    local suffix = literal:match("%..*$")
    while suffix and not found do
      found = descend(node.hosts[suffix], segments, index + 1, accept)
      suffix = suffix:match("^%.[^.]*(%..*)$")
    end
  end
  found = found or node.one and descend(node.one.any, segments, index + 1, accept)
  if found or not node.rest then return found end
  local leaf <const> = node.rest.any.leaf
  return leaf and accept(leaf.value, captured(leaf, segments), leaf.text)
end

---Returns the first pattern that matches a URL and that `accept` accepts.
---@generic T
---@param address deeplink.Url
---@param accept fun(value: any, captured: table<string, string>, text: string): T?
---@return T? accepted
function Patterns:find(address, accept)
  if #address.segments == 0 then return nil end
  return descend(self.roots[address.scheme], address.segments, 1, accept) or nil
end

---Parses a URL. See `deeplink.url`.
Patterns.parse = url.parse

return Patterns
