---Creates links from external input: URLs, notifications, shortcuts and activities.
local Patterns <const> = require "deeplink.patterns"
local check <const> = require "deeplink.check"
local path <const> = require "deeplink.path"
local values <const> = require "deeplink.values"

---@class deeplink.Link
---@field route string? The name of the declared link, or nil for a path.
---@field args table<string, any>
---@field source "url"|"notification"|"shortcut"|"activity"|"path"|"script"
---@field url string? The URL that was opened.
---@field query table<string, string|boolean>? The complete query of the URL.
---@field fragment string?
---@field parts deeplink.Part[]? The destination, if the link itself contains it.
local Link <const> = {}
Link.__index = Link
Link.__name = "deeplink.Link"

function Link:__tostring()
  if self.url then return self.url end
  if self.route then return self.route end
  local names <const> = {}
  for index, part in ipairs(self.parts) do names[index] = part.name end
  return table.concat(names, "/")
end

---@class deeplink.Reader
---@field private links table<string, deeplink.Declared>
---@field private patterns deeplink.Patterns
---@field private spec deeplink.Spec
local Reader <const> = {}
Reader.__index = Reader

local LINK_KINDS <const> = {
  args = "table", requiresMain = "boolean", ttl = "span", path = "string|function",
}

local TABLE_KINDS <const> = {
  url = "string", route = "string", args = "table", path = "string|table",
}

---Parses the declaration of a link.
---@return table? declared
---@return string? problem
local function readDeclared(where, value)
  if type(value) == "string" then value = { value } end
  if type(value) ~= "table" then
    return nil, ("%s is %s, expected a pattern or a table"):format(where, check.show(value))
  end
  local declared <const>, patterns <const> = { patterns = {} }, {}
  for key, field in pairs(value) do
    if math.type(key) == "integer" then patterns[key] = field else declared[key] = field end
  end
  declared.patterns = nil
  local problem <const> = check.fields(where, declared, LINK_KINDS)
  if problem then return nil, problem end
  for name, kind in pairs(declared.args or {}) do
    if not values.isKind(kind) then
      return nil, ('%s: args.%s is %s, expected a kind such as "integer" or "string?"'):format(
        where, name, check.show(kind))
    end
  end
  for index, pattern in ipairs(patterns) do
    if type(pattern) ~= "string" then
      return nil, ("%s: pattern %d is %s, expected a string"):format(where, index, check.show(pattern))
    end
  end
  declared.patterns = patterns
  return declared
end

---Returns all URLs of a pattern. A pattern without a scheme is combined with each of the prefixes.
local function spelled(pattern, prefixes)
  if pattern:find("^%a[%w+.-]*:") or #prefixes == 0 then return { pattern } end
  local list <const> = {}
  for index, prefix in ipairs(prefixes) do
    list[index] = prefix:gsub("/$", "") .. (prefix:find("://$") and "//" or "/")
      .. pattern:gsub("^/", "")
    list[index] = list[index]:gsub(":/+", "://")
  end
  return list
end

---@param spec deeplink.Spec
---@return deeplink.Reader? reader
---@return string? problem
function Reader.new(spec)
  local reader <const> = setmetatable(
    { links = {}, patterns = Patterns.new(), spec = spec }, Reader)
  local names <const> = {}
  for name in pairs(spec.links) do names[#names + 1] = name end
  table.sort(names, function(left, right) return tostring(left) < tostring(right) end)
  for index, prefix in ipairs(spec.prefixes or {}) do
    if type(prefix) ~= "string" or not prefix:find("^%a[%w+.-]*://") then
      return nil, ('deeplink.new: prefix %d is %s, expected one such as "app://"'):format(
        index, check.show(prefix))
    end
  end
  for _, name in ipairs(names) do
    if type(name) ~= "string" then
      return nil, ("deeplink.new: links has a pattern without a name (%s); write name = pattern")
        :format(check.show(spec.links[name]))
    end
    local where <const> = ("deeplink.new: links.%s"):format(name)
    local declared <const>, problem <const> = readDeclared(where, spec.links[name])
    if not declared then return nil, problem end
    declared.name = name
    reader.links[name] = declared
    for _, pattern in ipairs(declared.patterns) do
      for _, text in ipairs(spelled(pattern, spec.prefixes or {})) do
        local fault <const>, taken <const> = reader.patterns:add(text, declared)
        if fault then
          local of <const> = taken and (" of links.%s"):format(taken.name) or ""
          return nil, ('%s: pattern "%s" %s%s'):format(where, text, fault, of)
        end
      end
    end
  end
  return reader
end

---Returns the patterns in the syntax of the application's own table of links, in which a wildcard
---for a single component has a name.
---@return string[]
function Reader:patternsOfApplication()
  local list <const>, seen <const> = {}, {}
  for _, declared in pairs(self.links) do
    for _, pattern in ipairs(declared.patterns) do
      for _, text in ipairs(spelled(pattern, self.spec.prefixes or {})) do
        local count = 0
        text = text:gsub("%f[^/]%*%f[/\0]", "*.any"):gsub("%f[^/]%*%.[^/]*", function()
          count = count + 1
          return ":any" .. count
        end)
        if not seen[text] then list[#list + 1] = text end
        seen[text] = true
      end
    end
  end
  table.sort(list)
  return list
end

---Creates a link from a declared link.
local function made(declared, given, fields)
  local args <const>, problem <const> = values.read(given, declared.args)
  if not args then return nil, ("%s: %s"):format(declared.name, problem) end
  local link <const> = setmetatable(
    { route = declared.name, args = args, declared = declared }, Link)
  for key, value in pairs(fields) do link[key] = value end
  local way <const> = declared.path
  if way then
    local parts <const>, fault <const> = type(way) == "string" and path.fill(way, args)
      or type(way) == "function" and path.read(way(link))
    if not parts then
      return nil, ("%s: %s"):format(declared.name, fault or "its path is nil")
    end
    link.parts = parts
  end
  return link
end

---@param text string
---@return deeplink.Link?
---@return string? problem
function Reader:url(text, source)
  local address <const> = Patterns.parse(text)
  if not address then return nil, ("%s is not a URL"):format(check.show(text)) end
  local problem
  local link <const> = self.patterns:find(address, function(declared, captured)
    local given <const> = {}
    for name, value in pairs(address.query) do given[name] = value end
    for name, value in pairs(captured) do given[name] = value end
    local link <const>, fault <const> = made(declared, given, {
      url = text, source = source, query = address.query, fragment = address.fragment,
    })
    problem = problem or fault
    return link
  end)
  return link, link == nil and (problem or ("no pattern matches %s"):format(check.show(text))) or nil
end

---@param name any
---@param args table?
function Reader:named(name, args, source)
  local declared <const> = self.links[name]
  if not declared then
    return nil, ("there is no link %s; known: %s"):format(check.show(name), check.names(self.links))
  end
  return made(declared, args or {}, { source = source })
end

---@return deeplink.Link?
---@return string? problem
function Reader:path(input)
  local parts <const>, problem <const> = path.read(input)
  if not parts then return nil, problem end
  return setmetatable({ parts = parts, args = {}, source = "path", declared = {} }, Link)
end

---Creates a link from any input: a URL, a name with arguments, a path, or a table with one of
---these.
---@param input any
---@param args table?
---@param source string?
---@return deeplink.Link?
---@return string? problem
function Reader:read(input, args, source)
  source = source or "script"
  if getmetatable(input) == Link then return input end
  if type(input) == "string" then
    if input:find("^%a[%w+.-]*:") then
      return self:url(input, source == "script" and "url" or source)
    end
    if self.links[input] or args then return self:named(input, args, source) end
    return self:path(input)
  end
  if type(input) == "table" then
    -- External input may contain undeclared values. In a script, they are an error.
    local problem <const> = source == "script" and not input[1]
      and check.fields("link", input, TABLE_KINDS)
    if problem then return nil, problem end
    if input.url then return self:read(input.url, nil, source) end
    if input.route then return self:named(input.route, input.args, source) end
    if input.path or input[1] then return self:path(input.path or input) end
  end
  return nil, ("%s is not a link, expected a URL, the name of a link or a path"):format(
    check.show(input))
end

---Returns the link of a notification, shortcut or activity.
---@param handler any A function of `value`, or the value that it would return.
---@param value any
---@param source string
function Reader:of(handler, value, source)
  if type(handler) ~= "function" then return self:read(handler, nil, source) end
  local input <const>, args <const> = handler(value)
  if input == nil then return nil, ("this %s does not correspond to a link"):format(source) end
  return self:read(input, args, source)
end

return Reader
