suite "Checkout" {
  "buys",
}
