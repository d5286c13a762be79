sute "Checkout" {
  flow "buys" { function(app) app:launch() end },
}
