suite "Checkout" {
  fixture = function(app) app:launch "Nobody" end,
  flow "never runs" { function() print "ran" end },
}
