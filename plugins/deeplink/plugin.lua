return {
  name = "deeplink",
  version = "1.0.0",
  api = 1,
  summary = "Navigation to the targets of links, notifications, shortcuts and activities",
  license = "MIT",
  setup = function(host) require "deeplink.application".setup(host) end,
}
