---Parses path links such as `shop/product;id=42/reviews`, or lists with the same contents.
---
---Each component names a route of the coordinator to which the previous component leads, or a
--- page of its tabs.
local check <const> = require "deeplink.check"
local values <const> = require "deeplink.values"

local path <const> = {}

---@class deeplink.Part
---@field name string A route, or a page of tabs.
---@field args table<string, any>?

local function decoded(text)
  return (text:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
end

---@param text string
---@return deeplink.Part?
---@return string? problem
local function readPart(text)
  local name <const>, rest <const> = text:match("^([^;]+)(.*)$")
  if not name then return nil, ("path component %s has no name"):format(check.show(text)) end
  local args
  for pair in rest:gmatch("[^;]+") do
    local key <const>, value <const> = pair:match("^([^=]+)=(.*)$")
    if not key then
      return nil, ('path component %s: "%s" is not of the form name=value'):format(
        check.show(text), pair)
    end
    args = args or {}
    args[decoded(key)] = decoded(value)
  end
  return { name = decoded(name), args = args and values.read(args) }
end

---@param item any
---@return deeplink.Part?
---@return string? problem
local function readItem(item)
  if type(item) == "string" then return readPart(item) end
  if type(item) ~= "table" or type(item.route) ~= "string" then
    return nil, ("path component is %s, expected a name or { route = …, args = … }"):format(
      check.show(item))
  end
  local problem <const> = check.fields("path component", item, { route = "string", args = "table" })
  if problem then return nil, problem end
  return { name = item.route, args = item.args }
end

---Parses a path.
---@param input string|(string|table)[]
---@return deeplink.Part[]? parts
---@return string? problem
function path.read(input)
  local items = input
  if type(input) == "string" then
    items = {}
    for text in input:gmatch("[^/]+") do items[#items + 1] = text end
  end
  if type(items) ~= "table" or #items == 0 then
    return nil, ("path %s has no components, expected one such as \"shop/product;id=42\""):format(
      check.show(input))
  end
  local parts <const> = {}
  for index, item in ipairs(items) do
    local part <const>, problem <const> = readItem(item)
    if not part then return nil, problem end
    parts[index] = part
  end
  return parts
end

---Inserts a link's arguments into a path. A component `:name` and a value `=:name` are replaced
---with the argument.
---@param template string
---@param args table<string, any>
---@return deeplink.Part[]? parts
---@return string? problem
function path.fill(template, args)
  local parts <const>, problem <const> = path.read(template)
  if not parts then return nil, problem end
  for _, part in ipairs(parts) do
    for key, value in pairs(part.args or {}) do
      local name <const> = type(value) == "string" and value:match("^:(.+)$")
      if name then part.args[key] = args[name] end
    end
    local name <const> = part.name:match("^:(.+)$")
    if name then part.name = tostring(args[name]) end
  end
  return parts
end

return path
