return {
  name = "activelink",
  version = "1.0.0",
  api = 1,
  summary = "Screens with one active link",
  license = "MIT",

  setup = function(host)
    local activelink <const> = require "activelink"
    local state <const> = require "activelink.state"

    host:on("coordinator.attached", function(event) state.release(event.subject) end)
    host:on("op.rejected", function(event) state.noteRejection(event.reason) end)

    host:matcher("activeLink", {
      summary = "the active link in front, as a string; false if there is none",
      match = function(_, expected)
        local link <const> = activelink.active()
        local actual <const> = link and tostring(link) or false
        return actual == expected, actual
      end,
    })
  end,
}
