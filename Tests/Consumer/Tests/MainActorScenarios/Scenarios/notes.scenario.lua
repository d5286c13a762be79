scenario "a new note is saved" {
  function(app)
    app:launch "Notes"
    app:tap "New"
    app:expect { modal = { "editor" } }
    app:tap "Save"
    app:expect { stack = { "list" }, modal = {}, title = "1 notes" }
  end,
}
