-- The rows of docs/coming-from/alcoordinator.md, one flow each.

flow "router.pop(animated:)" {
  function(app)
    local Deck <const> = coordinator "Deck" { routes = { one = {}, two = {}, three = {} } }
    function Deck:start() self.router:startFlow("one") end
    local router <const> = app:launch(Deck).router
    router:navigate("two"):navigate("three")
    local before <const> = clock.now()
    router:pop()
    assert(clock.now() == before + 350)
    app:expect { stack = { "one", "two" } }
    router:pop(1, { animated = false })
    assert(clock.now() == before + 350)
    app:expect { stack = { "one" } }
    local same <const>, status <const>, reason <const> = router:pop()
    assert(same == router and status == "noop" and reason == "atRoot")
  end,
}
