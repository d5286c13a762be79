local function down() return 1 + down() end

flow "goes too deep" { function() down() end }
flow "runs after it" { function() end }
