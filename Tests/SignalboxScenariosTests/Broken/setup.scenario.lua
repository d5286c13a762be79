suite "Checkout" {
  setup = function(app) app:launch "Missing" end,
  scenario "never runs" { function() print "ran" end },
}
