-- Tests the plugin in a headless Neovim, with a real "signalbox serve": scripts/test-editors runs it. Prints a line
-- for each test, and ends with 1 if one has failed.
local signalbox = require "signalbox"

local notes = {}
vim.notify = function(text, level) table.insert(notes, { text = text, level = level }) end

local app = [[
local Shop = coordinator "Shop" {
  routes = { list = { actions = { "Open", "Help" } }, product = { args = { id = "integer" } }, reviews = {} },
  links = { ["shop://product/:id"] = function(self, link) self:show(tonumber(link.id)) end },
}
function Shop:start() self.router:startFlow "list" end
function Shop:show(id) self.router:navigate("product", { id = id }) end
function Shop:onOpen() self:show(1) end
function Shop:onHelp() self.router:navigate "reviews" end
application "Shop" { main = "Shop" }
]]
local scenarios = [[
require "app"

scenario "a product opens" { function(app)
  app:launch()
  app:tap "Open"
  app:expect { front = "product" }
end }

scenario "a link opens a product" { function(app)
  app:launch()
  app:open "shop://product/7"
  app:expect { front = { "product", id = 8 } }
end }

scenario "the list looks as before" { function(app)
  app:launch()
  app:snapshot "list"
end }
]]

local folder

local function write(name, text)
  vim.fn.mkdir(vim.fn.fnamemodify(folder .. "/" .. name, ":h"), "p")
  vim.fn.writefile(vim.split((text:gsub("\n$", "")), "\n"), folder .. "/" .. name)
end

local function read(name) return table.concat(vim.fn.readfile(folder .. "/" .. name), "\n") end

local function open(name, line)
  vim.cmd("edit! " .. vim.fn.fnameescape(folder .. "/" .. name))
  vim.api.nvim_win_set_cursor(0, { line or 1, 0 })
end

local function equal(found, expected)
  if not vim.deep_equal(found, expected) then
    error(("expected %s\nactual   %s"):format(vim.inspect(expected), vim.inspect(found)), 2)
  end
end

local function wait(condition, what)
  if not vim.wait(20000, condition, 5) then
    error(("%s did not happen; notes: %s"):format(what, vim.inspect(notes)), 2)
  end
end

--- Performs a command, and returns its first note.
local function perform(command)
  notes = {}
  vim.cmd("Signalbox " .. command)
  wait(function() return #notes > 0 end, "a note of " .. command)
  return notes[1].text
end

local function list()
  return vim.tbl_map(function(item)
    return { vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ":t"), item.lnum, item.text }
  end, vim.fn.getqflist())
end

--- The diagnostics of a file by namespace, as lines and messages.
local function diagnostics(name, namespace)
  local id = vim.api.nvim_get_namespaces()["signalbox-" .. namespace]
  local found = vim.diagnostic.get(vim.fn.bufnr(folder .. "/" .. name), { namespace = id })
  return vim.tbl_map(function(item) return { item.lnum + 1, item.col + 1, item.message, item.severity } end, found)
end

local tests, names = {}, {}
local function test(name, body)
  tests[name] = body
  table.insert(names, name)
end

local failure = { "shop.scenario.lua", 12,
  'front: expected { "product", id = 8 }, actual { "product", id = 7 } (product was pushed in step 2)' }

test("the settings on the page load the plugin from the repository", function()
  local root = vim.fn.getcwd()
  local page = table.concat(vim.fn.readfile(root .. "/docs/editors.md"), "\n")
  local settings = page:match '```lua title="init.lua"\n(.-)\n```'
  local options = vim.o.runtimepath
  vim.o.runtimepath = vim.env.VIMRUNTIME
  assert(loadstring((settings:gsub("/path/to/signalbox", root))))()
  equal(vim.startswith(vim.o.runtimepath, root .. "/editors/neovim,"), true)
  vim.o.runtimepath = options
end)

test("failures become the quickfix list and diagnostics, and :cfirst jumps to the line", function()
  open "app.lua"
  equal(perform "test", "signalbox: 2 passed, 1 failed; use :cnext to go to a failure")
  equal(list(), { failure })
  equal(diagnostics("shop.scenario.lua", "scenarios"), { { 12, 1, failure[3], vim.diagnostic.severity.ERROR } })
  vim.cmd "cfirst"
  equal({ vim.fn.expand "%:t", vim.fn.line "." }, { "shop.scenario.lua", 12 })
end)

test("the scenario at the cursor runs alone, then those that failed", function()
  open("shop.scenario.lua", 5)
  equal(perform "nearest", "signalbox: 1 passed")
  equal(list(), {})
  equal(perform "failed", "signalbox: no scenario failed in the last run")
  open("shop.scenario.lua", 10)
  equal(perform "nearest", "signalbox: 1 failed; use :cnext to go to a failure")
  equal(perform "failed", "signalbox: 1 failed; use :cnext to go to a failure")
  open("shop.scenario.lua", 1)
  equal(perform "nearest", "signalbox: no scenario begins at or above the cursor")
end)

test("a fixed scenario no longer has diagnostics", function()
  open "shop.scenario.lua"
  perform "test"
  equal(#diagnostics("shop.scenario.lua", "scenarios"), 1)
  vim.cmd [[%s/id = 8/id = 7/]]
  vim.cmd "silent write"
  equal(perform "file", "signalbox: 3 passed")
  equal(diagnostics("shop.scenario.lua", "scenarios"), {})
end)

test("a file that does not load is an entry", function()
  write("broken.scenario.lua", 'require "app"\nscenario "a" { function(app) app:launch( end }')
  open "broken.scenario.lua"
  equal(perform "file", "signalbox: no scenario matches; use :cnext to go to a failure")
  equal(list(), { { "broken.scenario.lua", 2, "unexpected symbol near 'end'" } })
end)

test("lint findings are diagnostics at their columns, also after writing a file", function()
  write("typo.scenario.lua", 'require "app"\nscenario "a" { function(app)\n  app:lunch()\nend }')
  open "typo.scenario.lua"
  equal(perform "lint", "signalbox: 1 errors, 0 warnings")
  local finding = 'app has no "lunch"; did you mean "launch"?'
  equal(list(), { { "typo.scenario.lua", 3, finding } })
  equal(diagnostics("typo.scenario.lua", "lint"), { { 3, 7, finding, vim.diagnostic.severity.ERROR } })
  vim.cmd [[%s/lunch/launch/]]
  vim.cmd "silent write"
  wait(function() return #diagnostics("typo.scenario.lua", "lint") == 0 end, "linting after writing")
end)

test("coverage marks declarations that were never used", function()
  open "app.lua"
  perform "coverage"
  equal(diagnostics("app.lua", "coverage"), {
    { 2, 1, 'action Shop.list "Help" was never tapped', vim.diagnostic.severity.HINT },
    { 2, 1, "route Shop.reviews was never shown", vim.diagnostic.severity.HINT },
    { 8, 1, "transition Shop.list → reviews was never taken", vim.diagnostic.severity.HINT },
  })
end)

test("a changed snapshot is compared and accepted", function()
  local path = "snapshots/shop/the-list-looks-as-before--list.txt"
  write(path, "old")
  open("shop.scenario.lua", 16)
  perform "nearest"
  signalbox.diff()
  equal(vim.fn.winnr "$", 2)
  equal(vim.tbl_map(function(window) return vim.wo[window].diff end, vim.api.nvim_tabpage_list_wins(0)), { true, true })
  local now = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  equal(read(path), "old")
  vim.cmd "tabclose"
  equal(perform "accept", "signalbox: 1 passed")
  equal(read(path), now)
  equal(perform "accept", "signalbox: the last run has changed no snapshots")
end)

test("a run can be ended, with its results", function()
  write("slow/slow.scenario.lua",
    'for number = 1, 300 do\n  scenario("slow " .. number) { function() for _ = 1, 3000000 do end end }\nend')
  open "app.lua"
  equal(perform "stop", "signalbox: no scenarios are running")
  notes = {}
  vim.cmd "Signalbox test"
  vim.cmd "Signalbox test"
  equal(notes[1].text, "signalbox: scenarios are running; use :Signalbox stop to end them")
  notes = {}
  vim.cmd "Signalbox stop"
  wait(function() return #notes > 0 end, "the end of the run")
  -- The run may end before its first scenario.
  assert(notes[1].text:find "ended early: interrupted" or notes[1].text:find "signalbox: stopped while", notes[1].text)
end)

test("the definitions contain the names of the project, and follow changes", function()
  local path = ".signalbox/library/signalbox.d.lua"
  open "app.lua"
  local function has(line)
    return vim.fn.filereadable(folder .. "/" .. path) == 1 and vim.tbl_contains(vim.fn.readfile(folder .. "/" .. path), line)
  end
  vim.cmd "Signalbox types"
  wait(function() return has '---@alias signalbox.RouteName "list"|"product"|"reviews"' end, "writing definitions")
  wait(function() return #notes > 0 and notes[#notes].text:find "watching" end, "watching")
  write("app.lua", (app:gsub("reviews", "ratings")))
  wait(function() return has '---@alias signalbox.RouteName "list"|"product"|"ratings"' end, "writing changed names")
end)

--- Performs :Signalbox debug with a substitute for nvim-dap.
---@return table dap the substitute, to which the plugin has added its adapter
---@return table[] runs the configurations that were passed to it
local function debug_at(line)
  local runs = {}
  local dap = { adapters = {}, configurations = {}, run = function(one) table.insert(runs, one) end }
  package.loaded.dap = dap
  open("shop.scenario.lua", line)
  vim.cmd "Signalbox debug"
  wait(function() return #runs > 0 end, "a debug session")
  package.loaded.dap = nil
  return dap, runs
end

--- Starts a debug adapter as nvim-dap does, and returns functions that send requests and wait for events.
local function start_adapter(adapter, folder_of_process)
  local text, messages, exit, last = "", {}, nil, 0
  local words = { adapter.command }
  vim.list_extend(words, adapter.args)
  local job = vim.fn.jobstart(words, {
    cwd = folder_of_process,
    on_stdout = function(_, lines)
      text = text .. table.concat(lines, "\n")
      while true do
        local length, rest = text:match "^Content%-Length: (%d+)\r\n\r\n(.*)$"
        if not length or #rest < tonumber(length) then return end
        table.insert(messages, vim.fn.json_decode(rest:sub(1, tonumber(length))))
        text = rest:sub(tonumber(length) + 1)
      end
    end,
    on_exit = function(_, code) exit = code end,
  })
  assert(job > 0, "the adapter could not be started")
  local function take(matches, what)
    local found
    wait(function()
      for index, message in ipairs(messages) do
        if matches(message) then
          found = table.remove(messages, index)
          return true
        end
      end
    end, what)
    return found
  end
  local function request(command, arguments)
    last = last + 1
    local number = last
    local body = vim.fn.json_encode { seq = number, type = "request", command = command, arguments = arguments or vim.empty_dict() }
    vim.fn.chansend(job, ("Content-Length: %d\r\n\r\n%s"):format(#body, body))
    local answer = take(function(message) return message.request_seq == number end, "a response to " .. command)
    assert(answer.success, answer.message)
    return answer.body
  end
  local function event(names)
    names = type(names) == "table" and names or { names }
    return take(function(message) return vim.tbl_contains(names, message.event) end, "the event " .. names[1]).body
  end
  local function code()
    wait(function() return exit end, "the end of the adapter")
    return exit
  end
  return request, event, code
end

test("nvim-dap receives the adapter and the scenario at the cursor", function()
  local dap, runs = debug_at(11)
  equal(runs, { {
    type = "signalbox", request = "launch", name = "a link opens a product", cwd = folder,
    program = folder .. "/shop.scenario.lua:9",
  } })
  equal(dap.adapters.signalbox, { type = "executable", command = vim.env.SIGNALBOX, args = { "dap" } })
  equal(dap.configurations.lua[1].program, "${file}")
  equal({ dap.configurations.lua[2].request, type(dap.configurations.lua[2].session) }, { "attach", "function" })
end)

test("the adapter of nvim-dap stops at a breakpoint, steps in both directions, and ends", function()
  local dap, runs = debug_at(9)
  local request, event, code = start_adapter(dap.adapters.signalbox, folder)
  local function stopped()
    local body = event "stopped"
    local frames = request("stackTrace", { threadId = body.threadId }).stackFrames
    return { body.reason, vim.fn.fnamemodify(frames[1].source.path, ":t"), frames[1].line }
  end
  assert(request("initialize", { adapterID = "nvim-dap", linesStartAt1 = true }).supportsStepBack)
  -- nvim-dap sends the whole configuration.
  request("launch", runs[1])
  event "initialized"
  local set = request("setBreakpoints", { source = { path = folder .. "/app.lua" }, breakpoints = { { line = 6, condition = "id" } } })
  equal(set.breakpoints[1].verified, true)
  request("setExceptionBreakpoints", { filters = { "expectation" } })
  request "configurationDone"
  equal(stopped(), { "breakpoint", "app.lua", 6 })
  equal(request("evaluate", { expression = "id", context = "watch" }).result, "7")
  request("next", { threadId = 1 })
  equal(stopped(), { "step", "shop.scenario.lua", 12 })
  request("reverseContinue", { threadId = 1 })
  equal(stopped(), { "breakpoint", "app.lua", 6 })
  request("setBreakpoints", { source = { path = folder .. "/app.lua" }, breakpoints = {} })
  request("continue", { threadId = 1 })
  equal(stopped(), { "exception", "shop.scenario.lua", 12 })
  request("continue", { threadId = 1 })
  equal(event "exited", { exitCode = 1 })
  event "terminated"
  request "disconnect"
  -- nvim-dap warns about any other exit code, also if only the scenario fails.
  equal(code(), 0)
end)

test("the adapter of nvim-dap attaches to a session that listens", function()
  write("loop.lua", "local n = 0\nwhile not done do\n  n = n + 1\nend\nprint 'done'\n")
  local output = ""
  local function append(_, lines) output = output .. table.concat(lines, "\n") end
  local host = vim.fn.jobstart({ vim.env.SIGNALBOX, "run", "--listen=./s.sock", "loop.lua" },
    { cwd = folder, on_stdout = append, on_stderr = append })
  wait(function() return output:find "listening" end, "listening")
  local request, event, code = start_adapter(debug_at(9).adapters.signalbox, folder)
  request("initialize", { adapterID = "nvim-dap" })
  request("attach", { request = "attach", name = "session", session = "./s.sock", cwd = folder })
  event "initialized"
  local set = request("setBreakpoints", { source = { path = folder .. "/loop.lua" }, breakpoints = { { line = 3 } } })
  equal(set.breakpoints[1].verified, true)
  request "configurationDone"
  equal(event("stopped").reason, "breakpoint")
  request("evaluate", { expression = "done = true", context = "repl" })
  request "disconnect"
  equal(code(), 0)
  wait(function() return output:find "done" end, "the end of the script")
  vim.fn.jobstop(host)
end)

--- Creates a substitute for nvim-dap, which sends the same requests.
---@return table dap the functions of nvim-dap
---@return fun(): string outcome waits until the program stops or ends, and returns where
local function substitute_dap()
  local lines, request, event, code = {}, nil, nil, nil
  local function set(path) request("setBreakpoints", { source = { path = path }, breakpoints = { { line = lines[path] } } }) end
  local function step(command) return function() request(command, { threadId = 1 }) end end
  local dap
  dap = {
    adapters = {}, configurations = {},
    toggle_breakpoint = function()
      local path = vim.api.nvim_buf_get_name(0)
      lines[path] = not lines[path] and vim.api.nvim_win_get_cursor(0)[1] or nil
      if request then set(path) end
    end,
    run = function(configuration)
      request, event, code = start_adapter(dap.adapters.signalbox, folder)
      request("initialize", { adapterID = "nvim-dap", linesStartAt1 = true })
      request("launch", configuration)
      event "initialized"
      for path in pairs(lines) do set(path) end
      request "configurationDone"
    end,
    step_over = step "next", step_into = step "stepIn", step_out = step "stepOut", step_back = step "stepBack",
    reverse_continue = step "reverseContinue", continue = step "continue",
  }
  package.loaded.dap = dap
  return dap, function()
    wait(function() return event end, "a debug session")
    local body = event { "stopped", "exited" }
    if body.exitCode then
      event "terminated"
      request "disconnect"
      equal(code(), 0)
      return ("exit code %d"):format(body.exitCode)
    end
    local frame = request("stackTrace", { threadId = body.threadId }).stackFrames[1]
    return ("%s:%d, %s"):format(vim.fn.fnamemodify(frame.source.path, ":t"), frame.line, body.reason)
  end
end

--- Loads nvim-dap from the folder in the variable NVIM_DAP.
---@return table dap
---@return fun(): string outcome waits until the program stops or ends, and returns where
local function real_dap()
  vim.opt.runtimepath:append(vim.env.NVIM_DAP)
  local dap = require "dap"
  local reason, outcome
  dap.listeners.after.event_stopped.page = function(_, body) reason = body.reason end
  dap.listeners.after.stackTrace.page = function(_, _, body)
    local frame = body.stackFrames[1]
    outcome = ("%s:%d, %s"):format(vim.fn.fnamemodify(frame.source.path, ":t"), frame.line, reason)
  end
  dap.listeners.after.event_exited.page = function(_, body) outcome = ("exit code %d"):format(body.exitCode) end
  return dap, function()
    wait(function() return outcome end, "a stop")
    local found = outcome
    outcome = nil
    return found
  end
end

test("the session on the page about editors has the same course", function()
  local page = table.concat(vim.fn.readfile "docs/editors.md", "\n")
  local function block(start) return vim.split(assert(page:match("\n```" .. vim.pesc(start) .. "\n(.-)\n```"), start), "\n") end
  for _, name in ipairs { "app.lua", "shop.scenario.lua" } do
    vim.fn.writefile(block(('lua title="%s"'):format(name)), folder .. "/" .. name)
  end
  local dap, outcome = (vim.env.NVIM_DAP and real_dap or substitute_dap)()
  local expected, found = block 'text title="a session of nvim-dap"', {}
  for _, line in ipairs(expected) do
    local command, path, number = line:match "^(%S.-) +at (%S+):(%d+)$"
    command = command or line:match "^%S+$"
    if command then table.insert(found, line) end
    if path then open(path, tonumber(number)) end
    if command and command:find "^:" then
      vim.cmd(command:sub(2))
    elseif command then
      dap[command:match "^[%w_]+"]()
    end
    if command and command ~= "toggle_breakpoint()" then table.insert(found, "  " .. outcome()) end
  end
  package.loaded.dap = nil
  equal(found, expected)
end)

--- Performs a command that opens a terminal. The program in it finds a stand-in for the browser, which waits for the
--- file "gate", and writes the address that it receives to the file "opened".
---@return fun(text: string) type types text in the terminal
---@return fun(pattern: string): string see waits until the terminal shows a match, and returns it
---@return fun() close ends the program
---@return integer job the program
local function open_terminal(command)
  write("browser", (([[
#!/bin/sh
while [ ! -e FOLDER/gate ]; do :; done
printf %s "$1" >FOLDER/part
mv FOLDER/part FOLDER/opened
]]):gsub("FOLDER", folder)))
  vim.fn.setfperm(folder .. "/browser", "rwxr-xr-x")
  vim.env.BROWSER, vim.env.XDG_STATE_HOME = folder .. "/browser", folder
  vim.cmd "silent only"
  vim.cmd("Signalbox " .. command)
  equal({ vim.fn.winnr "$", vim.bo.buftype }, { 2, "terminal" })
  local buffer, job = vim.api.nvim_get_current_buf(), vim.b.terminal_job_id
  local function see(pattern)
    local found
    wait(function()
      -- A terminal wraps long lines.
      found = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), ""):match(pattern)
      return found
    end, pattern)
    return found
  end
  return function(text) vim.fn.chansend(job, text) end, see, function()
    vim.fn.jobstop(job)
    vim.fn.jobwait({ job }, 20000)
    vim.cmd("silent bwipeout! " .. buffer)
  end, job
end

--- Waits for the address that the stand-in for the browser has received.
local function opened()
  write("gate", "")
  wait(function() return vim.fn.filereadable(folder .. "/opened") == 1 end, "opening the browser")
  return read "opened"
end

test("the prompt opens in a terminal, with the application", function()
  open("scenarios/other.lua")
  local type, see, close = open_terminal "prompt"
  type "app:launch()\r"
  type "print('front is ' .. app.front.name)\r"
  equal(see "front is list", "front is list")
  close()
end)

test("the inspector opens in a terminal and in the browser", function()
  open "app.lua"
  local type, see, close = open_terminal "inspect"
  local address = opened()
  equal(see "http://127%.0%.0%.1:%d+/", address:match "^(.-)%?token=%x+$")
  -- Each address opens the page once, so Enter shows another one.
  type "\r"
  see "token=%x+.-token=%x+"
  close()
end)

test("the recording of a failed scenario opens in the browser", function()
  open "shop.scenario.lua"
  perform "file"
  local _, see, close, job = open_terminal "recording"
  -- The end of the program closes its terminal, but not the browser.
  equal(vim.fn.jobwait({ job }, 20000), { 0 })
  local path = opened()
  equal(see "%.signalbox/out/%S+%.html", path)
  assert(read(path):find("a link opens a product", 1, true), path)
  close()
end)

test("commands whose files are missing say so", function()
  open "shop.scenario.lua"
  vim.cmd [[%s/id = 8/id = 7/]]
  vim.cmd "silent write"
  perform "file"
  equal(perform "recording", "signalbox: the last run has no recordings; only failed scenarios have recordings")
  signalbox.setup { application = "missing.lua" }
  for _, command in ipairs { "prompt", "inspect" } do
    equal(perform(command), ("signalbox: there is no missing.lua in %s; pass the script that defines the application to "
      .. "setup { application = … }"):format(folder))
  end
  signalbox.setup { application = "app.lua" }
end)

test("a server that has ended is started again", function()
  open "shop.scenario.lua"
  perform "file"
  local _, server = next(signalbox.servers())
  server.process:kill "sigkill"
  wait(function() return server.process == nil end, "the end of the server")
  equal(perform "file", "signalbox: 2 passed, 1 failed; use :cnext to go to a failure")
end)

test("a program that cannot be started, and unknown commands and settings, are explained", function()
  equal(signalbox.complete "la", {})
  equal(signalbox.complete "fa", { "failed" })
  assert(perform("nothing"):find '^signalbox: there is no command "nothing"; known: accept, coverage, debug')
  local _, message = pcall(signalbox.setup, { path = "x" })
  assert(message:find 'there is no setting "path"', message)
  signalbox.setup { program = "/missing/signalbox" }
  assert(perform("test"):find '^signalbox: cannot start "/missing/signalbox" %(ENOENT.*: install signalbox')
  signalbox.setup { program = vim.env.SIGNALBOX }
end)

local failed = 0
for _, name in ipairs(names) do
  folder = vim.fn.resolve(vim.fn.tempname())
  write("app.lua", app)
  write("shop.scenario.lua", scenarios)
  write("signalbox.lua", "return {}")
  signalbox.setup { program = vim.env.SIGNALBOX }
  local passes, message = xpcall(tests[name], debug.traceback)
  vim.cmd "silent! %bwipeout!"
  signalbox.close()
  -- The requests of the servers fail now. Their notes must not reach the next test.
  local is_over = false
  vim.schedule(function() is_over = true end)
  vim.wait(20000, function() return is_over end, 1)
  if not passes then
    failed = failed + 1
    io.stdout:write(("not ok  %s\n%s\n"):format(name, message))
  else
    io.stdout:write(("ok  %s\n"):format(name))
  end
end
io.stdout:write(("%d of %d tests passed\n"):format(#names - failed, #names))
vim.cmd(failed > 0 and "cquit 1" or "qall!")
