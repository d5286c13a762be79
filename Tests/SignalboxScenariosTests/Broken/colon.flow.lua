-- A point where a colon belongs.
each { { 1, "one" } }.flow "counts to %d" {
  function(app, number)
  end,
}
