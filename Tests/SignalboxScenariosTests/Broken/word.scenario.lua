sute "Checkout" {
  scenario "buys" { function(app) app:launch() end },
}
