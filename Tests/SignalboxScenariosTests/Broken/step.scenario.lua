require "shop"

local function pay(app)
  app:step("pay", function()
    app:tap "Pay"
  end)
end

scenario "pays" {
  function(app)
    app:launch()
    app:step("checkout", function() pay(app) end)
  end,
}
