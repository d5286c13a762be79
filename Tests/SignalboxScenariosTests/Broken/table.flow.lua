flow "is finished" { function() end }
flow "is not finished"
