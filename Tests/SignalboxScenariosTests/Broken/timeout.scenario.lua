scenario "buys" { timeout = "soon", function() end }
