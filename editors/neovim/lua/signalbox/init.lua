-- The commands of the plugin: scenarios, lint, snapshots, recordings, the prompt and the debugger.
local Server = require "signalbox.server"
local results = require "signalbox.results"

local signalbox = {}

local settings = {
  --- The program: a name on PATH or a path.
  program = "signalbox",
  --- The script that defines the application, relative to the project. The prompt and the inspector load it.
  application = "app.lua",
  --- Whether to lint when a Lua file of a project is written.
  lint_on_write = true,
}
local definitions = ".signalbox/library/signalbox.d.lua"
local namespaces = {
  scenarios = vim.api.nvim_create_namespace "signalbox-scenarios",
  lint = vim.api.nvim_create_namespace "signalbox-lint",
  coverage = vim.api.nvim_create_namespace "signalbox-coverage",
}
--- The servers by folder.
local servers = {}
--- The scenario run in progress: its server and its identifier.
local current
--- The results of the last run: the folder, failed scenarios, recordings and changed snapshots.
local last = { failed = {}, recordings = {}, snapshots = {} }

local function say(text, level) vim.notify("signalbox: " .. text, level or vim.log.levels.INFO) end
local function complain(text) say(text, vim.log.levels.ERROR) end

--- Returns the folder of the project of the current buffer: the nearest one with signalbox.lua, or with a
--- repository, or else the current folder.
function signalbox.folder()
  local path = vim.api.nvim_buf_get_name(0)
  local start = path ~= "" and vim.fn.fnamemodify(path, ":p:h") or vim.fn.getcwd()
  for _, name in ipairs { "signalbox.lua", ".git" } do
    local folder = start
    while true do
      if vim.fn.getftype(folder .. "/" .. name) ~= "" then return folder end
      local parent = vim.fn.fnamemodify(folder, ":h")
      if parent == folder then break end
      folder = parent
    end
  end
  return vim.fn.getcwd()
end

local function server(folder)
  servers[folder] = servers[folder] or Server.new(settings.program, folder)
  return servers[folder]
end

local function buffer_path() return vim.api.nvim_buf_get_name(0) end

-- Scenarios

local function finish(run, answer)
  vim.fn.setqflist({}, " ", { title = "Signalbox scenarios", items = run.entries })
  results.show(namespaces.scenarios, run.entries)
  last = run
  local counts = {}
  for _, status in ipairs { "passed", "failed", "flaky", "skipped", "todo", "failedAsExpected", "notRun" } do
    local count = answer.counts[status]
    if count and count > 0 then table.insert(counts, count .. " " .. status) end
  end
  local text = #counts > 0 and table.concat(counts, ", ") or "no scenario matches"
  if answer.stop then text = text .. "; ended early: " .. answer.stop end
  if #run.entries > 0 then text = text .. "; use :cnext to go to a failure" end
  if answer.coverage then results.show(namespaces.coverage, results.uncovered(run.folder, answer.coverage)) end
  say(text, #run.entries > 0 and vim.log.levels.WARN or vim.log.levels.INFO)
end

--- Runs scenarios. The failures become the quickfix list and diagnostics.
---@param params table the parameters of scenario/run
---@param done? fun(answer: table?) receives the result, or nil if there is none
function signalbox.run(params, done)
  if current then return complain "scenarios are running; use :Signalbox stop to end them" end
  local run = { folder = signalbox.folder(), entries = {}, failed = {}, recordings = {}, snapshots = {} }
  current = { server = server(run.folder) }
  current.id = current.server:request("scenario/run", params, function(failure, answer)
    current = nil
    if failure then complain(failure) else finish(run, answer) end
    if done then done(answer) end
  end, function(method, message)
    if method == "scenario/started" then
      vim.list_extend(run.entries, results.unloaded(run.folder, message.unloaded))
    elseif method == "scenario/finished" then
      local result = message.result
      if result.trace then table.insert(run.recordings, { scenario = result.scenario, path = result.trace }) end
      if result.status ~= "failed" then return end
      table.insert(run.failed, result.scenario.id)
      vim.list_extend(run.entries, results.failures(run.folder, result))
      vim.list_extend(run.snapshots, results.snapshots(result))
    end
  end)
end

--- Ends the run, and keeps its results.
function signalbox.stop()
  if not current or not current.id then return complain "no scenarios are running" end
  current.server:request("scenario/cancel", { id = current.id }, function(failure)
    if failure then complain(failure) end
  end)
end

--- Calls a function with the scenario at the cursor, or the last one above it.
local function with_nearest(use)
  local folder, path, line = signalbox.folder(), buffer_path(), vim.fn.line "."
  server(folder):request("scenario/list", { paths = { path } }, function(failure, answer)
    if failure then return complain(failure) end
    local nearest
    for _, scenario in ipairs(answer.scenarios) do
      if scenario.line <= line and (not nearest or scenario.line > nearest.line) then nearest = scenario end
    end
    if not nearest then return complain "no scenario begins at or above the cursor" end
    use(nearest, folder)
  end)
end

-- Lint

--- Lints the project. The findings become diagnostics and, if requested, the quickfix list.
---@param fills_list boolean
---@param done? fun()
function signalbox.lint(fills_list, done)
  local folder = signalbox.folder()
  server(folder):request("lint/run", {}, function(failure, answer)
    if failure then
      complain(failure)
    else
      local entries = results.findings(folder, answer.findings)
      results.show(namespaces.lint, entries)
      if fills_list then
        vim.fn.setqflist({}, " ", { title = "Signalbox lint", items = entries })
        say(("%d errors, %d warnings"):format(answer.errors, answer.warnings))
      end
    end
    if done then done() end
  end)
end

-- Snapshots and recordings

--- Calls a function with an element that the user chooses; with the only one, if there is one.
local function choose(list, missing, text, use)
  if #list == 0 then return complain(missing) end
  if #list == 1 then return use(list[1]) end
  vim.ui.select(list, { prompt = "Signalbox", format_item = text }, function(item)
    if item then use(item) end
  end)
end

local no_snapshot = "the last run has changed no snapshots"

--- Compares the file of a changed snapshot with its new text, in two windows.
function signalbox.diff()
  choose(last.snapshots, no_snapshot, function(snapshot) return snapshot.path end, function(snapshot)
    vim.cmd("tabedit " .. vim.fn.fnameescape(last.folder .. "/" .. snapshot.path))
    vim.cmd "diffthis"
    vim.cmd "rightbelow vnew"
    vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = "nofile", "wipe", false
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split((snapshot.actual:gsub("\n$", "")), "\n"))
    vim.bo.modifiable = false
    vim.cmd "diffthis"
  end)
end

--- Writes the new text of all changed snapshots, by running their scenarios again.
function signalbox.accept(done)
  if #last.snapshots == 0 then return complain(no_snapshot) end
  local ids = {}
  for _, snapshot in ipairs(last.snapshots) do ids[snapshot.scenario] = true end
  signalbox.run({ paths = vim.tbl_keys(ids), snapshots = "changed" }, function(answer)
    vim.cmd "checktime"
    if done then done(answer) end
  end)
end

--- Opens a terminal in which the program runs.
local function terminal(words, folder)
  vim.cmd "botright new"
  local list = { settings.program }
  vim.list_extend(list, words)
  vim.fn.termopen(list, { cwd = folder })
  vim.cmd "startinsert"
end

local function with_application(use)
  local folder = signalbox.folder()
  if vim.fn.filereadable(folder .. "/" .. settings.application) == 1 then return use(settings.application, folder) end
  complain(("there is no %s in %s; pass the script that defines the application to setup { application = … }")
    :format(settings.application, folder))
end

-- Definitions

--- Writes definitions with the names of the project for a Lua language server, and keeps them current until
--- Neovim ends.
function signalbox.types()
  local folder = signalbox.folder()
  local words = { settings.program, "lua-types", "--output", definitions, "--watch" }
  if vim.fn.filereadable(folder .. "/" .. settings.application) == 1 then table.insert(words, settings.application) end
  table.insert(words, ".")
  local job = vim.fn.jobstart(words, {
    cwd = folder,
    on_stderr = function(_, lines)
      for _, line in ipairs(lines) do
        if line ~= "" then say((line:gsub("^signalbox: ", ""))) end
      end
    end,
  })
  if job <= 0 then complain(('cannot start "%s"'):format(settings.program)) end
end

-- Debugging

--- Adds the adapter and two configurations to nvim-dap.
---@return table? dap the module of nvim-dap; nil if it is not installed
local function debugger()
  local is_found, dap = pcall(require, "dap")
  if not is_found then return nil end
  if not dap.adapters.signalbox then
    dap.adapters.signalbox = { type = "executable", command = settings.program, args = { "dap" } }
    dap.configurations.lua = dap.configurations.lua or {}
    vim.list_extend(dap.configurations.lua, {
      { type = "signalbox", request = "launch", name = "Signalbox: this file", program = "${file}" },
      {
        type = "signalbox", request = "attach", name = "Signalbox: running session",
        session = function() return vim.fn.input "Session (a socket, its name, or tcp:PORT): " end,
      },
    })
  end
  return dap
end

--- Debugs the scenario at the cursor.
function signalbox.debug()
  local dap = debugger()
  if not dap then return complain "the debugger requires the plugin nvim-dap" end
  with_nearest(function(scenario, folder)
    dap.run {
      type = "signalbox", request = "launch", name = scenario.name, cwd = folder,
      program = ("%s:%d"):format(buffer_path(), scenario.line),
    }
  end)
end

-- Commands

local commands = {
  test = function() signalbox.run {} end,
  file = function() signalbox.run { paths = { buffer_path() } } end,
  nearest = function() with_nearest(function(scenario) signalbox.run { paths = { scenario.id } } end) end,
  failed = function()
    if #last.failed == 0 then return complain "no scenario failed in the last run" end
    signalbox.run { paths = last.failed }
  end,
  coverage = function() signalbox.run { measuresCoverage = true } end,
  stop = signalbox.stop,
  lint = function() signalbox.lint(true) end,
  diff = signalbox.diff,
  accept = function() signalbox.accept() end,
  recording = function()
    choose(last.recordings, "the last run has no recordings; only failed scenarios have recordings",
      function(recording) return recording.scenario.name end,
      function(recording) terminal({ "trace", "open", recording.path }, last.folder) end)
  end,
  prompt = function() with_application(function(file, folder) terminal({ "repl", file }, folder) end) end,
  inspect = function() with_application(function(file, folder) terminal({ "inspect", file }, folder) end) end,
  types = signalbox.types,
  debug = signalbox.debug,
}

--- Performs a command of :Signalbox.
function signalbox.command(name)
  if commands[name] then return commands[name]() end
  complain(('there is no command "%s"; known: %s'):format(name, table.concat(signalbox.complete "", ", ")))
end

--- Returns the commands that begin with a prefix, sorted.
function signalbox.complete(start)
  local names = vim.tbl_filter(function(name) return vim.startswith(name, start) end, vim.tbl_keys(commands))
  table.sort(names)
  return names
end

--- Changes settings: program, application, lint_on_write.
---@param values table
function signalbox.setup(values)
  for name, value in pairs(values or {}) do
    if settings[name] == nil then error(('signalbox.setup: there is no setting "%s"'):format(name), 2) end
    if type(value) ~= type(settings[name]) then
      error(("signalbox.setup: %s is a %s, expected a %s"):format(name, type(value), type(settings[name])), 2)
    end
    settings[name] = value
  end
  for _, one in pairs(servers) do one:stop() end
  servers = {}
  debugger()
end

--- Lints after a file was written.
function signalbox.written()
  local folder = signalbox.folder()
  if settings.lint_on_write and vim.fn.filereadable(folder .. "/signalbox.lua") == 1 then signalbox.lint(false) end
end

--- Returns the servers by folder.
function signalbox.servers() return servers end

--- Ends the servers.
function signalbox.close()
  for _, one in pairs(servers) do one:stop() end
  servers = {}
end

return signalbox
