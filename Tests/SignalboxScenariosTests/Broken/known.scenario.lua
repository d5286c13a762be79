scenario "is fixed" { fails = "NAV-17", function() end }
scenario "fails otherwise" { fails = { "NAV-19", message = "gone" }, function() error "another" end }
scenario "still fails" { fails = "NAV-18", function() error "as ever" end }
