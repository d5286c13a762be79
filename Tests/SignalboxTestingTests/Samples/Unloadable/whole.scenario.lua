scenario "is fine" { function(app) app:launch("Shop") end }
