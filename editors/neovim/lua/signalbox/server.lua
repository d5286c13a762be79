-- The process of "signalbox serve --stdio" for a folder, and the requests to it: JSON-RPC 2.0 with a
-- Content-Length header, as in the Language Server Protocol.
local uv = vim.uv or vim.loop

local Server = {}
Server.__index = Server

--- Creates a server, which is started for the first request, and again for the next request after it has ended.
---@param program string
---@param folder string
---@param arguments? string[] further arguments of "signalbox serve --stdio"
function Server.new(program, folder, arguments)
  return setmetatable({
    program = program, folder = folder, arguments = arguments or {}, waiting = {}, last = 0, pieces = {}, messages = "",
  }, Server)
end

local function encode(message)
  local body = vim.json.encode(message)
  return ("Content-Length: %d\r\n\r\n%s"):format(#body, body)
end

--- Sends a request.
---@param method string
---@param params table
---@param done fun(failure: string?, result: table?) receives the result, or the reason why there is none
---@param on_notification? fun(method: string, params: table) receives the notifications of this request
---@return integer? id the identifier of the request; nil if the server cannot be started
function Server:request(method, params, done, on_notification)
  if not self.process then
    local failure = self:start()
    if failure then
      done(failure)
      return nil
    end
    self:send("initialize", { versions = { 1 }, client = { name = "Neovim" } }, function(failed)
      if failed then vim.notify("signalbox: " .. failed, vim.log.levels.ERROR) end
    end)
  end
  return self:send(method, params, done, on_notification)
end

--- Ends the server with its processes. Its requests fail.
function Server:stop()
  if self.input and not self.input:is_closing() then self.input:close() end
  self:fail "the server was stopped"
end

function Server:send(method, params, done, on_notification)
  self.last = self.last + 1
  local id = self.last
  self.waiting[id] = { done = done, on_notification = on_notification or function() end }
  if not next(params) then params = vim.empty_dict() end
  self.input:write(encode { jsonrpc = "2.0", id = id, method = method, params = params })
  return id
end

---@return string? failure the reason why the program cannot be started
function Server:start()
  local input, output, errors = uv.new_pipe(false), uv.new_pipe(false), uv.new_pipe(false)
  local words = { "serve", "--stdio" }
  vim.list_extend(words, self.arguments)
  local process, reason
  process, reason = uv.spawn(self.program, { args = words, cwd = self.folder, stdio = { input, output, errors } },
    function(code, signal)
      for _, part in ipairs { input, output, errors, process } do
        if not part:is_closing() then part:close() end
      end
      if self.process ~= process then return end
      local message = self.messages:match "[^\n]+"
      self:fail(("the server ended with %s%s"):format(
        signal ~= 0 and "signal " .. signal or "exit code " .. code, message and ": " .. message or ""))
    end)
  if not process then
    for _, part in ipairs { input, output, errors } do part:close() end
    return ('cannot start "%s" (%s): install signalbox, or pass its path to setup { program = … }')
      :format(self.program, reason)
  end
  self.process, self.input, self.messages, self.pieces, self.length = process, input, "", {}, nil
  output:read_start(function(_, bytes)
    if bytes and self.process == process then self:receive(bytes) end
  end)
  errors:read_start(function(_, text)
    if text then self.messages = (self.messages .. text):sub(-2000) end
  end)
end

--- Reads the next bytes. The pieces of a long message are joined once.
function Server:receive(bytes)
  table.insert(self.pieces, bytes)
  self.size = (#self.pieces == 1 and 0 or self.size) + #bytes
  while self.size > 0 and (not self.length or self.size >= self.length) do
    local all = table.concat(self.pieces)
    self.pieces = { all }
    if not self.length then
      local header, rest = all:match "^(.-)\r\n\r\n()"
      if not header then return end
      local length = header:lower():match "content%-length: *(%d+)"
      if not length then
        self.process:kill "sigterm"
        return self:fail("the server sent an invalid message: " .. header:sub(1, 80))
      end
      self.length, self.pieces = tonumber(length), { all:sub(rest) }
    else
      local body = all:sub(1, self.length)
      self.length, self.pieces = nil, { all:sub(self.length + 1) }
      self:take(vim.json.decode(body))
    end
    self.size = #self.pieces[1]
  end
end

function Server:take(message)
  if message.method then
    local waiting = self.waiting[message.params.id]
    if waiting then vim.schedule(function() waiting.on_notification(message.method, message.params) end) end
    return
  end
  local waiting = self.waiting[message.id]
  if not waiting then return end
  self.waiting[message.id] = nil
  local failure
  if message.error then
    local data = message.error.data or {}
    failure = message.error.message .. (data.hint and "; " .. data.hint or "")
  end
  vim.schedule(function() waiting.done(failure, message.result) end)
end

--- Fails all requests, so that the next request starts another process.
function Server:fail(reason)
  local waiting = self.waiting
  self.waiting, self.process, self.input = {}, nil, nil
  for _, request in pairs(waiting) do
    vim.schedule(function() request.done(reason) end)
  end
end

return Server
