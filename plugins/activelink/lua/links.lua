-- The links of a screen, which form an enumeration whose cases may have parameters.

---@class activelink.Case
---@field base? string the case whose destination this case shows with parameters (the `navigationLink`)
---@field route? string the route that the case leads to (default: the route of its base, or otherwise its name)
---@field style? string the presentation style, such as "sheet" (default: the style of the route)
---@field id? string|fun(args: table): string|number the identity of the destination (default: its base or else its name)

---@class activelink.Link
---@field name string the name of the case
---@field id string|number the identity of the destination. A link with the same id updates the destination instead of showing it again.
---@field args table the parameters, which are empty for a plain link
---@field route string
---@field style? string
---@field navigationLink activelink.Link the base link without parameters, or the link itself for a sheet
---@field sheetItem? activelink.Link the link itself if it is presented, or nil if it is pushed
---@operator call(table?): activelink.Link

local links = {}

local Link = {}
Link.__name = "activelink.Link"

---The results of `activelink.links`, as weak references.
---@type table<table, boolean>
local flows <const> = setmetatable({}, { __mode = "k" })

---Returns a short description of a value, for errors.
---@param value any
---@return string
function links.describe(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) == "table" and getmetatable(value) == nil then return "a table" end
  if type(value) == "function" then return "a function" end
  return tostring(value)
end

---Returns whether `activelink.links` created a value. The value may contain no links.
---@param value any
---@return boolean
function links.isFlow(value) return type(value) == "table" and flows[value] == true end

---@param value any
---@return boolean
function links.isLink(value) return getmetatable(value) == Link end

---@param one any
---@param other any
---@return boolean
function links.areEqual(one, other)
  if one == other then return true end
  if type(one) ~= "table" or type(other) ~= "table" then return false end
  for key, value in pairs(one) do
    if not links.areEqual(value, other[key]) then return false end
  end
  for key in pairs(other) do
    if one[key] == nil then return false end
  end
  return true
end

---@param case { name: string, base: string, route: string, style: string?, id: any, flow: table }
---@param args table
---@param level integer
---@return activelink.Link
local function make(case, args, level)
  local id = case.id
  if type(id) == "function" then
    id = id(args)
    if id == nil then id = case.base end
    if type(id) ~= "string" and math.type(id) == nil then
      error(("activelink: the id of link %s is %s, expected a string or a number")
        :format(case.name, links.describe(id)), level + 1)
    end
  end
  return setmetatable({
    name = case.name, id = id, args = args, route = case.route, style = case.style, case = case,
  }, Link)
end

---The properties that follow from the case.
function Link:__index(key)
  local style <const> = rawget(self, "style")
  local isPresented <const> = style ~= nil and style ~= "push"
  if key == "sheetItem" then return isPresented and self or nil end
  if key ~= "navigationLink" then return nil end
  local case <const> = rawget(self, "case")
  return isPresented and self or case.flow[case.base]
end

---Two links are equal if they belong to the same case of the same links and have equal parameters.
function Link:__eq(other)
  return links.isLink(other) and self.case == other.case and links.areEqual(self.args, other.args)
end

---Returns the same link with parameters, such as `link.first { text = "Some param" }`.
---@param args? table
---@return activelink.Link
function Link:__call(args)
  if args ~= nil and type(args) ~= "table" then
    error(("activelink: link %s: got %s, expected a table of parameters: link.%s { … }")
      :format(self.name, links.describe(args), self.name), 2)
  end
  return make(self.case, args or {}, 2)
end

---Returns a value as text. Equal values produce equal text.
local function text(value)
  if type(value) ~= "table" or getmetatable(value) then return tostring(value) end
  local keys, parts = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(one, other) return tostring(one) < tostring(other) end)
  for index, key in ipairs(keys) do parts[index] = ("%s = %s"):format(key, text(value[key])) end
  return #parts == 0 and "{}" or ("{ %s }"):format(table.concat(parts, ", "))
end

---Returns the case and its parameters as text. Equal links produce equal text.
function Link:__tostring()
  return next(self.args) == nil and self.name or ("%s %s"):format(self.name, text(self.args))
end

---@param cases table<string, activelink.Case>
---@return string
local function known(cases)
  local names = {}
  for name in pairs(cases) do names[#names + 1] = tostring(name) end
  table.sort(names)
  return table.concat(names, ", ")
end

local expectations <const> = {
  base = "the name of another link", route = "a route's name", style = "a style's name",
  id = "a string or a function of the parameters",
}

---@param name any
---@param case any
---@param cases table<string, activelink.Case>
local function check(name, case, cases)
  local path <const> = ("activelink.links: link %s"):format(links.describe(name))
  if type(name) ~= "string" then error(path .. " has no name, expected name = { … }", 3) end
  if type(case) ~= "table" then
    error(("%s is %s, expected a table"):format(path, links.describe(case)), 3)
  end
  for key, value in pairs(case) do
    if expectations[key] == nil then
      error(("%s has no key %s; known: %s")
        :format(path, links.describe(key), known(expectations)), 3)
    end
    if type(value) ~= "string" and not (key == "id" and type(value) == "function") then
      error(("%s: %s is %s, expected %s")
        :format(path, key, links.describe(value), expectations[key]), 3)
    end
  end
  if case.base and cases[case.base] == nil then
    error(("%s: its base %q does not exist; known: %s")
      :format(path, case.base, known(cases)), 3)
  end
  if case.base and cases[case.base].base then
    error(("%s: its base %q has a base itself; name %q")
      :format(path, case.base, cases[case.base].base), 3)
  end
end

---Creates the links of a screen: `activelink.links { first = {}, sheet = { style = "sheet" } }`.
---@param cases table<string, activelink.Case>
---@return table<string, activelink.Link>
function links.new(cases)
  if type(cases) ~= "table" then
    error(("activelink.links: got %s, expected a table of links")
      :format(links.describe(cases)), 2)
  end
  for name, case in pairs(cases) do check(name, case, cases) end
  local result <const> = {}
  for name, case in pairs(cases) do
    local base <const> = case.base or name
    result[name] = make({
      name = name, base = base, route = case.route or cases[base].route or base,
      style = case.style or cases[base].style, id = case.id or base, flow = result,
    }, {}, 2)
  end
  flows[result] = true
  return setmetatable(result, {
    __index = function(_, name)
      error(("activelink: there is no link %s; known: %s")
        :format(links.describe(name), known(cases)), 2)
    end,
    __newindex = function(_, name)
      error(("activelink: declare link %s in activelink.links; links cannot be added later"):format(
        links.describe(name)), 2)
    end,
  })
end

return links
