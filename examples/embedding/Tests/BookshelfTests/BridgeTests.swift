import Bookshelf
import Signalbox
import SignalboxScriptTesting
import SignalboxScripting
import Testing

/// Coordinators in Lua and in Swift present each other and pass values of Swift types.
struct BridgeTests {
  private let app: ScriptFixture

  init() throws {
    app = try ScriptFixture(scripts: ["Scripts/app.lua"]) { try $0.installBookshelf() }
    app.launch("Application", ["tutorial": true, "authorised": true])
  }

  @Test func `a script's result is a Swift value`() throws {
    app.tap("Emma")
    app.tap("Review")
    app.tap("Five")
    app.tap("Great")
    #expect(try app.result(of: "Review") == Review(stars: 5, word: "great"))
    #expect(app.shelf?.reviews == [1: Review(stars: 5, word: "great")])
    app.expectNoLeaks()
  }

  @Test func `a result of another type is an error with its location`() throws {
    app.tap("Emma")
    app.tap("Review")
    app.finish("Review", with: ["stars": "five"])
    #expect(app.shelf?.reviews == [:])
    #expect(app.shelf?.problem?.contains("stars") == true)
    app.expectStack("list", "book")
  }

  @Test func `a result of Swift is a table in a script`() throws {
    app.tapTab("settings")
    app.tap("Terms")
    app.expectStack("about", "terms")
    app.tap("Done")
    #expect(try app.result(of: "About") == AboutReport(read: ["about", "terms"]))
    #expect(
      app.run("table.concat(app:coordinator('Settings').read, ' ')") == [.string("about terms")])
  }

  @Test func `invalid arguments are rejected, and nothing is shown`() {
    app.tapTab("settings")
    app.expectRejection(.badArgument) {
      $0.perform { $0.navigate(to: "about", ["steps": ["showCellar"]]) }
    }
    app.expectStack("settings")
  }

  @Test func `a stub in a script replaces a Swift coordinator`() throws {
    try app.stub("About", with: "Stubs/about.lua")
    app.tapTab("settings")
    app.tap("Terms")
    app.expectStack("stub")
    app.tap("Done")
    #expect(try app.result(of: "About") == AboutReport(read: ["stub"]))
  }

  @Test func `the login takes two seconds, but the test takes none`() async throws {
    let app = try ScriptFixture(scripts: ["Scripts/app.lua"]) { try $0.installBookshelf() }
    app.launch()
    app.tap("Ada")
    app.expectStack("logIn")
    await app.finishWork()
    app.expectStack("welcome")
    #expect(app.now >= .seconds(2))
  }

  @Test(arguments: 0..<20)
  func `every test has its own session`(number: Int) throws {
    app.tap(["Emma", "Dubliners", "Faust"][number % 3])
    app.expectStack("list", .screen("book", ["id": .integer(number % 3 + 1)]))
  }
}
