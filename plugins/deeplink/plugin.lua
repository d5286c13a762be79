return {
  name = "deeplink",
  version = "1.0.0",
  api = 1,
  summary = "Links, notifications, shortcuts and activities, and the way to what they name",
  license = "MIT",
  setup = function(host) require "deeplink.application".setup(host) end,
}
