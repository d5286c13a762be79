scenario "a link shows a product" { tags = { "smoke" },
  function(app)
    app:launch()
    app:open "shop://product/7"
    app:expect { stack = { "catalog", { "product", id = 7 } } }
  end,
}
