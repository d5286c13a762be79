scenario "buys" { tags = { "smoke test" }, function() end }
