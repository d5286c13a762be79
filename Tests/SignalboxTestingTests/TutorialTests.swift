import Signalbox
import SignalboxTesting
import Testing

/// The flows of the tutorial are ten, and hold; so does what it says in Swift.
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

  private static func flows() throws -> FlowFiles {
    try FlowFiles(in: folder) { try $0.engine.register(Gift.self, routes: ["papers": Route()]) }
  }

  @Test func `there are ten flows`() throws { #expect(try Self.flows().count == 10) }

  @Test(arguments: try flows()) func `every flow of the tutorial holds`(flow: Flow) async throws {
    try await flow.run()
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
