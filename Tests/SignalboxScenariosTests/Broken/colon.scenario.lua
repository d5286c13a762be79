-- A point where a colon belongs.
each { { 1, "one" } }.scenario "counts to %d" {
  function(app, number)
  end,
}
