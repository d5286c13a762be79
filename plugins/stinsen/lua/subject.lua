---A value that changes and its observers, such as a value that a service publishes.
local check <const> = require "stinsen.check"

---@class stinsen.Subject
---@field value any The newest value.
---@field private hasValue boolean
---@field private sinks table[]
---@field private queue table[]
---@field private isSending boolean?
local Subject <const> = {}
Subject.__index = Subject
Subject.__name = "stinsen.Subject"

---Creates a subject. If it has a value, new observers receive that value first.
---@param ... any
---@return stinsen.Subject
function Subject.new(...)
  return setmetatable(
    { value = (...), hasValue = select("#", ...) > 0, sinks = {}, queue = {} }, Subject)
end

---@param value any
---@return boolean
function Subject.isSubject(value) return getmetatable(value) == Subject end

---Sends a value to all observers. Values that are sent in the meantime follow in order. No observer
---is called inside another observer.
---@param value any
function Subject:send(value)
  if not Subject.isSubject(self) then error("call it with a colon: subject:send(…)", 2) end
  self.queue[#self.queue + 1] = { value = value }
  if self.isSending then return end
  self.isSending = true
  local problem
  while #self.queue > 0 do
    local item <const> = table.remove(self.queue, 1)
    self.value, self.hasValue = item.value, true
    for _, sink in ipairs(table.move(self.sinks, 1, #self.sinks, 1, {})) do
      if not sink.isCancelled then
        local isDone <const>, fault <const> = pcall(sink.handler, item.value)
        if not isDone then problem = problem or fault end
      end
    end
  end
  self.isSending = false
  if problem then error(problem, 0) end
end

---Calls a function for each value, starting with the newest value, if any.
---@param handler fun(value: any)
---@return fun() cancel
function Subject:sink(handler)
  if not Subject.isSubject(self) then error("call it with a colon: subject:sink(…)", 2) end
  if type(handler) ~= "function" then
    error(("subject:sink: handler is %s, expected a function"):format(check.show(handler)), 2)
  end
  local sink <const> = { handler = handler }
  self.sinks[#self.sinks + 1] = sink
  if self.hasValue then handler(self.value) end
  return function()
    sink.isCancelled = true
    for index, one in ipairs(self.sinks) do
      if one == sink then return table.remove(self.sinks, index) and nil end
    end
  end
end

return Subject
