import Signalbox
import SignalboxScripting
import Testing

struct ReferenceTests {
  @Test func `scripts can access every described member`() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local Main = coordinator "Main" { routes = { home = {} } }
      function Main:start() self.router:startFlow("home") end
      app:launch(tabs "Tabs" { pages = { { id = "main", coordinator = "Main" } } })
      """)
    let handles = [
      "app": "app", "coordinator": "app.main", "router": "app.main.router", "screen": "app.front",
      "layer": "app:layers()[1]", "event": "app:events()[1]",
    ]
    for (kind, handle) in handles {
      for name in ScriptReference.memberNames(of: kind) {
        #expect(
          fixture.failure(of: "local _ = (\(handle)).\(name)") == "no error", "\(kind).\(name)")
      }
    }
  }

  @Test func `lifecycle methods, keys of routes and styles have descriptions`() {
    #expect(ScriptReference.owners(of: "start") == ["coordinator"])
    let start = ScriptReference.card(["coordinator", "start"])
    #expect(start?.call == "coordinator:start(animated)")
    #expect(
      start?.entry.summary
        == "called when the coordinator starts: shows its first screen with "
        + "`self.router:startFlow(…)`")
    #expect(ScriptReference.owners(of: "title") == ["screen", "route", "page"])
    #expect(ScriptReference.card(["route", "title"])?.entry.summary == "the screen's title")
    #expect(
      ScriptReference.card(["style", "sheet"])?.entry.summary
        == "a layer that the user can swipe away; the content below stays visible")
    let names =
      ScriptReference.lifecycle.map { ["coordinator", $0.name] }
      + ScriptReference.described(ofTable: "RouteTable").map { ["route", $0.name] }
      + PresentationStyle.builtIn.filter { $0.name != "root" }.map { ["style", $0.name] }
    let paths = Set(ScriptReference.paths())
    #expect(names.filter { !paths.contains($0) } == [])
  }

  @Test func `each lifecycle method has a row on the reference page and a method in the stubs`() {
    let page = ScriptReference.page().split(separator: "\n")
    let section = page.drop { $0 != "## Lifecycle" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    let stubs = ScriptReference.editorDefinitions().split(separator: "\n")
    for entry in ScriptReference.lifecycle {
      #expect(section.contains { $0.hasPrefix("| `\(entry.name)\(entry.signature)` |") })
      let stub = "function Definition:\(entry.name)\(entry.signature) end"
      let documentation = stubs[..<(stubs.firstIndex { $0 == stub } ?? 0)].reversed()
        .prefix { $0.hasPrefix("---") }.reversed().map(String.init)
      let parameters = (entry.parameters ?? []).map {
        "---@param \($0.name) \($0.type) \($0.summary)"
      }
      let results = entry.type.isEmpty ? [] : ["---@return \(entry.type)"]
      #expect(documentation == ["---\(entry.summary)"] + parameters + results)
    }
  }

  @Test func `no type in the editor definitions lists an alternative twice`() {
    let definitions = ScriptReference.editorDefinitions()
    let types = definitions.matches(of: /(?:\w|[.|?\[\]])+\|(?:\w|[.|?\[\]])+/).map { $0.output }
    #expect(types.count > 100)
    let doubled = types.filter { type in
      let parts = type.split(separator: "|")
      return Set(parts).count < parts.count
    }
    #expect(doubled == [])
  }

  @Test func `each annotation of the editor definitions has a type that is declared`() throws {
    let builtIn: Set<String> = [
      "string", "integer", "number", "boolean", "table", "any", "nil", "function", "thread", "true",
      "false", "void", "self",
    ]
    var (declared, used, lines) = (Set<String>(), Set<String>(), 0)
    for line in ScriptReference.editorDefinitions().split(separator: "\n") {
      guard let found = line.firstMatch(of: /^---@(\w+) ?(.*)$/) else { continue }
      let (tag, text) = (found.output.1, found.output.2)
      var notation: TypeNotation
      switch tag {
      case "meta": continue
      case "class":
        let parts = text.split(separator: " : ")
        declared.insert(String(parts[0]))
        used.formUnion(parts.dropFirst().map(String.init))
        continue
      case "alias":
        let parts = text.split(separator: " ", maxSplits: 1)
        declared.insert(String(parts[0]))
        notation = TypeNotation(parts[1])
      case "param", "field":
        notation = TypeNotation(text.split(separator: " ", maxSplits: 1)[1])
      case "return", "type", "overload": notation = TypeNotation(text)
      default:
        Issue.record("unknown annotation: \(line)")
        continue
      }
      do {
        try notation.read()
      } catch {
        Issue.record("\(error): \(line)")
      }
      used.formUnion(notation.names)
      lines += 1
    }
    #expect(lines > 500)
    #expect(used.subtracting(declared).subtracting(builtIn) == [])
  }

  @Test
  func `names of a project become literal types, or strings if a literal type is not possible`()
    throws
  {
    let fixture = try ScriptFixture()
    try fixture.run(
      #"""
      local labels = { 'a "b"', "it's", [[c 'd' "e"]], "f\\g" }
      coordinator "Main" { routes = { home = { actions = labels } } }
      """#)
    var names = ProjectNames()
    names.add(fixture.session.declaredTypes)
    let definitions = ScriptReference.editorDefinitions(names: names)
    let aliases = definitions.split(separator: "\n").filter { $0.hasPrefix("---@alias") }
    #expect(
      aliases.filter { $0.contains("RouteName") || $0.contains("ActionLabel") } == [
        #"---@alias signalbox.RouteName "home""#,
        #"---@alias signalbox.ActionLabel string|'a "b"'|"it's""#,
      ])
    for alias in aliases {
      var notation = TypeNotation(alias.split(separator: " ", maxSplits: 2)[2])
      try notation.read()
    }
    try fixture.run(definitions)
  }

  @Test func `the editor definitions are valid Lua and contain every operation once`() throws {
    let definitions = ScriptReference.editorDefinitions()
    let fixture = try ScriptFixture()

    try fixture.run(definitions)
    let operations = definitions.split(separator: "\n").filter { $0.hasPrefix("function Router:") }
    #expect(Set(operations).count == operations.count)
    #expect(operations.contains("function Router:navigate(to, args, opts) end"))
  }
}
