return {
  name = "deeplink",
  version = "1.0.0",
  api = 1,
  summary = "Links, notifications, shortcuts and activities, and the way to what they name",
  license = "Apache-2.0",
  setup = function(host) require "deeplink.application".setup(host) end,
}
