/// The screen manager in plain Lua: tables and closures, as written in a script without Signalbox.
enum PlainLua {
  static let source = """
    local Coordinator = {}
    Coordinator.__index = Coordinator
    local listener

    local function make(parent, tabs, root)
      local self = setmetatable({ parent = parent, tabs = {}, children = {} }, Coordinator)
      for i = 1, tabs do self.tabs[i] = { { name = root } } end
      self.shown = self.tabs[1]
      if parent then parent.child = self end
      return self
    end

    function Coordinator:push(name, arguments)
      local shown = self.shown
      shown[#shown + 1] = { name = name, arguments = arguments }
      if listener then listener("pushed", name) end
      return #shown
    end

    function Coordinator:pop()
      local shown = self.shown
      local count = #shown
      if count > 1 then
        local name = shown[count].name
        shown[count] = nil
        if listener then listener("popped", name) end
        return count - 1
      end
      return count
    end

    function Coordinator:popTo(name)
      local shown = self.shown
      for i = #shown, 1, -1 do
        if shown[i].name == name then
          for k = #shown, i + 1, -1 do shown[k] = nil end
          return i
        end
      end
      return 0
    end

    function Coordinator:popToRoot()
      local shown = self.shown
      for k = #shown, 2, -1 do shown[k] = nil end
      return 1
    end

    function Coordinator:selectTab(index)
      self.shown = self.tabs[index + 1]
      return #self.shown
    end

    function Coordinator:depth() return #self.shown end

    function Coordinator:top()
      local front = self.shown[#self.shown]
      return front.name, front.arguments
    end

    function Coordinator:present(root, onFinish)
      local child = make(self, 1, root)
      child.onFinish = onFinish
      return child
    end

    function Coordinator:finish(result)
      if self.parent then self.parent.child = nil end
      if self.onFinish then self.onFinish(result) end
    end

    function Coordinator:hasChild() return self.child ~= nil end
    function Coordinator:close() end

    local patterns = {}
    nav = {}
    function nav.coordinator(tabs, root) return make(nil, tabs, root) end
    function nav.listen(f) listener = f end

    function nav.link(pattern, handler)
      local names = {}
      local scheme = pattern:match("^(%w+):")
      local node = patterns
      local function go(key)
        node[key] = node[key] or {}
        node = node[key]
      end
      go(scheme)
      for segment in pattern:sub(#scheme + 2):gmatch("[^/]+") do
        if segment:sub(1, 1) == ":" then
          names[#names + 1] = segment:sub(2)
          go(1)
        else
          go(segment)
        end
      end
      node[2] = { names = names, handler = handler }
    end

    local function decode(text)
      text = text:gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end)
      return math.tointeger(text) or text
    end

    function nav.open(url)
      local scheme, path, query = url:match("^(%w+):([^?]*)%??(.*)$")
      local node = patterns[scheme]
      local values = {}
      for segment in path:gmatch("[^/]+") do
        if not node then return false end
        local literal = node[segment]
        if not literal then
          values[#values + 1] = segment
          literal = node[1]
        end
        node = literal
      end
      local target = node and node[2]
      if not target then return false end
      local arguments = {}
      for name, value in query:gmatch("([^&=]+)=([^&]*)") do arguments[name] = decode(value) end
      for i, name in ipairs(target.names) do arguments[name] = decode(values[i]) end
      target.handler(arguments)
      return true
    end
    """
}
