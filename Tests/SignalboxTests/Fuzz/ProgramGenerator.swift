import Signalbox

@testable import SignalboxScripting

/// Generates random Lua programs that use all functions available to scripts, as listed in the
/// reference: valid and invalid values, stale handles, coroutines, metatables, protected calls,
/// callbacks that raise, and deep recursion.
struct ProgramGenerator {
  private var values: ValueGenerator
  private var depth = 0

  init(seed: UInt64) { values = ValueGenerator(seed: seed) }

  /// Returns the program of a seed. `prelude` must run before it.
  static func program(seed: UInt64) -> String {
    var generator = ProgramGenerator(seed: seed)
    let count = 4 + generator.values.pick(20)
    let lines = (0..<count).map { _ in generator.statement() }
    return lines.joined(separator: "\n")
  }

  /// The environment of programs: definitions whose callbacks misbehave, and a collection of
  /// handles.
  ///
  /// `of(kind, n)` returns a valid or stale handle of a kind, and `learn()` adds the existing
  /// handles.
  static let prelude = """
    h = {}
    local function keep(kind, value)
      local list = h[kind] or {}
      h[kind] = list
      if value ~= nil and #list < 50 then list[#list + 1] = value end
    end
    function keepAll(...)
      local first, status, ticket = ...
      if status == "queued" then
        keep("operation", ticket)
        if tostring(first):find("^chain link") then keep("chain link", first) end
      end
      for _, value in ipairs(table.pack(...)) do
        if type(value) == "userdata" then keep("any", value) end
      end
      return ...
    end
    function of(kind, n)
      local list = h and h[kind] or {}
      return list[n % math.max(#list, 1) + 1]
    end
    local function visit(coordinator, depth)
      keep("coordinator", coordinator)
      keep("router", coordinator.router)
      if depth < 6 then
        for _, child in ipairs(coordinator.children) do visit(child, depth + 1) end
      end
    end
    function learn()
      keep("app", app)
      if app.main then visit(app.main, 0) end
      keep("screen", app.front)
      for _, layer in ipairs(app:layers()) do keep("layer", layer) end
      local events = app:events { "entry", "op" }
      for index = math.max(1, #events - 5), #events do keep("event", events[index]) end
    end
    local routes = {
      A = { title = "A", actions = { "Go", Fail = function() error("action") end } },
      B = { title = function(args) return args.t .. "" end, args = { t = "string?" } },
      C = { onBack = function() error({}) end, interactivePop = false },
      flow = { coordinator = "Flow", onFinish = function() error("finish") end },
      sheet = { coordinator = "Flow", style = "sheet" },
      home = { coordinator = "Home", style = "fullScreen" },
      wild = { coordinator = "Wild", style = "push" },
      any = function(self, args) return screen(args.name, args), args.style end,
    }
    local Flow = coordinator "Flow" {
      routes = routes,
      links = { ["s://a/:id"] = function(self, link) self.router:navigate("A", { id = link.id }) end,
                ["s://*rest"] = function() error("link") end },
    }
    function Flow:start() self.router:startFlow("A") end
    function Flow:onGo() self.router:navigate("B") end
    local Wild = coordinator "Wild" { routes = routes }
    function Wild:start() self.router:startFlow("A") self.router:navigate("flow") error("start") end
    tabs "Home" {
      pages = { { id = "p", coordinator = "Flow" }, { id = "q", coordinator = "Flow" } },
      routes = routes,
    }
    application "Fuzz" { main = "Home" }
    app:launch(nil, nil, { try = true })
    learn()
    clock.manual()
    for _ = 1, 2 do keepAll(app.top.router:route("flow")) end
    clock.automatic()
    clock.settle()
    """

  // MARK: - Statements

  private mutating func statement() -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 4 else { return "learn()" }
    switch values.pick(28) {
    case 0: return "learn()"
    case 1: return "keepAll(pcall(function() \(statement()) return \(expression()) end))"
    case 2:
      return "coroutine.wrap(function() \(statement()) coroutine.yield(\(expression())) end)()"
    case 3: return "xpcall(function() \(statement()) end, function(e) \(statement()) end)"
    case 4:
      let close = "local x <close> = setmetatable({}, { __close = \(function()) })"
      return "do \(close) \(statement()) end"
    case 5: return "local function r(n) \(statement()) return 1 + r(n + 1) end pcall(r, 1)"
    case 6: return "for i = 1, \(values.pick(30)) do pcall(function() \(statement()) end) end"
    case 7: return "table.sort({ 3, 2, 1 }, function(a, b) \(statement()) return a < b end)"
    case 8: return "pcall(string.gsub, \"abc\", \".\", \(function()))"
    case 9: return "x = \(values.any())"
    case 10: return "local t = \(values.any()) pcall(function() t.x = \(expression()) t[1] = t end)"
    case 11: return "pcall(function() \(member()) = \(expression()) end)"
    case 12: return "collectgarbage(\"\(["collect", "step", "count"][values.pick(3)])\")"
    case 13: return "pcall(function() \(global()) end)"
    case 14: return "pcall(function() \(library()) end)"
    case 15: return operation()
    default: return "pcall(function() keepAll(\(operation())) end)"
    }
  }

  private mutating func function() -> String {
    "function(...) \(statement()) return \(expression()) end"
  }

  private mutating func expression() -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 4 else { return values.any() }
    switch values.pick(8) {
    case 0: return function()
    case 1: return operation()
    case 2: return member()
    case 3: return "coroutine.create(\(function()))"
    case 4: return "setmetatable({}, { [\(values.metamethod())] = \(function()) })"
    default: return values.any()
    }
  }

  // MARK: - Calls

  /// An operation, gesture or other method of a handle.
  private mutating func operation() -> String {
    call(Callable.all[values.pick(Callable.all.count)])
  }

  /// Returns a call with valid or invalid arguments.
  mutating func call(_ callable: Callable) -> String {
    let list =
      switch callable.takes {
      case .signature(let signature): arguments(signature)
      case .values(let count):
        (0..<count).map { _ in values.pick(3) == 0 ? function() : expression() }
          .joined(separator: ", ")
      }
    return "\(handle(callable.kind)):\(callable.name)(\(list))"
  }

  private mutating func arguments(_ signature: OperationSignature) -> String {
    var list = signature.parameters.map { parameter in
      switch parameter.kind {
      case .steps: function()
      case _ where values.pick(5) == 0: expression()
      default: values.argument(parameter.kind)
      }
    }
    list.append("{ \(options(signature).joined(separator: ", ")) }")
    return list.prefix(values.pick(6) == 0 ? values.pick(list.count + 1) : list.count)
      .joined(separator: ", ")
  }

  private mutating func options(_ signature: OperationSignature) -> [String] {
    (0..<values.pick(4)).map { _ in
      let known = values.pick(10) == 0 ? OperationOption.allCases : signature.options
      guard let option = known.randomElement(using: &values.random) else { return "try = true" }
      let isFunction = if case .function = option.kind { true } else { false }
      let value = isFunction ? function() : values.option(option.kind)
      return "\(option.name) = \(values.pick(6) == 0 ? expression() : value)"
    }
  }

  private mutating func handle(_ kind: String) -> String {
    values.pick(12) == 0 ? "of(\"any\", \(values.pick(50)))" : values.handle(kind)
  }

  private mutating func member() -> String {
    let (kind, name) = Callable.members[values.pick(Callable.members.count)]
    return "\(handle(kind)).\(name)"
  }

  /// A predefined global, or one of the libraries.
  private mutating func global() -> String {
    let globals = ScriptReference.globals
    let entry = globals[values.pick(globals.count)]
    let arguments = (entry.parameters ?? []).map { _ in
      values.pick(2) == 0 ? function() : values.any()
    }
    let call = "\(entry.name)(\(arguments.joined(separator: ", ")))"
    switch values.pick(4) {
    case 0: return definition()
    case 1:
      let library = ScriptReference.libraries[values.pick(ScriptReference.libraries.count)]
      let functions = library.functions
      return "\(library.name).\(functions[values.pick(functions.count)].name)(\(values.span()))"
    default: return call
    }
  }

  /// Definitions with valid keys.
  private mutating func definition() -> String {
    switch values.pick(6) {
    case 0: "coordinator(\(values.name()))(\(table("CoordinatorTable")))"
    case 1: "tabs(\(values.name()))(\(table("CoordinatorTable", "TabsTable")))"
    case 2: "keepAll(screen(\(values.name()), \(table("ScreenTable"))))"
    case 3: "presentationStyle(\(values.name()))(\(table("PresentationStyleTable")))"
    case 4: "application(\(values.name()))(\(table("ApplicationTable")))"
    default: "app.top:setStack({ \(table("StackTable")), \(values.name()) })"
    }
  }

  private mutating func table(_ names: String...) -> String {
    let fields = ScriptReference.tables.filter { names.contains($0.name) }.flatMap { $0.fields }
    let list = fields.filter { _ in values.pick(3) == 0 }.map {
      "\($0.name) = \(value(of: $0.name))"
    }
    return "{ \(list.joined(separator: ", ")) }"
  }

  /// Returns a value that is valid for a key of a definition, or another value.
  private mutating func value(of key: String) -> String {
    if values.pick(4) == 0 { return values.pick(2) == 0 ? function() : values.any() }
    switch key {
    case "routes": return "{ [\(values.name())] = \(table("RouteTable")) }"
    case "pages":
      return
        "{ \(table("Page")), \(table("Page")), { id = \(values.name()), coordinator = \"Flow\" } }"
    case "links": return "{ [\"s://x/\" .. \(values.name())] = \(function()) }"
    case "properties": return "{ twice = \(table("PropertyTable")) }"
    case "args": return "{ t = \"string?\" }"
    case "actions": return "{ \(values.name()), Go = \(function()) }"
    case "detents": return "{ \"medium\", 0.\(values.pick(10)) }"
    case "style" where values.pick(2) == 0: return table("StyleTable")
    case "style": return "\"sheet\""
    case "onBack", "onFinish", "get", "set", "destination": return function()
    case "icon" where values.pick(2) == 0:
      return "function(isActive) return isActive and \"a.fill\" or \"a\" end"
    case "position": return "\(values.pick(3))"
    case "covering", "interactive", "dismissDisabled", "interactivePop", "lazy", "new",
      "unifiedStack", "wrapper":
      return values.pick(2) == 0 ? "true" : "false"
    default: return values.name()
    }
  }

  /// A standard library function with any arguments.
  private mutating func library() -> String {
    let arguments = (0..<values.pick(5)).map { _ in expression() }
    return """
      local t = ({ string, table, math, utf8, coroutine, os, debug, _G })[\(1 + values.pick(8))] \
      local n = {} for k in pairs(t) do n[#n + 1] = k end \
      for _, k in ipairs { "pcall", "load", "select", "next", "rawset", "print", "tostring" } do \
      n[#n + 1] = k end table.sort(n, function(a, b) return tostring(a) < tostring(b) end) \
      local f = t[n[\(1 + values.pick(30))]] keepAll(f(\(arguments.joined(separator: ", "))))
      """
  }
}
