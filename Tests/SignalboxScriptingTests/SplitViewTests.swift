import Signalbox
import SignalboxScripting
import Testing

struct SplitViewTests {
  private func stack(_ keys: String) throws -> InterfaceTree.Stack? {
    let fixture = try ScriptFixture(
      """
      Base = coordinator "Base" { routes = { list = {}, item = {}, tabs = { coordinator = "Tabs" } } }
      function Base:start() self.router:startFlow("list") end
      coordinator "Mail" { extends = "Base", \(keys) }
      coordinator "Inner" { extends = "Mail" }
      tabs "Tabs" { pages = { { id = "one", coordinator = "Base" } } }
      application "Mail" { main = "Inner" }
      """)
    try fixture.run("app:launch(); app.main.router:navigate('item')")
    return fixture.session.engine.interface.top?.contents?.frontStack
  }

  @Test func `the key split declares a split view, and definitions inherit it`() throws {
    #expect(try stack("split = true")?.detail == 1)
    #expect(try stack("split = false")?.detail == nil)
    #expect(try stack("")?.detail == nil)
  }

  @Test func `the key split accepts only a boolean and only for a stack`() throws {
    let fixture = try ScriptFixture("")
    let printed = try fixture.run(
      """
      print(select(2, pcall(function() coordinator "A" { split = "yes" } end)))
      print(select(2, pcall(function() coordinator "A" { spilt = true } end)))
      print(select(2, pcall(function() tabs "B" { split = true } end)))
      """)
    #expect(
      printed == [
        "test.lua:1: badArgument: coordinator \"A\": split is \"yes\", expected true or false",
        "test.lua:2: badArgument: coordinator \"A\" has no key \"spilt\"; did you mean \"split\"?",
        "test.lua:3: badArgument: tabs \"B\" has no key \"split\"; known: \"args\", \"current\", "
          + "\"extends\", \"links\", \"pages\", \"popToRootOnReselect\", \"properties\", "
          + "\"routes\" and 2 more",
      ])
  }
}
