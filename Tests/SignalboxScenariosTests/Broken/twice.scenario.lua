scenario "buys" { function() end }
scenario "pays" { function() end }
scenario "buys" { function() end }
