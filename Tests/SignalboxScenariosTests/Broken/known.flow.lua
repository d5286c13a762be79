flow "is mended" { fails = "NAV-17", function() end }
flow "fails otherwise" { fails = { "NAV-19", message = "gone" }, function() error "another" end }
flow "still fails" { fails = "NAV-18", function() error "as ever" end }
