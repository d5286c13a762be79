flow "buys" { tags = { "smoke test" }, function() end }
