-- This scenario fails intentionally and runs only with BOOKSHELF_FAIL=1, to show a failure report.
require "Scripts.app"

scenario "a review of Emma has three stars" {
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
