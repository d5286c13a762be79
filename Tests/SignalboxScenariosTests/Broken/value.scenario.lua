scenario "raises a table" { function() error({ code = 7 }) end }
