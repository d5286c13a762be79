suite "Checkout" {
  flow "has nothing to run" { tags = { "smoke" } },
}
