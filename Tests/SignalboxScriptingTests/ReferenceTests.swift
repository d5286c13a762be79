import SignalboxScripting
import Testing

struct ReferenceTests {
  @Test func `every member that scripts can reach is described, and nothing else is`() throws {
    let session = try ScriptSession()

    #expect(Set(session.memberNames.keys) == Set(ScriptReference.kinds))
    for (kind, names) in session.memberNames where kind != "coordinator" {
      #expect(ScriptReference.memberNames(of: kind) == names, "\(kind)")
    }
    // A coordinator answers to its router's operations without listing them.
    let own = session.memberNames["coordinator"] ?? []
    let operations = session.memberNames["router"] ?? []
    #expect(
      ScriptReference.memberNames(of: "coordinator")
        == own.union(operations).subtracting(["coordinator"]))
    #expect(ScriptReference.globalNames == ScriptSession.globalNames)
  }

  @Test func `the editor definitions are Lua that loads and name every operation once`() throws {
    let definitions = ScriptReference.editorDefinitions()
    let fixture = try ScriptFixture()

    try fixture.run(definitions)
    let operations = definitions.split(separator: "\n").filter { $0.hasPrefix("function Router:") }
    #expect(Set(operations).count == operations.count)
    #expect(operations.contains("function Router:navigate(to, args, opts) end"))
  }
}
