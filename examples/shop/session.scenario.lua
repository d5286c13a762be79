-- Features around the screens of the shop: guards, badges, pages, alerts, and undo.
require "app"

local function launched(app)
  app:launch()
  app:open "shop://product/42"
  return function() app:expect { leaks = 0 } end
end

suite "Guards" { tags = { "guards" }, setup = launched,

  scenario "a checkout before the login is rejected" {
    function(app)
      local isLoggedIn = false
      local stop <const> = app:guard(function(request)
        if request.name == "checkout" and not isLoggedIn then return "log in first" end
      end)
      local _, status, reason <const> =
        app.top.router:navigate("checkout", { item = 42 }, { try = true })
      assert(status == "rejected" and reason == "vetoed", tostring(reason))
      app:expect { modal = {}, stack = { "catalog", "product" } }

      isLoggedIn = true
      app:tap "Buy"
      app:expect { modal = { "address" } }
      stop()
    end,
  },

  scenario "a guard replaces the reviews with the offers" {
    function(app)
      app:guard(function(request)
        if request.name ~= "reviews" then return true end
        return function() request.coordinator.router:navigate("any", { name = "offers" }) end
      end)
      app.top.router:navigate("reviews", { id = 42 }, { try = true })
      app:expect { stack = { "catalog", "product", "offers" } }
    end,
  },

  scenario "a double tap opens one checkout" {
    function(app)
      local router <const> = app.top.router
      router:navigate("checkout", { item = 42 }, { key = "buy" })
      local _, status, reason <const> =
        router:navigate("checkout", { item = 42 }, { key = "buy", try = true })
      assert(status == "rejected" and reason == "duplicate", tostring(reason))
      app:expect { layers = { "root", "sheet" } }
    end,
  },
}

suite "Tabs at run time" { tags = { "tabs" }, setup = launched,

  scenario "a badge counts the purchases until its tab is selected" {
    function(app)
      local bought = 0
      app:on("coordinator.finished", function(event)
        if event.name ~= "Checkout" or event.reason ~= "finished" then return end
        bought = bought + 1
        app.main:setBadge("me", tostring(bought))
      end)
      app:on("tab.changed", function(event)
        if event.name == "me" then app.main:setBadge("me") end
      end)
      for expected = 1, 2 do
        app:open "shop://product/42"
        app:tap "Buy"
        app:tap "Next"
        app:tap "Pay"
        app:expect { badges = { me = tostring(expected), shop = false } }
      end
      app:tapTab "me"
      app:expect { badges = { me = false } }
    end,
  },

  scenario "adding and removing a page leaves the others unchanged" {
    function(app)
      local pages <const> = {
        { id = "shop", title = "Shop", coordinator = "Shop" },
        { id = "me", title = "Me", coordinator = "Profile" },
      }
      local sale <const> = { id = "sale", title = "Sale", coordinator = "Shop" }
      app.main:setPages { pages[1], sale, pages[2] }
      app:expect { pages = { "shop", "sale", "me" }, stack = { "catalog", "product" } }
      app:tapTab "sale"
      app:expect { stack = { "catalog" } }
      app.main:setPages(pages)
      app:expect { pages = { "shop", "me" }, tab = "me", coordinator = "Profile" }
      app:tapTab "shop"
      app:expect { stack = { "catalog", "product" }, args = { id = 42 } }
    end,
  },

  each {
    { stays = "checkout", over = "shop", back = { "catalog", "product" } },
    { stays = "checkout", over = "me", back = { "profile" } },
  }:scenario "the %{stays} sheet stays up while the tab below changes to %{over}" {
    function(app, case)
      app:tap "Buy"
      app.main:select(case.over)
      app:expect { modal = { "address" }, tab = case.over }
      app:swipeDown()
      app:expect { stack = case.back, modal = {} }
    end,
  },
}

suite "Alerts" { tags = { "alerts" }, setup = launched,

  each { { "Leave", { "catalog" } }, { "Stay", { "catalog", "product" } } }
    :scenario "an alert before leaving, closed with %s" {
      function(app, answer, stack)
        local router <const> = app.top.router
        router:present("any", { name = "leave?" }, {
          style = "alert",
          buttons = { "Stay", Leave = function() router:popToRoot() end },
        })
        app:expect { alert = "leave?", layers = { "root", "alert" } }
        app:swipeDown()
        app:expect { alert = "leave?" }
        app:tapAlert(answer)
        app:expect { alert = false, stack = stack }
      end,
    },
}

suite "Undo and redo" { tags = { "undo" }, setup = launched,

  scenario "a purchase can be undone and redone step by step" {
    function(app)
      app:tap "Buy"
      app:tap "Next"
      app:undo()
      app:expect { front = "address", modal = { "address" } }
      app:undo()
      app:expect { modal = {}, stack = { "catalog", "product" } }
      app:redo(2)
      app:expect { front = "payment", args = { method = "card" } }
      app:tap "Pay"
      app:expect { result = { paid = true, item = 42 } }
    end,
  },

  scenario "a snapshot restores the screens, and a diff shows the changes" {
    function(app)
      app:tap "Buy"
      local before <const> = app:saveState()
      app:swipeDown()
      app:tapTab "me"
      assert(#app:diff(before).changes > 0, "nothing differs")
      app:restoreState(before)
      assert(#app:diff(before).changes == 0, app:diff(before).text)
      app:expect { modal = { "address" }, tab = "shop" }
      app:swipeDown()
    end,
  },

  scenario "a recorded session can be replayed" {
    function(app)
      local finish <const> = app:record()
      app:tap "Buy"
      app:tap "Next"
      app:tap "Pay"
      local lines <const> = finish()
      local after <const> = app:saveState()
      app:undo(4)
      local outcome <const> = app:replay(lines)
      assert(outcome.divergence == nil, tostring(outcome.divergence))
      assert(app:saveState() == after or #app:diff(after).changes == 0, app:diff(after).text)
    end,
  },

  scenario "a rejected argument changes nothing and reports the expected type" {
    function(app)
      local before <const> = app:saveState()
      local isFine, problem <const> = pcall(function()
        app.top.router:navigate("product", { id = "forty-two" })
      end)
      assert(not isFine)
      app:softExpect { stack = { "catalog", "product" } }
      local text <const> = tostring(problem)
      assert(text:find('"id" is string "forty-two", expected integer', 1, true), text)
      assert(app:saveState() == before)
    end,
  },
}
