---Parses URLs according to the generic syntax of RFC 3986, as far as links use it.
local url <const> = {}

---@class deeplink.Url
---@field scheme string The scheme in lower case.
---@field segments string[] The host, if any, and the path components, decoded.
---@field hasHost boolean Whether the first segment is a host, without user and port.
---@field query table<string, string|boolean> The query. The value of a name without `=` is `true`.
---@field fragment string? The part after `#`, decoded.

---Decodes escape sequences such as `%41`. A `%` that does not begin an escape sequence is kept.
---@param text string
---@return string
local function decoded(text)
  return (text:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
end

---@param text string?
---@return table<string, string|boolean>
local function query(text)
  local values <const> = {}
  for part in (text or ""):gmatch("[^&]+") do
    local name <const>, value <const> = part:match("^([^=]*)=(.*)$")
    if name then
      values[decoded((name:gsub("%+", " ")))] = decoded((value:gsub("%+", " ")))
    else
      values[decoded((part:gsub("%+", " ")))] = true
    end
  end
  return values
end

---Returns the host of `user@host:port`. The part before the last `@` is never used as the host.
---@param authority string
---@return string
local function host(authority)
  local name <const> = authority:match("([^@]*)$")
  return (name:match("^%[.*%]") or name:match("^[^:]*"))
end

---Parses a URL.
---@param text string
---@return deeplink.Url? parts nil if the text has no scheme
function url.parse(text)
  local scheme <const>, rest = text:match("^(%a[%w+.-]*):(.*)$")
  if not scheme then return nil end
  local fragment <const> = rest:match("#(.*)$")
  rest = rest:match("^[^#]*")
  local parts <const> = {
    scheme = scheme:lower(),
    query = query(rest:match("%?(.*)$")),
    fragment = fragment and decoded(fragment),
    segments = {},
    hasHost = false,
  }
  local path = rest:match("^[^?]*")
  local authority <const>, after <const> = path:match("^//([^/]*)(.*)$")
  if authority then
    path = after
    parts.hasHost = authority ~= ""
    if parts.hasHost then parts.segments[1] = decoded(host(authority)) end
  end
  for segment in path:gmatch("[^/]+") do
    parts.segments[#parts.segments + 1] = decoded(segment)
  end
  return parts
end

return url
