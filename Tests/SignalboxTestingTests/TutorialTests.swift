import Signalbox
import SignalboxTesting
import Testing

/// The scenarios of the tutorial are ten, and hold; so does what it says in Swift.
struct TutorialTests {
  /// As `Gift.swift` of the tutorial.
  struct Wrapping: Codable, Equatable { var paper: String }

  final class Gift: Coordinator {
    override func start(animated: Bool) { router.startFlow(at: "papers") }
    override func actions(of screen: ScreenID) -> [String] { ["Stars", "Stripes"] }
    override func perform(action: String, on screen: ScreenID) throws {
      try router.finishFlow(with: Wrapping(paper: action.lowercased()))
    }
  }

  private static let folder = "Sources/SignalboxTesting/SignalboxTesting.docc/Resources"

  private static func scenarios() throws -> ScenarioFiles {
    try ScenarioFiles(in: folder) { try $0.engine.register(Gift.self, routes: ["papers": Route()]) }
  }

  @Test func `there are ten scenarios`() throws { #expect(try Self.scenarios().count == 10) }

  @Test(arguments: try scenarios()) func `every scenario of the tutorial holds`(scenario: Scenario)
    async throws
  {
    try await scenario.run()
  }

  @Test func `a gift is wrapped in stars`() throws {
    let app = try NavigationFixture(scripts: ["\(Self.folder)/app.lua"]) {
      try $0.engine.register(Gift.self, routes: ["papers": Route()])
    }
    app.launch()
    app.tap("Lamp")
    app.tap("Gift")
    app.tap("Stars")
    #expect(try app.result(of: "Gift") == Wrapping(paper: "stars"))
    app.expectStack("catalog", .screen("product", ["id": 1]))
    app.expectNoLeaks()
  }
}
