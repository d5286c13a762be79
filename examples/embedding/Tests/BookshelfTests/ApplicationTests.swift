import Bookshelf
import Signalbox
import SignalboxScriptTesting
import Testing

/// The application's coordinator with mocked flows, and its links in isolation.
struct ApplicationTests {
  private let factory = MockFactory()

  private func launched(_ instructor: LaunchInstructor? = nil) throws -> ScriptFixture {
    let app = try ScriptFixture(scripts: ["Scripts/app.lua"]) { [factory] fixture in
      try Bookshelf.install(in: fixture.engine, factory: factory)
    }
    let arguments = try instructor.map { try NavigationArguments(encoding: $0) }
    app.launch("Application", arguments ?? [:])
    return app
  }

  @Test func `each flow is created when it is needed, and the next flow replaces it`() throws {
    let app = try launched()
    #expect(factory.made == ["Auth"])
    app.tap("End")
    #expect(factory.made == ["Auth", "Onboarding"])
    #expect(app.application?.user == User(name: "Grace"))
    app.tap("End")
    app.expectStack("list")
    #expect(app.application?.instructor == LaunchInstructor(tutorial: true, authorised: true))
    app.expectNoLeaks()
  }

  @Test(arguments: [
    ("shelf", nil, DeepLink.shelf), ("settings", nil, .settings), ("book", 7, .book(7)),
    ("book", nil, nil), ("cellar", nil, nil),
  ])
  func `a link is created from its identifier and parameters`(
    id: String, book: Int?, link: DeepLink?
  ) {
    #expect(DeepLink(id: id, parameters: book.map { ["book_id": $0] } ?? [:]) == link)
  }

  @Test func `only the newest waiting link is opened`() throws {
    let app = try launched(LaunchInstructor(tutorial: true))
    app.open("bookshelf://settings")
    app.open("bookshelf://book/1")
    #expect(app.application?.pending == .book(1))
    app.tap("End")
    app.expectStack("list", .screen("book", ["id": 1]))
    #expect(app.application?.pending == nil)
  }
}
