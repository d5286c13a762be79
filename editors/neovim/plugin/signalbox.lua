-- Defines :Signalbox. The rest of the plugin is loaded when it is first used.
if vim.g.loaded_signalbox then return end
vim.g.loaded_signalbox = true

vim.api.nvim_create_user_command("Signalbox", function(call) require("signalbox").command(call.args) end, {
  nargs = 1,
  desc = "Runs scenarios and other commands of Signalbox",
  complete = function(start) return require("signalbox").complete(start) end,
})

local group = vim.api.nvim_create_augroup("signalbox", { clear = true })
vim.api.nvim_create_autocmd("BufWritePost", {
  group = group, pattern = "*.lua", callback = function() require("signalbox").written() end,
})
vim.api.nvim_create_autocmd("VimLeavePre", {
  group = group,
  callback = function()
    if package.loaded["signalbox"] then require("signalbox").close() end
  end,
})
