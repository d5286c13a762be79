local function down() return 1 + down() end

scenario "goes too deep" { function() down() end }
scenario "runs after it" { function() end }
