application "Shop" { main = "Shop" }
