flow "buys" { timeout = "soon", function() end }
