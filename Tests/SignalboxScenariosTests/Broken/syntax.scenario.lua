scenario "buys" {
  function(app)
    app:open("shop://product/42"
  end,
}
