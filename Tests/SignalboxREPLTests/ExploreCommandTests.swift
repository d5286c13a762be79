import SignalboxREPL
import SignalboxScripting
import Testing

/// Tests `.explore` and `.path`.
@Suite struct ExploreCommandTests {
  private static let app = """
    local Shop = coordinator "Shop" {
      routes = { list = { actions = { "Open" } }, product = { actions = { "Buy" } }, receipt = {} },
    }
    function Shop:start() self.router:startFlow "list" end
    function Shop:onOpen() self.router:navigate "product" end
    function Shop:onBuy() self.router:navigate "receipt" end
    application "Shop" { main = "Shop" }
    """

  private func fixture() throws -> CommandFixture {
    let fixture = try CommandFixture(loaded: false)
    fixture.host.files = [
      "app.lua": Self.app,
      "app.properties.lua": "require \"app\" never \"a receipt\" { front = \"receipt\" }",
    ]
    return fixture
  }

  @Test func `the loaded script is explored, and the session is unchanged`() throws {
    let fixture = try fixture()
    _ = fixture.answers(".load app.lua", "app:launch()")
    let before = fixture.answers(".tree")
    let answer = fixture.answers(".explore")
    #expect(answer.contains("✓ no handler raises an error"), "\(answer)")
    #expect(answer.contains("3 states · "), "\(answer)")
    #expect(fixture.answers(".tree") == before)
  }

  @Test func `one session explores all paths of a command`() throws {
    let fixture = try fixture()
    var count = 0
    fixture.host.onSession = { count += 1 }
    _ = fixture.answers(".load app.lua", ".explore")
    #expect(count == 1)
    _ = fixture.answers(".path { front = \"receipt\" }")
    #expect(count == 2)
  }

  @Test func `a file that has changed is explored again`() throws {
    let fixture = try fixture()
    #expect(fixture.answers(".explore app.properties.lua").contains("3 states · "))
    fixture.host.files["app.lua"] = Self.app.replacing(
      #"self.router:navigate "receipt""#, with: "self.isBought = true")
    let answer = fixture.answers(".explore app.properties.lua")
    #expect(answer.contains("✓ never \"a receipt\""), "\(answer)")
  }

  @Test func `a file with properties is explored, and its violation is shown`() throws {
    let answer = try fixture().answers(".explore app.properties.lua")
    #expect(answer.contains("✗ never \"a receipt\""), "\(answer)")
    #expect(answer.contains("   2  app:tap(\"Buy\")"), "\(answer)")
  }

  @Test func `a path is printed as a scenario`() throws {
    let fixture = try fixture()
    _ = fixture.answers(".load app.lua")
    #expect(
      fixture.answers(".path { front = \"product\" }") == """
        -- Written by signalbox explore: a path in app.lua.
        require "app"

        scenario "to front = \\"product\\"" { function(app)
          app:launch()
          app:tap("Open")
          -- Shop stack: + product
          app:expect { front = "product", stack = { "list", "product" } }
        end }

        """)
    #expect(
      fixture.answers(".path { front = \"help\" }").contains(
        ".path: no state satisfies { front = \"help\" }: 3 states · "))
    #expect(
      fixture.answers(".path { front = \"reciept\" }").hasSuffix(
        "\nNo coordinator declares the screen \"reciept\"; did you mean \"receipt\"?\n"))
  }

  @Test(arguments: [
    (".explore", "✗ .explore: no script is loaded, so there is nothing to explore; .load app.lua"),
    (".explore missing.lua", "✗ .explore: cannot read missing.lua: no such file or directory"),
    (".path", "✗ .path: got \"\", expected a table; .path { front = \"payment\" }"),
  ])
  func `a mistake is an error with a hint`(input: String, message: String) throws {
    #expect(try fixture().answers(input).hasPrefix(message))
  }
}
