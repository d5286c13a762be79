flow "unfinished" {
