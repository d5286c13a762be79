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

  @Test func `a Swift coordinator receives the result of a script as a Swift value`() throws {
    app.tap("Emma")
    app.tap("Review")
    app.tap("Five")
    app.tap("Great")
    #expect(try app.result(of: "Review") == Review(stars: 5, word: "great"))
    #expect(app.shelf?.reviews == [1: Review(stars: 5, word: "great")])
    app.expectNoLeaks()
  }

  @Test func `a result of another type is reported with the field that does not match`() throws {
    app.tap("Emma")
    app.tap("Review")
    app.finish("Review", with: ["stars": "five"])
    #expect(app.shelf?.reviews == [:])
    #expect(app.shelf?.problem?.contains("stars") == true)
    app.expectStack("list", "book")
  }

  @Test func `a script receives the result of a Swift coordinator as a table`() throws {
    app.tapTab("settings")
    app.tap("Terms")
    app.expectStack("about", "terms")
    app.tap("Done")
    #expect(try app.result(of: "About") == AboutReport(read: ["about", "terms"]))
    #expect(
      app.run("table.concat(app:coordinator('Settings').read, ' ')") == [.string("about terms")])
  }

  @Test func `invalid arguments are rejected, and no screen is shown`() {
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

  @Test func `the log-in takes two virtual seconds, and the test does not wait`() async throws {
    let app = try ScriptFixture(scripts: ["Scripts/app.lua"]) { try $0.installBookshelf() }
    app.launch()
    app.tap("Ada")
    app.expectStack("logIn")
    await app.finishWork()
    app.expectStack("welcome")
    #expect(app.now >= .seconds(2))
  }

  @Test(arguments: 0..<20)
  func `each test has a separate session`(number: Int) throws {
    app.tap(["Emma", "Dubliners", "Faust"][number % 3])
    app.expectStack("list", .screen("book", ["id": .integer(number % 3 + 1)]))
  }
}
