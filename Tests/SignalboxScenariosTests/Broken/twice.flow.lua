flow "buys" { function() end }
flow "pays" { function() end }
flow "buys" { function() end }
