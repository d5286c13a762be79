-- Fails on purpose: only run with BOOKSHELF_FAIL=1, to see what a failure looks like.
require "Scripts.app"

scenario "somebody who reviews Emma gives three stars" {
  function(app)
    app:launch("Application", { tutorial = true, authorised = true })
    app:tap "Emma"
    app:step("review", function()
      app:tap "Review"
      app:tap "Five"
      app:tap "Great"
    end)
    app:expect { title = "Emma ★★★", modal = {} }
  end,
}
