-- The cases are there, and no flow follows them.
each { { 1, "one" }, { 2, "two" } }

flow "counts" {
  function(app)
  end,
}
