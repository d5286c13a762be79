scenario "unfinished" {
