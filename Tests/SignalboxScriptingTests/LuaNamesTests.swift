import SignalboxScripting
import Testing

struct LuaNamesTests {
  @Test func `the known names of Lua's globals are those that scripts can use`() throws {
    let fixture = try ScriptFixture()
    for (library, names) in LuaNames.libraries {
      let found = try fixture.run(
        "local t = {} for name in pairs(\(library)) do t[#t + 1] = name end table.sort(t) "
          + "print(table.concat(t, ' '))")
      #expect(found == [names.joined(separator: " ")], "\(library)")
    }
    let missing = try fixture.run(
      LuaNames.globals.map { "if \($0) == nil then print('\($0)') end" }.joined(separator: "\n"))
    #expect(missing == [])
  }

  @Test func `the prompt lists the names in scope and their values`() throws {
    let fixture = try ScriptFixture()
    _ = fixture.evaluate("local t = { list = { 1 } }")
    _ = fixture.evaluate("mine = 2")
    let session = fixture.session
    #expect(Set(["t", "mine", "app", "print", "string"]).isSubset(of: session.prompt.names))
    #expect(session.prompt.localNames == ["t"])
    #expect(session.prompt.value(at: ["mine"]) == 2)
    #expect(session.prompt.value(at: ["t", "list"])?.table?.list == [1])
    #expect(session.prompt.value(at: ["t", "none"]) == nil)
    #expect(session.prompt.value(at: ["nowhere"]) == nil)
  }
}
