suite "Checkout" {
  scenario "has nothing to run" { tags = { "smoke" } },
}
