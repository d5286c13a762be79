-- The cases are there, and no scenario follows them.
each { { 1, "one" }, { 2, "two" } }

scenario "counts" {
  function(app)
  end,
}
