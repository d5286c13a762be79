import Signalbox
import SignalboxScriptTesting
import Testing

/// Tests that the ten scenarios of the tutorial pass and that its Swift code is correct.
struct TutorialTests {
  /// The same type as in `Gift.swift` of the tutorial.
  struct Wrapping: Codable, Equatable { var paper: String }

  enum GiftRoute: Route, CaseIterable, Codable { case papers }

  final class Gift: Coordinator {
    typealias Output = Wrapping

    let router: Router<GiftRoute>
    init(_ router: Router<GiftRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .papers) }

    func actions(of route: GiftRoute) -> [ScreenAction] {
      ["Stars", "Stripes"].map { paper in
        ScreenAction(paper) { [self] in try finishFlow(with: Wrapping(paper: paper.lowercased())) }
      }
    }
  }

  private static let folder = "Sources/SignalboxScriptTesting/SignalboxScriptTesting.docc/Resources"

  private static func scenarios() throws -> ScenarioFiles {
    try ScenarioFiles(in: folder) {
      try $0.engine.register(Gift.self) { Gift($0) }
    }
  }

  @Test func `the tutorial has ten scenarios`() throws { #expect(try Self.scenarios().count == 10) }

  @Test(arguments: try scenarios()) func `every scenario of the tutorial passes`(scenario: Scenario)
    async throws
  {
    try await scenario.run()
  }

  @Test func `a gift is wrapped in stars`() throws {
    let app = try ScriptFixture(scripts: ["\(Self.folder)/app.lua"]) {
      try $0.engine.register(Gift.self) { Gift($0) }
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
