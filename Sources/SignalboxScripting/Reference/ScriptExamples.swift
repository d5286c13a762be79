/// An example for each function, keyed by the function's path on the reference page. A test runs
/// the examples.
enum ScriptExamples {
  static let all: [String: String] = [
    "coordinator": #"coordinator "Cart" { routes = { list = {} } }"#,
    "tabs": #"tabs "Main" { pages = { { id = "shop", coordinator = "Shop" } } }"#,
    "application": #"application "Store" { main = "Home" }"#,
    "presentationStyle": #"presentationStyle "card" { interactive = true }"#,
    "screen": #"router:navigate(screen("help", { title = "Help" }))"#,
    "object":
      #"object "Cart" (function(seed) return setmetatable({ items = seed }, { __name = "Cart" }) end)"#,
    "after": #"after("2s", function() router:pop() end)"#,
    "require": #"local steps = require "steps""#,
    "clock.now": "print(clock.now())",
    "clock.advance": #"clock.advance("350ms")"#,
    "clock.settle": "clock.settle()",
    "clock.manual": "clock.manual()",
    "clock.automatic": "clock.automatic()",

    "run": #"local output, code = run("echo", "hello", { timeout = "5s" })"#,
    "fs.read": #"local text = fs.read("texts/hello.txt")"#,
    "fs.list": #"for _, name in ipairs(fs.list("texts")) do print(name) end"#,
    "fs.write": #"fs.write("texts/hello.txt", "hello")"#,

    "app.tree": "print(app:tree())",
    "app.screen": "print(app:screen())",
    "app.stack": #"print(table.concat(app:stack(), " > "))"#,
    "app.render": #"print(app:render("layers"))"#,
    "app.layers": "for _, layer in ipairs(app:layers()) do print(layer.style) end",
    "app.coordinator": #"local shop = app:coordinator("Shop")"#,
    "app.command": #"app:command "undo 2""#,
    "app.plugins": #"print(table.concat(app:plugins(), ", "))"#,
    "app.guard": #"app:guard(function(request) return request.name ~= "checkout" end)"#,
    "app.routes": #"print(app:routes("Shop").product.style)"#,
    "app.state": "print(#app:state().layers)",
    "app.events": #"for _, event in ipairs(app:events("entry")) do print(event.text) end"#,
    "app.on": #"local stop = app:on("entry.pushed", function(event) print(event.name) end)"#,
    "app.saveState": "local state = app:saveState()",
    "app.diff": "print(app:diff(state).text)",
    "app.record": "local stop = app:record()",
    "app.replay": "print(app:replay(lines).steps)",
    "app.leaks": "print(#app:leaks())",
    "app.pause": #"app:pause("before the payment")"#,
    "app.launch": #"app:launch("Home")"#,
    "app.undo": "app:undo(2)",
    "app.redo": "app:redo()",
    "app.restoreState": "app:restoreState(state)",
    "app.tap": #"app:tap("Buy")"#,
    "app.tapAlert": #"app:tapAlert("Delete")"#,
    "app.enterText": #"app:enterText("name", "Milk")"#,
    "app.back": "app:back()",
    "app.longPressBack": "app:longPressBack(-1)",
    "app.swipeBack": "app:swipeBack { cancel = true }",
    "app.swipeDown": "app:swipeDown()",
    "app.tapTab": #"app:tapTab("me")"#,
    "app.open": #"app:open("shop://product/7")"#,

    "router.navigate": #"router:navigate("product", { id = 7 })"#,
    "router.startFlow": #"router:startFlow("list")"#,
    "router.present": #"router:present("product", { id = 7 }, { style = "sheet" })"#,
    "router.pop": "router:pop()",
    "router.popToRoot": "router:popToRoot { animated = false }",
    "router.popToView": #"router:popToView("list")"#,
    "router.popTo": "router:popTo(-1)",
    "router.popLast": "router:popLast()",
    "router.replaceTop": #"router:replaceTop("product", { id = 8 })"#,
    "router.setStack": #"router:setStack { "list", { route = "product", args = { id = 8 } } }"#,
    "router.update": "router:update(app.front, { id = 8 })",
    "router.batch":
      #"router:batch(function() router:pop() router:navigate("product", { id = 8 }) end)"#,
    "router.dismiss": "router:dismiss { all = true }",
    "router.finishFlow": "app.top.router:finishFlow { paid = true }",
    "router.back": "router:back()",
    "router.forcePresentation": #"router:forcePresentation("product", { id = 8 })"#,
    "router.getTopCoordinator": "print(router:getTopCoordinator().type)",
    "router.restartApp": "router:restartApp()",
    "router.select": #"home:select("me")"#,
    "router.getCoordinatorSelected": "print(home:getCoordinatorSelected().type)",
    "router.setPages": #"home:setPages { { id = "shop", coordinator = "Shop" } }"#,
    "router.setBadge": #"home:setBadge("me", 3)"#,
    "router.root": #"router:root("list")"#,
    "router.isRoot": #"print(router:isRoot("list"))"#,
    "router.hasRoot": #"if router:hasRoot("list") then router:popToRoot() end"#,
    "router.route": #"router:route("checkout"):navigate("payment")"#,
    "router.focusFirst": #"router:focusFirst("product")"#,
    "router.dismissCoordinator": "app.top.router:dismissCoordinator()",
    "router.addDependency": "router:addDependency(Checkout:new())",
    "router.removeDependency": "router:removeDependency(dependency)",
    "router.firstCoordinator": #"print(router:firstCoordinator("Home").type)"#,
    "router.lastCoordinator": #"print(router:lastCoordinator("Home").type)"#,

    "screen.present": #"app.front:present("product", { id = 8 })"#,
    "screen.pop": "app.front:pop()",
    "screen.update": "app.front:update { id = 8 }",

    "lifecycle.start": #"function Shop:start(animated) self.router:startFlow("list") end"#,
    "lifecycle.startEmpty": #"function Shop:startEmpty() self.router:startFlow("list") end"#,
    "lifecycle.restored": #"function Shop:restored() print("restored " .. self.type) end"#,
    "lifecycle.didFinish":
      "function Checkout:didFinish(result, reason) print(reason, result.paid) end",
    "lifecycle.childFinished":
      #"function Shop:childFinished(type, result, reason) print(type, reason) end"#,
    "lifecycle.currentPageChanged":
      "function Home:currentPageChanged(page, source) print(page, source) end",
    "lifecycle.onBack":
      #"function Shop:onBack(screen) return screen.name == "product" and "handled" end"#,
    "lifecycle.shouldDismiss":
      #"function Checkout:shouldDismiss(screen) return screen.name == "basket" end"#,

    "host.coordinator": #"host:coordinator "Help" { routes = { topics = {} } }"#,
    "host.tabs": #"host:tabs "Guide" { pages = { { id = "help", coordinator = "Help" } } }"#,
    "host.extend": #"host:extend("Help", { routes = { contact = {} } })"#,
    "host.style": #"host:style("card", { interactive = true })"#,
    "host.link": #"host:link("help://:topic", function(link) print(link.topic) end)"#,
    "host.scheme":
      #"host:scheme("old", function(url) return (url:gsub("^old:", "shop:")) end)"#,
    "host.on": #"host:on("entry.pushed", function(event) print(event.name) end)"#,
    "host.guard": #"host:guard(function(request) return request.name ~= "contact" end)"#,
    "host.operation":
      #"host:operation("swap", { run = function(router) router:pop() end })"#,
    "host.gesture": #"host:gesture("shake", { run = function(app) app:undo() end })"#,
    "host.command":
      #"host:command("hello", { run = function(name) return "hello " .. name end })"#,
    "host.matcher":
      #"host:matcher("depth", { match = function(app, n) return #app:stack() == n, #app:stack() end })"#,
    "host.reporter":
      #"host:reporter("count", { finish = function() return "finished\n" end })"#,
    "host.renderer":
      #"host:renderer("count", { render = function(state) return tostring(#state.layers) end })"#,
    "host.names":
      #"host:names("step", { fields = { "step" }, known = function() return { "first" } end })"#,
    "host.global": #"host:global("greet", function(name) return "hello " .. name end)"#,
  ]
}
