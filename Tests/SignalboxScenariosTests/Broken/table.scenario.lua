scenario "is finished" { function() end }
scenario "is not finished"
