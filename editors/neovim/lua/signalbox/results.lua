-- The results of scenarios, findings and coverage as entries of the quickfix list, which are also the
-- source of diagnostics.
local results = {}

local function entry(folder, location, type, text)
  return {
    filename = vim.startswith(location.file, "/") and location.file or folder .. "/" .. location.file,
    lnum = location.line or 1, col = location.column or 1, type = type, text = text,
  }
end

--- Returns the entries of a failed scenario: one for each difference, and one for each failure without
--- differences.
---@param folder string
---@param result table the result of scenario/finished
function results.failures(folder, result)
  local entries = {}
  for _, failure in ipairs(result.failures or {}) do
    local location = failure.error.location or { file = result.scenario.file, line = result.scenario.line }
    if failure.kind == "snapshot" or not failure.differences or #failure.differences == 0 then
      table.insert(entries, entry(folder, location, "E", failure.error.message))
    else
      for _, difference in ipairs(failure.differences) do
        local cause = difference.cause ~= "" and (" (%s)"):format(difference.cause) or ""
        table.insert(entries, entry(folder, location, "E", ("%s: expected %s, actual %s%s"):format(
          difference.name, difference.expected, difference.actual, cause)))
      end
    end
  end
  if #entries == 0 then
    table.insert(entries, entry(folder, result.scenario, "E", result.reason or "the scenario failed"))
  end
  return entries
end

--- Returns the entries of files that failed to load.
function results.unloaded(folder, files)
  return vim.tbl_map(function(file)
    return entry(folder, file.error.location or { file = file.path }, "E", file.error.message)
  end, files or {})
end

--- Returns the entries of findings of the linter.
function results.findings(folder, findings)
  return vim.tbl_map(function(finding)
    local text = finding.hint and finding.message .. "; " .. finding.hint or finding.message
    return entry(folder, finding, finding.severity == "error" and "E" or "W", text)
  end, findings or {})
end

--- Returns the snapshots of a result that differ from their files.
function results.snapshots(result)
  local found = {}
  for _, failure in ipairs(result.failures or {}) do
    if failure.kind == "snapshot" then
      for _, difference in ipairs(failure.differences) do
        table.insert(found, { path = difference.name, scenario = result.scenario.id, actual = difference.actual })
      end
    end
  end
  return found
end

local absence = {
  routes = "route %s was never shown", transitions = "transition %s was never taken",
  actions = "action %s was never tapped", links = "link %s was never opened",
}

--- Returns the entries of declarations that were never used, sorted by file and line.
function results.uncovered(folder, coverage)
  local entries = {}
  for kind, part in pairs(coverage or {}) do
    for _, name in ipairs(part.missing or {}) do
      local location = part.locations and part.locations[name]
      -- The name of a guard is its location.
      local file, line = name:match "^(.+):(%d+)$"
      if location and absence[kind] then
        table.insert(entries, entry(folder, location, "I", absence[kind]:format(name)))
      elseif kind == "guards" and file then
        table.insert(entries, entry(folder, { file = file, line = tonumber(line) }, "I", "the guard never rejected"))
      end
    end
  end
  table.sort(entries, function(a, b)
    if a.filename ~= b.filename then return a.filename < b.filename end
    if a.lnum ~= b.lnum then return a.lnum < b.lnum end
    return a.text < b.text
  end)
  return entries
end

local severities = {
  E = vim.diagnostic.severity.ERROR, W = vim.diagnostic.severity.WARN, I = vim.diagnostic.severity.HINT,
}

--- The buffers with diagnostics, by namespace.
local marked = {}

--- Replaces the diagnostics of a namespace.
function results.show(namespace, entries)
  -- Neovim 0.7 cannot reset a whole namespace once a buffer was wiped.
  for buffer in pairs(marked[namespace] or {}) do
    if vim.api.nvim_buf_is_valid(buffer) then vim.diagnostic.reset(namespace, buffer) end
  end
  marked[namespace] = {}
  local files = {}
  for _, item in ipairs(entries) do
    files[item.filename] = files[item.filename] or {}
    table.insert(files[item.filename], {
      lnum = item.lnum - 1, col = item.col - 1, severity = severities[item.type], message = item.text,
      source = "signalbox",
    })
  end
  for file, list in pairs(files) do
    local buffer = vim.fn.bufadd(file)
    -- Diagnostics of an unloaded buffer appear when it is loaded.
    vim.diagnostic.set(namespace, buffer, list)
    marked[namespace][buffer] = true
  end
end

return results
